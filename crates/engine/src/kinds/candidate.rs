//! What a method made of data, of whatever kind.

use crate::anonymize::{Candidate, Outcome};
use crate::ratings::anonymize::RatingsCandidate;
use crate::transactions::anonymize::TransactionsCandidate;
use cloakroom_core::metrics::Measures;
use cloakroom_core::verdict::CheckAnswer;
use std::sync::Arc;

/// What a method made of data of one kind, measured and checked anew.
pub trait MadeByMethod: Sized {
    /// Of what would be released.
    fn check(&self) -> &CheckAnswer;
    fn measures(&self) -> &Measures;
    /// How many records or people the release would lack.
    fn left_out(&self) -> usize;
    fn into_any(self) -> AnyCandidate;
    /// If it is of this kind.
    fn of(any: &AnyCandidate) -> Option<&Self>;
}

/// Shared with whoever looks at it meanwhile.
#[derive(Clone, Debug)]
pub enum AnyCandidate {
    Microdata(Arc<Candidate>),
    Ratings(Arc<RatingsCandidate>),
    Transactions(Arc<TransactionsCandidate>),
}

impl AnyCandidate {
    pub fn check(&self) -> &CheckAnswer {
        match self {
            Self::Microdata(candidate) => candidate.check(),
            Self::Ratings(candidate) => candidate.check(),
            Self::Transactions(candidate) => candidate.check(),
        }
    }

    pub fn measures(&self) -> &Measures {
        match self {
            Self::Microdata(candidate) => candidate.measures(),
            Self::Ratings(candidate) => candidate.measures(),
            Self::Transactions(candidate) => candidate.measures(),
        }
    }

    /// How many records or people the release would lack.
    pub fn left_out(&self) -> usize {
        match self {
            Self::Microdata(candidate) => candidate.left_out(),
            Self::Ratings(candidate) => candidate.left_out(),
            Self::Transactions(candidate) => candidate.left_out(),
        }
    }

    /// Whether there are columns or issues of which it can be told why they look as they do.
    pub fn is_explained(&self) -> bool {
        !matches!(self, Self::Transactions(_))
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
