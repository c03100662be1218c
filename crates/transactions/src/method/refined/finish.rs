//! A draft as a release.

use super::draft::Draft;
use super::ground::Ground;
use crate::method::AnonymizedTransactions;
use crate::transactions::{Cut, GONE, PreparedTransactions};

/// By node of the taxonomy: its place in the walk through the tree.
pub fn places(ground: &Ground) -> Vec<u32> {
    let mut place_of = vec![0; ground.node.len()];
    for (place, &node) in ground.node.iter().enumerate() {
        place_of[node as usize] = place as u32;
    }
    place_of
}

/// For every occurrence as it was given, its place in `Ground::leaf`.
fn spots(baskets: &PreparedTransactions, ground: &Ground) -> Vec<usize> {
    let place_of = places(ground);
    let mut spots = Vec::with_capacity(baskets.leaf.len());
    for basket in 0..baskets.len() {
        for &leaf in baskets.basket(basket) {
            let places = ground.places(ground.merged[basket] as usize);
            let leaves = &ground.leaf[places.clone()];
            let at = leaves.partition_point(|&other| other < place_of[leaf as usize]);
            spots.push(places.start + at);
        }
    }
    spots
}

/// Another release laid over the ground, on which baskets stand for one each.
pub fn laid(baskets: &PreparedTransactions, ground: &Ground, shown: &[u32]) -> Vec<u32> {
    let place_of = places(ground);
    let mut laid = vec![GONE; ground.leaf.len()];
    for (spot, &node) in spots(baskets, ground).into_iter().zip(shown) {
        if node != GONE {
            laid[spot] = place_of[node as usize];
        }
    }
    laid
}

/// The draft laid over the baskets as they were given.
pub fn release(baskets: &PreparedTransactions, draft: &Draft<'_>) -> AnonymizedTransactions {
    let ground = draft.ground;
    let node_of = |spot: usize| match draft.shown[spot] {
        GONE => GONE,
        label => ground.node[label as usize],
    };
    let shown = spots(baskets, ground).into_iter().map(node_of).collect();
    match global(draft) {
        Some(cut) => AnonymizedTransactions {
            shown,
            cut: Some(cut),
            ..AnonymizedTransactions::default()
        },
        None => AnonymizedTransactions {
            shown,
            notes: vec![
                "The same item may be shown in one transaction, as a more general one in another and not at all \
                 in a third, so what is counted in the release may be less than what is true."
                    .to_owned(),
            ],
            ..AnonymizedTransactions::default()
        },
    }
}

/// The cut of a draft that shows every item the same way everywhere, and nothing that lies under something else.
fn global(draft: &Draft<'_>) -> Option<Cut> {
    let ground = draft.ground;
    let mut is_kept = vec![false; ground.node.len()];
    let mut shown = vec![None; ground.node.len()];
    for (&leaf, &label) in ground.leaf.iter().zip(&draft.shown) {
        if *shown[leaf as usize].get_or_insert(label) != label {
            return None;
        }
        if label != GONE {
            is_kept[label as usize] = true;
        }
    }
    let mut cut = Cut::default();
    let mut node = 0;
    let all = ground.node.len() as u32;
    while node < all {
        let end = ground.end[node as usize];
        let below = node + 1..end;
        if is_kept[node as usize] {
            let hides = |leaf: u32| shown[leaf as usize].is_some_and(|label| label != node);
            if (node..end).any(hides) {
                return None;
            }
        } else if below.clone().any(|other| is_kept[other as usize]) {
            node += 1;
            continue;
        } else if (node..end).any(|leaf| shown[leaf as usize].is_some()) {
            cut.suppressed.push(ground.node[node as usize]);
        }
        cut.nodes.push(ground.node[node as usize]);
        node = end;
    }
    Some(cut)
}
