//! Why a column of a release looks as it does, in a sentence for each: "why is this column unchanged?" and "why this
//! level?".

mod issues;
#[cfg(test)]
mod tests;

use issues::SENSITIVE_ISSUE;
pub use issues::issues;

use super::anonymize::Candidate;
use super::check::Question;
use cloakroom_core::column::Column;
use cloakroom_core::kind::Kind;
use cloakroom_core::problem::Failure;
use cloakroom_core::pulse::{Pulse, Stopped};
use cloakroom_core::roles::{Role, Roles};
use cloakroom_core::settings::MethodSettings;
use cloakroom_core::subject::Quasi;
use cloakroom_core::words::{counted, grouped, percent};
use cloakroom_microdata::method::Task;
use cloakroom_microdata::method::settle::{Settled, settle};
use cloakroom_microdata::profile::lattice::classes::Need;
use cloakroom_microdata::profile::lattice::ground::Ground;
use cloakroom_microdata::profile::lattice::roll::Roller;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// How many cells are compared between two looks at the pulse.
const STRIDE: usize = 1 << 16;

/// The columns of the table in their order, each with its sentence.
pub fn columns(
    question: &Question<'_>,
    roles: &Roles,
    candidate: &Candidate,
    pulse: &Pulse,
) -> Result<Vec<(String, String)>, Failure> {
    pulse.stage("explaining", 0);
    let subject = &question.subject;
    let lattice = match &candidate.anonymized.levels {
        Some(levels) => Some(Lattice::new(question, levels, pulse)?),
        None => None,
    };
    let mut told = Vec::with_capacity(subject.table.columns().len());
    for (at, column) in subject.table.columns().iter().enumerate() {
        let place = subject.quasi.iter().position(|quasi| quasi.at == at);
        let sentence = match (place, &lattice) {
            (Some(place), Some(lattice)) => lattice.sentence(place, candidate, pulse)?,
            (Some(place), None) => recoded(&subject.quasi[place], candidate, pulse)?,
            (None, _) => by_role(roles.of(column.name())).to_owned(),
        };
        told.push((column.name().to_owned(), sentence));
    }
    Ok(told)
}

/// What will become of a column whatever the method, where its role alone says so.
pub fn whatever_the_method(kind: Kind, role: Role) -> Option<&'static str> {
    match (kind, role) {
        (Kind::Microdata | Kind::Ratings, Role::Quasi) | (Kind::Transactions, _) => None,
        (Kind::Ratings, Role::Sensitive) => Some(SENSITIVE_ISSUE),
        (_, role) => Some(by_role(Some(role))),
    }
}

pub(super) fn by_role(role: Option<Role>) -> &'static str {
    match role {
        Some(Role::Identifier) => "Left out: it names people by itself.",
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
    question: &'a Question<'a>,
    ground: Ground,
    levels: &'a [u32],
}

impl<'a> Lattice<'a> {
    fn new(question: &'a Question<'a>, levels: &'a [u32], pulse: &Pulse) -> Result<Self, Stopped> {
        Ok(Self {
            question,
            ground: Ground::new(&question.subject, Need::Sizes, pulse)?,
            levels,
        })
    }

    fn sentence(
        &self,
        place: usize,
        candidate: &Candidate,
        pulse: &Pulse,
    ) -> Result<String, Stopped> {
        let level = self.levels[place];
        let height = self.question.subject.quasi[place].hierarchy.height();
        let subject = &self.question.subject;
        let left_out = subject.records_of(&candidate.anonymized.left_out);
        let may = self
            .question
            .judge
            .requirement()
            .may_leave_out(subject.records());
        let Some(lower) = level.checked_sub(1) else {
            let without = match left_out {
                0 => String::new(),
                1 => ", but for 1 record that is left out".to_owned(),
                some => format!(", but for {} records that are left out", grouped(some)),
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
        Ok(match self.settled(&levels, pulse)? {
            Settled::Fails { failing } => {
                let limit = match may {
                    0 => "and none may be left out".to_owned(),
                    may => format!("and at most {} may be left out", grouped(may)),
                };
                format!(
                    "{raised}: at level {lower}, {} break the promise, {limit}.",
                    match failing {
                        1 => "1 record would".to_owned(),
                        many => format!("{} records would", grouped(many)),
                    }
                )
            }
            Settled::Holds { left_out: more, .. } if subject.records_of(&more) > left_out => {
                format!(
                    "{raised}: level {lower} would keep the promise too, but with {} left out instead of {}.",
                    counted(subject.records_of(&more), "record", "records"),
                    grouped(left_out)
                )
            }
            Settled::Holds { .. } => format!(
                "{raised}, although level {lower} would keep the promise too: the levels were chosen so by hand, by the \
                 purpose, or because the method looks for something else than the lowest ones."
            ),
        })
    }

    fn settled(&self, levels: &[u32], pulse: &Pulse) -> Result<Settled, Stopped> {
        let mut roller = Roller::new(&self.ground);
        let classes = roller.roll(&self.ground.bottom, levels);
        let into = roller.went_into();
        let class_of: Vec<u32> = self
            .ground
            .class_of
            .par_iter()
            .map(|&class| into[class as usize])
            .collect();
        pulse.check()?;
        let (settings, purposes) = (MethodSettings::default(), BTreeMap::new());
        let task = Task {
            subject: &self.question.subject,
            judge: &self.question.judge,
            settings: &settings,
            purposes: &purposes,
        };
        settle(task, &class_of, classes.len(), pulse)
    }
}

/// A column whose cells were changed one by one.
fn recoded(quasi: &Quasi<'_>, candidate: &Candidate, pulse: &Pulse) -> Result<String, Stopped> {
    let anonymized = &candidate.anonymized;
    let released = anonymized
        .changed
        .iter()
        .find(|changed| changed.at == quasi.at);
    let changed = match released {
        Some(released) => changed_cells(quasi.column, &released.column, &anonymized.kept, pulse)?,
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
    pulse: &Pulse,
) -> Result<usize, Stopped> {
    // Texts are compared once per pair of codes that occurs.
    let mut pairs: Vec<(u32, u32)> = Vec::with_capacity(kept.len());
    for rows in kept.chunks(STRIDE) {
        pulse.check()?;
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
