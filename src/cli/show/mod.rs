//! `cloakroom show …`: what the pictures of the window hold, as text or JSON.

mod baskets;
mod graph;
mod matrix;
mod search;
mod threats;

use super::output::Answer;
use clap::Subcommand;
use cloakroom_core::Failure;
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub enum Picture {
    /// Who is close to whom in ratings, and whether they can be cut into groups of k who are all close to each other
    Graph {
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
        Picture::Graph { recipe, json } => graph::run(recipe, *json),
        Picture::Matrix { recipe, all, json } => matrix::run(recipe, *all, *json),
        Picture::Search(asked) => search::run(asked),
        Picture::Threats(asked) => threats::run(asked),
    }
}
