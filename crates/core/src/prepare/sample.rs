//! Some of the rows, drawn by a seed: the same ones on every machine.

use super::SampleSize;
use super::rows::picked;
use crate::load_options::LoadOptions;
use crate::problem::{Failure, Problem};
use crate::random::Random;
use crate::table::Table;
use crate::words::counted;

/// A stream of chance of its own.
const STREAM: u64 = 0x7361_6d70;

pub(super) fn sample(
    table: &Table,
    size: SampleSize,
    seed: u64,
    options: &LoadOptions,
) -> Result<Table, Failure> {
    let rows = table.rows();
    let wanted = match size {
        SampleSize::Rows(wanted) => usize::try_from(wanted).unwrap_or(usize::MAX),
        SampleSize::Share(share) => (rows as f64 * share).round() as usize,
    };
    if wanted > rows {
        let message = format!(
            "{} are to be drawn from {rows}; expected no more than there are",
            counted(wanted, "row", "rows")
        );
        return Err(Problem::new(message).into());
    }
    if wanted == 0 {
        return Err(Problem::new("no row would be drawn; expected at least one").into());
    }
    let mut random = Random::new(seed, STREAM);
    // Every row is taken with the chance that is left for it (Knuth's algorithm S), so that their order stays.
    let mut chosen = Vec::with_capacity(wanted);
    for row in 0..rows {
        if random.below(rows - row) < wanted - chosen.len() {
            chosen.push(row as u32);
        }
    }
    picked(table, &chosen, options)
}
