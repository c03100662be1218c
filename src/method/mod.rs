//! The methods: each turns a table and a requirement into a table that may be released, or says why not.
//!
//! A method is a file with a `run` of its own; this one hands the work to it by name.

mod none;

use crate::model::column::Column;
use crate::model::method::MethodName;
use crate::model::pulse::{Pulse, Stopped};
use crate::model::requirement::Requirement;
use crate::model::table::Table;

/// What a method is given. Checked before: at least one quasi-identifier, a k of at least 1.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    pub table: &'a Table,
    /// Places of the quasi-identifiers in the table.
    pub quasi: &'a [usize],
    pub k: u32,
    pub requirement: &'a Requirement,
}

/// What a method made of the table. Rows are those of the input, ascending.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Anonymized {
    /// Columns that take the place of the input's, over all its rows. The others stay as they are.
    pub changed: Vec<ChangedColumn>,
    pub kept: Vec<u32>,
    pub left_out: Vec<u32>,
}

/// A column whose cells were replaced.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangedColumn {
    /// Its place in the table.
    pub at: usize,
    pub column: Column,
    /// What a cell with this code has lost, by code: 0 for an original value, 1 for a value that says
    /// nothing any more.
    pub loss_of_code: Vec<f64>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum MethodOutcome {
    Reached(Anonymized),
    /// The requirement cannot be reached by this method; why, and how near it comes, in a sentence.
    NotReached(String),
}

pub fn run(name: MethodName, task: Task<'_>, pulse: &Pulse) -> Result<MethodOutcome, Stopped> {
    match name {
        MethodName::None => none::run(task, pulse),
    }
}

impl Anonymized {
    /// The column of the release: the changed one, or the input's.
    pub fn column<'a>(&'a self, table: &'a Table, at: usize) -> Option<&'a Column> {
        self.changed
            .iter()
            .find(|changed| changed.at == at)
            .map(|changed| &changed.column)
            .or_else(|| table.columns().get(at))
    }
}
