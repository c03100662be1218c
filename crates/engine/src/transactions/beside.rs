//! Transactions side by side: every item of every basket, counted by the groups below the root of the taxonomy.

use super::anonymize::TransactionsCandidate;
use crate::side_by_side::{BLOCK, Beside, Sum};
use cloakroom_core::{Progress, Stopped};
use cloakroom_transactions::transactions::GONE;

/// An occurrence as a candidate shows it: what it lost, and the name it goes by; none where it is not shown. Private
/// items that are kept apart are as they were.
#[derive(Clone, Copy)]
struct Shown {
    lost: f64,
    node: u32,
}

/// Items that one of them keeps apart as private are left aside: they are released as they are.
pub fn baskets(sides: [&TransactionsCandidate; 2], progress: &Progress) -> Result<Beside, Stopped> {
    let [a, b] = sides;
    let tree = &a.baskets.tree;
    // The group of every leaf, by the first candidate's taxonomy; a leaf below the root is a group by itself.
    let groups = tree.children(tree.root());
    let mut group_of = vec![0usize; tree.len()];
    for node in tree.top_down() {
        group_of[node as usize] = match tree.parent(node) {
            None => 0,
            Some(above) if above == tree.root() => {
                groups.iter().position(|&group| group == node).unwrap_or(0)
            }
            Some(above) => group_of[above as usize],
        };
    }
    let mut by_place = vec![None; places(a).max(places(b))];
    for place in 0..b.baskets.leaf.len() {
        by_place[b.baskets.place[place] as usize] = Some(shown(b, place));
    }
    let mut sums = vec![Sum::default(); groups.len().max(1)];
    let mut differing = Vec::new();
    for basket in 0..a.baskets.len().min(b.baskets.len()) {
        progress.check_every(BLOCK, basket)?;
        let mut differs = false;
        for place in a.baskets.starts[basket]..a.baskets.starts[basket + 1] {
            let one = shown(a, place);
            let Some(other) = by_place[a.baskets.place[place] as usize] else {
                continue;
            };
            let group = group_of[a.baskets.leaf[place] as usize];
            sums[group].add([one.lost, other.lost]);
            differs |= name(a, one) != name(b, other);
        }
        if differs {
            differing.push(basket as u32);
        }
    }
    let names = groups.iter().map(|&group| tree.name(group));
    let columns = sums.into_iter().zip(names);
    let mut columns: Vec<_> = columns.map(|(sum, name)| sum.named(name)).collect();
    columns.retain(|column| column.cells > 0);
    Ok(Beside {
        columns,
        differing,
        records: a.baskets.len(),
        left_out: [0, 0],
    })
}

fn places(candidate: &TransactionsCandidate) -> usize {
    let last = candidate.baskets.place.iter().max();
    last.map_or(0, |&last| last as usize + 1)
}

fn shown(candidate: &TransactionsCandidate, place: usize) -> Shown {
    let node = candidate.anonymized.shown[place];
    let baskets = &candidate.baskets;
    Shown {
        lost: baskets.loss_of(node) as f64 / baskets.unit() as f64,
        node,
    }
}

fn name(candidate: &TransactionsCandidate, shown: Shown) -> Option<&str> {
    (shown.node != GONE).then(|| candidate.baskets.tree.name(shown.node))
}
