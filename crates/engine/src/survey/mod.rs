//! Ratings: checking, solving, anonymizing and releasing them.

pub mod anonymize;
pub mod check;
mod cliques;
mod compared;
mod prepared;
mod question;
mod released;
mod repeated;
mod solve;

pub(crate) use prepared::RatingsRead;
pub use question::{SurveyQuestion, refuse_everything_close};
pub use repeated::note_repeated_people;
