//! Runs a method and measures what it made: what the window shows before anything is written, and what a
//! release writes.

use super::check::{Profiles, Question, suppression_verdict};
use super::possible::impossible;
use super::released_table::lost_in_cells;
use crate::method::{self, Anonymized, MethodOutcome, Task};
use crate::metrics::{Measures, MicrodataRelease, measure};
use crate::model::column::Column;
use crate::model::problem::Failure;
use crate::model::pulse::Pulse;
use crate::model::requirement::Requirement;
use crate::model::settings::Settings;
use crate::model::subject::Sensitive;
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
    if let Some(why) = impossible(subject, &settings.requirement) {
        return Ok(Outcome::NotReached(why));
    }
    let task = Task {
        subject,
        judge: &question.judge,
        settings: &settings.method,
    };
    let anonymized = match method::run(settings.method.name, task, pulse)? {
        MethodOutcome::Reached(anonymized) => anonymized,
        MethodOutcome::NotReached(why) => return Ok(Outcome::NotReached(why)),
    };
    let profiles = released_profiles(question, &anonymized, pulse)?;
    let classes = &profiles.classes;
    let quasi: Vec<usize> = subject.quasi.iter().map(|quasi| quasi.at).collect();
    let measures = measure(MicrodataRelease {
        class_sizes: classes.sizes(),
        k: question.judge.k(),
        lost_in_cells: lost_in_cells(&quasi, &anonymized, pulse)?,
        quasi_columns: quasi.len(),
        left_out: anonymized.left_out.len(),
    });
    let check = released_check(&profiles, question, &anonymized, pulse)?;
    Ok(Outcome::Reached(Box::new(Candidate {
        anonymized,
        check,
        measures,
        classes: profiles.classes,
    })))
}

fn released_profiles(
    question: &Question<'_>,
    anonymized: &Anonymized,
    pulse: &Pulse,
) -> Result<Profiles, Failure> {
    let subject = &question.subject;
    let columns: Vec<Column> = subject
        .quasi
        .iter()
        .filter_map(|quasi| anonymized.column(subject.table, quasi.at))
        .map(|column| column.picked(&anonymized.kept))
        .collect();
    let columns: Vec<&Column> = columns.iter().collect();
    let classes = ClassProfile::compute(&columns, anonymized.kept.len(), pulse)?;
    let requirement = question.judge.requirement();
    let picked: Vec<Column> = subject
        .sensitive
        .iter()
        .map(|sensitive| sensitive.column.picked(&anonymized.kept))
        .collect();
    let sensitive: Vec<Sensitive<'_>> = subject
        .sensitive
        .iter()
        .zip(&picked)
        .map(|(sensitive, column)| Sensitive {
            column,
            ..sensitive.clone()
        })
        .collect();
    Ok(Profiles::with_values(
        classes,
        &sensitive,
        requirement,
        pulse,
    )?)
}

/// The check of the released data. Nothing more may be left out of them; what was left out is weighed
/// against the input.
fn released_check(
    profiles: &Profiles,
    question: &Question<'_>,
    anonymized: &Anonymized,
    pulse: &Pulse,
) -> Result<CheckAnswer, Failure> {
    let requirement = question.judge.requirement();
    let strict = Requirement {
        suppression: 0.0,
        ..requirement.clone()
    };
    let mut check = profiles.answer(&strict, pulse)?;
    if requirement.suppression > 0.0 {
        let left_out = anonymized.left_out.len();
        let verdict = suppression_verdict(requirement, left_out, question.subject.rows());
        check.satisfied &= verdict.satisfied;
        check.requirements.push(verdict);
    }
    Ok(check)
}
