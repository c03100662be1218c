//! What the columns are of a table that is larger than the memory, asked before its records are counted.

use super::Answer;
use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::{choice, link, primary_button, quiet_button, section, sentence};
use cloakroom_core::kind::Kind;
use cloakroom_core::roles::Role;
use cloakroom_engine::document::Origin;
use cloakroom_engine::out_of_core::{Uncounted, UncountedColumn};
use egui::{Align, Label, Layout, RichText, ScrollArea, Ui, vec2};

/// Room for the name of a column.
const NAME: f32 = 150.0;
const ROW: f32 = 32.0;
/// What is counted are the rows of a table, each a record.
const KIND: Kind = Kind::OF_ANY_TABLE;

pub struct ColumnsForm {
    uncounted: Uncounted,
    origin: Origin,
}

impl ColumnsForm {
    pub fn new(uncounted: Uncounted, origin: Origin) -> Self {
        Self { uncounted, origin }
    }

    pub(super) fn show(&mut self, ui: &mut Ui) -> Option<Answer> {
        section(ui, "A table that is counted and not held");
        sentence(
            ui,
            "For tables larger than the memory: what is kept is how often each combination of quasi-identifiers and \
             sensitive values occurs. Say what the columns are; the others stay in the file.",
        );
        ui.add_space(8.0);
        let height = (ui.ctx().content_rect().height() * 0.5).max(120.0);
        ScrollArea::vertical()
            .max_height(height)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                for column in &mut self.uncounted.columns {
                    ui.horizontal(|ui| row(ui, column));
                }
            });
        ui.add_space(6.0);
        let ready = self.uncounted.is_ready();
        if !ready {
            sentence(ui, "Mark at least one column as quasi-identifier.");
        }
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            let count = ui.add_enabled_ui(ready, |ui| primary_button(ui, None, "Count"));
            if count.inner.clicked() {
                let uncounted = Box::new(self.uncounted.clone());
                return Some(Answer::Count(uncounted, self.origin.clone()));
            }
            if link(ui, "Accept all suggestions").clicked() {
                for column in &mut self.uncounted.columns {
                    if let Some(suggestion) = &column.suggestion {
                        column.role = Some(suggestion.role);
                    }
                }
            }
            quiet_button(ui, None, "Cancel")
                .clicked()
                .then_some(Answer::Close)
        })
        .inner
    }
}

fn row(ui: &mut Ui, column: &mut UncountedColumn) {
    let layout = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(vec2(NAME, ROW), layout, |ui| {
        ui.set_min_width(NAME);
        ui.add(Label::new(&column.name).truncate());
    });
    let mut choices = vec![(None, "undecided")];
    let roles = Role::choices(KIND).iter();
    choices.extend(roles.map(|role| (Some(*role), role.label(KIND))));
    let name = format!("Role of {}", column.name);
    choice(ui, &name, 150.0, &mut column.role, &choices);
    if let Some(suggestion) = &column.suggestion {
        let words = format!("suggested: {}", suggestion.role.label(KIND));
        let words = RichText::new(words)
            .font(fonts::detail())
            .color(Tokens::of(ui).dim);
        ui.label(words).on_hover_text(&suggestion.reason);
    }
}
