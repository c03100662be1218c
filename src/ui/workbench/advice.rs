//! When advice is asked for: as soon as nothing else is under way and nothing is dragged.

use super::document::Document;
use crate::ui::jobs::Jobs;
use crate::ui::method_result::MethodResult;
use cloakroom_engine::advice::Computed;
use std::sync::Arc;

impl Document {
    pub fn want_advice(&mut self, is_dragged: bool, jobs: &Jobs) {
        self.advice.collect();
        let workspace = &self.workspace;
        let is_fresh = |result: &&Arc<MethodResult>| {
            !result.is_stale(workspace.revision(), workspace.settings())
        };
        let fresh = self.result.as_ref().filter(is_fresh);
        let is_known = self.advice.is_about(workspace, fresh);
        if !jobs.is_idle() || self.is_opening {
            self.advice.give_way();
        } else if !is_known && !is_dragged && workspace.in_batches().is_none() {
            let computed = self.computed();
            self.advice.ask(workspace, fresh, computed, jobs.waker());
        }
    }

    /// What the window knows already of the data as they are marked now.
    fn computed(&self) -> Computed {
        let workspace = &self.workspace;
        let people = self.survey.lent().filter(|_| self.survey.is_current());
        let baskets = self.rare.lent().filter(|_| self.rare.is_current());
        Computed {
            classes: self.records.classes(workspace).cloned(),
            people: people.map(|people| (people.survey.clone(), people.profile.clone())),
            baskets: baskets.map(|baskets| baskets.rows.clone()),
        }
    }
}
