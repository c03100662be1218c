//! The distinct records of every Hamming group, and their ratings without the issues that nobody rated.

use super::STRIDE;
use super::patterns::Patterns;
use crate::ratings::{NULL, PreparedRatings};
use cloakroom_core::{Progress, Stopped};

/// `starts[group]..starts[group + 1]` are the places of a group's records, ascending.
pub struct Groups {
    starts: Vec<u32>,
    records: Vec<u32>,
}

/// Ratings row after row; no cell is missing.
pub struct Rows {
    pub width: usize,
    pub cells: Vec<u16>,
}

impl Groups {
    pub fn of(patterns: &Patterns) -> Self {
        let mut starts = vec![0u32; patterns.groups() + 1];
        for &group in &patterns.group_of {
            starts[group as usize + 1] += 1;
        }
        for group in 0..patterns.groups() {
            starts[group + 1] += starts[group];
        }
        let mut records = vec![0; patterns.records()];
        let mut next = starts.clone();
        for (record, &group) in (0..).zip(&patterns.group_of) {
            records[next[group as usize] as usize] = record;
            next[group as usize] += 1;
        }
        Self { starts, records }
    }

    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The distinct records of a group, ascending.
    pub fn members(&self, group: usize) -> &[u32] {
        &self.records[self.starts[group] as usize..self.starts[group + 1] as usize]
    }
}

impl Rows {
    /// The rows of people who rated the same issues, at least one.
    pub fn of(
        survey: &PreparedRatings,
        people: impl Iterator<Item = u32>,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let mut cells = Vec::new();
        let mut width = 0;
        for (at, person) in people.enumerate() {
            if at.is_multiple_of(STRIDE) {
                progress.check()?;
            }
            let start = cells.len();
            match survey.dense() {
                Some(all) => {
                    let issues = survey.issues.len();
                    let row = &all[person as usize * issues..(person as usize + 1) * issues];
                    cells.extend(row.iter().copied().filter(|&cell| cell != NULL));
                }
                None => survey.each_rated(person as usize, |_, point| cells.push(point)),
            }
            width = cells.len() - start;
        }
        Ok(Self { width, cells })
    }

    pub fn len(&self) -> usize {
        self.cells.len() / self.width
    }

    pub fn row(&self, at: usize) -> &[u16] {
        &self.cells[at * self.width..(at + 1) * self.width]
    }
}

/// How far two rows without missing cells are apart.
pub fn apart_rated(a: &[u16], b: &[u16]) -> u16 {
    a.iter()
        .zip(b)
        .map(|(&a, &b)| a.abs_diff(b))
        .fold(0, u16::max)
}
