//! What the last run of the method brought, and whether it still answers the settings.

use cloakroom_core::metrics::Measures;
use cloakroom_core::settings::Settings;
use cloakroom_core::verdict::CheckAnswer;
use cloakroom_engine::anonymize::{Candidate, Outcome};
use cloakroom_engine::kinds::AnyCandidate;
use cloakroom_engine::made::{Made, is_same_question};
use cloakroom_engine::ratings::anonymize::RatingsCandidate;
use cloakroom_engine::transactions::anonymize::TransactionsCandidate;
use std::sync::Arc;
use std::time::Duration;

/// Stays on the screen, marked as stale, until a new one takes its place.
#[derive(Debug)]
pub struct MethodResult {
    /// The revision of the settings when the run began.
    revision: u64,
    settings: Settings,
    pub outcome: RunOutcome,
    pub took: Duration,
    /// What a release may take instead of running the method again.
    made: Option<Arc<Made>>,
    /// What the view of before and after lists.
    pub arranged: Arranged,
}

/// A run as a question: it is only the same as itself.
#[derive(Clone, Debug)]
pub struct SameRun(pub Arc<MethodResult>);

impl PartialEq for SameRun {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// What a run ended with.
#[derive(Debug)]
pub enum RunOutcome {
    /// Shared with the pictures that are made of it behind the window.
    Reached(AnyCandidate),
    /// Why, in a sentence.
    NotReached(String),
}

impl From<Outcome<AnyCandidate>> for RunOutcome {
    fn from(outcome: Outcome<AnyCandidate>) -> Self {
        match outcome {
            Outcome::Reached(candidate) => Self::Reached(*candidate),
            Outcome::NotReached(why) => Self::NotReached(why),
        }
    }
}

impl RunOutcome {
    /// What would be released, if the method reaches anything.
    pub fn reached(&self) -> Option<&AnyCandidate> {
        match self {
            Self::Reached(candidate) => Some(candidate),
            Self::NotReached(_) => None,
        }
    }

    /// How many records or people the release would lack; `None` if there would be none.
    pub fn left_out(&self) -> Option<usize> {
        self.reached().map(AnyCandidate::left_out)
    }

    /// What was verified of the result.
    pub fn check(&self) -> Option<&CheckAnswer> {
        self.reached().map(AnyCandidate::check)
    }

    pub fn measures(&self) -> Option<&Measures> {
        self.reached().map(AnyCandidate::measures)
    }
}

/// The input's rows by released class, the smallest classes first; the left-out ones follow.
#[derive(Debug, Default)]
pub struct Arranged {
    pub rows: Vec<u32>,
    /// By place in `rows`: the number of the row's class in this order, or [`LEFT_OUT`].
    pub class: Vec<u32>,
}

pub const LEFT_OUT: u32 = u32::MAX;

impl MethodResult {
    pub fn new(
        revision: u64,
        settings: Settings,
        outcome: impl Into<RunOutcome>,
        took: Duration,
    ) -> Self {
        let outcome = outcome.into();
        let records = outcome.reached().and_then(AnyCandidate::records);
        let arranged = records.map_or_else(Arranged::default, |made| Arranged::new(made));
        Self {
            revision,
            settings,
            outcome,
            took,
            made: None,
            arranged,
        }
    }

    /// Of a run that a release may take.
    pub fn of_run(revision: u64, settings: Settings, run: Outcome<Made>, took: Duration) -> Self {
        match run {
            Outcome::Reached(made) => {
                let outcome = RunOutcome::Reached(made.candidate().clone());
                Self {
                    made: Some(Arc::from(made)),
                    ..Self::new(revision, settings, outcome, took)
                }
            }
            Outcome::NotReached(why) => {
                Self::new(revision, settings, RunOutcome::NotReached(why), took)
            }
        }
    }

    /// What an analyst feels of it, in sentences.
    pub fn headline(&self) -> &[String] {
        self.made.as_ref().map_or(&[], |made| made.headline())
    }

    /// The columns of which nothing is left, though they are released.
    pub fn erased(&self) -> &[String] {
        self.made.as_ref().map_or(&[], |made| made.erased())
    }

    /// Whether the method was not run to its end.
    pub fn has_ended_early(&self) -> bool {
        self.made
            .as_ref()
            .is_some_and(|made| made.has_ended_early())
    }

    pub fn made(&self) -> Option<&Arc<Made>> {
        self.made.as_ref()
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    pub fn candidate(&self) -> Option<&Arc<Candidate>> {
        self.outcome.reached()?.records()
    }

    pub fn people(&self) -> Option<&RatingsCandidate> {
        self.outcome.reached()?.ratings().map(Arc::as_ref)
    }

    pub fn baskets(&self) -> Option<&TransactionsCandidate> {
        self.outcome.reached()?.transactions().map(Arc::as_ref)
    }

    /// Whether the settings have changed since. How a release is written does not matter, and what was
    /// undone is as if it had never been.
    pub fn is_stale(&self, revision: u64, settings: &Settings) -> bool {
        revision != self.revision && !is_same_question(&self.settings, settings)
    }
}

impl Arranged {
    fn new(candidate: &Candidate) -> Self {
        let anonymized = &candidate.anonymized;
        let classes = &candidate.classes;
        let records = anonymized.kept.len() + anonymized.left_out.len();
        let mut arranged = Self {
            rows: Vec::with_capacity(records),
            class: Vec::with_capacity(records),
        };
        for (number, &class) in classes.by_size().iter().enumerate() {
            for &place in classes.members(class) {
                arranged.rows.push(anonymized.kept[place as usize]);
                arranged.class.push(number as u32);
            }
        }
        arranged.rows.extend(&anonymized.left_out);
        arranged.class.resize(arranged.rows.len(), LEFT_OUT);
        arranged
    }

    /// Whether another class begins here.
    pub fn begins(&self, place: usize) -> bool {
        place == 0 || self.class[place] != self.class[place - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::column::Column;
    use cloakroom_core::dataset::Dataset;
    use cloakroom_core::progress::Progress;
    use cloakroom_core::roles::Role;
    use cloakroom_core::settings::Ranges;
    use cloakroom_core::table::Table;
    use cloakroom_core::trees::Trees;
    use cloakroom_engine::kinds::prepare;

    fn result() -> MethodResult {
        let zip = Column::from_texts("zip", ["3", "2", "1", "3", "2", "3"]).unwrap();
        let dataset = Dataset::Microdata(Table::new(vec![zip]).unwrap());
        let mut settings = Settings::default();
        settings.roles.set("zip", Some(Role::Quasi));
        settings.requirement.k = Some(2);
        settings.requirement.suppression = 0.2;
        let progress = Progress::default();
        let trees = Trees::default();
        let outcome = prepare(&dataset, &settings, &trees, &progress)
            .and_then(|prepared| prepared.anonymize(&progress))
            .unwrap();
        MethodResult::new(7, settings, outcome, Duration::ZERO)
    }

    #[test]
    fn rows_are_listed_class_by_class_and_the_left_out_last() {
        let arranged = result().arranged;
        assert_eq!(arranged.rows, [1, 4, 0, 3, 5, 2]);
        assert_eq!(arranged.class, [0, 0, 1, 1, 1, LEFT_OUT]);
        let begins: Vec<bool> = (0..6).map(|place| arranged.begins(place)).collect();
        assert_eq!(begins, [true, false, true, false, false, true]);
    }

    #[test]
    fn only_what_the_method_is_given_makes_a_result_stale() {
        let result = result();
        let mut settings = result.settings().clone();
        settings.release.shuffle = false;
        assert!(!result.is_stale(8, &settings));
        settings.release.ranges = Ranges::Round;
        assert!(result.is_stale(8, &settings));
        settings.release.ranges = Ranges::Exact;
        settings.requirement.k = Some(3);
        assert!(result.is_stale(9, &settings));
        settings.requirement.k = Some(2);
        assert!(!result.is_stale(10, &settings));
        // What another method would be told does not matter, only what the degree of every release is measured by.
        settings.method.decomposition.spare_useful = true;
        settings.method.microaggregation.block = 7;
        assert!(!result.is_stale(11, &settings));
        settings.method.decomposition.beta = 3.0;
        assert!(result.is_stale(12, &settings));
    }
}
