//! Purpose and trust (thesis, chapter 4): a degree of anonymisation becomes levels of the columns by their use for a
//! purpose, by one of two rules.
//!
//! By the *printed* rule the degree is shared out among the columns, and each column's share becomes a level of its
//! hierarchy. Nothing in these levels promises anything, so the release is made of the lowest combination at or above them
//! that keeps every promise. The degree of such a release is seldom the one that was asked for, since every share begins
//! a whole step.
//!
//! The *nearest* rule is the inverse of the definition: of all levels that keep every promise it takes those whose own
//! degree is nearest. A larger degree never gives a release of a smaller one, though its levels need not lie above.

mod aim;
mod inverse;
mod nested;
mod plan;
mod report;
mod share;
#[cfg(test)]
mod tests;

pub use aim::{Aim, weights_of_columns};
pub use inverse::{Finder, Inverse, Nearness, losses};
pub use nested::Floor;
pub(super) use nested::run as run_nested;
pub use plan::{Plan, PlannedColumn, priorities, priorities_in, refuse};
pub use report::{DecomposedColumn, DecompositionReport};
pub use share::{decompose, shares, steps};

use super::full_domain::{run_above, run_nearest};
use super::{MethodOutcome, Task};
use crate::profile::dependency::DependencyProfile;
use cloakroom_core::purpose::Rule;
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
    let (levels, aim) = (plan.levels(), &plan.aim);
    let outcome = match aim.rule {
        Rule::Printed => run_above(task, &levels, progress)?,
        Rule::Nearest => run_nearest(task, aim.inverse(), aim.degree, &levels, progress)?,
    };
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
