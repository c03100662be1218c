//! The lattice of levels: computed when a view needs it and its answer is missing.

use super::Workbench;
use crate::ui::actions::{ExploreTab, Stage};
use crate::ui::jobs::{JobAnswer, Purpose};
use crate::ui::lattice::tuples::Tuples;
use crate::ui::lattice::{Lattice, LatticeAnswer, LatticeQuestion, LatticeWork};
use cloakroom_core::kind::Kind;
use cloakroom_core::problem::Problem;
use cloakroom_engine::workspace::Workspace;

/// The lattice, if it is that of the columns and hierarchies as they are now.
pub(super) fn current<'a>(
    answer: &'a Option<LatticeAnswer>,
    workspace: &Workspace,
) -> Option<&'a Lattice> {
    let answer = answer.as_ref()?;
    let question = LatticeQuestion::of(workspace)?;
    (answer.question == question).then_some(&answer.lattice)
}

impl Workbench {
    /// The lattice, if it is that of the columns and hierarchies as they are now.
    pub fn current_lattice(&self) -> Option<&Lattice> {
        current(&self.lattice, self.workspace.as_ref()?)
    }

    /// The levels that a decomposition aims at and those that it ends at, as the lattice shows them.
    pub fn decomposed(&self) -> Option<(Vec<u32>, Option<Vec<u32>>)> {
        let Some(Lattice::Held(held)) = self.current_lattice() else {
            return None;
        };
        let found = self.explore.lattice.decomposed.found()?;
        let levels = |node: usize| held.shape().levels(node);
        Some((levels(found.target), found.chosen.map(levels)))
    }

    fn needs_lattice(&self) -> bool {
        let mut tabs = [ExploreTab::Lattice, ExploreTab::HashTable].into_iter();
        self.stage == Stage::Explore && tabs.any(|tab| self.explore.shows(tab))
    }

    /// Thresholds never make it compute again, but one: promises about values together with records that
    /// may be left out. Then it is measured anew when the drag rests.
    pub(super) fn want_lattice(&mut self) {
        let Some(workspace) = self
            .workspace
            .as_ref()
            .filter(|workspace| workspace.kind() == Kind::Microdata && self.needs_lattice())
        else {
            return;
        };
        let (Some(question), Some(Ok(hierarchies))) = (
            LatticeQuestion::of(workspace),
            self.hierarchies.current(&workspace.settings().hierarchies),
        ) else {
            return;
        };
        let requirement = &workspace.settings().requirement;
        let answer = self
            .lattice
            .as_ref()
            .filter(|answer| answer.question == question);
        let under_way = self.jobs.lattice_under_way.as_ref();
        let same_question = under_way.is_some_and(|(other, _)| *other == question);
        let earlier = match answer {
            Some(answer) if answer.answers(requirement) || self.pressed => return,
            Some(answer) => match &answer.lattice {
                Lattice::Held(held) => Some(held.clone()),
                Lattice::TooLarge { .. } => return,
            },
            // What is being counted answers every k, so a slider does not start it again.
            None if same_question => return,
            None => None,
        };
        if same_question && under_way.is_some_and(|(_, asked)| asked == requirement) {
            return;
        }
        let work = LatticeWork {
            question: question.clone(),
            settings: workspace.settings().clone(),
            hierarchies: hierarchies.clone(),
            earlier,
        };
        let loaded = workspace.loaded().clone();
        self.jobs.lattice_under_way = Some((question, requirement.clone()));
        self.jobs
            .start(Purpose::Lattice, "Lattice", move |progress| {
                let table = loaded
                    .dataset
                    .table()
                    .ok_or_else(|| Problem::new("there is no table"))?;
                Ok(JobAnswer::Lattice(Box::new(work.run(table, progress)?)))
            });
    }

    /// The privacy hash table of the selected levels.
    pub(super) fn want_tuples(&mut self) {
        let Some(workspace) = self.workspace.as_ref().filter(|_| self.needs_lattice()) else {
            return;
        };
        if !self.explore.shows(ExploreTab::HashTable) || self.current_lattice().is_none() {
            return;
        }
        let Some((question, held)) = self.explore.hash_table.missing() else {
            return;
        };
        if self.jobs.tuples_under_way.as_ref() == Some(question) {
            return;
        }
        let (question, held) = (question.clone(), held.clone());
        let loaded = workspace.loaded().clone();
        self.jobs.tuples_under_way = Some(question.clone());
        self.jobs
            .start(Purpose::Tuples, "List tuples", move |progress| {
                let table = loaded
                    .dataset
                    .table()
                    .ok_or_else(|| Problem::new("there is no table"))?;
                let tuples = Tuples::list(question, &held, table, progress)?;
                Ok(JobAnswer::Tuples(Box::new(tuples)))
            });
    }

    pub(super) fn select_levels(&mut self, levels: &[u32]) {
        let Some(Lattice::Held(held)) = self.current_lattice() else {
            return;
        };
        let held = held.clone();
        let heights = held.shape().heights();
        let fits = levels.len() == heights.len()
            && levels.iter().zip(heights).all(|(level, top)| level <= top);
        if let Some(workspace) = self.workspace.as_ref().filter(|_| fits) {
            let shown = &mut self.explore.shown_lattice;
            shown.refresh(&held, workspace.settings());
            shown.select(Some(held.shape().node(levels)));
        }
    }
}
