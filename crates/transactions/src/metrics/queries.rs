//! How far off counts are that somebody takes from released transactions: how many hold two items?
//!
//! Two items that some basket holds: of random pairs hardly any ever meet, and then there is nothing to count.

use super::TransactionsRelease;
use super::shelves::Shelves;
use cloakroom_core::metrics::questions::{mean_error, some_of};
use cloakroom_core::{Progress, Stopped, Stream};

/// The mean relative error of random questions; `None` if all baskets are empty.
pub(super) fn error(
    release: &TransactionsRelease<'_>,
    shelves: &Shelves,
    progress: &Progress,
) -> Result<Option<f64>, Stopped> {
    let filled: Vec<u32> = (0..release.baskets.len() as u32)
        .filter(|&at| !release.baskets.basket(at as usize).is_empty())
        .collect();
    if filled.is_empty() {
        return Ok(None);
    }
    mean_error(release.baskets.len(), |number| {
        progress.check()?;
        let mut stream = Stream::new(release.seed, number);
        let basket = filled[stream.below(filled.len() as u32) as usize];
        let held = release.baskets.basket(basket as usize);
        let asked = some_of(&mut stream, held.len(), release.questions.width());
        let items: Vec<u32> = asked.into_iter().map(|at| held[at as usize]).collect();
        Ok(Some(off(release, shelves, &items)))
    })
}

/// How far off the count of baskets that hold all these items is, in shares of the count itself.
pub(super) fn off(release: &TransactionsRelease<'_>, shelves: &Shelves, items: &[u32]) -> f64 {
    let actual = actual(shelves, items) as f64;
    (estimate(release, shelves, items) - actual).abs() / actual
}

fn actual(shelves: &Shelves, items: &[u32]) -> usize {
    let Some((&first, others)) = items.split_first() else {
        return 0;
    };
    let holds = |basket: u32, item: u32| shelves.original[item].binary_search(&basket).is_ok();
    let baskets = shelves.original[first].iter();
    baskets
        .filter(|&&basket| others.iter().all(|&item| holds(basket, item)))
        .count()
}

/// The sum over the baskets of the chance that each holds all these items.
fn estimate(release: &TransactionsRelease<'_>, shelves: &Shelves, items: &[u32]) -> f64 {
    let mut chance = vec![1.0; release.baskets.len()];
    let mut own = vec![0.0; release.baskets.len()];
    for &item in items {
        own.fill(0.0);
        // From the root down to the item: what is nearest to the item says most.
        for node in release.baskets.tree.path(item).into_iter().rev() {
            let each = 1.0 / f64::from(release.baskets.tree.leaves_under(node));
            for &basket in &shelves.released[node] {
                own[basket as usize] = each;
            }
        }
        for (chance, own) in chance.iter_mut().zip(&own) {
            *chance *= own;
        }
    }
    chance.iter().sum()
}
