//! What all engines share: who is alike, what everybody adds, and how a sum becomes a level.

use super::patterns::Patterns;
use super::shares::{Shares, add};
use super::{Level, STRIDE};
use crate::privacy::Spread;
use crate::ratings::PreparedRatings;
use cloakroom_core::{Lists, NullReading, Progress, Stopped};
use rayon::prelude::*;

pub struct Measure<'a> {
    pub survey: &'a PreparedRatings,
    pub patterns: &'a Patterns,
    pub groups: Lists,
    pub shares: Shares,
    pub reading: NullReading,
}

impl<'a> Measure<'a> {
    pub fn new(survey: &'a PreparedRatings, patterns: &'a Patterns, reading: NullReading) -> Self {
        Self {
            survey,
            patterns,
            groups: patterns.listed(),
            shares: Shares::of(survey, patterns),
            reading,
        }
    }

    /// How many people there are in a sum of shares, and the l that they reach on every issue of it.
    pub fn of(&self, sum: &[Spread]) -> (u32, u64) {
        let reaches = if self.survey.secrets.is_empty() {
            u64::MAX
        } else {
            let reached = |spread: &Spread| spread.reaches(&self.survey.scale, self.reading);
            sum.iter().map(reached).min().unwrap_or(u64::MAX)
        };
        (sum[0].people, reaches)
    }

    /// The level at which only equal records are close.
    pub fn own(&self, progress: &Progress) -> Result<Level, Stopped> {
        let stretches: Vec<Level> = self
            .shares
            .spreads
            .par_chunks(STRIDE * self.shares.width)
            .map(|shares| {
                progress.check()?;
                Ok(shares
                    .chunks(self.shares.width)
                    .map(|own| self.of(own))
                    .collect())
            })
            .collect::<Result<_, Stopped>>()?;
        let mut level = Level::default();
        for stretch in stretches {
            level.within.extend(stretch.within);
            level.reaches.extend(stretch.reaches);
        }
        Ok(level)
    }

    /// The level at which whole groups are close.
    pub fn groups(&self) -> Level {
        let width = self.shares.width;
        let mut sums = vec![Spread::default(); self.patterns.groups() * width];
        for (record, &group) in (0..).zip(&self.patterns.group_of) {
            let start = group as usize * width;
            add(&mut sums[start..start + width], self.shares.share(record));
        }
        let measured: Vec<(u32, u64)> = sums.chunks(width).map(|sum| self.of(sum)).collect();
        let groups = self.patterns.group_of.iter();
        groups.map(|&group| measured[group as usize]).collect()
    }

    /// The level at which everybody is close.
    pub fn everybody(&self) -> Level {
        let mut sum = vec![Spread::default(); self.shares.width];
        for share in self.shares.spreads.chunks(self.shares.width) {
            add(&mut sum, share);
        }
        vec![self.of(&sum); self.patterns.records()]
            .into_iter()
            .collect()
    }
}

impl FromIterator<(u32, u64)> for Level {
    fn from_iter<T: IntoIterator<Item = (u32, u64)>>(measured: T) -> Self {
        let (within, reaches) = measured.into_iter().unzip();
        Self { within, reaches }
    }
}
