//! Local generalization (He and Naughton): all transactions start as the root of the tree and are told apart from
//! above, one node replaced by its children at a time, for as long as everyone keeps k − 1 duplicates.

mod laid;
mod split;

#[cfg(test)]
mod tests;

use super::{AnonymizedTransactions, TransactionsOutcome, TransactionsTask};
use crate::transactions::{GONE, PreparedTransactions};
use cloakroom_core::{Failure, Problem, Progress, Stopped};
use laid::Laid;
use rayon::prelude::*;
use split::{Expansion, Split, expand};

/// Transactions that show the same.
struct Group {
    /// Ascending.
    baskets: Vec<u32>,
    /// What they show, in the order of the tree; every one of them has leaves under each.
    nodes: Vec<Shown>,
}

#[derive(Clone, Copy)]
struct Shown {
    node: u32,
    /// Whether replacing it by its children may still be of use.
    is_open: bool,
}

pub(super) fn run(
    task: TransactionsTask<'_>,
    progress: &Progress,
) -> Result<TransactionsOutcome, Failure> {
    if task.target.coherence.is_some() {
        return Err(Problem::new(
            "the method lg does not look at private items; for (h, k, p)-coherence choose none, mm or refined",
        )
        .into());
    }
    let baskets = task.baskets;
    let k = task.target.k.max(1) as usize;
    let laid = Laid::new(baskets);
    let (filled, emptied) = filled(baskets, &laid, k, task.target.duplicates);
    let mut shown = vec![GONE; baskets.leaf.len()];
    let mut waiting = Vec::new();
    if !filled.is_empty() {
        let root = baskets.tree.root();
        waiting.push(Group {
            baskets: filled,
            nodes: vec![open(&laid, root)],
        });
    }
    progress.stage("telling transactions apart", baskets.len() as u64);
    while !waiting.is_empty() {
        let told = waiting
            .par_iter_mut()
            .map(|group| part(&laid, group, k, progress))
            .collect::<Result<Vec<Option<Vec<Group>>>, Stopped>>()?;
        let mut next = Vec::new();
        for (group, parts) in waiting.into_iter().zip(told) {
            match parts {
                Some(parts) => next.extend(parts),
                None => {
                    progress.advance(group.baskets.len() as u64);
                    write(baskets, &laid, &group, &mut shown);
                }
            }
        }
        waiting = next;
    }
    Ok(TransactionsOutcome::Reached(AnonymizedTransactions {
        shown,
        notes: note(emptied),
        ..AnonymizedTransactions::default()
    }))
}

fn note(emptied: usize) -> Vec<String> {
    match emptied {
        0 => Vec::new(),
        1 => vec!["1 transaction is shown empty so that enough transactions are alike".to_owned()],
        emptied => vec![format!(
            "{emptied} transactions are shown empty so that enough transactions are alike"
        )],
    }
}

fn open(laid: &Laid<'_>, node: u32) -> Shown {
    Shown {
        node,
        is_open: !laid.tree.is_leaf(node),
    }
}

/// The transactions that show something, and how many are emptied. An empty transaction is like no other: where it
/// needs duplicates and there are too few, the shortest of the others become empty too; and where too few
/// show something, all do.
fn filled(
    baskets: &PreparedTransactions,
    laid: &Laid<'_>,
    k: usize,
    duplicates: bool,
) -> (Vec<u32>, usize) {
    let all = 0..baskets.len() as u32;
    let mut filled: Vec<u32> = all.filter(|&basket| laid.is_filled(basket)).collect();
    let had_items = filled.len();
    let empty = baskets.len() - had_items;
    if duplicates && empty > 0 && empty < k {
        filled.sort_by_key(|&basket| baskets.basket(basket as usize).len());
        filled.drain(..(k - empty).min(had_items));
        filled.sort_unstable();
    }
    if filled.len() < k {
        filled.clear();
    }
    let emptied = had_items - filled.len();
    (filled, emptied)
}

/// The parts of a group, each with at least k transactions; `None` if it stays as it is. Nodes that all of the group
/// can show more closely are replaced on the way.
fn part(
    laid: &Laid<'_>,
    group: &mut Group,
    k: usize,
    progress: &Progress,
) -> Result<Option<Vec<Group>>, Stopped> {
    let mut best: Option<(u32, Split)> = None;
    let mut at = 0;
    while at < group.nodes.len() {
        let Shown { node, is_open } = group.nodes[at];
        if !is_open {
            at += 1;
            continue;
        }
        match expand(laid, &group.baskets, node, k, progress)? {
            Expansion::Free { children } => {
                // Nobody is told apart by that, so it changes nothing for the other nodes.
                let children = children.into_iter().map(|child| open(laid, child));
                group.nodes.splice(at..=at, children);
                continue;
            }
            Expansion::Split(split) => {
                if best.as_ref().is_none_or(|best| best.1.saved < split.saved) {
                    best = Some((node, split));
                }
            }
            Expansion::Never => group.nodes[at].is_open = false,
            Expansion::NotHere => {}
        }
        at += 1;
    }
    let Some((node, split)) = best else {
        return Ok(None);
    };
    let with = |children: &[u32]| -> Vec<Shown> {
        let mut nodes = Vec::with_capacity(group.nodes.len() + children.len());
        for &shown in &group.nodes {
            if shown.node == node {
                nodes.extend(children.iter().map(|&child| open(laid, child)));
            } else {
                nodes.push(shown);
            }
        }
        nodes
    };
    let mut groups = Vec::with_capacity(split.parts.len() + 1);
    for part in split.parts {
        groups.push(Group {
            nodes: with(&part.children),
            baskets: part.members,
        });
    }
    if !split.left.is_empty() {
        let mut nodes = group.nodes.clone();
        for shown in nodes.iter_mut().filter(|shown| shown.node == node) {
            // Who would be told apart by it was.
            shown.is_open = false;
        }
        groups.push(Group {
            baskets: split.left,
            nodes,
        });
    }
    Ok(Some(groups))
}

/// Every occurrence as the node of its group that it lies under.
fn write(baskets: &PreparedTransactions, laid: &Laid<'_>, group: &Group, shown: &mut [u32]) {
    for &basket in &group.baskets {
        let basket = basket as usize;
        for place in baskets.starts[basket]..baskets.starts[basket + 1] {
            let leaf = laid.place_of(baskets.leaf[place]);
            let after = group
                .nodes
                .partition_point(|shown| laid.place_of(shown.node) <= leaf);
            shown[place] = group.nodes[after - 1].node;
        }
    }
}
