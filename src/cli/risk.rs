//! `cloakroom risk RECIPE`.

use super::check::{note_undecided, of_recipe};
use super::output::{Answer, noted, table};
use super::status;
use super::watch::watched;
use clap::Args;
use cloakroom_core::Failure;
use cloakroom_core::metrics::{Figure, Unit};
use cloakroom_core::words::{grouped, listed, percent};
use cloakroom_engine::open::open_recipe;
use cloakroom_engine::risk::{Risk, RiskOptions, RiskReport, read_population, risk};
use cloakroom_microdata::metrics::risk::SubsetRisk;
use std::path::PathBuf;

/// Subsets of columns listed for people; `--json` lists all.
const SHOWN_SUBSETS: usize = 10;

/// What the command line asks for.
#[derive(Debug, Args)]
pub struct Asked {
    pub recipe: PathBuf,
    /// A table of the people whom the data were drawn from, with the quasi-identifiers
    #[arg(long, value_name = "FILE")]
    pub population: Option<PathBuf>,
    /// A chance above this counts as high
    #[arg(long, value_name = "CHANCE", default_value_t = 0.2)]
    pub threshold: f64,
    /// Also of what the recipe's method would release
    #[arg(long)]
    pub released: bool,
    #[arg(long)]
    pub json: bool,
}

pub fn run(asked: &Asked) -> Result<Answer, Failure> {
    let recipe = &asked.recipe;
    let (report, note) = watched(|progress| {
        let opened = open_recipe(recipe, progress)?;
        let settled = opened.recipe.refuse_open();
        settled.map_err(|problem| problem.of(recipe))?;
        let population = asked.population.as_deref();
        let population = population
            .map(|path| read_population(path, &opened.loaded.options, progress))
            .transpose()?;
        let options = RiskOptions {
            threshold: asked.threshold,
            population: population.as_ref(),
        };
        let report = risk(
            &opened.loaded.dataset,
            &opened.recipe.settings,
            &opened.trees,
            &options,
            asked.released,
            progress,
        )
        .map_err(|failure| of_recipe(failure, recipe))?;
        Ok((report, note_undecided(&opened)))
    })?;
    let status = status(report.not_reached.is_none());
    Ok(Answer::new(status, asked.json, &report, || {
        in_words(&report) + &noted(&note)
    })?)
}

fn in_words(report: &RiskReport) -> String {
    let mut words = side_by_side(report);
    words += "\nAs the data stand\n";
    words += &told(&report.before);
    if let Some(after) = &report.after {
        words += "\nAs they would be released\n";
        words += &told(after);
    }
    if let Some(why) = &report.not_reached {
        words += &format!("\nNo release: {why}\n");
    }
    words + &noted(&report.notes)
}

/// One figure a line, before and after beside each other.
fn side_by_side(report: &RiskReport) -> String {
    let mut head = vec![String::new(), "as they stand".to_owned()];
    head.extend(report.after.as_ref().map(|_| "released".to_owned()));
    let mut lines = vec![head];
    for figure in report.before.figures() {
        let mut line = vec![label(figure), value(figure)];
        if let Some(after) = &report.after {
            let same = |other: &&Figure| other.name == figure.name && other.column == figure.column;
            line.push(
                after
                    .figures()
                    .iter()
                    .find(same)
                    .map_or_else(String::new, value),
            );
        }
        lines.push(line);
    }
    table(&lines).join("\n") + "\n"
}

fn label(figure: &Figure) -> String {
    match &figure.column {
        Some(column) => format!("{} ({column})", figure.name),
        None => figure.name.to_owned(),
    }
}

fn value(figure: &Figure) -> String {
    match figure.unit {
        Unit::Share => percent(figure.value),
        _ => grouped(figure.value as usize),
    }
}

fn told(risk: &Risk) -> String {
    let words: String = risk
        .figures()
        .iter()
        .map(|figure| format!("  {}\n", figure.sentence))
        .collect();
    words + &subsets(risk.subsets())
}

/// The combinations of columns that make most people unique.
fn subsets(all: &[SubsetRisk]) -> String {
    let mut telling: Vec<&SubsetRisk> = all.iter().filter(|subset| subset.unique > 0).collect();
    if telling.is_empty() {
        return String::new();
    }
    telling.sort_by_key(|subset| (std::cmp::Reverse(subset.unique), subset.columns.len()));
    let mut lines = vec![vec![
        "  known columns".to_owned(),
        "unique".to_owned(),
        "below k".to_owned(),
        "classes".to_owned(),
    ]];
    for subset in telling.iter().take(SHOWN_SUBSETS) {
        lines.push(vec![
            format!("  {}", listed(&subset.columns)),
            grouped(subset.unique),
            grouped(subset.below_k),
            grouped(subset.classes),
        ]);
    }
    let more = match telling.len().saturating_sub(SHOWN_SUBSETS) {
        0 => String::new(),
        more => format!(
            "  and {} more combinations (--json lists all)\n",
            grouped(more)
        ),
    };
    table(&lines).join("\n") + "\n" + &more
}
