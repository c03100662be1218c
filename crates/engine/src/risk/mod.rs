//! The risk of a data set as it stands, and of what a method would release of it.

mod microdata;
mod population;
mod ratings;
mod transactions;

pub use microdata::{MicrodataRisk, ReleasedClasses, classes_of, microdata};
pub use population::{Population, read_population};
pub use ratings::{RatingsRisk, ratings};
pub use transactions::{KnownItems, TransactionsRisk, transactions};

use super::anonymize::{self, Outcome};
use super::baskets::BasketQuestion;
use super::baskets::anonymize::{self as of_baskets, BasketResult};
use super::check::Question;
use super::survey::SurveyQuestion;
use super::survey::anonymize::{self as of_survey, SurveyResult};
use cloakroom_core::dataset::Dataset;
use cloakroom_core::kind::Kind;
use cloakroom_core::metrics::Figure;
use cloakroom_core::problem::{Failure, Problem};
use cloakroom_core::pulse::Pulse;
use cloakroom_core::settings::Settings;
use cloakroom_core::trees::Trees;
use serde::Serialize;

/// A chance above this is called high unless the user says otherwise: one in five.
pub const USUAL_THRESHOLD: f64 = 0.2;

/// What `risk --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RiskReport {
    pub kind: Kind,
    pub threshold: f64,
    /// Of the data as they stand.
    pub before: Risk,
    /// Of what would be released, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Risk>,
    /// Why the method reaches no release, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_reached: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Risk {
    Microdata(Box<MicrodataRisk>),
    Ratings(Box<RatingsRisk>),
    Transactions(Box<TransactionsRisk>),
}

impl Risk {
    /// Every number with its sentence, in the order in which they are read.
    pub fn figures(&self) -> &[Figure] {
        match self {
            Self::Microdata(risk) => &risk.figures,
            Self::Ratings(risk) => &risk.figures,
            Self::Transactions(risk) => &risk.figures,
        }
    }

    /// Counts anew what is above a threshold, without looking at the data again.
    pub fn set_threshold(&mut self, threshold: f64) {
        match self {
            Self::Microdata(risk) => risk.set_threshold(threshold),
            Self::Ratings(risk) => risk.set_threshold(threshold),
            Self::Transactions(risk) => risk.set_threshold(threshold),
        }
    }
}

/// What the user chooses.
#[derive(Clone, Debug)]
pub struct RiskOptions<'a> {
    /// A chance above this is counted.
    pub threshold: f64,
    /// Whom the table was drawn from; for tables only.
    pub population: Option<&'a Population>,
}

impl Default for RiskOptions<'_> {
    fn default() -> Self {
        Self {
            threshold: USUAL_THRESHOLD,
            population: None,
        }
    }
}

impl RiskOptions<'_> {
    fn refuse_senseless(&self, kind: Kind) -> Result<(), Problem> {
        if !(self.threshold > 0.0 && self.threshold <= 1.0) {
            return Err(Problem::new(
                "the threshold is a chance above which a record counts as at risk: expected a number above 0 and at most 1",
            ));
        }
        if self.population.is_some() && kind != Kind::Microdata {
            return Err(Problem::new(format!(
                "a population can be compared with a table of people; these are {}",
                kind.name()
            )));
        }
        Ok(())
    }
}

/// Of the data as they stand, and if `released`, of what the method of the settings would make of them.
pub fn risk(
    dataset: &Dataset,
    settings: &Settings,
    trees: &Trees,
    options: &RiskOptions<'_>,
    released: bool,
    pulse: &Pulse,
) -> Result<RiskReport, Failure> {
    options.refuse_senseless(dataset.kind())?;
    let mut not_reached = None;
    Ok(match dataset {
        Dataset::Microdata(_) => {
            let question = Question::new(dataset, settings, &trees.hierarchies)?;
            let of = |candidate| microdata(&question, candidate, options, pulse);
            let (before, mut after) = (of(None)?, None);
            if released {
                match anonymize::anonymize(&question, settings, pulse)? {
                    Outcome::Reached(candidate) => after = Some(of(Some(&candidate))?),
                    Outcome::NotReached(why) => not_reached = Some(why),
                }
            }
            let boxed = |risk| Risk::Microdata(Box::new(risk));
            report(Kind::Microdata, before, after, not_reached, options, boxed)
        }
        Dataset::Ratings(data) => {
            let question = SurveyQuestion::new(data, settings, pulse)?;
            let engine = settings.method.engine;
            let of = |candidate| ratings(&question, candidate, engine, options, pulse);
            let (before, mut after) = (of(None)?, None);
            if released {
                match of_survey::anonymize(&question, &settings.method, pulse)? {
                    SurveyResult::Reached(candidate) => after = Some(of(Some(&candidate))?),
                    SurveyResult::NotReached(why) => not_reached = Some(why),
                }
            }
            let boxed = |risk| Risk::Ratings(Box::new(risk));
            report(Kind::Ratings, before, after, not_reached, options, boxed)
        }
        Dataset::Transactions(data) => {
            let question = BasketQuestion::new(data, settings, trees, pulse)?;
            let of = |candidate| transactions(&question, candidate, options, pulse);
            let (before, mut after) = (of(None)?, None);
            if released {
                match of_baskets::anonymize(&question, &settings.method, pulse)? {
                    BasketResult::Reached(candidate) => after = Some(of(Some(&candidate))?),
                    BasketResult::NotReached(why) => not_reached = Some(why),
                }
            }
            let boxed = |risk| Risk::Transactions(Box::new(risk));
            report(
                Kind::Transactions,
                before,
                after,
                not_reached,
                options,
                boxed,
            )
        }
    })
}

fn report<R>(
    kind: Kind,
    before: R,
    after: Option<R>,
    not_reached: Option<String>,
    options: &RiskOptions<'_>,
    boxed: impl Fn(R) -> Risk,
) -> RiskReport {
    RiskReport {
        kind,
        threshold: options.threshold,
        before: boxed(before),
        after: after.map(boxed),
        not_reached,
        notes: options
            .population
            .map(Population::notes)
            .unwrap_or_default(),
    }
}
