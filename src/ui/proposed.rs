//! Hierarchies that are proposed for columns that have none: found behind the window, accepted in one step.

use crate::ui::actions::Stage;
use crate::ui::asked::Asked;
use crate::ui::jobs::Jobs;
use crate::ui::kinds;
use cloakroom_core::hierarchy::HierarchySource;
use cloakroom_core::io::hierarchy::ITEMS;
use cloakroom_core::roles::Role;
use cloakroom_engine::proposed::{ProposedHierarchy, propose_hierarchies};
use cloakroom_engine::workspace::Workspace;

/// Hierarchies that nobody has accepted yet.
#[derive(Default)]
pub struct Proposed {
    /// For the columns without a hierarchy.
    asked: Asked<Vec<String>, Vec<ProposedHierarchy>>,
    /// The columns that somebody did not want any for.
    declined: Vec<String>,
}

/// What is to be accepted in one step.
pub struct Offer {
    pub sources: Vec<(String, HierarchySource)>,
    /// The columns whose hierarchies something is said about.
    pub doubtful: Vec<String>,
}

impl Proposed {
    /// What could be proposed for columns that have no hierarchy: files are read, so it is done behind the window.
    pub fn want(&mut self, workspace: &Workspace, jobs: &Jobs) {
        let lacking = lacking(workspace);
        if lacking.is_empty() {
            return;
        }
        let serves = |asked: &Vec<String>| lacking.iter().all(|name| asked.contains(name));
        if let Some(new) = self.asked.ask_unless(serves, || lacking.clone()) {
            let loaded = workspace.loaded().clone();
            let settings = workspace.settings().clone();
            let folder = workspace.folder().to_owned();
            new.start(jobs, "Look for hierarchies", move |_, _| {
                Ok(propose_hierarchies(&loaded, &settings, &folder))
            });
        }
    }

    /// All that were found, for columns that have one by now too.
    pub fn found(&self) -> &[ProposedHierarchy] {
        self.asked.newest().map_or(&[], |found| &found[..])
    }

    /// Of columns that still have none.
    pub fn of<'a>(
        &'a self,
        workspace: &'a Workspace,
    ) -> impl Iterator<Item = &'a ProposedHierarchy> {
        let lacking = lacking(workspace);
        let is_open = move |proposed: &&ProposedHierarchy| lacking.contains(&proposed.column);
        self.found()
            .iter()
            .filter(is_open)
            .filter(|proposed| !self.declined.contains(&proposed.column))
    }

    /// All that are proposed. Taken back, they are not offered again.
    pub fn take(&mut self, workspace: &Workspace) -> Offer {
        let proposed: Vec<&ProposedHierarchy> = self.of(workspace).collect();
        let sources = proposed
            .iter()
            .map(|proposed| (proposed.column.clone(), proposed.source.clone()));
        let sources: Vec<(String, HierarchySource)> = sources.collect();
        let doubtful = proposed
            .iter()
            .filter(|proposed| !proposed.doubts.is_empty())
            .map(|proposed| proposed.column.clone())
            .collect();
        let names = sources.iter().map(|(name, _)| name.clone());
        self.declined.extend(names);
        Offer { sources, doubtful }
    }
}

/// What can be generalized and has no hierarchy; nothing while columns are undecided.
fn lacking(workspace: &Workspace) -> Vec<String> {
    let settings = workspace.settings();
    let is_open = |name: &&str| !settings.hierarchies.contains_key(*name);
    let is_raised = kinds::about(workspace).stages.contains(&Stage::Hierarchies);
    let names = if !is_raised || !workspace.undecided().is_empty() {
        Vec::new()
    } else if workspace.table().is_some() {
        workspace.names_with_role(Role::Quasi)
    } else {
        vec![ITEMS]
    };
    let names = names.into_iter().filter(is_open);
    names.map(str::to_owned).collect()
}
