//! `cloakroom experiment …`.

mod drawing;
mod figures;
mod microaggregation;
mod plot;
mod ratings;
mod similarity;
mod transactions;
mod trust;

use super::output::Answer;
use clap::Subcommand;
use cloakroom_core::Failure;
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub enum Experiment {
    /// Which minimal tables of p-, p+- and (p, alpha)-sensitive 2-anonymity are open to the similarity attack?
    Similarity {
        /// Names the quasi-identifiers and their hierarchies; the sensitive column is made up
        recipe: PathBuf,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        #[arg(long)]
        json: bool,
    },
    /// The figures of the papers on ratings: time, distortion, query error and the like, by k, epsilon and people
    Ratings(ratings::Asked),
    /// MDAV against MDAV on key columns: time and loss by size, k and number of columns (thesis, section 5.4)
    Microaggregation {
        /// Names the quasi-identifiers
        recipe: PathBuf,
        /// Draw every figure into a new folder, as SVG files
        #[arg(long, value_name = "FOLDER")]
        svg: Option<PathBuf>,
        #[arg(long)]
        json: bool,
    },
    /// What trust and k do to classes and to learners, with Mondrian and top-down specialization (thesis, section 4.5)
    Trust {
        /// Names the quasi-identifiers, their hierarchies and what is to be predicted; [method] may name a purpose
        recipe: PathBuf,
        /// Draw every figure into a new folder, as SVG files
        #[arg(long, value_name = "FOLDER")]
        svg: Option<PathBuf>,
        #[arg(long)]
        json: bool,
    },
    /// Information loss of every method by k and by m, and time by the number of transactions
    Transactions(transactions::Asked),
}

pub fn run(experiment: &Experiment) -> Result<Answer, Failure> {
    match experiment {
        Experiment::Similarity { recipe, seed, json } => similarity::run(recipe, *seed, *json),
        Experiment::Ratings(asked) => ratings::run(asked),
        Experiment::Microaggregation { recipe, svg, json } => {
            microaggregation::run(recipe, svg.as_deref(), *json)
        }
        Experiment::Trust { recipe, svg, json } => trust::run(recipe, svg.as_deref(), *json),
        Experiment::Transactions(asked) => transactions::run(asked),
    }
}
