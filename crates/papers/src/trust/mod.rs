//! The experiments of thesis section 4.5: what trust and k do to the classes of a release, compared with Mondrian and
//! top-down specialization, and what learners can do with a release for somebody who is trusted and for somebody who
//! is not.
//!
//! The thesis promises no k with its decomposition. So there are two curves: the decomposition alone, which is the
//! thesis', with the records that it leaves in classes below k, and the decomposition as it is released here, at the
//! nearest levels above that keep k. A figure of weighted DM is made for every purpose of the recipe.

mod claims;
mod laboratory;
mod prediction;
mod weighted;

use crate::figure::Figure;
use cloakroom_core::{Dataset, Failure, Problem, Progress, Settings, Trees};
use laboratory::Laboratory;
use serde::Serialize;

/// What `experiment trust --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrustExperiment {
    pub records: usize,
    pub columns: Vec<String>,
    /// What learners predict.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    pub purpose: Option<String>,
    /// The records that the decomposition alone leaves in classes below k, by trust.
    pub unprotected: Vec<(f64, usize)>,
    pub figures: Vec<Figure>,
}

/// As in the thesis.
const K: u32 = 20;
const TRUSTS: [f64; 11] = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0];
const KS: [u32; 6] = [2, 5, 10, 20, 50, 100];
/// Of the figures against k.
const TRUSTED: f64 = 0.8;
const MISTRUSTED: f64 = 0.2;
/// Of learners, beside [`MISTRUSTED`].
const WELL_TRUSTED: f64 = 0.9;

pub fn trust(
    dataset: &Dataset,
    settings: &Settings,
    trees: &Trees,
    progress: &Progress,
) -> Result<TrustExperiment, Failure> {
    let Dataset::Microdata(table) = dataset else {
        return Err(Problem::new(format!(
            "the experiment is about tables of records, not about {}",
            dataset.kind().name()
        ))
        .into());
    };
    let laboratory = Laboratory::new(dataset, settings, trees)?;
    let mut figures = Vec::new();
    let by_trust = laboratory.by_trust(&TRUSTS, K, progress)?;
    let unprotected = by_trust.unprotected();
    figures.extend(claims::by_trust(&by_trust, K));
    let by_k = laboratory.by_k(&KS, [TRUSTED, MISTRUSTED, WELL_TRUSTED], progress)?;
    figures.extend(claims::by_k(&by_k, [TRUSTED, MISTRUSTED]));
    figures.extend(claims::learned(&by_k, [WELL_TRUSTED, MISTRUSTED]));
    figures.extend(claims::predicted(&by_k, [WELL_TRUSTED, MISTRUSTED]));
    figures.extend(weighted::figures(&laboratory, &TRUSTS, K, progress)?);
    Ok(TrustExperiment {
        records: table.rows(),
        columns: laboratory.columns,
        class: laboratory.class,
        purpose: settings.method.decomposition.purpose.clone(),
        unprotected,
        figures,
    })
}
