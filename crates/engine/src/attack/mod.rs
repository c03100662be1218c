//! Attacks, tried for real on the data or on a release: a file of known people is linked with it, and the release is
//! looked at for what it tells by itself.
//!
//! Every attack is as strong as it can be without losing anybody: whoever is in the release is among their own
//! candidates, so that the chance of a guess, one over the candidates, can be held against the promised 1/k.

pub mod cover;
mod known;
pub mod label;
pub mod link;
pub mod mapping;
pub mod microdata;
pub mod ratings;
pub mod report;
pub mod reveal;
pub mod suggest;
pub mod transactions;
pub mod view;
pub mod words;

pub use known::read_known;
pub use mapping::{Mapped, Mapping};
pub use report::{Alone, AttackReport, Attacked, PersonAttack};
pub use reveal::{Learned, Reveal, RevealCount};
pub use words::{Word, Words};

use super::anonymize::{self, Outcome};
use super::baskets::BasketQuestion;
use super::baskets::anonymize::{self as of_baskets, BasketResult};
use super::check::Question;
use super::survey::SurveyQuestion;
use super::survey::anonymize::{self as of_survey, SurveyResult};
use cloakroom_core::dataset::Dataset;
use cloakroom_core::io::loaded::Loaded;
use cloakroom_core::problem::Failure;
use cloakroom_core::pulse::Pulse;
use cloakroom_core::settings::Settings;
use cloakroom_core::table::Table;
use cloakroom_core::trees::Trees;

/// What the user says about the attack.
#[derive(Clone, Debug, Default)]
pub struct AttackOptions {
    pub mappings: Vec<Mapping>,
    /// Columns of the file that are left aside, whatever they are called.
    pub not_used: Vec<String>,
    /// The data as they are, and not what the method makes of them.
    pub original: bool,
    /// Ratings: what words mean.
    pub words: Words,
    /// Ratings: how exactly somebody knows a rating; ε unless said.
    pub within: Option<f64>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum AttackOutcome {
    Tried(Box<AttackReport>),
    /// There is no release to attack; why, in a sentence.
    NotReached(String),
}

/// Attacks the data, or what the method of the settings makes of them.
pub fn attack(
    loaded: &Loaded,
    settings: &Settings,
    trees: &Trees,
    known: &Table,
    options: &AttackOptions,
    pulse: &Pulse,
) -> Result<AttackOutcome, Failure> {
    let report = match &loaded.dataset {
        Dataset::Microdata(_) => {
            let question = Question::new(&loaded.dataset, settings, &trees.hierarchies)?;
            let candidate = if options.original {
                None
            } else {
                match anonymize::anonymize(&question, settings, pulse)? {
                    Outcome::Reached(candidate) => Some(candidate),
                    Outcome::NotReached(why) => return Ok(AttackOutcome::NotReached(why)),
                }
            };
            let candidate = candidate.as_deref();
            microdata::attack(&question, &settings.roles, candidate, known, options, pulse)?
        }
        Dataset::Ratings(data) => {
            let question = SurveyQuestion::new(data, settings, pulse)?;
            let candidate = if options.original {
                None
            } else {
                match of_survey::anonymize(&question, &settings.method, pulse)? {
                    SurveyResult::Reached(candidate) => Some(candidate),
                    SurveyResult::NotReached(why) => return Ok(AttackOutcome::NotReached(why)),
                }
            };
            let survey = ratings::SurveyAttack {
                question: &question,
                ratings: data,
                roles: &settings.roles,
                engine: settings.method.engine,
                candidate: candidate.as_deref(),
            };
            ratings::attack(&survey, known, options, pulse)?
        }
        Dataset::Transactions(data) => {
            let question = BasketQuestion::new(data, settings, trees, pulse)?;
            let candidate = if options.original {
                None
            } else {
                match of_baskets::anonymize(&question, &settings.method, pulse)? {
                    BasketResult::Reached(candidate) => Some(candidate),
                    BasketResult::NotReached(why) => return Ok(AttackOutcome::NotReached(why)),
                }
            };
            let baskets = transactions::BasketAttack {
                question: &question,
                transactions: data,
                private: &settings.roles.private_items,
                candidate: candidate.as_deref(),
                column: loaded.options.column.as_deref(),
                separator: loaded.options.separator.as_deref(),
            };
            transactions::attack(&baskets, known, options, pulse)?
        }
    };
    Ok(AttackOutcome::Tried(Box::new(report)))
}

#[cfg(test)]
mod tests;
