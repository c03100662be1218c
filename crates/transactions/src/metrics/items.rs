//! What every occurrence of an item has lost.

use super::TransactionsRelease;
use crate::transactions::GONE;
use cloakroom_core::metrics::share;
use cloakroom_core::{Metric, Progress, Stopped};

/// How many occurrences are looked at between two looks at the progress.
const STRIDE: usize = 1 << 16;

pub(super) fn of_occurrences(
    release: &TransactionsRelease<'_>,
    progress: &Progress,
) -> Result<Vec<(Metric, f64)>, Stopped> {
    let baskets = release.baskets;
    let tree = &baskets.tree;
    // In whole numbers, so that the sum does not depend on the order.
    let (mut loss, mut penalty, mut lost) = (0u64, 0u64, 0u64);
    let items = u64::from(tree.leaves_under(tree.root()));
    let mut occurs = vec![false; tree.len()];
    let mut stands = vec![false; tree.len()];
    let mut is_shown = vec![false; tree.len()];
    for (leaves, shown) in baskets
        .leaf
        .chunks(STRIDE)
        .zip(release.shown.chunks(STRIDE))
    {
        progress.check()?;
        for (&leaf, &node) in leaves.iter().zip(shown) {
            occurs[leaf as usize] = true;
            loss += baskets.loss_of(node);
            if node == GONE {
                lost += 1;
                penalty += items;
            } else {
                stands[leaf as usize] = true;
                is_shown[node as usize] = true;
                if !tree.is_leaf(node) {
                    penalty += u64::from(tree.leaves_under(node));
                }
            }
        }
    }
    for &leaf in &baskets.private_leaves {
        is_shown[leaf as usize] = true;
    }
    let of_all =
        |sum: u64, each: u64| share(sum as f64, baskets.all_occurrences() as f64 * each as f64);
    let gone = occurs
        .iter()
        .zip(&stands)
        .filter(|&(&occurs, &stands)| occurs && !stands);
    let above = |node: u32| tree.path(node).into_iter().skip(1);
    let nested = (0..tree.len() as u32)
        .filter(|&node| is_shown[node as usize])
        .any(|node| above(node).any(|ancestor| is_shown[ancestor as usize]));
    Ok(vec![
        (Metric::Loss, of_all(loss, baskets.unit())),
        (Metric::Ncp, of_all(penalty, items)),
        (Metric::ItemsSuppressed, gone.count() as f64),
        (Metric::OccurrencesLost, of_all(lost, 1)),
        (Metric::Exclusive, f64::from(u8::from(!nested))),
    ])
}
