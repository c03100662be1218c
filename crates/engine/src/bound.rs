//! How near a release of groups comes to the least squared error that groups of k can have.

use crate::anonymize::run;
use crate::check::CheckedTask;
use crate::measures::measures;
use cloakroom_core::{Failure, Metric, Progress, Settings};
use cloakroom_microdata::method::{self, MethodOutcome, Task};
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bound {
    pub k: u32,
    pub records: usize,
    /// No groups of at least k have a smaller squared error, in squared standard deviations.
    pub least: f64,
    /// The same as a share of the squared error of the table with every cell at its mean.
    pub least_share: f64,
    /// What the recipe's method makes of the table, where that can be compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub release: Option<Compared>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compared {
    pub method: &'static str,
    pub sse: f64,
    pub share: f64,
    /// How much more it is than the bound, as a share of the bound: nothing better is further away than this.
    pub gap: f64,
}

/// The bound of a table, and what the method of the settings makes of it if it makes groups.
pub fn bound(
    checked: &CheckedTask<'_>,
    settings: &Settings,
    progress: &Progress,
) -> Result<Bound, Failure> {
    let task = Task {
        prepared: &checked.prepared,
        judge: &checked.judge,
        settings: &settings.method,
        purposes: &settings.purposes,
    };
    let found = method::error_bound(task, progress)?;
    Ok(Bound {
        k: checked.judge.k(),
        records: checked.prepared.records(),
        least: found.least,
        least_share: cloakroom_core::metrics::share(found.least, found.total),
        release: compared(checked, settings, found.least, progress)?,
    })
}

fn compared(
    checked: &CheckedTask<'_>,
    settings: &Settings,
    least: f64,
    progress: &Progress,
) -> Result<Option<Compared>, Failure> {
    let name = settings.method.name;
    if !name.is_microaggregation() {
        return Ok(None);
    }
    let MethodOutcome::Reached(anonymized) = run(checked, settings, progress)? else {
        return Ok(None);
    };
    let classes = anonymized.classes(&checked.prepared, progress)?;
    let measured = measures(checked, &settings.method, &anonymized, &classes, progress)?;
    let both = measured.get(Metric::Sse).zip(measured.get(Metric::SseSst));
    Ok(both.map(|(sse, share)| Compared {
        method: name.name(),
        sse,
        share,
        gap: cloakroom_core::metrics::share(sse - least, least),
    }))
}
