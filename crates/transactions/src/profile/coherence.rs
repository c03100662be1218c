//! (h, k, p)-coherence: a set of at most p public items that occurs is in at least k baskets, and at most a share h of
//! them holds any one private item. A set that breaks this is a mole.

use super::db::TransactionsDb;
use super::rows::RowProfile;
use super::satisfies::satisfies;
use super::shares::{ALL_OF_IT, Carriers, Shares};
use crate::privacy::Coherence;
use cloakroom_core::{Lists, Progress, Stopped};
use std::sync::atomic::{AtomicU32, Ordering};

pub use super::shares::share;

/// For every distinct basket and every size: the least support and the largest share of a private item that a set of
/// so many public items leads to, so that h, k and p are thresholds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoherenceProfile {
    /// What is known about supports alone.
    pub rows: RowProfile,
    /// By size, from 1, and by set, in millionths, rounded up.
    shares: Vec<Vec<u32>>,
    weight: Vec<u32>,
}

impl CoherenceProfile {
    /// Sets of at most `largest_p` items; supports are known up to `cap`.
    pub fn compute(
        db: &TransactionsDb,
        largest_p: u32,
        cap: u32,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let rows = RowProfile::compute(db, largest_p, cap, progress)?;
        let holders = Lists::sorted(db.items(), db.sets.items());
        let largest: Vec<AtomicU32> = db.sets.weight.iter().map(|_| AtomicU32::new(0)).collect();
        let longest = (0..db.sets.len()).map(|set| db.sets.set(set).len()).max();
        let sizes = largest_p.min(longest.unwrap_or(0) as u32).max(1);
        let mut shares = Vec::new();
        for size in 1..=sizes {
            progress.stage("counting private items", db.private_items.len() as u64);
            for carriers in Carriers::all(db) {
                let search = Shares {
                    db,
                    holders: &holders,
                    carriers: &carriers,
                    limit: 0,
                    k: 1,
                    largest: Some(&largest),
                };
                search.of_size(size, progress)?;
                progress.advance(1);
            }
            let known = largest.iter();
            shares.push(known.map(|share| share.load(Ordering::Relaxed)).collect());
        }
        Ok(Self {
            rows,
            shares,
            weight: db.sets.weight.clone(),
        })
    }

    /// The largest share, in millionths, of a private item among the baskets that hold some set of at most p items of
    /// this one.
    pub fn largest_share(&self, record: usize, p: u32) -> u32 {
        let level = (p as usize).min(self.shares.len());
        level
            .checked_sub(1)
            .map_or(0, |level| self.shares[level][record])
    }

    /// Whether a distinct basket holds a mole.
    pub fn is_broken(&self, record: usize, k: u32, coherence: Coherence) -> bool {
        self.rows.least(record, coherence.p) < k.min(self.rows.cap())
            || u64::from(self.largest_share(record, coherence.p)) > coherence.share
    }

    /// Baskets that hold a mole.
    pub fn violating(&self, k: u32, coherence: Coherence) -> usize {
        let records = self.weight.iter().enumerate();
        let broken = records.filter(|&(record, _)| self.is_broken(record, k, coherence));
        broken.map(|(_, &weight)| weight as usize).sum()
    }

    /// These baskets, in their order.
    pub fn violating_transactions(
        &self,
        db: &TransactionsDb,
        k: u32,
        coherence: Coherence,
    ) -> Vec<u32> {
        let records = db.record_of.iter().enumerate();
        records
            .filter(|&(_, &record)| self.is_broken(record as usize, k, coherence))
            .map(|(basket, _)| basket as u32)
            .collect()
    }

    /// The least h, in millionths, that would hold for this k and p; none if k alone does not.
    pub fn least_share(&self, k: u32, p: u32) -> Option<u64> {
        let shares = (0..self.weight.len()).map(|record| self.largest_share(record, p));
        (self.rows.violating(k, p) == 0).then(|| u64::from(shares.max().unwrap_or(0)))
    }

    /// The largest k that would hold for this h and p, at most what the supports are known up to; none if h alone does
    /// not hold.
    pub fn most_k(&self, coherence: Coherence) -> Option<u32> {
        let mut shares = (0..self.weight.len()).map(|at| self.largest_share(at, coherence.p));
        shares
            .all(|share| u64::from(share) <= coherence.share)
            .then(|| self.rows.most_k(coherence.p))
    }

    /// The largest p that would hold for this h and k, among those looked at; none if not even one item may be known.
    pub fn most_p(&self, k: u32, share: u64) -> Option<u32> {
        let sizes = 1..=(self.shares.len() as u32).max(self.rows.levels());
        let holds = sizes.take_while(|&p| self.violating(k, Coherence { p, share }) == 0);
        holds.last()
    }
}

/// A set of public items that is in too few baskets, or in too many with the same private item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mole {
    /// Nodes of the taxonomy, ascending.
    pub nodes: Vec<u32>,
    /// Too many of the baskets hold this private item (a code of `Transactions::items`), so many of so many; none
    /// if there are too few baskets.
    pub tells: Option<(u32, u32, u32)>,
}

/// A mole, none if there is none; the same one for any number of threads.
pub fn first_mole(
    db: &TransactionsDb,
    k: u32,
    coherence: Coherence,
    progress: &Progress,
) -> Result<Option<Mole>, Stopped> {
    if let Some(nodes) = satisfies(db, k, coherence.p, progress)? {
        return Ok(Some(Mole { nodes, tells: None }));
    }
    let Ok(limit) = u32::try_from(coherence.share) else {
        return Ok(None);
    };
    if limit >= ALL_OF_IT {
        return Ok(None);
    }
    let holders = Lists::sorted(db.items(), db.sets.items());
    let longest = (0..db.sets.len()).map(|set| db.sets.set(set).len()).max();
    for size in 1..=coherence.p.min(longest.unwrap_or(0) as u32) {
        for carriers in Carriers::all(db) {
            let search = Shares {
                db,
                holders: &holders,
                carriers: &carriers,
                limit,
                k,
                largest: None,
            };
            if let Some(found) = search.of_size(size, progress)? {
                let private = db.private_items[carriers.private as usize];
                return Ok(Some(Mole {
                    nodes: db.nodes_of(&found.items),
                    tells: Some((private, found.with, found.support)),
                }));
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::super::trial::{self, Dice, Plain};
    use super::super::{Bounds, mine_moles};
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_same_as_counting_every_set() {
        let mut dice = Dice::new(21);
        let (mut coherent, mut telling) = (0, 0);
        for _ in 0..800 {
            let baskets = trial::with_private(&mut dice);
            let db = TransactionsDb::original(&baskets);
            let plain = Plain::new(&db);
            let profile = CoherenceProfile::compute(&db, 4, 50, &Progress::default()).unwrap();
            let k = 1 + dice.roll(4) as u32;
            let asked = Coherence {
                p: 1 + dice.roll(4) as u32,
                share: [0, 250_000, 333_333, 500_000, 800_000, 1_000_000][dice.roll(6) as usize],
            };
            let is_mole = |set: u32| {
                let (all, with) = trial::counted(&db, &plain, set);
                all < k || asked.is_broken_by(with.into(), all.into())
            };
            let moles: Vec<u32> = plain
                .supported(asked.p)
                .filter(|&set| is_mole(set))
                .collect();
            let mut violating = Vec::new();
            for (basket, &record) in db.record_of.iter().enumerate() {
                let (row, _) = plain.rows[record as usize];
                let parts = plain.supported(asked.p).filter(|set| set & !row == 0);
                let shares = parts.map(|set| {
                    let (all, with) = trial::counted(&db, &plain, set);
                    share(with, all)
                });
                let largest = shares.max().unwrap_or(0);
                assert_eq!(profile.largest_share(record as usize, asked.p), largest);
                if moles.iter().any(|set| set & !row == 0) {
                    violating.push(basket as u32);
                }
            }
            assert_eq!(profile.violating_transactions(&db, k, asked), violating);
            assert_eq!(profile.violating(k, asked), violating.len());
            coherent += usize::from(violating.is_empty());

            let mole = first_mole(&db, k, asked, &Progress::default()).unwrap();
            assert_eq!(mole.is_some(), !moles.is_empty());
            if let Some(mole) = mole {
                let dense = |node: &u32| db.nodes.iter().position(|other| other == node).unwrap();
                let items: Vec<u32> = mole.nodes.iter().map(|node| dense(node) as u32).collect();
                assert!(moles.contains(&trial::mask(&items)));
                telling += usize::from(mole.tells.is_some());
            }

            let bounds = Bounds {
                k,
                m: 0,
                most_sets: 1 << 20,
            };
            let mined = mine_moles(&db, bounds, asked, &Progress::default()).unwrap();
            let dense = |node: &u32| db.nodes.iter().position(|other| other == node).unwrap();
            let mined: BTreeSet<u32> = (0..mined.len())
                .map(|at| {
                    let nodes = mined.set(at).iter();
                    trial::mask(&nodes.map(|node| dense(node) as u32).collect::<Vec<_>>())
                })
                .collect();
            let has_part = |mole: u32| moles.iter().any(|&part| part != mole && part & !mole == 0);
            let minimal = moles.iter().copied().filter(|&mole| !has_part(mole));
            assert_eq!(mined, minimal.collect());

            let holds = |k, share| profile.violating(k, Coherence { share, ..asked }) == 0;
            if let Some(least) = profile.least_share(k, asked.p) {
                assert!(holds(k, least) && (least == 0 || !holds(k, least - 1)));
            } else {
                assert!(!holds(k, 1_000_000));
            }
            if let Some(most) = profile.most_k(asked) {
                assert!(holds(most, asked.share) && (most >= 50 || !holds(most + 1, asked.share)));
            } else {
                assert!(!holds(1, asked.share));
            }
        }
        assert!(coherent > 50 && telling > 50, "{coherent} {telling}");
    }
}
