//! How well every basket is hidden, for every k and every m at once.

use super::db::TransactionsDb;
use super::least::Leasts;
use super::whole::whole_supports;
use cloakroom_core::{Lists, Progress, Stopped};
use std::sync::atomic::{AtomicU32, Ordering};

/// For every distinct basket and every size: the least support of a subset of at most so many items. A basket
/// breaks k^m-anonymity if that is less than k.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowProfile {
    /// By size, from 1: the least support of every set. Only as many sizes as make a difference.
    least: Vec<Vec<u32>>,
    /// By set: the support of all its items together.
    whole: Vec<u32>,
    /// By size, then for all items together: how many baskets have less than k, by k up to `cap`.
    below: Vec<Vec<u32>>,
    /// By set: how many baskets are the same.
    weight: Vec<u32>,
    cap: u32,
    /// Whether larger sizes than those of `least` change nothing.
    settled: bool,
}

impl RowProfile {
    /// Sizes up to `largest_m` are looked at; supports from `cap` on are taken for `cap`, so that no k beyond it can
    /// be asked for.
    pub fn compute(
        db: &TransactionsDb,
        largest_m: u32,
        cap: u32,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let holders = Lists::sorted(db.items(), db.sets.items());
        let mut whole = whole_supports(&db.sets, db.items(), progress)?;
        for (record, support) in whole.iter_mut().enumerate() {
            // Nothing can be known of an empty basket.
            *support = match db.sets.set(record) {
                [] => cap,
                _ => cap.min(*support),
            };
        }
        let leasts = Leasts {
            db,
            holders: &holders,
            floor: &whole,
            least: db.sets.weight.iter().map(|_| AtomicU32::new(cap)).collect(),
        };
        let mut profile = Self {
            cap,
            weight: db.sets.weight.clone(),
            ..Self::default()
        };
        for size in 1..=largest_m.max(1) {
            if size == 1 {
                leasts.single();
            } else {
                leasts.of_size(size, progress)?;
            }
            let least = leasts.least.iter();
            let least = least.map(|least| least.load(Ordering::Relaxed)).collect();
            profile.push(least);
            profile.settled = !leasts.any_open();
            if profile.settled {
                break;
            }
        }
        profile.below.push(profile.count_below(&whole));
        profile.whole = whole;
        Ok(profile)
    }

    fn push(&mut self, least: Vec<u32>) {
        self.below.push(self.count_below(&least));
        self.least.push(least);
    }

    fn count_below(&self, least: &[u32]) -> Vec<u32> {
        let mut below = vec![0; self.cap as usize + 1];
        for (&least, &weight) in least.iter().zip(&self.weight) {
            if let Some(count) = below.get_mut(least as usize + 1) {
                *count += weight;
            }
        }
        for k in 1..below.len() {
            below[k] += below[k - 1];
        }
        below
    }

    /// The sizes that were looked at; fewer than were asked for if larger ones make no difference.
    pub fn levels(&self) -> u32 {
        self.least.len() as u32
    }

    /// Whether it was looked at what so many items tell, or larger sets tell no more.
    pub fn knows(&self, m: u32) -> bool {
        self.settled || m <= self.levels()
    }

    pub fn baskets(&self) -> usize {
        self.weight.iter().map(|&weight| weight as usize).sum()
    }

    /// What k may be at most in a question.
    pub fn cap(&self) -> u32 {
        self.cap
    }

    /// The least support of a subset of at most m items.
    pub fn least(&self, record: usize, m: u32) -> u32 {
        match m.checked_sub(1).map(|level| level as usize) {
            None => self.cap,
            Some(level) => self.least.get(level).unwrap_or(&self.whole)[record],
        }
    }

    /// Baskets that break k^m-anonymity.
    pub fn violating(&self, k: u32, m: u32) -> usize {
        let Some(level) = m.checked_sub(1) else {
            return 0;
        };
        let level = (level as usize).min(self.least.len());
        let below = self.below.get(level).map_or(&[][..], Vec::as_slice);
        let k = (k as usize).min(below.len().saturating_sub(1));
        below.get(k).map_or(0, |&count| count as usize)
    }

    /// These baskets, in their order.
    pub fn violating_transactions(&self, db: &TransactionsDb, k: u32, m: u32) -> Vec<u32> {
        let k = k.min(self.cap);
        let records = db.record_of.iter().enumerate();
        records
            .filter(|&(_, &record)| self.least(record as usize, m) < k)
            .map(|(basket, _)| basket as u32)
            .collect()
    }

    /// The largest k that holds for all baskets, at most `cap`.
    pub fn most_k(&self, m: u32) -> u32 {
        let leasts = (0..self.weight.len()).map(|record| self.least(record, m));
        leasts.min().unwrap_or(self.cap)
    }

    /// The largest m that holds for all baskets; `u32::MAX` if everything may be known, none if not even one item.
    pub fn most_m(&self, k: u32) -> Option<u32> {
        if self.violating(k, u32::MAX) == 0 {
            return Some(u32::MAX);
        }
        let holds = (1..=self.levels()).take_while(|&m| self.violating(k, m) == 0);
        holds.last()
    }

    /// The violating baskets for each of some k.
    pub fn cliff(&self, m: u32, ks: &[u32]) -> Vec<usize> {
        ks.iter().map(|&k| self.violating(k, m)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::trial::{self, Dice, Plain};
    use super::*;
    use crate::transactions::papers_example;

    #[test]
    fn the_papers_transactions() {
        let db = TransactionsDb::original(&papers_example());
        let profile = RowProfile::compute(&db, u32::MAX, 100, &Progress::default()).unwrap();
        assert!(profile.settled);
        // Once in the table: x, y, z; as pairs bd, ei and ac too. The last two baskets are parts of the sixth.
        assert_eq!(profile.violating_transactions(&db, 2, 1), [2, 3]);
        assert_eq!(profile.violating_transactions(&db, 2, 2), [0, 2, 3, 4, 5]);
        assert_eq!(profile.cliff(2, &[1, 2, 3]), [0, 5, 8]);
        assert_eq!((profile.most_k(1), profile.most_m(1)), (1, Some(u32::MAX)));
        assert_eq!(profile.most_m(2), None);
    }

    #[test]
    fn the_same_as_counting_every_subset() {
        let mut dice = Dice::new(11);
        for _ in 0..1_000 {
            let db = TransactionsDb::original(&trial::baskets(&mut dice));
            let plain = Plain::new(&db);
            let cap = 1 + dice.roll(12) as u32;
            let most = 1 + dice.roll(6) as u32;
            let profile = RowProfile::compute(&db, most, cap, &Progress::default()).unwrap();
            let sizes = (1..=most).chain([u32::MAX]);
            for m in sizes {
                let mut violating = vec![0; cap as usize + 1];
                for (record, &(row, weight)) in plain.rows.iter().enumerate() {
                    let parts = plain.supported(m).filter(|part| part & !row == 0);
                    let least = parts.map(|part| plain.support(part)).min();
                    let least = least.unwrap_or(cap).min(cap);
                    assert_eq!(profile.least(record, m), least);
                    for (k, violating) in violating.iter_mut().enumerate() {
                        *violating += if (least as usize) < k {
                            weight as usize
                        } else {
                            0
                        };
                    }
                }
                for (k, &expected) in violating.iter().enumerate() {
                    assert_eq!(profile.violating(k as u32, m), expected);
                    let listed = profile.violating_transactions(&db, k as u32, m);
                    assert_eq!(listed.len(), expected);
                }
            }
        }
    }
}
