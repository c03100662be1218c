//! How columns hang together, and groups with their centres: computed when a view needs them.

use super::Workbench;
use crate::engine::recipients::{RecipientOutcome, RecipientRelease, release_all};
use crate::io::hierarchy::load_trees;
use crate::model::kind::Kind;
use crate::model::method::MethodName;
use crate::model::problem::Problem;
use crate::ui::actions::{ExploreTab, Stage};
use crate::ui::baskets::asked::Answer;
use crate::ui::groups::GroupPicture;
use crate::ui::jobs::{Brought, Purpose};
use crate::ui::purpose::{DependencyQuestion, Scope};
use crate::ui::views::release::checklist::checklist;
use crate::ui::widgets::number;
use std::path::PathBuf;

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
        match (self.stage, self.explore.tab) {
            // Purposes are about quasi-identifiers, whatever the matrix shows.
            (Stage::Explore, ExploreTab::Purpose) => vec![Scope::Quasi, chosen],
            (Stage::Explore, ExploreTab::DependencyTree) => vec![chosen],
            (Stage::Explore, ExploreTab::Lattice) if decomposes => vec![Scope::Quasi],
            _ => Vec::new(),
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
            .start(Purpose::Dependency, "Compare columns", move |pulse| {
                let table = loaded
                    .dataset
                    .table()
                    .ok_or_else(|| Problem::new("there is no table"))?;
                let answer = question.answer(table, pulse)?;
                Ok(Brought::Dependency(Box::new(answer)))
            });
    }

    /// What the view of groups has asked for.
    pub(super) fn want_groups(&mut self) {
        if let Some(question) = self.explore.groups.asked.take_missing() {
            self.jobs
                .start(Purpose::Groups, "Place the groups", move |pulse| {
                    let picture = GroupPicture::compute(question, pulse)?;
                    Ok(Brought::Groups(Box::new(picture)))
                });
        }
    }

    /// A release for each recipient, one after the other.
    pub(super) fn release_for_recipients(&mut self) {
        self.go(Stage::Release);
        let Some(workspace) = self
            .workspace
            .as_ref()
            .filter(|_| self.stage == Stage::Release)
        else {
            return;
        };
        let lent = self.release_lent(workspace);
        if let Some(why) = self.release.why_not_for_all(&lent, &checklist(&lent)) {
            self.toasts.failed(why);
            return;
        }
        let folder = PathBuf::from(self.release.folder.trim());
        let loaded = workspace.loaded().clone();
        let recipe = workspace.recipe();
        let hierarchy_folder = workspace.folder().to_owned();
        let (document, revision) = (self.document, workspace.revision());
        self.jobs
            .start(Purpose::Release, "Release for all", move |pulse| {
                let trees = load_trees(&hierarchy_folder, &recipe.settings, &loaded.dataset)
                    .map_err(Problem::from)?;
                let releases = release_all(&loaded, &recipe, &trees, &folder, pulse)?;
                Ok(Brought::ReleasedForAll {
                    document,
                    revision,
                    releases,
                })
            });
    }

    pub(super) fn released_for_all(
        &mut self,
        document: u64,
        revision: u64,
        releases: Vec<RecipientRelease>,
    ) {
        let written =
            |release: &&RecipientRelease| matches!(release.outcome, RecipientOutcome::Written(_));
        let count = releases.iter().filter(written).count();
        let words = format!(
            "{} of {} written and verified.",
            number::count(count as u64),
            number::counted(releases.len() as u64, "release")
        );
        match count == releases.len() {
            true => self.toasts.done(words),
            false => self.toasts.failed(words),
        }
        if document == self.document {
            self.release.for_all = Some((revision, releases));
            self.release.reveal_for_all = true;
        }
    }
}
