//! Ratings, wide (a row per person) and long (a row per rating).

mod long;
pub(super) mod majority;
mod scale;
mod wide;

pub use long::{LONG_PARTS, read_long, stream_long};
pub(super) use scale::in_words as scale_in_words;
pub use wide::read_wide;

#[cfg(test)]
mod tests;

/// The number in a cell that holds a rating.
fn rating_number(text: &str) -> Option<f64> {
    let number: f64 = text.trim().parse().ok()?;
    number.is_finite().then_some(number)
}
