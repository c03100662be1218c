//! Why the columns of the last run look as they do: asked behind the window, where a view shows it.

use crate::ui::method_result::MethodResult;
use cloakroom_core::io::hierarchy::load_trees;
use cloakroom_core::io::loaded::Loaded;
use cloakroom_core::problem::{Failure, Problem};
use cloakroom_core::progress::Progress;
use cloakroom_engine::kinds::{AnyCandidate, prepare};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

/// Sentences about the columns of one run.
pub struct ExplainedRun {
    run: Arc<MethodResult>,
    of_column: HashMap<String, String>,
}

#[derive(Default)]
pub struct Explained {
    answer: Option<ExplainedRun>,
    under_way: Option<Arc<MethodResult>>,
}

impl ExplainedRun {
    pub fn compute(
        loaded: &Loaded,
        folder: &Path,
        run: Arc<MethodResult>,
        progress: &Progress,
    ) -> Result<Self, Failure> {
        let settings = run.settings();
        let dataset = &loaded.dataset;
        let told = match run.outcome.reached() {
            Some(candidate) => {
                let trees = load_trees(folder, settings, dataset).map_err(Problem::from)?;
                prepare(dataset, settings, &trees, progress)?.explain(candidate, progress)?
            }
            None => Vec::new(),
        };
        Ok(Self {
            of_column: told.into_iter().collect(),
            run,
        })
    }
}

impl Explained {
    /// The run that is to be explained behind the window, told once.
    pub fn take_missing(&mut self, result: &Arc<MethodResult>) -> Option<Arc<MethodResult>> {
        let reached = result.outcome.reached();
        let explained = reached.is_some_and(AnyCandidate::is_explained);
        let is = |other: &Arc<MethodResult>| Arc::ptr_eq(other, result);
        let known = self.answer.as_ref().is_some_and(|answer| is(&answer.run));
        if !explained || known || self.under_way.as_ref().is_some_and(is) {
            return None;
        }
        self.under_way = Some(result.clone());
        Some(result.clone())
    }

    pub fn take_in(&mut self, answer: ExplainedRun) {
        self.under_way = None;
        self.answer = Some(answer);
    }

    /// Why a column of this run looks as it does.
    pub fn of(&self, result: &MethodResult, column: &str) -> Option<&str> {
        let answer = self.answer.as_ref()?;
        let same = std::ptr::eq(Arc::as_ptr(&answer.run), result);
        let told = answer.of_column.get(column).filter(|_| same)?;
        Some(told)
    }
}
