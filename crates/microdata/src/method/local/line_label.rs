//! How ranges of numbers and dates are written.

use cloakroom_core::Quasi;
use cloakroom_core::hierarchy::TOP;
use cloakroom_core::prepared_table::ValueRange;
use cloakroom_core::range_label::RangeStyle;
use cloakroom_core::value_type::date_text;

/// What some cells of an ordered column have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Span {
    /// All hold the same value.
    Value(u32),
    /// From the number of one value to that of another; of values with the same number the first.
    Range(u32, u32),
    /// Missing values and numbers.
    Everything,
}

pub struct LineLabels<'a> {
    quasi: &'a Quasi<'a>,
    range: &'a ValueRange,
    /// The first value with the same number, by code: `1` and `1.0` are one end of a range.
    same: Vec<u32>,
    style: RangeStyle,
}

impl<'a> LineLabels<'a> {
    /// `None` for a column that has no range.
    pub fn new(quasi: &'a Quasi<'a>) -> Option<Self> {
        let range = quasi.range.as_ref()?;
        let mut same: Vec<u32> = (0..range.number_of.len() as u32).collect();
        let mut last: Option<u32> = None;
        for &code in quasi.column.order() {
            match last {
                Some(first)
                    if range.number_of[first as usize] == range.number_of[code as usize] =>
                {
                    same[code as usize] = first;
                }
                _ => last = Some(code),
            }
        }
        let style = RangeStyle::of(quasi.column.value_type(), range.low);
        Some(Self {
            quasi,
            range,
            same,
            style,
        })
    }

    pub fn span(&self, codes: impl Iterator<Item = u32>) -> Span {
        codes
            .map(Span::Value)
            .reduce(|a, b| self.merge(a, b))
            .unwrap_or(Span::Everything)
    }

    fn merge(&self, a: Span, b: Span) -> Span {
        if a == b {
            return a;
        }
        let ends = |span: Span| match span {
            Span::Value(code) => Some((self.same[code as usize], self.same[code as usize])),
            Span::Range(low, high) => Some((low, high)),
            Span::Everything => None,
        };
        let (Some((a_low, a_high)), Some((b_low, b_high))) = (ends(a), ends(b)) else {
            return Span::Everything;
        };
        let number = |code: u32| self.range.number_of[code as usize];
        if number(a_low).is_nan() || number(b_low).is_nan() {
            return Span::Everything;
        }
        Span::Range(
            if number(a_low) <= number(b_low) {
                a_low
            } else {
                b_low
            },
            if number(a_high) >= number(b_high) {
                a_high
            } else {
                b_high
            },
        )
    }

    pub fn is_missing(&self, span: Span) -> bool {
        matches!(span, Span::Value(code) if self.quasi.column.null() == Some(code))
    }

    /// The text and what it loses.
    pub fn show(&self, span: Span) -> (String, f64) {
        let text = |code: u32| self.quasi.column.dictionary().get(code);
        match span {
            Span::Everything => (TOP.to_owned(), 1.0),
            Span::Value(code) => (text(code).to_owned(), 0.0),
            // Different texts of one number.
            Span::Range(low, high) if low == high => (text(low).to_owned(), 0.0),
            Span::Range(low, high) => {
                let number = |code: u32| self.range.number_of[code as usize];
                let label = if self.style == RangeStyle::Dates {
                    let day = |code: u32| date_text(number(code) as i64);
                    self.style.written(&day(low), &day(high))
                } else {
                    self.style.written(text(low), text(high))
                };
                (label, self.range.loss(number(low), number(high)))
            }
        }
    }
}
