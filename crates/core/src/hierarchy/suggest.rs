//! The hierarchy that suits a column, so that nobody begins with an empty page.

use super::dates::{DateUnit, Dates};
use super::frequency::{Balanced, Rare};
use super::intervals::Intervals;
use super::mask::Mask;
use super::source::HierarchySource;
use crate::{Column, ValueType};

/// A beginning and the reason for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Beginning {
    pub source: HierarchySource,
    pub reason: &'static str,
}

/// What suits the column, the best first.
pub fn beginnings(column: &Column) -> Vec<Beginning> {
    let mut found = Vec::new();
    let mut offer = |source, reason| found.push(Beginning { source, reason });
    let length = code_length(column);
    if Dates::fit(column) {
        let dates = vec![DateUnit::Month, DateUnit::Quarter, DateUnit::Year];
        let finest = if column.value_type() == ValueType::Date {
            dates
        } else {
            dates[1..].to_vec()
        };
        offer(
            HierarchySource::Dates(Dates { dates: finest }),
            "Its values are dates.",
        );
    }
    // Zip codes are numbers that nobody adds up: all are equally long.
    if let Some(length) = length {
        offer(
            HierarchySource::Mask(Mask::new(length)),
            "Its values look like codes of one length.",
        );
    }
    if column.value_type().is_number() {
        offer(
            HierarchySource::Intervals(Intervals::new(&widths(column))),
            "Its values are numbers.",
        );
        if column.distinct() >= 8 {
            offer(
                HierarchySource::Balanced(Balanced {
                    balanced: vec![8, 4, 2],
                }),
                "Numbers in groups of about equally many records.",
            );
        }
    } else if column.distinct() > 2 {
        let records: u64 = column.counts().iter().map(|&count| u64::from(count)).sum();
        let least = (records / 200).clamp(2, 1_000) as u32;
        offer(
            HierarchySource::Rare(Rare {
                frequency: vec![least, least * 10],
            }),
            "Its values are texts: rare ones can stand together.",
        );
    }
    found
}

/// The length of codes that are all equally long and hold a digit.
fn code_length(column: &Column) -> Option<u32> {
    let mut lengths = (0..column.dictionary().len() as u32)
        .filter(|&code| Some(code) != column.null())
        .map(|code| column.dictionary().get(code));
    let first = lengths.next()?;
    let length = first.chars().count();
    let is_code = |text: &str| {
        text.len() == length
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && text.bytes().any(|byte| byte.is_ascii_digit())
    };
    let fits = (4..=12).contains(&length) && is_code(first) && lengths.all(is_code);
    // Four digits are a year as often as a code.
    let is_year = length == 4 && column.value_type() == ValueType::Whole;
    (fits && !is_year).then_some(length as u32)
}

/// Round widths, the finest of which makes some fifteen intervals.
fn widths(column: &Column) -> [f64; 3] {
    let numbers = (0..column.dictionary().len() as u32).filter_map(|code| column.number(code));
    let (low, high) = numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| {
        (low.min(number), high.max(number))
    });
    let aim = (high - low) / 15.0;
    let least = if column.value_type() == ValueType::Whole {
        2.0
    } else {
        1e-6
    };
    if !aim.is_finite() || aim <= least {
        return [least, least * 2.0, least * 4.0];
    }
    let power = 10f64.powf(aim.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .find(|step| step * power >= aim)
        .unwrap_or(10.0);
    let finest = (step * power).max(least);
    [finest, finest * 2.0, finest * 4.0]
}
