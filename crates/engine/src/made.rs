//! What a method made, together with what it was made of, so that a release need not run the method again.

use super::anonymize::Outcome;
use super::kinds::{AnyCandidate, prepare};
use cloakroom_core::microaggregation::Microaggregation;
use cloakroom_core::purpose::{Decomposition, Purpose};
use cloakroom_core::{
    Failure, Loaded, MethodName, MethodSettings, Progress, Roles, Settings, Trees,
};
use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;

/// Only a run makes one, so that whoever hands it in cannot claim it to be of other data or settings.
#[derive(Clone, Debug)]
pub struct Made {
    /// Tells whether data are the same without keeping them: as long as this is there, no others can lie in their place.
    of: Weak<Loaded>,
    settings: Settings,
    trees: Trees,
    candidate: AnyCandidate,
    ended_early: bool,
    headline: Vec<String>,
    erased: Vec<String>,
}

/// Runs the method of the settings. `trees` are those that the settings name.
pub fn run(
    loaded: &Arc<Loaded>,
    settings: &Settings,
    trees: Trees,
    progress: &Progress,
) -> Result<Outcome<Made>, Failure> {
    let prepared = prepare(&loaded.dataset, settings, &trees, progress)?;
    let candidate = match prepared.anonymize(progress)? {
        Outcome::Reached(candidate) => *candidate,
        Outcome::NotReached(why) => return Ok(Outcome::NotReached(why)),
    };
    progress.withdraw();
    let headline = prepared.headline(&candidate, progress)?;
    let erased = prepared.erased(&candidate, progress)?;
    drop(prepared);
    Ok(Outcome::Reached(Box::new(Made {
        of: Arc::downgrade(loaded),
        settings: settings.clone(),
        trees,
        candidate,
        ended_early: progress.has_ended_early(),
        headline,
        erased,
    })))
}

/// What the method made for a release, if it ran: whoever asked for the release can look at it.
#[derive(Debug, Default)]
pub struct Ran(OnceLock<RanOnce>);

#[derive(Debug)]
struct RanOnce {
    candidate: AnyCandidate,
    ended_early: bool,
    took: Duration,
}

impl Ran {
    pub(crate) fn put(&self, candidate: AnyCandidate, ended_early: bool, took: Duration) {
        // A release runs its method once.
        let _ = self.0.set(RanOnce {
            candidate,
            ended_early,
            took,
        });
    }

    /// As if it had been run on its own, and how long that took. `loaded`, `settings` and `trees` are those of the release.
    pub fn made(
        self,
        loaded: &Arc<Loaded>,
        settings: &Settings,
        trees: Trees,
        progress: &Progress,
    ) -> Result<Option<(Made, Duration)>, Failure> {
        let Some(ran) = self.0.into_inner() else {
            return Ok(None);
        };
        let prepared = prepare(&loaded.dataset, settings, &trees, progress)?;
        let headline = prepared.headline(&ran.candidate, progress)?;
        let erased = prepared.erased(&ran.candidate, progress)?;
        drop(prepared);
        let made = Made {
            of: Arc::downgrade(loaded),
            settings: settings.clone(),
            trees,
            candidate: ran.candidate,
            ended_early: ran.ended_early,
            headline,
            erased,
        };
        Ok(Some((made, ran.took)))
    }
}

impl Made {
    pub fn candidate(&self) -> &AnyCandidate {
        &self.candidate
    }

    /// What an analyst feels of it, in one to three sentences that stay in house.
    pub fn headline(&self) -> &[String] {
        &self.headline
    }

    /// The columns of which nothing is left, though they are released.
    pub fn erased(&self) -> &[String] {
        &self.erased
    }

    /// Whether somebody took what was there before the method came to its end: run again, it would make something else.
    pub fn has_ended_early(&self) -> bool {
        self.ended_early
    }

    /// What the method would make of these data and settings, since it is what it made of the same.
    pub(crate) fn for_same(
        &self,
        loaded: &Loaded,
        settings: &Settings,
        trees: &Trees,
    ) -> Option<&AnyCandidate> {
        let is_same = std::ptr::eq(self.of.as_ptr(), loaded)
            && is_same_question(&self.settings, settings)
            && self.trees == *trees;
        is_same.then_some(&self.candidate)
    }
}

/// Whether a method is asked the same by both settings. How a release is written, whom it is for and what was confirmed of
/// columns that are released as they are is none of a method's business.
pub fn is_same_question(one: &Settings, other: &Settings) -> bool {
    one.requirement == other.requirement
        && heeded(&one.method) == heeded(&other.method)
        && purpose(one) == purpose(other)
        && without_reasons(&one.roles) == without_reasons(&other.roles)
        && one.categories == other.categories
        && one.distances == other.distances
        && one.hierarchies == other.hierarchies
        && one.release.ranges == other.release.ranges
}

/// Without what other methods are told of purposes and centres.
fn heeded(method: &MethodSettings) -> MethodSettings {
    let mut heeded = method.clone();
    if method.name != MethodName::Decomposition {
        // What is measured of every release stays.
        let told = &method.decomposition;
        heeded.decomposition = Decomposition {
            purpose: told.purpose.clone(),
            weights: told.weights,
            beta: told.beta,
            ..Decomposition::default()
        };
    }
    if !method.name.is_microaggregation() {
        heeded.microaggregation = Microaggregation::default();
    }
    heeded
}

/// What the purpose of the method is, beside its name.
fn purpose(settings: &Settings) -> Option<&Purpose> {
    let name = settings.method.decomposition.purpose.as_ref();
    settings.purposes.get(name?)
}

fn without_reasons(roles: &Roles) -> Roles {
    Roles {
        confirmed: Default::default(),
        ..roles.clone()
    }
}

#[cfg(test)]
mod tests;
