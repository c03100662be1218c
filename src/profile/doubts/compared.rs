//! How much of one column is told by another: entropies of both and of their pairs.

use super::is_nearly_unique;
use crate::model::column::Column;
use crate::model::pulse::{Pulse, Stopped};
use crate::profile::dependency::entropy::bits;
use foldhash::fast::FixedState;
use std::collections::HashMap;

/// A column is told if no more than this share of what it holds stays open.
const OPEN: f64 = 0.05;
/// The same where some records stand for all: chance may hide a little.
const OPEN_IN_SOME: f64 = 0.08;
/// Entropies that are no farther apart than this are one.
const ROUNDING: f64 = 1e-9;
/// Some records are so many at most.
const SOME: usize = 50_000;
/// Records between two looks at the pulse.
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
    /// Different values of the telling column, and the records that have one.
    distinct: usize,
    filled: usize,
}

impl Compared {
    /// Records in which the telling column is missing tell nothing, and are left aside.
    pub fn new(
        telling: &Column,
        told: &Column,
        rows: Rows,
        pulse: &Pulse,
    ) -> Result<Self, Stopped> {
        let (codes, others) = (telling.codes(), told.codes());
        let pairs = rows
            .places()
            .map(|row| (codes[row], others[row]))
            .filter(|&(code, _)| Some(code) != telling.null());
        Self::of_pairs(pairs, pulse)
    }

    pub fn of_pairs(
        pairs: impl Iterator<Item = (u32, u32)>,
        pulse: &Pulse,
    ) -> Result<Self, Stopped> {
        let mut both: HashMap<u64, u32, FixedState> = HashMap::default();
        for (at, (telling, told)) in pairs.enumerate() {
            if at % STRIDE == 0 {
                pulse.check()?;
            }
            *both
                .entry(u64::from(telling) << 32 | u64::from(told))
                .or_default() += 1;
        }
        let mut telling: HashMap<u32, u32, FixedState> = HashMap::default();
        let mut told: HashMap<u32, u32, FixedState> = HashMap::default();
        let mut filled = 0;
        for (&pair, &records) in &both {
            *telling.entry((pair >> 32) as u32).or_default() += records;
            *told.entry(pair as u32).or_default() += records;
            filled += records as usize;
        }
        pulse.check()?;
        let distinct = telling.len();
        Ok(Self {
            telling: bits(telling.into_values().collect()),
            told: bits(told.into_values().collect()),
            both: bits(both.into_values().collect()),
            distinct,
            filled,
        })
    }

    /// What stays open of one column if the other is known.
    fn open(&self) -> f64 {
        (self.both - self.telling).max(0.0)
    }

    fn stays_open(&self, share: f64) -> bool {
        self.told <= ROUNDING || self.open() > share * self.told + ROUNDING
    }

    /// Each can be told from the other: one is a copy, under whatever names.
    fn is_copy(&self) -> bool {
        let back = (self.both - self.told).max(0.0);
        !self.stays_open(OPEN) && back <= OPEN * self.telling + ROUNDING
    }

    /// How far the two are apart: 0 for a copy.
    pub fn apart(&self) -> f64 {
        (2.0 * self.both - self.telling - self.told).max(0.0)
    }

    /// Whether it is worth a look at all records.
    pub fn may_tell(&self) -> bool {
        !self.stays_open(OPEN_IN_SOME)
    }

    /// A column whose values are of one record each tells everything and means nothing by it, unless it is a copy.
    pub fn tells(&self) -> bool {
        let by_chance = is_nearly_unique(self.distinct, self.filled);
        !self.stays_open(OPEN) && (!by_chance || self.is_copy())
    }

    /// The same for several columns as one: many columns part the records finely, so that more must speak for it.
    pub fn tells_together(&self) -> bool {
        let by_chance = self.distinct * 2 > self.filled;
        !self.stays_open(OPEN) && (!by_chance || self.is_copy())
    }
}
