//! All sets of one size that larger ones can grow from.

use cloakroom_core::{Progress, Stopped};
use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashTable};
use std::hash::BuildHasher;

/// Sets of dense items, each ascending, in the order of their items.
#[derive(Clone, Debug, Default)]
pub(super) struct Family {
    pub size: usize,
    pub item: Vec<u32>,
    pub support: Vec<u32>,
    /// `starts[item]..starts[item + 1]` are the sets that begin with an item.
    starts: Vec<u32>,
    /// Bits that an item takes in a key.
    bits: u32,
    supports: Supports,
}

/// The support of every set. A look-up misses the cache as seldom as can be if the set is its own key.
#[derive(Clone, Debug)]
enum Supports {
    Narrow(HashMap<u64, u32, FixedState>),
    Wide(HashMap<u128, u32, FixedState>),
    /// Places of the sets, which are too large for a key.
    Places(HashTable<u32>),
}

impl Default for Supports {
    fn default() -> Self {
        Self::Places(HashTable::new())
    }
}

impl Family {
    pub fn new(size: usize, item: Vec<u32>, support: Vec<u32>, items: usize) -> Self {
        let mut starts = vec![0u32; items + 1];
        for set in item.chunks_exact(size) {
            starts[set[0] as usize + 1] += 1;
        }
        for at in 0..items {
            starts[at + 1] += starts[at];
        }
        Self {
            size,
            item,
            support,
            starts,
            bits: (items.max(2) - 1).ilog2() + 1,
            supports: Supports::default(),
        }
    }

    /// Makes [`Family::support_of`] ready.
    pub fn index(&mut self, progress: &Progress) -> Result<(), Stopped> {
        let bits = self.bits;
        let count = self.support.len();
        self.supports = match self.bits * self.size as u32 {
            0..=64 => {
                let mut supports = HashMap::with_capacity_and_hasher(count, FixedState::default());
                for at in 0..count {
                    check(at, progress)?;
                    supports.insert(key(self.set(at), bits) as u64, self.support[at]);
                }
                Supports::Narrow(supports)
            }
            65..=128 => {
                let mut supports = HashMap::with_capacity_and_hasher(count, FixedState::default());
                for at in 0..count {
                    check(at, progress)?;
                    supports.insert(key(self.set(at), bits), self.support[at]);
                }
                Supports::Wide(supports)
            }
            _ => {
                let mut places = HashTable::with_capacity(count);
                for at in 0..count {
                    check(at, progress)?;
                    let hash_of = |at: &u32| hash(self.set(*at as usize));
                    places.insert_unique(hash(self.set(at)), at as u32, hash_of);
                }
                Supports::Places(places)
            }
        };
        Ok(())
    }

    pub fn set(&self, at: usize) -> &[u32] {
        &self.item[at * self.size..(at + 1) * self.size]
    }

    pub fn beginning_with(&self, item: u32) -> std::ops::Range<usize> {
        self.starts[item as usize] as usize..self.starts[item as usize + 1] as usize
    }

    /// None if the set is not in the family.
    pub fn support_of(&self, set: &[u32]) -> Option<u32> {
        match &self.supports {
            Supports::Narrow(supports) => supports.get(&(key(set, self.bits) as u64)).copied(),
            Supports::Wide(supports) => supports.get(&key(set, self.bits)).copied(),
            Supports::Places(places) => {
                let found = places.find(hash(set), |&at| self.set(at as usize) == set)?;
                Some(self.support[*found as usize])
            }
        }
    }
}

fn check(at: usize, progress: &Progress) -> Result<(), Stopped> {
    progress.check_every(1 << 14, at)?;
    Ok(())
}

fn key(set: &[u32], bits: u32) -> u128 {
    set.iter()
        .fold(0, |key, &item| key << bits | u128::from(item))
}

fn hash(set: &[u32]) -> u64 {
    FixedState::default().hash_one(set)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_support_is_found_by_keys_of_every_width() {
        for (size, items) in [(2, 3), (3, 1 << 20), (5, 1 << 20), (9, 1 << 20)] {
            let last = items as u32 - 1;
            let sets: [Vec<u32>; 2] = [
                (last - size..last).collect(),
                (last - size + 1..=last).collect(),
            ];
            let mut family = Family::new(size as usize, sets.concat(), vec![7, 8], items);
            family.index(&Progress::default()).unwrap();
            assert_eq!(family.support_of(&sets[0]), Some(7));
            assert_eq!(family.support_of(&sets[1]), Some(8));
            let mut other = sets[0].clone();
            other[0] = 0;
            assert_eq!(family.support_of(&other), (other == sets[0]).then_some(7));
        }
    }
}
