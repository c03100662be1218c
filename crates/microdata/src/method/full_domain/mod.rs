//! Methods that raise every column to one level for all records: nodes of the lattice of levels.
//!
//! All of them decide nodes by [`search::Search`] and differ in the order in which they ask. A lattice that
//! is too large to hold is searched by [`branch`] instead, whatever the method.

mod above;
mod apply;
mod branch;
mod hash_table;
mod incognito;
mod levels;
mod nearest;
mod optimal;
mod samarati;
mod search;
mod tags;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod worked_examples;

use super::decomposition::Inverse;
use super::{MethodOutcome, Run, SearchReport, Task};
use crate::profile::lattice::MOST_NODES;
use crate::profile::lattice::examine::Examiner;
use crate::profile::lattice::ground::Ground;
use crate::profile::lattice::price::Pricing;
use apply::{Applied, apply};
use cloakroom_core::method::SearchMetric;
use cloakroom_core::{Failure, MethodName, Progress, Stopped};
use search::Search;

pub(super) use apply::shown;

/// How a node is chosen where the lattice can be held.
type Choose = fn(&mut Search<'_>) -> Result<Option<Chosen>, Stopped>;

/// What a search without a metric of its own makes least.
const LOWEST: SearchMetric = SearchMetric::Height;

pub(super) const METHODS: &[(MethodName, Run)] = &[
    (MethodName::Levels, levels::run),
    (MethodName::Optimal, |task, progress| {
        run_search(task, task.settings.metric, optimal::choose, progress)
    }),
    (MethodName::HashTable, |task, progress| {
        run_search(task, LOWEST, hash_table::choose, progress)
    }),
    (MethodName::Samarati, |task, progress| {
        run_search(task, LOWEST, samarati::choose, progress)
    }),
    (MethodName::Incognito, |task, progress| {
        run_search(task, LOWEST, incognito::choose, progress)
    }),
];

/// The node that a search chose, and what it found on its way.
struct Chosen {
    levels: Vec<u32>,
    checked: u64,
    minimal: Vec<Vec<u32>>,
    minimal_are_all: bool,
    /// Nothing better exists.
    proven: bool,
}

/// Runs a search and applies what it chose.
fn run_search(
    task: Task<'_>,
    metric: SearchMetric,
    choose: Choose,
    progress: &Progress,
) -> Result<MethodOutcome, Failure> {
    let examiner = Examiner::new(task.prepared, task.judge);
    let ground = Ground::new(task.prepared, examiner.need(), progress)?;
    let pricing = Pricing::new(metric, task.prepared, &ground, task.judge.k());
    let chosen = match ground.shape.held(MOST_NODES) {
        None => {
            let bottom = vec![0; ground.shape.columns()];
            let most = branch::MOST_CHECKS;
            branch::choose(&ground, &examiner, &pricing, &bottom, most, progress)?
        }
        Some(nodes) => {
            let mut search = Search::new(&ground, &examiner, &pricing, nodes, progress);
            choose(&mut search)?
        }
    };
    release(task, &ground, chosen, progress)
}

/// Applies the nearest levels at or above `from` that hold: the fewest levels higher, ties in lexicographic order.
pub(super) fn run_above(
    task: Task<'_>,
    from: &[u32],
    progress: &Progress,
) -> Result<MethodOutcome, Failure> {
    let examiner = Examiner::new(task.prepared, task.judge);
    let ground = Ground::new(task.prepared, examiner.need(), progress)?;
    let pricing = Pricing::new(LOWEST, task.prepared, &ground, task.judge.k());
    let chosen = match ground.shape.held(MOST_NODES) {
        None => {
            let most = branch::MOST_CHECKS;
            branch::choose(&ground, &examiner, &pricing, from, most, progress)?
        }
        Some(nodes) => {
            let mut search = Search::new(&ground, &examiner, &pricing, nodes, progress);
            above::choose(&mut search, from)?
        }
    };
    release(task, &ground, chosen, progress)
}

/// Applies the levels that are nearest to a degree among all that hold. `target` are those nearest to it whatever
/// holds: where the lattice is too large to hold, it is searched upwards from there, which need not find the nearest.
pub(super) fn run_nearest(
    task: Task<'_>,
    inverse: &Inverse,
    degree: f64,
    target: &[u32],
    progress: &Progress,
) -> Result<MethodOutcome, Failure> {
    let examiner = Examiner::new(task.prepared, task.judge);
    let ground = Ground::new(task.prepared, examiner.need(), progress)?;
    let pricing = Pricing::new(LOWEST, task.prepared, &ground, task.judge.k());
    let shape = &ground.shape;
    let chosen = match shape.held(MOST_NODES) {
        None => {
            let most = branch::MOST_CHECKS;
            let chosen = branch::choose(&ground, &examiner, &pricing, target, most, progress)?;
            chosen.map(|chosen| Chosen {
                proven: chosen.levels == target,
                ..chosen
            })
        }
        Some(nodes) => {
            let mut search = Search::new(&ground, &examiner, &pricing, nodes, progress);
            let nearness = |node| inverse.nearness(degree, |column| shape.level(node, column));
            nearest::choose(&mut search, nearness, progress)?
        }
    };
    release(task, &ground, chosen, progress)
}

fn release(
    task: Task<'_>,
    ground: &Ground,
    chosen: Option<Chosen>,
    progress: &Progress,
) -> Result<MethodOutcome, Failure> {
    let Some(chosen) = chosen else {
        return not_reached(task, ground, progress);
    };
    let mut anonymized = match apply(task, ground, &chosen.levels, progress)? {
        Applied::Release(anonymized) => anonymized,
        Applied::Fails(_) => return not_reached(task, ground, progress),
    };
    anonymized.search = Some(SearchReport {
        nodes: ground.shape.nodes(),
        checked: chosen.checked,
        strategies: ground.shape.strategies_about(),
        minimal: chosen.minimal,
        minimal_are_all: chosen.minimal_are_all,
        proven: chosen.proven,
    });
    Ok(MethodOutcome::Reached(anonymized))
}

/// No node holds: says how far the top is from it, where all records are one class.
fn not_reached(
    task: Task<'_>,
    ground: &Ground,
    progress: &Progress,
) -> Result<MethodOutcome, Failure> {
    let failing = match apply(task, ground, ground.shape.heights(), progress)? {
        Applied::Release(_) => 0,
        Applied::Fails(failing) => failing,
    };
    Ok(MethodOutcome::NotReached(format!(
        "no combination of levels keeps every promise: with every column at its top, {} are in classes that break one, \
         and at most {} may be left out",
        task.of_all(failing),
        task.may_leave_out()
    )))
}
