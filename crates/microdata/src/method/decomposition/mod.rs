//! Purpose and trust (thesis, chapter 4): a degree of anonymisation is shared out among the columns by their use
//! for a purpose, and each column's share becomes a level of its hierarchy.
//!
//! Those levels are the least that the release generalizes. Nothing in them promises anything, so the release is
//! made of the nearest combination of levels at or above them that keeps every promise.

mod nested;
mod plan;
mod report;
mod share;
#[cfg(test)]
mod tests;

pub use nested::Floor;
pub(super) use nested::run as run_nested;
pub use plan::{Plan, PlannedColumn, priorities, refuse};
pub use report::{DecomposedColumn, DecompositionReport};
pub use share::{decompose, shares, steps};

use super::full_domain::run_above;
use super::{MethodOutcome, Task};
use crate::profile::dependency::DependencyProfile;
use cloakroom_core::{Failure, Progress};

/// The levels that the target asks for.
fn planned(task: Task<'_>, progress: &Progress) -> Result<Plan, Failure> {
    let told = &task.settings.decomposition;
    refuse(task.prepared, told, task.purposes)?;
    let places: Vec<usize> = task.prepared.quasi.iter().map(|quasi| quasi.at).collect();
    // Without a purpose nothing is asked of the data.
    let profile = match told.purpose {
        Some(_) => Some(DependencyProfile::compute(
            task.prepared.table,
            &places,
            progress,
        )?),
        None => None,
    };
    Ok(Plan::new(
        task.prepared,
        told,
        task.purposes,
        profile.as_ref(),
    )?)
}

pub(super) fn run(task: Task<'_>, progress: &Progress) -> Result<MethodOutcome, Failure> {
    let plan = planned(task, progress)?;
    let outcome = run_above(task, &plan.levels(), progress)?;
    Ok(match outcome {
        MethodOutcome::Reached(mut anonymized) => {
            let levels = anonymized.levels.clone().unwrap_or_default();
            let left_out = task.prepared.records_of(&anonymized.left_out);
            let kept = task.prepared.records_of(&anonymized.kept);
            let report = DecompositionReport::new(&plan, &levels, kept, left_out);
            anonymized.decomposition = Some(Box::new(report));
            MethodOutcome::Reached(anonymized)
        }
        MethodOutcome::NotReached(why) => MethodOutcome::NotReached(why),
    })
}
