//! Ratings: checking, solving, anonymizing and releasing them.

pub mod anonymize;
pub(crate) mod beside;
pub mod check;
mod checked_task;
mod cliques;
mod compared;
mod prepared;
mod released;
mod repeated;
pub(crate) mod report;
mod solve;

pub use checked_task::{CheckedRatingsTask, refuse_everything_close};
pub(crate) use prepared::RatingsRead;
pub use repeated::note_repeated_people;
