//! Two candidates for the same data, side by side: which records differ, and which candidate says more of each
//! column.

mod people;
mod records;
mod transactions;

#[cfg(test)]
mod tests;

pub use records::lost;

use super::kinds::AnyCandidate;
use cloakroom_core::dataset::Dataset;
use cloakroom_core::problem::Failure;
use cloakroom_core::progress::{Progress, Stopped};
use cloakroom_core::ratings::Ratings;
use cloakroom_core::settings::Settings;
use cloakroom_ratings::ratings::PreparedRatings;
use people::people;
use records::records;
use std::sync::Arc;
use transactions::baskets;

/// What a cell that the release lacks has lost.
const ALL: f64 = 1.0;
/// Rows between two looks at the progress.
const BLOCK: usize = 4_096;

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

/// Two candidates for the same data, each with the settings it was made with; of ratings also the survey that each was
/// made from. What cannot be compared differs in nothing.
pub fn compared(
    dataset: &Dataset,
    [a, b]: [(&AnyCandidate, &Settings); 2],
    progress: &Progress,
) -> Result<(Beside, Option<PreparedRatingsAll>), Stopped> {
    match (a.0, b.0) {
        (AnyCandidate::Microdata(one), AnyCandidate::Microdata(other)) => {
            let sides = [(one.as_ref(), a.1), (other.as_ref(), b.1)];
            let beside = dataset.table().map(|table| records(table, sides, progress));
            Ok((beside.transpose()?.unwrap_or_default(), None))
        }
        (AnyCandidate::Ratings(one), AnyCandidate::Ratings(other)) => {
            let surveys = [
                survey(dataset.ratings(), a.1, progress)?,
                survey(dataset.ratings(), b.1, progress)?,
            ];
            let [Some(of_a), Some(of_b)] = surveys else {
                return Ok((Beside::default(), None));
            };
            let sides = [
                (one.as_ref(), of_a.as_ref()),
                (other.as_ref(), of_b.as_ref()),
            ];
            let beside = people(sides, progress)?;
            Ok((beside, Some([of_a, of_b])))
        }
        (AnyCandidate::Transactions(one), AnyCandidate::Transactions(other)) => {
            Ok((baskets([one, other], progress)?, None))
        }
        _ => Ok((Beside::default(), None)),
    }
}

/// What was run could be read; if not, there is nothing to compare.
fn survey(
    ratings: Option<&Ratings>,
    settings: &Settings,
    progress: &Progress,
) -> Result<Option<Arc<PreparedRatings>>, Stopped> {
    let read = ratings.map(|ratings| PreparedRatings::new(ratings, &settings.roles, progress));
    match read {
        Some(Ok(survey)) => Ok(Some(Arc::new(survey))),
        Some(Err(Failure::Stopped(stopped))) => Err(stopped),
        Some(Err(Failure::Problem(_))) | None => Ok(None),
    }
}

/// What is summed over the cells of a column.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    cells: u64,
    more_exact: [u64; 2],
    lost: [f64; 2],
}

impl Sum {
    fn add(&mut self, lost: [f64; 2]) {
        self.cells += 1;
        self.more_exact[0] += u64::from(lost[0] < lost[1]);
        self.more_exact[1] += u64::from(lost[1] < lost[0]);
        self.lost[0] += lost[0];
        self.lost[1] += lost[1];
    }

    fn named(self, name: impl Into<String>) -> ColumnBeside {
        ColumnBeside {
            name: name.into(),
            cells: self.cells,
            more_exact: self.more_exact,
            loss: self.lost.map(|lost| lost / self.cells.max(1) as f64),
        }
    }
}

/// By record, whether it is left out. `left_out` is ascending.
fn flags(left_out: &[u32], records: usize) -> Vec<bool> {
    let mut flags = vec![false; records];
    for &record in left_out {
        if let Some(flag) = flags.get_mut(record as usize) {
            *flag = true;
        }
    }
    flags
}
