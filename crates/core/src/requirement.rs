//! What must hold of a release: a conjunction of promises.

use crate::promise::{Needs, PrivacyModel};
use serde::{Deserialize, Serialize};

/// The least h: shares are compared in millionths, and none at all cannot be asked for.
pub const LEAST_SHARE: f64 = 0.000_001;

/// Why h = 0 is refused.
pub const NO_SHARE: &str = "h must be above 0: with h = 0, a basket that holds a private item could show no public item at \
                            all; expected a share above 0 and at most 1";

/// Every field that is set must hold. The promises about sensitive values hold of every sensitive column.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Requirement {
    /// Every record shares its quasi-identifiers with at least k − 1 others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub k: Option<u32>,
    #[serde(default, skip_serializing_if = "Diversity::is_empty")]
    pub l: Diversity,
    /// Distinct sensitive values per class.
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
    /// The largest relative gain of a sensitive value's share in a class over its share in the released table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beta: Option<f64>,
    /// Ratings: how far apart two ratings of an issue may lie and still count as close; smaller is stricter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub epsilon: Option<f64>,
    /// Ratings: the least standard deviation of every sensitive issue among the people close to anybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub l_sd: Option<f64>,
    /// Ratings: how a sensitive issue that was not rated counts in its standard deviation.
    #[serde(default, skip_serializing_if = "NullReading::is_default")]
    pub sd_nulls: NullReading,
    /// Transactions: every set of at most so many items that occurs is in at least k transactions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub m: Option<SetSize>,
    /// Transactions: with k and p, the largest share of the transactions with at most p public items in common
    /// that may also hold any one private item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub h: Option<f64>,
    /// Transactions: every one has at least k − 1 duplicates.
    #[serde(default, skip_serializing_if = "is_false")]
    pub duplicates: bool,
    /// The largest share of records that may be left out.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub suppression: f64,
}

/// How many items an attacker may know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SetSize {
    AtMost(u32),
    /// All items of the longest transaction.
    Any(Unbounded),
}

/// `"inf"` and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
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

impl std::fmt::Display for SetSize {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::AtMost(size) => write!(f, "{size}"),
            Self::Any(_) => write!(f, "\u{221e}"),
        }
    }
}

/// What a missing rating adds to a standard deviation. The first never gives more than the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
    pub const ALL: [Self; 3] = [Self::Strict, Self::Zero, Self::Nonnull];

    pub fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Zero => "zero",
            Self::Nonnull => "nonnull",
        }
    }

    pub fn sentence(self) -> &'static str {
        match self {
            Self::Strict => {
                "A missing rating adds nothing and counts in the divisor: never more than the other readings."
            }
            Self::Zero => {
                "A missing rating counts as 0, as the paper's formula reads: it can make a group look spread \
                 out that is not."
            }
            Self::Nonnull => "A missing rating is left aside altogether.",
        }
    }

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

/// A parameter that a recipe leaves open with `"?"`: what the data reach is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Open {
    Promise(PrivacyModel),
    /// A promise of two numbers, the second of which is given: the c of recursive diversity for this l.
    Ranked(PrivacyModel, u32),
    Epsilon,
    LSd,
    M,
    H,
}

impl Open {
    /// Asked of every kind.
    pub const K: Self = Self::Promise(PrivacyModel::KAnonymity);
    /// Of transactions, how many public items are known.
    pub const P: Self = Self::Promise(PrivacyModel::P);

    /// The key under `[require]`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Promise(model) | Self::Ranked(model, _) => model.name(),
            Self::Epsilon => "epsilon",
            Self::LSd => "l_sd",
            Self::M => "m",
            Self::H => "h",
        }
    }
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

/// A parameter read as the decimal that was written, in millionths: comparisons that decide a release are
/// made in whole numbers.
pub fn millionths(parameter: f64) -> u64 {
    (parameter.max(0.0) * 1e6).round() as u64
}

impl Requirement {
    /// How many of `records` may be left out at most. Decided in whole numbers of records: the share is
    /// read as the decimal that was written, so 2 % of 50 is 1 and never 0.
    pub fn may_leave_out(&self, records: usize) -> usize {
        let share = millionths(self.suppression.clamp(0.0, 1.0));
        (records as u128 * u128::from(share) / 1_000_000) as usize
    }

    /// The size that every class must have: 1 where no k is asked for.
    pub fn least_size(&self) -> u32 {
        self.k.unwrap_or(1)
    }

    /// Whether something is asked of the sensitive columns.
    pub fn looks_at_values(&self) -> bool {
        PrivacyModel::asked(self).any(PrivacyModel::looks_at_values)
    }

    /// Whether sensitivity categories are needed.
    pub fn looks_at_categories(&self) -> bool {
        PrivacyModel::asked(self).any(|model| model.promise().needs == Needs::Categories)
    }

    /// Whether which records are left out changes what the others must reach.
    pub fn depends_on_release(&self) -> bool {
        PrivacyModel::asked(self).any(|model| model.promise().depends_on_release)
    }

    /// Whether nothing is asked for: a limit of suppression alone promises nothing.
    pub fn is_empty(&self) -> bool {
        PrivacyModel::asked(self).next().is_none()
            && self.epsilon.is_none()
            && self.l_sd.is_none()
            && self.m.is_none()
            && self.h.is_none()
            && !self.duplicates
    }

    /// The promise in a line: `k = 5, at most 2 % left out`.
    pub fn sentence(&self) -> String {
        let parts: Vec<String> = self.parts().into_iter().map(|(_, words)| words).collect();
        match parts.as_slice() {
            [] => "no requirement".to_owned(),
            _ => parts.join(", "),
        }
    }

    /// The same line by line, each with the name that it has in a recipe and in an answer.
    pub fn parts(&self) -> Vec<(&'static str, String)> {
        let said = |model: PrivacyModel| Some((model.name(), model.promise().said(self)?));
        let mut parts: Vec<_> = PrivacyModel::asked(self).filter_map(said).collect();
        if let Some(epsilon) = self.epsilon {
            parts.push(("epsilon", format!("\u{3b5} = {epsilon}")));
        }
        if let Some(l) = self.l_sd {
            parts.push(("l_sd", format!("l = {l}")));
        }
        if let Some(m) = self.m {
            parts.push(("m", format!("m = {m}")));
        }
        if let Some(h) = self.h {
            parts.push(("h", format!("h = {h}")));
        }
        if self.duplicates {
            parts.push(("duplicates", "duplicates".to_owned()));
        }
        parts.extend(said(PrivacyModel::Suppression));
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_left_out_is_exact() {
        let share = |suppression| Requirement {
            suppression,
            ..Requirement::default()
        };
        assert_eq!(share(0.02).may_leave_out(50), 1);
        assert_eq!(share(0.07).may_leave_out(100), 7);
        assert_eq!(share(0.0).may_leave_out(1_000_000), 0);
        assert_eq!(share(1.0).may_leave_out(3), 3);
        assert_eq!(share(0.02).may_leave_out(49), 0);
    }

    #[test]
    fn a_limit_alone_promises_nothing() {
        let mut requirement = Requirement {
            suppression: 0.1,
            ..Requirement::default()
        };
        assert!(requirement.is_empty());
        requirement.alpha = Some(1.0);
        assert!(!requirement.is_empty() && requirement.looks_at_categories());
        assert_eq!(requirement.sentence(), "\u{3b1} = 1, at most 10 % left out");
    }
}
