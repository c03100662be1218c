//! Ratings: checking, solving, anonymizing and releasing them.

pub(crate) mod about;
mod advice;
pub mod anonymize;
pub(crate) mod beside;
pub mod check;
mod checked_task;
mod frontier;
mod in_house;
mod prepared;
mod read;
mod released;
mod repeated;
mod solve;

pub use checked_task::{CheckedRatingsTask, note_covered, refuse_everything_close};
pub use frontier::frontier;
pub(crate) use read::RatingsRead;
pub use repeated::note_repeated_people;

use cloakroom_core::Kind;

/// What they are called where several kinds are spoken of.
pub(crate) const KIND: Kind = Kind::Ratings;
