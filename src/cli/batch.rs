//! `cloakroom release RECIPE --out DIR --methods a,b,c`: a release for each, in a folder of its own under DIR.

use super::output::{Answer, complain, plain};
use super::{DONE, INTERRUPTED, NOT_SATISFIED, REFUSED};
use cloakroom_core::words::grouped;
use cloakroom_core::{Metric, Problem};
use cloakroom_engine::batch::{BatchAnswer, Batched, End};
use std::path::Path;

/// The answer of a batch that ran; what failed is told on standard error, one sentence each.
pub fn answer(batch: &BatchAnswer, out: &Path, json: bool) -> Result<Answer, Problem> {
    for batched in &batch.releases {
        if let End::Failed { problem } = &batched.end {
            complain(&format!("{}: {problem}", batched.name));
        }
    }
    if batch.stopped {
        complain(&format!(
            "stopped; {} of {} releases were written before and stay",
            batch.written(),
            batch.releases.len()
        ));
    }
    let is = |end: fn(&End) -> bool| batch.releases.iter().any(|batched| end(&batched.end));
    let status = if batch.stopped {
        INTERRUPTED
    } else if is(|end| matches!(end, End::Failed { .. })) {
        REFUSED
    } else if is(|end| matches!(end, End::NotReached(_))) {
        NOT_SATISFIED
    } else {
        DONE
    };
    Answer::new(status, json, batch, || {
        let lines = batch.releases.iter().map(|batched| line(batched, out));
        lines.collect()
    })
}

fn line(batched: &Batched, out: &Path) -> String {
    let said = match &batched.end {
        End::Written(answer) => {
            let told = [Metric::Loss, Metric::Distortion]
                .into_iter()
                .find_map(|metric| Some((metric, answer.metrics.get(metric)?)));
            let cost = told.map_or_else(String::new, |(metric, value)| {
                format!(", {} {}", metric.name(), plain(value))
            });
            format!(
                "written and verified: {} ({} released, {} left out{cost})",
                out.join(&batched.folder).display(),
                grouped(answer.check.records),
                grouped(answer.suppressed_rows.len())
            )
        }
        End::NotReached(answer) => format!("cannot be reached: {}", answer.why),
        End::Failed { problem } => format!("not written: {problem}"),
        End::NotBegun => "not begun".to_owned(),
    };
    format!("{}: {said}\n", batched.name)
}
