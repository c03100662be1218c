//! A table of records: columns of equal length.

use super::column::Column;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    columns: Vec<Column>,
    rows: usize,
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
}

impl Table {
    pub fn new(columns: Vec<Column>) -> Result<Self, TableError> {
        let rows = columns.first().map_or(0, Column::len);
        for (at, column) in columns.iter().enumerate() {
            if column.len() != rows {
                return Err(TableError::UnevenColumns {
                    name: column.name().to_owned(),
                    found: column.len(),
                    expected: rows,
                });
            }
            if columns[..at]
                .iter()
                .any(|other| other.name() == column.name())
            {
                return Err(TableError::DuplicateName(column.name().to_owned()));
            }
        }
        Ok(Self { columns, rows })
    }

    pub fn rows(&self) -> usize {
        self.rows
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

    pub fn heap_bytes(&self) -> usize {
        self.columns.iter().map(Column::heap_bytes).sum()
    }
}
