//! The menu below a role chip: the roles with what they mean, and the suggestion with its reason.

use crate::ui::actions::{Action, Outbox};
use crate::ui::commands::Command;
use crate::ui::theme::{self, Tokens, icons};
use crate::ui::widgets::detail;
use cloakroom_core::kind::Kind;
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;
use cloakroom_engine::workspace::Workspace;
use egui::{Align, Button, Id, Key, Layout, Popup, PopupCloseBehavior, Rect, RectAlign, Ui};

pub fn show(
    ui: &mut Ui,
    open: &mut Option<(usize, Rect)>,
    workspace: &Workspace,
    hidden: usize,
    out: &mut Outbox,
) {
    let Some((column, rect)) = *open else {
        return;
    };
    let Some(column_data) = workspace
        .table()
        .and_then(|table| table.columns().get(column))
    else {
        *open = None;
        return;
    };
    let mut stays = true;
    let popup = Popup::new(
        Id::unique("role menu"),
        ui.ctx().clone(),
        rect,
        ui.layer_id(),
    )
    .open_bool(&mut stays)
    .align(RectAlign::BOTTOM_START)
    .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
    .accessible_name(format!("Role of {}", column_data.name()))
    .width(280.0);
    let chosen = popup
        .show(|ui| {
            theme::menu(ui);
            let chosen = entries(ui, column, column_data.name(), workspace, out);
            sight(ui, column, hidden, out) || chosen
        })
        .is_some_and(|shown| shown.inner);
    if chosen || !stays {
        *open = None;
    }
}

/// What the table shows. Says whether something was chosen.
fn sight(ui: &mut Ui, column: usize, hidden: usize, out: &mut Outbox) -> bool {
    ui.separator();
    let mut chosen = false;
    let hide = ui
        .add(Button::new("Hide this column"))
        .on_hover_text("In this table alone: the data and the release keep it.");
    if hide.clicked() {
        out.send(Action::HideColumns(vec![column], true));
        chosen = true;
    }
    let marked = ui
        .add(Button::new("Only marked columns"))
        .on_hover_text("Quasi-identifiers and sensitive columns.");
    if marked.clicked() {
        out.run(Command::OnlyMarked);
        chosen = true;
    }
    if hidden > 0 {
        let words = format!("Show all columns ({hidden} hidden)");
        if ui.add(Button::new(words)).clicked() {
            out.run(Command::AllColumns);
            chosen = true;
        }
    }
    chosen
}

/// Says whether something was chosen.
pub fn entries(
    ui: &mut Ui,
    column: usize,
    name: &str,
    workspace: &Workspace,
    out: &mut Outbox,
) -> bool {
    let tokens = Tokens::of(ui);
    let kind = workspace.kind();
    let current = workspace.settings().roles.of(name);
    let suggestion = workspace.suggestion(name);
    let mut chosen = false;
    for &role in Role::choices(kind) {
        let mut text = role.label(kind).to_owned();
        if suggestion.is_some_and(|suggestion| suggestion.role == role) {
            text.push_str("  (suggested)");
        }
        let button = Button::selectable(current == Some(role), text);
        if ui
            .add(button)
            .on_hover_text(role.explanation(kind))
            .clicked()
        {
            out.change(Change::SetRole {
                column: name.to_owned(),
                role: Some(role),
            });
            chosen = true;
        }
    }
    if ui
        .add(Button::selectable(current.is_none(), "undecided"))
        .clicked()
    {
        out.change(Change::SetRole {
            column: name.to_owned(),
            role: None,
        });
        chosen = true;
    }
    if let Some(suggestion) = suggestion {
        ui.separator();
        ui.set_max_width(280.0);
        let words = format!(
            "Suggested: {}. {}",
            suggestion.role.label(kind),
            suggestion.reason
        );
        ui.with_layout(Layout::top_down(Align::Min), |ui| {
            detail(ui, &words, tokens.dim);
        });
    }
    ui.separator();
    for (descending, icon, words) in [
        (false, icons::SORT_UP, "Sort from low to high"),
        (true, icons::SORT_DOWN, "Sort from high to low"),
    ] {
        if ui
            .add(Button::new((icons::text(icon, 16.0), words)))
            .clicked()
        {
            out.send(Action::SortBy {
                column,
                descending: Some(descending),
            });
            chosen = true;
        }
    }
    chosen
}

/// The key that marks a column so.
pub fn letter(role: Role) -> Key {
    match role {
        Role::Identifier => Key::I,
        Role::Quasi => Key::Q,
        Role::Sensitive => Key::S,
        Role::Insensitive => Key::K,
        Role::Person => Key::P,
        Role::Group => Key::G,
    }
}

/// `I, Q, S and K`.
pub fn key_words(kind: Kind) -> String {
    let letters: Vec<&str> = Role::choices(kind)
        .iter()
        .map(|&role| letter(role).name())
        .collect();
    match letters.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => letters.concat(),
    }
}
