//! On the page of all columns: which of them the table shows.

use super::Hidden;
use crate::ui::actions::{Action, Outbox};
use crate::ui::commands::Command;
use crate::ui::widgets::{check_box, link};
use cloakroom_engine::workspace::Workspace;
use egui::Ui;
use std::collections::BTreeSet;

/// Only marked columns, or those that are selected out of sight or back.
pub fn sight(
    ui: &mut Ui,
    workspace: &Workspace,
    hidden: &Hidden,
    selected: &BTreeSet<usize>,
    out: &mut Outbox,
) {
    let mut only = hidden.only_marked;
    let words = "The table shows quasi-identifiers and sensitive columns alone; the data and the release keep all.";
    if check_box(ui, &mut only, "Only marked columns")
        .on_hover_text(words)
        .changed()
    {
        out.run(Command::OnlyMarked);
    }
    if !selected.is_empty() {
        let chosen = || selected.iter().copied().collect();
        if link(ui, "Hide in the table").clicked() {
            out.send(Action::HideColumns(chosen(), true));
        }
        if !hidden.names.is_empty() && link(ui, "Show in the table").clicked() {
            out.send(Action::HideColumns(chosen(), false));
        }
    }
    if hidden.count(workspace) > 0 && link(ui, "Show all columns").clicked() {
        out.run(Command::AllColumns);
    }
}
