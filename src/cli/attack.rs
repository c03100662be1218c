//! `cloakroom attack RECIPE --known FILE`.

use super::check::of_recipe;
use super::output::{Answer, noted};
use super::watch::watched;
use super::{DONE, NOT_SATISFIED};
use clap::Args;
use cloakroom_core::words::grouped;
use cloakroom_core::{Failure, Problem};
use cloakroom_engine::attack::{
    AttackOptions, AttackOutcome, AttackReport, Attacked, Mapping, Word, Words, attack, read_known,
};
use cloakroom_engine::open::open_recipe;
use std::path::PathBuf;

/// People listed for people; `--json` lists all.
const SHOWN_PEOPLE: usize = 20;

/// What the command line says about the attack.
#[derive(Debug, Args)]
pub struct Asked {
    pub recipe: PathBuf,
    /// A row per known person: values of columns, ratings or words about issues, or items
    #[arg(long, value_name = "FILE")]
    pub known: PathBuf,
    /// A column of the file and the one of the release that says the same; may be given again. Equal names need none
    #[arg(long, value_name = "EXTERNAL=RELEASED")]
    pub map: Vec<String>,
    /// A column of the file that is not compared, whatever its name; may be given again
    #[arg(long, value_name = "EXTERNAL")]
    pub skip: Vec<String>,
    /// Ratings: what a word means, such as excellent=5..6; may be given again
    #[arg(long, value_name = "WORD=LOW..HIGH")]
    pub word: Vec<String>,
    /// Ratings: how exactly ratings are known; without this, as exactly as epsilon
    #[arg(long, value_name = "DISTANCE")]
    pub within: Option<f64>,
    /// The data as they stand instead of the release
    #[arg(long)]
    pub original: bool,
    #[arg(long)]
    pub json: bool,
}

pub fn run(asked: &Asked) -> Result<Answer, Failure> {
    let (recipe, json) = (&asked.recipe, asked.json);
    let mappings = asked.map.iter().map(|text| Mapping::parse(text));
    let own = asked.word.iter().map(|text| Word::parse(text));
    let options = AttackOptions {
        mappings: mappings.collect::<Result<_, Problem>>()?,
        not_used: asked.skip.clone(),
        original: asked.original,
        words: Words {
            own: own.collect::<Result<_, Problem>>()?,
        },
        within: asked.within,
    };
    let outcome = watched(|progress| {
        let opened = open_recipe(recipe, progress)?;
        let settled = opened.recipe.refuse_open();
        settled.map_err(|problem| problem.of(recipe))?;
        let known = read_known(&asked.known, opened.loaded.options.fold, progress)?;
        attack(
            &opened.loaded,
            &opened.recipe.settings,
            &opened.trees,
            &known,
            &options,
            progress,
        )
        .map_err(|failure| of_recipe(failure, recipe))
    })?;
    Ok(match outcome {
        AttackOutcome::Tried(report) => Answer::new(DONE, json, &report, || in_words(&report))?,
        AttackOutcome::NotReached(why) => {
            let answer = serde_json::json!({ "not_reached": why });
            Answer::new(NOT_SATISFIED, json, &answer, || {
                format!("There is no release to attack: {why}\n")
            })?
        }
    })
}

fn in_words(report: &AttackReport) -> String {
    let mut words = format!(
        "Attack on the {}: {} {}\n",
        match report.attacked {
            Attacked::Original => "data as they stand",
            Attacked::Release => "release",
        },
        grouped(report.records),
        report.kind.record(report.records)
    );
    if !report.mapped.is_empty() {
        let pairs: Vec<String> = report
            .mapped
            .iter()
            .map(|pair| match pair.external == pair.released {
                true => pair.external.clone(),
                false => format!("{} as {}", pair.external, pair.released),
            })
            .collect();
        words += &format!("Compared: {}\n", pairs.join(", "));
    }
    for sentence in &report.sentences {
        words += &format!("  {sentence}\n");
    }
    for person in report.each.iter().take(SHOWN_PEOPLE) {
        words += &format!("{}\n", person.sentence);
    }
    let more = report.each.len().saturating_sub(SHOWN_PEOPLE);
    if more > 0 {
        words += &format!("and {} more people (--json lists all)\n", grouped(more));
    }
    if !report.alone.figures.is_empty() {
        words += "What the data tell by themselves\n";
    }
    for figure in &report.alone.figures {
        words += &format!("  {}\n", figure.sentence);
    }
    words + &noted(&report.notes)
}
