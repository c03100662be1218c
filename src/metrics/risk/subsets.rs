//! Which columns make people unique: every subset of the quasi-identifiers, looked at on its own.
//!
//! Subsets are reached by adding one column after the other. A tuple that is alone stays alone whatever is added,
//! so it is put aside, and most of the work is gone after two or three columns.

use super::figure::{Figure, Unit};
use super::tuples::Tuples;
use super::words::{counted, grouped, listed};
use crate::model::pulse::{Pulse, Stopped};
use hashbrown::HashMap;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::HashSet;

/// With more subsets than this, only small ones are looked at.
const MOST_SUBSETS: u64 = 4_096;
/// Tuples that may be looked at in all subsets together.
const MOST_VISITS: u64 = 400_000_000;
/// The largest subsets if not all are looked at.
const LARGEST: usize = 3;
/// How many tuples are looked at between two looks at the pulse.
const STRIDE: usize = 1 << 16;
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
}

/// What somebody could do who knows these columns and no others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SubsetRisk {
    pub columns: Vec<String>,
    pub classes: usize,
    /// Records that are alone.
    pub unique: usize,
    /// Records in classes smaller than k.
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
pub fn uniqueness(tuples: &Tuples, k: u32, pulse: &Pulse) -> Result<Uniqueness, Stopped> {
    let columns = tuples.columns();
    let largest = largest(columns, tuples.weights.len());
    pulse.stage("looking at subsets", subsets_up_to(columns, largest));
    let search = Search { tuples, k, largest, pulse };
    let everybody = search.everybody();
    let mut found = search.below(&everybody, &[])?;
    found.sort_by(|a, b| (a.0.len(), &a.0).cmp(&(b.0.len(), &b.0)));
    let together = search.of_columns(&everybody, 0..columns)?;
    let names = |at: &[usize]| at.iter().map(|&at| tuples.names[at].clone()).collect::<Vec<_>>();
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
            let alone = search.of_columns(&everybody, std::iter::once(column))?.unique;
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
    (1..=LARGEST.min(columns)).rev().find(|&size| fits(size)).unwrap_or(1)
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

#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    classes: usize,
    unique: usize,
    below: usize,
}

impl Tally {
    fn add(&mut self, records: u64, k: u32) {
        self.classes += 1;
        if records == 1 {
            self.unique += 1;
        }
        if records < u64::from(k) {
            self.below += records as usize;
        }
    }
}

/// The classes of a subset: tuples that share theirs with others, and what is known of the others.
struct Part {
    tuples: Vec<u32>,
    /// The class of each of these.
    class: Vec<u32>,
    classes: usize,
    alone: Tally,
    /// Of all classes.
    tally: Tally,
}

struct Search<'a> {
    tuples: &'a Tuples,
    k: u32,
    largest: usize,
    pulse: &'a Pulse,
}

type Found = Vec<(Vec<usize>, Tally)>;

impl Search<'_> {
    /// No column is known: all are one class.
    fn everybody(&self) -> Part {
        let count = self.tuples.weights.len();
        let mut tally = Tally::default();
        if count > 0 {
            tally.add(self.tuples.records() as u64, self.k);
        }
        Part {
            tuples: (0..count as u32).collect(),
            class: vec![0; count],
            classes: 1,
            alone: Tally::default(),
            tally,
        }
    }

    /// All subsets that add later columns to `known`, which `part` is of.
    fn below(&self, part: &Part, known: &[usize]) -> Result<Found, Stopped> {
        if known.len() >= self.largest {
            return Ok(Vec::new());
        }
        let from = known.last().map_or(0, |last| last + 1);
        let columns: Vec<usize> = (from..self.tuples.columns()).collect();
        let found = columns
            .into_par_iter()
            .map(|column| {
                let mut subset = known.to_vec();
                subset.push(column);
                let refined = self.refine(part, column)?;
                self.pulse.advance(1);
                let mut found = self.below(&refined, &subset)?;
                found.push((subset, refined.tally));
                Ok(found)
            })
            .collect::<Result<Vec<Found>, Stopped>>()?;
        Ok(found.concat())
    }

    fn of_columns(
        &self,
        everybody: &Part,
        columns: impl Iterator<Item = usize>,
    ) -> Result<Tally, Stopped> {
        let mut last: Option<Part> = None;
        for column in columns {
            last = Some(self.refine(last.as_ref().unwrap_or(everybody), column)?);
        }
        Ok(last.map_or(everybody.tally, |part| part.tally))
    }

    /// The classes when one more column is known.
    fn refine(&self, part: &Part, column: usize) -> Result<Part, Stopped> {
        let values = &self.tuples.values[column];
        let mut numbers = Numbers::new(part.classes, self.tuples.distinct[column], part.tuples.len());
        let mut class = Vec::with_capacity(part.tuples.len());
        let mut members: Vec<u32> = Vec::new();
        let mut records: Vec<u64> = Vec::new();
        for (tuples, classes) in part.tuples.chunks(STRIDE).zip(part.class.chunks(STRIDE)) {
            self.pulse.check()?;
            for (&tuple, &old) in tuples.iter().zip(classes) {
                let new = numbers.of(old, values[tuple as usize]);
                if new as usize == members.len() {
                    members.push(0);
                    records.push(0);
                }
                members[new as usize] += 1;
                records[new as usize] += u64::from(self.tuples.weights[tuple as usize]);
                class.push(new);
            }
        }
        let mut alone = part.alone;
        let mut tally = part.alone;
        // Classes with several tuples are numbered anew, without gaps.
        let mut renumbered = vec![u32::MAX; members.len()];
        let mut classes = 0;
        for (new, (&members, &records)) in members.iter().zip(&records).enumerate() {
            tally.add(records, self.k);
            if members == 1 {
                alone.add(records, self.k);
            } else {
                renumbered[new] = classes as u32;
                classes += 1;
            }
        }
        let kept = part.tuples.iter().zip(&class);
        let kept = kept.filter(|&(_, &class)| renumbered[class as usize] != u32::MAX);
        let (tuples, class) = kept
            .map(|(&tuple, &class)| (tuple, renumbered[class as usize]))
            .unzip();
        Ok(Part {
            tuples,
            class,
            classes,
            alone,
            tally,
        })
    }
}

/// Numbers for pairs of a class and a value, from 0, in the order in which they come.
enum Numbers {
    Dense { number: Vec<u32>, width: usize, next: u32 },
    Sparse(HashMap<(u32, u32), u32, foldhash::fast::FixedState>),
}

impl Numbers {
    fn new(classes: usize, values: usize, tuples: usize) -> Self {
        let cells = classes.saturating_mul(values);
        if cells <= 1 << 16 || cells <= 4 * tuples {
            Self::Dense {
                number: vec![u32::MAX; cells],
                width: values,
                next: 0,
            }
        } else {
            Self::Sparse(HashMap::default())
        }
    }

    fn of(&mut self, class: u32, value: u32) -> u32 {
        match self {
            Self::Dense { number, width, next } => {
                let number = &mut number[class as usize * *width + value as usize];
                if *number == u32::MAX {
                    *number = *next;
                    *next += 1;
                }
                *number
            }
            Self::Sparse(map) => {
                let next = map.len() as u32;
                *map.entry((class, value)).or_insert(next)
            }
        }
    }
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
    minimal.filter(|subset| is_minimal(subset)).cloned().collect()
}

impl Uniqueness {
    pub fn figures(&self) -> Vec<Figure> {
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
                    "Without \"{column}\" as many records would be unique: {}.",
                    grouped(*without)
                )
            } else {
                format!(
                    "Without \"{column}\" {} fewer would be unique: {} instead of {}; {} known by it alone.",
                    counted(*fewer, "record", "records"),
                    grouped(*without),
                    grouped(self.together.unique),
                    match alone {
                        0 => "nobody is".to_owned(),
                        1 => "1 is".to_owned(),
                        many => format!("{} are", grouped(*many)),
                    }
                )
            };
            let figure = Figure::new("unique_less_without", *fewer as f64, Unit::Records, sentence);
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
        let Some(first) = self.minimal.first() else {
            return match self.together.unique {
                0 => format!("No combination of columns makes anybody unique ({looked})."),
                many => format!(
                    "All columns together make {} unique, and none of the combinations that were looked at does ({looked}).",
                    counted(many, "record", "records")
                ),
            };
        };
        let named: Vec<String> = self.minimal.iter().take(SHOWN).map(|set| listed(set)).collect();
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
