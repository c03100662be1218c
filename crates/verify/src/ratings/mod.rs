//! Released ratings: whether enough people are close to everybody, and whether those differ enough in what
//! is sensitive.

mod boxes;
mod clustering;
mod crowd;
mod decide;
mod people;
mod read;
mod spread;

#[cfg(test)]
mod tests;

use crate::declaration::{Declaration, Layout, RatingsForm};
use crate::measure::{Found, Room, reached};
use crate::problem::{Failure, Problem};
use crate::scale::Scale;
use crate::table::look_at_columns;
use crate::watch::Watch;
use crowd::Crowd;
use people::Covered;
use read::Gathering;
use std::path::Path;

/// What cannot be checked must not look as if it had been.
pub(crate) fn refuse_foreign(declared: &Declaration) -> Result<(), Problem> {
    form(declared).map(|_| ())
}

fn form(declared: &Declaration) -> Result<RatingsForm, Problem> {
    let told = |message: &str| Err(Problem::new(message));
    let requirement = &declared.requirement;
    let promises = requirement.k.is_some() || requirement.l_sd.is_some();
    if !promises || declared.roles.quasi.is_empty() {
        return told(
            "the certificate promises nothing that can be verified: it names neither k nor l_sd, or no issue",
        );
    }
    if requirement.looks_at_values() || !declared.sensitive.is_empty() {
        return told(
            "the certificate promises something about classes, and the release is called ratings",
        );
    }
    if requirement.is_for_baskets() || declared.transactions.is_some() {
        return told(
            "the certificate promises something about transactions, and the release is called ratings",
        );
    }
    let Some(form) = declared.ratings else {
        return told("the certificate does not say how its ratings are to be read");
    };
    if !matches!(form.layout, Layout::Wide | Layout::Long) {
        return told("the certificate's layout is none of ratings; expected wide or long");
    }
    if form.declared_scale().is_some_and(|scale| !scale.is_one()) {
        return told("the certificate's scale is none; expected lowest, highest and step");
    }
    Ok(form)
}

/// Every requirement on ratings, from its definition. Where the ratings cannot be read, that is a fault and nothing
/// is decided.
pub(crate) fn measure(
    path: &Path,
    declared: &Declaration,
    room: Room,
    watch: &dyn Watch,
) -> Result<Found, Failure> {
    let form = form(declared)?;
    let mut gathering = Gathering::new(path, declared, form, room);
    let sha256 = crate::read::read(
        path,
        declared.format,
        &declared.codes,
        &mut gathering,
        watch,
    )?;
    let mut found = Found::new(sha256);
    look_at_columns(declared, &gathering.names, &gathering.looks, &mut found);
    let before = found.faults.len();
    let scale = gathering.scale(&mut found.faults);
    let gathered = match scale {
        Some(scale) => {
            if form.scale.is_none() {
                found.figures.scale = Some(scale.into());
            }
            gathering.finish(&scale, &mut found.faults, watch)?
        }
        None => None,
    };
    let requirement = &declared.requirement;
    if requirement.l_sd.is_some() && declared.roles.sensitive.is_empty() {
        found.faults.push(
            "the certificate promises something about sensitive issues and names none".to_owned(),
        );
    }
    let (Some(scale), Some(people)) = (scale, gathered) else {
        debug_assert!(found.faults.len() > before);
        return Ok(found);
    };
    found.figures.records = people.count() as u64;
    let epsilon = requirement.epsilon;
    found.empty = epsilon
        .and_then(|epsilon| {
            let covered = people.covered(scale.steps(epsilon));
            empty(epsilon, &scale, form.scale.is_some(), covered)
        })
        .into_iter()
        .collect();
    let crowd = Crowd::gather(&people, watch)?;
    // A scale that is taken from what is shown may be too narrow for that rule.
    let unrated_from = if form.scale.is_some() {
        scale.points()
    } else {
        u16::MAX
    };
    let Some(decided) = decide::decide(&crowd, &scale, unrated_from, requirement, watch)? else {
        let message = "the ratings are too many or too large to be decided exactly";
        found.faults.push(message.to_owned());
        return Ok(found);
    };
    let figures = &mut found.figures;
    figures.k = decided.fewest;
    figures.classes = crowd.groups.len() as u64;
    figures.sizes = decided.close;
    figures.reached = reached(&decided.verdicts);
    if let Some(epsilon) = requirement.epsilon {
        let within = scale.steps(epsilon);
        let coefficient = clustering::coefficient(&people, &crowd, within, unrated_from, watch)?;
        let name = "clustering_coefficient".to_owned();
        figures.metrics.insert(name, coefficient);
    }
    found.verdicts = decided.verdicts;
    found.violating_rows = decided.violating.into_iter().map(u64::from).collect();
    Ok(found)
}

/// What to say of an ε at which everybody is close to everybody, whatever they rated, on every issue or on those with more
/// than half of the ratings; where all are the same, nobody can be told from others by them.
fn empty(epsilon: f64, scale: &Scale, is_declared: bool, covered: Covered) -> Option<String> {
    let steps = scale.steps(epsilon);
    // A scale that nobody declared is as narrow as what is shown, which says nothing of what could have been.
    if is_declared && steps.saturating_add(1) >= scale.points() {
        return Some(format!(
            "epsilon = {epsilon} is as wide as the scale, so that everybody is close to everybody who rated the same \
             issues, whatever they rated: it holds by definition and promises next to nothing"
        ));
    }
    if covered.covered_ratings * 2 <= covered.ratings {
        return None;
    }
    if covered.covered_issues < covered.issues {
        return Some(format!(
            "all released ratings of {} of the {} issues on which people differ lie within epsilon = {epsilon} of each \
             other, so that everybody is close to everybody there: it promises next to nothing",
            covered.covered_issues, covered.issues
        ));
    }
    Some(format!(
        "all released ratings of every issue lie within epsilon = {epsilon} of each other, so that everybody is close \
     to everybody who rated the same issues: it holds by definition and promises next to nothing"
    ))
}
