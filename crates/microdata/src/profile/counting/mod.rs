//! Equal records of a table that is read in batches, counted instead of kept.
//!
//! What is kept of a record are its values in the columns that classes and promises are about. Batches may come in
//! any order and from several threads: every value and every tuple remembers the first record that had it, so that
//! in the end codes and rows are in the order of the file.

mod distinct;
mod fold;
mod shard;

use cloakroom_core::batch::{Batch, BatchColumn};
use cloakroom_core::spelling::{Fold, FoldError, Spelling, Told, fold_values};
use cloakroom_core::table::TableError;
use cloakroom_core::{
    Column, Dictionary, DictionaryBuilder, DictionaryFull, Progress, Stopped, Table,
};
use distinct::Distinct;
use foldhash::fast::FixedState;
use hashbrown::HashTable;
use shard::Shard;
use std::hash::BuildHasher;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Parts of the tuples that are locked by themselves.
const SHARDS: usize = 64;
/// Tuples between two looks at the progress.
const STRIDE: usize = 1 << 16;

/// Where a record stands: the number of its batch, then its row there.
type Place = u64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountingError {
    /// There are more different tuples than were allowed for.
    TooManyTuples,
    /// The column of this place has too many different values, or too long ones.
    TooManyValues(usize),
    TooManyRecords,
    Stopped(Stopped),
}

impl From<Stopped> for CountingError {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

/// How much may be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    pub tuples: usize,
    /// Of all texts of a column.
    pub text: usize,
}

#[derive(Debug)]
pub struct Counting {
    room: Room,
    columns: Vec<Mutex<Values>>,
    shards: Vec<Mutex<Shard>>,
    tuples: AtomicUsize,
    /// Rows of every batch, with its number.
    batches: Mutex<Vec<(u32, usize)>>,
}

/// The values of one column.
#[derive(Debug, Default)]
struct Values {
    known: DictionaryBuilder,
    first: Vec<Place>,
    text: usize,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn place(batch: u32, row: usize) -> Place {
    u64::from(batch) << 32 | row as u64
}

impl Counting {
    pub fn new(columns: usize, room: Room) -> Self {
        Self {
            room,
            columns: (0..columns).map(|_| Mutex::default()).collect(),
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            tuples: AtomicUsize::new(0),
            batches: Mutex::default(),
        }
    }

    /// Counts the records of a batch, whose columns are those that are counted.
    pub fn add(&self, batch: &Batch) -> Result<(), CountingError> {
        let codes = self
            .columns
            .iter()
            .zip(&batch.columns)
            .enumerate()
            .map(|(at, (values, column))| {
                locked(values)
                    .absorb(column, batch.number, self.room.text)
                    .ok_or(CountingError::TooManyValues(at))
            })
            .collect::<Result<Vec<_>, _>>()?;
        let distinct = Distinct::of(batch);
        let hasher = FixedState::default();
        let width = self.columns.len();
        // The tuples of this batch in codes of the table, each with the shard that it belongs to.
        let mut keys = Vec::with_capacity(distinct.rows.len() * width);
        let mut order: Vec<(u64, u32)> = Vec::with_capacity(distinct.rows.len());
        for (at, &row) in distinct.rows.iter().enumerate() {
            let from = keys.len();
            for (column, codes) in batch.columns.iter().zip(&codes) {
                keys.push(codes[column.codes[row as usize] as usize]);
            }
            order.push((hasher.hash_one(&keys[from..]), at as u32));
        }
        order.sort_unstable_by_key(|&(hash, _)| shard_of(hash));
        for run in order.chunk_by(|a, b| shard_of(a.0) == shard_of(b.0)) {
            let mut shard = locked(&self.shards[shard_of(run[0].0)]);
            let before = shard.counts.len();
            for &(hash, at) in run {
                let at = at as usize;
                let key = &keys[at * width..(at + 1) * width];
                let first = place(batch.number, distinct.rows[at] as usize);
                shard
                    .count(hash, key, distinct.counts[at], first, &hasher)
                    .ok_or(CountingError::TooManyRecords)?;
            }
            let new = shard.counts.len() - before;
            drop(shard);
            if self.tuples.fetch_add(new, Ordering::Relaxed) + new > self.room.tuples {
                return Err(CountingError::TooManyTuples);
            }
        }
        locked(&self.batches).push((batch.number, batch.rows));
        Ok(())
    }

    /// The tuples in the order of their first records, with values that are equal as one: `missing` are texts that
    /// stand for no value.
    pub fn finish(
        self,
        names: &[&str],
        fold: Fold,
        missing: &[String],
        progress: &Progress,
    ) -> Result<Counted, CountingError> {
        let inner =
            |mutex: Mutex<Values>| mutex.into_inner().unwrap_or_else(PoisonError::into_inner);
        let columns: Vec<Values> = self.columns.into_iter().map(inner).collect();
        let mut batches = self
            .batches
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        batches.sort_unstable();
        let mut starts = vec![0usize; batches.last().map_or(0, |&(number, _)| number as usize + 1)];
        let mut records = 0;
        for &(number, rows) in &batches {
            starts[number as usize] = records;
            records += rows;
        }
        if u32::try_from(records).is_err() {
            return Err(CountingError::TooManyRecords);
        }
        let record = |place: Place| {
            (starts[(place >> 32) as usize] + (place & u64::from(u32::MAX)) as usize) as u32
        };
        let shards: Vec<Shard> = self
            .shards
            .into_iter()
            .map(|shard| Shard {
                table: HashTable::new(),
                ..shard.into_inner().unwrap_or_else(PoisonError::into_inner)
            })
            .collect();
        let order = in_order(&shards, starts.len(), progress)?;
        let mut counted = Counted {
            columns: Vec::with_capacity(columns.len()),
            weights: order
                .iter()
                .map(|&(_, shard, at)| shards[shard as usize].counts[at as usize])
                .collect(),
            first_record: order.iter().map(|&(first, _, _)| record(first)).collect(),
            folded: Vec::new(),
        };
        let mut is_merged = false;
        let width = columns.len();
        for (at, values) in columns.into_iter().enumerate() {
            let (mut dictionary, mut null, mut new) = values
                .in_order()
                .map_err(|DictionaryFull| CountingError::TooManyValues(at))?;
            let name = names.get(at).copied().unwrap_or_default();
            let folded = fold_values(&dictionary, fold, missing, name, progress);
            let (spelling, folded) = folded.map_err(|error| match error {
                FoldError::Stopped(stopped) => CountingError::Stopped(stopped),
                FoldError::Full(_) => CountingError::TooManyValues(at),
            })?;
            if let Some(folded) = folded {
                null = folded.null();
                new.iter_mut()
                    .for_each(|code| *code = folded.new[*code as usize]);
                is_merged |= folded.values.len() < dictionary.len();
                dictionary = folded.values;
                counted.folded.push(folded.told);
            }
            let mut codes = Vec::with_capacity(order.len());
            for part in order.chunks(STRIDE) {
                progress.check()?;
                codes.extend(part.iter().map(|&(_, shard, tuple)| {
                    let key = shards[shard as usize].keys[tuple as usize * width + at];
                    new[key as usize]
                }));
            }
            counted.columns.push(CountedColumn {
                dictionary,
                codes,
                null,
                spelling,
            });
        }
        if is_merged {
            counted.merge_equal_rows(progress)?;
        }
        Ok(counted)
    }
}

/// All tuples by their first records, each with its shard and its place there: sorted by batches first, so that a
/// stop is heard in between.
fn in_order(
    shards: &[Shard],
    batches: usize,
    progress: &Progress,
) -> Result<Vec<(Place, u32, u32)>, Stopped> {
    let batch_of = |first: Place| (first >> 32) as usize;
    let mut ends = vec![0usize; batches + 1];
    for shard in shards {
        progress.check()?;
        for &first in &shard.first {
            ends[batch_of(first) + 1] += 1;
        }
    }
    for batch in 0..batches {
        ends[batch + 1] += ends[batch];
    }
    let mut next = ends.clone();
    let mut order = vec![(0, 0, 0); ends[batches]];
    for (shard, number) in shards.iter().zip(0..) {
        progress.check()?;
        for (&first, at) in shard.first.iter().zip(0..) {
            let place = &mut next[batch_of(first)];
            order[*place] = (first, number, at);
            *place += 1;
        }
    }
    for range in ends.windows(2) {
        progress.check()?;
        order[range[0]..range[1]].sort_unstable();
    }
    Ok(order)
}

fn shard_of(hash: u64) -> usize {
    (hash >> 32) as usize % SHARDS
}

impl Values {
    /// The code of each value of the batch; `None` if there is no room for them.
    fn absorb(&mut self, column: &BatchColumn, number: u32, room: usize) -> Option<Vec<u32>> {
        let mut first_rows = column.codes.iter().enumerate();
        let mut codes = Vec::with_capacity(column.values.len());
        for (own, text) in (0u32..).zip(column.values.iter()) {
            // Values are numbered in the order of their first appearance.
            let first = first_rows.find(|&(_, &code)| code == own);
            let first = place(number, first.map_or(0, |(row, _)| row));
            let code = self.known.intern(text).ok()?;
            match self.first.get_mut(code as usize) {
                Some(known) => *known = first.min(*known),
                None => {
                    self.first.push(first);
                    self.text += text.len() + size_of::<u32>();
                }
            }
            codes.push(code);
        }
        (self.text <= room).then_some(codes)
    }

    /// The values in the order of the file, the code of the missing one, and the new code of each.
    fn in_order(self) -> Result<(Dictionary, Option<u32>, Vec<u32>), DictionaryFull> {
        let mut order: Vec<u32> = (0..self.first.len() as u32).collect();
        order.sort_unstable_by_key(|&code| self.first[code as usize]);
        let mut builder = DictionaryBuilder::default();
        let mut new = vec![0; order.len()];
        for code in order {
            new[code as usize] = builder.intern(self.known.dictionary().get(code))?;
        }
        let null = builder.find("");
        Ok((builder.finish(), null, new))
    }
}

/// What was counted.
#[derive(Debug)]
pub struct Counted {
    columns: Vec<CountedColumn>,
    weights: Arc<[u32]>,
    first_record: Vec<u32>,
    /// Columns with values that were written in several ways.
    pub folded: Vec<Told>,
}

#[derive(Debug)]
struct CountedColumn {
    dictionary: Dictionary,
    codes: Vec<u32>,
    null: Option<u32>,
    spelling: Spelling,
}

impl Counted {
    /// As a table whose rows stand for all records that are equal in these columns.
    pub fn into_table(self, names: &[&str]) -> Result<Table, TableError> {
        let columns = self.columns.into_iter().zip(names);
        let columns = columns.map(|(column, &name)| {
            let weights = Some(self.weights.clone());
            Column::weighed(name, column.dictionary, column.codes, column.null, weights)
                .with_first_records(&self.first_record)
                .with_spelling(column.spelling)
        });
        Table::new(columns.collect())
    }
}
