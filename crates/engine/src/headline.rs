//! What an analyst feels of a release, in one to three short sentences. For the house alone: they compare with the data as
//! they were read.

use cloakroom_core::words::{counted, grouped, percent};
use cloakroom_core::{Measures, Metric};

/// A share with a space that no line is broken at.
fn share(share: f64) -> String {
    percent(share).replace(" %", "\u{a0}%")
}

/// How far off the counts of an analyst are, if that was measured. `of` says what is counted.
pub(crate) fn counts_off(measures: &Measures, of: &str) -> Option<String> {
    let error = measures.get(Metric::QueryError)?;
    Some(match error {
        0.0 => format!("Counts of {of} are exact."),
        _ => format!("Counts of {of} are off by {} on average.", share(error)),
    })
}

/// Columns that are released and say nothing any more.
pub(crate) fn nothing_left(columns: &[String]) -> Option<String> {
    const MOST: usize = 5;
    let shown = columns[..columns.len().min(MOST)].join(", ");
    let more = match columns.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!(" and {} more", grouped(more)),
    };
    let is = if columns.len() == 1 { "it" } else { "them" };
    (!columns.is_empty()).then(|| format!("{shown}{more}: nothing is left of {is}."))
}

/// How many of so many, with the share: `12 of 300 ratings (4 %)`.
pub(crate) fn part(number: usize, all: usize, one: &str, many: &str) -> String {
    let of = format!("{} of {}", grouped(number), counted(all, one, many));
    format!("{of} ({})", share(number as f64 / all.max(1) as f64))
}

/// How many records or people the release lacks.
pub(crate) fn missing(number: usize, all: usize, one: &str, many: &str) -> String {
    match number {
        0 => format!("No {one} is missing."),
        1 => format!("{} is missing.", part(1, all, one, many)),
        _ => format!("{} are missing.", part(number, all, one, many)),
    }
}
