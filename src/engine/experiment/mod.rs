//! The papers' experiments, repeated on any data.

pub mod ratings;
mod similarity;

pub use similarity::{Model, SimilarityAnswer, similarity};
pub mod transactions;
