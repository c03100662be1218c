//! Columns become Parquet, typed where the typed value is the text and nothing is lost.

use super::texts::float_text;
use crate::io::atomic_file::WriteError;
use crate::value_type::date_text;
use crate::value_type::parse_date;
use crate::{Column, Problem, Progress, ValueType};
use polars::prelude::{
    Column as PolarsColumn, DataFrame, Int32Chunked, IntoSeries, NamedFrom, NewChunkedArray,
    PolarsError, Series, StringChunked,
};
use polars_io::parquet::write::{BatchedWriter, ParquetWriter};
use std::io::{self, Write};

/// Writes the given rows of the given columns, in the order given. A row that the columns do not have is
/// left out.
pub fn write_parquet(
    out: &mut (impl Write + Send),
    columns: &[&Column],
    rows: impl IntoIterator<Item = usize>,
    progress: &Progress,
) -> Result<(), WriteError> {
    let records = columns.iter().map(|column| column.len()).min().unwrap_or(0);
    let rows: Vec<usize> = rows.into_iter().filter(|&row| row < records).collect();
    progress.stage("writing columns", columns.len() as u64);
    let mut typed = Vec::with_capacity(columns.len());
    for column in columns {
        progress.check()?;
        typed.push(PolarsColumn::from(to_series(column, &rows)));
        progress.advance(1);
    }
    let mut frame = DataFrame::new(rows.len(), typed).map_err(refused)?;
    progress.check()?;
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
    let mut fitting = Fitting::default();
    for (text, _) in column
        .dictionary()
        .iter()
        .zip(used)
        .filter(|&(_, used)| used)
    {
        fitting.note(text);
    }
    series_of(column, rows, fitting.value_type())
}

/// What all texts of a column are, found out one by one.
#[derive(Clone, Copy, Debug)]
pub struct Fitting {
    is_any: bool,
    whole: bool,
    decimal: bool,
    date: bool,
}

impl Default for Fitting {
    fn default() -> Self {
        Self {
            is_any: false,
            whole: true,
            decimal: true,
            date: true,
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
        self.decimal = self.decimal && is_number && float(text).is_some();
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

fn series_of(column: &Column, rows: &[usize], value_type: ValueType) -> Series {
    let name = column.name();
    let codes = || rows.iter().map(|&row| column.codes()[row]);
    match value_type {
        ValueType::Whole => {
            let values = read_all(column, whole);
            let cells: Vec<Option<i64>> = codes().map(|code| values[code as usize]).collect();
            Series::new(name.into(), cells)
        }
        ValueType::Decimal => {
            let values = read_all(column, float);
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

/// The rows of one group as [`write_parquet`] divides a table: all of them have the same number, and the last has what
/// is left over as well.
pub fn rows_of_group(records: usize) -> usize {
    const ROWS: usize = 512 * 512;
    let groups = (records / ROWS).max(1);
    (records / groups).max(1)
}

/// A table that is written a group of rows at a time.
pub struct ParquetBatches<W: Write> {
    types: Vec<ValueType>,
    out: Option<W>,
    writer: Option<BatchedWriter<W>>,
}

impl<W: Write + Send> ParquetBatches<W> {
    /// With the types of its columns, which all groups share.
    pub fn new(out: W, types: Vec<ValueType>) -> Self {
        Self {
            types,
            out: Some(out),
            writer: None,
        }
    }

    pub fn write(&mut self, columns: &[Column], progress: &Progress) -> Result<(), WriteError> {
        let rows: Vec<usize> = (0..columns.first().map_or(0, Column::len)).collect();
        let mut typed = Vec::with_capacity(columns.len());
        for (column, &value_type) in columns.iter().zip(&self.types) {
            progress.check()?;
            typed.push(PolarsColumn::from(series_of(column, &rows, value_type)));
        }
        let frame = DataFrame::new(rows.len(), typed).map_err(refused)?;
        if let Some(out) = self.out.take() {
            let writer = ParquetWriter::new(out).batched(frame.schema());
            self.writer = Some(writer.map_err(refused)?);
        }
        match &mut self.writer {
            Some(writer) => writer.write_batch(&frame).map_err(refused),
            None => Ok(()),
        }
    }

    pub fn finish(self) -> Result<(), WriteError> {
        match self.writer {
            Some(writer) => writer.finish().map(|_| ()).map_err(refused),
            None => Err(Problem::new("cannot write Parquet: there is no record").into()),
        }
    }
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
