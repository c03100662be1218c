//! Hierarchies that are proposed for columns that have none: found behind the window, accepted in one step.

use super::Workbench;
use crate::ui::actions::Stage;
use crate::ui::jobs::{JobAnswer, Purpose};
use crate::ui::kinds;
use cloakroom_core::hierarchy::HierarchySource;
use cloakroom_core::io::hierarchy::ITEMS;
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;
use cloakroom_engine::proposed::{ProposedHierarchy, propose_hierarchies};
use cloakroom_engine::workspace::Workspace;

/// Hierarchies that nobody has accepted yet.
#[derive(Default)]
pub(super) struct Proposed {
    /// The columns without a hierarchy that they were looked for, and those under way.
    asked: Vec<String>,
    under_way: Option<Vec<String>>,
    found: Vec<ProposedHierarchy>,
    /// The columns that somebody did not want any for.
    declined: Vec<String>,
}

impl Proposed {
    /// All that were found, for columns that have one by now too.
    pub fn found(&self) -> &[ProposedHierarchy] {
        &self.found
    }

    pub fn take_in(&mut self, asked: Vec<String>, found: Vec<ProposedHierarchy>) {
        self.under_way = None;
        self.asked = asked;
        self.found = found;
    }

    /// Of columns that still have none.
    pub fn of<'a>(
        &'a self,
        workspace: &'a Workspace,
    ) -> impl Iterator<Item = &'a ProposedHierarchy> {
        let lacking = lacking(workspace);
        let is_open = move |proposed: &&ProposedHierarchy| lacking.contains(&proposed.column);
        self.found
            .iter()
            .filter(is_open)
            .filter(|proposed| !self.declined.contains(&proposed.column))
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

impl Workbench {
    /// What could be proposed for columns that have no hierarchy: files are read, so it is done behind the window.
    pub(super) fn want_proposed(&mut self) {
        // Whoever wrote a recipe or a project has decided on its hierarchies.
        let is_new = |workspace: &&Workspace| workspace.file().is_none() && !self.is_opening;
        let Some(workspace) = self.workspace.as_ref().filter(is_new) else {
            return;
        };
        let lacking = lacking(workspace);
        let is_known = lacking
            .iter()
            .all(|name| self.proposed.asked.contains(name));
        if is_known || self.proposed.under_way.as_ref() == Some(&lacking) {
            return;
        }
        let loaded = workspace.loaded().clone();
        let settings = workspace.settings().clone();
        let folder = workspace.folder().to_owned();
        self.proposed.under_way = Some(lacking.clone());
        self.jobs
            .start(Purpose::Proposed, "Look for hierarchies", move |_| {
                let found = propose_hierarchies(&loaded, &settings, &folder);
                Ok(JobAnswer::Proposed(lacking, found))
            });
    }

    /// Every hierarchy that is proposed, as one step of undo.
    pub(super) fn accept_hierarchies(&mut self) {
        let Some(workspace) = &self.workspace else {
            return;
        };
        let proposed: Vec<&ProposedHierarchy> = self.proposed.of(workspace).collect();
        let sources: Vec<(String, HierarchySource)> = proposed
            .iter()
            .map(|proposed| (proposed.column.clone(), proposed.source.clone()))
            .collect();
        let doubtful: Vec<&str> = proposed
            .iter()
            .filter(|proposed| !proposed.doubts.is_empty())
            .map(|proposed| proposed.column.as_str())
            .collect();
        let doubts = (!doubtful.is_empty()).then(|| {
            format!(
                "Look at what is said of the hierarchies of {}, among the columns.",
                doubtful.join(", ")
            )
        });
        if sources.is_empty() {
            self.toasts.done("There is no hierarchy to be proposed.");
            return;
        }
        let names: Vec<&str> = sources.iter().map(|(name, _)| name.as_str()).collect();
        let words = format!("Hierarchies for {}", names.join(", "));
        // Taken back, they are not offered again.
        let names = sources.iter().map(|(name, _)| name.clone());
        self.proposed.declined.extend(names);
        self.change(Change::SetHierarchies(sources));
        self.toasts.done(words);
        if let Some(doubts) = doubts {
            self.toasts.notice(doubts);
        }
    }
}
