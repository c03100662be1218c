//! Who breaks the promise, by its definition; the last look at what a method made.

use super::{AnonymizedSurvey, SurveyOutcome, SurveyTask};
use crate::model::pulse::{Pulse, Stopped};
use crate::model::survey::Survey;
use crate::privacy::survey::Spread;
use crate::profile::ratings::RatingsProfile;

/// The people to whom too few others are close, or whose neighbours' sensitive ratings are too alike;
/// ascending.
pub fn violators(
    task: &SurveyTask<'_>,
    survey: &Survey,
    pulse: &Pulse,
) -> Result<Vec<u32>, Stopped> {
    let target = &task.target;
    let engine = task.settings.engine;
    let profile = RatingsProfile::compute(survey, target.reading, target.within, engine, pulse)?;
    Ok(profile.violating_people(target))
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
    let broken = violators(task, &released, pulse)?.len();
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
