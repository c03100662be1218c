//! How far off counts are that somebody takes from the release: random questions over two quasi-identifiers
//! and a sensitive column, each asking for some of the values of each.

use super::classes::share;
use super::meaning::Meaning;
use super::microdata::MicrodataRelease;
use crate::model::column::Column;
use crate::model::pulse::{Pulse, Stopped};
use crate::model::stream::Stream;
use rayon::prelude::*;

/// The quasi-identifiers in a question.
pub(super) const WIDTH: usize = 2;
/// The share of records that a question is made to match, were the columns independent.
const SELECTIVITY: f64 = 0.05;
const MOST_QUERIES: usize = 200;
const FEWEST_QUERIES: usize = 50;
/// Records looked at in all questions together.
const WORK: usize = 6_000_000;
/// How many records are looked at between two looks at the pulse.
pub(super) const STRIDE: usize = 1 << 16;

/// The mean relative error of the questions that some original record matches; `None` if there was none.
pub(super) fn error(
    release: &MicrodataRelease<'_>,
    meanings: &[Meaning<'_>],
    pulse: &Pulse,
) -> Result<Option<f64>, Stopped> {
    mean_error(release.subject.rows(), |number| {
        ask(release, meanings, number, pulse)
    })
}

/// The mean of what the questions with these numbers say; `None` if none says anything. Large tables are
/// asked less often.
pub(super) fn mean_error(
    records: usize,
    ask: impl Fn(u64) -> Result<Option<f64>, Stopped> + Sync + Send,
) -> Result<Option<f64>, Stopped> {
    let queries = (WORK / records.max(1)).clamp(FEWEST_QUERIES, MOST_QUERIES);
    let errors = (0..queries as u64)
        .into_par_iter()
        .map(ask)
        .collect::<Result<Vec<Option<f64>>, Stopped>>()?;
    let answered: Vec<f64> = errors.into_iter().flatten().collect();
    let mean = share(answered.iter().sum(), answered.len() as f64);
    Ok((!answered.is_empty()).then_some(mean))
}

/// The share of a column's values that a question over so many columns asks for.
pub(super) fn share_of_values(columns: usize) -> f64 {
    SELECTIVITY.powf(1.0 / columns.max(1) as f64)
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
    pulse: &Pulse,
) -> Result<Option<f64>, Stopped> {
    pulse.check()?;
    let subject = release.subject;
    let mut stream = Stream::new(release.seed, number);
    let chosen = some_of(&mut stream, meanings.len(), WIDTH);
    let sensitive = subject.sensitive.len() as u32;
    let dimensions = chosen.len() + usize::from(sensitive > 0);
    let share_of_values = share_of_values(dimensions);

    let mut predicates = Vec::with_capacity(dimensions);
    for at in chosen {
        let at = at as usize;
        let original = subject.quasi[at].column;
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
        let column = subject.sensitive[stream.below(sensitive) as usize].column;
        let wanted = some_values(&mut stream, column.dictionary().len(), share_of_values);
        predicates.push(Predicate {
            original: column,
            released: column,
            estimated: wanted.clone(),
            wanted,
        });
    }
    let mut actual = 0.0;
    let rows = subject.rows();
    for start in (0..rows).step_by(STRIDE) {
        pulse.check()?;
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
        pulse.check()?;
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

/// 1 for each of the values that is asked for.
pub(super) fn some_values(stream: &mut Stream, values: usize, share: f64) -> Vec<f64> {
    let wanted = ((values as f64 * share).ceil() as usize).min(values);
    let mut asked = vec![0.0; values];
    for code in some_of(stream, values, wanted) {
        asked[code as usize] = 1.0;
    }
    asked
}

/// `wanted` of `0..all`, each at most once.
pub(super) fn some_of(stream: &mut Stream, all: usize, wanted: usize) -> Vec<u32> {
    let mut places: Vec<u32> = (0..all as u32).collect();
    let wanted = wanted.min(all);
    for place in 0..wanted {
        let other = place + stream.below((all - place) as u32) as usize;
        places.swap(place, other);
    }
    places.truncate(wanted);
    places
}
