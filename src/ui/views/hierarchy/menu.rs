//! What can be done to a row, in the menu of its second mouse button.

use super::facts::{TreeFacts, level_name};
use super::outline::Outline;
use super::tree_view::{Naming, Wish};
use crate::ui::theme;
use cloakroom_core::hierarchy::{Edit, Node, SortBy};
use egui::{Button, Ui};

/// Entries for the selected nodes, `node` among them.
pub fn of_row(ui: &mut Ui, outline: &mut Outline, facts: &TreeFacts, node: Node) -> Option<Wish> {
    theme::menu(ui);
    let tree = &facts.tree;
    let chosen = outline.chosen().unwrap_or_default();
    let entry = |ui: &mut Ui, text: &str, enabled: bool| {
        let clicked = ui.add_enabled(enabled, Button::new(text)).clicked();
        if clicked {
            ui.close();
        }
        clicked
    };
    let inner = node.level > 0 && node != tree.top();
    if entry(ui, "Group as…", can_group(facts, &chosen)) {
        return Some(Wish::Name(Naming::Group));
    }
    if entry(ui, "Merge…", inner && chosen.len() > 1) {
        return Some(Wish::Name(Naming::Merge));
    }
    if entry(ui, "Rename", node.level > 0) {
        outline.renaming = Some((node, tree.label(node).to_owned()));
    }
    if entry(ui, "Add a group below…", node.level > 1) {
        return Some(Wish::Name(Naming::Add));
    }
    if entry(
        ui,
        "Remove the empty group",
        inner && facts.values(node) == 0,
    ) {
        return Some(Wish::Edit(Edit::RemoveGroup(node)));
    }
    ui.separator();
    let name = level_name(node.level, tree.depth());
    if entry(ui, "Insert a level above", node != tree.top()) {
        return Some(Wish::Edit(Edit::InsertLevel { above: node.level }));
    }
    if entry(ui, &format!("Drop {name}"), inner) {
        return Some(Wish::Edit(Edit::DropLevel(node.level)));
    }
    None
}

/// A new group can stand beside the one they are in, unless that is the top.
pub fn can_group(facts: &TreeFacts, chosen: &[Node]) -> bool {
    chosen
        .first()
        .is_some_and(|node| node.level + 2 < facts.tree.depth())
}

/// The levels as a whole.
pub fn of_levels(ui: &mut Ui, outline: &mut Outline, facts: &TreeFacts) -> Option<Wish> {
    theme::menu(ui);
    let depth = facts.tree.depth();
    let mut wish = None;
    let mut entry = |ui: &mut Ui, text: &str, edit: Edit| {
        if ui.add(Button::new(text)).clicked() {
            wish = Some(Wish::Edit(edit));
            ui.close();
        }
    };
    for above in 0..depth - 1 {
        let text = match above {
            0 => "Insert a level above the values".to_owned(),
            _ => format!("Insert a level above level {above}"),
        };
        entry(ui, &text, Edit::InsertLevel { above });
    }
    if depth > 2 {
        ui.separator();
    }
    for level in 1..depth - 1 {
        entry(ui, &format!("Drop level {level}"), Edit::DropLevel(level));
    }
    ui.separator();
    entry(ui, "Sort by name", Edit::Sort(SortBy::Name));
    entry(ui, "Sort by size", Edit::Sort(SortBy::Size));
    ui.separator();
    for (open, text) in [(true, "Open all groups"), (false, "Close all groups")] {
        if ui.add(Button::new(text)).clicked() {
            outline.open_all(&facts.tree, open);
            ui.close();
        }
    }
    wish
}
