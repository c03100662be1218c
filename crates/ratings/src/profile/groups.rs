//! The ratings of a Hamming group without the issues that nobody rated.

use super::STRIDE;
use crate::ratings::{NULL, PreparedRatings};
use cloakroom_core::{Progress, Stopped};

/// Ratings row after row; no cell is missing.
pub struct Rows {
    pub width: usize,
    pub cells: Vec<u16>,
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
            progress.check_every(STRIDE, at)?;
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
