//! Columns that are released as they are although they may lead to people: a line each, until somebody answers for it.

use super::super::Lent;
use super::{Item, ItemState, Subject};
use crate::ui::actions::Action;
use crate::ui::commands::Command;
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;
use cloakroom_microdata::profile::doubts::Doubt;

const ABOUT: &str = "Nothing is promised about columns that are released as they are. What is nearly unique, looks like an \
                     identifier or tells of one leads to people whatever else holds, so somebody has to answer for it by \
                     name; the reports say so.";

pub fn items(lent: &Lent<'_>) -> Vec<Item> {
    let workspace = lent.workspace;
    if workspace.names_with_role(Role::Insensitive).is_empty() {
        return Vec::new();
    }
    // Roles come first: what is not decided has a line of its own.
    if !workspace.undecided().is_empty() || !workspace.to_be_counted().is_empty() {
        return Vec::new();
    }
    match &lent.doubts {
        Some(doubts) => doubts.iter().map(|doubt| line(lent, doubt)).collect(),
        None if workspace.in_batches().is_some() => {
            let words =
                "Columns that are released as they are were not looked at with the roles of now.";
            vec![
                item(ItemState::Blocks, words)
                    .fix("Count again", Action::Run(Command::FileColumns)),
            ]
        }
        None => {
            let words = "Looking at the columns that are released as they are.";
            vec![item(ItemState::Waiting, words)]
        }
    }
}

fn item(state: ItemState, text: impl Into<String>) -> Item {
    Item::new(Subject::Columns, state, text).about(ABOUT)
}

fn line(lent: &Lent<'_>, doubt: &Doubt) -> Item {
    let (column, why) = (&doubt.column, doubt.words());
    let is_confirmed = lent.workspace.settings().roles.is_confirmed(column);
    let line = if is_confirmed {
        let words = format!("{column} is released as it is, although {why}: confirmed.");
        item(ItemState::Notice, words)
    } else {
        let words = format!("{column} would be released as it is, but {why}.");
        let left_out = Change::SetRole {
            column: column.clone(),
            role: Some(Role::Identifier),
        };
        item(ItemState::Blocks, words).fix("Leave it out", Action::Change(left_out))
    };
    Item {
        confirms: Some(column.clone()),
        ..line
    }
}
