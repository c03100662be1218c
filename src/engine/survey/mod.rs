//! Ratings: checking, solving, anonymizing and releasing them.

pub mod anonymize;
pub mod check;
mod cliques;
mod question;
pub(super) mod release;
mod released;
pub(super) mod solve;

pub use question::SurveyQuestion;
