//! The listed records as the grid shows them: what somebody may know first, then what is sensitive; never what identifies.

use super::super::Lent;
use super::question::Judged;
use crate::ui::kinds;
use crate::ui::views::data::{RatingsSource, Shown, TransactionsSource};
use crate::ui::widgets::grid::{GridCell, GridHeader, GridSource, RowLook, RowMark};
use cloakroom_core::ratings::Ratings;
use cloakroom_core::roles::{Role, Roles};
use cloakroom_core::table::Table;

pub struct Source<'a> {
    pub records: Records<'a>,
    pub rows: &'a [u32],
    pub judged: &'a Judged,
}

/// The records in the form in which they were read.
pub enum Records<'a> {
    Table {
        table: &'a Table,
        columns: Vec<usize>,
    },
    Sparse(RatingsSource<'a>),
    Baskets(TransactionsSource<'a>),
}

/// Of sparse ratings the first column names the person.
const PERSON: usize = 1;

impl<'a> Records<'a> {
    /// `shown` lists the same rows, for those that ask the table of the Data stage.
    pub fn of(lent: &Lent<'a>, shown: &'a Shown) -> Option<Self> {
        (kinds::about(lent.workspace).data.listed)(lent, shown)
    }
}

pub fn of_table<'a>(lent: &Lent<'a>, _: &'a Shown) -> Option<Records<'a>> {
    let table = lent.workspace.table()?;
    let columns = in_order(table, &lent.workspace.settings().roles);
    Some(Records::Table { table, columns })
}

pub fn of_ratings<'a>(lent: &Lent<'a>, shown: &'a Shown) -> Option<Records<'a>> {
    let Some(Ratings::Long(sparse)) = lent.workspace.loaded().dataset.ratings() else {
        return of_table(lent, shown);
    };
    Some(Records::Sparse(RatingsSource {
        sparse,
        roles: &lent.workspace.settings().roles,
        shown,
        people: None,
    }))
}

pub fn of_baskets<'a>(lent: &Lent<'a>, shown: &'a Shown) -> Option<Records<'a>> {
    Some(Records::Baskets(TransactionsSource {
        transactions: lent.workspace.loaded().dataset.transactions()?,
        private: &lent.workspace.settings().roles.private_items,
        shown,
        status: None,
    }))
}

fn in_order(table: &Table, roles: &Roles) -> Vec<usize> {
    let with = |wanted: &[Option<Role>]| {
        let columns = table.columns().iter().enumerate();
        let columns = columns.filter(|(_, column)| wanted.contains(&roles.of(column.name())));
        columns.map(|(at, _)| at).collect::<Vec<usize>>()
    };
    let mut columns = with(&[Some(Role::Quasi)]);
    columns.extend(with(&[Some(Role::Sensitive)]));
    columns.extend(with(&[Some(Role::Insensitive), None]));
    columns
}

impl GridSource for Source<'_> {
    fn rows(&self) -> u64 {
        self.rows.len() as u64
    }

    fn columns(&self) -> usize {
        match &self.records {
            Records::Table { columns, .. } => columns.len(),
            Records::Sparse(source) => source.columns() - PERSON,
            Records::Baskets(source) => source.columns(),
        }
    }

    fn last_column_fills(&self) -> bool {
        matches!(self.records, Records::Baskets(_))
    }

    fn name(&self, column: usize) -> &str {
        match &self.records {
            Records::Table { table, columns } => table.columns()[columns[column]].name(),
            Records::Sparse(source) => source.name(column + PERSON),
            Records::Baskets(source) => source.name(column),
        }
    }

    fn header(&self, column: usize) -> GridHeader<'_> {
        let numbers = match &self.records {
            Records::Table { table, columns } => {
                table.columns()[columns[column]].value_type().is_number()
            }
            Records::Sparse(_) => true,
            Records::Baskets(source) => return source.header(column),
        };
        GridHeader {
            numbers,
            ..GridHeader::default()
        }
    }

    fn row_number(&self, place: u64) -> u64 {
        let row = self.rows.get(place as usize);
        row.map_or(0, |&row| u64::from(row) + 1)
    }

    fn row_look(&self, place: u64) -> RowLook {
        let row = self.rows.get(place as usize);
        RowLook {
            mark: row.map_or(RowMark::Plain, |&row| self.judged.mark(row)),
            ..RowLook::default()
        }
    }

    fn cell(&self, place: u64, column: usize) -> GridCell<'_> {
        match &self.records {
            Records::Table { table, columns } => {
                let column = &table.columns()[columns[column]];
                match self.rows.get(place as usize).map(|&row| row as usize) {
                    Some(row) if row < column.len() && !column.is_null(row) => {
                        let text = column.text(row);
                        match column.value_type().is_number() {
                            true => GridCell::number(text),
                            false => GridCell::text(text),
                        }
                    }
                    _ => GridCell::missing(),
                }
            }
            Records::Sparse(source) => source.cell(place, column + PERSON),
            Records::Baskets(source) => source.cell(place, column),
        }
    }
}
