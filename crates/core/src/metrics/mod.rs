//! What a release costs and risks: every figure with its unit, direction and sentence, and what figures of all kinds are
//! computed with.

pub mod bayes;
mod catalogue;
pub mod coded;
pub mod decision_tree;
mod figure;
pub mod kmeans;
pub mod questions;

pub use catalogue::{Aspect, Before, Direction, Measures, Metric, Written};
pub use figure::{Figure, Unit};

/// A part of a whole; 0 of nothing.
pub fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}
