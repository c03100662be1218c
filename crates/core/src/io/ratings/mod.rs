//! Ratings, wide (a row per person) and long (a row per rating).

mod long;
pub(super) mod majority;
mod scale;
mod wide;

pub use long::{LONG_PARTS, rating_columns};
pub(super) use scale::in_words as scale_in_words;

use super::guess;
use super::reader::{OfTable, ReadFrom, Reader};
use crate::{Dataset, Layout, LoadOptions};

static WIDE: Reader = Reader {
    layout: Some(Layout::Wide),
    fewest_columns: 2,
    from: ReadFrom::Table(OfTable {
        holds_values: true,
        read: |placed, is_guess, progress| {
            Ok(wide::read_wide(placed, is_guess, progress)?.map(Dataset::Ratings))
        },
    }),
    stream: None,
};

static LONG: Reader = Reader {
    layout: Some(Layout::Long),
    fewest_columns: 3,
    from: ReadFrom::Table(OfTable {
        holds_values: false,
        read: |placed, _, progress| Ok(long::read_long(placed, progress)?.map(Dataset::Ratings)),
    }),
    stream: Some(|path, options, division, progress| {
        let read = long::stream_long(path, options, division, progress)?;
        Ok(read.map(|read| read.map(Dataset::Ratings)))
    }),
};

pub static READERS: [&Reader; 2] = [&WIDE, &LONG];

/// Whoever names the columns has them long; otherwise the lines tell.
pub fn usual_reader(options: &LoadOptions, lines: Option<&[u8]>) -> &'static Reader {
    let is_long = options.columns.is_some() || lines.is_some_and(guess::are_ratings);
    if is_long { &LONG } else { &WIDE }
}

#[cfg(test)]
mod tests;

/// The number in a cell that holds a rating.
fn rating_number(text: &str) -> Option<f64> {
    let number: f64 = text.trim().parse().ok()?;
    number.is_finite().then_some(number)
}
