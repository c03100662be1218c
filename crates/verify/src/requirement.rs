//! What a certificate promises: a conjunction, in the words of its file.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Every field that is set must hold. The promises about sensitive values hold of every sensitive column.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Requirement {
    /// Every record shares its quasi-identifiers with at least k − 1 others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub k: Option<u32>,
    #[serde(default, skip_serializing_if = "Diversity::is_empty")]
    pub l: Diversity,
    /// Distinct sensitive values per class; of transactions, the public items of coherence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p: Option<u32>,
    /// Distinct sensitivity categories per class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p_plus: Option<u32>,
    /// Total weight of the sensitivity categories per class; larger is stricter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alpha: Option<f64>,
    /// Largest earth mover's distance between a class and the released table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub t: Option<f64>,
    /// Largest gain of a value's share in a class over its share in the released table, relative to the latter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beta: Option<f64>,
    /// Ratings: how far apart two ratings of an issue may lie and still count as close.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub epsilon: Option<f64>,
    /// Ratings: the least standard deviation of every sensitive issue among the people close to anybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub l_sd: Option<f64>,
    #[serde(default, skip_serializing_if = "NullReading::is_default")]
    pub sd_nulls: NullReading,
    /// Transactions: every set of at most so many items that occurs is in at least k of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub m: Option<SetSize>,
    /// Transactions: the largest share of those with at most p public items in common that may hold any one
    /// private item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub h: Option<f64>,
    /// Transactions: every one has at least k − 1 duplicates.
    #[serde(default, skip_serializing_if = "is_false")]
    pub duplicates: bool,
    /// The largest share of records that may have been left out. How many were cannot be seen in a release.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub suppression: f64,
}

/// How many items an attacker may know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SetSize {
    AtMost(u32),
    /// All items of the longest transaction.
    Any(Unbounded),
}

/// `"inf"` and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Serialize, Deserialize)]
pub enum Unbounded {
    #[serde(rename = "inf")]
    Inf,
}

impl SetSize {
    pub const ANY: Self = Self::Any(Unbounded::Inf);

    /// As a number, larger than any transaction if there is no bound.
    pub fn most(self) -> u32 {
        match self {
            Self::AtMost(size) => size,
            Self::Any(_) => u32::MAX,
        }
    }
}

impl fmt::Display for SetSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtMost(size) => write!(f, "{size}"),
            Self::Any(_) => f.write_str("\u{221e}"),
        }
    }
}

/// What a missing rating adds to a standard deviation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NullReading {
    /// Nothing, and it counts among those that the sum is divided by.
    #[default]
    Strict,
    /// The square of the mean, as if it were a rating of 0; divided likewise.
    Zero,
    /// Nothing, and it does not count.
    Nonnull,
}

impl NullReading {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// The three forms of l-diversity; those that are set must all hold.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Diversity {
    /// At least so many distinct values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distinct: Option<u32>,
    /// The entropy of the values is at least the logarithm of this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entropy: Option<f64>,
    /// (c, l): the most frequent value is rarer than c times the l-th and all less frequent ones together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recursive: Option<(f64, u32)>,
}

impl Diversity {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

fn is_false(flag: &bool) -> bool {
    !flag
}

fn is_zero(share: &f64) -> bool {
    *share == 0.0
}

/// A parameter read as the decimal that was written, in millionths: comparisons that decide are made in whole
/// numbers.
pub fn millionths(parameter: f64) -> u64 {
    (parameter.max(0.0) * 1e6).round() as u64
}

/// Beyond this a decimal is not compared in millionths any more.
const LARGEST: f64 = 1e9;

impl Requirement {
    /// The size that every class must have: 1 where no k is asked for.
    pub fn least_size(&self) -> u32 {
        self.k.unwrap_or(1)
    }

    /// Whether something is asked of the sensitive columns.
    pub fn looks_at_values(&self) -> bool {
        !self.l.is_empty()
            || self.p.is_some()
            || self.t.is_some()
            || self.beta.is_some()
            || self.looks_at_categories()
    }

    /// Whether sensitivity categories are needed.
    pub fn looks_at_categories(&self) -> bool {
        self.p_plus.is_some() || self.alpha.is_some()
    }

    pub fn is_for_ratings(&self) -> bool {
        self.epsilon.is_some() || self.l_sd.is_some()
    }

    pub fn is_for_baskets(&self) -> bool {
        self.m.is_some() || self.h.is_some() || self.duplicates
    }

    /// A parameter outside its range promises nothing, and could make a comparison pass that is none.
    pub fn is_sensible(&self) -> bool {
        let diversity = &self.l;
        let counts = [
            self.k,
            diversity.distinct,
            diversity.recursive.map(|(_, l)| l),
            self.p,
            self.p_plus,
            self.m.map(SetSize::most),
        ];
        let shares = [Some(self.suppression), self.t, self.h];
        let numbers = [
            diversity.entropy,
            diversity.recursive.map(|(c, _)| c),
            self.alpha,
            self.beta,
            self.epsilon,
            self.l_sd,
        ];
        let within = |numbers: &[Option<f64>], most: f64| {
            let mut named = numbers.iter().flatten();
            named.all(|number| (0.0..=most).contains(number))
        };
        !counts.contains(&Some(0)) && within(&shares, 1.0) && within(&numbers, LARGEST)
    }
}
