//! The experiments on ratings of the three papers and of chapter 7 of the thesis, figure by figure: each is measured again,
//! and a sentence for every claim says whether what the paper tells is seen.

mod catalogue;
mod checks;
mod claims;
mod income;
mod laboratory;
mod matrix;
mod means;
mod prediction;
mod releases;

pub use catalogue::FigureName;

use crate::figure::Figure;
use crate::turns::Peak;
use cloakroom_core::{Failure, Problem, Progress, Ratings, Settings};
use cloakroom_engine::ratings::CheckedRatingsTask;
use cloakroom_ratings::ratings::PreparedRatings;
use laboratory::Laboratory;
use serde::Serialize;
use std::sync::Arc;

/// What `experiment ratings --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RatingsExperiment {
    pub people: usize,
    pub issues: usize,
    pub seed: u64,
    /// Nobody was asked for anything sensitive, so everybody was given an income level by chance (003, Table 4).
    pub income_drawn: bool,
    pub figures: Vec<Figure>,
}

/// What is run.
#[derive(Clone, Copy)]
pub struct RatingsPlan<'a> {
    /// All figures if there is none.
    pub figures: &'a [FigureName],
    pub seed: u64,
    /// Of learners.
    pub trials: u32,
    pub peak: Peak<'a>,
}

/// As in the papers.
pub const TRIALS: u32 = 50;

pub fn ratings(
    ratings: &Ratings,
    settings: &Settings,
    plan: RatingsPlan<'_>,
    progress: &Progress,
) -> Result<RatingsExperiment, Failure> {
    let mut survey = PreparedRatings::new(ratings, &settings.roles, progress)?;
    let income_drawn = survey.secrets.is_empty();
    if income_drawn {
        survey = income::with_level(&survey, plan.seed);
    }
    let survey = Arc::new(survey);
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
    let laboratory = Laboratory::new(survey.clone(), settings.method.clone(), plan);
    let wanted = match plan.figures {
        [] => &FigureName::ALL[..],
        some => some,
    };
    let figures = wanted
        .iter()
        .map(|&name| laboratory.figure(name, progress))
        .collect::<Result<Vec<Figure>, Failure>>()?;
    Ok(RatingsExperiment {
        people: survey.people(),
        issues: survey.issues.len(),
        seed: plan.seed,
        income_drawn,
        figures,
    })
}
