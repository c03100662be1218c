//! Why something is not a hierarchy over a column.

/// The values at fault lie in fields of their own: the screen may show them, a log may not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HierarchyError {
    #[error("the hierarchy is empty; expected one line per value")]
    Empty,
    #[error("expected {expected} levels as in the first line, found {found}")]
    UnevenDepth {
        /// The line in the order of the chains, from 0.
        chain: usize,
        expected: usize,
        found: usize,
    },
    #[error("the hierarchy has {levels} levels; expected {most} at most")]
    TooDeep { levels: usize, most: usize },
    #[error("level {level} is empty; expected the name of a group at every level")]
    EmptyLabel { chain: usize, level: usize },
    #[error("the value stands twice with different parents; expected one line per value")]
    TwoChains { chain: usize },
    #[error("a group of level {level} has two parents; expected one")]
    TwoParents { chain: usize, level: usize },
    #[error("the top differs from that of the first line; expected a single top")]
    TwoTops { chain: usize },
    #[error(
        "{} of the column's {total} distinct values are not in the hierarchy, the first in record {}; \
         expected all of them", values.len(), first_row + 1
    )]
    Uncovered {
        total: usize,
        /// The first record with such a value, from 0.
        first_row: usize,
        values: Vec<String>,
    },
    #[error("intervals need a column of numbers, and this one holds {holds}")]
    NotNumbers { holds: &'static str },
    #[error("{} values are neither dates nor months, the first in record {}", values.len(), first_row + 1)]
    NotDates {
        first_row: usize,
        values: Vec<String>,
    },
    #[error("days cannot be told from months: {} values name no day", values.len())]
    NoDays { values: Vec<String> },
    #[error(
        "the width of interval level {level} is not a multiple of the one before; expected nested intervals"
    )]
    NotNested { level: usize },
    #[error("the column's numbers are too large for intervals of this width")]
    TooFine,
    #[error("cut point {cut} of level {level} is not of the column's type")]
    CutOfOtherType { level: usize, cut: usize },
    /// A builder whose own numbers make no sense.
    #[error("{0}")]
    Senseless(&'static str),
}

impl HierarchyError {
    /// The line at fault, counted from 0 among the lines that hold something.
    pub fn chain(&self) -> Option<usize> {
        match self {
            Self::UnevenDepth { chain, .. }
            | Self::EmptyLabel { chain, .. }
            | Self::TwoChains { chain }
            | Self::TwoParents { chain, .. }
            | Self::TwoTops { chain } => Some(*chain),
            _ => None,
        }
    }

    /// The values at fault, for the screen only.
    pub fn into_values(self) -> Vec<String> {
        match self {
            Self::Uncovered { values, .. }
            | Self::NotDates { values, .. }
            | Self::NoDays { values } => values,
            _ => Vec::new(),
        }
    }
}
