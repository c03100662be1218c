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
mod sample;
pub mod suggest;
pub mod transactions;
pub mod view;
pub mod words;

pub use known::read_known;
pub use mapping::{Mapped, Mapping};
pub use report::{Alone, AttackReport, Attacked, PersonAttack};
pub use reveal::{Learned, Reveal, RevealCount};
pub use sample::{MOST_PEOPLE, sample_known};
pub use words::{Word, Words};

use super::anonymize::Outcome;
use super::kinds::prepare;
use cloakroom_core::{Failure, Loaded, Progress, Settings, Table, Trees};

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
    progress: &Progress,
) -> Result<AttackOutcome, Failure> {
    let data = prepare(&loaded.dataset, settings, trees, progress)?;
    let candidate = if options.original {
        None
    } else {
        match data.anonymize(progress)? {
            Outcome::Reached(candidate) => Some(candidate),
            Outcome::NotReached(why) => return Ok(AttackOutcome::NotReached(why)),
        }
    };
    let report = data.attack(loaded, candidate.as_deref(), known, options, progress)?;
    Ok(AttackOutcome::Tried(Box::new(report)))
}

#[cfg(test)]
mod tests;
