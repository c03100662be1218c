//! The experiments of thesis section 3.7. The first set compares p-, p+- and (p, alpha)-sensitive k-anonymity by whole levels
//! (Figures 3.2 and 3.3); the second the local recoding of chapter 3 with greedy clustering (Figures 3.4 and 3.5).

mod claims;
mod clustering;
mod laboratory;
mod search;

pub use clustering::{Cluster, clustered};

use crate::figure::Figure;
use crate::health;
use cloakroom_core::{Dataset, Failure, Problem, Progress, Settings, Table, Trees};
use laboratory::{Laboratory, Point};
use serde::Serialize;

/// What `experiment models --json` and `experiment recoding --json` print.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SensitivityExperiment {
    pub records: usize,
    pub quasi: Vec<String>,
    pub sensitive: String,
    pub figures: Vec<Figure>,
}

/// The models by the numbers that the thesis gives them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Model {
    /// p-sensitive.
    One,
    /// p+-sensitive.
    Two,
    /// (p, alpha)-sensitive.
    Three,
}

/// As in the thesis, where nothing else is said.
const USUAL: Point = Point {
    k: 3,
    p: 2,
    alpha: 1.0,
};
/// "With fixed p = 4, alpha = 4."
const BY_COLUMNS: Point = Point {
    k: 3,
    p: 4,
    alpha: 4.0,
};
const ALPHAS: [f64; 5] = [1.0, 2.0, 3.0, 4.0, 5.0];
const PS: [u32; 3] = [2, 3, 4];
const KS: [u32; 6] = [3, 5, 10, 15, 20, 30];
const FEWEST_COLUMNS: usize = 2;

fn table(dataset: &Dataset) -> Result<&Table, Problem> {
    match dataset {
        Dataset::Microdata(table) => Ok(table),
        other => Err(Problem::new(format!(
            "the experiment is about tables of records, not about {}",
            other.kind().name()
        ))),
    }
}

/// The first set: the quasi-identifiers and hierarchies of `settings`; the illness is made up, evenly and by the seed.
pub fn models(
    dataset: &Dataset,
    settings: &Settings,
    trees: &Trees,
    seed: u64,
    progress: &Progress,
) -> Result<SensitivityExperiment, Failure> {
    let (table, settings) = health::with_condition(table(dataset)?, settings, seed)?;
    let dataset = Dataset::Microdata(table);
    let laboratory = Laboratory::new(&dataset, &settings, trees)?;
    let widths = FEWEST_COLUMNS..=laboratory.quasi.len();
    let by_columns: Vec<(f64, Point, usize)> = widths
        .map(|columns| (columns as f64, BY_COLUMNS, columns))
        .collect();
    let all = laboratory.quasi.len();
    let by_alpha: Vec<(f64, Point, usize)> = ALPHAS
        .iter()
        .map(|&alpha| (alpha, Point { alpha, ..USUAL }, all))
        .collect();
    let by_p: Vec<(f64, Point, usize)> = PS
        .iter()
        .map(|&p| (f64::from(p), Point { p, ..USUAL }, all))
        .collect();
    let [by_columns, by_alpha, by_p] =
        [&by_columns, &by_alpha, &by_p].map(|points| laboratory.models(points, progress));
    let (by_columns, by_alpha, by_p) = (by_columns?, by_alpha?, by_p?);
    Ok(SensitivityExperiment {
        records: laboratory.records(),
        quasi: laboratory.quasi.clone(),
        sensitive: health::NAME.to_owned(),
        figures: vec![
            claims::time_by_columns(by_columns.seconds),
            claims::time_by_alpha(by_alpha.seconds),
            claims::time_by_p(by_p.seconds),
            claims::distortion_by_columns(by_columns.distortion),
            claims::distortion_by_alpha(by_alpha.distortion),
            search::figure(&laboratory, progress)?,
        ],
    })
}

/// The second set: the first sensitive column of `settings` has categories.
pub fn recoding(
    dataset: &Dataset,
    settings: &Settings,
    trees: &Trees,
    progress: &Progress,
) -> Result<SensitivityExperiment, Failure> {
    table(dataset)?;
    let laboratory = Laboratory::new(dataset, settings, trees)?;
    let by_k: Vec<(f64, Point)> = KS
        .iter()
        .map(|&k| (f64::from(k), Point { k, ..USUAL }))
        .collect();
    let by_alpha: Vec<(f64, Point)> = ALPHAS
        .iter()
        .map(|&alpha| (alpha, Point { alpha, ..USUAL }))
        .collect();
    let by_k = laboratory.recoded(&by_k, progress)?;
    let by_alpha = laboratory.recoded(&by_alpha, progress)?;
    let mut figures = claims::quality(by_k.distortion, by_k.dm, by_k.cavg);
    figures.push(claims::recoding_time_by_k(by_k.seconds));
    figures.push(claims::recoding_time_by_alpha(by_alpha.seconds));
    Ok(SensitivityExperiment {
        records: laboratory.records(),
        quasi: laboratory.quasi.clone(),
        sensitive: laboratory.sensitive()?,
        figures,
    })
}
