//! The Data stage: the table with its roles, what to show of it, and the panel about what is selected.

mod column_panel;
mod column_words;
mod columns_page;
mod facts;
mod hidden;
pub(in crate::ui) mod prepare;
pub(in crate::ui) mod ratings;
pub(in crate::ui) mod record_panel;
mod role_menu;
mod said_type;
mod shown;
mod sight;
pub(in crate::ui) mod table;
mod told_hierarchy;
mod toolbar;
pub(in crate::ui) mod transactions;

use columns_page::ColumnsPage;
use facts::items_panel;
pub use facts::{TransactionsFacts, ratings_facts};
pub use hidden::Hidden;
pub use prepare::PreparePage;
pub use ratings::RatingsSource;
pub use shown::{Shown, Violating};
pub use transactions::TransactionsSource;

use self::told_hierarchy::ShownHierarchy;
use crate::ui::actions::{Action, Outbox};
use crate::ui::asked::Asked;
use crate::ui::column_facts::ColumnFacts;
use crate::ui::explained::Explained;
use crate::ui::jobs::Jobs;
use crate::ui::kinds;
use crate::ui::method_result::MethodResult;
use crate::ui::ratings::status::RatingsStatus;
use crate::ui::status::Status;
use crate::ui::theme::{MARGIN, Tokens};
use crate::ui::transactions::status::TransactionsStatus;
use crate::ui::views::categories::Board;
use crate::ui::widgets::grid::{GridEvent, GridState};
use cloakroom_core::column::Column;
use cloakroom_core::problem::Problem;
use cloakroom_core::roles::Role;
use cloakroom_core::rows::{RowQuery, select_rows};
use cloakroom_core::summary::ColumnSummary;
use cloakroom_engine::proposed::ProposedHierarchy;
use cloakroom_engine::workspace::Workspace;
use cloakroom_microdata::privacy::PrivacyModel;
use egui::{CentralPanel, Frame, Margin, Panel, Rect, Ui};
use std::sync::Arc;

/// What the data view keeps from frame to frame.
#[derive(Default)]
pub struct DataView {
    pub grid: GridState,
    pub query: RowQuery,
    /// What the rows are that the query is limited to.
    pub among: String,
    /// The answer to a query, once it is there.
    rows: Asked<RowQuery, Vec<u32>>,
    pub only_violating: bool,
    /// Of the violating rows only those that break this promise.
    pub violating_of: Option<PrivacyModel>,
    /// Takes the place of the table while values are sorted into categories.
    pub board: Option<Board>,
    pub shown: Shown,
    pub selected_row: Option<u32>,
    pub selected_column: Option<usize>,
    pub search_text: String,
    pub focus_search: bool,
    /// All columns as rows take the place of the table.
    pub shows_columns: bool,
    /// Columns that are out of sight.
    pub hidden: Hidden,
    columns: ColumnsPage,
    /// What is done to the table before roles, in the place of the table.
    pub prepare: PreparePage,
    /// What the names of listed items contain.
    item_filter: String,
    /// The column whose role is being chosen, and the chip that was clicked.
    role_menu: Option<(usize, Rect)>,
}

/// What the data view is lent.
pub struct Lent<'a> {
    pub workspace: &'a Workspace,
    pub status: Option<&'a Arc<Status>>,
    /// Of ratings.
    pub people: Option<&'a Arc<RatingsStatus>>,
    /// Of transactions.
    pub baskets: Option<&'a Arc<TransactionsStatus>>,
    /// Of transactions, once they are counted.
    pub items: Option<&'a TransactionsFacts>,
    pub summary: Option<&'a ColumnSummary>,
    /// What the last run of the method brought, and why its columns look as they do.
    pub result: Option<&'a MethodResult>,
    pub explained: &'a Explained,
    /// What was counted of every column, once it is.
    pub facts: Option<&'a [ColumnFacts]>,
    /// Hierarchies that were proposed, for columns that have one by now too.
    pub proposed: &'a [ProposedHierarchy],
}

impl DataView {
    /// The rows in the order, and out of the filters, that the user asked for.
    pub fn want(&mut self, workspace: &Workspace, jobs: &Jobs) {
        self.prepare.want(workspace, jobs);
        let mut query = self.query.clone();
        query.not_searched = hidden_columns(workspace);
        if workspace.table().is_none() || query.is_everything() {
            return;
        }
        if let Some(new) = self.rows.ask(query) {
            let loaded = workspace.loaded().clone();
            new.start(jobs, "Arrange rows", move |query, progress| {
                let table = loaded.dataset.table();
                let table = table.ok_or_else(|| Problem::new("there is no table"))?;
                Ok(select_rows(table, &query, progress)?)
            });
        }
    }

    /// The rows for the query at hand, or the last answer while the new one is computed.
    pub fn refresh(
        &mut self,
        records: usize,
        status: Option<&Arc<Status>>,
        people: Option<&Arc<RatingsStatus>>,
        baskets: Option<&Arc<TransactionsStatus>>,
    ) {
        let rows = self.rows.newest();
        let rows = if self.query.is_everything() {
            None
        } else if self.query.is_only_among() {
            self.query.among.as_ref()
        } else {
            rows
        };
        let records_violate = status.map(|status| Violating::Microdata {
            status: status.clone(),
            model: self.violating_of,
        });
        let people_violate = || Some(Violating::Ratings(people?.clone()));
        let transactions_violate = || Some(Violating::Transactions(baskets?.clone()));
        let violating = records_violate
            .or_else(people_violate)
            .or_else(transactions_violate)
            .filter(|_| self.only_violating);
        if self.shown.refresh(records, rows, violating) {
            let place = self
                .selected_row
                .and_then(|row| self.shown.place_of(row, records));
            self.grid.select(place);
        }
    }

    /// Selects a record and scrolls to it, if it is shown.
    pub fn reveal(&mut self, row: u32, records: usize) -> bool {
        self.selected_row = Some(row);
        self.selected_column = None;
        let place = self.shown.place_of(row, records);
        self.grid.select(place);
        if let Some(place) = place {
            self.grid.scroll_to_row(place);
        }
        place.is_some()
    }

    /// Finds what was selected anywhere among the rows that are shown.
    pub fn find_selected(&mut self, records: usize) {
        let place = self
            .selected_row
            .and_then(|row| self.shown.place_of(row, records));
        self.grid.select(place);
        if let Some(place) = place {
            self.grid.scroll_to_row(place);
        }
    }

    /// Scrolls to a column of the table.
    pub fn show_column(&mut self, column: usize, workspace: Option<&Workspace>) {
        let Some(workspace) = workspace else {
            return;
        };
        // Whoever is led to a column that is out of sight wants to see it.
        let role = |name: &str| workspace.settings().roles.of(name);
        let table = workspace.table();
        let name = table.and_then(|table| table.columns().get(column));
        if let Some(name) = name.map(Column::name)
            && self.hidden.hides(name, role(name))
        {
            self.hidden.names.remove(name);
            self.hidden.only_marked = false;
        }
        let before = table.map_or(0, table::before_the_first);
        let order = self.hidden.order(workspace);
        if let Some(place) = order.iter().position(|&at| at == column) {
            self.grid.scroll_to_column(before + place);
        }
    }

    pub fn show(&mut self, ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
        let tokens = Tokens::of(ui);
        if self.shows_board(lent) {
            if let Some(board) = &mut self.board {
                board.show(ui, lent.workspace, out);
            }
            return;
        }
        let table = lent.workspace.table();
        let prepares = self.prepares(lent.workspace);
        let columns = table.filter(|_| self.shows_columns && !prepares);
        if columns.is_none() && !prepares {
            self.side_panel(ui, lent, out);
        }
        let bar = Frame::new()
            .fill(tokens.ground)
            .inner_margin(Margin::symmetric(MARGIN as i8 + 6, MARGIN as i8));
        Panel::top("data toolbar")
            .frame(bar)
            .show_separator_line(false)
            .show(ui, |ui| toolbar::show(ui, self, lent, out));
        if prepares {
            return self.prepare.show(ui, lent.workspace, out);
        }
        if let Some(table) = columns {
            return self.columns.show(ui, table, lent, &self.hidden, out);
        }
        CentralPanel::no_frame().show(ui, |ui| self.table(ui, lent, out));
        let hidden = self.hidden.count(lent.workspace);
        role_menu::show(ui, &mut self.role_menu, lent.workspace, hidden, out);
    }

    /// Whether the steps before roles are on the screen.
    pub fn prepares(&self, workspace: &Workspace) -> bool {
        self.prepare.is_shown && prepare::refused(workspace).is_none()
    }

    /// A column that is not sensitive any more has nothing to be sorted.
    fn shows_board(&self, lent: &Lent<'_>) -> bool {
        let columns = lent
            .workspace
            .table()
            .map_or(&[][..], |table| table.columns());
        let column = self
            .board
            .as_ref()
            .and_then(|board| columns.get(board.column));
        column.is_some_and(|column| {
            lent.workspace.settings().roles.of(column.name()) == Some(Role::Sensitive)
        })
    }

    fn side_panel(&mut self, ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
        let table = lent.workspace.table();
        let column = self
            .selected_column
            .filter(|&column| table.is_some_and(|table| column < table.columns().len()));
        let record = self
            .selected_row
            .filter(|&row| (row as usize) < lent.workspace.rows());
        if column.is_none() && record.is_none() {
            return self.items(ui, lent, out);
        }
        let tokens = Tokens::of(ui);
        let frame = Frame::new()
            .fill(tokens.panel)
            .inner_margin(Margin::same(MARGIN as i8 + 2));
        Panel::right("about the selection")
            .frame(frame)
            .default_size(264.0)
            .size_range(220.0..=460.0)
            .show(ui, |ui| match (column, record, table) {
                (Some(column), _, Some(table)) => {
                    column_panel::show(ui, column, table, lent, out);
                }
                (_, Some(record), _) => record_panel::show(ui, record, lent, out),
                _ => {}
            });
    }

    /// The items of transactions, public or private, while no basket is looked at.
    fn items(&mut self, ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
        let transactions = lent.workspace.loaded().dataset.transactions();
        let (Some(transactions), Some(facts)) = (transactions, lent.items) else {
            return;
        };
        let frame = Frame::new()
            .fill(Tokens::of(ui).panel)
            .inner_margin(Margin::same(MARGIN as i8 + 2));
        Panel::right("items")
            .frame(frame)
            .default_size(264.0)
            .size_range(220.0..=460.0)
            .show(ui, |ui| {
                ShownHierarchy::of_items(lent).told_of_items(ui, out);
                let filter = &mut self.item_filter;
                items_panel(ui, lent.workspace, transactions, facts, filter, out);
            });
    }

    fn table(&mut self, ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
        let workspace = lent.workspace;
        let order = self.hidden.order(workspace);
        let events = (kinds::about(workspace).data.table)(self, ui, lent);
        let at = |column: usize| {
            let table = workspace.table()?;
            let place = column.checked_sub(table::before_the_first(table))?;
            order.get(place).copied()
        };
        for event in events {
            match event {
                GridEvent::RowSelected(place) | GridEvent::RowActivated(place) => {
                    out.send(Action::SelectRow(Some(self.shown.row_at(place))));
                }
                GridEvent::HeaderClicked(column) => {
                    if let Some(column) = at(column) {
                        out.send(Action::SelectColumn(Some(column)));
                    }
                }
                GridEvent::ChipClicked(column, rect) | GridEvent::ColumnMenu(column, rect) => {
                    self.role_menu = at(column).map(|column| (column, rect));
                }
                _ => {}
            }
        }
    }
}

/// Columns that are hidden on the screen must not be found by a search either.
fn hidden_columns(workspace: &Workspace) -> Vec<usize> {
    let Some(table) = workspace.table() else {
        return Vec::new();
    };
    table
        .columns()
        .iter()
        .enumerate()
        .filter(|(_, column)| is_hidden(workspace, column.name()))
        .map(|(at, _)| at)
        .collect()
}

fn is_hidden(workspace: &Workspace, column: &str) -> bool {
    let role = workspace.settings().roles.of(column);
    role.is_some_and(Role::is_removed)
}
