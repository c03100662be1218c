//! The papers' experiments, repeated on any data.

pub mod claim;
pub mod document;
pub mod figure;
mod health;
pub mod microaggregation;
pub mod ratings;
pub mod sensitivity;
mod similarity;
pub mod transactions;
mod trend;
pub mod trust;
mod turns;

pub use similarity::{Model, SimilarityAnswer, similarity};
pub use turns::Peak;
