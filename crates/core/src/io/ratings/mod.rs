//! Ratings, wide (a row per person) and long (a row per rating).

mod long;
mod scale;
mod wide;

pub use long::{LONG_PARTS, read_long, stream_long};
pub use wide::read_wide;

#[cfg(test)]
mod tests;

/// The number in a cell that holds a rating.
fn rating_number(text: &str) -> Option<f64> {
    let number: f64 = text.trim().parse().ok()?;
    number.is_finite().then_some(number)
}
