//! Why a column of a release looks as it does, in a sentence for each: "why is this column unchanged?" and "why this
//! level?".

mod issues;
#[cfg(test)]
mod tests;

pub(crate) use issues::SENSITIVE_ISSUE;
pub use issues::issues;

use super::anonymize::Candidate;
use super::check::CheckedTask;
use super::kinds::about;
use cloakroom_core::words::{counted, grouped, percent};
use cloakroom_core::{
    Column, Failure, Kind, MethodSettings, Progress, Quasi, Role, Roles, Stopped,
};
use cloakroom_microdata::method::Task;
use cloakroom_microdata::method::suppression::{Suppressed, suppress};
use cloakroom_microdata::profile::lattice::classes::Need;
use cloakroom_microdata::profile::lattice::ground::Ground;
use cloakroom_microdata::profile::lattice::roll::Roller;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// How many cells are compared between two looks at the progress.
const STRIDE: usize = 1 << 16;

/// The columns of the table in their order, each with its sentence.
pub fn columns(
    checked: &CheckedTask<'_>,
    roles: &Roles,
    candidate: &Candidate,
    progress: &Progress,
) -> Result<Vec<(String, String)>, Failure> {
    progress.stage("explaining", 0);
    let prepared = &checked.prepared;
    let lattice = match &candidate.anonymized.levels {
        Some(levels) => Some(Lattice::new(checked, levels, progress)?),
        None => None,
    };
    let mut told = Vec::with_capacity(prepared.table.columns().len());
    for (at, column) in prepared.table.columns().iter().enumerate() {
        let place = prepared.quasi.iter().position(|quasi| quasi.at == at);
        let sentence = match (place, &lattice) {
            (Some(place), Some(lattice)) => lattice.sentence(place, candidate, progress)?,
            (Some(place), None) => recoded(&prepared.quasi[place], candidate, progress)?,
            (None, _) => by_role(roles.of(column.name())).to_owned(),
        };
        told.push((column.name().to_owned(), sentence));
    }
    Ok(told)
}

/// What will become of a column whatever the method, where its role alone says so.
pub fn whatever_the_method(kind: Kind, role: Role) -> Option<&'static str> {
    (about(kind).by_role)(role)
}

pub(crate) fn by_role(role: Option<Role>) -> &'static str {
    match role {
        Some(Role::Identifier) => "Left out: it names people by itself.",
        Some(Role::Person) => {
            "Left out: it names people by itself. Which records belong to one person is counted with it."
        }
        Some(Role::Group) => {
            "Left out: it names groups by itself. Who belongs together is counted with it."
        }
        Some(Role::Sensitive) => {
            "Unchanged because it is sensitive: it is what the release is for, and what it says about a person is hidden by \
             the others in their class."
        }
        Some(Role::Insensitive) => {
            "Unchanged because it is marked as insensitive: nobody is taken to know it of a person, and it is no secret."
        }
        // A quasi-identifier is told about by its cells.
        Some(Role::Quasi) | None => "Undecided: it has no role yet.",
    }
}

/// What one level less in one column would do, the others as they are.
struct Lattice<'a> {
    checked: &'a CheckedTask<'a>,
    ground: Ground,
    levels: &'a [u32],
}

impl<'a> Lattice<'a> {
    fn new(
        checked: &'a CheckedTask<'a>,
        levels: &'a [u32],
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        Ok(Self {
            checked,
            ground: Ground::new(&checked.prepared, Need::Sizes, progress)?,
            levels,
        })
    }

    fn sentence(
        &self,
        place: usize,
        candidate: &Candidate,
        progress: &Progress,
    ) -> Result<String, Stopped> {
        let level = self.levels[place];
        let height = self.checked.prepared.quasi[place].hierarchy.height();
        let prepared = &self.checked.prepared;
        let left_out = prepared.counted_of(&candidate.anonymized.left_out);
        let requirement = self.checked.judge.requirement();
        let may = requirement.may_leave_out(prepared.counted());
        let [one, several] = prepared.nouns();
        let Some(lower) = level.checked_sub(1) else {
            let without = match left_out {
                0 => String::new(),
                1 => format!(", but for 1 {one} that is left out"),
                some => format!(", but for {} {several} that are left out", grouped(some)),
            };
            return Ok(match self.levels.iter().any(|&level| level > 0) {
                true => format!(
                    "Unchanged: with the other columns at their levels every class keeps the promise{without}, so that \
                     raising it was not needed."
                ),
                false => format!(
                    "Unchanged: every class keeps the promise as it is{without}, so that nothing had to be raised."
                ),
            });
        };
        let raised = if level as usize == height {
            format!("Raised to the top, level {level}, where all values are one")
        } else {
            format!("Raised to level {level} of {height}")
        };
        let mut levels = self.levels.to_vec();
        levels[place] = lower;
        Ok(match self.suppressed(&levels, progress)? {
            Suppressed::Fails { failing } => {
                let limit = match may {
                    0 => "and none may be left out".to_owned(),
                    may => format!("and at most {} may be left out", grouped(may)),
                };
                format!(
                    "{raised}: at level {lower}, {} break the promise, {limit}.",
                    match failing {
                        1 => format!("1 {one} would"),
                        many => format!("{} {several} would", grouped(many)),
                    }
                )
            }
            Suppressed::Holds { left_out: more, .. } if prepared.counted_of(&more) > left_out => {
                format!(
                    "{raised}: level {lower} would keep the promise too, but with {} left out instead of {}.",
                    counted(prepared.counted_of(&more), one, several),
                    grouped(left_out)
                )
            }
            Suppressed::Holds { .. } => format!(
                "{raised}, although level {lower} would keep the promise too: the levels were chosen so by hand, by the \
                 purpose, or because the method looks for something else than the lowest ones."
            ),
        })
    }

    fn suppressed(&self, levels: &[u32], progress: &Progress) -> Result<Suppressed, Stopped> {
        let mut roller = Roller::new(&self.ground);
        let classes = roller.roll(&self.ground.bottom, levels);
        let into = roller.went_into();
        let class_of: Vec<u32> = self
            .ground
            .class_of
            .par_iter()
            .map(|&class| into[class as usize])
            .collect();
        progress.check()?;
        let (settings, purposes) = (MethodSettings::default(), BTreeMap::new());
        let task = Task {
            prepared: &self.checked.prepared,
            judge: &self.checked.judge,
            settings: &settings,
            purposes: &purposes,
        };
        suppress(task, &class_of, classes.len(), progress)
    }
}

/// A column whose cells were changed one by one.
fn recoded(
    quasi: &Quasi<'_>,
    candidate: &Candidate,
    progress: &Progress,
) -> Result<String, Stopped> {
    let anonymized = &candidate.anonymized;
    let released = anonymized
        .changed
        .iter()
        .find(|changed| changed.at == quasi.at);
    let changed = match released {
        Some(released) => {
            changed_cells(quasi.column, &released.column, &anonymized.kept, progress)?
        }
        None => 0,
    };
    let kept = anonymized.kept.len();
    Ok(match changed {
        0 => "Unchanged: the records of every class have the same value here, so that nothing had to be changed.".to_owned(),
        changed if changed == kept => {
            "All of its cells were changed, each as far as the other records of its class needed.".to_owned()
        }
        changed => format!(
            "{} of its cells were changed ({}), each as far as the other records of its class needed; the others are as they \
             were.",
            percent(changed as f64 / kept as f64),
            grouped(changed)
        ),
    })
}

/// Records that read otherwise than before.
fn changed_cells(
    original: &Column,
    released: &Column,
    kept: &[u32],
    progress: &Progress,
) -> Result<usize, Stopped> {
    // Texts are compared once per pair of codes that occurs.
    let mut pairs: Vec<(u32, u32)> = Vec::with_capacity(kept.len());
    for rows in kept.chunks(STRIDE) {
        progress.check()?;
        pairs.extend(rows.iter().map(|&row| {
            let row = row as usize;
            (original.codes()[row], released.codes()[row])
        }));
    }
    pairs.par_sort_unstable();
    let same = |a: &(u32, u32), b: &(u32, u32)| a == b;
    Ok(pairs
        .chunk_by(same)
        .filter(|pair| original.dictionary().get(pair[0].0) != released.dictionary().get(pair[0].1))
        .map(<[(u32, u32)]>::len)
        .sum())
}
