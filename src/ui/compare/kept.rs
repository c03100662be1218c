//! What the candidates on the shelf gave, while the session lasts: a project remembers how they were made, and they
//! are run again.

use crate::ui::jobs::Work;
use crate::ui::method_result::MethodResult;
use cloakroom_core::settings::Settings;
use cloakroom_engine::shelf::KeptId;
use cloakroom_engine::workspace::Workspace;
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Default)]
pub struct KeptResults {
    results: BTreeMap<KeptId, Arc<MethodResult>>,
    /// Runs that failed, with the reason.
    failures: BTreeMap<KeptId, String>,
    /// To be run, in this order.
    waiting: Vec<KeptId>,
    running: Option<KeptId>,
    pub work: Work,
}

/// How a candidate stands.
#[derive(Clone, Copy, Debug)]
pub enum KeptState<'a> {
    Ready(&'a MethodResult),
    /// It was opened with the project, and nothing has run yet.
    ToRunAgain,
    Waiting,
    Running,
    Failed(&'a str),
}

impl KeptResults {
    pub fn state(&self, id: KeptId) -> KeptState<'_> {
        if self.running == Some(id) {
            return KeptState::Running;
        }
        if self.waiting.contains(&id) {
            return KeptState::Waiting;
        }
        match (self.results.get(&id), self.failures.get(&id)) {
            (Some(result), _) => KeptState::Ready(result),
            (None, Some(why)) => KeptState::Failed(why),
            (None, None) => KeptState::ToRunAgain,
        }
    }

    pub fn result(&self, id: KeptId) -> Option<&Arc<MethodResult>> {
        self.results.get(&id)
    }

    /// The candidate that a result was kept as.
    pub fn kept_as(&self, result: &MethodResult) -> Option<KeptId> {
        let mut results = self.results.iter();
        results
            .find(|(_, kept)| std::ptr::eq(Arc::as_ptr(kept), result))
            .map(|(id, _)| *id)
    }

    pub fn put(&mut self, id: KeptId, result: Arc<MethodResult>) {
        self.end(id);
        self.failures.remove(&id);
        self.results.insert(id, result);
    }

    pub fn fail(&mut self, why: &str) {
        if let Some(id) = self.running.take() {
            self.results.remove(&id);
            self.failures.insert(id, why.to_owned());
        }
    }

    /// The run was stopped; so are those that wait.
    pub fn stop(&mut self) {
        self.running = None;
        self.waiting.clear();
    }

    pub fn run_again(&mut self, id: KeptId) {
        if self.running != Some(id) && !self.waiting.contains(&id) {
            self.waiting.push(id);
        }
    }

    /// The next one to run, if none is running; told once.
    pub fn take_next(&mut self, workspace: &Workspace) -> Option<(KeptId, Settings)> {
        if self.running.is_some() {
            return None;
        }
        while !self.waiting.is_empty() {
            let id = self.waiting.remove(0);
            if let Some(kept) = workspace.shelf().get(id) {
                self.running = Some(id);
                return Some((id, kept.settings.clone()));
            }
        }
        None
    }

    fn end(&mut self, id: KeptId) {
        if self.running == Some(id) {
            self.running = None;
        }
    }
}
