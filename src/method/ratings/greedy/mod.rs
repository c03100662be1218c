//! Hamming groups (000): people of small groups join the large group whose issues are most like theirs, and
//! every group that does not hold is pressed together.

mod leave_out;
mod merge;
mod parts;

use super::check::checked;
use super::none;
use super::{AnonymizedSurvey, SurveyOutcome, SurveyTask};
use crate::model::problem::Failure;
use crate::model::pulse::Pulse;
use parts::Parts;

pub fn run(task: SurveyTask<'_>, pulse: &Pulse) -> Result<SurveyOutcome, Failure> {
    let people = task.survey.people();
    if people < task.target.k as usize {
        let k = task.target.k;
        return Ok(SurveyOutcome::NotReached(format!(
            "there are {people} people, and {k} have to be close to each other"
        )));
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
        return match none::run(task, pulse)? {
            SurveyOutcome::NotReached(_) => Ok(SurveyOutcome::NotReached(
                "even among all people together, the standard deviation of a sensitive issue stays below l"
                    .to_owned(),
            )),
            reached => Ok(reached),
        };
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
