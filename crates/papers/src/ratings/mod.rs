//! The experiments on ratings of the three papers, figure by figure: each is measured again, and a sentence
//! says whether the trend that the paper tells is seen.

mod catalogue;
mod measure;
mod trend;

pub use catalogue::FigureName;
pub use trend::Trend;

use cloakroom_core::{Failure, Problem, Progress, Ratings, Settings};
use cloakroom_engine::ratings::CheckedRatingsTask;
use cloakroom_ratings::ratings::PreparedRatings;
use measure::Laboratory;
use serde::Serialize;
use std::sync::Arc;

/// What `experiment ratings --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RatingsExperiment {
    pub people: usize,
    pub issues: usize,
    pub seed: u64,
    pub figures: Vec<Figure>,
}

/// One figure of a paper, measured here.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    pub name: FigureName,
    pub title: &'static str,
    /// What varies.
    pub across: &'static str,
    /// What is measured, with its unit.
    pub up: &'static str,
    pub series: Vec<Series>,
    /// What the paper says.
    pub claim: &'static str,
    /// `None` if the data do not show it either way.
    pub holds: Option<bool>,
    pub sentence: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Series {
    pub name: String,
    pub points: Vec<(f64, f64)>,
}

/// Runs these figures, or all of them.
pub fn ratings(
    ratings: &Ratings,
    settings: &Settings,
    wanted: &[FigureName],
    seed: u64,
    progress: &Progress,
) -> Result<RatingsExperiment, Failure> {
    let survey = Arc::new(PreparedRatings::new(ratings, &settings.roles, progress)?);
    // The figures have their own k, ε and l; what else may be wrong is told now.
    let mut probe = settings.requirement.clone();
    probe.k = Some(1);
    probe.epsilon.get_or_insert(survey.scale.step);
    probe.l_sd = None;
    CheckedRatingsTask::of(survey.clone(), &probe)?;
    if survey.dense().is_none() {
        return Err(
            Problem::new("there are too many people and issues for the experiments").into(),
        );
    }
    let laboratory = Laboratory::new(survey.clone(), settings.method.clone(), seed);
    let names: Vec<FigureName> = if wanted.is_empty() {
        FigureName::ALL.to_vec()
    } else {
        wanted.to_vec()
    };
    let figures = names
        .into_iter()
        .map(|name| laboratory.figure(name, progress))
        .collect::<Result<Vec<Figure>, Failure>>()?;
    Ok(RatingsExperiment {
        people: survey.people(),
        issues: survey.issues.len(),
        seed,
        figures,
    })
}
