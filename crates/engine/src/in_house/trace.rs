//! What a release tells of every record, packed for the audit file.

use super::transactions::Made;
use crate::anonymize::Candidate;
use crate::check::CheckedTask;
use crate::ratings::CheckedRatingsTask;
use crate::ratings::anonymize::RatingsCandidate;
use crate::report::trace::{
    DistanceTrace, RatingsTrace, SecretTrace, SensitiveTrace, TableTrace, Trace, TransactionsTrace,
};
use cloakroom_core::io::packed::Packed;
use cloakroom_core::prepared_table::{Distance, Sensitive};
use cloakroom_core::problem::Failure;
use cloakroom_core::progress::Progress;
use cloakroom_ratings::ratings::NULL;
use cloakroom_transactions::transactions::GONE;

/// How many people are looked at between two looks at the progress.
const STRIDE: usize = 1 << 12;

/// `candidate` as it is released, its classes included.
pub fn of_table(
    checked: &CheckedTask<'_>,
    candidate: &Candidate,
    progress: &Progress,
) -> Result<Trace, Failure> {
    let prepared = &checked.prepared;
    let mut class_of = vec![0; prepared.rows()];
    let classes = candidate.classes.class_of_rows();
    for (&row, &class) in candidate.anonymized.kept.iter().zip(classes) {
        class_of[row as usize] = class + 1;
    }
    let sensitive = prepared.sensitive.iter();
    Ok(Trace::Microdata(TableTrace {
        class_of: Packed::of(&class_of, progress)?,
        sensitive: sensitive
            .map(|sensitive| of_column(sensitive, progress))
            .collect::<Result<_, Failure>>()?,
    }))
}

fn of_column(sensitive: &Sensitive<'_>, progress: &Progress) -> Result<SensitiveTrace, Failure> {
    let column = sensitive.column;
    let categories = sensitive.categories.as_ref();
    Ok(SensitiveTrace {
        column: column.name().to_owned(),
        value_of: Packed::of(column.codes(), progress)?,
        missing: column.null(),
        categories: categories
            .map(|categories| {
                let of = Packed::of(&categories.of, progress)?;
                Ok::<_, Failure>((categories.count, of))
            })
            .transpose()?,
        distance: match &sensitive.distance {
            Distance::Equal => DistanceTrace::Equal,
            Distance::Ordered => DistanceTrace::Ordered {
                rank_of: Packed::of(column.ranks(), progress)?,
            },
            Distance::Hierarchy(hierarchy) => DistanceTrace::Hierarchy {
                group_of: hierarchy
                    .levels()
                    .iter()
                    .skip(1)
                    .map(|level| Packed::of(&level.group_of, progress))
                    .collect::<Result<_, Failure>>()?,
            },
        },
    })
}

pub fn of_ratings(
    checked: &CheckedRatingsTask,
    candidate: &RatingsCandidate,
    progress: &Progress,
) -> Result<Trace, Failure> {
    let survey = &checked.survey;
    let released = &candidate.released;
    let mut is_released = vec![0; survey.people()];
    for &person in &candidate.anonymized.kept {
        is_released[person as usize] = 1;
    }
    let mut points = Vec::with_capacity(released.people() * released.issues.len());
    let mut row = Vec::new();
    for person in 0..released.people() {
        if person % STRIDE == 0 {
            progress.check()?;
        }
        released.row(person, &mut row);
        points.extend(row.iter().map(|&cell| from_one(cell)));
    }
    let secrets = survey.sensitive.iter().zip(&survey.secrets);
    Ok(Trace::Ratings(RatingsTrace {
        scale: survey.scale,
        issues: released.issues.len(),
        is_released: Packed::of(&is_released, progress)?,
        points: Packed::of(&points, progress)?,
        secrets: secrets
            .map(|(issue, cells)| {
                let cells: Vec<u32> = cells.iter().map(|&cell| from_one(cell)).collect();
                Ok(SecretTrace {
                    issue: issue.clone(),
                    points: Packed::of(&cells, progress)?,
                })
            })
            .collect::<Result<_, Failure>>()?,
    }))
}

/// A point counted from 1, so that 0 is free for what was not rated.
fn from_one(cell: u16) -> u32 {
    if cell == NULL { 0 } else { u32::from(cell) + 1 }
}

pub fn of_transactions(made: Made<'_>, progress: &Progress) -> Result<Trace, Failure> {
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
    Ok(Trace::Transactions(TransactionsTrace {
        lengths: Packed::of(&lengths, progress)?,
        item: Packed::of(&transactions.item, progress)?,
        shown: Packed::of(&shown, progress)?,
        private: Packed::of(&private, progress)?,
    }))
}
