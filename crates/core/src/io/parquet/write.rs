//! Columns become Parquet, typed where the typed value is the text and nothing is lost.

use crate::frame::{Fitting, series_of};
use crate::io::atomic_file::WriteError;
use crate::{Column, Problem, Progress, ValueType};
use polars::prelude::{Column as PolarsColumn, DataFrame, PolarsError, Series};
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
    series_of(column, rows.iter().copied(), fitting.value_type())
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
        let rows = 0..columns.first().map_or(0, Column::len);
        let mut typed = Vec::with_capacity(columns.len());
        for (column, &value_type) in columns.iter().zip(&self.types) {
            progress.check()?;
            typed.push(PolarsColumn::from(series_of(
                column,
                rows.clone(),
                value_type,
            )));
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
