//! Equal sets become one.

use crate::profile::sets::Sets;
use cloakroom_core::{Progress, Stopped};
use hashbrown::HashTable;
use std::hash::BuildHasher;

/// Room to merge in, kept between two times.
#[derive(Clone, Debug, Default)]
pub struct Merger {
    table: HashTable<u32>,
    /// By set: the number of the merged one.
    pub number: Vec<u32>,
}

impl Merger {
    /// The merged sets stand in the order in which the first of each stood.
    pub fn merge(
        &mut self,
        sets: &Sets,
        merged: &mut Sets,
        progress: &Progress,
    ) -> Result<(), Stopped> {
        let hasher = foldhash::fast::FixedState::default();
        self.table.clear();
        self.number.clear();
        merged.clear();
        for at in 0..sets.len() {
            progress.check_every(4_096, at)?;
            let (set, weight) = (sets.set(at), sets.weight[at]);
            let entry = self.table.entry(
                hasher.hash_one(set),
                |&number| merged.set(number as usize) == set,
                |&number| hasher.hash_one(merged.set(number as usize)),
            );
            let number = *entry.or_insert(merged.len() as u32).get();
            if number as usize == merged.len() {
                merged.push(set, 0);
            }
            merged.weight[number as usize] += weight;
            self.number.push(number);
        }
        Ok(())
    }
}
