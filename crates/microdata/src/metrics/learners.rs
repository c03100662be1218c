//! What simple learners can still do with the quasi-identifiers.

use super::MicrodataRelease;
use cloakroom_core::metrics::{bayes, decision_tree};
use cloakroom_core::{Column, Progress, Stopped};

/// The share of records predicted right by naive Bayes, released and original; `None` where there is nothing to
/// predict or nothing to predict it from.
pub fn accuracy(
    release: &MicrodataRelease<'_>,
    progress: &Progress,
) -> Result<Option<(f64, f64)>, Stopped> {
    compared(release, |columns, class, rows| {
        bayes::right(columns, &class, rows, release.seed, progress)
    })
}

/// The same by a decision tree.
pub fn tree_accuracy(
    release: &MicrodataRelease<'_>,
    progress: &Progress,
) -> Result<Option<(f64, f64)>, Stopped> {
    compared(release, |columns, class, rows| {
        decision_tree::right(columns, &class, rows, release.seed, progress)
    })
}

/// What a learner gets right in the release and in the original.
fn compared(
    release: &MicrodataRelease<'_>,
    learner: impl Fn(&[&Column], &Column, &[u32]) -> Result<Option<f64>, Stopped>,
) -> Result<Option<(f64, f64)>, Stopped> {
    let Some(at) = release.predicted else {
        return Ok(None);
    };
    let class = &release.prepared.table.columns()[at];
    let (mut original, mut released) = (Vec::new(), Vec::new());
    for (quasi, column) in release.prepared.quasi.iter().zip(release.quasi) {
        if quasi.at != at {
            original.push(quasi.column);
            released.push(column.column);
        }
    }
    let all: Vec<u32> = (0..release.prepared.rows() as u32).collect();
    let released = learner(&released, class, release.kept)?;
    let original = learner(&original, class, &all)?;
    Ok(released.zip(original))
}
