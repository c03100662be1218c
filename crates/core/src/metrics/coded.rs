//! What learners and clusters look at: columns of small whole numbers, one per record.

use crate::{Column, Stream};

/// Learners and clusters look at so many records at most, evenly chosen.
pub const MOST_SAMPLED: usize = 100_000;

pub trait Coded: Sync {
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

/// Streams of other metrics count from 0.
const STREAM: u64 = 1 << 40;

/// A column with more values than this is not a class to be predicted.
const MOST_CLASSES: usize = 200;

/// What a learner learns from and what it is tested on, `None` if there is nothing to learn; which half a row is in depends
/// on nothing but the row and the seed.
pub fn halves<C: Coded>(
    columns: &[C],
    class: &impl Coded,
    rows: &[u32],
    seed: u64,
) -> Option<(Vec<u32>, Vec<u32>)> {
    let learns = |row: &u32| Stream::new(seed, STREAM + u64::from(*row)).below(2) == 0;
    let (learned, tested): (Vec<u32>, Vec<u32>) = sampled(rows).partition(learns);
    let nothing = columns.is_empty() || learned.is_empty() || tested.is_empty();
    let fit = !nothing && (2..=MOST_CLASSES).contains(&class.values());
    fit.then_some((learned, tested))
}

/// These rows, or as many of them as are worth looking at.
pub fn sampled(rows: &[u32]) -> impl Iterator<Item = u32> + '_ {
    evenly(rows, MOST_SAMPLED)
}

/// At most so many of these rows, evenly chosen.
pub fn evenly(rows: &[u32], most: usize) -> impl Iterator<Item = u32> + '_ {
    let wanted = rows.len().min(most);
    (0..wanted).map(move |at| rows[at * rows.len() / wanted])
}
