//! Runs a method and measures what it made: what the window shows before anything is written, and what a
//! release writes.

use super::check::{Question, answer, suppression_verdict};
use super::measures::measures;
use crate::method::{self, Anonymized, MethodOutcome, Task};
use crate::metrics::Measures;
use crate::model::problem::Failure;
use crate::model::pulse::Pulse;
use crate::model::requirement::Requirement;
use crate::model::settings::Settings;
use crate::model::verdict::CheckAnswer;
use crate::profile::classes::ClassProfile;

#[derive(Debug)]
pub enum Outcome {
    Reached(Box<Candidate>),
    /// Why, in a sentence.
    NotReached(String),
}

/// What a method made of a table, not yet arranged for a release.
#[derive(Debug)]
pub struct Candidate {
    pub anonymized: Anonymized,
    /// Of the kept records.
    pub check: CheckAnswer,
    pub measures: Measures,
    /// Of the kept records, by their place among them.
    pub classes: ClassProfile,
}

pub fn anonymize(
    question: &Question<'_>,
    settings: &Settings,
    pulse: &Pulse,
) -> Result<Outcome, Failure> {
    let subject = &question.subject;
    let task = Task {
        subject,
        judge: &question.judge,
        settings: &settings.method,
    };
    let anonymized = match method::run(settings.method.name, task, pulse)? {
        MethodOutcome::Reached(anonymized) => anonymized,
        MethodOutcome::NotReached(why) => return Ok(Outcome::NotReached(why)),
    };
    let classes = anonymized.classes(subject, pulse)?;
    let candidate = measured(question, settings, anonymized, classes, pulse)?;
    Ok(Outcome::Reached(Box::new(candidate)))
}

/// `classes` are those of the kept records as they are released.
pub(super) fn measured(
    question: &Question<'_>,
    settings: &Settings,
    anonymized: Anonymized,
    classes: ClassProfile,
    pulse: &Pulse,
) -> Result<Candidate, Failure> {
    let measures = measures(question, &settings.method, &anonymized, &classes, pulse)?;
    let check = released_check(&classes, question, &settings.requirement, &anonymized);
    Ok(Candidate {
        anonymized,
        check,
        measures,
        classes,
    })
}

/// The check of the released data. Nothing more may be left out of them; what was left out is weighed
/// against the input.
fn released_check(
    profile: &ClassProfile,
    question: &Question<'_>,
    requirement: &Requirement,
    anonymized: &Anonymized,
) -> CheckAnswer {
    let strict = Requirement {
        suppression: 0.0,
        ..requirement.clone()
    };
    let mut check = answer(profile, question.judge.k(), &strict);
    if requirement.suppression > 0.0 {
        let left_out = anonymized.left_out.len();
        let verdict = suppression_verdict(requirement, left_out, question.subject.rows());
        check.satisfied &= verdict.satisfied;
        check.requirements.push(verdict);
    }
    check
}
