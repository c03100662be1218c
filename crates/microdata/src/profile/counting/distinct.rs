//! The different tuples of one batch, found before anything is shared with other threads.

use cloakroom_core::batch::Batch;
use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::BuildHasher;

/// The different tuples of one batch.
pub struct Distinct {
    /// The first row of each, ascending.
    pub rows: Vec<u32>,
    pub counts: Vec<u32>,
}

impl Distinct {
    /// Codes are packed side by side into words; each word splits what the words before it left together.
    pub fn of(batch: &Batch) -> Self {
        let mut class_of = vec![0u32; batch.rows];
        let mut distinct = Self {
            rows: if batch.rows == 0 { vec![] } else { vec![0] },
            counts: if batch.rows == 0 {
                vec![]
            } else {
                vec![batch.rows as u32]
            },
        };
        let mut columns = batch.columns.as_slice();
        while !columns.is_empty() {
            let mut used = 0;
            let mut keys = vec![0u64; batch.rows];
            let mut taken = 0;
            for column in columns {
                let largest = column.values.len().saturating_sub(1) as u32;
                let bits = 32 - largest.leading_zeros();
                if used + bits > 64 {
                    break;
                }
                used += bits;
                taken += 1;
                for (key, &code) in keys.iter_mut().zip(&column.codes) {
                    *key = *key << bits | u64::from(code);
                }
            }
            columns = &columns[taken..];
            distinct = split(&mut class_of, &keys);
        }
        distinct
    }
}

fn split(class_of: &mut [u32], keys: &[u64]) -> Distinct {
    let hasher = FixedState::default();
    let mut table: HashTable<u32> = HashTable::new();
    let mut known: Vec<(u32, u64)> = Vec::new();
    let mut distinct = Distinct {
        rows: Vec::new(),
        counts: Vec::new(),
    };
    for (row, (class, &key)) in class_of.iter_mut().zip(keys).enumerate() {
        let whole = (*class, key);
        let hash = hasher.hash_one(whole);
        *class = match table.find(hash, |&class| known[class as usize] == whole) {
            Some(&class) => class,
            None => {
                let new = known.len() as u32;
                known.push(whole);
                distinct.rows.push(row as u32);
                distinct.counts.push(0);
                table.insert_unique(hash, new, |&class| hasher.hash_one(known[class as usize]));
                new
            }
        };
        distinct.counts[*class as usize] += 1;
    }
    distinct
}
