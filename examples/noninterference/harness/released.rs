//! The releases of a case, by the same ways that the command line and the window take.

use super::case::{Case, How};
use cloakroom_core::dataset::Dataset;
use cloakroom_core::kept::Kept;
use cloakroom_core::problem::Failure;
use cloakroom_core::progress::Progress;
use cloakroom_core::recipe::Recipe;
use cloakroom_engine::batch::{End, Item, batch, by_candidate, by_method};
use cloakroom_engine::open::{Opened, open_recipe, open_recipe_of_any_size};
use cloakroom_engine::out_of_core::{self, CountedData};
use cloakroom_engine::recipients::{RecipientOutcome, release_all, release_one};
use cloakroom_engine::release::{ReleaseAnswer, ReleaseOutcome, release};
use std::path::Path;

/// What is said of a release that was not let out.
const UNVERIFIED: &str = "did not pass their own verification";

#[derive(Debug, Default)]
pub struct Came {
    /// The rows that were left out, of the first if there are several releases; `None` if there is none.
    pub left_out: Option<Vec<u32>>,
    /// Why a release did not pass its own verification.
    pub unverified: Vec<String>,
}

impl Came {
    fn written(&mut self, answer: &ReleaseAnswer) {
        let rows = &answer.suppressed_rows;
        self.left_out.get_or_insert_with(|| rows.clone());
    }

    fn outcome(&mut self, outcome: &ReleaseOutcome) {
        if let ReleaseOutcome::Written(answer) = outcome {
            self.written(answer);
        }
    }

    fn refused(&mut self, why: String) {
        if why.contains(UNVERIFIED) {
            self.unverified.push(why);
        }
    }
}

/// Releases what the case says; what is refused is no release.
pub fn released(case: &Case, recipe: &Path, out: &Path) -> Came {
    let mut came = Came::default();
    if let Err(Failure::Problem(problem)) = release_into(case, recipe, out, &mut came) {
        came.refused(problem.to_string());
    }
    came
}

fn release_into(case: &Case, recipe: &Path, out: &Path, came: &mut Came) -> Result<(), Failure> {
    let progress = Progress::default();
    if case.how == How::InBatches {
        let opened = open_recipe_of_any_size(recipe, &progress)?;
        came.outcome(&out_of_core::release(
            CountedData::of(&opened),
            out,
            &progress,
        )?);
        return Ok(());
    }
    let Opened {
        loaded,
        recipe,
        trees,
        ..
    } = open_recipe(recipe, &progress)?;
    let mut in_one_go = |items: &[Item]| -> Result<(), Failure> {
        let answer = batch(
            &loaded,
            items,
            |_| Ok(trees.clone()),
            out,
            &progress,
            |_| {},
        )?;
        for one in answer.releases {
            match one.end {
                End::Written(answer) => came.written(&answer),
                End::Failed { problem } => came.refused(problem),
                End::NotReached(_) | End::NotBegun => {}
            }
        }
        Ok(())
    };
    match &case.how {
        How::Methods(methods) => in_one_go(&by_method(&recipe, methods))?,
        How::Candidates => in_one_go(&candidates(&recipe, &loaded.dataset))?,
        How::Recipients => {
            for one in release_all(&loaded, &recipe, &trees, out, &progress)? {
                match one.outcome {
                    RecipientOutcome::Written(answer) => came.written(&answer),
                    RecipientOutcome::Failed { why } => came.refused(why),
                    RecipientOutcome::NotReached(_) | RecipientOutcome::Stopped => {}
                }
            }
        }
        How::Recipient(name) => {
            came.outcome(&release_one(
                &loaded, &recipe, &trees, name, out, &progress,
            )?);
        }
        How::One | How::InBatches => {
            came.outcome(&release(&loaded, &recipe, &trees, out, &progress)?);
        }
    }
    Ok(())
}

/// The recipe as it is, and with one more asked for.
fn candidates(recipe: &Recipe, dataset: &Dataset) -> Vec<Item> {
    let columns: Vec<&str> = match dataset {
        Dataset::Microdata(table) => table.columns().iter().map(|one| one.name()).collect(),
        _ => Vec::new(),
    };
    let mut more = recipe.settings.clone();
    more.requirement.k = more.requirement.k.map(|k| k + 1);
    let kept = |name: &str, settings| Kept {
        name: name.to_owned(),
        note: "kept".to_owned(),
        settings,
    };
    [
        kept("as it is", recipe.settings.clone()),
        kept("with more", more),
    ]
    .iter()
    .map(|kept| by_candidate(recipe, &columns, kept))
    .collect()
}
