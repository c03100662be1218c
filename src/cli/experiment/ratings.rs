//! `cloakroom experiment ratings RECIPE`.

use super::drawing::Drawings;
use super::figures::told;
use super::peak::peak;
use crate::cli::DONE;
use crate::cli::check::of_recipe;
use crate::cli::output::Answer;
use crate::cli::watch::watched;
use clap::Args;
use cloakroom_core::words::grouped;
use cloakroom_core::{Dataset, Failure, Problem};
use cloakroom_engine::open::open_recipe;
use cloakroom_papers::ratings::{FigureName, RatingsExperiment, RatingsPlan, TRIALS, ratings};
use std::path::PathBuf;

/// What the command line asks for.
#[derive(Debug, Args)]
pub struct Asked {
    /// Names the ratings; one sensitive issue is needed for some of the figures
    pub recipe: PathBuf,
    /// A figure by name, such as 003-15a; may be repeated. Without this, all of them
    #[arg(long, value_name = "NAME")]
    pub figure: Vec<String>,
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many pairs of training and test sets learners are given
    #[arg(long, default_value_t = TRIALS, value_parser = clap::value_parser!(u32).range(1..))]
    pub trials: u32,
    /// Draw every figure into a new folder, as SVG files
    #[arg(long, value_name = "FOLDER")]
    pub svg: Option<PathBuf>,
    #[arg(long)]
    pub json: bool,
}

pub fn run(asked: &Asked) -> Result<Answer, Failure> {
    let recipe = &asked.recipe;
    let drawings = Drawings::into(asked.svg.as_deref())?;
    let wanted = asked.figure.iter().map(|name| named(name));
    let wanted = wanted.collect::<Result<Vec<_>, Problem>>()?;
    let answer = watched(|progress| {
        let opened = open_recipe(recipe, progress)?;
        let Dataset::Ratings(data) = &opened.loaded.dataset else {
            let kind = opened.loaded.dataset.kind().name();
            let message = format!("the experiment is about ratings, not about {kind}");
            return Err(Problem::new(message).of(recipe).into());
        };
        let plan = RatingsPlan {
            figures: &wanted,
            seed: asked.seed,
            trials: asked.trials,
            peak: &peak,
        };
        ratings(data, &opened.recipe.settings, plan, progress)
            .map_err(|failure| of_recipe(failure, recipe))
    })?;
    drawings.write(&answer.figures)?;
    Ok(Answer::new(DONE, asked.json, &answer, || words(&answer))?)
}

fn named(name: &str) -> Result<FigureName, Problem> {
    FigureName::from_name(name.trim()).ok_or_else(|| {
        let names = FigureName::ALL.map(FigureName::name);
        Problem::new(format!(
            "--figure: there is no figure named \"{name}\"; expected one of {}",
            names.join(", ")
        ))
    })
}

fn words(answer: &RatingsExperiment) -> String {
    let mut words = format!(
        "The papers' figures on {} people and {} issues, seed {}\n",
        grouped(answer.people),
        grouped(answer.issues),
        answer.seed
    );
    if answer.income_drawn {
        words +=
            "No issue is sensitive, so everybody was given an income level by chance (Table 4).\n";
    }
    for figure in &answer.figures {
        words += &told(figure);
    }
    words
}
