//! How a stretch of values is called.

use super::error::HierarchyError;
use crate::column::Column;
use crate::value_type::{ValueType, date_text};

/// A number without the dust of floating point.
pub(super) fn tidy(number: f64) -> f64 {
    (number * 1e9).round() / 1e9
}

/// How the ends of intervals are written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Style {
    /// `20-24`, which people write; for whole numbers that are not below zero.
    Closed,
    /// `[0.2, 0.4)`, which does not mislead for decimals and does not puzzle below zero.
    HalfOpen,
    /// As `HalfOpen`, the ends being dates.
    Dates,
}

impl Style {
    fn number(self, number: f64) -> String {
        match self {
            Self::Dates => date_text(number as i64),
            _ => tidy(number).to_string(),
        }
    }

    pub fn below(self, end: f64) -> String {
        format!("<{}", self.number(end))
    }

    pub fn from(self, start: f64) -> String {
        format!(">={}", self.number(start))
    }

    /// From `start` on, up to but not including `end`.
    pub fn between(self, start: f64, end: f64) -> String {
        match self {
            Self::Closed if tidy(end - start) == 1.0 => self.number(start),
            Self::Closed => format!("{}-{}", self.number(start), self.number(end - 1.0)),
            _ => format!("[{}, {})", self.number(start), self.number(end)),
        }
    }
}

/// The name of the values from `first` to `last`, both included.
pub(super) fn named(column: &Column, first: u32, last: u32) -> String {
    let text = |code| column.dictionary().get(code);
    stretch(
        text(first),
        text(last),
        column.value_type() == ValueType::Whole,
    )
}

/// `17-23` is what people write, but it would mislead for decimals and puzzle below zero.
pub(super) fn stretch(low: &str, high: &str, dashed: bool) -> String {
    if low == high {
        low.to_owned()
    } else if dashed && !low.starts_with('-') {
        format!("{low}-{high}")
    } else {
        format!("[{low}, {high}]")
    }
}

/// Sizes or widths that nest: each above the one before.
pub(super) fn check_rising(sizes: &[u32], flaw: &'static str) -> Result<(), HierarchyError> {
    let rising = sizes.windows(2).all(|pair| pair[0] < pair[1]);
    if sizes.is_empty() || !rising || sizes[0] < 2 {
        return Err(HierarchyError::Senseless(flaw));
    }
    Ok(())
}
