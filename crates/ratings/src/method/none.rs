//! Releases the ratings as they are: no cell changes, and people who break the promise are left out as far as
//! the requirement allows.

use super::check::checked;
use super::{AnonymizedRatings, RatingsOutcome, RatingsTask};
use crate::profile::core::left_out;
use cloakroom_core::{Failure, Progress};

pub fn run(task: RatingsTask<'_>, progress: &Progress) -> Result<RatingsOutcome, Failure> {
    let people = task.survey.people();
    let everybody = AnonymizedRatings::of_all(task.cells.to_vec(), people);
    if let reached @ RatingsOutcome::Reached(_) = checked(&task, everybody, progress)? {
        return Ok(reached);
    }
    let left_out = left_out(task.survey, &task.target, progress)?;
    if left_out.len() > task.may_leave_out || left_out.len() == people {
        let (failing, allowed) = (left_out.len(), task.may_leave_out);
        return Ok(RatingsOutcome::NotReached(format!(
            "{failing} of {people} people would have to be left out so that the others pass as they are, and at \
             most {allowed} may be left out"
        )));
    }
    let made = AnonymizedRatings::without(task.cells.to_vec(), people, left_out);
    Ok(checked(&task, made, progress)?)
}
