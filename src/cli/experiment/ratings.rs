//! `cloakroom experiment ratings RECIPE`.

use super::drawing::Drawings;
use super::plot::{Curve, number, plot};
use super::similarity::push_lines;
use crate::cli::DONE;
use crate::cli::check::of_recipe;
use crate::cli::output::Answer;
use crate::cli::watch::watched;
use clap::Args;
use cloakroom_core::words::grouped;
use cloakroom_core::{Dataset, Failure, Problem};
use cloakroom_engine::open::open_recipe;
use cloakroom_papers::ratings::{Figure, FigureName, RatingsExperiment, ratings};
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
        ratings(data, &opened.recipe.settings, &wanted, asked.seed, progress)
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
    for figure in &answer.figures {
        words += &told(figure);
    }
    words
}

fn told(figure: &Figure) -> String {
    let mut words = format!("\n{}  {}\n", figure.name.name(), figure.title);
    let mut lines = vec![vec![figure.across.to_owned()]];
    let across = figure
        .series
        .iter()
        .max_by_key(|series| series.points.len());
    for &(x, _) in across.map_or(&[][..], |series| &series.points) {
        lines[0].push(number(x));
    }
    for series in &figure.series {
        let mut line = vec![series.name.clone()];
        line.extend(series.points.iter().map(|point| number(point.1)));
        line.resize(lines[0].len(), "-".to_owned());
        lines.push(line);
    }
    if lines[0].len() > 1 {
        push_lines(&mut words, &lines);
    }
    let curves: Vec<Curve<'_>> = figure
        .series
        .iter()
        .map(|series| Curve {
            name: &series.name,
            points: &series.points,
        })
        .collect();
    words += &plot(&curves, figure.across, figure.up);
    let verdict = match figure.holds {
        Some(true) => "holds here",
        Some(false) => "does not hold here",
        None => "cannot be told here",
    };
    words
        + &format!(
            "  The paper: {}. That {verdict}: {}.\n",
            figure.claim, figure.sentence
        )
}
