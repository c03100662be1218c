//! Transactions: what is known of their rare sets, computed when its answer is missing.

use super::Workbench;
use crate::ui::actions::{ExploreTab, Stage};
use crate::ui::jobs::{JobAnswer, Purpose};
use crate::ui::transactions::arranged::Arranged;
use crate::ui::transactions::changes::Changes;
use crate::ui::transactions::listed::Listed;
use crate::ui::transactions::scenario::Scenario;
use crate::ui::transactions::{CutTrial, FoundThreats, TransactionsAnswer, TransactionsQuestion};
use cloakroom_core::io::hierarchy::load_trees;
use cloakroom_core::io::loaded::Loaded;
use cloakroom_core::problem::{Failure, Problem};
use cloakroom_core::progress::Progress;
use cloakroom_core::settings::Settings;
use cloakroom_engine::transactions::lay_out;
use cloakroom_transactions::privacy::TransactionsTarget;
use cloakroom_transactions::profile::coherence::CoherenceProfile;
use cloakroom_transactions::profile::db::TransactionsDb;
use cloakroom_transactions::profile::mine::{Bounds, Completeness, Threats, mine, mine_minimal};
use cloakroom_transactions::profile::rows::RowProfile;
use cloakroom_transactions::transactions::{Cut, PreparedTransactions};
use std::path::Path;
use std::sync::Arc;

/// So many rare sets are kept; beyond that the largest sizes are left away, and the view says so.
const MOST_SETS: usize = 2_000_000;
/// The same for a cut that is only tried.
const MOST_TRIED: usize = 20_000;
/// Rare sets are found for a k and an m of at least these, so that smaller ones are filters.
const USUAL_K: u32 = 10;
const USUAL_M: u32 = 3;

impl Workbench {
    /// The transactions over the taxonomy as it is named now.
    pub(super) fn want_transactions(&mut self) {
        let Some(workspace) = &self.workspace else {
            return;
        };
        if workspace.loaded().dataset.transactions().is_none() {
            return;
        }
        let question = TransactionsQuestion::of(workspace.settings());
        let under_way = self.jobs.transactions_under_way.as_ref();
        if self.rare.answers(&question)
            || under_way.is_some_and(|under_way| under_way.covers(&question))
        {
            return;
        }
        let loaded = workspace.loaded().clone();
        let settings = workspace.settings().clone();
        let folder = workspace.folder().to_owned();
        self.jobs.transactions_under_way = Some(question.clone());
        self.jobs
            .start(Purpose::Transactions, "Count rare sets", move |progress| {
                let answer = count(&loaded, &settings, &folder, question, progress)?;
                Ok(JobAnswer::Transactions(Box::new(answer)))
            });
    }

    /// The rare sets themselves, while a view shows them.
    pub(super) fn want_threats(&mut self) {
        let shown = self.stage == Stage::Explore && self.explore.shows(ExploreTab::Threats);
        let (Some(answer), true) = (self.rare.answer(), shown) else {
            return;
        };
        let Some(status) = self.rare.status().filter(|_| !answer.question.apart) else {
            return;
        };
        let (k, m) = (status.target.k, status.target.m);
        let many = self.rare.has_many_threats();
        let asked = match many {
            true => (k, m),
            false => (k.max(USUAL_K), m.max(USUAL_M)),
        };
        if m == 0 || self.rare.knows_threats(k, m) || self.jobs.threats_under_way == Some(asked) {
            return;
        }
        let db = answer.db.clone();
        self.jobs.threats_under_way = Some(asked);
        self.jobs
            .start(Purpose::Threats, "Find rare sets", move |progress| {
                let wider = (!many).then_some(asked);
                let found = find_threats(&db, wider, (k, m), progress)?;
                Ok(JobAnswer::Threats(Box::new(found)))
            });
    }

    /// What the cut that the user draws would give.
    pub(super) fn want_trial(&mut self) {
        let (Some(answer), Some(status)) = (self.rare.answer(), self.rare.status()) else {
            return;
        };
        let target = status.target;
        let Some(cut) = self.rare.cut_to_try(target) else {
            return;
        };
        let wanted = (cut.clone(), target);
        if self.jobs.trial_under_way.as_ref() == Some(&wanted) {
            return;
        }
        let baskets = answer.baskets.clone();
        self.jobs.trial_under_way = Some(wanted.clone());
        self.jobs
            .start(Purpose::Trial, "Try the cut", move |progress| {
                let (cut, target) = wanted;
                let trial = try_cut(&baskets, cut, target, progress)?;
                Ok(JobAnswer::Trial(Box::new(trial)))
            });
    }

    /// What the views of transactions have asked for and was too long to be done at once.
    pub(super) fn want_transaction_views(&mut self) {
        let views = &mut self.explore.baskets;
        let jobs = &mut self.jobs;
        if let Some(question) = views.threats.listed.take_missing() {
            jobs.start(Purpose::Listed, "List rare sets", move |progress| {
                Ok(JobAnswer::Listed(Box::new(Listed::new(
                    question, progress,
                )?)))
            });
        }
        if let Some(question) = views.changes.take_missing() {
            jobs.start(Purpose::Changes, "Compare baskets", move |progress| {
                Ok(JobAnswer::Changes(Box::new(Changes::new(
                    question, progress,
                )?)))
            });
        }
        if let Some(question) = views.before_after.arranged.take_missing() {
            jobs.start(Purpose::Arranged, "Arrange baskets", move |progress| {
                let arranged = Arranged::new(question, progress)?;
                Ok(JobAnswer::Arranged(Box::new(arranged)))
            });
        }
        if let Some(question) = views.search.scenario.take_missing() {
            jobs.start(Purpose::Scenario, "Walk through a cut", move |progress| {
                Ok(JobAnswer::Scenario(Box::new(Scenario::new(
                    question, progress,
                )?)))
            });
        }
    }

    pub(super) fn refresh_transactions(&mut self) {
        if let Some(workspace) = &self.workspace {
            self.rare.refresh(&workspace.settings().requirement);
        }
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

/// Those for `wider` bounds and every smaller k, unless they are so many that those for the target alone go farther.
fn find_threats(
    db: &TransactionsDb,
    wider: Option<(u32, u32)>,
    target: (u32, u32),
    progress: &Progress,
) -> Result<FoundThreats, Failure> {
    let bounds = |(k, m)| Bounds {
        k,
        m,
        most_sets: MOST_SETS,
    };
    let all = wider
        .map(|wider| mine(db, bounds(wider), progress))
        .transpose()?;
    let whole = |threats: &Threats| match threats.complete {
        Completeness::Whole => true,
        Completeness::UpToSize(size) => size >= target.1,
    };
    Ok(match all.filter(whole) {
        Some(threats) => FoundThreats {
            threats: Arc::new(threats),
            exact: false,
        },
        None => FoundThreats {
            threats: Arc::new(mine_minimal(db, bounds(target), progress)?),
            exact: true,
        },
    })
}

fn try_cut(
    baskets: &PreparedTransactions,
    cut: Cut,
    target: TransactionsTarget,
    progress: &Progress,
) -> Result<CutTrial, Failure> {
    let shown = cut.shown(baskets);
    let db = TransactionsDb::shown(baskets, &shown);
    let bounds = Bounds {
        k: target.k,
        m: target.m,
        most_sets: MOST_TRIED,
    };
    let rows = RowProfile::compute(&db, target.m, target.k, progress)?;
    Ok(CutTrial {
        cost: baskets.cost(&shown),
        violating: rows.violating(target.k, target.m),
        threats: mine_minimal(&db, bounds, progress)?,
        target,
        cut,
    })
}
