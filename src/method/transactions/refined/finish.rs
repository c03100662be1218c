//! A draft as a release.

use super::draft::Draft;
use crate::method::transactions::AnonymizedBaskets;
use crate::model::baskets::{Baskets, Cut, GONE};

/// The draft laid over the baskets as they were given.
pub fn release(baskets: &Baskets, draft: &Draft<'_>) -> AnonymizedBaskets {
    let ground = draft.ground;
    let mut place_of = vec![0; ground.node.len()];
    for (place, &node) in ground.node.iter().enumerate() {
        place_of[node as usize] = place as u32;
    }
    let mut shown = Vec::with_capacity(baskets.leaf.len());
    for basket in 0..baskets.len() {
        for &leaf in baskets.basket(basket) {
            let places = ground.places(ground.merged[basket] as usize);
            let leaves = &ground.leaf[places.clone()];
            let at = leaves.partition_point(|&other| other < place_of[leaf as usize]);
            let label = draft.shown[places.start + at];
            shown.push(if label == GONE {
                GONE
            } else {
                ground.node[label as usize]
            });
        }
    }
    match global(draft) {
        Some(cut) => AnonymizedBaskets {
            shown,
            cut: Some(cut),
            ..AnonymizedBaskets::default()
        },
        None => AnonymizedBaskets {
            shown,
            notes: vec![
                "The same item may be shown in one transaction, as a more general one in another and not at all \
                 in a third, so what is counted in the release may be less than what is true."
                    .to_owned(),
            ],
            ..AnonymizedBaskets::default()
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
