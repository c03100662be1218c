//! Generalize and suppress: heuristic generalization with heuristic suppression, in one go or in rounds.
//!
//! The outer search goes from the root downwards through the cuts of the taxonomy; the inner one decides which
//! nodes of a cut are suppressed.

mod company;
mod evaluate;
mod ground;
mod memory;
mod merge;
mod projection;
mod rank;
mod rows;
mod scenario;
mod search;
mod single;
mod state;
#[cfg(test)]
mod tests;

pub use scenario::{Completed, Scenarios, scenarios};

use super::{AnonymizedTransactions, TransactionsOutcome, TransactionsTask, Walk};
use crate::profile::db::TransactionsDb;
use crate::profile::satisfies;
use crate::transactions::Cut;
use cloakroom_core::{Failure, Problem, Progress, Stopped};

use ground::Ground;
use search::{REMEMBERED, descend};
use state::Aim;

/// One search for sets of at most m items on the whole taxonomy.
pub fn run_hghs(
    task: TransactionsTask<'_>,
    progress: &Progress,
) -> Result<TransactionsOutcome, Failure> {
    let aim = aim(task)?;
    progress.stage("searching cuts", 0);
    let ground = Ground::new(task.baskets, progress)?;
    let floor = vec![false; ground.nodes()];
    let (cut, round) = descend(&ground, &floor, aim, REMEMBERED, progress)?;
    let walk = Walk {
        rounds: vec![round],
    };
    Ok(decided(task, aim, cut, walk, progress)?)
}

/// A search for each size of sets from 1 to m; none goes below the cut of the one before it.
pub fn run_mhghs(
    task: TransactionsTask<'_>,
    progress: &Progress,
) -> Result<TransactionsOutcome, Failure> {
    let aim = aim(task)?;
    progress.stage("searching cuts, round by round", u64::from(aim.size));
    let ground = Ground::new(task.baskets, progress)?;
    let mut floor = vec![false; ground.nodes()];
    let mut walk = Walk::default();
    let mut cut = Cut::default();
    for size in 1..=aim.size {
        let aim = Aim { size, ..aim };
        let (found, round) = descend(&ground, &floor, aim, REMEMBERED, progress)?;
        floor = ground.marked(&found.nodes);
        cut = found;
        walk.rounds.push(round);
        progress.advance(1);
        // Larger sets than a basket shows are no threats, so all further rounds would make the same steps.
        if ground.longest(&floor) <= size as usize {
            break;
        }
    }
    Ok(decided(task, aim, cut, walk, progress)?)
}

/// k, and m or the longest basket if that is less: no set is larger.
fn aim(task: TransactionsTask<'_>) -> Result<Aim, Problem> {
    let target = task.target;
    if target.coherence.is_some() || target.duplicates || target.m == 0 {
        return Err(Problem::new(
            "the methods that generalize and suppress keep k\u{1d50}-anonymity alone: set k and m, and leave \
             h, p and duplicates out, or choose another method",
        ));
    }
    Ok(Aim {
        k: target.k,
        size: target.m.min(task.baskets.longest().max(1) as u32),
    })
}

/// Looks at what would be released, with nothing that the search has counted.
fn decided(
    task: TransactionsTask<'_>,
    aim: Aim,
    cut: Cut,
    walk: Walk,
    progress: &Progress,
) -> Result<TransactionsOutcome, Stopped> {
    progress.stage("checking the result", 0);
    let mut made = AnonymizedTransactions::of_cut(task.baskets, cut);
    made.walk = Some(walk);
    let db = TransactionsDb::shown(task.baskets, &made.shown);
    Ok(match satisfies(&db, aim.k, aim.size, progress)? {
        None => TransactionsOutcome::Reached(made),
        Some(_) => TransactionsOutcome::NotReached(format!(
            "a set of at most {} items is still in fewer than {} transactions",
            aim.size, aim.k
        )),
    })
}
