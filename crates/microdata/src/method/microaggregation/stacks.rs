//! Records that are alike in every axis, as one stack of rows each.

use super::points::Points;
use super::tree::NONE;
use cloakroom_core::{Progress, Stopped};
use foldhash::quality::FixedState;
use hashbrown::HashTable;
use std::hash::{BuildHasher, Hasher};

/// Ascending rows, of which any may be taken.
#[derive(Debug)]
pub struct Stacks {
    /// By row: the one before and the one after it in its stack, `NONE` at the ends.
    before: Vec<u32>,
    after: Vec<u32>,
    holds: Vec<bool>,
    left: usize,
}

impl Stacks {
    /// The stacks of some rows, ascending, and the smallest row of each.
    pub fn of(
        points: &Points,
        rows: &[u32],
        progress: &Progress,
    ) -> Result<(Self, Vec<u32>), Stopped> {
        let mut stacks = Self {
            before: vec![NONE; points.rows()],
            after: vec![NONE; points.rows()],
            holds: vec![false; points.rows()],
            left: rows.len(),
        };
        let hash = FixedState::default();
        let mut known: HashTable<(u32, u32)> = HashTable::with_capacity(rows.len());
        let mut first_rows = Vec::new();
        let hash_of = |row: u32| {
            let mut hasher = hash.build_hasher();
            for axis in &points.numbers {
                hasher.write_u64(axis[row as usize].to_bits());
            }
            for axis in &points.categories {
                hasher.write_u32(axis.codes[row as usize]);
            }
            hasher.finish()
        };
        for (at, &row) in rows.iter().enumerate() {
            progress.check_every(1 << 12, at)?;
            stacks.holds[row as usize] = true;
            let is_alike = |&(first, _): &(u32, u32)| are_alike(points, first, row);
            match known.entry(hash_of(row), is_alike, |&(first, _)| hash_of(first)) {
                hashbrown::hash_table::Entry::Occupied(mut stack) => {
                    let last = std::mem::replace(&mut stack.get_mut().1, row);
                    stacks.after[last as usize] = row;
                    stacks.before[row as usize] = last;
                }
                hashbrown::hash_table::Entry::Vacant(place) => {
                    place.insert((row, row));
                    first_rows.push(row);
                }
            }
        }
        Ok((stacks, first_rows))
    }

    /// Rows that are left.
    pub fn len(&self) -> usize {
        self.left
    }

    pub fn holds(&self, row: u32) -> bool {
        self.holds[row as usize]
    }

    /// The next larger row of its stack.
    pub fn after(&self, row: u32) -> u32 {
        self.after[row as usize]
    }

    /// The rows that are left, ascending.
    pub fn left(&self) -> Vec<u32> {
        (0..self.holds.len() as u32)
            .filter(|&row| self.holds(row))
            .collect()
    }

    /// Takes a row out and gives the next larger one of its stack.
    pub fn take(&mut self, row: u32) -> u32 {
        let (before, after) = (self.before[row as usize], self.after[row as usize]);
        if before != NONE {
            self.after[before as usize] = after;
        }
        if after != NONE {
            self.before[after as usize] = before;
        }
        self.holds[row as usize] = false;
        self.left -= 1;
        after
    }
}

fn are_alike(points: &Points, a: u32, b: u32) -> bool {
    let (a, b) = (a as usize, b as usize);
    points
        .numbers
        .iter()
        .all(|axis| axis[a].to_bits() == axis[b].to_bits())
        && points
            .categories
            .iter()
            .all(|axis| axis.codes[a] == axis.codes[b])
}
