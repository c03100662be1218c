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

use crate::progress::{Progress, Stopped};

/// Metrics with their values; those that make no sense for a release are left away.
pub type Measured = Result<Vec<(Metric, f64)>, Stopped>;

/// Takes one measure after the other and puts what they give into the order of the catalogue. `take` tells of a measure
/// which metrics it may give, and what it gave.
pub fn measured<M>(
    measures: &[M],
    take: impl Fn(&M) -> (&'static [Metric], Measured),
    progress: &Progress,
) -> Result<Measures, Stopped> {
    let mut all = Vec::new();
    for measure in measures {
        let (may_give, given) = take(measure);
        let given = given?;
        debug_assert!(given.iter().all(|(metric, _)| may_give.contains(metric)));
        all.extend(given);
        progress.advance(1);
    }
    all.sort_by_key(|&(metric, _)| metric);
    Ok(Measures(all))
}

/// One metric, where it makes sense.
pub fn only(metric: Metric, value: Option<f64>) -> Vec<(Metric, f64)> {
    value.map(|value| (metric, value)).into_iter().collect()
}

/// How well learners do on the release and on the original.
pub const BAYES: [Metric; 2] = [Metric::NbAccuracy, Metric::NbAccuracyOriginal];
pub const TREE: [Metric; 2] = [Metric::TreeAccuracy, Metric::TreeAccuracyOriginal];

/// What one of them found.
pub fn accuracies(metrics: [Metric; 2], found: Option<(f64, f64)>) -> Vec<(Metric, f64)> {
    let found = found.map(|(released, original)| metrics.into_iter().zip([released, original]));
    found.into_iter().flatten().collect()
}

/// A part of a whole; 0 of nothing.
pub fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}
