//! `cloakroom check RECIPE`.

use super::output::{Answer, noted, tell_folded};
use super::status;
use super::watch::watched;
use cloakroom_core::verdict::RequirementVerdict;
use cloakroom_core::words::grouped;
use cloakroom_core::{Amount, CheckAnswer, Failure, Kind, Open, PrivacyModel, Problem};
use cloakroom_engine::check::check;
use cloakroom_engine::infeasible::beyond_all;
use cloakroom_engine::open::{Opened, open_recipe_of_any_size};
use cloakroom_engine::out_of_core::list_violating;
use cloakroom_engine::ratings::note_covered;
use serde::Serialize;
use std::path::Path;

/// Rows listed for people; `--json` lists all.
const SHOWN_ROWS: usize = 20;

/// What `--json` prints.
#[derive(Serialize)]
struct Checked {
    #[serde(flatten)]
    answer: CheckAnswer,
    /// Why no method could change the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

pub fn run(recipe: &Path, json: bool) -> Result<Answer, Failure> {
    let (checked, ignored, notes) = watched(|progress| {
        let opened = open_recipe_of_any_size(recipe, progress)?;
        tell_folded(&opened.loaded, json);
        let settled = opened.recipe.refuse_open();
        settled.map_err(|problem| problem.of(recipe))?;
        let mut answer = check(
            &opened.loaded.dataset,
            &opened.recipe.settings,
            &opened.trees,
            progress,
        )
        .map_err(|failure| of_recipe(failure, recipe))?;
        list_violating(&opened, &mut answer, progress)?;
        let requirement = &opened.recipe.settings.requirement;
        let checked = Checked {
            why: beyond_all(requirement, answer.kind, answer.records),
            answer,
        };
        let covered = note_covered(&opened.loaded.dataset, &opened.recipe.settings, progress)?;
        let undecided = note_undecided(&opened);
        let ignored = note_ignored(&opened);
        let mut notes = opened.loaded.notes;
        notes.extend(undecided.into_iter().chain(covered.map(|note| note + ".")));
        Ok((checked, ignored, notes))
    })?;
    let status = status(checked.answer.satisfied);
    let answer = Answer::new(status, json, &checked, || {
        let mut words = in_words(&checked.answer);
        if let Some(why) = &checked.why {
            words += &format!("{why}\n");
        }
        words + &noted(&notes)
    })?;
    Ok(answer.after(ignored.as_deref(), json))
}

/// Whoever names private items thinks them protected. The window keeps them while h is off, so they are no fault.
pub fn note_ignored(opened: &Opened) -> Option<String> {
    let recipe = &opened.recipe;
    let private = &recipe.settings.roles.private_items;
    let asks_for_h = recipe.settings.requirement.h.is_some() || recipe.open.contains(&Open::H);
    (!private.is_empty() && !asks_for_h).then(|| {
        "private_items are not protected: they count like any other item until [require] sets h, the largest share of \
         baskets with the same known items that may hold one of them"
            .to_owned()
    })
}

/// Nothing leaves by these commands, so they work while columns are undecided, and say what a release will say.
pub fn note_undecided(opened: &Opened) -> Option<String> {
    let undecided = opened.undecided();
    let (names, one) = (undecided.join(", "), undecided.len() == 1);
    let it = if one { "it has" } else { "each has" };
    (!undecided.is_empty())
        .then(|| format!("no role names {names}, and a release is refused until {it} one"))
}

/// What is wrong with the requirement or the roles is wrong in the recipe.
pub fn of_recipe(failure: Failure, recipe: &Path) -> Failure {
    match failure {
        Failure::Problem(problem) => Problem::of(problem, recipe).into(),
        stopped => stopped,
    }
}

pub fn in_words(answer: &CheckAnswer) -> String {
    in_words_but(answer, |_| false)
}

/// The same where some parameters were left open: of those nothing was wanted.
pub fn in_words_but(answer: &CheckAnswer, is_open: impl Fn(&str) -> bool) -> String {
    let units = answer.units.map(|units| {
        let count = units.count();
        format!(" of {} {}", grouped(count), units.counted().name(count))
    });
    let mut words = format!(
        "{}: {} {}{}\n",
        if answer.satisfied {
            "Satisfied"
        } else {
            "Not satisfied"
        },
        grouped(answer.records),
        answer.kind.record(answer.records),
        units.unwrap_or_default(),
    );
    for verdict in &answer.requirements {
        let line = match is_open(&verdict.name) {
            true => open_line(verdict, answer.kind, &answer.requirements),
            false => requirement_line(verdict, answer.kind, &answer.requirements),
        };
        // Who is left out is weighed by people where these are counted; what breaks a promise is listed by its records.
        let is_limit = verdict.name == PrivacyModel::Suppression.name();
        words += &match answer.units.filter(|_| is_limit) {
            Some(units) => {
                let many = verdict.violations;
                let records = format!("{} {}", grouped(many), answer.kind.record(many));
                let people = format!("{} {}", grouped(many), units.counted().name(many));
                line.replace(&records, &people)
            }
            None => line,
        };
    }
    if !answer.violating_rows.is_empty() {
        words += &rows("Violating rows", &answer.violating_rows);
    }
    if answer.unlisted_rows > 0 {
        let many = grouped(answer.unlisted_rows);
        words += &format!("Violating rows: {many}, not listed\n");
    }
    words
}

/// One promise of several, in a line.
pub fn requirement_line(
    verdict: &RequirementVerdict,
    kind: Kind,
    all: &[RequirementVerdict],
) -> String {
    let wanted = match verdict.wanted {
        Amount::Unbounded(_) => "wanted for any number of items".to_owned(),
        amount => format!("wanted {amount}"),
    };
    let violations = match verdict.violations {
        0 => String::new(),
        many => {
            let name = verdict.name.as_str();
            let is_most = PrivacyModel::limits(name).unwrap_or(matches!(name, "epsilon" | "h"));
            let beyond = if is_most { "beyond" } else { "below" };
            let records = kind.record(many);
            format!(", {} {records} {beyond} it", grouped(many))
        }
    };
    let reached = reached(verdict, kind, all);
    let mark = mark(verdict);
    format!(
        "  {mark} {}: {wanted}, {reached}{violations}\n",
        verdict.name
    )
}

/// The same for a parameter that was left open, so that nobody lies on the wrong side of it.
fn open_line(verdict: &RequirementVerdict, kind: Kind, all: &[RequirementVerdict]) -> String {
    let (mark, reached) = (mark(verdict), reached(verdict, kind, all));
    format!("  {mark} {}: left open, {reached}\n", verdict.name)
}

fn mark(verdict: &RequirementVerdict) -> &'static str {
    if verdict.satisfied { "ok  " } else { "FAIL" }
}

fn reached(verdict: &RequirementVerdict, kind: Kind, all: &[RequirementVerdict]) -> String {
    match (verdict.reached, verdict.wanted) {
        (Some(most), Amount::Unbounded(_)) if verdict.satisfied => {
            format!("holds for {most}, the most that a basket shows")
        }
        (Some(reached), _) => format!("reached {reached}"),
        (None, _) => no_value(verdict, kind, all),
    }
}

/// What is reached is what the data would pass with the other parameters as they are: nothing, if a promise fails that
/// this one has no part in. Then what it reaches by itself is told as well. Parameters of one promise fail together, and
/// none of them because of another.
fn no_value(verdict: &RequirementVerdict, kind: Kind, all: &[RequirementVerdict]) -> String {
    let others = all.iter();
    let failing: Vec<&str> = others
        .filter(|other| !other.satisfied)
        .map(|other| other.name.as_str())
        .filter(|other| *other != verdict.name && !(kind.about().is_tied)(&verdict.name, other))
        .collect();
    let while_failing = match failing.as_slice() {
        [] => return "no value would pass, the others as given".to_owned(),
        [one] => format!("while {one} fails"),
        [most @ .., last] => format!("while {} and {last} fail", most.join(", ")),
    };
    match verdict.alone {
        Some(alone) => format!("reached {alone} by itself, no value would pass {while_failing}"),
        None => format!("no value would pass {while_failing}"),
    }
}

/// The first rows of a list, counted as the JSON counts them.
pub fn rows(label: &str, rows: &[u32]) -> String {
    let shown: Vec<String> = rows.iter().take(SHOWN_ROWS).map(u32::to_string).collect();
    let more = match rows.len().saturating_sub(SHOWN_ROWS) {
        0 => String::new(),
        more => format!(" and {} more (--json lists all)", grouped(more)),
    };
    format!("{label}, counted from 0: {}{more}\n", shown.join(", "))
}
