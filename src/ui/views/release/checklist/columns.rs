//! What is said of columns whatever the kind: whether each has a role, what others may know, what is left away, and
//! what values are raised by.

use super::{Item, ItemState, Subject};
use crate::ui::actions::{Action, Stage};
use crate::ui::commands::Command;
use crate::ui::widgets::number;
use cloakroom_core::roles::Role;
use cloakroom_engine::hierarchies::{BuiltHierarchies, BuiltHierarchy};
use cloakroom_engine::workspace::Workspace;

/// Names shown where there are many.
const SHOWN: usize = 5;

pub(super) const HIERARCHY: &str = "A hierarchy says what every value becomes when it is shown less exactly. One that does not cover \
                         all values cannot be used, and nothing can be written with it.";

pub(super) fn item(state: ItemState, text: impl Into<String>) -> Item {
    Item::new(Subject::Columns, state, text)
}

/// `age, sex, zip and 2 more`.
pub(super) fn listed(names: &[&str]) -> String {
    let shown = names[..names.len().min(SHOWN)].join(", ");
    match names.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

pub(super) fn roles(workspace: &Workspace) -> Item {
    let about = "What becomes of a column depends on its role, so nothing is released while anybody has still to decide.";
    let undecided = workspace.undecided();
    let uncounted = workspace.to_be_counted();
    if !uncounted.is_empty() {
        let words = format!(
            "Not counted yet, and so not looked at: {}.",
            listed(&uncounted)
        );
        return item(ItemState::Blocks, words)
            .about(about)
            .fix("Count again", Action::Run(Command::FileColumns));
    }
    if undecided.is_empty() {
        return item(ItemState::Done, "Every column has a role.").about(about);
    }
    item(
        ItemState::Blocks,
        format!("Undecided: {}.", listed(&undecided)),
    )
    .about(about)
    .fix("Decide", Action::Go(Stage::Data))
}

/// What others may know: how many columns or issues there are, in the words of the kind.
pub(super) fn quasi(many: usize, none: &'static str, [one, several]: [&str; 2]) -> Item {
    let about = "Promises are about what others may know beforehand. A column that is not marked counts as unknown to \
                 everybody.";
    if many == 0 {
        return item(ItemState::Blocks, none)
            .about(about)
            .fix("Mark columns", Action::Go(Stage::Data));
    }
    let words = number::counted_as(many as u64, one, several);
    item(ItemState::Done, format!("{words} what others may know.")).about(about)
}

pub(super) fn identifiers(workspace: &Workspace) -> Item {
    let about = "Names and numbers of people would undo everything else, so identifiers are never released.";
    let removed = Role::ALL.into_iter().filter(|role| role.is_removed());
    let names: Vec<_> = removed
        .flat_map(|role| workspace.names_with_role(role))
        .collect();
    if names.is_empty() && workspace.table().is_none() {
        let words = "People are numbered anew: nobody keeps the name or number of the file.";
        return item(ItemState::Done, words).about(about);
    }
    if names.is_empty() {
        let words = "No column is an identifier, so all columns are released.";
        return item(ItemState::Notice, words)
            .about(about)
            .fix("Look", Action::Go(Stage::Data));
    }
    let words = format!("Left out as identifiers: {}.", listed(&names));
    item(ItemState::Done, words).about(about)
}

/// What is shown of everybody exactly as it was read, whether somebody said that it harms nobody or answered for it.
pub(super) fn as_they_are(workspace: &Workspace) -> Option<Item> {
    const MOST: usize = 12;
    let names = workspace.names_with_role(Role::Insensitive);
    let (shown, more) = names.split_at(names.len().min(MOST));
    if shown.is_empty() {
        return None;
    }
    let leave = number::counted_as(names.len() as u64, "column leaves", "columns leave");
    let is = if names.len() == 1 {
        "it is"
    } else {
        "they are"
    };
    let more = match more.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let words = format!("{leave} as {is}: {}{more}.", shown.join(", "));
    let about = "Nothing is promised about insensitive columns and no cell of theirs is changed: whoever knows such a value \
                 finds it in the release. Mark as quasi-identifier what others may know.";
    let line = item(ItemState::Notice, words).about(about);
    Some(line.fix("Look", Action::ShowColumns(true)))
}

/// The first hierarchy that cannot be used, or is not there yet.
pub fn faulty(workspace: &Workspace, built: &BuiltHierarchies) -> Option<Item> {
    for (name, source) in &workspace.settings().hierarchies {
        let Some(built) = built.of(name, source) else {
            let words = format!("The hierarchy of {name} is being built.");
            return Some(item(ItemState::Waiting, words).about(HIERARCHY));
        };
        let words = match built.as_ref() {
            BuiltHierarchy {
                hierarchy: Ok(_), ..
            } => continue,
            BuiltHierarchy { fit, .. } if !fit.lacking.is_empty() => format!(
                "The hierarchy of {name} lacks {}.",
                number::counted(fit.lacking.len() as u64, "value")
            ),
            _ => format!("The hierarchy of {name} cannot be used."),
        };
        let show = Action::ShowHierarchy(name.clone());
        return Some(
            item(ItemState::Blocks, words)
                .about(HIERARCHY)
                .fix("Mend it", show),
        );
    }
    None
}
