//! When advice is asked for: as soon as nothing else is under way and nothing is dragged.

use super::Workbench;
use super::work::current_profile;
use crate::ui::method_result::MethodResult;
use crate::ui::transactions::TransactionsQuestion;
use cloakroom_engine::advice::Computed;
use cloakroom_engine::workspace::Workspace;
use std::sync::Arc;

impl Workbench {
    pub(super) fn refresh_advice(&mut self) {
        self.advice.collect();
        let Some(workspace) = &self.workspace else {
            return;
        };
        if let Some(result) = &self.result {
            self.advice.see(workspace, result);
        }
        let is_fresh = |result: &&Arc<MethodResult>| {
            !result.is_stale(workspace.revision(), workspace.settings())
        };
        let fresh = self.result.as_ref().filter(is_fresh);
        let is_known = self.advice.is_about(workspace, fresh);
        if !self.jobs.is_idle() || self.is_opening {
            self.advice.give_way();
        } else if !is_known && !self.pressed && workspace.in_batches().is_none() {
            let (computed, waker) = (self.computed(workspace), self.jobs.waker());
            self.advice.ask(workspace, fresh, computed, waker);
        }
    }

    /// What the window knows already of the data as they are marked now.
    fn computed(&self, workspace: &Workspace) -> Computed {
        let settings = workspace.settings();
        let scale = workspace.loaded().dataset.scale();
        let is_current = scale.is_some_and(|scale| self.survey.answers(settings, &scale));
        let people = self.survey.lent().filter(|_| is_current);
        let question = TransactionsQuestion::of(settings);
        let baskets = self.rare.lent().filter(|_| self.rare.answers(&question));
        Computed {
            classes: current_profile(&self.profile, workspace).cloned(),
            people: people.map(|people| (people.survey.clone(), people.profile.clone())),
            baskets: baskets.map(|baskets| baskets.rows.clone()),
        }
    }
}
