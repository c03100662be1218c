//! The answer: one line per promise, and what else there is to know of a release.

use crate::declaration::{Counts, Kind};
use crate::requirement::Unbounded;
use serde::Serialize;
use std::fmt;

/// One promise, and how near the release comes to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    pub name: String,
    pub wanted: Amount,
    /// The best value of this parameter that the release would pass; `None` if no value would do, or if finding it
    /// would take too long.
    pub reached: Option<Amount>,
    pub satisfied: bool,
    /// Records that stand in the way.
    pub violations: u64,
    /// What it was decided by.
    #[serde(skip_serializing_if = "Basis::is_released")]
    pub basis: Basis,
}

/// What a promise was decided by. What is promised of people or groups rests on a key that is not in the released file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// What is released, or the key as well.
    #[default]
    Released,
    /// What must hold of the records, if it holds of people or groups: that is less than what is promised.
    Records,
    /// Nothing of it follows from the records.
    Nothing,
}

impl Basis {
    fn is_released(&self) -> bool {
        *self == Self::Released
    }
}

/// A parameter is a count, a share, a number, or the c and l of recursive diversity.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize)]
#[serde(untagged)]
pub enum Amount {
    Count(u64),
    Share(f64),
    Number(f64),
    Recursive(f64, u32),
    /// The m of transactions: as many items as there are.
    Unbounded(Unbounded),
}

impl Amount {
    /// As a certificate claims it; the l of recursive diversity is that of the promise.
    pub fn number(self) -> Option<f64> {
        match self {
            Self::Count(count) => Some(count as f64),
            Self::Share(number) | Self::Number(number) | Self::Recursive(number, _) => Some(number),
            Self::Unbounded(_) => None,
        }
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(count) => write!(f, "{count}"),
            // Four decimals of a percent are a millionth, as fine as a limit is read.
            Self::Share(share) => write!(f, "{} %", (share * 1e6).round() / 1e4),
            Self::Number(number) => write!(f, "{number}"),
            Self::Recursive(c, l) => write!(f, "({c}, {l})"),
            Self::Unbounded(_) => f.write_str("inf"),
        }
    }
}

/// What is told of a release folder.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    pub kind: Kind,
    pub records: u64,
    /// Only if every promise holds, all files belong together and every figure that is claimed is right. Where people or groups
    /// are counted, every promise holds as far as it can be decided.
    pub satisfied: bool,
    /// What the promises count, where that is not every record by itself.
    #[serde(skip_serializing_if = "Counts::is_records")]
    pub counts: Counts,
    pub requirements: Vec<Verdict>,
    /// Data rows counted from 0, header not counted; sorted.
    pub violating_rows: Vec<u64>,
    /// How many more there are, where they are too many to be listed.
    #[serde(skip_serializing_if = "is_none")]
    pub unlisted_rows: u64,
    pub file: String,
    /// Of the file as it is now.
    pub sha256: String,
    pub hash_matches: bool,
    /// What the certificate's author chose.
    pub columns: TakenAs,
    /// Promises that say nothing, and what looks wrong with that choice, of which they say nothing; one sentence each.
    pub warnings: Vec<String>,
    /// Everything that is wrong besides the requirements, one sentence each.
    pub faults: Vec<String>,
    /// What to know of promises that hold, one sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

fn is_none(rows: &u64) -> bool {
    *rows == 0
}

/// The names by what they were taken for: nothing in a release proves that an attacker knows no more.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TakenAs {
    /// What somebody may know of a person.
    pub known: Vec<String>,
    pub sensitive: Vec<String>,
    /// Released as they are and taken to be known to nobody.
    pub as_they_are: Vec<String>,
    /// Said to have been removed.
    pub removed: Vec<String>,
    pub chosen_by: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_shown_as_people_write_them() {
        assert_eq!(Amount::Share(0.025).to_string(), "2.5 %");
        assert_eq!(Amount::Count(7).to_string(), "7");
        let pair = Amount::Recursive(4.5, 3);
        assert_eq!(pair.to_string(), "(4.5, 3)");
        assert_eq!(serde_json::to_string(&pair).unwrap(), "[4.5,3]");
        assert_eq!(pair.number(), Some(4.5));
    }
}
