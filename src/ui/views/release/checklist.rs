//! What must hold before a release is written, line by line.

use super::Lent;
use crate::engine::change::Change;
use crate::engine::workspace::Workspace;
use crate::model::roles::Role;
use crate::ui::actions::{Action, Outbox, Stage};
use crate::ui::theme::{Tokens, icons};
use crate::ui::widgets::{link, number};
use egui::Ui;

/// One line of the checklist.
pub struct Item {
    pub state: ItemState,
    pub text: String,
    pub fix: Option<(&'static str, Action)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemState {
    Done,
    /// Worth knowing; does not block.
    Notice,
    Blocks,
    /// Not known yet; blocks until it is.
    Waiting,
}

/// Why the button does not work now.
pub(super) fn why_not(items: &[Item], folder: &str, running: bool) -> Option<String> {
    if running {
        return Some("The release is being written.".to_owned());
    }
    let blocking = items
        .iter()
        .filter(|item| matches!(item.state, ItemState::Blocks | ItemState::Waiting))
        .count();
    if blocking > 0 {
        return Some(match blocking {
            1 => "One line of the checklist does not hold yet.".to_owned(),
            _ => format!("{blocking} lines of the checklist do not hold yet."),
        });
    }
    folder
        .trim()
        .is_empty()
        .then(|| "Choose a folder first.".to_owned())
}

pub fn checklist(lent: &Lent<'_>) -> Vec<Item> {
    let workspace = lent.workspace;
    let requirement = &workspace.settings().requirement;
    vec![
        roles_item(workspace),
        quasi_item(workspace),
        identifiers_item(workspace),
        requirement_item(lent, requirement.k),
        order_item(workspace),
        formulas_item(lent),
    ]
}

fn item(state: ItemState, text: impl Into<String>) -> Item {
    Item {
        state,
        text: text.into(),
        fix: None,
    }
}

fn roles_item(workspace: &Workspace) -> Item {
    let undecided = workspace.undecided();
    if undecided.is_empty() {
        return item(ItemState::Done, "Every column has a role.");
    }
    let names: Vec<&str> = undecided.iter().copied().take(5).collect();
    let more = if undecided.len() > names.len() {
        " and others"
    } else {
        ""
    };
    Item {
        state: ItemState::Blocks,
        text: format!("Undecided: {}{more}.", names.join(", ")),
        fix: Some(("Decide", Action::Go(Stage::Data))),
    }
}

fn quasi_item(workspace: &Workspace) -> Item {
    let quasi = workspace.with_role(Role::Quasi).len();
    if quasi == 0 {
        return Item {
            state: ItemState::Blocks,
            text: "No column is marked as a quasi-identifier, so no requirement can be checked."
                .to_owned(),
            fix: Some(("Mark columns", Action::Go(Stage::Data))),
        };
    }
    let words = number::counted_as(quasi as u64, "quasi-identifier is", "quasi-identifiers are");
    item(ItemState::Done, format!("{words} what others may know."))
}

fn identifiers_item(workspace: &Workspace) -> Item {
    let names: Vec<&str> = workspace
        .with_role(Role::Identifier)
        .iter()
        .map(|column| column.name())
        .collect();
    if names.is_empty() {
        return item(
            ItemState::Notice,
            "No column is an identifier, so all columns are released.",
        );
    }
    item(
        ItemState::Done,
        format!("Left out as identifiers: {}.", names.join(", ")),
    )
}

fn requirement_item(lent: &Lent<'_>, k: Option<u32>) -> Item {
    let requirement = &lent.workspace.settings().requirement;
    let promise = requirement.sentence();
    let Some(profile) = lent.profile else {
        return item(ItemState::Waiting, format!("Not known yet: {promise}."));
    };
    let violating = profile.violating(k.unwrap_or(1));
    let may = requirement.may_leave_out(profile.records());
    if violating == 0 {
        return item(
            ItemState::Done,
            format!("The requirement holds: {promise}."),
        );
    }
    if violating <= may && violating < profile.records() {
        let words = number::counted_as(violating as u64, "record is", "records are");
        return item(
            ItemState::Done,
            format!("The requirement holds: {promise}; {words} left out."),
        );
    }
    let words = number::counted_as(violating as u64, "record violates", "records violate");
    Item {
        state: ItemState::Blocks,
        text: format!("The requirement does not hold: {words} {promise}."),
        fix: Some(("Show", Action::ShowViolating)),
    }
}

fn order_item(workspace: &Workspace) -> Item {
    if workspace.settings().release.shuffle {
        item(
            ItemState::Done,
            "The rows are shuffled: their order says nothing about people.",
        )
    } else {
        Item {
            state: ItemState::Notice,
            text: "The rows keep the order of the file, which can link them to other tables."
                .to_owned(),
            fix: Some(("Shuffle", Action::Change(Change::SetShuffle(true)))),
        }
    }
}

fn formulas_item(lent: &Lent<'_>) -> Item {
    let escaped = lent.workspace.settings().release.escape_formulas;
    match lent.formulas {
        None => item(
            ItemState::Waiting,
            "Looking for cells that a spreadsheet would run as formulas.",
        ),
        Some(0) => item(
            ItemState::Done,
            "No cell would run as a formula in a spreadsheet.",
        ),
        Some(cells) => {
            let words = number::counted(cells as u64, "cell");
            if escaped {
                item(
                    ItemState::Done,
                    format!("{words} that a spreadsheet would run are escaped."),
                )
            } else {
                Item {
                    state: ItemState::Notice,
                    text: format!(
                        "{words} would run as formulas in a spreadsheet (they begin with = + - @)."
                    ),
                    fix: Some(("Escape", Action::Change(Change::SetEscapeFormulas(true)))),
                }
            }
        }
    }
}

pub(super) fn line(ui: &mut Ui, item: &Item, out: &mut Outbox) {
    let tokens = Tokens::of(ui);
    let (icon, ink) = match item.state {
        ItemState::Done => (icons::SATISFIED, tokens.satisfied),
        ItemState::Notice => (icons::INFO, tokens.attention),
        ItemState::Blocks => (icons::VIOLATED, tokens.violates),
        ItemState::Waiting => (icons::RUNNING, tokens.dim),
    };
    ui.horizontal_wrapped(|ui| {
        ui.label(icons::text(icon, 19.0).color(ink));
        ui.label(&item.text);
        if let Some((words, action)) = &item.fix
            && link(ui, words).clicked()
        {
            out.send(action.clone());
        }
    });
}
