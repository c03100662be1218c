//! `cloakroom show …`: what the pictures of the window hold, as text or JSON.

mod baskets;
mod bound;
mod degree;
mod graph;
mod lattice;
mod matrix;
mod search;
mod threats;

use super::output::Answer;
use clap::Subcommand;
use cloakroom_core::Failure;
use cloakroom_engine::check::CheckedTask;
use cloakroom_engine::open::Opened;
use std::path::{Path, PathBuf};

#[derive(Debug, Subcommand)]
pub enum Picture {
    /// The least squared error that groups of k records can have, and how near the recipe's method comes to it
    Bound {
        recipe: PathBuf,
        #[arg(long)]
        json: bool,
    },
    /// The degree of anonymisation of the release that the recipe makes and of each of its records
    Degree {
        recipe: PathBuf,
        #[arg(long)]
        json: bool,
    },
    /// Who is close to whom in ratings, and whether they can be cut into groups of k who are all close to each other
    Graph {
        recipe: PathBuf,
        #[arg(long)]
        json: bool,
    },
    /// The tuples of one combination of levels with their sensitive values, how many show each and their entropy
    HashTable(lattice::HashAsked),
    /// How every combination of levels stands: what must be left out, what is lost, which are minimal
    Lattice {
        recipe: PathBuf,
        #[arg(long)]
        json: bool,
    },
    /// How little the columns of a table tell of each other, in pairs; the dependency tree and its key columns
    Matrix {
        recipe: PathBuf,
        /// All columns that may be released, and not the quasi-identifiers alone
        #[arg(long)]
        all: bool,
        #[arg(long)]
        json: bool,
    },
    /// The way of hghs or mhghs through the cuts of a taxonomy, and the rare set that each suppression answers
    Search(search::Asked),
    /// The minimal rare sets of baskets, as they stand
    Threats(threats::Asked),
}

pub fn run(picture: &Picture) -> Result<Answer, Failure> {
    match picture {
        Picture::Bound { recipe, json } => bound::run(recipe, *json),
        Picture::Degree { recipe, json } => degree::run(recipe, *json),
        Picture::Graph { recipe, json } => graph::run(recipe, *json),
        Picture::HashTable(asked) => lattice::hash_table(asked),
        Picture::Lattice { recipe, json } => lattice::run(recipe, *json),
        Picture::Matrix { recipe, all, json } => matrix::run(recipe, *all, *json),
        Picture::Search(asked) => search::run(asked),
        Picture::Threats(asked) => threats::run(asked),
    }
}

/// The records of a recipe, checked against its settings.
fn records_of<'a>(opened: &'a Opened, recipe: &Path) -> Result<CheckedTask<'a>, Failure> {
    let settings = &opened.recipe.settings;
    let checked = CheckedTask::new(&opened.loaded.dataset, settings, &opened.trees.hierarchies);
    Ok(checked.map_err(|problem| problem.of(recipe))?)
}
