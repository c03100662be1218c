//! Threats: the sets of items that too few baskets share, found size by size.
//!
//! A set that is no rarer than one of its parts tells nothing that the part does not, so only *free* sets are
//! looked at, those rarer than all their parts; every part of a free set is free. What is a minimal threat for
//! some k is free.

mod family;
mod follow;
mod grow;
mod private;

use super::db::TransactionsDb;
use crate::privacy::Coherence;
use cloakroom_core::{Lists, Progress, Stopped};
use family::Family;
use grow::{Grower, Grown, Wanted};
use private::Privates;

/// So many sets are kept where they are to be looked at; beyond that the largest sizes are left away.
pub const MOST_LISTED: usize = 2_000_000;

/// What to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Sets in fewer baskets.
    pub k: u32,
    /// Of at most so many items.
    pub m: u32,
    /// Sizes that would take more sets than this are left away, with all larger ones.
    pub most_sets: usize,
}

/// Which sizes are there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Completeness {
    /// All up to m.
    #[default]
    Whole,
    /// All sets of at most so many items and none of the larger ones: there are too many.
    UpToSize(u32),
}

/// Threats with their supports, smaller sizes first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Threats {
    pub k: u32,
    pub m: u32,
    pub complete: Completeness,
    /// Where the threats of each size begin, from size 1, and where all end.
    sizes: Vec<usize>,
    /// Where the items of each size begin.
    begins: Vec<usize>,
    item: Vec<u32>,
    support: Vec<u32>,
    least_subset: Vec<u32>,
}

/// Every set X of at most m items with a support from 1 to k − 1 that is less than that of every proper subset: the
/// minimal threats for this k and every smaller one.
pub fn mine(db: &TransactionsDb, bounds: Bounds, progress: &Progress) -> Result<Threats, Stopped> {
    mine_from(db, bounds, 2, None, progress)
}

/// The minimal threats for this k alone, which are far fewer to look through.
pub fn mine_minimal(
    db: &TransactionsDb,
    bounds: Bounds,
    progress: &Progress,
) -> Result<Threats, Stopped> {
    mine_from(db, bounds, bounds.k, None, progress)
}

/// The minimal moles of (h, k, p)-coherence: sets of at most p items that are rare or tell too much, and no part of
/// which does either. `bounds.m` is not looked at.
pub fn mine_moles(
    db: &TransactionsDb,
    bounds: Bounds,
    coherence: Coherence,
    progress: &Progress,
) -> Result<Threats, Stopped> {
    let bounds = Bounds {
        m: coherence.p,
        ..bounds
    };
    mine_from(db, bounds, bounds.k.max(1), Some(coherence), progress)
}

fn mine_from(
    db: &TransactionsDb,
    bounds: Bounds,
    grows_from: u32,
    coherence: Option<Coherence>,
    progress: &Progress,
) -> Result<Threats, Stopped> {
    let mut threats = Threats {
        k: bounds.k,
        m: bounds.m,
        sizes: vec![0],
        begins: vec![0],
        ..Threats::default()
    };
    if bounds.m == 0 || bounds.k <= 1 && coherence.is_none() {
        return Ok(threats);
    }
    let mut wanted = Wanted {
        k: bounds.k,
        coherence,
        grows_from,
        most: bounds.most_sets,
    };
    let mut grown = single_items(db, wanted);
    if grown.least_subset.len() > bounds.most_sets {
        threats.complete = Completeness::UpToSize(0);
        return Ok(threats);
    }
    let holders = Lists::sorted(db.items(), db.sets.items());
    let mut size = 1;
    loop {
        threats.push(db, size, &grown, progress)?;
        if size as u32 == bounds.m || grown.growing.support.len() <= size {
            return Ok(threats);
        }
        let growing = std::mem::take(&mut grown.growing);
        let mut family = Family::new(size, growing.item, growing.support, db.items());
        if size > 1 {
            family.index(progress)?;
        }
        size += 1;
        if size as u32 == bounds.m {
            wanted.grows_from = u32::MAX;
        }
        wanted.most = bounds.most_sets - threats.len();
        match Grower::new(db, &holders, &family, wanted).grow(progress)? {
            Some(next) => grown = next,
            None => {
                threats.complete = Completeness::UpToSize(size as u32 - 1);
                return Ok(threats);
            }
        }
    }
}

fn single_items(db: &TransactionsDb, wanted: Wanted) -> Grown {
    let mut grown = Grown::default();
    let mut privates = Privates::default();
    if wanted.coherence.is_some() {
        let rows = (0..db.sets.len()).map(|set| (db.sets.set(set), set as u32));
        privates.count(db, rows);
    }
    // What all baskets hold makes no set rarer.
    let all = db.baskets() as u32;
    for item in 0..db.items() as u32 {
        let support = db.support[item as usize];
        let tells = wanted.tells(support, privates.most_with(item));
        if tells || support < wanted.k {
            grown.threats.item.push(item);
            grown.threats.support.push(support);
            grown.least_subset.push(u32::MAX);
        }
        if !tells && support >= wanted.grows_from && support < all {
            grown.growing.item.push(item);
            grown.growing.support.push(support);
        }
    }
    grown
}

impl Threats {
    fn push(
        &mut self,
        db: &TransactionsDb,
        size: usize,
        grown: &Grown,
        progress: &Progress,
    ) -> Result<(), Stopped> {
        self.item.reserve_exact(grown.threats.item.len());
        for (at, set) in grown.threats.item.chunks_exact(size).enumerate() {
            progress.check_every(1 << 14, at)?;
            let from = self.item.len();
            self.item
                .extend(set.iter().map(|&item| db.nodes[item as usize]));
            self.item[from..].sort_unstable();
        }
        self.support.extend_from_slice(&grown.threats.support);
        self.least_subset.extend_from_slice(&grown.least_subset);
        self.sizes.push(self.support.len());
        self.begins.push(self.item.len());
        Ok(())
    }

    pub fn len(&self) -> usize {
        self.support.len()
    }

    pub fn is_empty(&self) -> bool {
        self.support.is_empty()
    }

    /// The largest size that is there, whether or not there is a threat of it.
    pub fn largest(&self) -> u32 {
        self.sizes.len() as u32 - 1
    }

    /// The threats of one size.
    pub fn of_size(&self, size: u32) -> std::ops::Range<usize> {
        let size = size as usize;
        match (
            size.checked_sub(1)
                .and_then(|before| self.sizes.get(before)),
            self.sizes.get(size),
        ) {
            (Some(&from), Some(&to)) => from..to,
            _ => 0..0,
        }
    }

    pub fn size(&self, at: usize) -> usize {
        self.sizes.partition_point(|&begin| begin <= at)
    }

    /// Nodes of the taxonomy, ascending.
    pub fn set(&self, at: usize) -> &[u32] {
        let size = self.size(at);
        let from = self.begins[size - 1] + (at - self.sizes[size - 1]) * size;
        &self.item[from..from + size]
    }

    pub fn support(&self, at: usize) -> u32 {
        self.support[at]
    }

    /// The smallest support of a proper subset that is not empty; `u32::MAX` for single items.
    pub fn least_subset(&self, at: usize) -> u32 {
        self.least_subset[at]
    }

    /// Whether it is a threat for this k and none of its parts is.
    pub fn is_minimal(&self, at: usize, k: u32) -> bool {
        self.support[at] < k && k <= self.least_subset[at]
    }
}

#[cfg(test)]
mod tests;
