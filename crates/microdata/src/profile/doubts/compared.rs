//! How much of one column is told by another: entropies of both and of their pairs.

use super::is_nearly_unique;
use crate::profile::dependency::entropy::bits;
use cloakroom_core::{Column, Progress, Stopped};
use foldhash::fast::FixedState;
use std::collections::HashMap;

/// A column is told if no more than this share of what it holds stays open, and no more than so many bits: of a column
/// with a value for every record, a small share is much.
const OPEN: (f64, f64) = (0.05, 0.3);
/// The same where some records stand for all: chance may hide a little.
const OPEN_IN_SOME: (f64, f64) = (0.08, 0.4);
/// What a copy adds of its own, in bits.
const OWN: f64 = 0.1;
/// Entropies that are no farther apart than this are one.
const ROUNDING: f64 = 1e-9;
/// Some records are so many at most.
const SOME: usize = 50_000;
/// Records between two looks at the progress.
const STRIDE: usize = 1 << 16;

/// Every record, or every so many-th.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows {
    pub all: usize,
    pub step: usize,
}

impl Rows {
    pub fn all(rows: usize) -> Self {
        Self { all: rows, step: 1 }
    }

    pub fn some(rows: usize) -> Self {
        Self {
            all: rows,
            step: rows.div_ceil(SOME).max(1),
        }
    }

    pub fn places(self) -> impl Iterator<Item = usize> {
        (0..self.all).step_by(self.step)
    }
}

/// In bits.
#[derive(Clone, Copy, Debug)]
pub struct Compared {
    /// What the telling column holds.
    telling: f64,
    told: f64,
    both: f64,
    /// Different values of both, and the records in which the first has one.
    telling_values: usize,
    told_values: usize,
    filled: usize,
}

impl Compared {
    /// Records in which the telling column is missing tell nothing, and are left aside.
    pub fn new(
        telling: &Column,
        told: &Column,
        rows: Rows,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let (codes, others) = (telling.codes(), told.codes());
        let pairs = rows
            .places()
            .filter(|&row| Some(codes[row]) != telling.null())
            .map(|row| (codes[row], others[row], telling.weight(row)));
        Self::of_pairs(pairs, progress)
    }

    /// Codes of both columns, and how many records have them.
    pub fn of_pairs(
        pairs: impl Iterator<Item = (u32, u32, u32)>,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let mut both: HashMap<u64, u32, FixedState> = HashMap::default();
        for (at, (telling, told, records)) in pairs.enumerate() {
            if at % STRIDE == 0 {
                progress.check()?;
            }
            *both
                .entry(u64::from(telling) << 32 | u64::from(told))
                .or_default() += records;
        }
        let mut telling: HashMap<u32, u32, FixedState> = HashMap::default();
        let mut told: HashMap<u32, u32, FixedState> = HashMap::default();
        let mut filled = 0;
        for (&pair, &records) in &both {
            *telling.entry((pair >> 32) as u32).or_default() += records;
            *told.entry(pair as u32).or_default() += records;
            filled += records as usize;
        }
        progress.check()?;
        Ok(Self {
            telling_values: telling.len(),
            told_values: told.len(),
            telling: bits(telling.into_values().collect()),
            told: bits(told.into_values().collect()),
            both: bits(both.into_values().collect()),
            filled,
        })
    }

    /// What stays open of one column if the other is known.
    fn open(&self) -> f64 {
        (self.both - self.telling).max(0.0)
    }

    fn stays_open(&self, (share, bits): (f64, f64)) -> bool {
        self.told <= ROUNDING || self.open() > bits.min(share * self.told) + ROUNDING
    }

    /// How far the two are apart: 0 for a copy.
    pub fn apart(&self) -> f64 {
        (2.0 * self.both - self.telling - self.told).max(0.0)
    }

    /// Whether it is worth a look at all records.
    pub fn may_tell(&self) -> bool {
        !self.stays_open(OPEN_IN_SOME)
    }

    /// A column whose values are of one record each tells everything and means nothing by it.
    pub fn tells(&self) -> bool {
        let by_chance = is_nearly_unique(self.telling_values, self.filled);
        !self.stays_open(OPEN) && !by_chance
    }

    /// The same for several columns as one: they part the records finely, so that what they tell may be chance, unless
    /// they hold nothing else. Of a column with a value for every record that cannot be known.
    pub fn tells_together(&self) -> bool {
        let by_chance = self.telling_values * 2 > self.filled;
        let is_copy = self.both - self.told <= OWN;
        !self.stays_open(OPEN)
            && !is_nearly_unique(self.told_values, self.filled)
            && (!by_chance || is_copy)
    }
}
