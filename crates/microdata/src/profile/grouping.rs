//! Records with equal codes in every given column, found in one or two passes.
//!
//! Codes are packed side by side into 64-bit words, so most tables need a single look-up a record.
//! Keys are exact, never a hash that could collide.

use cloakroom_core::{Column, Progress, Stopped};
use hashbrown::HashTable;
use rayon::prelude::*;
use std::hash::BuildHasher;

/// How many records are handled between two looks at the progress.
const STRIDE: usize = 1 << 16;

/// The class of every record, numbered in the order in which classes first appear.
pub struct Grouping {
    pub class_of: Vec<u32>,
    /// Records.
    pub sizes: Vec<u32>,
    /// Rows, where they are not the records.
    pub rows: Option<Vec<u32>>,
}

/// Groups `rows` records by all of `columns`. Without columns all records are one class.
pub fn group(columns: &[&Column], rows: usize, progress: &Progress) -> Result<Grouping, Stopped> {
    let words = pack_plan(columns);
    progress.stage("grouping", (rows * (words.len() * 2).max(1)) as u64);
    let mut grouping = Grouping {
        class_of: vec![0; rows],
        sizes: if rows == 0 { vec![] } else { vec![rows as u32] },
        rows: None,
    };
    for (at, word) in words.iter().enumerate() {
        let keys = pack(word, rows, progress)?;
        grouping = refine((at > 0).then_some(&grouping), &keys, progress)?;
    }
    if let Some(weights) = columns.iter().find_map(|column| column.weights()) {
        let mut sizes = vec![0u32; grouping.sizes.len()];
        for (&class, &weight) in grouping.class_of.iter().zip(weights.iter()) {
            sizes[class as usize] += weight;
        }
        grouping.rows = Some(std::mem::replace(&mut grouping.sizes, sizes));
    }
    Ok(grouping)
}

/// Columns whose codes share one 64-bit word, with their widths in bits.
type Word<'a> = Vec<(&'a Column, u32)>;

fn pack_plan<'a>(columns: &[&'a Column]) -> Vec<Word<'a>> {
    let mut words: Vec<Word<'_>> = Vec::new();
    let mut used = 64;
    for &column in columns {
        let largest = column.dictionary().len().saturating_sub(1) as u32;
        let bits = 32 - largest.leading_zeros();
        if used + bits > 64 {
            words.push(Vec::new());
            used = 0;
        }
        used += bits;
        if let Some(word) = words.last_mut() {
            word.push((column, bits));
        }
    }
    words
}

fn pack(word: &Word<'_>, rows: usize, progress: &Progress) -> Result<Vec<u64>, Stopped> {
    let mut keys = vec![0u64; rows];
    keys.par_chunks_mut(STRIDE)
        .enumerate()
        .try_for_each(|(chunk, keys)| {
            progress.check()?;
            let start = chunk * STRIDE;
            for &(column, bits) in word {
                let codes = &column.codes()[start..start + keys.len()];
                for (key, &code) in keys.iter_mut().zip(codes) {
                    *key = *key << bits | u64::from(code);
                }
            }
            progress.advance(keys.len() as u64);
            Ok(())
        })?;
    Ok(keys)
}

/// Splits the classes of `coarse` (or the one class of all records) by `keys`.
fn refine(
    coarse: Option<&Grouping>,
    keys: &[u64],
    progress: &Progress,
) -> Result<Grouping, Stopped> {
    let hasher = foldhash::fast::FixedState::default();
    let mut classes: Vec<(u32, u64)> = Vec::new();
    let mut sizes: Vec<u32> = Vec::new();
    let mut class_of = Vec::with_capacity(keys.len());
    let mut table: HashTable<u32> = HashTable::new();
    for (chunk, part) in keys.chunks(STRIDE).enumerate() {
        progress.check()?;
        for (offset, &key) in part.iter().enumerate() {
            let parent = coarse.map_or(0, |coarse| coarse.class_of[chunk * STRIDE + offset]);
            let whole = (parent, key);
            let hash = hasher.hash_one(whole);
            let found = table.find(hash, |&class| classes[class as usize] == whole);
            let class = match found {
                Some(&class) => class,
                None => {
                    let class = classes.len() as u32;
                    classes.push(whole);
                    sizes.push(0);
                    table.insert_unique(hash, class, |&class| {
                        hasher.hash_one(classes[class as usize])
                    });
                    class
                }
            };
            sizes[class as usize] += 1;
            class_of.push(class);
        }
        progress.advance(part.len() as u64);
    }
    Ok(Grouping {
        class_of,
        sizes,
        rows: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_wider_than_a_word_are_grouped_exactly() {
        // Five columns of 17 bits each need two words; the last one tells two records apart.
        let wide: Vec<String> = (0..70_000).map(|n| n.to_string()).collect();
        let column = Column::from_texts("wide", &wide).unwrap();
        let mut last = wide.clone();
        last[1] = "0".into();
        let last = Column::from_texts("last", &last).unwrap();
        let columns = [&column, &column, &column, &column, &last];
        let grouping = group(&columns, wide.len(), &Progress::default()).unwrap();
        assert_eq!(grouping.sizes.len(), 70_000);
        assert!(pack_plan(&columns).len() == 2);
    }

    #[test]
    fn no_columns_make_one_class() {
        let grouping = group(&[], 3, &Progress::default()).unwrap();
        assert_eq!(
            (grouping.class_of, grouping.sizes),
            (vec![0, 0, 0], vec![3])
        );
    }

    #[test]
    fn a_stopped_pulse_stops_the_grouping() {
        let progress = Progress::default();
        progress.stop();
        let column = Column::from_texts("c", ["a", "b"]).unwrap();
        assert!(group(&[&column], 2, &progress).is_err());
    }
}
