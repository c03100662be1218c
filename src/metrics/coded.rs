//! What learners and clusters look at: columns of small whole numbers, one per record.

use crate::model::column::Column;

/// Learners and clusters look at so many records at most, evenly chosen.
pub(super) const MOST_SAMPLED: usize = 100_000;

pub(super) trait Coded: Sync {
    /// Codes are below this.
    fn values(&self) -> usize;
    fn code(&self, row: u32) -> usize;
}

impl Coded for &Column {
    fn values(&self) -> usize {
        self.dictionary().len()
    }

    fn code(&self, row: u32) -> usize {
        self.codes()[row as usize] as usize
    }
}

/// These rows, or as many of them as are worth looking at.
pub(super) fn sampled(rows: &[u32]) -> impl Iterator<Item = u32> + '_ {
    evenly(rows, MOST_SAMPLED)
}

/// At most so many of these rows, evenly chosen.
pub(super) fn evenly(rows: &[u32], most: usize) -> impl Iterator<Item = u32> + '_ {
    let wanted = rows.len().min(most);
    (0..wanted).map(move |at| rows[at * rows.len() / wanted])
}
