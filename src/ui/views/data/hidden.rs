//! Which columns of the table stand on the screen, and in which order. What is released is not touched by it.

use super::is_hidden;
use cloakroom_core::roles::Role;
use cloakroom_engine::workspace::Workspace;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What is put out of sight.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Hidden {
    pub names: BTreeSet<String>,
    /// Quasi-identifiers and sensitive columns alone.
    pub only_marked: bool,
}

impl Hidden {
    pub fn hides(&self, name: &str, role: Option<Role>) -> bool {
        let is_marked = matches!(role, Some(Role::Quasi | Role::Sensitive));
        self.names.contains(name) || self.only_marked && !is_marked
    }

    /// The columns that are shown, by place in the table: identifiers, whose values nobody is to read, stand last.
    pub fn order(&self, workspace: &Workspace) -> Vec<usize> {
        let Some(table) = workspace.table() else {
            return Vec::new();
        };
        let roles = &workspace.settings().roles;
        let name = |at: usize| table.columns()[at].name();
        let shown = (0..table.columns().len())
            .filter(|&at| !self.hides(name(at), roles.of(name(at))))
            .collect::<Vec<_>>();
        let (last, first): (Vec<usize>, Vec<usize>) = shown
            .into_iter()
            .partition(|&at| is_hidden(workspace, name(at)));
        first.into_iter().chain(last).collect()
    }

    /// How many are out of sight.
    pub fn count(&self, workspace: &Workspace) -> usize {
        let columns = workspace.table().map_or(0, |table| table.columns().len());
        columns - self.order(workspace).len()
    }
}
