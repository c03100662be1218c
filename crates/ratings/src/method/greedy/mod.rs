//! Hamming groups (000): people of small groups join the large group whose issues are most like theirs, and
//! every group that does not hold is pressed together.

mod leave_out;
mod merge;
mod parts;

use super::check::{as_they_are, checked, too_few};
use super::{AnonymizedSurvey, SurveyOutcome, SurveyTask};
use cloakroom_core::problem::Failure;
use cloakroom_core::pulse::Pulse;
use parts::Parts;

pub fn run(task: SurveyTask<'_>, pulse: &Pulse) -> Result<SurveyOutcome, Failure> {
    let people = task.survey.people();
    if let Some(refused) = too_few(&task) {
        return Ok(refused);
    }
    pulse.stage("grouping", 0);
    let mut parts = Parts::form(task, pulse)?;
    let mut left_out = Vec::new();
    if task.may_leave_out > 0 {
        pulse.stage("leaving out", 0);
        left_out = leave_out::choose(&mut parts, pulse)?;
    }
    pulse.stage("merging", 0);
    if !merge::until_spread(&mut parts, pulse)? {
        return as_they_are(task, pulse);
    }
    pulse.stage("narrowing", 0);
    let mut cells = task.cells.to_vec();
    for part in parts.all.iter().filter(|part| part.is_pressed()) {
        let members = part.members();
        parts.mould(part, pulse)?.apply(&task, &members, &mut cells);
    }
    pulse.stage("checking", 0);
    let made = AnonymizedSurvey::without(cells, people, left_out);
    Ok(checked(&task, made, pulse)?)
}

#[cfg(test)]
mod tests;
