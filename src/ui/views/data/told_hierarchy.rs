//! What the page of all columns says of the hierarchy of each.

use super::Lent;
use cloakroom_core::column::Column;
use cloakroom_core::hierarchy::HierarchySource;
use cloakroom_core::roles::Role;
use cloakroom_engine::proposed::ProposedHierarchy;

/// What is said of the hierarchy of a column.
pub enum ShownHierarchy<'a> {
    None,
    Proposed(&'a ProposedHierarchy),
    /// With what was proposed, where that is what was accepted.
    Accepted(&'a HierarchySource, Option<&'a ProposedHierarchy>),
}

impl<'a> ShownHierarchy<'a> {
    pub fn of(lent: &Lent<'a>, column: &Column) -> Self {
        let settings = lent.workspace.settings();
        let proposed = lent
            .proposed
            .iter()
            .find(|proposed| proposed.column == column.name());
        match (settings.hierarchies.get(column.name()), proposed) {
            (Some(source), proposed) => Self::Accepted(
                source,
                proposed.filter(|proposed| proposed.source == *source),
            ),
            (None, Some(proposed)) if settings.roles.of(column.name()) == Some(Role::Quasi) => {
                Self::Proposed(proposed)
            }
            (None, _) => Self::None,
        }
    }

    pub fn words(&self) -> String {
        match self {
            Self::None => "none".to_owned(),
            Self::Proposed(proposed) => format!("proposed: {}", proposed.source.words()),
            Self::Accepted(source, _) => source.words(),
        }
    }

    fn proposed(&self) -> Option<&'a ProposedHierarchy> {
        match self {
            Self::None => None,
            Self::Proposed(proposed) => Some(proposed),
            Self::Accepted(_, proposed) => *proposed,
        }
    }

    pub fn doubts(&self) -> &'a [String] {
        self.proposed()
            .map_or(&[], |proposed| proposed.doubts.as_slice())
    }

    /// Why it was proposed, what a value becomes, and what to look at.
    pub fn more(&self) -> Option<String> {
        let proposed = self.proposed()?;
        let mut lines = vec![proposed.why.clone()];
        if !proposed.example.is_empty() {
            lines.push(format!(
                "For example {}.",
                proposed.example.join(" \u{2192} ")
            ));
        }
        lines.extend(proposed.doubts.iter().cloned());
        Some(lines.join("\n"))
    }
}
