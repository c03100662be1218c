//! Curves of ratings.

use super::{Setting, SweepAnswer, SweepPoint, SweepRow, Varied, parameters_of};
use crate::engine::survey::SurveyQuestion;
use crate::engine::survey::anonymize::{SurveyResult, anonymize};
use crate::model::method::MethodName;
use crate::model::problem::Failure;
use crate::model::pulse::Pulse;
use crate::model::ratings::Ratings;
use crate::model::settings::Settings;
use crate::model::survey::Survey;
use std::sync::Arc;
use std::time::Instant;

pub(super) fn sweep(
    ratings: &Ratings,
    settings: &Settings,
    points: &[Setting],
    varied: &[Varied],
    methods: &[MethodName],
    pulse: &Pulse,
) -> Result<SweepAnswer, Failure> {
    let survey = Arc::new(Survey::new(ratings, &settings.roles)?);
    let mut rows = Vec::with_capacity(points.len() * methods.len());
    for &method in methods {
        let mut settings = settings.method.clone();
        settings.name = method;
        for at in points {
            let start = Instant::now();
            let question = SurveyQuestion::of(survey.clone(), &at.requirement);
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
                parameters: parameters_of(varied, at),
                outcome,
                seconds: start.elapsed().as_secs_f64(),
            });
        }
    }
    Ok(SweepAnswer { rows })
}
