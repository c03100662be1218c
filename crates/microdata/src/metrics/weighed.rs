//! What columns weigh by their priority: the degree of anonymisation of a release and of each of its records (thesis,
//! definitions 4.4 to 4.6), and discernibility column by column.

use super::degree::{StepWeights, of_record, of_table};
use super::meaning::Meaning;
use super::{MicrodataRelease, count, weighted};
use cloakroom_core::metrics::{Measured, only, share};
use cloakroom_core::{Column, Metric, Progress, Stopped};
use std::collections::HashMap;

/// What columns and steps of hierarchies weigh.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighing {
    /// In the subject's order; none where a purpose does not fit the columns.
    pub priorities: Option<Vec<f64>>,
    pub steps: StepWeights,
    /// The degree of the kept records by a method that shares it out among the columns in its own way.
    pub by_method: Option<f64>,
}

impl Weighing {
    /// All columns and all steps alike.
    pub fn alike(columns: usize) -> Self {
        Self {
            priorities: Some(vec![1.0; columns]),
            steps: StepWeights::UNIFORM,
            by_method: None,
        }
    }
}

pub(super) fn measures(
    release: &MicrodataRelease<'_>,
    meanings: &[Meaning<'_>],
    progress: &Progress,
) -> Measured {
    let mut measured = degree(release, meanings, progress)?;
    measured.extend(only(Metric::WeightedDm, discernibility(release, progress)?));
    Ok(measured)
}

fn degree(
    release: &MicrodataRelease<'_>,
    meanings: &[Meaning<'_>],
    progress: &Progress,
) -> Measured {
    let prepared = release.prepared;
    let kept = match release.weighing.by_method {
        Some(degree) => Some(degree),
        None => of_kept(release, meanings, progress)?,
    };
    let degree = kept.map(|kept| {
        of_table(&[
            (kept, prepared.records_of(release.kept)),
            (1.0, prepared.records_of(release.left_out)),
        ])
    });
    Ok(only(Metric::DegreeOfAnonymisation, degree))
}

/// The degree of a record is a sum over its cells, so that of all kept records is one over the cells of each column.
fn of_kept(
    release: &MicrodataRelease<'_>,
    meanings: &[Meaning<'_>],
    progress: &Progress,
) -> Result<Option<f64>, Stopped> {
    let Some(priorities) = &release.weighing.priorities else {
        return Ok(None);
    };
    let records = release.prepared.records_of(release.kept) as f64;
    let mut of_columns = Vec::with_capacity(meanings.len());
    for (released, meaning) in release.quasi.iter().zip(meanings) {
        let Some(of_code) = of_codes(release.weighing.steps, meaning) else {
            return Ok(None);
        };
        let counts = count(released.column, release.kept, progress)?;
        of_columns.push(share(weighted(&counts, &of_code), records));
    }
    Ok(of_record(&of_columns, priorities))
}

/// By released code, the degree of its cells; `None` where one stands at no level of the hierarchy.
fn of_codes(steps: StepWeights, meaning: &Meaning<'_>) -> Option<Vec<f64>> {
    let top = meaning.top();
    (0..meaning.sizes().len())
        .map(|code| match meaning.level(code) {
            Some(level) => Some(steps.between(0, level, top)),
            // Not released.
            None => (meaning.sizes()[code] == 0.0).then_some(0.0),
        })
        .collect()
}

/// The degree of every kept record, in their order; `None` where a cell stands at no level of its hierarchy, as ranges and
/// means do.
pub fn degrees_of_records(
    release: &MicrodataRelease<'_>,
    progress: &Progress,
) -> Result<Option<Vec<f64>>, Stopped> {
    let Some(priorities) = &release.weighing.priorities else {
        return Ok(None);
    };
    let mut of_columns = Vec::with_capacity(release.quasi.len());
    for (quasi, released) in release.prepared.quasi.iter().zip(release.quasi) {
        let meaning = Meaning::find(quasi, released, release.kept, progress)?;
        match of_codes(release.weighing.steps, &meaning) {
            Some(of_code) => of_columns.push((released.column, of_code)),
            None => return Ok(None),
        }
    }
    let mut cells = vec![0.0; of_columns.len()];
    let of = |(at, &row): (usize, &u32)| {
        progress.check_every(1 << 12, at)?;
        for (cell, (column, of_code)) in cells.iter_mut().zip(&of_columns) {
            *cell = of_code[column.codes()[row as usize] as usize];
        }
        Ok(of_record(&cells, priorities))
    };
    let degrees = release.kept.iter().enumerate().map(of);
    let degrees: Vec<Option<f64>> = degrees.collect::<Result<_, Stopped>>()?;
    Ok(degrees.into_iter().collect())
}

/// The sum over the columns of their priority, as a share of all, times the squared numbers of records with each value.
fn discernibility(
    release: &MicrodataRelease<'_>,
    progress: &Progress,
) -> Result<Option<f64>, Stopped> {
    let Some(priorities) = &release.weighing.priorities else {
        return Ok(None);
    };
    let mut of_columns = Vec::with_capacity(release.quasi.len());
    for released in release.quasi {
        of_columns.push(squares(released.column, release.kept, progress)?);
    }
    Ok(of_record(&of_columns, priorities))
}

fn squares(column: &Column, kept: &[u32], progress: &Progress) -> Result<f64, Stopped> {
    // Two codes may look alike.
    let mut of_text: HashMap<&str, u64> = HashMap::new();
    for (text, count) in column
        .dictionary()
        .iter()
        .zip(count(column, kept, progress)?)
    {
        *of_text.entry(text).or_default() += count;
    }
    let squares = of_text.values();
    // In whole numbers, which are the same in any order.
    Ok(squares
        .map(|&count| u128::from(count) * u128::from(count))
        .sum::<u128>() as f64)
}
