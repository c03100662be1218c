//! The classes of records that share their quasi-identifiers: how large they are, and which ones fail.

use super::class_list::{list, reveal};
use super::class_table::{ClassColumn, ClassSort, ClassSource, of_size, ordered};
use super::{Lent, head, sizes};
use crate::ui::actions::Outbox;
use crate::ui::status::Status;
use crate::ui::widgets::grid::GridState;
use crate::ui::widgets::{number, sentence};
use cloakroom_core::roles::Role;
use cloakroom_core::table::Table;
use egui::{CentralPanel, Panel, Ui};
use std::sync::Arc;

/// The picture of the sizes is no lower.
const LOWEST: f32 = 170.0;

#[derive(Default)]
pub struct ClassesTab {
    grid: GridState,
    sort: Option<ClassSort>,
    /// The order, and what it was made for.
    order: Option<(Arc<Status>, Option<ClassSort>, Vec<u32>)>,
    revealed: Option<u32>,
}

impl ClassesTab {
    pub fn show(
        &mut self,
        ui: &mut Ui,
        lent: &Lent<'_>,
        table: &Table,
        status: &Arc<Status>,
        out: &mut Outbox,
    ) {
        let is_judged = lent.workspace.is_judged() && status.is_complete();
        let columns = columns(lent, table, status);
        self.refresh(table, status, &columns);
        // In a low window the picture gives way, so that some classes are seen below it.
        let high = (ui.available_height() * 0.45).clamp(LOWEST, 250.0);
        Panel::top("class sizes")
            .frame(head(ui))
            .resizable(true)
            .default_size(high)
            .size_range(LOWEST..=560.0)
            .show(ui, |ui| {
                sentence(ui, &headline(lent, status));
                ui.add_space(6.0);
                sizes::show(ui, status, is_judged);
            });
        let selected = lent.selected_class();
        CentralPanel::no_frame().show(ui, |ui| {
            let Some((_, _, order)) = &self.order else {
                return;
            };
            let source = ClassSource {
                table,
                status,
                order,
                columns: &columns,
                sort: self.sort,
                selected,
                about: None,
                is_judged,
            };
            reveal(&mut self.grid, &mut self.revealed, &source);
            let named = ("classes", "Classes");
            self.sort = list(ui, named, &mut self.grid, &source, out);
        });
    }

    fn refresh(&mut self, table: &Table, status: &Arc<Status>, columns: &[ClassColumn]) {
        // The column that it was sorted by may be gone.
        self.sort = self.sort.filter(|sort| columns.contains(&sort.by));
        let known = self
            .order
            .as_ref()
            .is_some_and(|(of, sort, _)| Arc::ptr_eq(of, status) && *sort == self.sort);
        if !known {
            let order = ordered(table, status, self.sort);
            self.order = Some((status.clone(), self.sort, order));
            self.grid.select(None);
            self.revealed = None;
        }
    }
}

pub fn quasi_columns(lent: &Lent<'_>, table: &Table) -> Vec<ClassColumn> {
    let roles = &lent.workspace.settings().roles;
    table
        .columns()
        .iter()
        .enumerate()
        .filter(|(_, column)| roles.of(column.name()) == Some(Role::Quasi))
        .map(|(at, _)| ClassColumn::Quasi(at))
        .collect()
}

fn columns(lent: &Lent<'_>, table: &Table, status: &Status) -> Vec<ClassColumn> {
    let sensitive = status.values().map_or(0, |values| values.columns().len());
    let mut columns = of_size(status);
    let sizes = columns.len();
    columns.extend(quasi_columns(lent, table));
    // Few quasi-identifiers leave room for what is sensitive; among many it would not be found.
    let place = if columns.len() > 5 {
        sizes
    } else {
        columns.len()
    };
    columns.splice(place..place, (0..sensitive).map(ClassColumn::Sensitive));
    columns
}

/// `3 people violate`.
fn who_violate(status: &Status) -> String {
    let many = status.violating(None);
    let violate = if many == 1 { "violates" } else { "violate" };
    format!("{} {violate}", status.many(many))
}

fn headline(lent: &Lent<'_>, status: &Status) -> String {
    let quasi = lent.workspace.with_role(Role::Quasi).len();
    let scan = &status.scan;
    let records = number::counted(status.records() as u64, "record");
    let mut text = format!(
        "{} fall into {} by {}.",
        match status.classes.counts() {
            None => records,
            Some(_) => format!("{records} of {}", status.many(status.classes.all_counted())),
        },
        number::counted_as(status.classes.classes() as u64, "class", "classes"),
        number::counted(quasi as u64, "quasi-identifier"),
    );
    if scan.violating > 0 {
        text.push_str(&format!(
            " As the data stand, {} in {}.",
            who_violate(status),
            number::counted_as(scan.violating_classes as u64, "class", "classes"),
        ));
    }
    text
}
