//! What is promised about transactions: how many of them share whatever an attacker may know of one.

use cloakroom_core::Requirement;
use cloakroom_core::promises;
use cloakroom_core::requirement::millionths;

promises! {
    /// A promise about transactions.
    TransactionsModel:
    K "k" "k of k\u{1d50}-anonymity", |requirement| requirement.k.is_some(),
        "Whoever knows as many items of a transaction as m or p supposes finds at least k transactions that \
         may be it; whoever knows more may find fewer.";
    /// The m of k^m-anonymity.
    SetSize "m" "Items known, m", |requirement| requirement.m.is_some(),
        "How many items of one transaction somebody may know beforehand; larger is stricter, and \u{221e} \
         means all of them.";
    /// The p of (h, k, p)-coherence.
    PublicItems "p" "Public items known, p", |requirement| requirement.p.is_some(),
        "How many public items of one transaction somebody may know beforehand; of private items \
         they must not become surer than h.";
    /// The h of (h, k, p)-coherence.
    PrivateShare "h" "(h, k, p)-coherence", |requirement| requirement.h.is_some(),
        "Every set of at most p public items that is shown is in at least k transactions, and at most this \
         share of them holds any one private item; smaller is stricter. What all transactions together tell \
         is not bounded.";
    Duplicates "duplicates" "Transactional k-anonymity", |requirement| requirement.duplicates,
        "Every transaction is the same as at least k \u{2212} 1 others: stronger than any m.";
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
