//! `cloakroom show bound RECIPE`: the least squared error that groups of k can have, and how near the recipe's method comes.

use super::records_of;
use crate::cli::DONE;
use crate::cli::output::Answer;
use crate::cli::watch::watched;
use cloakroom_core::Failure;
use cloakroom_core::words::{grouped, percent};
use cloakroom_engine::bound::{Bound, bound};
use cloakroom_engine::open::open_recipe;
use std::path::Path;

pub fn run(recipe: &Path, json: bool) -> Result<Answer, Failure> {
    let found = watched(|progress| {
        let opened = open_recipe(recipe, progress)?;
        let checked = records_of(&opened, recipe)?;
        bound(&checked, &opened.recipe.settings, progress)
    })?;
    Ok(Answer::new(DONE, json, &found, || in_words(&found))?)
}

fn in_words(found: &Bound) -> String {
    let mut words = format!(
        "{} records in groups of at least {}: no squared error is below {:.4} squared deviations, {} of the total.\n",
        grouped(found.records),
        found.k,
        found.least,
        percent(found.least_share)
    );
    if let Some(release) = &found.release {
        words += &format!(
            "{} has {:.4}, {} of the total: {} more than the bound, so that no groups are further below it than that.\n",
            release.method,
            release.sse,
            percent(release.share),
            percent(release.gap)
        );
    }
    words
}
