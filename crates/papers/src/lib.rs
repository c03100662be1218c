//! The papers' experiments, repeated on any data.

pub mod figure;
pub mod microaggregation;
pub mod ratings;
mod similarity;
pub mod transactions;
pub mod trust;

pub use similarity::{Model, SimilarityAnswer, similarity};
