//! What a method made of data, of whatever kind.

use crate::anonymize::{Candidate, Outcome};
use crate::ratings::anonymize::RatingsCandidate;
use crate::side_by_side::Sides;
use crate::transactions::anonymize::TransactionsCandidate;
use cloakroom_core::{CheckAnswer, Dataset, Measures, Progress, Settings, Stopped};
use std::sync::Arc;

/// What a method made of data of one kind, measured and checked anew.
pub trait MadeByMethod {
    /// Of what would be released.
    fn check(&self) -> &CheckAnswer;
    fn measures(&self) -> &Measures;
    /// How many records or people the release would lack.
    fn left_out(&self) -> usize;
    /// Whether the other shows the same of the same data.
    fn is_same(&self, other: &AnyCandidate) -> bool;
    /// Beside another that was made of the same data, each with the settings it was made with.
    fn beside(
        &self,
        settings: &Settings,
        other: (&AnyCandidate, &Settings),
        dataset: &Dataset,
        progress: &Progress,
    ) -> Result<Sides, Stopped>;
    /// Whether there are columns or issues of which it can be told why they look as they do.
    fn is_explained(&self) -> bool {
        true
    }
    fn into_any(self) -> AnyCandidate
    where
        Self: Sized;
    /// If it is of this kind.
    fn of(any: &AnyCandidate) -> Option<&Self>
    where
        Self: Sized;
}

/// Shared with whoever looks at it meanwhile.
#[derive(Clone, Debug)]
pub enum AnyCandidate {
    Microdata(Arc<Candidate>),
    Ratings(Arc<RatingsCandidate>),
    Transactions(Arc<TransactionsCandidate>),
}

impl AnyCandidate {
    pub(crate) fn made(&self) -> &dyn MadeByMethod {
        match self {
            Self::Microdata(candidate) => candidate.as_ref(),
            Self::Ratings(candidate) => candidate.as_ref(),
            Self::Transactions(candidate) => candidate.as_ref(),
        }
    }

    /// If it is a table of records.
    pub fn records(&self) -> Option<&Arc<Candidate>> {
        match self {
            Self::Microdata(candidate) => Some(candidate),
            _ => None,
        }
    }

    /// If people rated issues.
    pub fn ratings(&self) -> Option<&Arc<RatingsCandidate>> {
        match self {
            Self::Ratings(candidate) => Some(candidate),
            _ => None,
        }
    }

    /// If it is made of baskets.
    pub fn transactions(&self) -> Option<&Arc<TransactionsCandidate>> {
        match self {
            Self::Transactions(candidate) => Some(candidate),
            _ => None,
        }
    }

    pub fn check(&self) -> &CheckAnswer {
        self.made().check()
    }

    pub fn measures(&self) -> &Measures {
        self.made().measures()
    }

    /// How many records or people the release would lack.
    pub fn left_out(&self) -> usize {
        self.made().left_out()
    }

    /// Whether there are columns or issues of which it can be told why they look as they do.
    pub fn is_explained(&self) -> bool {
        self.made().is_explained()
    }
}

impl<C: MadeByMethod> Outcome<C> {
    /// What a method made is looked at once more, whoever asked for it and whatever its kind: `why` is said where it
    /// does not keep the promise, and nobody gets to see it.
    pub(crate) fn second_look(candidate: C, why: &str) -> Self {
        if candidate.check().satisfied {
            Self::Reached(Box::new(candidate))
        } else {
            Self::NotReached(why.to_owned())
        }
    }

    pub(crate) fn into_any(self) -> Outcome<AnyCandidate> {
        match self {
            Self::Reached(candidate) => Outcome::Reached(Box::new(candidate.into_any())),
            Self::NotReached(why) => Outcome::NotReached(why),
        }
    }
}
