//! Which graph is shown, and which is on its way.

use super::{GraphQuestion, Settling};
use crate::ui::jobs::{Jobs, Work};
use std::sync::Arc;

#[derive(Default)]
pub struct GraphState {
    /// Stays on the screen until the next one has something to show.
    shown: Option<Arc<Settling>>,
    coming: Option<Arc<Settling>>,
    work: Work,
}

impl GraphState {
    /// The newest graph that has something to show.
    pub fn shown(&self) -> Option<&Arc<Settling>> {
        let coming = self
            .coming
            .as_ref()
            .filter(|coming| coming.graph().is_some());
        coming.or(self.shown.as_ref())
    }

    /// Whether this was not asked yet.
    pub fn lacks(&self, question: &GraphQuestion) -> bool {
        let newest = self.coming.as_ref().or(self.shown.as_ref());
        newest.is_none_or(|newest| newest.question != *question)
    }

    pub fn begin(&mut self, question: GraphQuestion, jobs: &Jobs) {
        self.shown = self.shown().cloned();
        let coming = Arc::new(Settling::new(question));
        self.coming = Some(coming.clone());
        let settle = move |progress: &_| Ok(coming.run(progress)?);
        // It is seen while it settles.
        self.work = jobs.start("Draw the graph", settle, |bench, ended| {
            bench.heard(ended);
        });
    }

    pub fn is_running(&self) -> bool {
        self.work.is_running()
    }

    /// Asks again for what was stopped.
    pub fn forget(&mut self) {
        *self = Self::default();
    }
}
