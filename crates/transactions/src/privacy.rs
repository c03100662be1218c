//! What is promised about transactions: how many of them share whatever an attacker may know of one.

use cloakroom_core::Requirement;
use cloakroom_core::requirement::millionths;

/// A promise about transactions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TransactionsModel {
    K,
    /// The m of k^m-anonymity.
    SetSize,
    /// The p of (h, k, p)-coherence.
    PublicItems,
    /// The h of (h, k, p)-coherence.
    PrivateShare,
    Duplicates,
}

impl TransactionsModel {
    pub const ALL: [Self; 5] = [
        Self::K,
        Self::SetSize,
        Self::PublicItems,
        Self::PrivateShare,
        Self::Duplicates,
    ];

    /// The key in a recipe and the name in an answer.
    pub fn name(self) -> &'static str {
        match self {
            Self::K => "k",
            Self::SetSize => "m",
            Self::PublicItems => "p",
            Self::PrivateShare => "h",
            Self::Duplicates => "duplicates",
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            Self::K => "k of k\u{1d50}-anonymity",
            Self::SetSize => "Items known, m",
            Self::PublicItems => "Public items known, p",
            Self::PrivateShare => "(h, k, p)-coherence",
            Self::Duplicates => "Transactional k-anonymity",
        }
    }

    pub fn sentence(self) -> &'static str {
        match self {
            Self::K => {
                "Whoever knows as many items of a transaction as m or p supposes finds at least k transactions that \
                 may be it; whoever knows more may find fewer."
            }
            Self::SetSize => {
                "How many items of one transaction somebody may know beforehand; larger is stricter, and \u{221e} \
                 means all of them."
            }
            Self::PublicItems => {
                "How many public items of one transaction somebody may know beforehand; of private items \
                 they must not become surer than h."
            }
            Self::PrivateShare => {
                "Every set of at most p public items that is shown is in at least k transactions, and at most this \
                 share of them holds any one private item; smaller is stricter. What all transactions together tell \
                 is not bounded."
            }
            Self::Duplicates => {
                "Every transaction is the same as at least k \u{2212} 1 others: stronger than any m."
            }
        }
    }

    pub fn is_set(self, requirement: &Requirement) -> bool {
        match self {
            Self::K => requirement.k.is_some(),
            Self::SetSize => requirement.m.is_some(),
            Self::PublicItems => requirement.p.is_some(),
            Self::PrivateShare => requirement.h.is_some(),
            Self::Duplicates => requirement.duplicates,
        }
    }
}

/// A requirement on transactions in whole numbers. All that is asked for must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TransactionsTarget {
    /// The least number of transactions that share a set.
    pub k: u32,
    /// The largest set of items that is looked at; 0 if k^m is not asked for.
    pub m: u32,
    pub coherence: Option<Coherence>,
    /// Every transaction has k − 1 duplicates.
    pub duplicates: bool,
}

/// The part of (h, k, p)-coherence that goes beyond k.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Coherence {
    /// The largest set of public items that is looked at.
    pub p: u32,
    /// h in millionths.
    pub share: u64,
}

impl Coherence {
    /// Whether so many transactions with a private item among `all` are too many.
    pub fn is_broken_by(self, with: u64, all: u64) -> bool {
        u128::from(with) * 1_000_000 > u128::from(self.share) * u128::from(all)
    }
}

impl TransactionsTarget {
    pub fn of(requirement: &Requirement) -> Self {
        Self {
            k: requirement.least_size(),
            m: requirement.m.map_or(0, |m| m.most()),
            coherence: requirement.h.map(|h| Coherence {
                p: requirement.p.unwrap_or(1),
                share: millionths(h),
            }),
            duplicates: requirement.duplicates,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_compared_exactly() {
        let third = Coherence {
            p: 2,
            share: 333_333,
        };
        assert!(third.is_broken_by(1, 3));
        let half = Coherence {
            p: 2,
            share: 500_000,
        };
        assert!(!half.is_broken_by(2, 4));
        assert!(half.is_broken_by(3, 5));
    }
}
