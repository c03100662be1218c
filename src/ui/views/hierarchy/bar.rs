//! Above tree and table: what is selected and what can be done with it.

use super::facts::TreeFacts;
use super::menu;
use super::outline::Outline;
use super::tree_view::{Naming, Wish};
use crate::ui::theme::{self, Tokens, icons};
use crate::ui::widgets::{number, quiet_button};
use cloakroom_core::hierarchy::{Edit, Node};
use egui::{Align, Button, Key, Layout, Margin, Popup, ScrollArea, TextEdit, Ui};

/// A name that is being typed for a new or merged group.
pub struct NameField {
    pub what: Naming,
    pub text: String,
    /// It just appeared: it takes the keyboard.
    pub fresh: bool,
}

/// More targets than these are found by typing.
const TARGETS: usize = 60;

pub fn show(
    ui: &mut Ui,
    outline: &mut Outline,
    facts: &TreeFacts,
    naming: &mut Option<NameField>,
    find: &mut String,
    target: &mut String,
) -> Vec<Wish> {
    let mut wishes = Vec::new();
    ui.horizontal(|ui| {
        if naming.is_some() {
            wishes.extend(name_field(ui, outline, naming));
            return;
        }
        let chosen = outline.chosen().unwrap_or_default();
        let is_values = chosen.first().is_some_and(|node| node.level == 0);
        let is_top = chosen.contains(&facts.tree.top());
        if chosen.is_empty() {
            let dim = Tokens::of(ui).dim;
            let words = match outline.selected.len() {
                0 => "Select values or groups, or drag them",
                _ => "Values and groups together",
            };
            ui.colored_label(dim, words);
        } else {
            let what = if is_values { "value" } else { "group" };
            ui.label(number::counted(chosen.len() as u64, what));
            if !is_top {
                let group = ui
                    .add_enabled_ui(menu::can_group(facts, &chosen), |ui| {
                        quiet_button(ui, None, "Group as…")
                    })
                    .inner
                    .on_disabled_hover_text("Insert a level above first: the next one is the top.");
                if group.clicked() {
                    wishes.push(Wish::Name(Naming::Group));
                }
                if chosen[0].level + 2 < facts.tree.depth() {
                    let button = quiet_button(ui, None, "Move to…");
                    wishes.extend(move_to(&button, facts, &chosen, target));
                }
            }
            if !is_values && chosen.len() == 1 && quiet_button(ui, None, "Rename").clicked() {
                outline.renaming = Some((chosen[0], facts.tree.label(chosen[0]).to_owned()));
                outline.cursor = Some(chosen[0]);
                outline.reveal = true;
            }
            if !is_values && chosen.len() > 1 && quiet_button(ui, None, "Merge…").clicked() {
                wishes.push(Wish::Name(Naming::Merge));
            }
            if chosen.len() == 1
                && chosen[0].level > 1
                && quiet_button(ui, Some(icons::ADD), "Group")
                    .on_hover_text("Add a group below")
                    .clicked()
            {
                wishes.push(Wish::Name(Naming::Add));
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let levels = quiet_button(ui, Some(icons::HIERARCHIES), "Levels");
            Popup::menu(&levels)
                .width(250.0)
                .show(|ui| wishes.extend(menu::of_levels(ui, outline, facts)));
            let edit = TextEdit::singleline(find)
                .hint_text("Find a value")
                .margin(Margin::symmetric(8, 6))
                .desired_width(ui.available_width().min(150.0) - 20.0);
            ui.add(edit).accessible_name("Find a value");
        });
    });
    wishes
}

fn move_to(
    button: &egui::Response,
    facts: &TreeFacts,
    chosen: &[Node],
    target: &mut String,
) -> Option<Wish> {
    let tree = &facts.tree;
    let level = chosen.first()?.level + 1;
    let popup = Popup::menu(button)
        .width(240.0)
        .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
    popup
        .show(|ui| {
            theme::menu(ui);
            let edit = TextEdit::singleline(target)
                .hint_text("Find a group")
                .margin(Margin::symmetric(8, 6))
                .desired_width(f32::INFINITY);
            ui.add(edit).accessible_name("Find a group");
            let needle = target.trim().to_lowercase();
            let mut to = None;
            ScrollArea::vertical().max_height(260.0).show(ui, |ui| {
                let groups = tree
                    .nodes(level)
                    .filter(|&group| tree.label(group).to_lowercase().contains(&needle));
                for group in groups.take(TARGETS) {
                    let name = format!("to {}", tree.label(group));
                    if ui
                        .add(Button::new(tree.label(group)))
                        .accessible_name(name)
                        .clicked()
                    {
                        to = Some(group);
                    }
                }
            });
            let to = to?;
            target.clear();
            ui.close();
            Some(Wish::Edit(Edit::Move {
                nodes: chosen.to_vec(),
                to,
            }))
        })
        .and_then(|shown| shown.inner)
}

fn name_field(ui: &mut Ui, outline: &Outline, naming: &mut Option<NameField>) -> Option<Wish> {
    let NameField { what, text, fresh } = naming.as_mut()?;
    let (label, button) = match what {
        Naming::Group => ("Name of the group", "Group"),
        Naming::Merge => ("Name of the merged group", "Merge"),
        Naming::Add => ("Name of the empty group", "Add"),
    };
    ui.label(label);
    let edit = TextEdit::singleline(text)
        .margin(Margin::symmetric(8, 6))
        .desired_width(200.0);
    let field = ui.add(edit).accessible_name(label);
    if std::mem::take(fresh) {
        field.request_focus();
    }
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    let given_up = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape));
    let pressed = ui
        .add_enabled_ui(!text.trim().is_empty(), |ui| quiet_button(ui, None, button))
        .inner
        .clicked();
    let cancelled = quiet_button(ui, None, "Cancel").clicked();
    let label = text.trim().to_owned();
    let what = *what;
    if pressed || (entered && !label.is_empty()) {
        *naming = None;
        let nodes = outline.chosen()?;
        return Some(Wish::Edit(match what {
            Naming::Group => Edit::Split { nodes, label },
            Naming::Merge => Edit::Merge {
                groups: nodes,
                label,
            },
            Naming::Add => Edit::AddGroup {
                under: *nodes.first()?,
                label,
            },
        }));
    }
    if cancelled || given_up {
        *naming = None;
    }
    None
}
