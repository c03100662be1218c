//! `cloakroom experiment trust RECIPE`.

use super::drawing::Drawings;
use super::figures::told;
use crate::cli::DONE;
use crate::cli::check::of_recipe;
use crate::cli::output::Answer;
use crate::cli::watch::watched;
use cloakroom_core::Failure;
use cloakroom_core::words::grouped;
use cloakroom_engine::open::open_recipe;
use cloakroom_papers::trust::{TrustExperiment, trust};
use std::path::Path;

pub fn run(recipe: &Path, svg: Option<&Path>, json: bool) -> Result<Answer, Failure> {
    let drawings = Drawings::into(svg)?;
    let answer = watched(|progress| {
        let opened = open_recipe(recipe, progress)?;
        let settings = &opened.recipe.settings;
        trust(&opened.loaded.dataset, settings, &opened.trees, progress)
            .map_err(|failure| of_recipe(failure, recipe))
    })?;
    drawings.write(&answer.figures)?;
    Ok(Answer::new(DONE, json, &answer, || words(&answer))?)
}

fn words(answer: &TrustExperiment) -> String {
    let mut words = format!(
        "Purpose and trust (thesis, section 4.5) on {} records, quasi-identifiers {}\n",
        grouped(answer.records),
        answer.columns.join(", "),
    );
    words += &match &answer.purpose {
        Some(purpose) => format!("Priorities by the purpose {purpose}; "),
        None => "No purpose, so all columns share alike; ".to_owned(),
    };
    words += "utility weights with beta 1, quadratic projection from trust to degree.\n";
    words += "\"Degree alone\" is the thesis' decomposition, which promises no k; \"decomposition\" goes on from there \
              to the nearest levels that keep k.\n";
    words += &match &answer.class {
        Some(class) => format!("Learners predict {class}.\n"),
        None => {
            "Nothing is sensitive and no class is named, so learners have nothing to predict.\n"
                .to_owned()
        }
    };
    for figure in &answer.figures {
        words += &told(figure);
    }
    words
}
