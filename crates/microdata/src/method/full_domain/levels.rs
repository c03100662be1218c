//! Applies the levels that the user chose.

use super::super::{MethodOutcome, SearchReport, Task};
use super::apply::{Applied, apply};
use crate::profile::lattice::classes::Need;
use crate::profile::lattice::ground::Ground;
use cloakroom_core::{Failure, Problem, Progress};

pub fn run(task: Task<'_>, progress: &Progress) -> Result<MethodOutcome, Failure> {
    let levels = chosen(task)?;
    let ground = Ground::new(task.prepared, Need::Sizes, progress)?;
    let mut anonymized = match apply(task, &ground, &levels, progress)? {
        Applied::Release(anonymized) => anonymized,
        Applied::Fails(failing) => {
            return Ok(MethodOutcome::NotReached(format!(
                "at these levels {} are in classes that break a promise, and at most {} may be left out",
                task.of_all(failing),
                task.may_leave_out()
            )));
        }
    };
    anonymized.search = Some(SearchReport {
        nodes: ground.shape.nodes(),
        checked: 1,
        strategies: ground.shape.strategies_about(),
        minimal: Vec::new(),
        minimal_are_all: false,
        proven: true,
    });
    Ok(MethodOutcome::Reached(anonymized))
}

/// The chosen level of every quasi-identifier; 0 where none is named.
fn chosen(task: Task<'_>) -> Result<Vec<u32>, Problem> {
    let quasi = &task.prepared.quasi;
    for name in task.settings.levels.keys() {
        if !quasi.iter().any(|quasi| quasi.column.name() == name) {
            return Err(Problem::new(format!(
                "a level is chosen for \"{name}\", which is not a quasi-identifier"
            )));
        }
    }
    quasi
        .iter()
        .map(|quasi| {
            let name = quasi.column.name();
            let level = task.settings.levels.get(name).copied().unwrap_or(0);
            let height = quasi.hierarchy.height();
            if level as usize > height {
                return Err(Problem::new(format!(
                    "level {level} is chosen for \"{name}\", whose hierarchy has levels 0 to {height}"
                )));
            }
            Ok(level)
        })
        .collect()
}
