//! A part of the tuples, which one thread at a time adds to.

use super::Place;
use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::BuildHasher;

#[derive(Debug, Default)]
pub struct Shard {
    pub table: HashTable<u32>,
    /// A code per column for every tuple.
    pub keys: Vec<u32>,
    pub counts: Vec<u32>,
    pub first: Vec<Place>,
}

impl Shard {
    /// Adds records to a tuple, new or known; `None` if they are too many for a number.
    pub fn count(
        &mut self,
        hash: u64,
        key: &[u32],
        records: u32,
        first: Place,
        hasher: &FixedState,
    ) -> Option<()> {
        let Self {
            table,
            keys,
            counts,
            first: firsts,
        } = self;
        let width = key.len();
        let key_of = |keys: &[u32], at: u32| -> std::ops::Range<usize> {
            debug_assert!((at as usize) < keys.len() / width.max(1) || width == 0);
            at as usize * width..(at as usize + 1) * width
        };
        if let Some(&at) = table.find(hash, |&at| keys[key_of(keys, at)] == *key) {
            let at = at as usize;
            counts[at] = counts[at].checked_add(records)?;
            firsts[at] = first.min(firsts[at]);
            return Some(());
        }
        let at = u32::try_from(counts.len()).ok()?;
        keys.extend_from_slice(key);
        counts.push(records);
        firsts.push(first);
        table.insert_unique(hash, at, |&at| hasher.hash_one(&keys[key_of(keys, at)]));
        Some(())
    }
}
