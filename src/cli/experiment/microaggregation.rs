//! `cloakroom experiment microaggregation RECIPE`.

use super::drawing::Drawings;
use super::figures::told;
use crate::cli::DONE;
use crate::cli::check::of_recipe;
use crate::cli::output::Answer;
use crate::cli::watch::watched;
use cloakroom_core::Failure;
use cloakroom_core::words::grouped;
use cloakroom_engine::open::open_recipe;
use cloakroom_papers::microaggregation::{MicroaggregationExperiment, microaggregation};
use std::path::Path;

pub fn run(recipe: &Path, svg: Option<&Path>, json: bool) -> Result<Answer, Failure> {
    let drawings = Drawings::into(svg)?;
    let answer = watched(|progress| {
        let opened = open_recipe(recipe, progress)?;
        let settings = &opened.recipe.settings;
        microaggregation(&opened.loaded.dataset, settings, &opened.trees, progress)
            .map_err(|failure| of_recipe(failure, recipe))
    })?;
    drawings.write(&answer.figures)?;
    Ok(Answer::new(DONE, json, &answer, || words(&answer))?)
}

fn words(answer: &MicroaggregationExperiment) -> String {
    let mut words = format!(
        "Approximate microaggregation (thesis, section 5.4) on {} records, quasi-identifiers {}; key columns of the \
         dependency tree: {}\n",
        grouped(answer.records),
        answer.columns.join(", "),
        answer.key_columns.join(", "),
    );
    for figure in &answer.figures {
        words += &told(figure);
    }
    words
}
