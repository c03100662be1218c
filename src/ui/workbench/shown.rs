//! What is shown of the open document: which stage, which rows, which class.

use super::document::Document;
use crate::ui::actions::{CompareTab, ExploreTab, ShownRecords, Stage};
use crate::ui::lattice::Lattice;
use crate::ui::shell;
use cloakroom_core::column::Column;
use cloakroom_core::roles::Role;
use cloakroom_core::rows::{RowQuery, Sort};
use cloakroom_core::table::Table;
use cloakroom_microdata::privacy::PrivacyModel;

impl Document {
    pub fn go(&mut self, stage: Stage) {
        if shell::stages(self.workspace.kind()).contains(&stage) {
            self.finish_form();
            self.is_opening = false;
            if stage == Stage::Release {
                self.name_release();
            }
            self.stage = stage;
        }
    }

    pub fn show_tab(&mut self, tab: ExploreTab) {
        self.explore.look_at(tab);
        self.go(Stage::Explore);
    }

    pub fn show_compare(&mut self, tab: CompareTab) {
        self.compare.tab = tab;
        self.go(Stage::Compare);
    }

    pub fn select_row(&mut self, row: Option<u32>) {
        self.data.selected_row = row;
        self.data.selected_column = None;
        self.data.find_selected(self.workspace.rows());
    }

    pub fn select_column(&mut self, column: Option<usize>) {
        self.data.selected_column = column;
        if let Some(column) = column {
            let table = self.workspace.table();
            let name = table.and_then(|table| Some(table.columns().get(column)?.name().to_owned()));
            self.explore.mark_column(name, column);
            self.data.board = None;
            self.data.shows_columns = false;
            self.data.prepare.is_shown = false;
            self.data.selected_row = None;
            self.data.grid.select(None);
            self.data.show_column(column, Some(&self.workspace));
            self.go(Stage::Data);
        }
    }

    pub fn select_levels(&mut self, levels: &[u32]) {
        let Some(Lattice::Held(held)) = self.lattice.current(&self.workspace) else {
            return;
        };
        let heights = held.shape().heights();
        let fits = levels.len() == heights.len()
            && levels.iter().zip(heights).all(|(level, top)| level <= top);
        if fits {
            let shown = &mut self.explore.records.shown_lattice;
            shown.refresh(held, self.workspace.settings());
            shown.select(Some(held.shape().node(levels)));
        }
    }

    /// Without filters, search or "only violating"; the order stays.
    pub fn show_all_rows(&mut self) {
        self.data.query = RowQuery {
            sort: self.data.query.sort,
            ..RowQuery::default()
        };
        self.data.search_text.clear();
        self.data.only_violating = false;
        self.data.violating_of = None;
        self.data.board = None;
    }

    /// Only these in the table, or all again.
    pub fn show_records(&mut self, records: Option<ShownRecords>) {
        let Some(records) = records else {
            self.data.query.among = None;
            return;
        };
        self.show_all_rows();
        self.data.shows_columns = false;
        self.data.prepare.is_shown = false;
        self.data.query.among = Some(records.rows);
        self.data.among = records.name;
        self.go(Stage::Data);
    }

    pub fn show_violating(&mut self, model: Option<PrivacyModel>) {
        self.show_all_rows();
        self.data.shows_columns = false;
        self.data.prepare.is_shown = false;
        self.data.only_violating = true;
        self.data.violating_of = model;
        self.go(Stage::Data);
    }

    /// A class is selected by one of its records; the one that is selected stays if it is among them.
    pub fn select_class(&mut self, class: u32) {
        let Some(status) = self.records.status() else {
            return;
        };
        let members = status.classes.members(class);
        let stays = self
            .data
            .selected_row
            .is_some_and(|row| members.binary_search(&row).is_ok());
        if !stays {
            self.data.selected_row = members.first().copied();
            self.data.selected_column = None;
            self.data.find_selected(self.workspace.rows());
        }
    }

    pub fn sort_by(&mut self, column: usize, descending: Option<bool>) {
        let current = self.data.query.sort.filter(|sort| sort.column == column);
        self.data.query.sort = match (descending, current) {
            (Some(descending), _) => Some(Sort { column, descending }),
            (None, None) => Some(Sort {
                column,
                descending: false,
            }),
            (
                None,
                Some(Sort {
                    descending: false, ..
                }),
            ) => Some(Sort {
                column,
                descending: true,
            }),
            (None, Some(_)) => None,
        };
    }

    pub fn filter_by(&mut self, column: usize, code: u32) {
        let equals = &mut self.data.query.equals;
        equals.retain(|&(other, _)| other != column);
        equals.push((column, code));
        self.data.board = None;
        self.go(Stage::Data);
    }

    pub fn filter_missing(&mut self, column: usize) {
        let columns = self.workspace.table().map_or(&[][..], Table::columns);
        if let Some(code) = columns.get(column).and_then(Column::null) {
            self.filter_by(column, code);
        }
    }

    pub fn show_row(&mut self, row: u32) {
        let records = self.workspace.rows();
        self.go(Stage::Data);
        self.data.board = None;
        self.data.shows_columns = false;
        self.data.prepare.is_shown = false;
        if !self.data.reveal(row, records) {
            // It is filtered away: show everything, then it is there.
            self.show_all_rows();
            self.data.refresh(records, None, None, None);
            self.data.reveal(row, records);
        }
    }

    /// The records of a class are those with its values in all quasi-identifiers.
    pub fn show_class(&mut self, class: u32) {
        let workspace = &self.workspace;
        let (Some(profile), Some(table)) = (self.records.classes(workspace), workspace.table())
        else {
            return;
        };
        let Some(&member) = profile.members(class).first() else {
            return;
        };
        let equals = table
            .columns()
            .iter()
            .enumerate()
            .filter(|(_, column)| workspace.settings().roles.of(column.name()) == Some(Role::Quasi))
            .map(|(at, column)| (at, column.codes()[member as usize]))
            .collect();
        self.data.query = RowQuery {
            equals,
            sort: self.data.query.sort,
            ..RowQuery::default()
        };
        self.data.search_text.clear();
        self.data.only_violating = false;
        self.data.violating_of = None;
        self.data.board = None;
        self.data.selected_row = Some(member);
        self.data.selected_column = None;
        self.go(Stage::Data);
    }
}
