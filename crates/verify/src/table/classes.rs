//! Classes by definition: records with the same quasi-identifiers. The tuples are sorted, so they lie side by side.

use super::counting::Pile;
use crate::watch::{Stopped, Watch};
use std::collections::BTreeMap;
use std::ops::Range;

/// Tuples between two looks at the watch.
const STRIDE: usize = 1 << 14;

/// The classes of a release, each a range of tuples.
pub(super) struct Classes<'a> {
    pile: &'a Pile,
    /// Where each class ends.
    ends: Vec<usize>,
}

impl<'a> Classes<'a> {
    /// The first `quasi` values of each tuple are the quasi-identifiers.
    pub fn find(pile: &'a Pile, quasi: usize, watch: &dyn Watch) -> Result<Self, Stopped> {
        let key = |at: usize| &pile.tuple(at)[..quasi];
        let mut ends = Vec::new();
        for at in 0..pile.len() {
            if at % STRIDE == 0 {
                watch.check()?;
            }
            if at + 1 == pile.len() || key(at) != key(at + 1) {
                ends.push(at + 1);
            }
        }
        Ok(Self { pile, ends })
    }

    pub fn number(&self) -> usize {
        self.ends.len()
    }

    pub fn smallest(&self) -> u64 {
        self.sizes().min().unwrap_or(0)
    }

    pub fn sizes(&self) -> impl Iterator<Item = u64> {
        self.iter().map(|tuples| self.records(tuples))
    }

    /// How many classes have so many records.
    pub fn histogram(&self) -> BTreeMap<u64, u64> {
        let mut histogram = BTreeMap::new();
        for size in self.sizes() {
            *histogram.entry(size).or_insert(0) += 1;
        }
        histogram
    }

    pub fn records(&self, tuples: Range<usize>) -> u64 {
        let records = self.pile.records[tuples].iter();
        records.map(|&records| u64::from(records)).sum()
    }

    /// The tuples of each class.
    pub fn iter(&self) -> impl Iterator<Item = Range<usize>> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts
            .zip(self.ends.iter().copied())
            .map(|(start, end)| start..end)
    }
}
