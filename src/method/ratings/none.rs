//! Releases the ratings as they are: no cell changes, and people who break the promise are left out as far as
//! the requirement allows.

use super::check::{checked, violators};
use super::{AnonymizedSurvey, SurveyOutcome, SurveyTask};
use crate::model::problem::Failure;
use crate::model::pulse::{Pulse, Stopped};

pub fn run(task: SurveyTask<'_>, pulse: &Pulse) -> Result<SurveyOutcome, Failure> {
    let left_out = to_leave_out(&task, pulse)?;
    let people = task.survey.people();
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

/// The people who break the promise, then those who break it without them, and so on; ascending.
pub fn to_leave_out(task: &SurveyTask<'_>, pulse: &Pulse) -> Result<Vec<u32>, Stopped> {
    let mut kept: Vec<u32> = (0..task.survey.people() as u32).collect();
    let mut left_out = Vec::new();
    loop {
        let broken = violators(&task.survey.picked(&kept), &task.target, pulse)?;
        if broken.is_empty() {
            left_out.sort_unstable();
            return Ok(left_out);
        }
        left_out.extend(broken.iter().map(|&at| kept[at as usize]));
        for &at in broken.iter().rev() {
            kept.remove(at as usize);
        }
    }
}
