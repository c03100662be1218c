//! The risk of a data set as it stands, and of what a method would release of it.

mod microdata;
mod population;
mod ratings;
mod transactions;

pub use microdata::{MicrodataRisk, ReleasedClasses, classes_of, microdata};
pub use population::{Population, read_population};
pub use ratings::{RatingsRisk, ratings};
pub use transactions::{KnownItems, TransactionsRisk, transactions};

use super::anonymize::Outcome;
use super::kinds::{self, prepare};
use cloakroom_core::metrics::Figure;
use cloakroom_core::{Dataset, Failure, Kind, Problem, Progress, Settings, Trees};
use cloakroom_microdata::metrics::risk::{AttributeRisk, SubsetRisk, is_above};
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

    /// If it is that of records.
    pub fn records(&self) -> Option<&MicrodataRisk> {
        match self {
            Self::Microdata(risk) => Some(risk),
            _ => None,
        }
    }

    /// If it is that of people who rated issues.
    pub fn ratings(&self) -> Option<&RatingsRisk> {
        match self {
            Self::Ratings(risk) => Some(risk),
            _ => None,
        }
    }

    /// If it is that of baskets.
    pub fn transactions(&self) -> Option<&TransactionsRisk> {
        match self {
            Self::Transactions(risk) => Some(risk),
            _ => None,
        }
    }

    /// Combinations of columns that somebody may know; none where there are no columns.
    pub fn subsets(&self) -> &[SubsetRisk] {
        let records = self.records();
        records.map_or(&[], |risk| &risk.uniqueness.subsets)
    }

    /// What is learned of sensitive columns without finding anybody.
    pub fn attributes(&self) -> &[AttributeRisk] {
        self.records().map_or(&[], |risk| &risk.attributes)
    }

    /// Sizes of classes, or numbers of people who are close or of baskets that share a set, with the records, people or
    /// baskets of each.
    pub fn sizes(&self) -> Vec<(u32, usize)> {
        match self {
            Self::Microdata(risk) => risk.sizes(),
            Self::Ratings(risk) => risk.sizes(),
            Self::Transactions(risk) => risk.sizes(),
        }
    }

    /// The share that is above each threshold.
    pub fn shares_above(&self, thresholds: impl Iterator<Item = f64>) -> Vec<f64> {
        match self {
            Self::Microdata(risk) => shares_above(&risk.sizes(), thresholds),
            Self::Ratings(risk) => shares_above(&risk.sizes(), thresholds),
            Self::Transactions(risk) => thresholds.map(|least| risk.share_above(least)).collect(),
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

fn shares_above(sizes: &[(u32, usize)], thresholds: impl Iterator<Item = f64>) -> Vec<f64> {
    let all: usize = sizes.iter().map(|(_, records)| records).sum();
    thresholds
        .map(|threshold| {
            let above = sizes
                .iter()
                .filter(|(size, _)| is_above(u64::from(*size), threshold));
            let above: usize = above.map(|(_, records)| records).sum();
            above as f64 / all.max(1) as f64
        })
        .collect()
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
    fn refuse_senseless(&self, kind: Kind, has_population: bool) -> Result<(), Problem> {
        if !(self.threshold > 0.0 && self.threshold <= 1.0) {
            return Err(Problem::new(
                "the threshold is a chance above which a record counts as at risk: expected a number above 0 and at most 1",
            ));
        }
        if self.population.is_some() && !has_population {
            return Err(Problem::new(format!(
                "a population can be compared with a table of people; these are {}",
                kind.name()
            )));
        }
        Ok(())
    }
}

/// Whether a table of the people whom they were drawn from tells more of these data.
pub fn has_population(dataset: &Dataset) -> bool {
    kinds::of(dataset).has_population()
}

/// Of the data as they stand, and if `released`, of what the method of the settings would make of them.
pub fn risk(
    dataset: &Dataset,
    settings: &Settings,
    trees: &Trees,
    options: &RiskOptions<'_>,
    released: bool,
    progress: &Progress,
) -> Result<RiskReport, Failure> {
    let kind = dataset.kind();
    options.refuse_senseless(kind, has_population(dataset))?;
    let data = prepare(dataset, settings, trees, progress)?;
    let before = data.risk(None, options, progress)?;
    let (mut after, mut not_reached) = (None, None);
    if released {
        match data.anonymize(progress)? {
            Outcome::Reached(candidate) => {
                after = Some(data.risk(Some(&candidate), options, progress)?);
            }
            Outcome::NotReached(why) => not_reached = Some(why),
        }
    }
    Ok(RiskReport {
        kind,
        threshold: options.threshold,
        before,
        after,
        not_reached,
        notes: options
            .population
            .map(Population::notes)
            .unwrap_or_default(),
    })
}
