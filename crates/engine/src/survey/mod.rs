//! Ratings: checking, solving, anonymizing and releasing them.

pub mod anonymize;
pub mod check;
mod cliques;
mod question;
pub(super) mod release;
mod released;
mod repeated;
pub(super) mod solve;

pub use question::{SurveyQuestion, refuse_everything_close};
pub use repeated::note_repeated_people;
