//! A number with its sentence.

use crate::Counted;
use serde::Serialize;

/// What a figure is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// From 0 to 1.
    Share,
    Records,
    People,
    /// Of people: households, or whatever else is counted.
    Groups,
    Baskets,
    Classes,
    Columns,
}

impl Unit {
    /// What k counts in a table of records.
    pub fn of_records(counted: Option<Counted>) -> Self {
        match counted {
            None => Self::Records,
            Some(Counted::People) => Self::People,
            Some(Counted::Groups) => Self::Groups,
        }
    }
}

/// One number of a risk report. The sentence says what it means for this very table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// In JSON, and where figures of two tables stand beside each other.
    pub name: &'static str,
    /// The column that it is about, where it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    pub value: f64,
    pub unit: Unit,
    pub sentence: String,
}

impl Figure {
    pub fn new(name: &'static str, value: f64, unit: Unit, sentence: String) -> Self {
        Self {
            name,
            column: None,
            value,
            unit,
            sentence,
        }
    }

    /// About one column.
    #[must_use]
    pub fn of(mut self, column: &str) -> Self {
        self.column = Some(column.to_owned());
        self
    }
}
