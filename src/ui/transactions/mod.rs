//! Transactions as the window shows them: the baskets over their taxonomy and what is known of their rare sets,
//! computed behind the window, and how both stand against the requirement.

pub mod arranged;
pub mod changes;
pub mod drawn_cut;
pub mod found;
pub mod listed;
pub mod scenario;
pub mod status;

use crate::ui::asked::Asked;
use crate::ui::jobs::Jobs;
use cloakroom_core::hierarchy::HierarchySource;
use cloakroom_core::io::hierarchy::load_trees;
use cloakroom_core::io::loaded::Loaded;
use cloakroom_core::problem::{Failure, Problem};
use cloakroom_core::progress::Progress;
use cloakroom_core::requirement::Requirement;
use cloakroom_core::settings::Settings;
use cloakroom_engine::transactions::check::TransactionsProfile;
use cloakroom_engine::transactions::lay_out;
use cloakroom_engine::workspace::Workspace;
use cloakroom_transactions::method::AnonymizedTransactions;
use cloakroom_transactions::privacy::TransactionsTarget;
use cloakroom_transactions::profile::coherence::CoherenceProfile;
use cloakroom_transactions::profile::db::TransactionsDb;
use cloakroom_transactions::profile::rows::RowProfile;
use cloakroom_transactions::transactions::{Cut, PreparedTransactions};
use found::{CutTrial, FoundThreats, ThreatsQuestion};
use status::TransactionsStatus;
use std::collections::BTreeSet;
use std::path::Path;
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

/// All that the window knows about transactions.
#[derive(Default)]
pub struct TransactionsState {
    asked: Asked<TransactionsQuestion, TransactionsAnswer>,
    /// What the rest is about.
    answer: Option<Arc<TransactionsAnswer>>,
    status: Option<Arc<TransactionsStatus>>,
    released: Option<Arc<ReleasedTransactions>>,
    /// The release is over the taxonomy of now.
    released_fits: bool,
    pub threats: Asked<ThreatsQuestion, FoundThreats>,
    /// Rare sets are looked for among groups as well.
    pub with_groups: bool,
    pub wanted_cut: Option<Cut>,
    trial: Asked<(Cut, TransactionsTarget), CutTrial>,
}

/// What the views of transactions are lent.
#[derive(Clone, Copy)]
pub struct Lent<'a> {
    pub baskets: &'a Arc<PreparedTransactions>,
    /// The baskets as they are, equal ones merged.
    pub db: &'a Arc<TransactionsDb>,
    pub rows: &'a Arc<RowProfile>,
    pub status: &'a Arc<TransactionsStatus>,
    /// Free rare sets of the items, and of groups if these count too, once they are found; see `Threats::is_minimal`.
    pub threats: Option<&'a Arc<FoundThreats>>,
    pub with_groups: bool,
    pub released: Option<&'a Arc<ReleasedTransactions>>,
    /// The cut drawn by hand, if there is one.
    pub wanted_cut: Option<&'a Cut>,
    /// What it would give, once that is known for the requirement as it is.
    pub trial: Option<&'a Arc<CutTrial>>,
}

impl TransactionsState {
    /// The transactions over the taxonomy as it is named now.
    pub fn want(&mut self, workspace: &Workspace, jobs: &Jobs) {
        if workspace.loaded().dataset.transactions().is_none() {
            return;
        }
        let question = TransactionsQuestion::of(workspace.settings());
        let serves = |other: &TransactionsQuestion| other.covers(&question);
        if let Some(new) = self.asked.ask_unless(serves, || question.clone()) {
            let loaded = workspace.loaded().clone();
            let settings = workspace.settings().clone();
            let folder = workspace.folder().to_owned();
            new.start(jobs, "Count rare sets", move |question, progress| {
                count(&loaded, &settings, &folder, question, progress)
            });
        }
        self.take_in();
    }

    /// The rare sets themselves.
    pub fn want_threats(&mut self, jobs: &Jobs) {
        let (Some(answer), Some(status)) = (&self.answer, &self.status) else {
            return;
        };
        let (k, m) = (status.target.k, status.target.m);
        let groups = self.with_groups;
        let found = self.threats.answer_to(|question| question.groups == groups);
        let is_known = found.is_some_and(|found| found.answers(k, m));
        if answer.question.apart || m == 0 || is_known {
            return;
        }
        let many = found.is_some_and(|found| found.exact);
        let question = ThreatsQuestion::of(k, m, groups, many);
        if let Some(new) = self.threats.ask(question) {
            let (baskets, db) = (answer.baskets.clone(), answer.db.clone());
            new.start(jobs, "Find rare sets", move |question, progress| {
                question.answer(&baskets, db, (k, m), progress)
            });
        }
    }

    /// What the cut that the user draws would give.
    pub fn want_trial(&mut self, jobs: &Jobs) {
        let (Some(answer), Some(status), Some(cut)) =
            (&self.answer, &self.status, &self.wanted_cut)
        else {
            return;
        };
        let target = status.target;
        let serves = |(other, of): &(Cut, TransactionsTarget)| other == cut && *of == target;
        if let Some(new) = self.trial.ask_unless(serves, || (cut.clone(), target)) {
            let baskets = answer.baskets.clone();
            new.start(jobs, "Try the cut", move |(cut, target), progress| {
                CutTrial::of(cut, &baskets, target, progress)
            });
        }
    }

    /// What is lent answers the settings as they were when it was last asked for.
    pub fn is_current(&self) -> bool {
        self.asked.current().is_some()
    }

    pub fn is_running(&self) -> bool {
        self.asked.is_running()
    }

    pub fn is_trying(&self) -> bool {
        self.trial.is_running()
    }

    /// Other transactions, or another taxonomy: what was known of the earlier ones goes.
    fn take_in(&mut self) {
        let known = self.answer.as_ref();
        let news = self.asked.newest().cloned();
        let news = news.filter(|news| !known.is_some_and(|known| Arc::ptr_eq(known, news)));
        let Some(news) = news else {
            return;
        };
        let same_tree = known.is_some_and(|known| known.baskets.tree == news.baskets.tree);
        *self = Self {
            asked: std::mem::take(&mut self.asked),
            wanted_cut: self.wanted_cut.take().filter(|_| same_tree),
            released: self.released.take(),
            with_groups: self.with_groups,
            answer: Some(news),
            ..Self::default()
        };
        self.look_at_release();
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

    pub fn status(&self) -> Option<&Arc<TransactionsStatus>> {
        self.status.as_ref()
    }

    /// `None` while anything is missing.
    pub fn lent(&self) -> Option<Lent<'_>> {
        let answer = self.answer.as_ref()?;
        let status = self.status.as_ref()?;
        let trial = self.trial.newest().filter(|trial| {
            trial.target == status.target && Some(&trial.cut) == self.wanted_cut.as_ref()
        });
        Some(Lent {
            baskets: &answer.baskets,
            db: &answer.db,
            rows: &answer.rows,
            status,
            threats: self
                .threats
                .answer_to(|question| question.groups == self.with_groups)
                .filter(|found| found.answers(status.target.k, status.target.m)),
            with_groups: self.with_groups,
            released: self.released.as_ref().filter(|_| self.released_fits),
            wanted_cut: self.wanted_cut.as_ref(),
            trial,
        })
    }
}

fn count(
    loaded: &Loaded,
    settings: &Settings,
    folder: &Path,
    question: TransactionsQuestion,
    progress: &Progress,
) -> Result<TransactionsAnswer, Failure> {
    let Some(transactions) = loaded.dataset.transactions() else {
        return Err(Problem::new("there are no transactions").into());
    };
    let trees = load_trees(folder, settings, &loaded.dataset).map_err(Problem::from)?;
    let apart = question.apart;
    let baskets = lay_out(transactions, settings, &trees, apart, progress)?;
    let db = TransactionsDb::original(&baskets);
    let (rows, coherence) = if apart {
        let known = CoherenceProfile::compute(&db, question.m, question.k, progress)?;
        (known.rows.clone(), Some(known))
    } else {
        (
            RowProfile::compute(&db, question.m, question.k, progress)?,
            None,
        )
    };
    Ok(TransactionsAnswer {
        question,
        baskets: Arc::new(baskets),
        db: Arc::new(db),
        rows: Arc::new(rows),
        coherence,
    })
}
