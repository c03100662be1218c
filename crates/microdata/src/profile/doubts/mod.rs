//! Columns that are to be released as they are, and what speaks against it: values that nearly every record has alone,
//! values or names that look as if they named people, and columns that identifying ones can be told from. Nothing is
//! promised about such columns, so somebody must have looked at each.

mod compared;
mod sketch;
mod together;

#[cfg(test)]
mod tests;

use cloakroom_core::shapes::looks_like;
use cloakroom_core::suggest::word_for_people;
use cloakroom_core::{Column, Progress, Role, Roles, Stopped, Table};
use compared::{Compared, Rows};
use rayon::prelude::*;
pub use sketch::Sketch;

/// A column that needs somebody to answer for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    pub column: String,
    /// At least one.
    pub reasons: Vec<Reason>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    NearlyUnique,
    /// In the plural: "e-mail addresses".
    LooksLike(&'static str),
    /// A word of its name.
    NameSays(String),
    /// Another column can be told from it, together with others or alone.
    Tells {
        of: String,
        with: Vec<String>,
    },
}

impl Reason {
    /// The end of a sentence that names the column.
    pub fn words(&self) -> String {
        match self {
            Self::NearlyUnique => "nearly every record has a value of its own".to_owned(),
            Self::LooksLike(what) => format!("its values look like {what}"),
            Self::NameSays(word) => format!("its name says \"{word}\""),
            Self::Tells { of, with } if with.is_empty() => {
                format!("{of} can be told from it")
            }
            Self::Tells { of, with } => {
                format!("{of} can be told from it together with {}", with.join(", "))
            }
        }
    }
}

impl Doubt {
    /// The reasons, as the end of a sentence that names the column.
    pub fn words(&self) -> String {
        let reasons: Vec<String> = self.reasons.iter().map(Reason::words).collect();
        reasons.join("; ")
    }
}

/// What the doubts are about: other roles are another question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// Columns that are released as they are.
    pub kept: Vec<String>,
    /// Identifiers and quasi-identifiers.
    pub identifying: Vec<String>,
}

impl Asked {
    pub fn of<'a>(names: impl IntoIterator<Item = &'a str>, roles: &Roles) -> Self {
        let mut asked = Self::default();
        for name in names {
            match roles.of(name) {
                Some(Role::Insensitive) => asked.kept.push(name.to_owned()),
                Some(Role::Identifier | Role::Person | Role::Group | Role::Quasi) => {
                    asked.identifying.push(name.to_owned())
                }
                Some(Role::Sensitive) | None => {}
            }
        }
        asked
    }
}

/// What was found, and what it is an answer to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Looked {
    pub asked: Asked,
    pub doubts: Vec<Doubt>,
}

impl Looked {
    /// What it says to a question, unless that is about columns that were not looked at.
    pub fn answer(&self, asked: &Asked) -> Option<Vec<Doubt>> {
        let is_within =
            |names: &[String], all: &[String]| names.iter().all(|name| all.contains(name));
        // Where nothing is released as it is, there was nothing to look at.
        let is_known = asked.kept.is_empty()
            || is_within(&asked.kept, &self.asked.kept)
                && is_within(&asked.identifying, &self.asked.identifying);
        is_known.then(|| {
            let doubts = self.doubts.iter();
            let kept = doubts.filter(|doubt| asked.kept.contains(&doubt.column));
            let mut kept: Vec<Doubt> = kept.cloned().collect();
            for doubt in &mut kept {
                doubt.reasons.retain(|reason| match reason {
                    Reason::Tells { of, with } => {
                        asked.identifying.contains(of) && is_within(with, &asked.kept)
                    }
                    _ => true,
                });
            }
            kept.retain(|doubt| !doubt.reasons.is_empty());
            kept
        })
    }
}

/// Whether so many different values among so many records with a value leave hardly any value to two records. A table
/// of a few records is no exception: there every value must be of one record alone.
pub fn is_nearly_unique(distinct: usize, filled: usize) -> bool {
    filled >= 2 && distinct.saturating_mul(10) >= filled.saturating_mul(9)
}

/// The same of a column.
pub fn is_column_nearly_unique(column: &Column) -> bool {
    let records: usize = column.counts().iter().map(|&count| count as usize).sum();
    is_nearly_unique(column.distinct(), records.saturating_sub(column.nulls()))
}

/// What speaks against releasing columns of this table as they are, in the order of `asked`.
pub fn doubts(table: &Table, asked: &Asked, progress: &Progress) -> Result<Vec<Doubt>, Stopped> {
    let columns = |names: &[String]| -> Vec<&Column> {
        let found = names.iter().filter_map(|name| table.column(name));
        found.collect()
    };
    let (kept, identifying) = (columns(&asked.kept), columns(&asked.identifying));
    progress.stage("looking at what is released as it is", kept.len() as u64);
    let mut doubts = kept
        .par_iter()
        .map(|column| {
            let reasons = of_column(column, &identifying, progress)?;
            progress.advance(1);
            Ok(Doubt {
                column: column.name().to_owned(),
                reasons,
            })
        })
        .collect::<Result<Vec<Doubt>, Stopped>>()?;
    for (members, of) in together::sets(&kept, &identifying, &doubts, progress)? {
        for &member in &members {
            let others = members.iter().filter(|&&other| other != member);
            doubts[member].reasons.push(Reason::Tells {
                of: of.to_owned(),
                with: others.map(|&other| kept[other].name().to_owned()).collect(),
            });
        }
    }
    doubts.retain(|doubt| !doubt.reasons.is_empty());
    Ok(doubts)
}

/// What a column tells by itself.
fn of_column(
    column: &Column,
    identifying: &[&Column],
    progress: &Progress,
) -> Result<Vec<Reason>, Stopped> {
    let mut reasons = Vec::new();
    if column.distinct() == 0 {
        return Ok(reasons);
    }
    if is_column_nearly_unique(column) {
        reasons.push(Reason::NearlyUnique);
    }
    reasons.extend(by_look(column, progress)?);
    for other in identifying {
        progress.check()?;
        if tells(column, other, progress)? {
            reasons.push(Reason::Tells {
                of: other.name().to_owned(),
                with: Vec::new(),
            });
        }
    }
    Ok(reasons)
}

/// What values and name look like.
pub(super) fn by_look(column: &Column, progress: &Progress) -> Result<Option<Reason>, Stopped> {
    if let Some(what) = looks_like(column, progress)? {
        return Ok(Some(Reason::LooksLike(what)));
    }
    // A column with one value in all records names nobody, whatever it is called.
    let word = word_for_people(column.name()).filter(|_| column.distinct() > 1);
    Ok(word.map(Reason::NameSays))
}

/// Some of the records are enough to see that a column is not told; that it is must hold of all.
fn tells(column: &Column, of: &Column, progress: &Progress) -> Result<bool, Stopped> {
    let some = Rows::some(column.len());
    let first = Compared::new(column, of, some, progress)?;
    if !first.may_tell() {
        return Ok(false);
    }
    let all = Rows::all(column.len());
    let compared = if some == all {
        first
    } else {
        Compared::new(column, of, all, progress)?
    };
    Ok(compared.tells())
}
