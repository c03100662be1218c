//! `cloakroom experiment …`.

mod drawing;
mod figures;
mod microaggregation;
mod papers;
mod peak;
mod plot;
mod ratings;
mod sensitivity;
mod similarity;
mod transactions;
mod trust;

pub use peak::Counting;

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
    /// Time and distortion of p-, p+- and (p, alpha)-sensitive k-anonymity by columns, p and alpha (thesis, section 3.7.1)
    Models {
        /// Names the quasi-identifiers and their hierarchies; the sensitive column is made up
        recipe: PathBuf,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Draw every figure into a new folder, as SVG files
        #[arg(long, value_name = "FOLDER")]
        svg: Option<PathBuf>,
        #[arg(long)]
        json: bool,
    },
    /// Local recoding under the enhanced models against greedy clustering, by k and alpha (thesis, section 3.7.2)
    Recoding {
        /// Names the quasi-identifiers, their hierarchies, and a sensitive column with categories
        recipe: PathBuf,
        /// Draw every figure into a new folder, as SVG files
        #[arg(long, value_name = "FOLDER")]
        svg: Option<PathBuf>,
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
    /// All of these on published data, as one page with tables, drawings, recipes and a verdict on every claim
    Papers(papers::Asked),
}

pub fn run(experiment: &Experiment) -> Result<Answer, Failure> {
    match experiment {
        Experiment::Similarity { recipe, seed, json } => similarity::run(recipe, *seed, *json),
        Experiment::Models {
            recipe,
            seed,
            svg,
            json,
        } => sensitivity::run_models(recipe, *seed, svg.as_deref(), *json),
        Experiment::Recoding { recipe, svg, json } => {
            sensitivity::run_recoding(recipe, svg.as_deref(), *json)
        }
        Experiment::Ratings(asked) => ratings::run(asked),
        Experiment::Microaggregation { recipe, svg, json } => {
            microaggregation::run(recipe, svg.as_deref(), *json)
        }
        Experiment::Trust { recipe, svg, json } => trust::run(recipe, svg.as_deref(), *json),
        Experiment::Transactions(asked) => transactions::run(asked),
        Experiment::Papers(asked) => papers::run(asked),
    }
}
