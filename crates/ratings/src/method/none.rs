//! Releases the ratings as they are: no cell changes, and people who break the promise are left out as far as
//! the requirement allows.

use super::check::checked;
use super::{AnonymizedSurvey, SurveyOutcome, SurveyTask};
use crate::profile::core::left_out;
use cloakroom_core::problem::Failure;
use cloakroom_core::pulse::Pulse;

pub fn run(task: SurveyTask<'_>, pulse: &Pulse) -> Result<SurveyOutcome, Failure> {
    let people = task.survey.people();
    let everybody = AnonymizedSurvey::of_all(task.cells.to_vec(), people);
    if let reached @ SurveyOutcome::Reached(_) = checked(&task, everybody, pulse)? {
        return Ok(reached);
    }
    let left_out = left_out(task.survey, &task.target, pulse)?;
    if left_out.len() > task.may_leave_out || left_out.len() == people {
        let (failing, allowed) = (left_out.len(), task.may_leave_out);
        return Ok(SurveyOutcome::NotReached(format!(
            "{failing} of {people} people would have to be left out so that the others pass as they are, and at \
             most {allowed} may be left out"
        )));
    }
    let made = AnonymizedSurvey::without(task.cells.to_vec(), people, left_out);
    Ok(checked(&task, made, pulse)?)
}
