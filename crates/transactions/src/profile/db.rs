//! Transactions as dense weighted sets: what every question about rare sets starts from.

use super::sets::Sets;
use crate::transactions::{GONE, PreparedTransactions};
use cloakroom_core::Lists;
use rayon::prelude::*;
use std::iter::successors;
use std::ops::Range;

/// Baskets that show the same are one set with a weight. Items are numbers from 0, rarest first, so a set begins
/// with what is rarest in it.
#[derive(Clone, Debug, Default)]
pub struct TransactionsDb {
    /// In the order of their items; no two are equal.
    pub sets: Sets,
    /// By item: the node of the taxonomy.
    pub nodes: Vec<u32>,
    /// By item: the baskets that hold it.
    pub support: Vec<u32>,
    /// By basket: its place in `sets`.
    pub record_of: Vec<u32>,
    /// The private items, as codes of `Transactions::items`.
    pub private_items: Vec<u32>,
    /// By set: its private items (their places in `private_items`), each with how many baskets of the set hold it.
    pub private: Lists<(u32, u32)>,
}

impl TransactionsDb {
    /// The baskets as they are.
    pub fn original(baskets: &PreparedTransactions) -> Self {
        Self::shown(baskets, &baskets.leaf)
    }

    /// The baskets as a release shows them: `shown` is parallel to `PreparedTransactions::leaf`.
    pub fn shown(baskets: &PreparedTransactions, shown: &[u32]) -> Self {
        Self::of(baskets, |places, item| {
            item.extend(shown[places].iter().filter(|&&node| node != GONE));
        })
    }

    /// The baskets with their items and all groups above these: what they show under any cut. A set with a node and one
    /// above it is no rarer than without the latter, so that free sets, and with them minimal threats, are those of cuts.
    pub fn over_all_cuts(baskets: &PreparedTransactions) -> Self {
        let tree = &baskets.tree;
        Self::of(baskets, |places, item| {
            for &leaf in &baskets.leaf[places] {
                item.extend(successors(Some(leaf), |&node| tree.parent(node)));
            }
        })
    }

    /// `show` adds the nodes that a basket shows, given the places of its leaves.
    fn of(baskets: &PreparedTransactions, show: impl Fn(Range<usize>, &mut Vec<u32>)) -> Self {
        let mut starts = Vec::with_capacity(baskets.len() + 1);
        let mut item: Vec<u32> = Vec::with_capacity(baskets.leaf.len());
        starts.push(0);
        for pair in baskets.starts.windows(2) {
            let from = item.len();
            show(pair[0]..pair[1], &mut item);
            sort_from(&mut item, from);
            starts.push(item.len() as u32);
        }
        let (nodes, support) = rarest_first(&mut item, baskets.tree.len());
        for pair in starts.windows(2) {
            item[pair[0] as usize..pair[1] as usize].sort_unstable();
        }
        let single = Sets {
            weight: vec![1; baskets.len()],
            starts,
            item,
        };
        let mut db = Self {
            nodes,
            support,
            ..Self::default()
        };
        db.merge(&single);
        db.count_private(baskets);
        db
    }

    /// Kinds of items that occur.
    pub fn items(&self) -> usize {
        self.nodes.len()
    }

    /// Baskets, each counted.
    pub fn baskets(&self) -> usize {
        self.record_of.len()
    }

    /// The private items of one set, each with the number of its baskets that hold it.
    pub fn private_of(&self, record: usize) -> &[(u32, u32)] {
        &self.private[record]
    }

    /// Nodes of the taxonomy, in its numbers, ascending.
    pub fn nodes_of(&self, items: &[u32]) -> Vec<u32> {
        let mut nodes: Vec<u32> = items
            .iter()
            .map(|&item| self.nodes[item as usize])
            .collect();
        nodes.sort_unstable();
        nodes
    }

    fn merge(&mut self, single: &Sets) {
        let mut order: Vec<u32> = (0..single.len() as u32).collect();
        order.par_sort_unstable_by(|&a, &b| {
            let (left, right) = (single.set(a as usize), single.set(b as usize));
            left.cmp(right).then(a.cmp(&b))
        });
        self.record_of = vec![0; single.len()];
        self.sets.clear();
        let mut at = 0;
        while at < order.len() {
            let set = single.set(order[at] as usize);
            let from = at;
            while at < order.len() && single.set(order[at] as usize) == set {
                self.record_of[order[at] as usize] = self.sets.len() as u32;
                at += 1;
            }
            self.sets.push(set, (at - from) as u32);
        }
    }

    fn count_private(&mut self, baskets: &PreparedTransactions) {
        self.private_items = baskets.private.clone();
        self.private_items.sort_unstable();
        self.private_items.dedup();
        let mut held: Vec<(u32, u32)> = Vec::with_capacity(baskets.private.len());
        for (basket, &record) in self.record_of.iter().enumerate() {
            for code in baskets.private_of(basket) {
                if let Ok(item) = self.private_items.binary_search(code) {
                    held.push((record, item as u32));
                }
            }
        }
        held.par_sort_unstable();
        let same = held.chunk_by(|a, b| a == b);
        let counted = same.map(|same| (same[0].0, (same[0].1, same.len() as u32)));
        self.private = Lists::sorted(self.sets.len(), counted);
    }
}

/// What stands from a place on becomes a set.
fn sort_from(item: &mut Vec<u32>, from: usize) {
    item[from..].sort_unstable();
    let mut kept = from;
    for at in from..item.len() {
        if at == from || item[at] != item[kept - 1] {
            item[kept] = item[at];
            kept += 1;
        }
    }
    item.truncate(kept);
}

/// Turns nodes into numbers from 0, rarest first; says which node each number is and how often it occurs.
fn rarest_first(item: &mut [u32], nodes: usize) -> (Vec<u32>, Vec<u32>) {
    let mut count = vec![0u32; nodes];
    for &node in item.iter() {
        count[node as usize] += 1;
    }
    let mut order: Vec<u32> = (0..nodes as u32)
        .filter(|&node| count[node as usize] > 0)
        .collect();
    order.sort_unstable_by_key(|&node| (count[node as usize], node));
    let support = order.iter().map(|&node| count[node as usize]).collect();
    for (number, &node) in order.iter().enumerate() {
        count[node as usize] = number as u32;
    }
    for node in item {
        *node = count[*node as usize];
    }
    (order, support)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transactions::papers_example;
    use cloakroom_core::Taxonomy;
    use std::sync::Arc;

    #[test]
    fn baskets_that_show_the_same_are_one_set() {
        let baskets = papers_example();
        let tree = &baskets.tree;
        let db = TransactionsDb::original(&baskets);
        assert_eq!((db.sets.len(), db.items(), db.baskets()), (8, 11, 8));
        assert!(db.support.is_sorted());
        let names = |db: &TransactionsDb, basket: usize| {
            let record = db.record_of[basket] as usize;
            let nodes = db.nodes_of(db.sets.set(record));
            let mut names: Vec<&str> = nodes.iter().map(|&node| tree.name(node)).collect();
            names.sort_unstable();
            names.join("")
        };
        assert_eq!(names(&db, 4), "abcfg");
        let general = |leaf: u32| match tree.name(leaf) {
            "i" => GONE,
            "a" | "b" | "c" | "d" => tree.path(leaf)[2],
            "x" | "y" | "z" => tree.path(leaf)[1],
            _ => leaf,
        };
        let shown: Vec<u32> = baskets.leaf.iter().map(|&leaf| general(leaf)).collect();
        let db = TransactionsDb::shown(&baskets, &shown);
        assert_eq!(db.sets.len(), 5);
        assert_eq!(db.sets.weight.iter().sum::<u32>(), 8);
        let all: Vec<String> = (0..8).map(|basket| names(&db, basket)).collect();
        assert_eq!(all, ["P", "Pfg", "MPf", "MPf", "Pfg", "e", "e", ""]);
    }

    #[test]
    fn private_items_are_counted_by_set() {
        let tree = Taxonomy::from_links(&[("a", "t"), ("b", "t")]).unwrap();
        let rows = [vec!["a"], vec!["a", "b"], vec!["a"], vec!["a"]];
        let mut baskets = PreparedTransactions::from_names(Arc::new(tree), &rows);
        baskets.private = vec![7, 3, 7];
        baskets.private_starts = vec![0, 1, 2, 3, 3];
        let db = TransactionsDb::original(&baskets);
        assert_eq!(db.private_items, [3, 7]);
        let record = |basket: usize| db.record_of[basket] as usize;
        assert_eq!(db.private_of(record(0)), [(1, 2)]);
        assert_eq!(db.private_of(record(1)), [(0, 1)]);
    }
}
