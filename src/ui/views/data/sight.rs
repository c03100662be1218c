//! On the page of all columns: which of them the table shows, and what becomes of those that are selected.

use super::Hidden;
use crate::ui::actions::{Action, Outbox};
use crate::ui::commands::Command;
use crate::ui::widgets::{check_box, link, number, quiet_button};
use cloakroom_core::kind::Kind;
use cloakroom_core::roles::Role;
use cloakroom_engine::workspace::Workspace;
use egui::Ui;
use std::collections::BTreeSet;

/// Only marked columns, or all again.
pub fn sight(ui: &mut Ui, workspace: &Workspace, hidden: &Hidden, out: &mut Outbox) {
    let mut only = hidden.only_marked;
    let words = "The table shows quasi-identifiers and sensitive columns alone; the data and the release keep all.";
    if check_box(ui, &mut only, "Only marked columns")
        .on_hover_text(words)
        .changed()
    {
        out.run(Command::OnlyMarked);
    }
    if hidden.count(workspace) > 0 && link(ui, "Show all columns").clicked() {
        out.run(Command::AllColumns);
    }
}

/// What becomes of those that are selected: a role that was chosen, or out of sight and back.
pub fn of_selected(
    ui: &mut Ui,
    workspace: &Workspace,
    hidden: &Hidden,
    selected: &mut BTreeSet<usize>,
    out: &mut Outbox,
) -> Option<Role> {
    let role = roles(ui, workspace.kind(), selected.len());
    if link(ui, "Hide in the table").clicked() {
        out.send(Action::HideColumns(
            selected.iter().copied().collect(),
            true,
        ));
    }
    if !hidden.names.is_empty() && link(ui, "Show in the table").clicked() {
        out.send(Action::HideColumns(
            selected.iter().copied().collect(),
            false,
        ));
    }
    if link(ui, "Select none").clicked() {
        selected.clear();
    }
    role
}

fn roles(ui: &mut Ui, kind: Kind, selected: usize) -> Option<Role> {
    ui.label(format!("{} as", number::counted(selected as u64, "column")));
    let mut chosen = None;
    for &role in Role::choices(kind) {
        let button = quiet_button(ui, None, role.chip(kind));
        if button.on_hover_text(role.explanation(kind)).clicked() {
            chosen = Some(role);
        }
    }
    chosen
}
