//! `cloakroom sweep RECIPE --vary k=2..20`.

use super::DONE;
use super::check::{note_undecided, of_recipe};
use super::output::{Answer, noted, plain, table};
use super::watch::watched;
use clap::Args;
use cloakroom_core::{Failure, MethodName, Metric, Problem};
use cloakroom_engine::open::open_recipe;
use cloakroom_engine::sweep::{SweepAnswer, Varied, header, setting, sweep, to_csv};
use std::path::PathBuf;

/// Metrics listed for people; `--json` and `--csv` list all.
const SHOWN: [Metric; 11] = [
    Metric::DegreeOfAnonymisation,
    Metric::Loss,
    Metric::Distortion,
    Metric::CellsRated,
    Metric::CellsUnrated,
    Metric::DistortionRatio,
    Metric::Dm,
    Metric::Cavg,
    Metric::QueryError,
    Metric::NbAccuracy,
    Metric::ProsecutorAvg,
];

/// What the command line asks for.
#[derive(Debug, Args)]
pub struct Asked {
    pub recipe: PathBuf,
    /// A parameter and its values: k=2..20, t=0.1..0.5:0.1, trust=0..1:0.1 or suppression=0,0.02; may be given again
    #[arg(long, value_name = "PARAMETER=VALUES", required = true)]
    pub vary: Vec<String>,
    /// Methods by name; without this, the recipe's own
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub methods: Vec<String>,
    #[arg(long)]
    pub json: bool,
    /// As a table for a spreadsheet, with every metric
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}

pub fn run(asked: &Asked) -> Result<Answer, Failure> {
    let recipe = &asked.recipe;
    let varied = asked.vary.iter().map(|text| Varied::parse(text));
    let varied = varied.collect::<Result<Vec<_>, Problem>>()?;
    let methods = named_methods(&asked.methods)?;
    let (answer, note) = watched(|progress| {
        let opened = open_recipe(recipe, progress)?;
        let settings = &opened.recipe.settings;
        let own = [settings.method.name];
        let methods = if methods.is_empty() {
            &own
        } else {
            methods.as_slice()
        };
        let answer = sweep(
            &opened.loaded.dataset,
            settings,
            &opened.trees,
            &varied,
            methods,
            progress,
        )
        .map_err(|failure| of_recipe(failure, recipe))?;
        Ok((answer, note_undecided(&opened)))
    })?;
    Ok(Answer::new(DONE, asked.json, &answer, || {
        match asked.csv {
            true => to_csv(&answer),
            false => words(&answer) + &noted(&note),
        }
    })?)
}

pub(super) fn named_methods(names: &[String]) -> Result<Vec<MethodName>, Problem> {
    names.iter().map(|name| named_method(name)).collect()
}

fn named_method(name: &str) -> Result<MethodName, Problem> {
    MethodName::from_name(name.trim()).ok_or_else(|| {
        let names: Vec<&str> = MethodName::ALL.iter().map(|method| method.name()).collect();
        Problem::new(format!(
            "--methods: there is no method named \"{name}\"; expected some of {}",
            names.join(", ")
        ))
    })
}

fn words(answer: &SweepAnswer) -> String {
    let measured = |metric: &Metric| {
        answer.rows.iter().any(|row| {
            row.outcome
                .as_ref()
                .is_ok_and(|point| point.metrics.get(*metric).is_some())
        })
    };
    // The degree is what a decomposition is about; of other methods the loss says as much.
    let decomposes = answer
        .rows
        .iter()
        .any(|row| row.method == MethodName::Decomposition);
    let shown: Vec<Metric> = SHOWN
        .into_iter()
        .filter(|metric| decomposes || *metric != Metric::DegreeOfAnonymisation)
        .filter(measured)
        .collect();
    let mut lines = vec![header(answer)];
    lines[0].push("left out".to_owned());
    lines[0].extend(shown.iter().map(|metric| metric.name().to_owned()));
    lines[0].push("seconds".to_owned());
    let mut notes = Vec::new();
    for row in &answer.rows {
        let mut line = setting(row);
        match &row.outcome {
            Ok(point) => {
                line.push(point.left_out.to_string());
                line.extend(shown.iter().map(|&metric| {
                    point
                        .metrics
                        .get(metric)
                        .map_or_else(|| "-".to_owned(), plain)
                }));
                notes.push(None);
            }
            Err(why) => {
                line.extend(std::iter::repeat_n("-".to_owned(), shown.len() + 1));
                notes.push(Some(why));
            }
        }
        line.push(format!("{:.2}", row.seconds));
        lines.push(line);
    }
    let mut words = String::new();
    for (at, line) in table(&lines).into_iter().enumerate() {
        words += &line;
        if let Some(why) = at.checked_sub(1).and_then(|at| notes[at]) {
            words += &format!("  not reached: {why}");
        }
        words.push('\n');
    }
    words
}
