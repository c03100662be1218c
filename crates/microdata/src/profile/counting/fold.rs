//! Rows that became equal because their values are, counted as one.

use super::{Counted, CountingError, STRIDE};
use cloakroom_core::Progress;
use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::{BuildHasher, Hasher};

impl Counted {
    /// Rows stay in the order of their first records: the first of equal ones stands for all of them.
    pub(super) fn merge_equal_rows(&mut self, progress: &Progress) -> Result<(), CountingError> {
        let columns = &mut self.columns;
        let hasher = FixedState::default();
        let mut table: HashTable<u32> = HashTable::new();
        let mut kept: Vec<u32> = Vec::new();
        let mut weights: Vec<u32> = Vec::new();
        for row in 0..self.weights.len() {
            if row % STRIDE == 0 {
                progress.check()?;
            }
            let hash_of = |row: usize| {
                let mut state = hasher.build_hasher();
                columns
                    .iter()
                    .for_each(|column| state.write_u32(column.codes[row]));
                state.finish()
            };
            let is_equal = |at: &u32| {
                let other = kept[*at as usize] as usize;
                columns
                    .iter()
                    .all(|column| column.codes[other] == column.codes[row])
            };
            let hash = hash_of(row);
            if let Some(&at) = table.find(hash, is_equal) {
                let weight = &mut weights[at as usize];
                let sum = weight.checked_add(self.weights[row]);
                *weight = sum.ok_or(CountingError::TooManyRecords)?;
                continue;
            }
            let at = kept.len() as u32;
            kept.push(row as u32);
            weights.push(self.weights[row]);
            table.insert_unique(hash, at, |&at| hash_of(kept[at as usize] as usize));
        }
        let picked =
            |all: &[u32]| -> Vec<u32> { kept.iter().map(|&row| all[row as usize]).collect() };
        for column in columns {
            progress.check()?;
            column.codes = picked(&column.codes);
        }
        self.first_record = picked(&self.first_record);
        self.weights = weights.into();
        Ok(())
    }
}
