//! Components of the ε-graph (003): whoever holds stays, and the others are pressed into groups of at least k.
//!
//! Two ways are tried, and the cheaper one is taken: to press together whole components in which somebody
//! fails, as in the paper, or only those people who fail once the others who fail are gone. Both are divided
//! into the smallest groups that can be had for less.

mod borrow;
mod components;
mod cuts;
mod divide;
mod plan;
mod spread;

use super::check::{as_they_are, checked, too_few, violators};
use super::{RatingsOutcome, RatingsTask, none};
use crate::profile::core;
use cloakroom_core::{Failure, Progress};
use components::components;
use plan::Plan;

pub fn run(task: RatingsTask<'_>, progress: &Progress) -> Result<RatingsOutcome, Failure> {
    if let Some(refused) = too_few(&task) {
        return Ok(refused);
    }
    let people = task.survey.people();
    let failing = core::left_out(task.survey, &task.target, progress)?;
    if failing.len() <= task.may_leave_out && failing.len() < people {
        return none::run(task, progress);
    }
    let violators = violators(&task, task.survey, progress)?;
    let components = components(&task, progress)?;
    progress.stage("dividing", 0);
    let mut plans = Vec::new();
    for leaving in [whole(&components, &violators, people), failing] {
        plans.push(Plan::make(&task, &components, &leaving, progress)?);
    }
    plans.sort_by_key(Plan::cost);
    for mut plan in plans {
        progress.stage("leaving out", 0);
        plan.leave_out(&task, progress)?;
        progress.stage("spreading", 0);
        if !spread::until_enough(&task, &mut plan, progress)? {
            continue;
        }
        progress.stage("checking", 0);
        let outcome = checked(&task, plan.made(&task, progress)?, progress)?;
        if matches!(outcome, RatingsOutcome::Reached(_)) {
            return Ok(outcome);
        }
    }
    as_they_are(task, progress)
}

/// Everybody in a component in which somebody fails; ascending.
fn whole(components: &[Vec<u32>], violators: &[u32], people: usize) -> Vec<u32> {
    let mut fails = vec![false; people];
    for &person in violators {
        fails[person as usize] = true;
    }
    let broken = components
        .iter()
        .filter(|members| members.iter().any(|&person| fails[person as usize]));
    let mut all: Vec<u32> = broken.flatten().copied().collect();
    all.sort_unstable();
    all
}

#[cfg(test)]
mod tests;
