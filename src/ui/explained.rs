//! Why the columns of the last run look as they do: asked behind the window, where a view shows it.

use crate::ui::asked::Asked;
use crate::ui::jobs::Jobs;
use crate::ui::method_result::{MethodResult, SameRun};
use cloakroom_core::io::hierarchy::load_trees;
use cloakroom_core::io::loaded::Loaded;
use cloakroom_core::problem::{Failure, Problem};
use cloakroom_core::progress::Progress;
use cloakroom_engine::kinds::{AnyCandidate, prepare};
use cloakroom_engine::workspace::Workspace;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

/// Sentences about the columns of one run, by column.
pub struct ExplainedRun(HashMap<String, String>);

#[derive(Default)]
pub struct Explained(Asked<SameRun, ExplainedRun>);

impl ExplainedRun {
    pub fn compute(
        loaded: &Loaded,
        folder: &Path,
        run: &MethodResult,
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
        Ok(Self(told.into_iter().collect()))
    }
}

impl Explained {
    /// Sentences about a run, if it has any.
    pub fn want(&mut self, workspace: &Workspace, result: &Arc<MethodResult>, jobs: &Jobs) {
        let reached = result.outcome.reached();
        if !reached.is_some_and(AnyCandidate::is_explained) {
            return;
        }
        if let Some(new) = self.0.ask(SameRun(result.clone())) {
            let loaded = workspace.loaded().clone();
            let folder = workspace.folder().to_owned();
            new.start(jobs, "Explain the columns", move |run, progress| {
                ExplainedRun::compute(&loaded, &folder, &run.0, progress)
            });
        }
    }

    /// Why a column of this run looks as it does.
    pub fn of(&self, result: &MethodResult, column: &str) -> Option<&str> {
        let is = |run: &SameRun| std::ptr::eq(Arc::as_ptr(&run.0), result);
        let told = self.0.answer_to(is)?.0.get(column)?;
        Some(told)
    }
}
