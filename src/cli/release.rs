//! `cloakroom release RECIPE --out DIR`.

use super::check::{in_words, note_ignored, of_recipe, rows};
use super::output::{Answer, grouped, plain, table, tell_folded};
use super::sweep::named_method;
use super::watch::watched;
use super::{DONE, NOT_SATISFIED};
use cloakroom_core::problem::{Failure, Problem};
use cloakroom_core::progress::Progress;
use cloakroom_core::recipe::Recipe;
use cloakroom_engine::batch::{BatchAnswer, batch, by_method};
use cloakroom_engine::leaving;
use cloakroom_engine::open::{Opened, open_recipe_of_any_size};
use cloakroom_engine::out_of_core::{self, CountedData};
use cloakroom_engine::recipients::release_one;
use cloakroom_engine::release::{NotReached, ReleaseAnswer, ReleaseOutcome, release};
use cloakroom_microdata::method::SearchReport;
use cloakroom_microdata::method::decomposition::DecompositionReport;
use std::collections::HashSet;
use std::path::Path;

/// Names listed for people; `--json` lists all.
const SHOWN_NAMES: usize = 20;

/// What is asked for beyond the recipe.
pub struct Wanted<'a> {
    pub mapping: bool,
    pub sql: bool,
    /// For recipients.
    pub nested: bool,
    /// By name; if there are any, each gets a folder of its own.
    pub methods: &'a [String],
    /// The one that it is made for, by name.
    pub recipient: Option<&'a str>,
}

impl Wanted<'_> {
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

pub fn run(recipe: &Path, out: &Path, wanted: &Wanted<'_>, json: bool) -> Result<Answer, Failure> {
    let methods = wanted
        .methods
        .iter()
        .map(|name| named_method(name))
        .collect::<Result<Vec<_>, Problem>>()?;
    let (came, ignored, notes) = watched(|progress| {
        let mut opened = open_recipe_of_any_size(recipe, progress)?;
        tell_folded(&opened.loaded, json);
        wanted.apply(&mut opened.recipe);
        if opened.in_batches.is_some() {
            let outcome = release_in_batches(&opened, wanted, out, progress);
            let outcome = outcome.map_err(|failure| of_recipe(failure, recipe))?;
            return Ok((Came::One(outcome), None, opened.loaded.notes));
        }
        let (loaded, trees) = (&opened.loaded, &opened.trees);
        let came = match wanted.recipient {
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
        Came::One(ReleaseOutcome::Written(answer)) => Answer::new(DONE, json, answer, || {
            let notes: String = notes.iter().map(|note| format!("Note: {note}\n")).collect();
            notes + &written(answer)
        })?,
        Came::One(ReleaseOutcome::NotReached(answer)) => {
            Answer::new(NOT_SATISFIED, json, answer, || not_reached(answer))?
        }
    };
    Ok(answer.after(ignored.as_deref(), json))
}

/// Each release reads the whole table twice more, so it is made by itself.
fn release_in_batches(
    opened: &Opened,
    wanted: &Wanted<'_>,
    out: &Path,
    progress: &Progress,
) -> Result<ReleaseOutcome, Failure> {
    let unfit = match (wanted.methods, wanted.recipient) {
        ([], None) => return out_of_core::release(CountedData::of(opened), out, progress),
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
    for note in &answer.notes {
        words += &format!("Note: {note}\n");
    }
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
        words += &format!("; {} {are} minimal", grouped(search.minimal.len()));
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
