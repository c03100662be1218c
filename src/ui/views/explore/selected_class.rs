//! The class that is selected in any view: what it breaks and why, and its records.

use super::Lent;
use super::class_table::broken;
use crate::ui::actions::{Action, Outbox};
use crate::ui::panel::symbol;
use crate::ui::status::Status;
use crate::ui::theme::{MARGIN, Tokens, fonts, icons};
use crate::ui::widgets::grid::{
    GridCell, GridEvent, GridHeader, GridSource, GridState, RowLook, grid,
};
use crate::ui::widgets::{Chip, ChipKind, capitalize, icon_button, link, number, sentence};
use cloakroom_core::roles::Role;
use cloakroom_core::table::Table;
use egui::{Align, Frame, Layout, Margin, Panel, Ui};

pub fn show(
    ui: &mut Ui,
    lent: &Lent<'_>,
    table: &Table,
    status: &Status,
    state: &mut GridState,
    out: &mut Outbox,
) {
    let Some(class) = lent.selected_class() else {
        return;
    };
    let tokens = Tokens::of(ui);
    let members = status.classes.members(class);
    let frame = Frame::new().fill(tokens.panel);
    Panel::bottom("selected class")
        .frame(frame)
        .resizable(true)
        .default_size(218.0)
        .size_range(120.0..=460.0)
        .show(ui, |ui| {
            let head = Frame::new().inner_margin(Margin {
                left: MARGIN as i8 + 6,
                right: MARGIN as i8,
                top: 8,
                bottom: 6,
            });
            head.show(ui, |ui| about(ui, table, status, class, out));
            let source = MemberSource {
                table,
                members,
                columns: released_columns(lent, table),
                selected: lent.selected_row,
            };
            let events = grid(ui, "members", "Records of the class", state, &source);
            for event in events {
                match event {
                    GridEvent::RowSelected(place) => {
                        out.send(Action::SelectRow(Some(members[place as usize])));
                    }
                    GridEvent::RowActivated(place) => {
                        out.send(Action::ShowRow(members[place as usize]));
                    }
                    _ => {}
                }
            }
        });
}

fn about(ui: &mut Ui, table: &Table, status: &Status, class: u32, out: &mut Outbox) {
    ui.spacing_mut().item_spacing.y = 3.0;
    ui.horizontal(|ui| {
        let size = status.classes.sizes()[class as usize];
        let words = format!("Class of {}", number::counted(u64::from(size), "record"));
        ui.label(fonts::strong_text(words));
        let broken = broken(status, class);
        for &model in &broken {
            let words = format!("violates {}", symbol(model));
            ui.add(Chip::new(ChipKind::Violates, &words));
        }
        if broken.is_empty() && status.is_complete() {
            ui.add(Chip::new(ChipKind::Satisfied, "keeps every promise"));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if icon_button(ui, icons::CLOSE, "Close the class").clicked() {
                out.send(Action::SelectRow(None));
            }
            if link(ui, "Show in the table").clicked() {
                out.send(Action::ShowClass(class));
            }
        });
    });
    for (failing, column) in status.failures(table, class) {
        let mut words = cloakroom_microdata::privacy::why(&failing, &status.requirement, column);
        capitalize(&mut words);
        words.push('.');
        sentence(ui, &words);
    }
}

/// What may be seen: identifiers are not to be read over the shoulder.
fn released_columns(lent: &Lent<'_>, table: &Table) -> Vec<usize> {
    let roles = &lent.workspace.settings().roles;
    (0..table.columns().len())
        .filter(|&at| roles.of(table.columns()[at].name()) != Some(Role::Identifier))
        .collect()
}

struct MemberSource<'a> {
    table: &'a Table,
    members: &'a [u32],
    columns: Vec<usize>,
    selected: Option<u32>,
}

impl GridSource for MemberSource<'_> {
    fn rows(&self) -> u64 {
        self.members.len() as u64
    }

    fn columns(&self) -> usize {
        self.columns.len()
    }

    fn name(&self, column: usize) -> &str {
        self.table.columns()[self.columns[column]].name()
    }

    fn header(&self, column: usize) -> GridHeader<'_> {
        GridHeader {
            numbers: self.table.columns()[self.columns[column]]
                .value_type()
                .is_number(),
            ..GridHeader::default()
        }
    }

    fn row_number(&self, row: u64) -> u64 {
        self.members
            .get(row as usize)
            .map_or(0, |&row| u64::from(row) + 1)
    }

    fn row_look(&self, row: u64) -> RowLook {
        RowLook {
            related: self.selected == self.members.get(row as usize).copied(),
            ..RowLook::default()
        }
    }

    fn cell(&self, row: u64, column: usize) -> GridCell<'_> {
        let column = &self.table.columns()[self.columns[column]];
        match self.members.get(row as usize) {
            Some(&row) if !column.is_null(row as usize) => {
                let text = column.text(row as usize);
                if column.value_type().is_number() {
                    GridCell::number(text)
                } else {
                    GridCell::text(text)
                }
            }
            _ => GridCell::missing(),
        }
    }
}
