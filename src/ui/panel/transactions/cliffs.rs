//! The cliffs under the sliders of transactions: how many baskets each setting would leave violating, and where
//! the data stand now.

use crate::ui::transactions::{LARGEST_K, LARGEST_M, Lent};
use cloakroom_transactions::privacy::TransactionsTarget;
use cloakroom_transactions::profile::rows::RowProfile;
use std::sync::Arc;

#[derive(Default)]
pub struct TransactionsCliffs {
    made_for: Option<(Arc<RowProfile>, TransactionsTarget)>,
    /// The share of baskets that k = 1, 2, … would leave violating.
    pub k: Vec<f64>,
    /// The same for m = 1, 2, …
    pub m: Vec<f64>,
    pub reached_k: Option<u32>,
    pub reached_m: Option<u32>,
}

impl TransactionsCliffs {
    /// Looks again if something has changed.
    pub fn refresh(&mut self, lent: Option<Lent<'_>>) {
        let Some(lent) = lent.filter(|lent| lent.status.target.m > 0) else {
            *self = Self::default();
            return;
        };
        let target = lent.status.target;
        let known = self.made_for.as_ref();
        if known.is_some_and(|(rows, made)| Arc::ptr_eq(rows, lent.rows) && *made == target) {
            return;
        }
        let rows = lent.rows;
        let baskets = lent.status.baskets().max(1) as f64;
        let ks: Vec<u32> = (1..=LARGEST_K).collect();
        let share = |count: usize| count as f64 / baskets;
        self.k = rows.cliff(target.m, &ks).into_iter().map(share).collect();
        self.m = (1..=LARGEST_M)
            .map(|m| share(rows.violating(target.k, m)))
            .collect();
        // Beyond what is counted a value is only known to be reached.
        let most_k = rows.most_k(target.m);
        self.reached_k = (most_k < LARGEST_K).then_some(most_k);
        self.reached_m = rows.most_m(target.k).filter(|&m| m < LARGEST_M);
        self.made_for = Some((rows.clone(), target));
    }
}
