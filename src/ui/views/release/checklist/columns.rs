//! The columns: whether each has a role, what others may know, what is left away, and what values are raised by.

use super::super::Lent;
use super::{Item, ItemState, Subject};
use crate::ui::actions::{Action, Stage};
use crate::ui::commands::Command;
use crate::ui::widgets::number;
use cloakroom_core::dataset::Dataset;
use cloakroom_core::io::hierarchy::ITEMS;
use cloakroom_core::kind::Kind;
use cloakroom_core::method::MethodName;
use cloakroom_core::ratings::Ratings;
use cloakroom_core::roles::Role;
use cloakroom_engine::hierarchies::BuiltHierarchy;
use cloakroom_engine::workspace::Workspace;

/// Names shown where there are many.
const SHOWN: usize = 5;

const HIERARCHY: &str = "A hierarchy says what every value becomes when it is shown less exactly. One that does not cover \
                         all values cannot be used, and nothing can be written with it.";

pub fn items(lent: &Lent<'_>) -> Vec<Item> {
    let workspace = lent.workspace;
    match workspace.kind() {
        Kind::Transactions => {
            let mut items = vec![names(workspace)];
            items.extend(private(workspace));
            items.extend(faulty(lent).or_else(|| Some(taxonomy(workspace))));
            items
        }
        Kind::Ratings => vec![roles(workspace), quasi(workspace), identifiers(workspace)],
        Kind::Microdata => {
            let mut items = vec![roles(workspace), quasi(workspace), identifiers(workspace)];
            items.extend(faulty(lent).or_else(|| hierarchies(workspace)));
            items
        }
    }
}

fn item(state: ItemState, text: impl Into<String>) -> Item {
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

fn roles(workspace: &Workspace) -> Item {
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

fn quasi(workspace: &Workspace) -> Item {
    let about = "Promises are about what others may know beforehand. A column that is not marked counts as unknown to \
                 everybody.";
    let quasi = compared(workspace);
    let is_ratings = workspace.kind() == Kind::Ratings;
    if quasi == 0 {
        let text = if is_ratings {
            "No column is marked as an issue, so nobody can be compared."
        } else {
            "No column is marked as a quasi-identifier, so no requirement can be checked."
        };
        return item(ItemState::Blocks, text)
            .about(about)
            .fix("Mark columns", Action::Go(Stage::Data));
    }
    let words = if is_ratings {
        number::counted_as(quasi as u64, "issue is", "issues are")
    } else {
        number::counted_as(quasi as u64, "quasi-identifier is", "quasi-identifiers are")
    };
    item(ItemState::Done, format!("{words} what others may know.")).about(about)
}

/// Columns, or the issues of long ratings, that others may know.
fn compared(workspace: &Workspace) -> usize {
    let roles = &workspace.settings().roles;
    match &workspace.loaded().dataset {
        Dataset::Ratings(Ratings::Long(sparse)) => sparse
            .issues
            .iter()
            .filter(|name| roles.of(name).is_none_or(|role| role == Role::Quasi))
            .count(),
        _ => workspace.with_role(Role::Quasi).len(),
    }
}

fn identifiers(workspace: &Workspace) -> Item {
    let about = "Names and numbers of people would undo everything else, so identifiers are never released.";
    let names = workspace.names_with_role(Role::Identifier);
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

/// The first hierarchy that cannot be used, or is not there yet.
fn faulty(lent: &Lent<'_>) -> Option<Item> {
    for (name, source) in &lent.workspace.settings().hierarchies {
        let Some(built) = lent.built.of(name, source) else {
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

/// Columns that can only be shown as they are or not at all; of no matter where nothing is raised.
fn hierarchies(workspace: &Workspace) -> Option<Item> {
    let settings = workspace.settings();
    let method = settings.method.name;
    if method == MethodName::None || method.is_microaggregation() {
        return None;
    }
    let columns = workspace.with_role(Role::Quasi);
    let without: Vec<&str> = columns
        .iter()
        .map(|column| column.name())
        .filter(|name| !settings.hierarchies.contains_key(*name))
        .collect();
    let Some(&first) = without.first() else {
        let is_any = !columns.is_empty();
        let words = "Every quasi-identifier has a hierarchy.";
        return is_any.then(|| item(ItemState::Done, words).about(HIERARCHY));
    };
    let words = if method.is_full_domain() {
        format!(
            "Without a hierarchy: {}. Such a column is shown as it is or not at all.",
            listed(&without)
        )
    } else {
        format!(
            "Without a hierarchy: {}. Numbers and dates become ranges, other values are shown as they are or not at all.",
            listed(&without)
        )
    };
    let show = Action::ShowHierarchy(first.to_owned());
    Some(
        item(ItemState::Notice, words)
            .about(HIERARCHY)
            .fix("Make one", show),
    )
}

fn names(workspace: &Workspace) -> Item {
    let named = matches!(
        &workspace.loaded().dataset,
        Dataset::Transactions(transactions) if transactions.labels.is_some()
    );
    let words = if named {
        "Baskets are numbered anew: none keeps the name it has in the file."
    } else {
        "Baskets have no names; items are all that is released."
    };
    item(ItemState::Done, words)
        .about("The number of a basket or a customer leads back to the file it comes from.")
}

/// What h protects.
fn private(workspace: &Workspace) -> Option<Item> {
    let settings = workspace.settings();
    settings.requirement.h?;
    let about = "h bounds how surely a private item can be guessed; items that are not marked are not protected by it.";
    let private = settings.roles.private_items.len() as u64;
    Some(match private {
        0 => item(
            ItemState::Blocks,
            "h is about private items, and no item is marked as private.",
        )
        .about(about)
        .fix("Mark some", Action::Go(Stage::Data)),
        _ => item(
            ItemState::Done,
            format!(
                "{} private.",
                number::counted_as(private, "item is", "items are")
            ),
        )
        .about(about),
    })
}

fn taxonomy(workspace: &Workspace) -> Item {
    let about = "A taxonomy says which group an item may be shown as.";
    let settings = workspace.settings();
    let generalizes = !matches!(settings.method.name, MethodName::None | MethodName::Mm);
    match settings.hierarchies.get(ITEMS) {
        Some(source) => item(
            ItemState::Done,
            format!("Items are generalized by their taxonomy: {}.", source.words()),
        )
        .about(about),
        None if generalizes => item(
            ItemState::Notice,
            "Items have no taxonomy, so one is made from how often they occur; its groups mean nothing else.",
        )
        .about(about)
        .fix("Choose one", Action::ShowHierarchy(ITEMS.to_owned())),
        None => item(ItemState::Done, "No item is generalized.").about(about),
    }
}
