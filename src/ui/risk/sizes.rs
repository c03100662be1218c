//! Sizes of classes as bars, and how many records each threshold would count.

use cloakroom_core::words::grouped;
use cloakroom_engine::risk::Risk;
use cloakroom_microdata::metrics::risk::is_above;

/// From here on several sizes share a bar.
const EACH: u32 = 10;
/// Steps of the threshold that are looked at.
const STEPS: usize = 100;

/// How many records or people are in classes of which size; the same bars for two sides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SizeBars {
    /// By bar, the largest size that it holds.
    pub up_to: Vec<u32>,
}

impl SizeBars {
    /// Bars for all sizes of some sides.
    pub fn of<'a>(sides: impl Iterator<Item = &'a Risk>) -> Self {
        let largest = sides
            .filter_map(|risk| risk.sizes().into_iter().map(|(size, _)| size).max())
            .max();
        let Some(largest) = largest else {
            return Self::default();
        };
        let mut up_to: Vec<u32> = (1..=EACH.min(largest.max(1))).collect();
        let mut decade = u64::from(EACH);
        while up_to.last().is_some_and(|&last| last < largest) {
            for times in [2, 5, 10] {
                let edge = u32::try_from(decade * times).unwrap_or(u32::MAX);
                if up_to.last().is_some_and(|&last| last < largest) {
                    up_to.push(edge);
                }
            }
            decade *= 10;
        }
        Self { up_to }
    }

    /// Records or people by bar.
    pub fn counts(&self, risk: &Risk) -> Vec<u64> {
        let mut counts = vec![0; self.up_to.len()];
        for (size, records) in risk.sizes() {
            let bar = self.up_to.partition_point(|&up_to| up_to < size);
            if let Some(count) = counts.get_mut(bar) {
                *count += records as u64;
            }
        }
        counts
    }

    /// The sizes of a bar: `7`, `11 to 20`.
    pub fn words(&self, bar: usize) -> String {
        let last = self.up_to[bar];
        let first = bar
            .checked_sub(1)
            .map_or(1, |before| self.up_to[before] + 1);
        let (first, last) = (grouped(first as usize), grouped(last as usize));
        if first == last {
            last
        } else {
            format!("{first} to {last}")
        }
    }

    /// The bars, from the first, whose chance is above the threshold.
    pub fn above(&self, threshold: f64) -> usize {
        let is_above = |&up_to: &u32| is_above(u64::from(up_to), threshold);
        self.up_to.partition_point(is_above)
    }
}

/// The share that is above each threshold, from the least one in steps of a hundredth.
pub fn shares_above(risk: &Risk, least: f64) -> Vec<f64> {
    let first = (least * STEPS as f64).round() as usize;
    risk.shares_above((first..=STEPS).map(|step| step as f64 / STEPS as f64))
}
