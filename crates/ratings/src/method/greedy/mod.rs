//! Hamming groups (000): people of small groups join the large group whose issues are most like theirs, and
//! every group that does not hold is pressed together.

mod leave_out;
mod merge;
mod parts;

use super::check::{as_they_are, checked, too_few};
use super::{AnonymizedRatings, RatingsOutcome, RatingsTask};
use cloakroom_core::{Failure, Progress};
use parts::Parts;

pub fn run(task: RatingsTask<'_>, progress: &Progress) -> Result<RatingsOutcome, Failure> {
    let people = task.survey.people();
    if let Some(refused) = too_few(&task) {
        return Ok(refused);
    }
    progress.stage("grouping", 0);
    let mut parts = Parts::form(task, progress)?;
    let mut left_out = Vec::new();
    if task.may_leave_out > 0 {
        progress.stage("leaving out", 0);
        left_out = leave_out::choose(&mut parts, progress)?;
    }
    progress.stage("merging", 0);
    if !merge::until_spread(&mut parts, progress)? {
        return as_they_are(task, progress);
    }
    progress.stage("narrowing", 0);
    let mut cells = task.cells.to_vec();
    for part in parts.all.iter().filter(|part| part.is_pressed()) {
        let members = part.members();
        parts
            .mould(part, progress)?
            .apply(&task, &members, &mut cells);
    }
    progress.stage("checking", 0);
    let made = AnonymizedRatings::without(cells, people, left_out);
    Ok(checked(&task, made, progress)?)
}

#[cfg(test)]
mod tests;
