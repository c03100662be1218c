//! Columns become Parquet, typed where the typed value is the text and nothing is lost.

use super::texts::float_text;
use crate::io::whole::WriteError;
use crate::model::column::Column;
use crate::model::problem::Problem;
use crate::model::pulse::Pulse;
use crate::model::value_type::date_text;
use crate::model::value_type::{ValueType, parse_date};
use polars::prelude::{
    Column as PolarsColumn, DataFrame, Int32Chunked, IntoSeries, NamedFrom, NewChunkedArray,
    PolarsError, Series, StringChunked,
};
use polars_io::parquet::write::ParquetWriter;
use std::io::{self, Write};

/// Writes the given rows of the given columns, in the order given. A row that the columns do not have is
/// left out.
pub fn write_parquet(
    out: &mut (impl Write + Send),
    columns: &[&Column],
    rows: impl IntoIterator<Item = usize>,
    pulse: &Pulse,
) -> Result<(), WriteError> {
    let records = columns.iter().map(|column| column.len()).min().unwrap_or(0);
    let rows: Vec<usize> = rows.into_iter().filter(|&row| row < records).collect();
    pulse.stage("writing columns", columns.len() as u64);
    let mut typed = Vec::with_capacity(columns.len());
    for column in columns {
        pulse.check()?;
        typed.push(PolarsColumn::from(to_series(column, &rows)));
        pulse.advance(1);
    }
    let mut frame = DataFrame::new(rows.len(), typed).map_err(refused)?;
    pulse.check()?;
    ParquetWriter::new(out)
        .finish(&mut frame)
        .map_err(refused)?;
    Ok(())
}

fn refused(error: PolarsError) -> WriteError {
    match error {
        PolarsError::IO { error, .. } => {
            let kind = error.kind();
            let again = match error.raw_os_error() {
                Some(code) => io::Error::from_raw_os_error(code),
                None => io::Error::new(kind, error.to_string()),
            };
            WriteError::Io(again)
        }
        other => WriteError::Problem(Problem::new(format!("cannot write Parquet: {other}"))),
    }
}

fn to_series(column: &Column, rows: &[usize]) -> Series {
    // Only what is written decides on the type: a value that was left out must not show in it.
    let mut used = vec![false; column.dictionary().len()];
    for &row in rows {
        used[column.codes()[row] as usize] = true;
    }
    if let Some(null) = column.null() {
        used[null as usize] = false;
    }
    let name = column.name();
    let codes = || rows.iter().map(|&row| column.codes()[row]);
    if let Some(values) = typed(column, &used, ValueType::Whole, whole) {
        let cells: Vec<Option<i64>> = codes().map(|code| values[code as usize]).collect();
        return Series::new(name.into(), cells);
    }
    if let Some(values) = typed(column, &used, ValueType::Decimal, float) {
        let cells: Vec<Option<f64>> = codes().map(|code| values[code as usize]).collect();
        return Series::new(name.into(), cells);
    }
    if let Some(values) = typed(column, &used, ValueType::Date, date) {
        let cells = codes().map(|code| values[code as usize]);
        return Int32Chunked::from_iter_options(name.into(), cells)
            .into_series()
            .into_date();
    }
    let cells =
        codes().map(|code| (Some(code) != column.null()).then(|| column.dictionary().get(code)));
    StringChunked::from_iter_options(name.into(), cells).into_series()
}

/// The typed value of each code, if every used text is what its typed value would be written as.
fn typed<T: Copy>(
    column: &Column,
    used: &[bool],
    wanted: ValueType,
    read: impl Fn(&str) -> Option<T>,
) -> Option<Vec<Option<T>>> {
    let fits = match wanted {
        // A column that lost its texts when records were left out may be numbers after all.
        ValueType::Date => |text: &str| ValueType::of(text) == ValueType::Date,
        _ => |text: &str| ValueType::of(text).is_number(),
    };
    let mut values = vec![None; used.len()];
    let mut any = false;
    for (code, text) in column.dictionary().iter().enumerate() {
        if used[code] {
            if !fits(text) {
                return None;
            }
            values[code] = Some(read(text)?);
            any = true;
        }
    }
    any.then_some(values)
}

fn whole(text: &str) -> Option<i64> {
    (ValueType::of(text) == ValueType::Whole)
        .then(|| text.parse().ok())
        .flatten()
}

fn float(text: &str) -> Option<f64> {
    let value: f64 = text.parse().ok()?;
    (value.is_finite() && float_text(value) == text).then_some(value)
}

fn date(text: &str) -> Option<i32> {
    let days = parse_date(text)?;
    (date_text(days) == text)
        .then(|| i32::try_from(days).ok())
        .flatten()
}
