//! Ranges of numbers and dates: from the smallest to the largest value of the records that show them, or widened to
//! round ends.

use super::groups::kept_type;
use super::members::Members;
use cloakroom_core::hierarchy::TOP;
use cloakroom_core::prepared_table::ValueRange;
use cloakroom_core::range_label::{RangeEnd, RangeStyle, rounded};
use cloakroom_core::settings::Ranges;
use cloakroom_core::value_type::date_text;
use cloakroom_core::{Failure, Quasi};
use cloakroom_microdata::method::ChangedColumn;

pub fn rename(
    quasi: &Quasi<'_>,
    changed: &mut ChangedColumn,
    members: &Members,
    ends: Ranges,
) -> Result<(), Failure> {
    let Some(range) = &quasi.range else {
        return Ok(());
    };
    let style = style(quasi, range, members);
    let mut texts: Vec<String> = changed
        .column
        .dictionary()
        .iter()
        .map(str::to_owned)
        .collect();
    for (code, members) in members.of_code.iter().enumerate() {
        let numbers = members.iter().map(|&(value, _)| value);
        let Some((low, high)) = extremes(range, numbers) else {
            continue;
        };
        if texts[code] == TOP || range.number_of[low as usize] == range.number_of[high as usize] {
            // One value, which is what it reads; of several texts for a number the first.
            if texts[code] != TOP {
                texts[code] = quasi.column.dictionary().get(low).to_owned();
                changed.loss_of_code[code] = 0.0;
            }
            continue;
        }
        let end = |value: u32| {
            let number = range.number_of[value as usize];
            let text = match style {
                RangeStyle::Dates => date_text(number as i64),
                _ => quasi.column.dictionary().get(value).to_owned(),
            };
            RangeEnd { text, number }
        };
        let shown = match ends {
            Ranges::Exact => Some((end(low), end(high))),
            Ranges::Round => rounded(&end(low), &end(high), style),
        };
        let (text, loss) = match shown {
            Some((low, high)) => {
                let loss = range.loss(low.number, high.number).min(1.0);
                (style.written(&low.text, &high.text), loss)
            }
            // Nothing round covers it: then nothing is said.
            None => (TOP.to_owned(), 1.0),
        };
        texts[code] = text;
        changed.loss_of_code[code] = loss;
    }
    changed.retext(&texts)
}

/// How ranges are written for the values that are kept.
fn style(quasi: &Quasi<'_>, range: &ValueRange, members: &Members) -> RangeStyle {
    let kept = members.is_kept.iter().zip(&range.number_of);
    let lowest = kept
        .filter(|&(&is_kept, number)| is_kept && !number.is_nan())
        .map(|(_, &number)| number)
        .fold(f64::INFINITY, f64::min);
    RangeStyle::of(kept_type(quasi.column, members), lowest)
}

/// The values with the smallest and the largest number, of those with the same the first in their order; `None`
/// if one is missing.
fn extremes(range: &ValueRange, values: impl Iterator<Item = u32>) -> Option<(u32, u32)> {
    let number = |value: u32| range.number_of[value as usize];
    let mut ends: Option<(u32, u32)> = None;
    for value in values {
        if number(value).is_nan() {
            return None;
        }
        ends = Some(match ends {
            None => (value, value),
            Some((low, high)) => (
                if number(value) < number(low) {
                    value
                } else {
                    low
                },
                if number(value) > number(high) {
                    value
                } else {
                    high
                },
            ),
        });
    }
    ends
}
