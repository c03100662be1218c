//! The answer to "does it hold?": one line per promise, and the records that break it.

use super::kind::Kind;
use super::requirement::Unbounded;
use super::units::Counted;
use serde::Serialize;

/// What `check` and `verify` answer, and what `--json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckAnswer {
    pub kind: Kind,
    pub records: usize,
    /// How many people or groups there are, where these are counted and not records.
    #[serde(flatten)]
    pub units: Option<UnitCount>,
    pub satisfied: bool,
    pub requirements: Vec<RequirementVerdict>,
    /// Data rows counted from 0, header not counted; sorted and complete.
    pub violating_rows: Vec<u32>,
    /// Of a table that is read in batches: how many there are, where they are too many to be listed.
    #[serde(skip_serializing_if = "is_none")]
    pub unlisted_rows: usize,
}

fn is_none(rows: &usize) -> bool {
    *rows == 0
}

impl CheckAnswer {
    /// Rows that break a promise, listed or not.
    pub fn violating(&self) -> usize {
        self.violating_rows.len() + self.unlisted_rows
    }
}

/// So many people or groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum UnitCount {
    People(usize),
    Groups(usize),
}

impl UnitCount {
    pub fn of(counted: Counted, count: usize) -> Self {
        match counted {
            Counted::People => Self::People(count),
            Counted::Groups => Self::Groups(count),
        }
    }

    pub fn counted(self) -> Counted {
        match self {
            Self::People(_) => Counted::People,
            Self::Groups(_) => Counted::Groups,
        }
    }

    pub fn count(self) -> usize {
        match self {
            Self::People(count) | Self::Groups(count) => count,
        }
    }
}

/// One promise, and how near the data come to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RequirementVerdict {
    pub name: String,
    pub wanted: Amount,
    /// The best value of this parameter that the data would pass, the others as given; `None` if no value
    /// would do.
    pub reached: Option<Amount>,
    /// Where no value would do: the best value if nothing else were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alone: Option<Amount>,
    pub satisfied: bool,
    /// Records that stand in the way.
    pub violations: usize,
}

/// A parameter is a count, a share of the records, a number, or the c and l of recursive diversity.
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

impl std::fmt::Display for Amount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_json_is_that_of_the_contract() {
        let answer = CheckAnswer {
            kind: Kind::Microdata,
            records: 12,
            units: None,
            satisfied: false,
            requirements: vec![RequirementVerdict {
                name: "k".into(),
                wanted: Amount::Count(3),
                reached: Some(Amount::Count(1)),
                alone: None,
                satisfied: false,
                violations: 2,
            }],
            violating_rows: vec![4, 9],
            unlisted_rows: 0,
        };
        assert_eq!(
            serde_json::to_string(&answer).unwrap(),
            r#"{"kind":"microdata","records":12,"satisfied":false,"requirements":[{"name":"k","wanted":3,"reached":1,"satisfied":false,"violations":2}],"violating_rows":[4,9]}"#
        );
    }

    #[test]
    fn shares_are_shown_as_percent() {
        assert_eq!(Amount::Share(0.025).to_string(), "2.5 %");
        assert_eq!(Amount::Count(7).to_string(), "7");
        assert_eq!(Amount::Number(0.25).to_string(), "0.25");
        let pair = Amount::Recursive(4.5, 3);
        assert_eq!(pair.to_string(), "(4.5, 3)");
        assert_eq!(serde_json::to_string(&pair).unwrap(), "[4.5,3]");
    }
}
