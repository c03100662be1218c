//! Runs a method on ratings and measures what it made.

use super::SurveyQuestion;
use super::check::answer;
use crate::anonymize::{BROKEN, Outcome};
use crate::check::suppression_verdict;
use crate::infeasible::beyond_all;
use cloakroom_core::kind::Kind;
use cloakroom_core::method::MethodName;
use cloakroom_core::metrics::Measures;
use cloakroom_core::problem::{Failure, Problem};
use cloakroom_core::pulse::{Pulse, Stopped};
use cloakroom_core::requirement::Requirement;
use cloakroom_core::settings::MethodSettings;
use cloakroom_core::verdict::CheckAnswer;
use cloakroom_ratings::method::{self, AnonymizedSurvey, SurveyOutcome, SurveyTask};
use cloakroom_ratings::metrics::{SurveyRelease, measure};
use cloakroom_ratings::profile::RatingsProfile;
use cloakroom_ratings::survey::{NULL, Survey};
use std::sync::Arc;

/// What a method made of a survey, not yet arranged for a release.
#[derive(Debug)]
pub struct SurveyCandidate {
    pub anonymized: Arc<AnonymizedSurvey>,
    /// The kept people with their released ratings.
    pub released: Arc<Survey>,
    /// Of the kept people, by their place among them, at every distance.
    pub profile: Arc<RatingsProfile>,
    pub check: CheckAnswer,
    pub measures: Measures,
}

pub fn anonymize(
    question: &SurveyQuestion,
    settings: &MethodSettings,
    pulse: &Pulse,
) -> Result<Outcome<SurveyCandidate>, Failure> {
    let anonymized = match run(question, settings, pulse)? {
        SurveyOutcome::Reached(anonymized) => anonymized,
        SurveyOutcome::NotReached(why) => return Ok(Outcome::NotReached(why)),
    };
    if is_nothing_left(&question.survey, &anonymized) {
        let why = "every rating would have to be taken away, so that nothing would be left to release; ask for a smaller \
                   k or a wider epsilon, or let ratings be filled in";
        return Ok(Outcome::NotReached(why.to_owned()));
    }
    let candidate = measured(question, settings, anonymized, pulse)?;
    Ok(Outcome::second_look(candidate, BROKEN))
}

/// Whether nobody who is kept has a rating any more. Sensitive ones are released as they are.
fn is_nothing_left(survey: &Survey, anonymized: &AnonymizedSurvey) -> bool {
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
    question: &SurveyQuestion,
    settings: &MethodSettings,
    pulse: &Pulse,
) -> Result<SurveyOutcome, Failure> {
    let survey = &question.survey;
    if let Some(why) = beyond_all(&question.requirement, Kind::Ratings, survey.people()) {
        return Ok(SurveyOutcome::NotReached(why));
    }
    let cells = survey.dense().ok_or_else(too_many_cells)?;
    let task = SurveyTask {
        survey,
        cells,
        target: question.target,
        may_leave_out: question.may_leave_out(),
        settings,
    };
    method::run(settings.name, task, pulse)
}

fn too_many_cells() -> Problem {
    Problem::new(
        "there are too many people and issues to change ratings: they can be checked, and with fewer issues \
         released",
    )
}

fn measured(
    question: &SurveyQuestion,
    settings: &MethodSettings,
    anonymized: AnonymizedSurvey,
    pulse: &Pulse,
) -> Result<SurveyCandidate, Stopped> {
    let survey = &question.survey;
    let predicted = settings
        .class
        .as_ref()
        .and_then(|name| survey.sensitive.iter().position(|issue| issue == name));
    let measures = measure(
        &SurveyRelease {
            survey,
            released: &anonymized.cells,
            kept: &anonymized.kept,
            left_out: &anonymized.left_out,
            within: question.target.within,
            predicted,
            seed: settings.seed,
        },
        pulse,
    )?;
    let released = if settings.name == MethodName::None && anonymized.left_out.is_empty() {
        survey.clone()
    } else {
        let all = survey.with_cells(anonymized.cells.clone());
        Arc::new(all.picked(&anonymized.kept))
    };
    // Nothing more may be left out; what was left out is weighed against the input.
    let strict = SurveyQuestion {
        survey: released.clone(),
        requirement: Requirement {
            suppression: 0.0,
            ..question.requirement.clone()
        },
        target: question.target,
    };
    let reading = question.target.reading;
    let profile = RatingsProfile::compute(&released, reading, survey.r(), settings.engine, pulse)?;
    let mut check = answer(&strict, &profile, pulse)?;
    if question.requirement.suppression > 0.0 {
        let left_out = anonymized.left_out.len();
        let verdict = suppression_verdict(&question.requirement, left_out, survey.people());
        check.satisfied &= verdict.satisfied;
        check.requirements.push(verdict);
    }
    Ok(SurveyCandidate {
        anonymized: Arc::new(anonymized),
        released,
        profile: Arc::new(profile),
        check,
        measures,
    })
}
