//! The hash table as the grid shows it.

use crate::ui::lattice::Held;
use crate::ui::lattice::facts::reasons;
use crate::ui::lattice::tuples::{Tuple, Tuples};
use crate::ui::widgets::grid::{GridCell, GridHeader, GridSource, RowLook, RowMark};
use crate::ui::widgets::number;
use cloakroom_core::column::Column;
use cloakroom_core::dictionary::Dictionary;
use cloakroom_core::requirement::Requirement;
use cloakroom_core::table::Table;
use cloakroom_core::units::Counted;
use cloakroom_microdata::privacy::Judge;
use std::borrow::Cow;

pub struct HashSource<'a> {
    tuples: &'a Tuples,
    judge: Option<Judge>,
    requirement: &'a Requirement,
    sensitive: &'a [String],
    /// The columns of these.
    dictionaries: Vec<&'a Dictionary>,
    columns: Vec<Shown>,
    names: Vec<String>,
    /// The tuple of the selected record.
    own: Option<u64>,
    /// Whom COUNT counts.
    counted: &'static str,
}

/// Values that are told in a cell.
const MOST_VALUES: usize = 12;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    Bucket,
    Quasi(usize),
    Count,
    Children,
    Distinct(usize),
    Values(usize),
    Entropy(usize),
    Verdict,
}

impl<'a> HashSource<'a> {
    pub fn new(
        held: &'a Held,
        tuples: &'a Tuples,
        judge: Option<Judge>,
        requirement: &'a Requirement,
        own: Option<u64>,
        table: &'a Table,
    ) -> Self {
        let quasi = held.profile.columns();
        let mut columns = vec![Shown::Bucket, Shown::Count, Shown::Children];
        let of_column = |at| [Shown::Distinct(at), Shown::Entropy(at), Shown::Values(at)];
        columns.extend((0..held.sensitive.len()).flat_map(of_column));
        columns.extend((0..quasi.len()).map(Shown::Quasi));
        columns.push(Shown::Verdict);
        let names = columns
            .iter()
            .map(|shown| match shown {
                Shown::Bucket => "bucket".to_owned(),
                Shown::Quasi(at) => quasi[*at].name.clone(),
                Shown::Count => "COUNT".to_owned(),
                Shown::Children => "tuples below".to_owned(),
                Shown::Distinct(at) => format!("distinct {}", held.sensitive[*at]),
                Shown::Entropy(at) => format!("entropy of {}", held.sensitive[*at]),
                Shown::Values(at) => held.sensitive[*at].clone(),
                Shown::Verdict => "verdict".to_owned(),
            })
            .collect();
        Self {
            tuples,
            judge,
            requirement,
            sensitive: &held.sensitive,
            dictionaries: {
                let columns = held.sensitive.iter().filter_map(|name| table.column(name));
                columns.map(Column::dictionary).collect()
            },
            columns,
            names,
            own,
            counted: Counted::nouns(held.profile.counts())[1],
        }
    }

    fn tuple(&self, row: u64) -> &Tuple {
        &self.tuples.rows[row as usize]
    }

    /// Why a tuple fails; empty if it does not, `None` if that cannot be told.
    fn why(&self, row: u64) -> Option<String> {
        let judged = self.tuple(row).judged(self.judge.as_ref()?);
        Some(reasons(&judged, self.requirement, self.sensitive))
    }
}

/// How wide the columns of a tuple should be for what stands in them.
pub fn widths(held: &Held, tuples: &Tuples) -> Vec<(String, f32)> {
    let columns = held.profile.columns().iter().enumerate();
    columns
        .map(|(at, column)| {
            let labels = tuples.rows.iter().take(400);
            let longest = labels
                .map(|row| row.hash.labels[at].chars().count())
                .chain([column.name.chars().count()])
                .max();
            let width = 8.0 * longest.unwrap_or(0) as f32 + 24.0;
            (column.name.clone(), width.clamp(64.0, 220.0))
        })
        .collect()
}

impl GridSource for HashSource<'_> {
    fn rows(&self) -> u64 {
        self.tuples.rows.len() as u64
    }

    fn columns(&self) -> usize {
        self.columns.len()
    }

    fn name(&self, column: usize) -> &str {
        &self.names[column]
    }

    fn header(&self, column: usize) -> GridHeader<'_> {
        let several = self.counted;
        let (hover, numbers): (Cow<'_, str>, bool) = match self.columns[column] {
            Shown::Bucket => (
                format!("Tuples of at least k {several} share the last bucket: the k-anonymous class.")
                    .into(),
                true,
            ),
            Shown::Quasi(_) => (
                "What the records of the tuple show at these levels.".into(),
                false,
            ),
            Shown::Count => (
                match several {
                    "records" => "Records under the tuple.".into(),
                    _ => format!("How many {several} have records under the tuple.").into(),
                },
                true,
            ),
            Shown::Children => (
                "Tuples one height below on the strategy that become this one; at height 0, its records."
                    .into(),
                true,
            ),
            Shown::Distinct(_) => ("Distinct sensitive values under the tuple.".into(), true),
            Shown::Entropy(_) => (
                "Of the sensitive values under the tuple, in bits: l-diversity by entropy asks for log\u{2082} l (Entropy[i, \
                 j] of the thesis, figure 2.7)."
                    .into(),
                true,
            ),
            Shown::Values(_) => (
                "The sensitive values under the tuple, each with how many show it (the thesis, table 2.7).".into(),
                false,
            ),
            Shown::Verdict => (
                "Whether the tuple keeps every promise, and if not, why.".into(),
                false,
            ),
        };
        GridHeader {
            hover,
            numbers,
            ..GridHeader::default()
        }
    }

    fn last_column_fills(&self) -> bool {
        true
    }

    fn row_number(&self, row: u64) -> u64 {
        row + 1
    }

    fn row_look(&self, row: u64) -> RowLook {
        let k = self.requirement.least_size();
        let bucket = |row: u64| self.tuple(row).hash.count.min(k);
        RowLook {
            mark: match self.why(row) {
                Some(why) if why.is_empty() => RowMark::Satisfied,
                Some(_) => RowMark::Violates,
                None => RowMark::Plain,
            },
            begins: row > 0 && bucket(row) != bucket(row - 1),
            related: self.own == Some(row),
        }
    }

    fn cell(&self, row: u64, column: usize) -> GridCell<'_> {
        let hash = &self.tuple(row).hash;
        let count = |number: u32| GridCell::number(number::count(u64::from(number)));
        match self.columns[column] {
            Shown::Bucket => count(hash.count.min(self.requirement.least_size())),
            Shown::Quasi(at) => match hash.labels[at].as_str() {
                "" => GridCell::missing(),
                label => GridCell::text(label),
            },
            Shown::Count => count(hash.count),
            Shown::Children => count(hash.tuples_below),
            Shown::Distinct(at) => match self.tuple(row).values.get(at) {
                Some(values) => count(values.len() as u32),
                None => GridCell::missing(),
            },
            Shown::Entropy(at) => match self.tuple(row).values.get(at) {
                Some(values) => GridCell::number(format!("{:.2}", bits(values))),
                None => GridCell::missing(),
            },
            Shown::Values(at) => {
                match (self.tuple(row).values.get(at), self.dictionaries.get(at)) {
                    (Some(values), Some(texts)) => GridCell::text(listed(values, texts)),
                    _ => GridCell::missing(),
                }
            }
            Shown::Verdict => match self.why(row) {
                None => GridCell::text("cannot be told"),
                Some(why) if why.is_empty() => GridCell::text("passes"),
                Some(why) => GridCell::text(why),
            },
        }
    }
}

/// The entropy of values with how many show each.
fn bits(values: &[(u32, u32)]) -> f64 {
    let all: u32 = values.iter().map(|&(_, count)| count).sum();
    let parts = values
        .iter()
        .map(|&(_, count)| f64::from(count) / f64::from(all.max(1)));
    let sum: f64 = parts.map(|part| -part * part.log2()).sum();
    sum.max(0.0)
}

/// The most frequent first.
fn listed(values: &[(u32, u32)], texts: &Dictionary) -> String {
    let mut values = values.to_vec();
    values.sort_by_key(|&(code, count)| (std::cmp::Reverse(count), code));
    let mut words: Vec<String> = values
        .iter()
        .take(MOST_VALUES)
        .map(|&(code, count)| format!("{} {}", texts.get(code), number::count(u64::from(count))))
        .collect();
    if values.len() > MOST_VALUES {
        words.push("…".to_owned());
    }
    words.join(", ")
}
