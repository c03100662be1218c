//! What is found behind the window about transactions: the rare sets themselves, and what a cut drawn by hand would give.

use cloakroom_core::problem::Failure;
use cloakroom_core::progress::Progress;
use cloakroom_transactions::privacy::TransactionsTarget;
use cloakroom_transactions::profile::db::TransactionsDb;
use cloakroom_transactions::profile::mine::{
    Bounds, Completeness, MOST_LISTED, Threats, mine, mine_minimal,
};
use cloakroom_transactions::profile::rows::RowProfile;
use cloakroom_transactions::transactions::{Cut, PreparedTransactions};
use std::sync::Arc;

/// So many rare sets are kept of a cut that is only tried.
const MOST_TRIED: usize = 20_000;
/// Rare sets are found for a k and an m of at least these, so that smaller ones are filters.
const USUAL_K: u32 = 10;
const USUAL_M: u32 = 3;

/// Which rare sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreatsQuestion {
    k: u32,
    m: u32,
    /// Of groups too, as any cut may show them.
    pub groups: bool,
    /// For this k and m alone: with those of smaller ones there are too many.
    alone: bool,
}

/// Rare sets, and for which requirements they are all there are.
#[derive(Debug)]
pub struct FoundThreats {
    pub threats: Arc<Threats>,
    /// The baskets whose nodes they are sets of: with the groups above their items, if these count too.
    pub db: Arc<TransactionsDb>,
    pub groups: bool,
    /// For their own k alone: for smaller ones there were too many to keep.
    pub exact: bool,
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

impl ThreatsQuestion {
    pub fn of(k: u32, m: u32, groups: bool, many: bool) -> Self {
        Self {
            groups,
            k: if many { k } else { k.max(USUAL_K) },
            m: if many { m } else { m.max(USUAL_M) },
            alone: many,
        }
    }

    /// With every smaller k, unless they are so many that those for the target alone go farther.
    pub fn answer(
        self,
        baskets: &PreparedTransactions,
        items: Arc<TransactionsDb>,
        target: (u32, u32),
        progress: &Progress,
    ) -> Result<FoundThreats, Failure> {
        let db = match self.groups {
            true => Arc::new(TransactionsDb::over_all_cuts(baskets)),
            false => items,
        };
        let groups = self.groups;
        let bounds = |(k, m)| Bounds {
            k,
            m,
            most_sets: MOST_LISTED,
        };
        let all = match self.alone {
            true => None,
            false => Some(mine(&db, bounds((self.k, self.m)), progress)?),
        };
        let whole = |threats: &Threats| match threats.complete {
            Completeness::Whole => true,
            Completeness::UpToSize(size) => size >= target.1,
        };
        Ok(match all.filter(whole) {
            Some(threats) => FoundThreats {
                threats: Arc::new(threats),
                exact: false,
                db,
                groups,
            },
            None => FoundThreats {
                threats: Arc::new(mine_minimal(&db, bounds(target), progress)?),
                exact: true,
                db,
                groups,
            },
        })
    }
}

impl FoundThreats {
    pub fn answers(&self, k: u32, m: u32) -> bool {
        let fits = match self.exact {
            true => self.threats.k == k,
            false => self.threats.k >= k,
        };
        fits && self.threats.m >= m
    }
}

impl CutTrial {
    pub fn of(
        cut: Cut,
        baskets: &PreparedTransactions,
        target: TransactionsTarget,
        progress: &Progress,
    ) -> Result<Self, Failure> {
        let shown = cut.shown(baskets);
        let db = TransactionsDb::shown(baskets, &shown);
        let bounds = Bounds {
            k: target.k,
            m: target.m,
            most_sets: MOST_TRIED,
        };
        let rows = RowProfile::compute(&db, target.m, target.k, progress)?;
        Ok(Self {
            cost: baskets.cost(&shown),
            violating: rows.violating(target.k, target.m),
            threats: mine_minimal(&db, bounds, progress)?,
            target,
            cut,
        })
    }
}
