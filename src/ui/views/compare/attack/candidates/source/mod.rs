//! Candidate records as a grid shows them, whatever they are.

pub mod microdata;
pub mod ratings;
pub mod transactions;

use crate::ui::attack::AttackQuestion;
use crate::ui::kinds;
use crate::ui::widgets::grid::{GridCell, GridHeader, GridSource, RowLook};
use cloakroom_engine::attack::{AttackReport, PersonAttack};

/// The columns of the grid, and the cells of the records that were attacked.
pub struct Attacked<'a> {
    pub names: Vec<String>,
    pub cells: Box<dyn AttackedCells + 'a>,
}

pub trait AttackedCells {
    /// Whether a record is one long text.
    fn is_text(&self) -> bool {
        false
    }

    fn are_numbers(&self) -> bool {
        false
    }

    fn cell(&self, record: usize, column: usize) -> GridCell<'_>;
}

pub struct Source<'a> {
    rows: &'a [u32],
    attacked: Attacked<'a>,
}

impl<'a> Source<'a> {
    pub fn new(
        question: &'a AttackQuestion,
        report: &'a AttackReport,
        person: &'a PersonAttack,
    ) -> Option<Self> {
        let kind = question.loaded.dataset.kind();
        Some(Self {
            rows: &person.rows,
            attacked: (kinds::of(kind).compare.attacked)(question, report)?,
        })
    }
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

impl GridSource for Source<'_> {
    fn rows(&self) -> u64 {
        self.rows.len() as u64
    }

    fn columns(&self) -> usize {
        self.attacked.names.len()
    }

    fn last_column_fills(&self) -> bool {
        self.attacked.cells.is_text()
    }

    fn name(&self, column: usize) -> &str {
        &self.attacked.names[column]
    }

    fn header(&self, column: usize) -> GridHeader<'_> {
        GridHeader {
            hover: self.name(column).into(),
            numbers: self.attacked.cells.are_numbers(),
            ..GridHeader::default()
        }
    }

    fn row_number(&self, row: u64) -> u64 {
        u64::from(self.rows[row as usize]) + 1
    }

    fn row_look(&self, _: u64) -> RowLook {
        RowLook::default()
    }

    fn cell(&self, row: u64, column: usize) -> GridCell<'_> {
        let record = self.rows[row as usize] as usize;
        self.attacked.cells.cell(record, column)
    }
}
