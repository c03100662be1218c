//! What polars read or made, value by value, as the texts that people write for it.

use super::spelled::{float_text, float32_text, time_text};
use crate::batch::BatchColumn;
use crate::value_type::date_text;
use crate::{Column, DictionaryBuilder, DictionaryFull, Progress, Stopped};
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use polars::prelude::{CategoricalMapping, DataType, PolarsError, Series, TimeUnit};
use std::hash::Hash;

/// Rows between two looks at the progress.
const BLOCK: usize = 1 << 14;

/// The types that can be read, in words.
pub(crate) const READABLE: &str =
    "whole numbers, decimals, floats, texts, categories, truth values, dates or times";

pub(crate) enum Halt {
    Stopped(Stopped),
    Full(DictionaryFull),
    Polars,
}

impl From<PolarsError> for Halt {
    fn from(_: PolarsError) -> Self {
        Self::Polars
    }
}

/// The column, and how many values were "not a number". `nulls` are texts that stand for a missing value.
pub(crate) fn to_column(
    name: &str,
    series: &Series,
    nulls: &[String],
    progress: &Progress,
) -> Result<(Column, usize), Halt> {
    let (cells, not_numbers) = to_cells(series, nulls, progress)?;
    Ok((cells.finish(name), not_numbers))
}

fn per_day(unit: TimeUnit) -> i64 {
    match unit {
        TimeUnit::Nanoseconds => 86_400_000_000_000,
        TimeUnit::Microseconds => 86_400_000_000,
        TimeUnit::Milliseconds => 86_400_000,
    }
}

/// The cells, and how many values were "not a number". Dates are often stored as midnights, which are shown as dates, each by
/// itself: another record must not show in it.
pub(crate) fn to_cells<'p>(
    series: &Series,
    nulls: &[String],
    progress: &'p Progress,
) -> Result<(Cells<'p>, usize), Halt> {
    let mut codes = Cells::new(series.len(), progress);
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
        DataType::Duration(unit) => {
            let per_day = per_day(*unit) as f64;
            let ticks = series.cast(&DataType::Int64)?;
            codes.extend_keyed(ticks.i64()?.iter(), |tick| {
                float_text(tick as f64 / per_day)
            })?;
        }
        DataType::String => codes.extend_texts(series, nulls)?,
        DataType::Decimal(..) => codes.extend_texts(&series.cast(&DataType::String)?, nulls)?,
        DataType::Categorical(_, mapping) | DataType::Enum(_, mapping) => {
            codes.extend_categories(series, mapping, nulls)?;
        }
        _ => return Err(Halt::Polars),
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
pub(crate) struct Cells<'p> {
    builder: DictionaryBuilder,
    codes: Vec<u32>,
    missing: usize,
    progress: &'p Progress,
}

impl<'p> Cells<'p> {
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

    /// Categories, of which there may be more than records: those of a frame before some were left out.
    fn extend_categories(
        &mut self,
        series: &Series,
        mapping: &CategoricalMapping,
        nulls: &[String],
    ) -> Result<(), Halt> {
        let physical = series.to_physical_repr().cast(&DataType::UInt32)?;
        let text_of = |code| mapping.cat_to_str(code).unwrap_or_default().to_owned();
        self.extend_keyed(physical.u32()?.iter(), |code| {
            let text = text_of(code);
            if nulls.contains(&text) {
                String::new()
            } else {
                text
            }
        })
    }

    fn extend_texts(&mut self, series: &Series, nulls: &[String]) -> Result<(), Halt> {
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
