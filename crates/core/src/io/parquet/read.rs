//! Parquet becomes a table.

use super::pages::are_plausible;
use crate::frame::{Halt, READABLE, to_column};
use crate::guard::guarded;
use crate::io::named::names_of as names_of_columns;
use crate::{Column, Failure, LoadOptions, Problem, Progress, Table};
use polars::prelude::{ArrowDataType, ArrowSchema, PolarsResult, Series};
use polars_io::SerReader;
use polars_io::parquet::read::{ParallelStrategy, ParquetReader};
use rayon::prelude::*;
use std::io::Cursor;
use std::path::Path;

const MARK: &[u8] = b"PAR1";

#[derive(Clone, Debug)]
pub struct ParquetTable {
    pub table: Table,
    pub notes: Vec<String>,
}

pub fn is_parquet(bytes: &[u8]) -> bool {
    bytes.len() >= 12 && bytes.starts_with(MARK) && bytes.ends_with(MARK)
}

/// Values become the texts that people write for them; what is null, empty or not a number is missing.
pub fn read_parquet(
    file: &Path,
    bytes: &[u8],
    options: &LoadOptions,
    progress: &Progress,
) -> Result<ParquetTable, Failure> {
    if !is_parquet(bytes) {
        let message = "this is not a whole Parquet file: it lacks the mark at its beginning or end";
        return Err(Problem::in_file(file, message).into());
    }
    let damaged = || Problem::in_file(file, "the Parquet file is damaged and cannot be read");
    // A damaged file must not end the program, and the decoder does not promise to notice every damage.
    let schema = guarded(|| -> PolarsResult<_> {
        let mut reader = ParquetReader::new(Cursor::new(bytes));
        Ok((reader.schema()?, reader.num_rows()?))
    });
    let (schema, rows) = schema.and_then(Result::ok).ok_or_else(damaged)?;
    if !guarded(|| are_plausible(bytes)).unwrap_or(false) {
        return Err(damaged().into());
    }
    let (names, tidied) = names_of(file, "Parquet", &schema, rows, options)?;
    progress.stage("reading columns", names.len() as u64);
    let nulls = options.nulls.as_deref().unwrap_or_default();
    let columns: Vec<Result<(Column, usize), Failure>> = (0..names.len())
        .into_par_iter()
        .map(|at| {
            progress.check()?;
            let series = guarded(|| -> PolarsResult<Series> {
                let frame = ParquetReader::new(Cursor::new(bytes))
                    .with_projection(Some(vec![at]))
                    .read_parallel(ParallelStrategy::None)
                    .finish()?;
                let column = frame.columns().first().cloned();
                column
                    .map(|column| column.take_materialized_series())
                    .ok_or_else(|| polars::prelude::PolarsError::NoData("".into()))
            })
            .and_then(Result::ok)
            .filter(|series| series.len() == rows)
            .ok_or_else(damaged)?;
            let read = to_column(&names[at], &series, nulls, progress).map_err(|halt| match halt {
                Halt::Stopped(stopped) => Failure::from(stopped),
                Halt::Full(full) => {
                    Problem::in_file(file, format!("column \"{}\": {full}", names[at])).into()
                }
                Halt::Polars => damaged().into(),
            });
            progress.advance(1);
            read
        })
        .collect();
    let mut table = Vec::with_capacity(columns.len());
    let mut notes: Vec<String> = tidied.into_iter().collect();
    for column in columns {
        let (column, not_numbers) = column?;
        if not_numbers > 0 {
            notes.push(format!(
                "Column \"{}\": {not_numbers} values that are \"not a number\" are read as missing.",
                column.name()
            ));
        }
        table.push(column);
    }
    let table = Table::new(table).map_err(|error| Problem::in_file(file, error.to_string()))?;
    Ok(ParquetTable { table, notes })
}

/// The names of the columns of a table that can be read, and what is to be said of them. `title` is that of the format.
pub(in crate::io) fn names_of(
    file: &Path,
    title: &str,
    schema: &ArrowSchema,
    rows: usize,
    options: &LoadOptions,
) -> Result<(Vec<String>, Option<String>), Problem> {
    let in_file: Vec<&str> = schema.iter_names().map(|name| name.as_str()).collect();
    let (names, tidied) = names_of_columns(file, title, in_file.iter().copied(), rows, options)?;
    refuse_types(file, schema)?;
    Ok((names, tidied))
}

pub(in crate::io) fn refuse_types(file: &Path, schema: &ArrowSchema) -> Result<(), Problem> {
    for (name, field) in schema.iter() {
        if !is_readable(&field.dtype) {
            let message = format!(
                "column \"{name}\" has the type {:?}, which is not read; expected {READABLE}",
                field.dtype
            );
            return Err(Problem::in_file(file, message));
        }
    }
    Ok(())
}

fn is_readable(dtype: &ArrowDataType) -> bool {
    use ArrowDataType as A;
    match dtype {
        A::Null | A::Boolean | A::Decimal(..) => true,
        A::Int8 | A::Int16 | A::Int32 | A::Int64 => true,
        A::UInt8 | A::UInt16 | A::UInt32 | A::UInt64 => true,
        A::Float32 | A::Float64 | A::Utf8 | A::LargeUtf8 | A::Utf8View => true,
        A::Date32 | A::Date64 | A::Timestamp(..) | A::Time32(_) | A::Time64(_) => true,
        A::Dictionary(_, values, _) => matches!(**values, A::Utf8 | A::LargeUtf8 | A::Utf8View),
        _ => false,
    }
}
