//! `cloakroom experiment models RECIPE` and `cloakroom experiment recoding RECIPE`.

use super::drawing::Drawings;
use super::figures::told;
use crate::cli::DONE;
use crate::cli::check::of_recipe;
use crate::cli::output::Answer;
use crate::cli::watch::watched;
use cloakroom_core::Failure;
use cloakroom_core::words::grouped;
use cloakroom_engine::open::open_recipe;
use cloakroom_papers::sensitivity::{SensitivityExperiment, models, recoding};
use std::path::Path;

pub fn run_models(
    recipe: &Path,
    seed: u64,
    svg: Option<&Path>,
    json: bool,
) -> Result<Answer, Failure> {
    let drawings = Drawings::into(svg)?;
    let answer = watched(|progress| {
        let opened = open_recipe(recipe, progress)?;
        let settings = &opened.recipe.settings;
        models(
            &opened.loaded.dataset,
            settings,
            &opened.trees,
            seed,
            progress,
        )
        .map_err(|failure| of_recipe(failure, recipe))
    })?;
    drawings.write(&answer.figures)?;
    Ok(Answer::new(DONE, json, &answer, || {
        words(&answer, "by Incognito")
    })?)
}

pub fn run_recoding(recipe: &Path, svg: Option<&Path>, json: bool) -> Result<Answer, Failure> {
    let drawings = Drawings::into(svg)?;
    let answer = watched(|progress| {
        let opened = open_recipe(recipe, progress)?;
        let settings = &opened.recipe.settings;
        recoding(&opened.loaded.dataset, settings, &opened.trees, progress)
            .map_err(|failure| of_recipe(failure, recipe))
    })?;
    drawings.write(&answer.figures)?;
    Ok(Answer::new(DONE, json, &answer, || {
        words(
            &answer,
            "by local recoding, beside greedy (p, k)-clustering",
        )
    })?)
}

fn words(answer: &SensitivityExperiment, how: &str) -> String {
    let mut words = format!(
        "The enhanced models (thesis, section 3.7) {how} on {} records, quasi-identifiers {}, sensitive {}\n",
        grouped(answer.records),
        answer.quasi.join(", "),
        answer.sensitive,
    );
    for figure in &answer.figures {
        words += &told(figure);
    }
    words
}
