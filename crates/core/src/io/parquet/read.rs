//! Parquet becomes a table.

use super::pages::are_plausible;
use super::texts::{float_text, float32_text, time_text};
use crate::batch::BatchColumn;
use crate::guard::guarded;
use crate::io::named::names_of as names_of_columns;
use crate::value_type::date_text;
use crate::{
    Column, DictionaryBuilder, DictionaryFull, Failure, LoadOptions, Problem, Progress, Stopped,
    Table,
};
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use polars::prelude::{ArrowDataType, ArrowSchema, DataType, PolarsResult, Series, TimeUnit};
use polars_io::SerReader;
use polars_io::parquet::read::{ParallelStrategy, ParquetReader};
use rayon::prelude::*;
use std::hash::Hash;
use std::io::Cursor;
use std::path::Path;

const MARK: &[u8] = b"PAR1";
/// Rows between two looks at the progress.
const BLOCK: usize = 1 << 14;

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
            let read =
                to_column(&names[at], &series, options, progress).map_err(|halt| match halt {
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
                "column \"{name}\" has the type {:?}, which is not read; expected whole numbers, \
                 decimals, floats, texts, categories, truth values, dates or times",
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

pub(in crate::io) enum Halt {
    Stopped(Stopped),
    Full(DictionaryFull),
    Polars,
}

impl From<polars::prelude::PolarsError> for Halt {
    fn from(_: polars::prelude::PolarsError) -> Self {
        Self::Polars
    }
}

/// The column, and how many values were "not a number".
pub(in crate::io) fn to_column(
    name: &str,
    series: &Series,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<(Column, usize), Halt> {
    let (codes, not_numbers) = to_codes(series, options, progress)?;
    Ok((codes.finish(name), not_numbers))
}

fn per_day(unit: TimeUnit) -> i64 {
    match unit {
        TimeUnit::Nanoseconds => 86_400_000_000_000,
        TimeUnit::Microseconds => 86_400_000_000,
        TimeUnit::Milliseconds => 86_400_000,
    }
}

/// The codes, and how many values were "not a number". Dates are often stored as midnights, which are shown as dates, each by
/// itself: another record must not show in it.
pub(super) fn to_codes<'p>(
    series: &Series,
    options: &LoadOptions,
    progress: &'p Progress,
) -> Result<(Codes<'p>, usize), Halt> {
    let mut codes = Codes::new(series.len(), progress);
    match series.dtype() {
        DataType::Null => codes.extend((0..series.len()).map(|_| None::<&str>))?,
        DataType::Boolean => codes.extend(
            series
                .bool()?
                .iter()
                .map(|value| value.map(|value| if value { "true" } else { "false" })),
        )?,
        DataType::Int8
        | DataType::Int16
        | DataType::Int32
        | DataType::Int64
        | DataType::UInt8
        | DataType::UInt16
        | DataType::UInt32 => {
            let whole = series.cast(&DataType::Int64)?;
            codes.extend_keyed(whole.i64()?.iter(), |value| value.to_string())?;
        }
        DataType::UInt64 => codes.extend_keyed(series.u64()?.iter(), |value| value.to_string())?,
        DataType::Float32 => {
            let numbers = series.f32()?.iter();
            let bits = numbers.map(|value| value.filter(|value| !value.is_nan()).map(f32::to_bits));
            codes.extend_keyed(bits, |bits| float32_text(f32::from_bits(bits)))?;
        }
        DataType::Float64 => {
            let numbers = series.f64()?.iter();
            let bits = numbers.map(|value| value.filter(|value| !value.is_nan()).map(f64::to_bits));
            codes.extend_keyed(bits, |bits| float_text(f64::from_bits(bits)))?;
        }
        DataType::Date => {
            let days = series.cast(&DataType::Int32)?;
            codes.extend_keyed(days.i32()?.iter(), |days| date_text(i64::from(days)))?;
        }
        DataType::Datetime(unit, zone) => {
            let per_day = per_day(*unit);
            let suffix = if zone.is_some() { "Z" } else { "" };
            let ticks = series.cast(&DataType::Int64)?;
            codes.extend_keyed(ticks.i64()?.iter(), |tick| {
                let date = date_text(tick.div_euclid(per_day));
                let nanoseconds = tick.rem_euclid(per_day) * (86_400_000_000_000 / per_day);
                match nanoseconds {
                    0 => date,
                    _ => format!("{date} {}{suffix}", time_text(nanoseconds)),
                }
            })?;
        }
        DataType::Time => {
            let ticks = series.cast(&DataType::Int64)?;
            codes.extend_keyed(ticks.i64()?.iter(), time_text)?;
        }
        DataType::String => codes.extend_texts(series, options)?,
        _ => codes.extend_texts(&series.cast(&DataType::String)?, options)?,
    }
    let not_numbers = codes.missing - series.null_count().min(codes.missing);
    let not_numbers = if series.dtype().is_float() {
        not_numbers
    } else {
        0
    };
    Ok((codes, not_numbers))
}

/// Texts on their way to dictionary codes.
pub(super) struct Codes<'p> {
    builder: DictionaryBuilder,
    codes: Vec<u32>,
    missing: usize,
    progress: &'p Progress,
}

impl<'p> Codes<'p> {
    fn new(rows: usize, progress: &'p Progress) -> Self {
        Self {
            builder: DictionaryBuilder::default(),
            codes: Vec::with_capacity(rows),
            missing: 0,
            progress,
        }
    }

    fn extend<T: AsRef<str>>(
        &mut self,
        texts: impl Iterator<Item = Option<T>>,
    ) -> Result<(), Halt> {
        for text in texts {
            if self.codes.len().is_multiple_of(BLOCK) {
                self.progress.check().map_err(Halt::Stopped)?;
            }
            let text = text.as_ref().map_or("", AsRef::as_ref);
            self.missing += usize::from(text.is_empty());
            self.codes
                .push(self.builder.intern(text).map_err(Halt::Full)?);
        }
        Ok(())
    }

    /// Typed values: each distinct one is written as a text once.
    fn extend_keyed<K: Copy + Eq + Hash>(
        &mut self,
        keys: impl Iterator<Item = Option<K>>,
        text_of: impl Fn(K) -> String,
    ) -> Result<(), Halt> {
        let mut known: HashMap<K, u32, FixedState> = HashMap::default();
        for key in keys {
            if self.codes.len().is_multiple_of(BLOCK) {
                self.progress.check().map_err(Halt::Stopped)?;
            }
            let code = match key {
                None => {
                    self.missing += 1;
                    self.builder.intern("").map_err(Halt::Full)?
                }
                Some(key) => match known.get(&key) {
                    Some(&code) => code,
                    None => {
                        let code = self.builder.intern(&text_of(key)).map_err(Halt::Full)?;
                        known.insert(key, code);
                        code
                    }
                },
            };
            self.codes.push(code);
        }
        Ok(())
    }

    fn extend_texts(&mut self, series: &Series, options: &LoadOptions) -> Result<(), Halt> {
        let nulls = options.nulls.as_deref().unwrap_or_default();
        let is_value = |text: &&str| !nulls.iter().any(|token| token == text);
        self.extend(series.str()?.iter().map(|value| value.filter(is_value)))
    }

    pub fn into_batch(self) -> BatchColumn {
        BatchColumn {
            values: self.builder.finish(),
            codes: self.codes,
        }
    }

    pub fn finish(self, name: &str) -> Column {
        let null = self.builder.find("");
        Column::new(name, self.builder.finish(), self.codes, null)
    }
}
