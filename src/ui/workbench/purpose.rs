//! How columns hang together, and groups with their centres: computed when a view needs them.

use super::Workbench;
use crate::ui::actions::{ExploreTab, Stage};
use crate::ui::groups::GroupPicture;
use crate::ui::jobs::{JobAnswer, Purpose};
use crate::ui::linked::LinkedRecords;
use crate::ui::purpose::{DependencyQuestion, Scope};
use crate::ui::transactions::asked::Answer;
use cloakroom_core::kind::Kind;
use cloakroom_core::method::MethodName;
use cloakroom_core::problem::Problem;

impl Workbench {
    /// The columns that the view of now compares.
    fn compared_scopes(&self) -> Vec<Scope> {
        let Some(workspace) = self
            .workspace
            .as_ref()
            .filter(|workspace| workspace.kind() == Kind::Microdata)
        else {
            return Vec::new();
        };
        let decomposes = workspace.settings().method.name == MethodName::Decomposition;
        let chosen = self.explore.compared.scope;
        let shows = |tab| self.stage == Stage::Explore && self.explore.shows(tab);
        // Purposes are about quasi-identifiers, whatever the matrix shows.
        if shows(ExploreTab::Purpose) {
            vec![Scope::Quasi, chosen]
        } else if shows(ExploreTab::Lattice) && decomposes {
            match shows(ExploreTab::DependencyTree) {
                true => vec![Scope::Quasi, chosen],
                false => vec![Scope::Quasi],
            }
        } else if shows(ExploreTab::DependencyTree) {
            vec![chosen]
        } else {
            Vec::new()
        }
    }

    pub(super) fn want_dependency(&mut self) {
        let Some(workspace) = &self.workspace else {
            return;
        };
        let missing: Vec<DependencyQuestion> = self
            .compared_scopes()
            .into_iter()
            .filter_map(|scope| DependencyQuestion::of(workspace, scope))
            .filter(|question| !self.dependency.knows(question))
            .collect();
        let under_way = self.jobs.dependency_under_way.as_ref();
        if under_way.is_some_and(|under_way| missing.contains(under_way)) {
            return;
        }
        let Some(question) = missing.into_iter().next() else {
            return;
        };
        let loaded = workspace.loaded().clone();
        self.jobs.dependency_under_way = Some(question.clone());
        self.jobs
            .start(Purpose::Dependency, "Compare columns", move |progress| {
                let table = loaded
                    .dataset
                    .table()
                    .ok_or_else(|| Problem::new("there is no table"))?;
                let answer = question.answer(table, progress)?;
                Ok(JobAnswer::Dependency(Box::new(answer)))
            });
    }

    /// The records of what is selected in the Explore stage.
    pub(super) fn want_linked(&mut self) {
        if let Some(question) = self.explore.strip.asked.take_missing() {
            self.jobs
                .start(Purpose::Linked, "List records", move |progress| {
                    let records = LinkedRecords::compute(question, progress)?;
                    Ok(JobAnswer::Linked(Box::new(records)))
                });
        }
    }

    /// What the view of groups has asked for.
    pub(super) fn want_groups(&mut self) {
        if let Some(question) = self.explore.groups.asked.take_missing() {
            self.jobs
                .start(Purpose::Groups, "Place the groups", move |progress| {
                    let picture = GroupPicture::compute(question, progress)?;
                    Ok(JobAnswer::Groups(Box::new(picture)))
                });
        }
    }
}
