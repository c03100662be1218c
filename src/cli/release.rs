//! `cloakroom release RECIPE --out DIR`.

use super::check::{in_words, note_ignored, of_recipe, rows};
use super::output::{Answer, noted, plain, table, tell_folded};
use super::sweep::named_methods;
use super::watch::watched;
use super::{DONE, NOT_SATISFIED};
use clap::Args;
use cloakroom_core::words::grouped;
use cloakroom_core::{Failure, Problem, Progress, Recipe};
use cloakroom_engine::batch::{BatchAnswer, batch, by_method};
use cloakroom_engine::leaving;
use cloakroom_engine::open::{Opened, open_recipe_of_any_size};
use cloakroom_engine::out_of_core::{self, CountedData};
use cloakroom_engine::recipients::release_one;
use cloakroom_engine::release::{NotReached, ReleaseAnswer, ReleaseOutcome, release};
use cloakroom_microdata::method::SearchReport;
use cloakroom_microdata::method::decomposition::DecompositionReport;
use std::collections::HashSet;
use std::path::PathBuf;

/// Names listed for people; `--json` lists all.
const SHOWN_NAMES: usize = 20;

/// What the command line asks for.
#[derive(Debug, Args)]
pub struct Asked {
    pub recipe: PathBuf,
    /// The folder to write; it must be new or empty
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Also write the mapping that was applied beside the folder, a file per column; it stays in house
    #[arg(long)]
    pub mapping: bool,
    /// Also write the recoding as SQL beside the folder, for methods that raise whole columns; it stays in house
    #[arg(long)]
    pub sql: bool,
    /// Methods by name: a release for each, in DIR/NAME
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with_all = ["recipient", "recipients"])]
    pub methods: Vec<String>,
    /// The release for one recipient of the recipe, by name
    #[arg(long, value_name = "NAME")]
    pub recipient: Option<String>,
    /// A release for every recipient of the recipe, each in a folder of its own in DIR
    #[arg(long, conflicts_with = "recipient")]
    pub recipients: bool,
    /// With recipients: every release is made of unions of the classes of the more exact ones, so that nothing is learned
    /// from several of them
    #[arg(long, conflicts_with = "methods")]
    pub nested: bool,
    #[arg(long)]
    pub json: bool,
}

impl Asked {
    /// What is asked for beyond the recipe.
    pub fn apply(&self, recipe: &mut Recipe) {
        let options = &mut recipe.settings.release;
        options.mapping |= self.mapping;
        options.sql |= self.sql;
        options.nested |= self.nested;
    }
}

/// What came of it.
enum Came {
    One(ReleaseOutcome),
    Several(BatchAnswer),
}

pub fn run(asked: &Asked) -> Result<Answer, Failure> {
    let (recipe, out, json) = (&asked.recipe, &asked.out, asked.json);
    if asked.nested && asked.recipient.is_none() {
        let words = "--nested is for releases to recipients; expected --recipients or --recipient";
        return Err(Problem::new(words).into());
    }
    let methods = named_methods(&asked.methods)?;
    let (came, ignored, notes) = watched(|progress| {
        let mut opened = open_recipe_of_any_size(recipe, progress)?;
        tell_folded(&opened.loaded, json);
        asked.apply(&mut opened.recipe);
        if opened.in_batches.is_some() {
            let outcome = release_in_batches(&opened, asked, progress);
            let outcome = outcome.map_err(|failure| of_recipe(failure, recipe))?;
            return Ok((Came::One(outcome), None, opened.loaded.notes));
        }
        let (loaded, trees) = (&opened.loaded, &opened.trees);
        let came = match &asked.recipient {
            Some(name) => {
                release_one(loaded, &opened.recipe, trees, name, out, progress).map(Came::One)
            }
            None if methods.is_empty() => {
                release(loaded, &opened.recipe, trees, out, progress).map(Came::One)
            }
            None => {
                // What the roles lack is the same for every method, and told once.
                leaving::refuse(&loaded.dataset, &opened.recipe, progress)
                    .map_err(|failure| of_recipe(failure, recipe))?;
                let items = by_method(&opened.recipe, &methods);
                batch(loaded, &items, |_| Ok(trees.clone()), out, progress, |_| {})
                    .map(Came::Several)
            }
        };
        let came = came.map_err(|failure| of_recipe(failure, recipe))?;
        Ok((came, note_ignored(&opened), opened.loaded.notes))
    })?;
    let answer = match &came {
        Came::Several(batch) => super::batch::answer(batch, out, json)?,
        Came::One(ReleaseOutcome::Written(answer)) => {
            Answer::new(DONE, json, answer, || noted(&notes) + &written(answer))?
        }
        Came::One(ReleaseOutcome::NotReached(answer)) => {
            Answer::new(NOT_SATISFIED, json, answer, || not_reached(answer))?
        }
    };
    Ok(answer.after(ignored.as_deref(), json))
}

/// Each release reads the whole table twice more, so it is made by itself.
fn release_in_batches(
    opened: &Opened,
    asked: &Asked,
    progress: &Progress,
) -> Result<ReleaseOutcome, Failure> {
    let unfit = match (asked.methods.as_slice(), &asked.recipient) {
        ([], None) => return out_of_core::release(CountedData::of(opened), &asked.out, progress),
        (_, Some(_)) => "--recipient",
        (_, None) => "--methods",
    };
    Err(Problem::new(format!(
        "{unfit} is not for a table that is read in batches; expected one release by the recipe's own method"
    ))
    .into())
}

pub(super) fn written(answer: &ReleaseAnswer) -> String {
    let mut words = in_words(&answer.check);
    if !answer.suppressed_rows.is_empty() {
        words += &rows("Rows left out", &answer.suppressed_rows);
    }
    if let Some(levels) = &answer.levels {
        let parts: Vec<String> = levels
            .iter()
            .map(|(column, level)| format!("{column} {level}"))
            .collect();
        words += &format!("Levels: {}\n", parts.join(", "));
    }
    if let Some(report) = &answer.decomposition {
        words += &decomposed(report);
    }
    if let Some(cut) = &answer.cut {
        words += &format!(
            "Items shown as: {}\n",
            listed(&cut.cut, &cut.suppressed_items)
        );
        if !cut.suppressed_items.is_empty() {
            words += &format!("Not shown at all: {}\n", listed(&cut.suppressed_items, &[]));
        }
    }
    words += &noted(&answer.notes);
    if let Some(search) = &answer.search {
        words += &searched(search);
    }
    for (metric, value) in &answer.metrics.0 {
        words += &format!("  {:<26} {}\n", metric.name(), plain(*value));
    }
    if answer.formula_cells > 0 {
        let cells = grouped(answer.formula_cells);
        words += &if answer.formulas_escaped {
            format!(
                "{cells} cells that a spreadsheet would run as formulas were escaped with an apostrophe\n"
            )
        } else {
            format!(
                "Warning: {cells} cells would be run as formulas by a spreadsheet; escape_formulas = true \
                 under [release] puts an apostrophe before them\n"
            )
        };
    }
    words += &format!("Written and verified: {}\n", answer.folder.display());
    for (path, what) in answer.internal_paths.all() {
        words += &format!("Kept in house: {} ({what})\n", path.display());
    }
    words
}

/// The target and what was achieved, and how it was shared out.
fn decomposed(report: &DecompositionReport) -> String {
    let mut words = String::new();
    if let Some(recipient) = &report.recipient {
        words += &format!("Made for: {recipient}\n");
    }
    let purpose = match &report.purpose {
        Some(purpose) => format!(" for the purpose {purpose}"),
        None => String::new(),
    };
    words += &format!(
        "Degree of anonymisation{purpose}: {} aimed at, {} at the levels that this means, {} released\n",
        plain(report.target_degree),
        plain(report.degree_at_target),
        plain(report.degree_released)
    );
    let heads = [
        "column",
        "priority",
        "share",
        "degree",
        "level aimed at",
        "released",
        "top",
    ];
    let mut lines = vec![heads.map(str::to_owned).to_vec()];
    for column in &report.columns {
        lines.push(vec![
            column.column.clone(),
            plain(column.priority),
            plain(column.share),
            plain(column.degree),
            column.target_level.to_string(),
            column.released_level.to_string(),
            column.height.to_string(),
        ]);
    }
    for line in table(&lines) {
        words += &format!("  {line}\n");
    }
    words
}

/// Some names of many, without those that are named elsewhere.
fn listed(names: &[String], without: &[String]) -> String {
    let without: HashSet<&String> = without.iter().collect();
    let names: Vec<&str> = names
        .iter()
        .filter(|name| !without.contains(name))
        .map(String::as_str)
        .collect();
    let shown = names[..names.len().min(SHOWN_NAMES)].join(", ");
    match names.len().saturating_sub(SHOWN_NAMES) {
        0 => shown,
        more => format!("{shown} and {} more (--json lists all)", grouped(more)),
    }
}

fn searched(search: &SearchReport) -> String {
    let mut words = format!(
        "Counted {} of {} combinations of levels",
        grouped(search.checked as usize),
        grouped(search.nodes as usize)
    );
    if !search.minimal.is_empty() {
        let are = if search.minimal.len() == 1 {
            "is"
        } else {
            "are"
        };
        let at_least = if search.minimal_are_all {
            ""
        } else {
            "at least "
        };
        words += &format!(
            "; {at_least}{} {are} minimal",
            grouped(search.minimal.len())
        );
    }
    if !search.proven {
        words += "; there are too many to be sure that no other is better";
    }
    words + "\n"
}

pub(super) fn not_reached(answer: &NotReached) -> String {
    format!(
        "{}Cannot be reached with the method {}: {}\nNothing was written\n",
        in_words(&answer.check),
        answer.method.name(),
        answer.why
    )
}
