//! Two releases of a table of records.

use super::{TwoReleases, marked};
use crate::ui::compare::beside::BesideAnswer;
use crate::ui::widgets::grid::GridCell;
use cloakroom_core::column::Column;
use cloakroom_core::table::Table;
use cloakroom_engine::anonymize::Candidate;
use cloakroom_engine::side_by_side::lost;

struct TwoTables<'a> {
    table: &'a Table,
    sides: [&'a Candidate; 2],
    /// The places of the compared columns in the table.
    columns: Vec<usize>,
}

pub fn beside(answer: &BesideAnswer) -> Option<Box<dyn TwoReleases + '_>> {
    let table = answer.question.loaded.dataset.table()?;
    let [one, other] = &answer.question.sides;
    let columns = answer.beside.columns.iter();
    Some(Box::new(TwoTables {
        table,
        sides: [one.candidate()?, other.candidate()?],
        columns: columns
            .filter_map(|column| table.position(&column.name))
            .collect(),
    }))
}

impl TwoReleases for TwoTables<'_> {
    fn is_left_out(&self, record: u32, side: usize) -> bool {
        let left_out = &self.sides[side].anonymized.left_out;
        left_out.binary_search(&record).is_ok()
    }

    fn original(&self, record: u32, column: usize) -> GridCell<'_> {
        let at = self.columns[column];
        value(&self.table.columns()[at], record as usize)
    }

    fn shown(&self, record: u32, column: usize, side: usize) -> GridCell<'_> {
        let (at, row) = (self.columns[column], record as usize);
        let original = &self.table.columns()[at];
        let shown = self
            .sides
            .map(|side| side.anonymized.column(self.table, at).unwrap_or(original));
        let lost = self.sides.map(|side| {
            let mut changed = side.anonymized.changed.iter();
            lost(changed.find(|changed| changed.at == at), row)
        });
        let same = shown[0].is_null(row) == shown[1].is_null(row)
            && shown[0].text(row) == shown[1].text(row);
        let differs = !same || self.is_left_out(record, 1 - side);
        let less_exact = lost[side] > lost[1 - side];
        marked(value(shown[side], row), differs, less_exact)
    }
}

fn value(column: &Column, row: usize) -> GridCell<'_> {
    if row >= column.len() || column.is_null(row) {
        GridCell::missing()
    } else {
        GridCell::text(column.text(row))
    }
}
