//! Columns that a method of whole levels can show wholly or not at all, and the hierarchies that suit them.

use super::{Advice, Ask, Topic, some_of};
use crate::change::Change;
use crate::proposed::propose_hierarchies;
use cloakroom_core::method::MethodName;
use cloakroom_core::roles::Role;

/// Values that a column without hierarchy may have: so few are shown or not shown.
const FEW: usize = 3;

pub(crate) fn no_hierarchy(ask: &Ask<'_>) -> Option<Advice> {
    let settings = ask.settings;
    let method = settings.method.name;
    let table = ask.loaded.dataset.records_table()?;
    if !method.is_full_domain() || method == MethodName::Levels {
        return None;
    }
    let is_flat = |name: &str| {
        let many = table
            .column(name)
            .is_some_and(|column| column.distinct() > FEW);
        many && settings.roles.of(name) == Some(Role::Quasi)
            && !settings.hierarchies.contains_key(name)
    };
    if !table.columns().iter().any(|column| is_flat(column.name())) {
        return None;
    }
    // What is doubtful is for somebody to look at.
    let suits = propose_hierarchies(ask.loaded, settings, ask.folder)
        .into_iter()
        .filter(|proposed| proposed.doubts.is_empty() && is_flat(&proposed.column));
    let sources: Vec<_> = suits
        .map(|proposed| (proposed.column, proposed.source))
        .collect();
    let names: Vec<&str> = sources.iter().map(|(name, _)| name.as_str()).collect();
    if names.is_empty() {
        return None;
    }
    let (has, them, suits) = match names.len() {
        1 => (
            "has no hierarchy",
            "it",
            "Give it a hierarchy that suits its values.",
        ),
        _ => (
            "have no hierarchies",
            "each of them",
            "Give each a hierarchy that suits its values.",
        ),
    };
    Some(Advice {
        topic: Topic::NoHierarchy,
        sentence: format!(
            "{} {has}: {} can only show {them} wholly or not at all.",
            some_of(&names),
            method.title()
        ),
        consequence: suits.to_owned(),
        basis: "Proposed from the values, or from a file beside the data.".to_owned(),
        change: Change::SetHierarchies(sources),
    })
}
