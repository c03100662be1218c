//! What the people of every distinct record add to the sensitive issues of those close to them.

use super::patterns::Patterns;
use crate::privacy::Spread;
use crate::ratings::PreparedRatings;

/// By distinct record, a spread per sensitive issue; a single one that only counts people if there is none.
pub struct Shares {
    pub width: usize,
    pub spreads: Vec<Spread>,
}

impl Shares {
    pub fn of(survey: &PreparedRatings, patterns: &Patterns) -> Self {
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
        Self { width, spreads }
    }

    pub fn share(&self, record: u32) -> &[Spread] {
        let start = record as usize * self.width;
        &self.spreads[start..start + self.width]
    }
}

/// Adds a share to a sum.
pub fn add(sum: &mut [Spread], share: &[Spread]) {
    for (sum, share) in sum.iter_mut().zip(share) {
        sum.merge(share);
    }
}
