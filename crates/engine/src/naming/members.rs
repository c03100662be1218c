//! The values behind the cells of a released column.

use cloakroom_core::{Column, Progress, Stopped};
use std::collections::HashMap;

/// How many records are looked at between two looks at the progress.
const STRIDE: usize = 1 << 16;
const NONE: u32 = u32::MAX;

/// Kept records alone count.
pub struct Members {
    /// By released code, the codes of the original column in its order, each with its records.
    pub of_code: Vec<Vec<(u32, u64)>>,
    /// By original code, whether a kept record has it.
    pub is_kept: Vec<bool>,
}

impl Members {
    pub fn behind(
        original: &Column,
        released: &Column,
        kept: &[u32],
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let values = original.dictionary().len();
        // Mostly a value becomes the same everywhere, and is then counted without looking anything up.
        let mut usual = vec![NONE; values];
        let mut usual_records = vec![0u64; values];
        let mut others: HashMap<(u32, u32), u64> = HashMap::new();
        for rows in kept.chunks(STRIDE) {
            progress.check()?;
            for &row in rows {
                let row = row as usize;
                let (from, to) = (original.codes()[row], released.codes()[row]);
                let records = u64::from(original.weight(row));
                let known = &mut usual[from as usize];
                if *known == NONE {
                    *known = to;
                }
                if *known == to {
                    usual_records[from as usize] += records;
                } else {
                    *others.entry((from, to)).or_default() += records;
                }
            }
        }
        let is_kept = usual.iter().map(|&to| to != NONE).collect();
        let mut of_code = vec![Vec::new(); released.dictionary().len()];
        for (from, (&to, &records)) in usual.iter().zip(&usual_records).enumerate() {
            if to != NONE {
                of_code[to as usize].push((from as u32, records));
            }
        }
        for ((from, to), records) in others {
            of_code[to as usize].push((from, records));
        }
        let ranks = original.ranks();
        for members in &mut of_code {
            members.sort_unstable_by_key(|&(code, _)| ranks[code as usize]);
        }
        Ok(Self { of_code, is_kept })
    }

    /// The texts of the original column that are kept, a missing one aside.
    pub fn kept_texts<'a>(&self, original: &'a Column) -> Vec<&'a str> {
        let codes = original.order()[..original.distinct()].iter();
        codes
            .filter(|&&code| self.is_kept[code as usize])
            .map(|&code| original.dictionary().get(code))
            .collect()
    }
}
