//! A table of records: columns of equal length.

use super::column::Column;
use super::frame::categorical_frame;
use super::problem::Failure;
use super::progress::Progress;
use polars::prelude::DataFrame;
use std::collections::HashSet;
use std::sync::OnceLock;

#[derive(Clone, Debug, Default)]
pub struct Table {
    columns: Vec<Column>,
    rows: usize,
    records: usize,
    frame: OnceLock<DataFrame>,
}

impl PartialEq for Table {
    fn eq(&self, other: &Self) -> bool {
        self.columns == other.columns
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    #[error("column \"{name}\" has {found} records where {expected} are expected")]
    UnevenColumns {
        name: String,
        found: usize,
        expected: usize,
    },
    #[error("there are two columns named \"{0}\"")]
    DuplicateName(String),
    #[error("the table has {0} records; expected fewer than 4,294,967,295")]
    TooManyRecords(usize),
}

/// Rows are numbered in 32 bits everywhere, and the last number means none.
fn refuse_too_many(rows: usize) -> Result<(), TableError> {
    match u32::try_from(rows) {
        Ok(rows) if rows < u32::MAX => Ok(()),
        _ => Err(TableError::TooManyRecords(rows)),
    }
}

impl Table {
    pub fn new(columns: Vec<Column>) -> Result<Self, TableError> {
        let rows = columns.first().map_or(0, Column::len);
        refuse_too_many(rows)?;
        // A survey may have tens of thousands of columns: comparing each with each would take seconds.
        let mut names = HashSet::with_capacity(columns.len());
        for column in &columns {
            if column.len() != rows {
                return Err(TableError::UnevenColumns {
                    name: column.name().to_owned(),
                    found: column.len(),
                    expected: rows,
                });
            }
            if !names.insert(column.name()) {
                return Err(TableError::DuplicateName(column.name().to_owned()));
            }
        }
        let weights = columns.first().and_then(Column::weights);
        let records = weights.map_or(rows, |weights| {
            weights.iter().map(|&weight| weight as usize).sum()
        });
        Ok(Self {
            columns,
            rows,
            records,
            frame: OnceLock::new(),
        })
    }

    /// The table as polars has it: columns of categories that share their codes with ours, made when it is first asked
    /// for. Of counted records each distinct one is a row.
    pub fn frame(&self, progress: &Progress) -> Result<&DataFrame, Failure> {
        if let Some(frame) = self.frame.get() {
            return Ok(frame);
        }
        let frame = categorical_frame(self, progress)?;
        Ok(self.frame.get_or_init(|| frame))
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    /// As many as rows, unless equal records were counted: then a row stands for all that are equal.
    pub fn records(&self) -> usize {
        self.records
    }

    /// Whether equal records were counted, so that rows are no records.
    pub fn is_counted(&self) -> bool {
        self.columns
            .first()
            .is_some_and(|column| column.weights().is_some())
    }

    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    pub fn position(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name() == name)
    }

    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name() == name)
    }

    pub fn into_columns(self) -> Vec<Column> {
        self.columns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_that_cannot_be_numbered_are_refused() {
        assert_eq!(refuse_too_many(u32::MAX as usize - 1), Ok(()));
        for rows in [u32::MAX as usize, u32::MAX as usize + 1] {
            let refused = refuse_too_many(rows);
            assert_eq!(refused, Err(TableError::TooManyRecords(rows)));
        }
    }
}
