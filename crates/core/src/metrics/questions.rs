//! Random questions about counts: what the error of queries is asked with, whatever the data.

use super::share;
use crate::{Stopped, Stream};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Questions {
    /// Columns, issues or items in a question, beside a sensitive one.
    pub width: u32,
    /// The share of records that a question is made to match, were the columns independent. Questions about items are
    /// taken from what somebody holds instead.
    pub share: f64,
}

impl Default for Questions {
    fn default() -> Self {
        Self {
            width: 2,
            share: 0.05,
        }
    }
}

impl Questions {
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }

    pub fn width(self) -> usize {
        self.width as usize
    }

    /// The share of a column's values that a question over so many columns asks for.
    pub fn share_of_values(self, columns: usize) -> f64 {
        self.share.powf(1.0 / columns.max(1) as f64)
    }
}

const MOST_QUERIES: usize = 200;
const FEWEST_QUERIES: usize = 50;
/// Records looked at in all questions together.
const WORK: usize = 6_000_000;
/// How many records are looked at between two looks at the progress.
pub const STRIDE: usize = 1 << 16;

/// The mean of what the questions with these numbers say; `None` if none says anything. Large tables are
/// asked less often.
pub fn mean_error(
    records: usize,
    ask: impl Fn(u64) -> Result<Option<f64>, Stopped> + Sync + Send,
) -> Result<Option<f64>, Stopped> {
    let queries = (WORK / records.max(1)).clamp(FEWEST_QUERIES, MOST_QUERIES);
    let errors = (0..queries as u64)
        .into_par_iter()
        .map(ask)
        .collect::<Result<Vec<Option<f64>>, Stopped>>()?;
    let answered: Vec<f64> = errors.into_iter().flatten().collect();
    let mean = share(answered.iter().sum(), answered.len() as f64);
    Ok((!answered.is_empty()).then_some(mean))
}

/// 1 for each of the values that is asked for.
pub fn some_values(stream: &mut Stream, values: usize, share: f64) -> Vec<f64> {
    let wanted = ((values as f64 * share).ceil() as usize).min(values);
    let mut asked = vec![0.0; values];
    for code in some_of(stream, values, wanted) {
        asked[code as usize] = 1.0;
    }
    asked
}

/// `wanted` of `0..all`, each at most once.
pub fn some_of(stream: &mut Stream, all: usize, wanted: usize) -> Vec<u32> {
    let mut places: Vec<u32> = (0..all as u32).collect();
    let wanted = wanted.min(all);
    for place in 0..wanted {
        let other = place + stream.below((all - place) as u32) as usize;
        places.swap(place, other);
    }
    places.truncate(wanted);
    places
}
