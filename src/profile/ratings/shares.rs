//! What the people of every distinct record add to the sensitive issues of those close to them.

use super::Level;
use super::patterns::Patterns;
use crate::model::requirement::NullReading;
use crate::model::survey::Survey;
use crate::privacy::survey::Spread;

/// By distinct record, a spread per sensitive issue; a single one that only counts people if there is none.
pub struct Shares {
    pub width: usize,
    pub spreads: Vec<Spread>,
    has_secrets: bool,
}

impl Shares {
    pub fn of(survey: &Survey, patterns: &Patterns) -> Self {
        let width = survey.secrets.len().max(1);
        let mut spreads = vec![Spread::default(); patterns.records() * width];
        if survey.secrets.is_empty() {
            for (spread, &weight) in spreads.iter_mut().zip(&patterns.weight) {
                spread.people = weight;
            }
        }
        for (issue, cells) in survey.secrets.iter().enumerate() {
            for (&record, &cell) in patterns.record_of.iter().zip(cells) {
                spreads[record as usize * width + issue].add(cell, 1);
            }
        }
        Self {
            width,
            spreads,
            has_secrets: !survey.secrets.is_empty(),
        }
    }

    pub fn share(&self, record: u32) -> &[Spread] {
        let start = record as usize * self.width;
        &self.spreads[start..start + self.width]
    }

    /// How many people there are in a sum of shares, and the l that they reach on every issue.
    pub fn measure(&self, sum: &[Spread], survey: &Survey, reading: NullReading) -> (u32, u64) {
        let reaches = if self.has_secrets {
            let reached = |spread: &Spread| spread.reaches(&survey.scale, reading);
            sum.iter().map(reached).min().unwrap_or(u64::MAX)
        } else {
            u64::MAX
        };
        (sum[0].people, reaches)
    }

    /// A level at which whole groups, or all people, are close to each other.
    pub fn whole(
        &self,
        everybody: bool,
        patterns: &Patterns,
        measure: &impl Fn(&[Spread]) -> (u32, u64),
    ) -> Level {
        let groups = if everybody { 1 } else { patterns.groups() };
        let group_of = |record: usize| match everybody {
            true => 0,
            false => patterns.group_of[record] as usize,
        };
        let mut sums = vec![Spread::default(); groups * self.width];
        for record in 0..patterns.records() {
            let start = group_of(record) * self.width;
            add(
                &mut sums[start..start + self.width],
                self.share(record as u32),
            );
        }
        let measured: Vec<(u32, u64)> = sums.chunks(self.width).map(measure).collect();
        (0..patterns.records())
            .map(|record| measured[group_of(record)])
            .collect()
    }
}

/// Adds a share to a sum.
pub fn add(sum: &mut [Spread], share: &[Spread]) {
    for (sum, share) in sum.iter_mut().zip(share) {
        sum.merge(share);
    }
}

impl FromIterator<(u32, u64)> for Level {
    fn from_iter<T: IntoIterator<Item = (u32, u64)>>(measured: T) -> Self {
        let (within, reaches) = measured.into_iter().unzip();
        Self { within, reaches }
    }
}
