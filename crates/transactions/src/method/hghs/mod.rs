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

pub use scenario::{Scenarios, Visited, inner, scenarios};

use super::{AnonymizedBaskets, BasketOutcome, BasketTask, Walk};
use crate::baskets::Cut;
use crate::profile::db::BasketDb;
use crate::profile::satisfies;
use cloakroom_core::problem::{Failure, Problem};
use cloakroom_core::pulse::{Pulse, Stopped};

use ground::Ground;
use search::{REMEMBERED, descend};
use state::Aim;

/// One search for sets of at most m items on the whole taxonomy.
pub fn run_hghs(task: BasketTask<'_>, pulse: &Pulse) -> Result<BasketOutcome, Failure> {
    let aim = aim(task)?;
    pulse.stage("searching cuts", 0);
    let ground = Ground::new(task.baskets, pulse)?;
    let floor = vec![false; ground.nodes()];
    let (cut, round) = descend(&ground, &floor, aim, REMEMBERED, pulse)?;
    let walk = Walk {
        rounds: vec![round],
    };
    Ok(decided(task, aim, cut, walk, pulse)?)
}

/// A search for each size of sets from 1 to m; none goes below the cut of the one before it.
pub fn run_mhghs(task: BasketTask<'_>, pulse: &Pulse) -> Result<BasketOutcome, Failure> {
    let aim = aim(task)?;
    pulse.stage("searching cuts, round by round", u64::from(aim.size));
    let ground = Ground::new(task.baskets, pulse)?;
    let mut floor = vec![false; ground.nodes()];
    let mut walk = Walk::default();
    let mut cut = Cut::default();
    for size in 1..=aim.size {
        let aim = Aim { size, ..aim };
        let (found, round) = descend(&ground, &floor, aim, REMEMBERED, pulse)?;
        floor = ground.marked(&found.nodes);
        cut = found;
        walk.rounds.push(round);
        pulse.advance(1);
        // Larger sets than a basket shows are no threats, so all further rounds would make the same steps.
        if ground.longest(&floor) <= size as usize {
            break;
        }
    }
    Ok(decided(task, aim, cut, walk, pulse)?)
}

/// k, and m or the longest basket if that is less: no set is larger.
fn aim(task: BasketTask<'_>) -> Result<Aim, Problem> {
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
    task: BasketTask<'_>,
    aim: Aim,
    cut: Cut,
    walk: Walk,
    pulse: &Pulse,
) -> Result<BasketOutcome, Stopped> {
    pulse.stage("checking the result", 0);
    let mut made = AnonymizedBaskets::of_cut(task.baskets, cut);
    made.walk = Some(walk);
    let db = BasketDb::shown(task.baskets, &made.shown);
    Ok(match satisfies(&db, aim.k, aim.size, pulse)? {
        None => BasketOutcome::Reached(made),
        Some(_) => BasketOutcome::NotReached(format!(
            "a set of at most {} items is still in fewer than {} transactions",
            aim.size, aim.k
        )),
    })
}
