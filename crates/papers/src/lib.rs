//! The papers' experiments, repeated on any data.
#![cfg_attr(
    not(test),
    warn(
        clippy::exit,
        clippy::expect_used,
        clippy::panic,
        clippy::print_stderr,
        clippy::print_stdout,
        clippy::unwrap_used
    )
)]

pub mod figure;
pub mod microaggregation;
pub mod ratings;
mod similarity;
pub mod transactions;
pub mod trust;

pub use similarity::{Model, SimilarityAnswer, similarity};
