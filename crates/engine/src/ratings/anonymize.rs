//! Runs a method on ratings and measures what it made.

use super::CheckedRatingsTask;
use super::check::answer;
use crate::anonymize::{BROKEN, Outcome};
use crate::check::with_left_out;
use crate::infeasible::beyond_all;
use cloakroom_core::{
    CheckAnswer, Failure, Kind, Measures, MethodName, MethodSettings, NeighbourEngine, Problem,
    Progress, Stopped,
};
use cloakroom_ratings::method::{self, AnonymizedRatings, RatingsOutcome, RatingsTask};
use cloakroom_ratings::metrics::{RatingsRelease, measure};
use cloakroom_ratings::profile::RatingsProfile;
use cloakroom_ratings::ratings::{NULL, PreparedRatings};
use std::sync::Arc;

/// What a method made of a survey, not yet arranged for a release.
#[derive(Debug)]
pub struct RatingsCandidate {
    pub anonymized: Arc<AnonymizedRatings>,
    /// The kept people with their released ratings.
    pub released: Arc<PreparedRatings>,
    /// Of the kept people, by their place among them, at every distance.
    pub profile: Arc<RatingsProfile>,
    pub check: CheckAnswer,
    pub measures: Measures,
}

pub fn anonymize(
    checked: &CheckedRatingsTask,
    settings: &MethodSettings,
    progress: &Progress,
) -> Result<Outcome<RatingsCandidate>, Failure> {
    let anonymized = match run(checked, settings, progress)? {
        RatingsOutcome::Reached(anonymized) => anonymized,
        RatingsOutcome::NotReached(why) => return Ok(Outcome::NotReached(why)),
    };
    if is_nothing_left(&checked.survey, &anonymized) {
        let why = "every rating would have to be taken away, so that nothing would be left to release; ask for a smaller \
                   k or a wider epsilon, or let ratings be filled in";
        return Ok(Outcome::NotReached(why.to_owned()));
    }
    let candidate = measured(checked, settings, anonymized, progress)?;
    Ok(Outcome::second_look(candidate, BROKEN))
}

/// Whether nobody who is kept has a rating any more. Sensitive ones are released as they are.
fn is_nothing_left(survey: &PreparedRatings, anonymized: &AnonymizedRatings) -> bool {
    let width = survey.issues.len();
    let is_rated = |&person: &u32| {
        let person = person as usize;
        let row = &anonymized.cells[person * width..(person + 1) * width];
        let mut secrets = survey.secrets.iter().map(|cells| cells[person]);
        row.iter().any(|&cell| cell != NULL) || secrets.any(|cell| cell != NULL)
    };
    !anonymized.kept.iter().any(is_rated)
}

fn run(
    checked: &CheckedRatingsTask,
    settings: &MethodSettings,
    progress: &Progress,
) -> Result<RatingsOutcome, Failure> {
    let survey = &checked.survey;
    if let Some(why) = beyond_all(&checked.requirement, Kind::Ratings, survey.people()) {
        return Ok(RatingsOutcome::NotReached(why));
    }
    let cells = survey.dense().ok_or_else(too_many_cells)?;
    let task = RatingsTask {
        survey,
        cells,
        target: checked.target,
        may_leave_out: checked.may_leave_out(),
        settings,
    };
    method::run(settings.name, task, progress)
}

fn too_many_cells() -> Problem {
    Problem::new(
        "there are too many people and issues to change ratings: they can be checked, and with fewer issues \
         released",
    )
}

fn measured(
    checked: &CheckedRatingsTask,
    settings: &MethodSettings,
    anonymized: AnonymizedRatings,
    progress: &Progress,
) -> Result<RatingsCandidate, Stopped> {
    let survey = &checked.survey;
    let predicted = settings
        .class
        .as_ref()
        .and_then(|name| survey.sensitive.iter().position(|issue| issue == name));
    let measures = measure(
        &RatingsRelease {
            survey,
            released: &anonymized.cells,
            kept: &anonymized.kept,
            left_out: &anonymized.left_out,
            within: checked.target.within,
            predicted,
            questions: settings.questions,
            seed: settings.seed,
        },
        progress,
    )?;
    let released = if settings.name == MethodName::None && anonymized.left_out.is_empty() {
        survey.clone()
    } else {
        let all = survey.with_cells(anonymized.cells.clone());
        Arc::new(all.picked(&anonymized.kept))
    };
    let left_out = anonymized.left_out.len();
    let (profile, check) = decided(checked, &released, left_out, settings.engine, progress)?;
    Ok(RatingsCandidate {
        anonymized: Arc::new(anonymized),
        released,
        profile: Arc::new(profile),
        check,
        measures,
    })
}

/// Whether released people keep the requirement. Nothing more may be left out; what was left out is weighed against the
/// input.
pub(super) fn decided(
    checked: &CheckedRatingsTask,
    released: &Arc<PreparedRatings>,
    left_out: usize,
    engine: NeighbourEngine,
    progress: &Progress,
) -> Result<(RatingsProfile, CheckAnswer), Stopped> {
    let survey = &checked.survey;
    let strict = checked.strict(released.clone());
    let reading = checked.target.reading;
    let profile = RatingsProfile::compute(released, reading, survey.r(), engine, progress)?;
    let check = answer(&strict, &profile, progress)?;
    let check = with_left_out(check, &checked.requirement, left_out, survey.people());
    Ok((profile, check))
}
