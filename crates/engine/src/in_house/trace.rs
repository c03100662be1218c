//! What a release tells of every record, packed for the audit file.

use super::baskets::Made;
use crate::anonymize::Candidate;
use crate::check::Question;
use crate::report::trace::{
    BasketTrace, DistanceTrace, SecretTrace, SensitiveTrace, SurveyTrace, TableTrace, Trace,
};
use crate::survey::SurveyQuestion;
use crate::survey::anonymize::SurveyCandidate;
use cloakroom_core::io::packed::Packed;
use cloakroom_core::problem::Failure;
use cloakroom_core::pulse::Pulse;
use cloakroom_core::subject::{Distance, Sensitive};
use cloakroom_ratings::survey::NULL;
use cloakroom_transactions::baskets::GONE;

/// How many people are looked at between two looks at the pulse.
const STRIDE: usize = 1 << 12;

/// `candidate` as it is released, its classes included.
pub fn of_table(
    question: &Question<'_>,
    candidate: &Candidate,
    pulse: &Pulse,
) -> Result<Trace, Failure> {
    let subject = &question.subject;
    let mut class_of = vec![0; subject.rows()];
    let classes = candidate.classes.class_of_rows();
    for (&row, &class) in candidate.anonymized.kept.iter().zip(classes) {
        class_of[row as usize] = class + 1;
    }
    let sensitive = subject.sensitive.iter();
    Ok(Trace::Microdata(TableTrace {
        class_of: Packed::of(&class_of, pulse)?,
        sensitive: sensitive
            .map(|sensitive| of_column(sensitive, pulse))
            .collect::<Result<_, Failure>>()?,
    }))
}

fn of_column(sensitive: &Sensitive<'_>, pulse: &Pulse) -> Result<SensitiveTrace, Failure> {
    let column = sensitive.column;
    let categories = sensitive.categories.as_ref();
    Ok(SensitiveTrace {
        column: column.name().to_owned(),
        value_of: Packed::of(column.codes(), pulse)?,
        missing: column.null(),
        categories: categories
            .map(|categories| {
                let of = Packed::of(&categories.of, pulse)?;
                Ok::<_, Failure>((categories.count, of))
            })
            .transpose()?,
        distance: match &sensitive.distance {
            Distance::Equal => DistanceTrace::Equal,
            Distance::Ordered => DistanceTrace::Ordered {
                rank_of: Packed::of(column.ranks(), pulse)?,
            },
            Distance::Hierarchy(hierarchy) => DistanceTrace::Hierarchy {
                group_of: hierarchy
                    .levels()
                    .iter()
                    .skip(1)
                    .map(|level| Packed::of(&level.group_of, pulse))
                    .collect::<Result<_, Failure>>()?,
            },
        },
    })
}

pub fn of_survey(
    question: &SurveyQuestion,
    candidate: &SurveyCandidate,
    pulse: &Pulse,
) -> Result<Trace, Failure> {
    let survey = &question.survey;
    let released = &candidate.released;
    let mut is_released = vec![0; survey.people()];
    for &person in &candidate.anonymized.kept {
        is_released[person as usize] = 1;
    }
    let mut points = Vec::with_capacity(released.people() * released.issues.len());
    let mut row = Vec::new();
    for person in 0..released.people() {
        if person % STRIDE == 0 {
            pulse.check()?;
        }
        released.row(person, &mut row);
        points.extend(row.iter().map(|&cell| from_one(cell)));
    }
    let secrets = survey.sensitive.iter().zip(&survey.secrets);
    Ok(Trace::Ratings(SurveyTrace {
        scale: survey.scale,
        issues: released.issues.len(),
        is_released: Packed::of(&is_released, pulse)?,
        points: Packed::of(&points, pulse)?,
        secrets: secrets
            .map(|(issue, cells)| {
                let cells: Vec<u32> = cells.iter().map(|&cell| from_one(cell)).collect();
                Ok(SecretTrace {
                    issue: issue.clone(),
                    points: Packed::of(&cells, pulse)?,
                })
            })
            .collect::<Result<_, Failure>>()?,
    }))
}

/// A point counted from 1, so that 0 is free for what was not rated.
fn from_one(cell: u16) -> u32 {
    if cell == NULL { 0 } else { u32::from(cell) + 1 }
}

pub fn of_baskets(made: Made<'_>, pulse: &Pulse) -> Result<Trace, Failure> {
    let transactions = made.transactions;
    let mut shown = vec![0; transactions.item.len()];
    for (&place, &node) in made.baskets.place.iter().zip(&made.anonymized.shown) {
        shown[place as usize] = if node == GONE { 0 } else { node + 1 };
    }
    let mut private = made.baskets.private.clone();
    private.sort_unstable();
    private.dedup();
    let lengths: Vec<u32> = transactions
        .starts
        .windows(2)
        .map(|pair| (pair[1] - pair[0]) as u32)
        .collect();
    Ok(Trace::Transactions(BasketTrace {
        lengths: Packed::of(&lengths, pulse)?,
        item: Packed::of(&transactions.item, pulse)?,
        shown: Packed::of(&shown, pulse)?,
        private: Packed::of(&private, pulse)?,
    }))
}
