//! Two candidates for the same data, side by side: which records differ, and which candidate says more of each
//! column.

#[cfg(test)]
mod tests;

pub use crate::records::beside::lost;

use super::kinds::AnyCandidate;
use cloakroom_core::{Dataset, Progress, Settings, Stopped};
use cloakroom_ratings::ratings::PreparedRatings;
use std::sync::Arc;

/// What a cell that the release lacks has lost.
pub(crate) const ALL: f64 = 1.0;
/// Rows between two looks at the progress.
pub(crate) const BLOCK: usize = 4_096;

/// The first candidate is A, the second B, wherever there are two of something.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Beside {
    /// Quasi-identifiers, issues, or the groups of items directly below the root.
    pub columns: Vec<ColumnBeside>,
    /// Records that the two do not release alike, ascending.
    pub differing: Vec<u32>,
    pub records: usize,
    /// How many records each leaves out.
    pub left_out: [usize; 2],
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ColumnBeside {
    pub name: String,
    pub cells: u64,
    /// Cells that one says more exactly than the other.
    pub more_exact: [u64; 2],
    /// On average over the cells: 0 for one that is as it was, 1 for one that says nothing any more.
    pub loss: [f64; 2],
}

impl Beside {
    /// What each loses on average over all cells.
    pub fn loss(&self) -> [f64; 2] {
        let cells: u64 = self.columns.iter().map(|column| column.cells).sum();
        [0, 1].map(|side| {
            let lost = self.columns.iter();
            let lost: f64 = lost
                .map(|column| column.loss[side] * column.cells as f64)
                .sum();
            lost / cells.max(1) as f64
        })
    }
}

/// What two candidates for ratings were made from.
pub type PreparedRatingsAll = [Arc<PreparedRatings>; 2];

/// How two candidates differ; of ratings also what each was made from.
pub type Sides = (Beside, Option<PreparedRatingsAll>);

/// Two candidates for the same data, each with the settings it was made with. What cannot be compared differs in
/// nothing.
pub fn compared(
    dataset: &Dataset,
    [a, b]: [(&AnyCandidate, &Settings); 2],
    progress: &Progress,
) -> Result<Sides, Stopped> {
    a.0.made().beside(a.1, b, dataset, progress)
}

/// What is summed over the cells of a column.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sum {
    pub cells: u64,
    more_exact: [u64; 2],
    lost: [f64; 2],
}

impl Sum {
    pub fn add(&mut self, lost: [f64; 2]) {
        self.cells += 1;
        self.more_exact[0] += u64::from(lost[0] < lost[1]);
        self.more_exact[1] += u64::from(lost[1] < lost[0]);
        self.lost[0] += lost[0];
        self.lost[1] += lost[1];
    }

    pub fn named(self, name: impl Into<String>) -> ColumnBeside {
        ColumnBeside {
            name: name.into(),
            cells: self.cells,
            more_exact: self.more_exact,
            loss: self.lost.map(|lost| lost / self.cells.max(1) as f64),
        }
    }
}

/// By record, whether it is left out. `left_out` is ascending.
pub(crate) fn flags(left_out: &[u32], records: usize) -> Vec<bool> {
    let mut flags = vec![false; records];
    for &record in left_out {
        if let Some(flag) = flags.get_mut(record as usize) {
            *flag = true;
        }
    }
    flags
}
