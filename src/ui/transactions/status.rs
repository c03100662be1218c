//! Which baskets violate what is asked of transactions, made anew when a slider moves.

use super::TransactionsAnswer;
use cloakroom_transactions::privacy::TransactionsTarget;
use cloakroom_transactions::profile::db::TransactionsDb;
use cloakroom_transactions::profile::rows::RowProfile;
use std::ops::Range;
use std::sync::Arc;

/// It holds a rare set.
pub const BY_SETS: u8 = 1;
/// Too few are the same.
pub const BY_DUPLICATES: u8 = 2;
/// Its public items tell too much about private ones.
pub const BY_COHERENCE: u8 = 4;

#[derive(Debug)]
pub struct TransactionsStatus {
    pub target: TransactionsTarget,
    pub rows: Arc<RowProfile>,
    /// By distinct basket, what it breaks.
    pub broken: Vec<u8>,
    /// The distinct baskets, and which of them each basket is.
    db: Arc<TransactionsDb>,
    pub violating: usize,
    pub by_sets: usize,
    pub by_duplicates: usize,
    pub by_coherence: usize,
    /// Baskets whose items no other basket holds just so.
    pub alone: usize,
}

impl TransactionsStatus {
    pub fn new(answer: &TransactionsAnswer, target: TransactionsTarget) -> Self {
        let db = &answer.db;
        let mut broken = vec![0u8; db.sets.len()];
        let mut counts = [0usize; 4];
        for (record, broken) in broken.iter_mut().enumerate() {
            let weight = db.sets.weight[record];
            if target.m > 0 && answer.rows.least(record, target.m) < target.k {
                *broken |= BY_SETS;
            }
            if target.duplicates && weight < target.k {
                *broken |= BY_DUPLICATES;
            }
            if let (Some(known), Some(asked)) = (&answer.coherence, target.coherence)
                && known.is_broken(record, target.k, asked)
            {
                *broken |= BY_COHERENCE;
            }
            for (count, what) in
                counts
                    .iter_mut()
                    .zip([u8::MAX, BY_SETS, BY_DUPLICATES, BY_COHERENCE])
            {
                *count += usize::from(*broken & what != 0) * weight as usize;
            }
        }
        let [violating, by_sets, by_duplicates, by_coherence] = counts;
        Self {
            target,
            rows: answer.rows.clone(),
            broken,
            db: db.clone(),
            violating,
            by_sets,
            by_duplicates,
            by_coherence,
            alone: db.sets.weight.iter().filter(|&&weight| weight == 1).count(),
        }
    }

    pub fn baskets(&self) -> usize {
        self.db.record_of.len()
    }

    pub fn violates(&self, basket: usize) -> bool {
        let record = self.db.record_of.get(basket);
        record.is_some_and(|&record| self.broken[record as usize] != 0)
    }

    /// How many baskets of these violate.
    pub fn violating_among(&self, baskets: Range<usize>) -> usize {
        let records = self.db.record_of[baskets].iter();
        records
            .filter(|&&record| self.broken[record as usize] != 0)
            .count()
    }
}
