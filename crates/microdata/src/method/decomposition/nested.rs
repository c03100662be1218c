//! A release of which whoever holds a more exact one learns nothing more.
//!
//! Every column stands at least at the level of the more exact release, and the same records are left out, so that
//! every class is a union of classes of that release. All promises hold of a union of classes of which they hold:
//! it has more records and more values, and its values are spread between those of its parts.

use super::super::full_domain::shown;
use super::super::{Anonymized, Task};
use super::{DecompositionReport, planned};
use cloakroom_core::purpose::Rule;
use cloakroom_core::{Failure, Problem, Progress};

/// What the more exact release shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Floor {
    /// Of each quasi-identifier, in the subject's order.
    pub levels: Vec<u32>,
    /// Rows, ascending.
    pub left_out: Vec<u32>,
}

/// By the printed rule the levels that the target asks for, or those of the floor where these are higher; otherwise those
/// nearest to the degree at or above the floor.
pub fn run(task: Task<'_>, floor: &Floor, progress: &Progress) -> Result<Anonymized, Failure> {
    let plan = planned(task, progress)?;
    let targets = plan.levels();
    if targets.len() != floor.levels.len() {
        return Err(Problem::new(
            "the more exact release has other quasi-identifiers, so that none can be nested in it",
        )
        .into());
    }
    let levels: Vec<u32> = match plan.aim.rule {
        Rule::Printed => targets
            .iter()
            .zip(&floor.levels)
            .map(|(&target, &least)| target.max(least))
            .collect(),
        Rule::Nearest => {
            let above = plan.aim.inverse().above(&floor.levels);
            above.nearest(plan.aim.degree)
        }
    };
    let rows = 0..task.prepared.rows() as u32;
    let kept: Vec<u32> = rows
        .filter(|row| floor.left_out.binary_search(row).is_err())
        .collect();
    let mut anonymized = shown(task, &levels, kept, floor.left_out.clone(), progress)?;
    let left_out = task.prepared.records_of(&anonymized.left_out);
    let kept = task.prepared.records_of(&anonymized.kept);
    let report = DecompositionReport::new(&plan, &levels, kept, left_out);
    anonymized.decomposition = Some(Box::new(report));
    Ok(anonymized)
}
