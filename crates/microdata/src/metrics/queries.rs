//! How far off counts are that somebody takes from the release: random questions over two quasi-identifiers
//! and a sensitive column, each asking for some of the values of each.

use super::MicrodataRelease;
use super::meaning::Meaning;
use cloakroom_core::metrics::questions::{STRIDE, mean_error, some_of, some_values};
use cloakroom_core::metrics::share;
use cloakroom_core::{Column, Progress, Stopped, Stream};

/// The mean relative error of the questions that some original record matches; `None` if there was none.
pub(super) fn error(
    release: &MicrodataRelease<'_>,
    meanings: &[Meaning<'_>],
    progress: &Progress,
) -> Result<Option<f64>, Stopped> {
    mean_error(release.prepared.rows(), |number| {
        ask(release, meanings, number, progress)
    })
}

/// A predicate on one column: what share of a cell's meaning is asked for, by code.
struct Predicate<'a> {
    original: &'a Column,
    wanted: Vec<f64>,
    released: &'a Column,
    estimated: Vec<f64>,
}

fn ask(
    release: &MicrodataRelease<'_>,
    meanings: &[Meaning<'_>],
    number: u64,
    progress: &Progress,
) -> Result<Option<f64>, Stopped> {
    progress.check()?;
    let prepared = release.prepared;
    let mut stream = Stream::new(release.seed, number);
    let chosen = some_of(&mut stream, meanings.len(), release.questions.width());
    let sensitive = prepared.sensitive.len() as u32;
    let dimensions = chosen.len() + usize::from(sensitive > 0);
    let share_of_values = release.questions.share_of_values(dimensions);

    let mut predicates = Vec::with_capacity(dimensions);
    for at in chosen {
        let at = at as usize;
        let original = prepared.quasi[at].column;
        let wanted = some_values(&mut stream, original.dictionary().len(), share_of_values);
        let estimated = meanings[at]
            .gather(&wanted)
            .iter()
            .zip(meanings[at].sizes())
            .map(|(&wanted, &size)| share(wanted, size))
            .collect();
        predicates.push(Predicate {
            original,
            wanted,
            released: release.quasi[at].column,
            estimated,
        });
    }
    if sensitive > 0 {
        let column = prepared.sensitive[stream.below(sensitive) as usize].column;
        let wanted = some_values(&mut stream, column.dictionary().len(), share_of_values);
        predicates.push(Predicate {
            original: column,
            released: column,
            estimated: wanted.clone(),
            wanted,
        });
    }
    let mut actual = 0.0;
    let rows = prepared.rows();
    for start in (0..rows).step_by(STRIDE) {
        progress.check()?;
        for row in start..(start + STRIDE).min(rows) {
            actual += product(&predicates, |predicate| {
                predicate.wanted[predicate.original.codes()[row] as usize]
            });
        }
    }
    if actual == 0.0 {
        return Ok(None);
    }
    let mut estimate = 0.0;
    for part in release.kept.chunks(STRIDE) {
        progress.check()?;
        for &row in part {
            estimate += product(&predicates, |predicate| {
                predicate.estimated[predicate.released.codes()[row as usize] as usize]
            });
        }
    }
    Ok(Some((actual - estimate).abs() / actual))
}

fn product(predicates: &[Predicate<'_>], factor: impl Fn(&Predicate<'_>) -> f64) -> f64 {
    let mut product = 1.0;
    for predicate in predicates {
        product *= factor(predicate);
        if product == 0.0 {
            break;
        }
    }
    product
}
