//! A table of columns as the grid shows it.

use super::{DataView, Lent, Shown, is_hidden};
use crate::ui::ratings::status::RatingsStatus;
use crate::ui::status::Status;
use crate::ui::widgets::grid::{
    ChipTone, GridCell, GridChip, GridEvent, GridHeader, GridSource, RowLook, RowMark, SortMark,
    grid,
};
use crate::ui::widgets::number;
use cloakroom_core::column::Column;
use cloakroom_core::roles::Role;
use cloakroom_core::rows::{RowQuery, find_in};
use cloakroom_core::table::Table;
use cloakroom_engine::workspace::Workspace;
use egui::Ui;
use std::borrow::Cow;
use std::sync::Arc;

/// The column that says how many records a row of a counted table stands for.
const HOW_MANY: &str = "records";

pub struct TableSource<'a> {
    pub table: &'a Table,
    pub workspace: &'a Workspace,
    pub shown: &'a Shown,
    /// The columns that are shown, by place in the table.
    pub order: &'a [usize],
    pub status: Option<&'a Status>,
    /// Of ratings.
    pub people: Option<&'a RatingsStatus>,
    pub query: &'a RowQuery,
    /// The search text in lower case.
    pub needle: String,
    pub related: Option<u32>,
}

/// The table of these data, if they have one.
pub fn show(view: &mut DataView, ui: &mut Ui, lent: &Lent<'_>) -> Vec<GridEvent> {
    let workspace = lent.workspace;
    let Some(table) = workspace.table() else {
        return Vec::new();
    };
    let order = view.hidden.order(workspace);
    let source = TableSource {
        table,
        workspace,
        shown: &view.shown,
        order: &order,
        status: lent.status.map(Arc::as_ref),
        people: lent.people.map(Arc::as_ref),
        query: &view.query,
        needle: view.query.search.to_lowercase(),
        related: related_class(view.selected_row, lent),
    };
    grid(ui, "table", "Table", &mut view.grid, &source)
}

/// The class of the selected record: its other members are tinted.
fn related_class(selected: Option<u32>, lent: &Lent<'_>) -> Option<u32> {
    let classes = &lent.status?.classes;
    classes.class_of_rows().get(selected? as usize).copied()
}

/// How many columns the grid has before those of the table.
pub fn before_the_first(table: &Table) -> usize {
    usize::from(table.is_counted())
}

impl TableSource<'_> {
    /// The column of the table; `None` for the one that says how many records there are.
    fn data(&self, column: usize) -> Option<&Column> {
        self.table.columns().get(self.place(column)?)
    }

    /// Where a column of the grid stands in the table.
    pub fn place(&self, column: usize) -> Option<usize> {
        let at = column.checked_sub(before_the_first(self.table))?;
        self.order.get(at).copied()
    }
}

impl GridSource for TableSource<'_> {
    fn rows(&self) -> u64 {
        self.shown.len(self.table.rows())
    }

    fn columns(&self) -> usize {
        self.order.len() + before_the_first(self.table)
    }

    fn name(&self, column: usize) -> &str {
        self.data(column).map_or(HOW_MANY, Column::name)
    }

    fn header(&self, column: usize) -> GridHeader<'_> {
        let kind = self.workspace.kind();
        let Some(data) = self.data(column) else {
            return GridHeader {
                hover: "How many records of the file have these values.".into(),
                numbers: true,
                ..GridHeader::default()
            };
        };
        let role = self.workspace.settings().roles.of(data.name());
        let chip = match role {
            Some(role) => GridChip {
                text: role.chip(kind).into(),
                tone: tone(Some(role)),
                hover: role.explanation(kind).into(),
            },
            None => GridChip {
                text: "undecided".into(),
                tone: ChipTone::Undecided,
                hover: self.workspace.suggestion(data.name()).map_or(
                    Cow::Borrowed("Nobody has decided yet."),
                    |suggestion| {
                        format!(
                            "Nobody has decided yet. Suggested: {}. {}",
                            suggestion.role.label(kind),
                            suggestion.reason
                        )
                        .into()
                    },
                ),
            },
        };
        let sort = self
            .query
            .sort
            .filter(|sort| self.place(column) == Some(sort.column))
            .map(|sort| SortMark::of(sort.descending));
        GridHeader {
            chip: Some(chip),
            sort,
            badge: data.mixture().map(|_| "mixed".into()),
            hover: format!("{}, {}", data.name(), data.value_type().label()).into(),
            numbers: data.value_type().is_number(),
        }
    }

    fn is_narrow(&self, column: usize) -> bool {
        self.data(column)
            .is_some_and(|data| is_hidden(self.workspace, data.name()))
    }

    fn row_number(&self, row: u64) -> u64 {
        u64::from(self.shown.row_at(row)) + 1
    }

    fn row_look(&self, row: u64) -> RowLook {
        let record = self.shown.row_at(row) as usize;
        if let Some(people) = self.people {
            return person_look(people, record);
        }
        let known = |status: &&Status| record < status.classes.class_of_rows().len();
        let Some(status) = self.status.filter(known) else {
            return RowLook::default();
        };
        let mark = if status.violates(record, None) {
            RowMark::Violates
        } else {
            RowMark::Plain
        };
        RowLook {
            mark,
            related: self.related == Some(status.classes.class_of(record)),
            begins: false,
        }
    }

    fn cell(&self, row: u64, column: usize) -> GridCell<'_> {
        let record = self.shown.row_at(row) as usize;
        let Some(data) = self.data(column) else {
            let columns = self.table.columns().first();
            let records = columns.map_or(0, |column| column.weight(record));
            return GridCell::number(number::count(u64::from(records)));
        };
        if record >= data.len() || data.is_null(record) {
            return GridCell::missing();
        }
        if is_hidden(self.workspace, data.name()) {
            return GridCell::hidden();
        }
        let text = data.text(record);
        let cell = if data.value_type().is_number() {
            GridCell::number(text)
        } else {
            GridCell::text(text)
        };
        // Very long texts are cut by the grid; a hit beyond the cut would not be seen anyway.
        let found = (!self.needle.is_empty() && text.len() < 1_000)
            .then(|| find_in(text, &self.needle))
            .flatten();
        cell.found(found)
    }
}

/// How a person's row looks: violating, or like any other.
pub(super) fn person_look(people: &RatingsStatus, person: usize) -> RowLook {
    let mark = if people.violates(person) {
        RowMark::Violates
    } else {
        RowMark::Plain
    };
    RowLook {
        mark,
        ..RowLook::default()
    }
}

fn tone(role: Option<Role>) -> ChipTone {
    match role {
        Some(Role::Identifier | Role::Person | Role::Group) => ChipTone::Identifier,
        Some(Role::Quasi) => ChipTone::Quasi,
        Some(Role::Sensitive) => ChipTone::Sensitive,
        Some(Role::Insensitive) => ChipTone::Kept,
        None => ChipTone::Undecided,
    }
}
