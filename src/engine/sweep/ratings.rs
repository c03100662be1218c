//! Curves of ratings.

use super::{SweepAnswer, SweepPoint, SweepRow, Varied, parameters_of};
use crate::engine::survey::SurveyQuestion;
use crate::engine::survey::anonymize::{SurveyResult, anonymize};
use crate::model::method::MethodName;
use crate::model::problem::Failure;
use crate::model::pulse::Pulse;
use crate::model::ratings::Ratings;
use crate::model::requirement::Requirement;
use crate::model::settings::Settings;
use crate::model::survey::Survey;
use std::sync::Arc;
use std::time::Instant;

pub(super) fn sweep(
    ratings: &Ratings,
    settings: &Settings,
    requirements: &[Requirement],
    varied: &[Varied],
    methods: &[MethodName],
    pulse: &Pulse,
) -> Result<SweepAnswer, Failure> {
    let survey = Arc::new(Survey::new(ratings, &settings.roles)?);
    let mut rows = Vec::with_capacity(requirements.len() * methods.len());
    for &method in methods {
        let mut settings = settings.method.clone();
        settings.name = method;
        for requirement in requirements {
            let start = Instant::now();
            let question = SurveyQuestion::of(survey.clone(), requirement);
            let tried = question
                .map_err(Failure::from)
                .and_then(|question| anonymize(&question, &settings, pulse));
            let outcome = match tried {
                Ok(SurveyResult::Reached(candidate)) => Ok(SweepPoint {
                    metrics: candidate.measures,
                    left_out: candidate.anonymized.left_out.len(),
                    levels: None,
                }),
                Ok(SurveyResult::NotReached(why)) => Err(why),
                // A setting that makes no sense is a row like the others.
                Err(Failure::Problem(problem)) => Err(problem.message),
                Err(stopped) => return Err(stopped),
            };
            rows.push(SweepRow {
                method,
                parameters: parameters_of(varied, requirement),
                outcome,
                seconds: start.elapsed().as_secs_f64(),
            });
        }
    }
    Ok(SweepAnswer { rows })
}
