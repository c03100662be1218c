//! Who breaks the promise, by its definition; the last look at what a method made.

use super::{AnonymizedSurvey, SurveyOutcome, SurveyTask};
use crate::model::pulse::{Pulse, Stopped};
use crate::model::survey::{Survey, distance};
use crate::privacy::survey::{Spread, Target};
use rayon::prelude::*;

/// The people to whom too few others are close, or whose neighbours' sensitive ratings are too alike;
/// ascending.
pub fn violators(survey: &Survey, target: &Target, pulse: &Pulse) -> Result<Vec<u32>, Stopped> {
    let cells = survey.dense().unwrap_or_default();
    let width = survey.issues.len();
    let row = |person: usize| &cells[person * width..(person + 1) * width];
    let bad: Vec<bool> = (0..survey.people())
        .into_par_iter()
        .map(|person| {
            pulse.check()?;
            let near: Vec<usize> = (0..survey.people())
                .filter(|&other| distance(row(person), row(other), survey.r()) <= target.within)
                .collect();
            let spread = survey.secrets.iter().all(|secret| {
                let spread = Spread::of(near.iter().map(|&other| secret[other]));
                spread.reaches(&survey.scale, target.reading) >= target.deviation
            });
            Ok(near.len() < target.k as usize || !spread)
        })
        .collect::<Result<_, Stopped>>()?;
    Ok((0..survey.people() as u32)
        .filter(|&person| bad[person as usize])
        .collect())
}

/// What was made, unless somebody in it breaks the promise after all.
pub fn checked(
    task: &SurveyTask<'_>,
    made: AnonymizedSurvey,
    pulse: &Pulse,
) -> Result<SurveyOutcome, Stopped> {
    let released = task
        .survey
        .with_cells(made.cells.clone())
        .picked(&made.kept);
    let broken = violators(&released, &task.target, pulse)?.len();
    Ok(
        if broken == 0 && made.left_out.len() <= task.may_leave_out && !made.kept.is_empty() {
            SurveyOutcome::Reached(made)
        } else {
            SurveyOutcome::NotReached(format!(
                "the last look at the result found {broken} people who break the promise, so it is not released"
            ))
        },
    )
}

/// Whether the sensitive ratings of these people, all close to each other, spread far enough.
pub fn spreads(task: &SurveyTask<'_>, members: &[u32]) -> bool {
    let survey = task.survey;
    task.target.deviation == 0
        || survey.secrets.iter().all(|secret| {
            let spread = Spread::of(members.iter().map(|&person| secret[person as usize]));
            spread.reaches(&survey.scale, task.target.reading) >= task.target.deviation
        })
}
