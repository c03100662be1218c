//! What the chosen step makes of the table: in counts, and in its first rows.

use super::PreparePage;
use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::{number, section, sentence};
use cloakroom_core::io::fold::without_keys;
use cloakroom_core::prepare::StepTold;
use cloakroom_core::table::Table;
use egui::{Grid, Label, RichText, ScrollArea, TextWrapMode, Ui};
use std::sync::Arc;

const ROWS: usize = 10;
const COLUMNS: usize = 40;
/// Letters of a cell.
const LETTERS: usize = 40;

impl PreparePage {
    pub(super) fn preview(&mut self, ui: &mut Ui) {
        section(ui, "What it makes of the table");
        let before = self.before.newest().map(Arc::as_ref);
        if let Some(Err(why)) = before {
            return refused(ui, why);
        }
        let is_running = self.before.is_running() || self.after.is_running();
        match self.after.newest().map(Arc::as_ref) {
            None if is_running || before.is_none() => {
                sentence(ui, "Looking…");
            }
            None => {}
            Some(Err(why)) => refused(ui, why),
            Some(Ok(preview)) => {
                match &preview.told {
                    Some(told) => {
                        sentence(ui, &in_words(told));
                        for note in &told.notes {
                            sentence(ui, &without_keys(note));
                        }
                    }
                    None => {
                        sentence(ui, "The step is switched off: the table stays as it is.");
                    }
                }
                ui.add_space(4.0);
                first_rows(ui, &preview.table);
            }
        }
    }
}

fn in_words(told: &StepTold) -> String {
    let rows = match told.rows_before == told.rows_after {
        true => number::counted(told.rows_after as u64, "row"),
        false => format!(
            "{} became {}",
            number::counted(told.rows_before as u64, "row"),
            number::count(told.rows_after as u64)
        ),
    };
    let columns = match told.columns_before == told.columns_after {
        true => number::counted(told.columns_after as u64, "column"),
        false => format!(
            "{} became {}",
            number::counted(told.columns_before as u64, "column"),
            number::count(told.columns_after as u64)
        ),
    };
    format!("{rows}, {columns}.")
}

fn refused(ui: &mut Ui, why: &str) {
    let mut words = why.to_owned();
    crate::ui::widgets::capitalize(&mut words);
    ui.label(RichText::new(words + ".").color(Tokens::of(ui).violates));
}

fn first_rows(ui: &mut Ui, table: &Table) {
    let columns = &table.columns()[..table.columns().len().min(COLUMNS)];
    ScrollArea::horizontal().show(ui, |ui| {
        Grid::new("first rows")
            .striped(true)
            .spacing([16.0, 4.0])
            .show(ui, |ui| {
                for column in columns {
                    let name = RichText::new(column.name()).font(fonts::strong());
                    ui.add(Label::new(name).wrap_mode(TextWrapMode::Extend));
                }
                ui.end_row();
                for row in 0..table.rows().min(ROWS) {
                    for column in columns {
                        let cell: String = column.text(row).chars().take(LETTERS).collect();
                        ui.add(Label::new(cell).wrap_mode(TextWrapMode::Extend));
                    }
                    ui.end_row();
                }
            });
    });
    if table.rows() > ROWS {
        let rows = number::count(table.rows() as u64);
        sentence(ui, &format!("The first {ROWS} of {rows} rows."));
    }
}
