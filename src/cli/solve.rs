//! `cloakroom solve RECIPE`.

use super::check::{in_words_but, note_ignored, note_undecided, of_recipe};
use super::output::{Answer, noted};
use super::status;
use super::watch::watched;
use cloakroom_core::Failure;
use cloakroom_core::words::grouped;
use cloakroom_engine::open::open_recipe_of_any_size;
use cloakroom_engine::out_of_core::list_violating;
use cloakroom_engine::ratings::note_covered;
use cloakroom_engine::solve::{FrontierPoint, SolveAnswer, Solved, solve};
use std::path::Path;

pub fn run(recipe: &Path, json: bool) -> Result<Answer, Failure> {
    let (answer, ignored, notes) = watched(|progress| {
        let opened = open_recipe_of_any_size(recipe, progress)?;
        let mut answer = solve(
            &opened.loaded.dataset,
            &opened.recipe.settings,
            &opened.recipe.open,
            &opened.trees,
            progress,
        )
        .map_err(|failure| of_recipe(failure, recipe))?;
        if let Some(check) = &mut answer.check {
            list_violating(&opened, check, progress)?;
        }
        let covered = note_covered(&opened.loaded.dataset, &opened.recipe.settings, progress)?;
        let undecided = note_undecided(&opened).into_iter();
        let notes: Vec<String> = undecided.chain(covered.map(|note| note + ".")).collect();
        Ok((answer, note_ignored(&opened), notes))
    })?;
    let status = status(answer.satisfied);
    let told = Answer::new(status, json, &answer, || words(&answer) + &noted(&notes))?;
    Ok(told.after(ignored.as_deref(), json))
}

fn words(answer: &SolveAnswer) -> String {
    let mut words = format!(
        "{}: {} {}\n",
        if answer.satisfied {
            "Solved"
        } else {
            "Cannot be reached"
        },
        grouped(answer.records),
        answer.kind.record(answer.records),
    );
    for (name, amount) in &answer.solved.0 {
        words += &match amount {
            Some(amount) => format!("  {name} = {amount}: as strict as the data allow"),
            None => {
                format!("  {name}: no value, since the other promises already fail")
            }
        };
        words += &aside(name, &answer.solved, &answer.alone);
        let by_cliques = answer.clique_partition.as_ref();
        if let Some(cliques) = by_cliques.and_then(|cliques| cliques.get(name))
            && Some(cliques) != *amount
        {
            words += &format!("; cut into groups of mutually close people: {cliques}");
        }
        words.push('\n');
    }
    words += &frontier(&answer.frontier);
    if answer.satisfied {
        return words;
    }
    match &answer.check {
        Some(check) => {
            let open = |name: &str| answer.solved.0.iter().any(|(known, _)| *known == name);
            words + &in_words_but(check, open)
        }
        None => words,
    }
}

/// The largest k at every ε that says something.
fn frontier(points: &[FrontierPoint]) -> String {
    let mut words = String::new();
    for point in points {
        if words.is_empty() {
            words += "  The largest k at every epsilon:\n";
        }
        let k = point.k.map_or("none".to_owned(), |k| k.to_string());
        words += &format!("    epsilon = {}: {k}", point.epsilon);
        let by_parts = point.partition;
        let by_parts = by_parts.filter(|_| by_parts != point.k);
        words += &by_parts.map_or(String::new(), |k| {
            format!("; cut into groups of mutually close people: {k}")
        });
        if point.partition.is_none() && points.iter().any(|point| point.partition.is_some()) {
            words += "; cut into groups of mutually close people: none";
        }
        words.push('\n');
    }
    words
}

/// What a parameter reaches without the others that are left open, where that is more.
fn aside(name: &str, solved: &Solved, alone: &Solved) -> String {
    match alone.get(name) {
        Some(by_itself) if solved.get(name) != Some(by_itself) => {
            format!(" ({by_itself} without the others that are left open)")
        }
        _ => String::new(),
    }
}
