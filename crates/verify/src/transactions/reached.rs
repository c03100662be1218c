//! How much further each promise about transactions would hold, the others as given.

use super::decide::{Asked, Broken, Check};
use super::quest::{Aim, Quest};
use super::rare;
use super::telling::{self, Among};
use crate::watch::Stopped;

/// Rows that may be looked at to find how much further a promise would hold. The promise itself is decided
/// whatever it takes.
const BUDGET: u64 = 400_000_000;

impl Check<'_> {
    /// The fewest baskets that hold any set about which k says something.
    pub fn least(&self, broken: &Broken) -> Result<Option<u64>, Stopped> {
        let most = self.asked.m.max(self.asked.p);
        let mut least = self.baskets;
        if most > 0 && self.pile.items() > 0 {
            let rarest = self.pile.support(0);
            let has_rare = Broken::any(&broken.rare_m) || Broken::any(&broken.rare_p);
            let support = if most as usize >= self.pile.longest() {
                self.pile.least_own(rarest, self.watch)?
            } else {
                let floor = if has_rare { 1 } else { self.asked.k };
                let below = if has_rare {
                    self.asked.k.min(rarest)
                } else {
                    rarest
                };
                if below <= floor {
                    below
                } else {
                    let aim = Aim::Support { floor };
                    let quest = Quest::new(aim, self.own, below, most, self.watch).within(BUDGET);
                    if !rare::search(self.pile, &quest)? {
                        return Ok(None);
                    }
                    quest.below()
                }
            };
            least = least.min(u64::from(support));
        }
        if self.asked.duplicates {
            let single = self.pile.weight.iter().copied().min();
            least = least.min(single.map_or(least, u64::from));
        }
        Ok((self.baskets > 0).then_some(least))
    }

    /// Sets that are rare for the k asked for need not be for a smaller one, and may then tell too much.
    pub fn most_k(&self, broken: &Broken, least: Option<u64>) -> Result<Option<u64>, Stopped> {
        let Some(least) = least else {
            return Ok(None);
        };
        if Broken::any(&broken.telling) {
            return Ok(None);
        }
        if self.asked.p > 0 && least < u64::from(self.asked.k) {
            let among = Among {
                least: least as u32,
                most: self.asked.p,
            };
            let told = telling::exists(self.pile, among, self.asked.share, BUDGET, self.watch)?;
            return Ok((told == Some(false)).then_some(least));
        }
        Ok(Some(least))
    }

    /// The size of the smallest rare set, the inner `None` if there is none of any size; `None` if it is not
    /// known. There is one of at most `most` items if `is_rare`, and none otherwise.
    pub fn least_rare(&self, most: u32, is_rare: bool) -> Result<Option<Option<u32>>, Stopped> {
        let k = self.asked.k;
        if self.own.iter().all(|&own| own >= k) {
            return Ok(Some(None));
        }
        let longest = self.pile.longest() as u32;
        let (most, floor) = if is_rare {
            (most.min(longest), 1)
        } else {
            (longest, most + 1)
        };
        let aim = Aim::Size { floor };
        let quest = Quest::new(aim, self.own, k, most, self.watch).within(BUDGET);
        let ended = rare::search(self.pile, &quest)?;
        // What was looked for was one item less than the smallest found.
        Ok(ended.then(|| Some(quest.most() + 1)))
    }

    /// The largest p that would do; not less than what is asked for if that does.
    pub fn most_p(&self, broken: &Broken) -> Result<Option<u64>, Stopped> {
        let Asked { k, p, share, .. } = self.asked;
        let Some(rare) = self.least_rare(p, Broken::any(&broken.rare_p))? else {
            return Ok(None);
        };
        let longest = self.pile.longest() as u32;
        let most = rare.map_or(longest.max(p), |size| size - 1);
        let from = if broken.is_coherent() { p + 1 } else { 1 };
        for size in from..=most.min(longest) {
            let among = Among {
                least: k,
                most: size,
            };
            match telling::exists(self.pile, among, share, BUDGET, self.watch)? {
                Some(true) => return Ok((size > 1).then(|| u64::from(size) - 1)),
                Some(false) => {}
                None => return Ok(None),
            }
        }
        Ok((most > 0).then_some(u64::from(most)))
    }

    /// The smallest share that would do.
    pub fn least_h(&self) -> Result<Option<f64>, Stopped> {
        let Asked { k, p, .. } = self.asked;
        let among = Among { least: k, most: p };
        let largest = telling::largest(self.pile, among, BUDGET, self.watch)?;
        Ok(largest.map(|share| share.millionths() as f64 / 1e6))
    }
}
