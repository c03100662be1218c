//! The classes of a release that is larger than the memory, by definition: the records of every batch are sorted by
//! their texts, equal ones are counted, and what is sorted is merged with what was sorted before.

use crate::io::batches::{BatchSink, Head, read_batches};
use crate::io::csv::stream::Division;
use crate::io::memory;
use crate::model::batch::Batch;
use crate::model::certificate::Certificate;
use crate::model::column::Column;
use crate::model::dictionary::Dictionary;
use crate::model::load_options::LoadOptions;
use crate::model::problem::{Failure, Problem};
use crate::model::pulse::Pulse;
use crate::model::table::Table;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// What a tuple takes, with what is decided from it.
const OF_TUPLE: u64 = 120;
const OF_VALUE: u64 = 12;

/// A release that was read.
pub(super) struct CountedRelease {
    /// Of the columns that promises are about, each row standing for so many records.
    pub table: Table,
    /// Of all columns.
    pub names: Vec<String>,
    pub records: usize,
    pub sha256: String,
}

struct Piles<'a> {
    path: &'a Path,
    names: Vec<String>,
    /// By column, the number of each text.
    numbers: Vec<Mutex<HashMap<Box<str>, u32>>>,
    /// Sorted, the longest first.
    piles: Mutex<Vec<Pile>>,
    /// Tuples that there is room for.
    most: usize,
    pulse: &'a Pulse,
}

/// Distinct tuples in ascending order.
#[derive(Default)]
struct Pile {
    /// A number per column for every tuple.
    tuples: Vec<u32>,
    records: Vec<u32>,
}

impl BatchSink for Piles<'_> {
    fn take(&self, batch: Batch) -> Result<(), Failure> {
        let numbers: Vec<Vec<u32>> = batch
            .columns
            .iter()
            .zip(&self.numbers)
            .map(|(column, numbers)| {
                let mut numbers = numbers.lock().unwrap_or_else(PoisonError::into_inner);
                let texts = column.values.iter();
                texts
                    .map(|text| match numbers.get(text) {
                        Some(&number) => number,
                        None => {
                            let number = numbers.len() as u32;
                            numbers.insert(text.into(), number);
                            number
                        }
                    })
                    .collect()
            })
            .collect();
        let mut tuples = Vec::with_capacity(batch.rows * batch.columns.len());
        for row in 0..batch.rows {
            for (column, numbers) in batch.columns.iter().zip(&numbers) {
                tuples.push(numbers[column.codes[row] as usize]);
            }
        }
        self.pulse.check()?;
        let pile = Pile::sorted(&tuples, batch.columns.len(), batch.rows);
        self.pulse.check()?;
        self.put(pile)
    }
}

impl Piles<'_> {
    /// Two piles are merged when the shorter is no longer much shorter, so each tuple is moved a few times only.
    fn put(&self, mut pile: Pile) -> Result<(), Failure> {
        let width = self.names.len();
        loop {
            let mut piles = self.piles.lock().unwrap_or_else(PoisonError::into_inner);
            let is_alike = |known: &Pile| known.records.len() <= 2 * pile.records.len();
            if !piles.last().is_some_and(is_alike) {
                // Threads finish in any order: the longest comes first.
                let at = piles.partition_point(|known| known.records.len() > pile.records.len());
                piles.insert(at, pile);
                let all: usize = piles.iter().map(|pile| pile.records.len()).sum();
                return if all > self.most {
                    Err(self.too_many().into())
                } else {
                    Ok(())
                };
            }
            let other = piles.pop().unwrap_or_default();
            drop(piles);
            pile = self.merge(pile, other, width)?;
        }
    }

    fn merge(&self, left: Pile, right: Pile, width: usize) -> Result<Pile, Failure> {
        const STRIDE: usize = 1 << 16;
        let mut merged = Pile::default();
        merged
            .tuples
            .reserve(left.tuples.len().max(right.tuples.len()));
        let tuple = |pile: &Pile, at: usize| at * width..((at + 1) * width).min(pile.tuples.len());
        let (mut l, mut r) = (0, 0);
        while l < left.records.len() || r < right.records.len() {
            if (l + r).is_multiple_of(STRIDE) {
                self.pulse.check()?;
            }
            let order = match (l < left.records.len(), r < right.records.len()) {
                (true, true) => left.tuples[tuple(&left, l)].cmp(&right.tuples[tuple(&right, r)]),
                (true, false) => Ordering::Less,
                _ => Ordering::Greater,
            };
            let mut records = 0u32;
            if order.is_le() {
                records = left.records[l];
            }
            if order.is_ge() {
                records = records
                    .checked_add(right.records[r])
                    .ok_or_else(|| self.too_many())?;
            }
            if order.is_le() {
                merged
                    .tuples
                    .extend_from_slice(&left.tuples[tuple(&left, l)]);
                l += 1;
                r += usize::from(order.is_eq());
            } else {
                merged
                    .tuples
                    .extend_from_slice(&right.tuples[tuple(&right, r)]);
                r += 1;
            }
            merged.records.push(records);
        }
        Ok(merged)
    }

    fn too_many(&self) -> Problem {
        Problem::in_file(
            self.path,
            "the released quasi-identifiers and sensitive columns have more different combinations of values than the \
             memory has room for, so that the release cannot be verified here",
        )
    }

    /// All piles as one table.
    fn finish(self) -> Result<(Table, Vec<String>), Failure> {
        let width = self.names.len();
        let mut piles = self.piles.lock().unwrap_or_else(PoisonError::into_inner);
        let mut whole = piles.pop().unwrap_or_default();
        while let Some(pile) = piles.pop() {
            whole = self.merge(whole, pile, width)?;
        }
        drop(piles);
        let weights: Arc<[u32]> = whole.records.as_slice().into();
        let mut columns = Vec::with_capacity(width);
        for (at, (name, numbers)) in self.names.iter().zip(&self.numbers).enumerate() {
            let numbers = numbers.lock().unwrap_or_else(PoisonError::into_inner);
            let mut texts = vec![""; numbers.len()];
            for (text, &number) in numbers.iter() {
                texts[number as usize] = text;
            }
            let null = numbers.get("").copied();
            let full = |_| Problem::in_file(self.path, "the released values are too long together");
            let dictionary = Dictionary::listed(&texts).map_err(full)?;
            let codes = whole.tuples.iter().skip(at).step_by(width.max(1));
            let weights = Some(weights.clone());
            columns.push(Column::weighed(
                name,
                dictionary,
                codes.copied().collect(),
                null,
                weights,
            ));
        }
        let table =
            Table::new(columns).map_err(|error| Problem::in_file(self.path, error.to_string()))?;
        Ok((table, self.names))
    }
}

impl Pile {
    fn sorted(tuples: &[u32], width: usize, rows: usize) -> Self {
        let tuple = |row: u32| &tuples[row as usize * width..(row as usize + 1) * width];
        let mut order: Vec<u32> = (0..rows as u32).collect();
        order.sort_unstable_by(|&a, &b| tuple(a).cmp(tuple(b)));
        let mut pile = Self::default();
        for run in order.chunk_by(|&a, &b| tuple(a) == tuple(b)) {
            pile.tuples.extend_from_slice(tuple(run[0]));
            pile.records.push(run.len() as u32);
        }
        pile
    }
}

/// Reads the released file; of its columns those are looked at that the certificate calls quasi-identifiers or
/// sensitive.
pub(super) fn count(
    certificate: &Certificate,
    path: &Path,
    options: &LoadOptions,
    pulse: &Pulse,
) -> Result<CountedRelease, Failure> {
    let roles = &certificate.roles;
    let begin = |head: &Head<'_>| {
        let is_wanted =
            |name: &String| roles.quasi.contains(name) || roles.sensitive.contains(name);
        let places: Vec<usize> = (0..head.names.len())
            .filter(|&at| is_wanted(&head.names[at]))
            .collect();
        let of_tuple = OF_TUPLE + OF_VALUE * places.len() as u64;
        let piles = Piles {
            path,
            names: places.iter().map(|&at| head.names[at].clone()).collect(),
            numbers: places.iter().map(|_| Mutex::default()).collect(),
            piles: Mutex::default(),
            most: (memory::room() / of_tuple) as usize,
            pulse,
        };
        Ok((places, piles))
    };
    let (file, piles) = read_batches(path, options, begin, Division::default(), pulse)?;
    let (table, _) = piles.finish()?;
    let records = usize::try_from(file.records())
        .map_err(|_| Problem::in_file(path, "the file is too large for this computer"))?;
    Ok(CountedRelease {
        table,
        names: file.names,
        records,
        sha256: file.source.sha256,
    })
}
