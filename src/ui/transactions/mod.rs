//! Transactions as the window shows them: the baskets over their taxonomy and what is known of their rare sets,
//! computed behind the window, and how both stand against the requirement.

pub mod arranged;
pub mod asked;
pub mod changes;
pub mod drawn_cut;
pub mod listed;
pub mod scenario;
pub mod status;

use cloakroom_core::hierarchy::HierarchySource;
use cloakroom_core::requirement::Requirement;
use cloakroom_core::settings::Settings;
use cloakroom_engine::transactions::check::TransactionsProfile;
use cloakroom_transactions::method::AnonymizedTransactions;
use cloakroom_transactions::privacy::TransactionsTarget;
use cloakroom_transactions::profile::coherence::CoherenceProfile;
use cloakroom_transactions::profile::db::TransactionsDb;
use cloakroom_transactions::profile::mine::Threats;
use cloakroom_transactions::profile::rows::RowProfile;
use cloakroom_transactions::transactions::{Cut, PreparedTransactions};
use status::TransactionsStatus;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Every k up to this is a threshold.
pub const LARGEST_K: u32 = 50;
/// Every m up to this is a threshold; all items of a basket are one too.
pub const LARGEST_M: u32 = 5;

/// What the answer depends on. Thresholds within its reach are none of it.
#[derive(Clone, Debug, PartialEq)]
pub struct TransactionsQuestion {
    pub source: Option<HierarchySource>,
    /// Kept apart only where h asks about them.
    pub private: BTreeSet<String>,
    pub apart: bool,
    pub k: u32,
    /// Of p as well.
    pub m: u32,
}

impl TransactionsQuestion {
    pub fn of(settings: &Settings) -> Self {
        let requirement = &settings.requirement;
        let target = TransactionsTarget::of(requirement);
        let apart = requirement.h.is_some();
        Self {
            source: settings.hierarchies.get("items").cloned(),
            private: if apart {
                settings.roles.private_items.clone()
            } else {
                BTreeSet::new()
            },
            apart,
            k: LARGEST_K.max(target.k),
            m: LARGEST_M
                .max(if target.m == u32::MAX { 0 } else { target.m })
                .max(requirement.p.unwrap_or(0)),
        }
    }

    /// Whether an answer to this one is an answer to the other.
    pub fn covers(&self, other: &Self) -> bool {
        self.source == other.source
            && self.private == other.private
            && self.apart == other.apart
            && self.k >= other.k
            && self.m >= other.m
    }
}

/// An answer and what it answers.
#[derive(Debug)]
pub struct TransactionsAnswer {
    pub question: TransactionsQuestion,
    pub baskets: Arc<PreparedTransactions>,
    pub db: Arc<TransactionsDb>,
    pub rows: Arc<RowProfile>,
    /// If private items are apart.
    pub coherence: Option<CoherenceProfile>,
}

/// What a method made of the transactions, shared with the result of its run.
#[derive(Clone, Debug)]
pub struct ReleasedTransactions {
    /// What it was made from: private items may have been kept apart, or not, unlike now.
    pub baskets: Arc<PreparedTransactions>,
    pub anonymized: Arc<AnonymizedTransactions>,
    pub profile: Arc<TransactionsProfile>,
}

/// What a cut drawn by hand would give.
#[derive(Debug)]
pub struct CutTrial {
    pub cut: Cut,
    pub target: TransactionsTarget,
    /// In units of `PreparedTransactions::unit`.
    pub cost: u64,
    /// Baskets that violate under it.
    pub violating: usize,
    /// Its minimal threats, as far as they fit.
    pub threats: Threats,
}

/// Rare sets, and for which requirements they are all there are.
#[derive(Debug)]
pub struct FoundThreats {
    pub threats: Arc<Threats>,
    /// For their own k alone: for smaller ones there were too many to keep.
    pub exact: bool,
}

impl FoundThreats {
    fn answers(&self, k: u32, m: u32) -> bool {
        let fits = match self.exact {
            true => self.threats.k == k,
            false => self.threats.k >= k,
        };
        fits && self.threats.m >= m
    }
}

/// All that the window knows about transactions.
#[derive(Default)]
pub struct TransactionsState {
    answer: Option<TransactionsAnswer>,
    status: Option<Arc<TransactionsStatus>>,
    released: Option<Arc<ReleasedTransactions>>,
    /// The release is over the taxonomy of now.
    released_fits: bool,
    threats: Option<FoundThreats>,
    pub wanted_cut: Option<Cut>,
    trial: Option<Arc<CutTrial>>,
}

/// What the views of transactions are lent.
#[derive(Clone, Copy)]
pub struct Lent<'a> {
    pub baskets: &'a Arc<PreparedTransactions>,
    /// The baskets as they are, equal ones merged.
    pub db: &'a Arc<TransactionsDb>,
    pub rows: &'a Arc<RowProfile>,
    pub status: &'a Arc<TransactionsStatus>,
    /// Free rare sets of the original items, once they are found; see `Threats::is_minimal`.
    pub threats: Option<&'a Arc<Threats>>,
    pub released: Option<&'a Arc<ReleasedTransactions>>,
    /// The cut drawn by hand, if there is one.
    pub wanted_cut: Option<&'a Cut>,
    /// What it would give, once that is known for the requirement as it is.
    pub trial: Option<&'a Arc<CutTrial>>,
}

impl TransactionsState {
    pub fn answers(&self, question: &TransactionsQuestion) -> bool {
        let answer = self.answer.as_ref();
        answer.is_some_and(|answer| answer.question.covers(question))
    }

    /// Other transactions, or another taxonomy: what was known of the earlier ones goes.
    pub fn take_in(&mut self, answer: TransactionsAnswer) {
        let same_tree = self
            .answer
            .as_ref()
            .is_some_and(|known| known.baskets.tree == answer.baskets.tree);
        *self = Self {
            wanted_cut: self.wanted_cut.take().filter(|_| same_tree),
            released: self.released.take(),
            answer: Some(answer),
            ..Self::default()
        };
        self.look_at_release();
    }

    pub fn take_threats(&mut self, found: FoundThreats) {
        self.threats = Some(found);
    }

    pub fn take_trial(&mut self, trial: CutTrial) {
        self.trial = Some(Arc::new(trial));
    }

    /// The last run of the method, or none.
    pub fn set_released(&mut self, released: Option<Arc<ReleasedTransactions>>) {
        self.released = released;
        self.look_at_release();
    }

    fn look_at_release(&mut self) {
        let trees = self.released.as_ref().zip(self.answer.as_ref());
        self.released_fits =
            trees.is_some_and(|(released, answer)| released.baskets.tree == answer.baskets.tree);
    }

    /// Whether threats for these bounds are known.
    pub fn knows_threats(&self, k: u32, m: u32) -> bool {
        let found = self.threats.as_ref();
        found.is_some_and(|found| found.answers(k, m))
    }

    /// Whether there were too many to keep those for smaller k too.
    pub fn has_many_threats(&self) -> bool {
        self.threats.as_ref().is_some_and(|found| found.exact)
    }

    /// The cut that is asked about and not known.
    pub fn cut_to_try(&self, target: TransactionsTarget) -> Option<&Cut> {
        let wanted = self.wanted_cut.as_ref()?;
        let known = self.trial.as_ref();
        let known = known.is_some_and(|trial| trial.cut == *wanted && trial.target == target);
        (!known).then_some(wanted)
    }

    /// Looks at the requirement again if it, or what is known of the data, has changed.
    pub fn refresh(&mut self, requirement: &Requirement) {
        let Some(answer) = &self.answer else {
            self.status = None;
            return;
        };
        let target = TransactionsTarget::of(requirement);
        let known = self.status.as_ref().is_some_and(|status| {
            status.target == target && Arc::ptr_eq(&status.rows, &answer.rows)
        });
        if !known {
            self.status = Some(Arc::new(TransactionsStatus::new(answer, target)));
        }
    }

    pub fn answer(&self) -> Option<&TransactionsAnswer> {
        self.answer.as_ref()
    }

    pub fn status(&self) -> Option<&Arc<TransactionsStatus>> {
        self.status.as_ref()
    }

    /// `None` while anything is missing.
    pub fn lent(&self) -> Option<Lent<'_>> {
        let answer = self.answer.as_ref()?;
        let status = self.status.as_ref()?;
        let trial = self.trial.as_ref().filter(|trial| {
            trial.target == status.target && Some(&trial.cut) == self.wanted_cut.as_ref()
        });
        Some(Lent {
            baskets: &answer.baskets,
            db: &answer.db,
            rows: &answer.rows,
            status,
            threats: self
                .threats
                .as_ref()
                .filter(|found| found.answers(status.target.k, status.target.m))
                .map(|found| &found.threats),
            released: self.released.as_ref().filter(|_| self.released_fits),
            wanted_cut: self.wanted_cut.as_ref(),
            trial,
        })
    }
}
