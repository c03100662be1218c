//! What is tried, and what it brought.

use crate::ui::method_result::MethodResult;
use cloakroom_core::io::hierarchy::load_trees;
use cloakroom_core::io::loaded::Loaded;
use cloakroom_core::problem::{Failure, Problem};
use cloakroom_core::progress::{Progress, Stopped};
use cloakroom_core::settings::Settings;
use cloakroom_core::table::Table;
use cloakroom_engine::attack::suggest::chosen;
use cloakroom_engine::attack::{AttackOptions, AttackReport, Attacked, Words};
use cloakroom_engine::kinds::prepare;
use std::path::PathBuf;
use std::sync::Arc;

/// A file of known people.
#[derive(Debug)]
pub struct KnownFile {
    pub path: PathBuf,
    pub table: Table,
}

/// What the user says about an attack.
#[derive(Clone, Debug)]
pub struct AttackForm {
    pub known: Option<Arc<KnownFile>>,
    /// By column of the file, what it is compared with.
    pub with: Vec<Option<String>>,
    /// Ratings: words that the user explains.
    pub words: Words,
    /// Ratings: how exactly somebody knows a rating; ε unless said.
    pub within: Option<f64>,
    pub attacked: Attacked,
}

impl Default for AttackForm {
    fn default() -> Self {
        Self {
            known: None,
            with: Vec::new(),
            words: Words::default(),
            within: None,
            attacked: Attacked::Original,
        }
    }
}

impl PartialEq for AttackForm {
    fn eq(&self, other: &Self) -> bool {
        let same = match (&self.known, &other.known) {
            (None, None) => true,
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            _ => false,
        };
        same && self.with == other.with
            && self.words == other.words
            && self.within == other.within
            && self.attacked == other.attacked
    }
}

#[derive(Clone)]
pub struct AttackQuestion {
    pub loaded: Arc<Loaded>,
    pub folder: PathBuf,
    /// Of now for the data as they stand, of the run for what it brought.
    pub settings: Settings,
    /// What is attacked; nothing for the data as they stand.
    pub release: Option<Arc<MethodResult>>,
    pub form: AttackForm,
}

pub struct AttackAnswer {
    pub question: AttackQuestion,
    /// Why not, in a sentence.
    pub report: Result<AttackReport, String>,
}

impl AttackAnswer {
    pub fn compute(question: AttackQuestion, progress: &Progress) -> Result<Self, Stopped> {
        let report = match question.tried(progress) {
            Ok(report) => Ok(report),
            Err(Failure::Stopped(stopped)) => return Err(stopped),
            Err(Failure::Problem(problem)) => Err(problem.to_string()),
        };
        Ok(Self { question, report })
    }
}

impl AttackQuestion {
    fn tried(&self, progress: &Progress) -> Result<AttackReport, Failure> {
        let Some(known) = &self.form.known else {
            return Err(Problem::new("no file of known people is chosen").into());
        };
        let known = &known.table;
        let (mappings, not_used) = chosen(known, &self.form.with);
        let options = AttackOptions {
            mappings,
            not_used,
            original: self.release.is_none(),
            words: self.form.words.clone(),
            within: self.form.within,
        };
        let (loaded, settings) = (&self.loaded, &self.settings);
        let dataset = &loaded.dataset;
        let trees = load_trees(&self.folder, settings, dataset).map_err(Problem::from)?;
        let release = self.release.as_deref();
        let candidate = release.and_then(|run| run.outcome.reached());
        let prepared = prepare(dataset, settings, &trees, progress)?;
        prepared.attack(loaded, candidate, known, &options, progress)
    }
}
