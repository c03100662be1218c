//! Columns whose values have the types of polars, where nothing is lost: every text is what its typed value would be
//! written as.

use super::spelled::{float_text, time_text};
use crate::spelling::Spelling;
use crate::value_type::{date_text, parse_date};
use crate::{Column, ValueType};
use polars::prelude::{
    BooleanChunked, DataType, Int32Chunked, Int64Chunked, IntoSeries, NamedFrom, NewChunkedArray,
    Series, StringChunked, TimeUnit,
};

/// The column in the narrowest type that loses none of its values, spelled as the column is.
pub fn typed(column: &Column) -> Series {
    let counts = column.counts().iter();
    let used = || {
        let values = column.dictionary().iter().zip(counts.clone());
        let values = values.filter(|&(_, &count)| count > 0);
        values.map(|(text, _)| text).filter(|text| !text.is_empty())
    };
    if used().next().is_some() && used().all(|text| truth(text).is_some()) {
        let values = read_all(column, truth);
        let codes = column.codes().iter();
        let cells = codes.map(|&code| values[code as usize]);
        return BooleanChunked::from_iter_options(column.name().into(), cells).into_series();
    }
    let mut fitting = Fitting {
        spelling: column.spelling(),
        ..Fitting::default()
    };
    used().for_each(|text| fitting.note(text));
    let value_type = fitting.value_type();
    if value_type == ValueType::Text
        && used().next().is_some()
        && used().all(|text| moment(text).is_some())
    {
        let values = read_all(column, moment);
        let cells = column.codes().iter().map(|&code| values[code as usize]);
        let ticks = Int64Chunked::from_iter_options(column.name().into(), cells).into_series();
        if let Ok(moments) = ticks.cast(&DataType::Datetime(TimeUnit::Microseconds, None)) {
            return moments;
        }
    }
    series_of(column, 0..column.len(), value_type)
}

const MICROSECONDS: i64 = 1_000_000;

/// Microseconds since 1970 of a day, perhaps with a time of day behind it, that is spelled as such a moment is.
pub(crate) fn moment(text: &str) -> Option<i64> {
    let day = i64::from(date(text.get(..10)?)?) * 86_400 * MICROSECONDS;
    let Some(clock) = text.get(10..).filter(|clock| !clock.is_empty()) else {
        return Some(day);
    };
    let clock = clock.strip_prefix(' ')?;
    let (whole, part) = clock.split_once('.').unwrap_or((clock, ""));
    let mut fields = whole.split(':').map(str::parse::<i64>);
    let (hours, minutes, seconds) = (fields.next()?, fields.next()?, fields.next()?);
    let seconds = hours.ok()? * 3600 + minutes.ok()? * 60 + seconds.ok()?;
    if part.len() > 6 || seconds <= 0 && part.is_empty() || seconds >= 86_400 {
        return None;
    }
    let part: i64 = format!("{part:0<6}").parse().ok()?;
    let ticks = seconds * MICROSECONDS + part;
    (time_text(ticks * 1_000) == clock).then_some(day + ticks)
}

fn truth(text: &str) -> Option<bool> {
    match text {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

/// What all texts of a column are, found out one by one.
#[derive(Clone, Copy, Debug)]
pub struct Fitting {
    is_any: bool,
    whole: bool,
    decimal: bool,
    date: bool,
    /// What else spells a decimal as it is: without one it must be what its typed value is written as.
    spelling: Spelling,
}

impl Default for Fitting {
    fn default() -> Self {
        Self {
            is_any: false,
            whole: true,
            decimal: true,
            date: true,
            spelling: Spelling::default(),
        }
    }
}

impl Fitting {
    /// The empty text is a missing value and says nothing.
    pub fn note(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        self.is_any = true;
        let value_type = ValueType::of(text);
        let is_number = value_type.is_number();
        self.whole = self.whole && is_number && whole(text).is_some();
        self.decimal = self.decimal && is_number && float(text, self.spelling).is_some();
        self.date = self.date && value_type == ValueType::Date && date(text).is_some();
    }

    pub fn and(&mut self, other: Self) {
        self.is_any |= other.is_any;
        self.whole &= other.whole;
        self.decimal &= other.decimal;
        self.date &= other.date;
    }

    /// The type that loses nothing: every text is what its typed value would be written as.
    pub fn value_type(self) -> ValueType {
        match self {
            Self { is_any: false, .. } => ValueType::Text,
            Self { whole: true, .. } => ValueType::Whole,
            Self { decimal: true, .. } => ValueType::Decimal,
            Self { date: true, .. } => ValueType::Date,
            _ => ValueType::Text,
        }
    }
}

/// The rows of a column whose values are all of the type.
pub(crate) fn series_of(
    column: &Column,
    rows: impl Iterator<Item = usize> + Clone,
    value_type: ValueType,
) -> Series {
    let name = column.name();
    let codes = || rows.clone().map(|row| column.codes()[row]);
    match value_type {
        ValueType::Whole => {
            let values = read_all(column, whole);
            let cells: Vec<Option<i64>> = codes().map(|code| values[code as usize]).collect();
            Series::new(name.into(), cells)
        }
        ValueType::Decimal => {
            let values = read_all(column, |text| text.parse::<f64>().ok());
            let cells: Vec<Option<f64>> = codes().map(|code| values[code as usize]).collect();
            Series::new(name.into(), cells)
        }
        ValueType::Date => {
            let values = read_all(column, date);
            let cells = codes().map(|code| values[code as usize]);
            Int32Chunked::from_iter_options(name.into(), cells)
                .into_series()
                .into_date()
        }
        ValueType::Text => {
            let cells = codes()
                .map(|code| (Some(code) != column.null()).then(|| column.dictionary().get(code)));
            StringChunked::from_iter_options(name.into(), cells).into_series()
        }
    }
}

/// The typed value of each code.
fn read_all<T>(column: &Column, read: impl Fn(&str) -> Option<T>) -> Vec<Option<T>> {
    column.dictionary().iter().map(read).collect()
}

fn whole(text: &str) -> Option<i64> {
    (ValueType::of(text) == ValueType::Whole)
        .then(|| text.parse().ok())
        .flatten()
}

/// A decimal that loses nothing.
fn float(text: &str, spelling: Spelling) -> Option<f64> {
    let value: f64 = text.parse().ok()?;
    let written = float_text(value);
    let is_it = value.is_finite() && (written == text || spelling.of(&written) == text);
    is_it.then_some(value)
}

/// Days since 1970 of a date that is spelled as dates are.
pub(crate) fn date(text: &str) -> Option<i32> {
    let days = parse_date(text)?;
    (date_text(days) == text)
        .then(|| i32::try_from(days).ok())
        .flatten()
}
