//! Few columns can do what many do: those that tell most records apart, and those that do so alone.

use super::{Advice, Topic, share, some_of, spelled};
use crate::change::Change;
use cloakroom_core::Lists;
use cloakroom_core::column::Column;
use cloakroom_core::progress::{Progress, Stopped};
use cloakroom_core::roles::Role;
use cloakroom_core::settings::Settings;
use cloakroom_core::table::Table;
use cloakroom_core::value_type::ValueType;
use cloakroom_core::words::{grouped, listed};
use rayon::prelude::*;

/// So many quasi-identifiers are worth a second thought.
const MANY: usize = 12;
/// Columns that are named.
const FEW: usize = 5;
/// The share of records that they must make unique together.
const MOST: f64 = 0.5;
/// The share from which on no further column is named.
const ALL: f64 = 0.95;
/// A column of numbers that makes this share unique by itself is none that is shown in intervals.
const MOST_OF_NUMBERS: f64 = 0.8;
/// In fewer records being alone says little.
const LEAST_RECORDS: usize = 20;
/// So many rows are gone over between two looks at the progress.
const STRIDE: usize = 1 << 15;

/// Columns in the order in which they tell most apart, each with how many records are then alone in theirs.
pub(crate) struct Telling {
    /// By their places among those that were asked about.
    pub columns: Vec<usize>,
    pub unique: usize,
}

/// Of records that are not counted in batches. One advice at most: whoever takes it gets the next.
pub(crate) fn fewer_known(
    table: &Table,
    settings: &Settings,
    progress: &Progress,
) -> Result<Option<Advice>, Stopped> {
    if table.rows() < LEAST_RECORDS {
        return Ok(None);
    }
    let is_quasi = |column: &&Column| settings.roles.of(column.name()) == Some(Role::Quasi);
    let quasi: Vec<&Column> = table.columns().iter().filter(is_quasi).collect();
    if let Some(advice) = names_by_itself(&quasi, table.rows(), settings) {
        return Ok(Some(advice));
    }
    if quasi.len() < MANY {
        return Ok(None);
    }
    let telling = telling(&quasi, table.rows(), progress)?;
    let unique = telling.unique as f64 / table.rows() as f64;
    if unique < MOST {
        return Ok(None);
    }
    let names: Vec<&str> = telling.columns.iter().map(|&at| quasi[at].name()).collect();
    let others = quasi.iter().map(|column| column.name());
    let others: Vec<String> = others
        .filter(|name| !names.contains(name))
        .map(str::to_owned)
        .collect();
    let few = names.len();
    let (make, these) = match few {
        1 => ("makes", "it"),
        _ => ("make", "these"),
    };
    Ok(Some(Advice {
        topic: Topic::ManyKnown,
        sentence: format!(
            "{} quasi-identifiers: {} of them alone {make} {} of the records unique, namely {}.",
            grouped(quasi.len()),
            spelled(few),
            share(unique),
            listed(&names)
        ),
        consequence: format!(
            "Keep {these} as quasi-identifier{}. The other {} become undecided: say of each whether it is known to others, \
             and until then nothing of them leaves.",
            if few == 1 { "" } else { "s" },
            grouped(others.len())
        ),
        basis: "Counted in all records; each column is the one that tells most apart beside those before it.".to_owned(),
        change: Change::Undecide(others),
    }))
}

/// Texts that name nearly everybody and have no hierarchy: there is nothing that could be shown of them. And numbers of
/// their own, such as the weight of a record, which intervals hide at the cost of all others.
fn names_by_itself(quasi: &[&Column], rows: usize, settings: &Settings) -> Option<Advice> {
    let alone = |column: &Column| column.counts().iter().filter(|&&count| count == 1).count();
    let is_name = |column: &&&Column| {
        let least = match column.value_type() {
            ValueType::Text if settings.hierarchies.contains_key(column.name()) => return false,
            ValueType::Text => ALL,
            ValueType::Whole | ValueType::Decimal => MOST_OF_NUMBERS,
            ValueType::Date => return false,
        };
        alone(column) as f64 >= least * rows as f64
    };
    let columns: Vec<&&Column> = quasi.iter().filter(is_name).collect();
    let least = columns.iter().map(|column| alone(column)).min()?;
    let names: Vec<&str> = columns.iter().map(|column| column.name()).collect();
    let (make, one, their) = match names.len() {
        1 => ("makes", "it", "it is"),
        _ => ("each make at least", "them", "they are"),
    };
    Some(Advice {
        topic: Topic::Unique,
        sentence: format!(
            "{} {make} {} of the records unique.",
            some_of(&names),
            share(least as f64 / rows as f64)
        ),
        consequence: format!("Mark {one} as identifier: {their} left out of every release."),
        basis: "Counted in all records.".to_owned(),
        change: Change::SetRoles(
            names
                .iter()
                .map(|&name| (name.to_owned(), Role::Identifier))
                .collect(),
        ),
    })
}

/// One column after another, each the one that makes most classes out of those so far.
pub(crate) fn telling(
    columns: &[&Column],
    rows: usize,
    progress: &Progress,
) -> Result<Telling, Stopped> {
    progress.stage("looking for the most telling columns", 0);
    let mut groups = Groups::whole(rows);
    let mut telling = Telling {
        columns: Vec::new(),
        unique: 0,
    };
    let mut left: Vec<usize> = (0..columns.len()).collect();
    while telling.columns.len() < FEW && (telling.unique as f64) < ALL * rows as f64 {
        let parted: Result<Vec<usize>, Stopped> = left
            .par_iter()
            .map(|&at| groups.parted_by(columns[at], progress))
            .collect();
        let parted = parted?;
        // Of equals the first.
        let best = (0..left.len()).rev().max_by_key(|&at| parted[at]);
        let Some(best) = best.filter(|&best| parted[best] > groups.0.len()) else {
            break;
        };
        let at = left.remove(best);
        groups = groups.split(columns[at], progress)?;
        telling.columns.push(at);
        telling.unique = groups.alone();
    }
    Ok(telling)
}

/// Rows that agree in all columns so far.
struct Groups(Lists);

impl Groups {
    fn whole(rows: usize) -> Self {
        Self(std::iter::once(0..rows as u32).collect())
    }

    fn alone(&self) -> usize {
        self.0.iter().filter(|group| group.len() == 1).count()
    }

    /// How many groups there would be.
    fn parted_by(&self, column: &Column, progress: &Progress) -> Result<usize, Stopped> {
        let codes = column.codes();
        let mut seen_in = vec![u32::MAX; column.dictionary().len()];
        let mut parted = 0;
        for (group, rows) in (0..).zip(self.0.iter()) {
            for some in rows.chunks(STRIDE) {
                if group % STRIDE as u32 == 0 || some.len() == STRIDE {
                    progress.check()?;
                }
                for &row in some {
                    let seen = &mut seen_in[codes[row as usize] as usize];
                    parted += usize::from(*seen != group);
                    *seen = group;
                }
            }
        }
        Ok(parted)
    }

    fn split(&self, column: &Column, progress: &Progress) -> Result<Self, Stopped> {
        let codes = column.codes();
        let mut split = Lists::with_room(self.0.len(), self.0.entries().len());
        let mut ordered = Vec::new();
        for (number, group) in self.0.iter().enumerate() {
            progress.check_every(STRIDE, number)?;
            ordered.clear();
            ordered.extend_from_slice(group);
            ordered.sort_unstable_by_key(|&row| (codes[row as usize], row));
            let equal = |one: &u32, other: &u32| codes[*one as usize] == codes[*other as usize];
            for part in ordered.chunk_by(equal) {
                split.push(part.iter().copied());
            }
        }
        Ok(Self(split))
    }
}
