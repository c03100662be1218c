//! What is asked of one side, and its answer.

use crate::ui::kinds;
use crate::ui::method_result::MethodResult;
use cloakroom_core::io::hierarchy::load_trees;
use cloakroom_core::io::loaded::Loaded;
use cloakroom_core::problem::{Failure, Problem};
use cloakroom_core::progress::{Progress, Stopped};
use cloakroom_core::settings::Settings;
use cloakroom_engine::kinds::prepare;
use cloakroom_engine::risk::{Population, Risk, RiskOptions};
use std::path::PathBuf;
use std::sync::Arc;

/// A table of the people whom the data were drawn from.
#[derive(Debug)]
pub struct PopulationFile {
    pub path: PathBuf,
    pub population: Population,
}

#[derive(Clone)]
pub struct RiskQuestion {
    loaded: Arc<Loaded>,
    folder: PathBuf,
    settings: Settings,
    /// What a run of the method brought; nothing for the data as they stand.
    pub release: Option<Arc<MethodResult>>,
    population: Option<Arc<PopulationFile>>,
}

impl RiskQuestion {
    pub fn before(
        loaded: &Arc<Loaded>,
        folder: PathBuf,
        settings: &Settings,
        population: Option<&Arc<PopulationFile>>,
    ) -> Self {
        let pages = kinds::of(loaded.dataset.kind()).risk;
        let mut asked = Settings {
            roles: settings.roles.clone(),
            requirement: (pages.asked_of)(&settings.requirement),
            hierarchies: settings.hierarchies.clone(),
            categories: settings.categories.clone(),
            ..Settings::default()
        };
        asked.method.engine = settings.method.engine;
        Self {
            loaded: loaded.clone(),
            folder,
            settings: asked,
            release: None,
            population: population.cloned(),
        }
    }

    pub fn after(
        loaded: &Arc<Loaded>,
        folder: PathBuf,
        result: &Arc<MethodResult>,
        population: Option<&Arc<PopulationFile>>,
    ) -> Self {
        Self {
            loaded: loaded.clone(),
            folder,
            settings: result.settings().clone(),
            release: Some(result.clone()),
            population: population.cloned(),
        }
    }

    fn answer(&self, options: &RiskOptions<'_>, progress: &Progress) -> Result<Risk, Failure> {
        let dataset = &self.loaded.dataset;
        let trees = load_trees(&self.folder, &self.settings, dataset).map_err(Problem::from)?;
        let release = self.release.as_deref();
        let candidate = release.and_then(|run| run.outcome.reached());
        prepare(dataset, &self.settings, &trees, progress)?.risk(candidate, options, progress)
    }
}

impl PartialEq for RiskQuestion {
    fn eq(&self, other: &Self) -> bool {
        same_place(self.population.as_ref(), other.population.as_ref())
            && same_place(self.release.as_ref(), other.release.as_ref())
            && Arc::ptr_eq(&self.loaded, &other.loaded)
            && self.folder == other.folder
            // A run carries its own settings.
            && (self.release.is_some() || self.settings == other.settings)
    }
}

pub(super) fn same_place<T>(one: Option<&Arc<T>>, other: Option<&Arc<T>>) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        _ => false,
    }
}

pub struct RiskAnswer {
    /// Why not, in a sentence.
    pub risk: Result<Risk, String>,
    /// Why the population was left aside, in a sentence.
    pub population_problem: Option<String>,
}

impl RiskAnswer {
    /// A population that does not fit is left aside, and the rest is told without it.
    pub fn compute(
        question: RiskQuestion,
        threshold: f64,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let given = question.population.clone();
        let population = given.as_deref().map(|file| &file.population);
        let ask = |population| {
            let options = RiskOptions {
                threshold,
                population,
            };
            match question.answer(&options, progress) {
                Ok(risk) => Ok(Ok(risk)),
                Err(Failure::Stopped(stopped)) => Err(stopped),
                Err(Failure::Problem(problem)) => Ok(Err(problem.to_string())),
            }
        };
        let mut risk = ask(population)?;
        let mut population_problem = None;
        if let (Err(why), true) = (&risk, population.is_some()) {
            let without = ask(None)?;
            if without.is_ok() {
                population_problem = Some(why.clone());
            }
            risk = without;
        }
        Ok(Self {
            risk,
            population_problem,
        })
    }
}
