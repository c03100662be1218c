//! Ratings: checking, solving, anonymizing and releasing them.

pub mod anonymize;
pub mod check;
mod checked_task;
mod cliques;
mod compared;
mod prepared;
mod released;
mod repeated;
mod solve;

pub use checked_task::{CheckedRatingsTask, note_covered, refuse_everything_close};
pub(crate) use prepared::RatingsRead;
pub use repeated::note_repeated_people;
