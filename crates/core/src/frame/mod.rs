//! A table is a frame of polars: one door out, for whatever polars does with tables, and one door in, for whatever it made.
//!
//! Out, a column is categorical: the codes of our [`Column`] are the codes of the frame, in the same memory, and missing
//! values are null. Or it is typed: whole numbers, decimals, dates, moments, truth values and texts, where no value loses anything. In,
//! every type is spelled as files are, so that a value is the same from wherever it came.
//!
//! No code decides what is written: a frame may come back with others.

mod categories;
mod cells;
mod spelled;
mod typed;

pub use spelled::{float_text, time_text};
pub use typed::Fitting;

pub(crate) use cells::{Halt, READABLE, to_cells, to_column};
pub(crate) use typed::{date, moment, series_of, typed};

use crate::column::Column;
use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use crate::table::Table;
use polars::prelude::{Column as PolarsColumn, DataFrame};
use rayon::prelude::*;

impl Table {
    /// What polars made, as a table: each column by its type, as if a file had held it. The columns of a frame have names of
    /// their own, but for us two spellings may be one name: whoever asks people for names tidies them first.
    pub fn from_frame(frame: &DataFrame, progress: &Progress) -> Result<Self, Failure> {
        progress.stage("reading columns", frame.width() as u64);
        let columns = frame.columns().par_iter().map(|column| {
            progress.check()?;
            let name = column.name().as_str();
            let series = column.as_materialized_series();
            let read = to_column(name, series, &[], progress);
            progress.advance(1);
            match read {
                Ok((column, _)) => Ok(column),
                Err(Halt::Stopped(stopped)) => Err(stopped.into()),
                Err(Halt::Full(full)) => {
                    Err(Problem::new(format!("column \"{name}\": {full}")).into())
                }
                Err(Halt::Polars) => {
                    let message = format!(
                        "column \"{name}\" has the type {}, which no column of a table has; expected {}",
                        series.dtype(),
                        READABLE
                    );
                    Err(Problem::new(message).into())
                }
            }
        });
        let columns = columns.collect::<Result<Vec<Column>, Failure>>()?;
        Self::new(columns).map_err(|error| Problem::new(error.to_string()).into())
    }
}

/// A column of categories for each of ours.
pub(crate) fn categorical_frame(table: &Table, progress: &Progress) -> Result<DataFrame, Failure> {
    let columns = table.columns().par_iter().map(|column| {
        progress.check()?;
        match categories::categorical(column) {
            Ok(series) => Ok(series.into()),
            Err(_) => {
                let message = format!(
                    "column \"{}\" has more values than polars can tell apart",
                    column.name()
                );
                Err(Failure::from(Problem::new(message)))
            }
        }
    });
    let columns = columns.collect::<Result<Vec<PolarsColumn>, Failure>>()?;
    DataFrame::new(table.rows(), columns)
        .map_err(|_| Problem::new("the table cannot be a frame").into())
}

#[cfg(test)]
mod tests;
