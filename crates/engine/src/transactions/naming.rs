//! Names the nodes that a release shows from the items behind them, where the taxonomy was made from all items.

use cloakroom_core::hierarchy::{Member, Naming, ReleasedGroup};
use cloakroom_core::io::hierarchy::ITEMS;
use cloakroom_core::{Column, Failure, Progress, Settings, Transactions, ValueType};
use cloakroom_transactions::method::AnonymizedTransactions;
use cloakroom_transactions::transactions::{GONE, PreparedTransactions};
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// The same baskets over a taxonomy whose shown nodes are called by items that they are shown for. No two names
/// become one: what is known of two nodes apart need not hold of both together.
pub fn from_release(
    transactions: &Transactions,
    baskets: &Arc<PreparedTransactions>,
    anonymized: &AnonymizedTransactions,
    settings: &Settings,
    progress: &Progress,
) -> Result<Arc<PreparedTransactions>, Failure> {
    let source = settings.hierarchies.get(ITEMS);
    let naming = source.map_or(Naming::Leader, |source| source.naming());
    if !naming.groups_by_data() {
        return Ok(baskets.clone());
    }
    let tree = &baskets.tree;
    let leaves: Vec<&str> = tree.leaves().iter().map(|&leaf| tree.name(leaf)).collect();
    let column = Column::from_texts("", &leaves)?;
    let mut rank = vec![0u32; tree.len()];
    for (&leaf, &code) in tree.leaves().iter().zip(column.codes()) {
        rank[leaf as usize] = column.ranks()[code as usize];
    }
    let mut shown: HashSet<&str> = HashSet::new();
    // By node, the leaves behind it in their order, each with its occurrences.
    let mut behind: BTreeMap<u32, BTreeMap<(u32, u32), u64>> = BTreeMap::new();
    let occurrences = baskets.leaf.iter().zip(&anonymized.shown);
    for (at, (&leaf, &node)) in occurrences.enumerate() {
        progress.check_every(1 << 16, at)?;
        if node == leaf {
            shown.insert(tree.name(leaf));
        } else if node != GONE {
            let members = behind.entry(node).or_default();
            *members.entry((rank[leaf as usize], leaf)).or_default() += 1;
        }
    }
    let private = baskets.private.iter();
    shown.extend(private.map(|&item| transactions.items.get(item)));
    let groups: Vec<ReleasedGroup<'_>> = behind
        .iter()
        .map(|(&node, members)| ReleasedGroup {
            members: members
                .iter()
                .map(|(&(_, leaf), &records)| Member {
                    text: tree.name(leaf),
                    records,
                })
                .collect(),
            is_top: node == tree.root(),
        })
        .collect();
    let dashed = column.value_type() == ValueType::Whole;
    let names = naming.names(&groups, &shown, dashed, true);
    let renamed = behind
        .keys()
        .zip(names)
        .filter_map(|(&node, name)| Some((node, name?)))
        .collect();
    Ok(Arc::new(PreparedTransactions {
        tree: Arc::new(tree.renamed(&renamed)),
        ..baskets.as_ref().clone()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::Taxonomy;

    /// Salt is left out wherever it was bought, and tea is shown as itself.
    #[test]
    fn a_node_names_and_counts_shown_items_alone() {
        let items = [("rice", 5), ("salt", 4), ("tea", 3), ("nails", 2)];
        let tree = Arc::new(Taxonomy::by_frequency(&items, 2).unwrap());
        let node = |name: &str| {
            let mut nodes = 0..tree.len() as u32;
            nodes.find(|&node| tree.name(node) == name).unwrap()
        };
        let group = tree.parent(node("nails")).unwrap();
        let told = vec![vec!["rice", "salt"], vec!["tea", "nails"], vec!["tea"]];
        let baskets = Arc::new(PreparedTransactions::from_names(tree.clone(), &told));
        let shown = baskets
            .leaf
            .iter()
            .map(|&leaf| match tree.name(leaf) {
                "salt" => GONE,
                "nails" => group,
                _ => leaf,
            })
            .collect();
        let anonymized = AnonymizedTransactions {
            shown,
            ..AnonymizedTransactions::default()
        };
        let named = from_release(
            &Transactions::default(),
            &baskets,
            &anonymized,
            &Settings::default(),
            &Progress::default(),
        )
        .unwrap();
        assert!(tree.name(group).contains(" +"));
        assert_eq!(named.tree.name(group), "nails");
        assert_eq!(named.tree.name(node("tea")), "tea");
    }
}
