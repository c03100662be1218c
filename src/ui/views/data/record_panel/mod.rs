//! About the selected record: its class, why it violates, and its values with how rare each is.

pub mod microdata;
pub mod ratings;
pub mod transactions;

use super::{Lent, is_hidden};
use crate::ui::actions::{Action, Outbox};
use crate::ui::kinds;
use crate::ui::theme::{Tokens, fonts, icons};
use crate::ui::widgets::{Chip, ChipKind, icon_button, number, title};
use cloakroom_core::roles::Role;
use cloakroom_core::table::Table;
use egui::{Align, Layout, RichText, ScrollArea, Ui};

/// Values listed for one person of a sparse survey, or items of one basket.
const MOST_VALUES: usize = 500;
const LONGEST_TEXT: usize = 60;

pub fn show(ui: &mut Ui, row: u32, lent: &Lent<'_>, out: &mut Outbox) {
    let kind = lent.workspace.kind();
    ui.horizontal(|ui| {
        let mut word = match lent.workspace.in_batches() {
            Some(_) => "row".to_owned(),
            None => kind.record(1).to_owned(),
        };
        word[..1].make_ascii_uppercase();
        title(ui, &format!("{word} {}", number::count(u64::from(row) + 1)));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if icon_button(ui, icons::CLOSE, "Close the record panel").clicked() {
                out.send(Action::SelectRow(None));
            }
        });
    });
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        (kinds::of(kind).data.record)(ui, row, lent, out);
    });
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST_TEXT) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

fn values(ui: &mut Ui, row: u32, table: &Table, lent: &Lent<'_>) {
    let tokens = Tokens::of(ui);
    let kind = lent.workspace.kind();
    ui.spacing_mut().item_spacing.y = 2.0;
    ui.spacing_mut().interact_size.y = 18.0;
    for column in table.columns() {
        let role = lent.workspace.settings().roles.of(column.name());
        let word = role.map_or("undecided", |role| role.chip(kind));
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            ui.label(
                RichText::new(cut(column.name()))
                    .font(fonts::detail())
                    .color(tokens.dim),
            );
            ui.add(Chip::new(ChipKind::of_role(role), word));
        });
        ui.horizontal_wrapped(|ui| {
            let text = if column.is_null(row as usize) {
                "missing".to_owned()
            } else if is_hidden(lent.workspace, column.name()) {
                "•••••".to_owned()
            } else {
                cut(column.text(row as usize))
            };
            ui.label(fonts::strong_text(text));
            if role == Some(Role::Quasi) && lent.status.is_some() {
                let records = column.counts()[column.codes()[row as usize] as usize];
                let words = format!("shared by {}", number::count(u64::from(records)));
                ui.label(RichText::new(words).font(fonts::detail()).color(tokens.dim));
            }
        });
        ui.add_space(8.0);
    }
}
