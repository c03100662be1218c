//! What several releases of the same people tell together, counted from their audit files.
//!
//! The worst case is assumed: whoever holds all releases can tell which records of theirs are the same person's, and
//! knows who is in which. Everything that can be concluded from the releases follows from that joined table, so what
//! holds of it holds of the pool.
//!
//! * Of tables, people stand together who share a class in every release. Who was left out of a release shares that
//!   with others who were; who was left out of all is not in the pool.
//! * Of ratings, people are close who are close in every release, each with its own ε.
//! * Of transactions, an item of a basket is known by what every release shows it as.
//!
//! Every promise of every release is decided on this by its definition, with the weakest parameter that any of them
//! asks for: nobody was promised more of all of them together.

mod answer;
mod audit;
pub(crate) mod microdata;
mod people;
pub(crate) mod ratings;
mod secret;
#[cfg(test)]
mod tests;
pub(crate) mod transactions;

pub use answer::{GroupSize, PoolAnswer, PooledRelease};
pub use audit::{Audited, read_audit};

use crate::kinds::about;
use cloakroom_core::verdict::RequirementVerdict;
use cloakroom_core::{Failure, Kind, PrivacyModel, Problem, Progress, Requirement, SetSize};
use people::People;
use std::path::{Path, PathBuf};

/// A release, and the person of every row of its input.
pub(crate) type Pooled<'a> = (&'a Audited, &'a [u32]);

/// One promise of one release, decided on the pool.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Finding {
    verdict: RequirementVerdict,
    /// Who breaks it, ascending.
    violating: Vec<u32>,
}

/// What is counted of the pool, whatever the kind of data.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Counted {
    /// Whom at least one of the releases tells of.
    people: usize,
    /// How many people everybody in the pool stands among; of transactions nothing, as it depends on what is known.
    among: Vec<u32>,
    findings: Vec<Finding>,
}

/// Counts the releases at `places` together: release folders, or their audit files. `by` names a column that tells
/// who is who where the inputs are different.
pub fn pool(
    places: &[PathBuf],
    by: Option<&str>,
    progress: &Progress,
) -> Result<PoolAnswer, Failure> {
    let mut releases = Vec::with_capacity(places.len());
    for place in places {
        progress.check()?;
        releases.push(read_audit(place, progress)?);
    }
    pooled(&releases, by, progress)
}

/// The same of audit files that were read before.
pub fn pooled(
    releases: &[Audited],
    by: Option<&str>,
    progress: &Progress,
) -> Result<PoolAnswer, Failure> {
    let kind = refuse_unlike(releases)?;
    let people = match by {
        None => People::of_one_input(releases)?,
        Some(column) => People::by(releases, column, progress)?,
    };
    let together: Vec<usize> = (0..releases.len()).collect();
    let counted = counted(releases, &people, &together, progress)?;
    let mut alone = Vec::with_capacity(releases.len());
    for at in 0..releases.len() {
        alone.push(self::counted(releases, &people, &[at], progress)?);
    }
    Ok(answer::answer(kind, releases, &people, &counted, &alone))
}

fn counted(
    releases: &[Audited],
    people: &People,
    which: &[usize],
    progress: &Progress,
) -> Result<Counted, Failure> {
    let together = which.iter().map(|&at| (&releases[at], people.rows(at)));
    let together: Vec<Pooled<'_>> = together.collect();
    let kind = about(releases[which[0]].kind());
    (kind.pooled)(&together, people.count(), progress)
}

fn refuse_unlike(releases: &[Audited]) -> Result<Kind, Problem> {
    let [first, others @ ..] = releases else {
        return Err(too_few());
    };
    if others.is_empty() {
        return Err(too_few());
    }
    for (at, release) in releases.iter().enumerate() {
        let is_again = |other: &Audited| is_same_file(&other.file, &release.file);
        if releases[..at].iter().any(is_again) {
            return Err(Problem::in_file(
                &release.file,
                "this release is named twice; expected every release once",
            ));
        }
        if release.recipe.settings.roles.counts_units() {
            return Err(Problem::in_file(
                &release.file,
                "this release counts people or groups, and what releases tell together is counted by records; expected \
                 releases without a person and a group under [roles]",
            ));
        }
        if release.kind() != first.kind() {
            return Err(Problem::in_file(
                &release.file,
                format!(
                    "this is a release of {}, and {} is one of {}; expected releases of the same people",
                    release.kind().name(),
                    first.file.display(),
                    first.kind().name()
                ),
            ));
        }
    }
    Ok(first.kind())
}

fn too_few() -> Problem {
    Problem::new("expected at least two releases to be counted together")
}

fn is_same_file(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => a == b,
    }
}

fn damaged(release: &Audited, problem: &Problem) -> Problem {
    Problem::in_file(
        &release.file,
        format!(
            "the audit file does not tell of every record: {}",
            problem.message
        ),
    )
}

/// What `own` asks for, each with the weakest parameter that any release asks for.
fn weakest<'a>(own: &Requirement, all: impl Iterator<Item = &'a Requirement>) -> Requirement {
    let mut weak = own.clone();
    weak.suppression = 0.0;
    for other in all {
        for model in PrivacyModel::asked(own) {
            let promise = model.promise();
            let weaker = match promise.smaller_is_stricter {
                true => f64::max,
                false => f64::min,
            };
            let mut value = (promise.get)(&weak);
            weaken(&mut value, (promise.get)(other), weaker);
            let rank = model.rank(&weak).min(match model.is_set(other) {
                true => model.rank(other),
                false => u32::MAX,
            });
            (promise.set)(&mut weak, value);
            if let Some(second) = &promise.rank {
                (second.set)(&mut weak, rank);
            }
        }
        weaken(&mut weak.l_sd, other.l_sd, f64::min);
        weaken(&mut weak.m, other.m, |a: SetSize, b| {
            if b.most() < a.most() { b } else { a }
        });
        weaken(&mut weak.h, other.h, f64::max);
    }
    weak
}

fn weaken<T: Copy>(own: &mut Option<T>, other: Option<T>, weaker: impl Fn(T, T) -> T) {
    if let (Some(mine), Some(other)) = (*own, other) {
        *own = Some(weaker(mine, other));
    }
}
