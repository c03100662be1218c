//! Curves of transactions.

use super::{Setting, SweepAnswer, SweepPoint, SweepRow, Varied, parameters_of};
use crate::engine::baskets::BasketQuestion;
use crate::engine::baskets::anonymize::{BasketResult, anonymize};
use crate::model::method::MethodName;
use crate::model::problem::Failure;
use crate::model::pulse::Pulse;
use crate::model::settings::Settings;
use crate::model::transactions::Transactions;
use crate::model::trees::Trees;
use std::time::Instant;

#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub transactions: &'a Transactions,
    pub settings: &'a Settings,
    pub trees: &'a Trees,
}

pub(super) fn sweep(
    asked: Asked<'_>,
    points: &[Setting],
    varied: &[Varied],
    methods: &[MethodName],
    pulse: &Pulse,
) -> Result<SweepAnswer, Failure> {
    let mut settings = asked.settings.clone();
    let mut rows = Vec::with_capacity(points.len() * methods.len());
    for &method in methods {
        settings.method.name = method;
        for at in points {
            settings.requirement = at.requirement.clone();
            let start = Instant::now();
            let question = BasketQuestion::new(asked.transactions, &settings, asked.trees);
            let tried = question
                .map_err(Failure::from)
                .and_then(|question| anonymize(&question, &settings.method, pulse));
            let outcome = match tried {
                Ok(BasketResult::Reached(candidate)) => Ok(SweepPoint {
                    metrics: candidate.measures,
                    left_out: 0,
                    levels: None,
                }),
                Ok(BasketResult::NotReached(why)) => Err(why),
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
