//! Which columns make people unique: every subset of the quasi-identifiers, looked at on its own.
//!
//! Subsets are reached by adding one column after the other. A tuple that is alone stays alone whatever is added,
//! so it is put aside, and most of the work is gone after two or three columns.

use super::refine::{Found, Search, Tally};
use super::tuples::Tuples;
use cloakroom_core::metrics::{Figure, Unit};
use cloakroom_core::words::{counted, grouped, listed};
use cloakroom_core::{Counted, Progress, Stopped};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::HashSet;

/// With more subsets than this, only small ones are looked at.
const MOST_SUBSETS: u64 = 4_096;
/// Tuples that may be looked at in all subsets together.
const MOST_VISITS: u64 = 400_000_000;
/// The largest subsets if not all are looked at.
const LARGEST: usize = 3;
/// Minimal subsets that a sentence names.
const SHOWN: usize = 3;

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Uniqueness {
    /// Of all quasi-identifiers together.
    pub together: SubsetRisk,
    /// Subsets of at most so many columns were looked at.
    pub largest: usize,
    /// Whether these are all subsets.
    pub complete: bool,
    /// By size, then in the order of the columns.
    pub subsets: Vec<SubsetRisk>,
    /// Subsets that make somebody unique while none of their own subsets does.
    pub minimal: Vec<Vec<String>>,
    /// By column, in the order of the table.
    pub contributions: Vec<Contribution>,
    /// What is counted where that is not every record by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<Counted>,
}

/// What somebody could do who knows these columns and no others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SubsetRisk {
    pub columns: Vec<String>,
    pub classes: usize,
    /// Records that are alone; where people or groups are counted, those who are alone in some class.
    pub unique: usize,
    /// Records in classes smaller than k, or people or groups who are in some class of fewer than k of them.
    pub below_k: usize,
}

/// What a column adds to the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Contribution {
    pub column: String,
    /// Records that this column alone makes unique.
    pub alone: usize,
    /// Unique records if the column were not known.
    pub without: usize,
    /// How many fewer these are.
    pub fewer: usize,
}

/// Records below k are counted with this k.
pub fn uniqueness(tuples: &Tuples, k: u32, progress: &Progress) -> Result<Uniqueness, Stopped> {
    let columns = tuples.columns();
    let largest = largest(columns, tuples.weights.len());
    progress.stage("looking at subsets", subsets_up_to(columns, largest));
    let search = Search {
        tuples,
        k,
        largest,
        progress,
    };
    let everybody = search.everybody();
    let mut found = search.below(&everybody, &[])?;
    found.sort_by(|a, b| (a.0.len(), &a.0).cmp(&(b.0.len(), &b.0)));
    let together = search.of_columns(&everybody, 0..columns)?;
    let names = |at: &[usize]| {
        at.iter()
            .map(|&at| tuples.names[at].clone())
            .collect::<Vec<_>>()
    };
    let risk = |at: &[usize], tally: Tally| SubsetRisk {
        columns: names(at),
        classes: tally.classes,
        unique: tally.unique,
        below_k: tally.below,
    };
    let contributions = (0..columns)
        .into_par_iter()
        .map(|column| {
            let others = (0..columns).filter(|&other| other != column);
            let without = search.of_columns(&everybody, others)?.unique;
            let alone = search
                .of_columns(&everybody, std::iter::once(column))?
                .unique;
            Ok(Contribution {
                column: tuples.names[column].clone(),
                alone,
                without,
                fewer: together.unique.saturating_sub(without),
            })
        })
        .collect::<Result<Vec<_>, Stopped>>()?;
    let minimal = minimal(&found);
    Ok(Uniqueness {
        together: risk(&(0..columns).collect::<Vec<_>>(), together),
        largest,
        complete: largest >= columns,
        minimal: minimal.iter().map(|at| names(at)).collect(),
        subsets: found.iter().map(|(at, tally)| risk(at, *tally)).collect(),
        contributions,
        counted: tuples.counts,
    })
}

/// How large the subsets may be so that there are not too many.
fn largest(columns: usize, tuples: usize) -> usize {
    let fits = |size: usize| {
        let subsets = subsets_up_to(columns, size);
        subsets.saturating_mul(tuples as u64) <= MOST_VISITS
    };
    if subsets_up_to(columns, columns) <= MOST_SUBSETS && fits(columns) {
        return columns;
    }
    (1..=LARGEST.min(columns))
        .rev()
        .find(|&size| fits(size))
        .unwrap_or(1)
}

fn subsets_up_to(columns: usize, size: usize) -> u64 {
    let mut of_size = 1u64;
    let mut all = 0u64;
    for taken in 0..size.min(columns) {
        of_size = of_size.saturating_mul((columns - taken) as u64) / (taken as u64 + 1);
        all = all.saturating_add(of_size);
    }
    all
}

/// More columns never make fewer people unique, so it is enough to look at the subsets that lack one column.
fn minimal(found: &Found) -> Vec<Vec<usize>> {
    let telling: HashSet<&[usize]> = found
        .iter()
        .filter(|(_, tally)| tally.unique > 0)
        .map(|(subset, _)| subset.as_slice())
        .collect();
    let is_minimal = |subset: &[usize]| {
        (0..subset.len()).all(|at| {
            let mut smaller = subset.to_vec();
            smaller.remove(at);
            !telling.contains(smaller.as_slice())
        })
    };
    let minimal = found.iter().map(|(subset, _)| subset);
    let minimal = minimal.filter(|subset| telling.contains(subset.as_slice()));
    minimal
        .filter(|subset| is_minimal(subset))
        .cloned()
        .collect()
}

impl Uniqueness {
    pub fn figures(&self) -> Vec<Figure> {
        let [one, several] = Counted::nouns(self.counted);
        let mut figures = vec![Figure::new(
            "minimal_subsets",
            self.minimal.len() as f64,
            Unit::Columns,
            self.minimal_sentence(),
        )];
        for contribution in &self.contributions {
            let Contribution {
                column,
                alone,
                without,
                fewer,
            } = contribution;
            let sentence = if self.together.unique == 0 {
                format!("Nobody is unique, so that \"{column}\" makes nobody unique.")
            } else if *fewer == 0 {
                format!(
                    "Without \"{column}\" as many {several} would be unique: {}.",
                    grouped(*without)
                )
            } else {
                format!(
                    "Without \"{column}\" {} fewer would be unique: {} instead of {}; {} known by it alone.",
                    counted(*fewer, one, several),
                    grouped(*without),
                    grouped(self.together.unique),
                    match alone {
                        0 => "nobody is".to_owned(),
                        1 => "1 is".to_owned(),
                        many => format!("{} are", grouped(*many)),
                    }
                )
            };
            let figure = Figure::new(
                "unique_less_without",
                *fewer as f64,
                Unit::of_records(self.counted),
                sentence,
            );
            figures.push(figure.of(column));
        }
        figures
    }

    fn minimal_sentence(&self) -> String {
        let looked = if self.complete {
            "all combinations of columns were looked at".to_owned()
        } else {
            format!(
                "combinations of at most {} were looked at, larger ones are too many",
                counted(self.largest, "column", "columns")
            )
        };
        let [one, several] = Counted::nouns(self.counted);
        let Some(first) = self.minimal.first() else {
            return match self.together.unique {
                0 => format!("No combination of columns makes anybody unique ({looked})."),
                many => format!(
                    "All columns together make {} unique, and none of the combinations that were looked at does ({looked}).",
                    counted(many, one, several)
                ),
            };
        };
        let named: Vec<String> = self
            .minimal
            .iter()
            .take(SHOWN)
            .map(|set| listed(set))
            .collect();
        let more = match self.minimal.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!(", and {} more", grouped(more)),
        };
        format!(
            "It takes {} to make somebody unique: {}{more} ({looked}).",
            counted(first.len(), "column", "columns"),
            named.join("; or ")
        )
    }
}
