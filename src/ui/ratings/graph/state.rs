//! Which graph is shown, and which is on its way.

use super::{GraphQuestion, Settling};
use std::sync::Arc;

#[derive(Default)]
pub struct GraphState {
    /// Stays on the screen until the next one has something to show.
    shown: Option<Arc<Settling>>,
    coming: Option<Arc<Settling>>,
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

    pub fn begin(&mut self, question: GraphQuestion) -> Arc<Settling> {
        self.shown = self.shown().cloned();
        let coming = Arc::new(Settling::new(question));
        self.coming = Some(coming.clone());
        coming
    }

    /// Asks again for what was stopped.
    pub fn forget(&mut self) {
        *self = Self::default();
    }
}
