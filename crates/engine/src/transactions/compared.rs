//! Releases of transactions that are compared.

use super::anonymize::{TransactionsCandidate, anonymize};
use super::{CheckedTransactionsTask, lay_out};
use crate::anonymize::Outcome;
use crate::kinds::Compared;
use crate::sweep::{SweepPoint, point_of};
use cloakroom_core::{Failure, Progress, Settings, Transactions, Trees};
use cloakroom_transactions::transactions::PreparedTransactions;
use std::sync::{Arc, Mutex, PoisonError};

pub(super) struct LaidOut<'a> {
    transactions: &'a Transactions,
    trees: &'a Trees,
    /// With private items among the others, and apart.
    laid_out: Mutex<[Option<Arc<PreparedTransactions>>; 2]>,
}

impl Compared for LaidOut<'_> {
    fn point(
        &self,
        settings: &Settings,
        progress: &Progress,
    ) -> Result<Result<SweepPoint, String>, Failure> {
        point_of(self.tried(settings, progress))
    }
}

impl<'a> LaidOut<'a> {
    pub fn new(transactions: &'a Transactions, trees: &'a Trees) -> Self {
        Self {
            transactions,
            trees,
            laid_out: Mutex::default(),
        }
    }

    fn tried(
        &self,
        settings: &Settings,
        progress: &Progress,
    ) -> Result<Outcome<TransactionsCandidate>, Failure> {
        let baskets = self.baskets(settings, progress)?;
        let checked = CheckedTransactionsTask::of(baskets, &settings.requirement)?;
        anonymize(&checked, &settings.method, progress)
    }

    fn baskets(
        &self,
        settings: &Settings,
        progress: &Progress,
    ) -> Result<Arc<PreparedTransactions>, Failure> {
        let apart = settings.requirement.h.is_some();
        let mut laid_out = self.laid_out.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(baskets) = &laid_out[usize::from(apart)] {
            return Ok(baskets.clone());
        }
        let baskets = Arc::new(lay_out(
            self.transactions,
            settings,
            self.trees,
            apart,
            progress,
        )?);
        laid_out[usize::from(apart)] = Some(baskets.clone());
        Ok(baskets)
    }
}
