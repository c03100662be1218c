//! A table as it stands during the search: where everybody lies, who is close to whom, and what it costs.

use crate::method::clustered::ground::{Bounds, Ground, are_close};
use cloakroom_core::{Progress, Stopped};

#[derive(Clone, Debug)]
pub struct Standing<'a> {
    pub ground: &'a Ground,
    cells: Vec<u16>,
    paid: Vec<u32>,
    /// Row after row, a bit for everybody who is close; everybody is close to themselves.
    near: Vec<u64>,
    words: usize,
    /// How many are close, the person included.
    count: Vec<u32>,
    total: u64,
}

/// Moves that can be taken back.
#[derive(Clone, Debug, Default)]
pub struct Journal(Vec<(u32, Vec<u16>)>);

impl<'a> Standing<'a> {
    /// Everybody where they are put; `cells` row after row of the ground.
    pub fn new(ground: &'a Ground, cells: Vec<u16>, progress: &Progress) -> Result<Self, Stopped> {
        let people = ground.size();
        let words = people.div_ceil(64);
        let paid: Vec<u32> = (0..people)
            .map(|row| ground.paid(row as u32, &cells[row * ground.stride..][..ground.stride]))
            .collect();
        let mut standing = Self {
            ground,
            total: paid.iter().map(|&paid| u64::from(paid)).sum(),
            paid,
            cells,
            near: vec![0; people * words],
            words,
            count: vec![0; people],
        };
        for row in 0..people as u32 {
            progress.check()?;
            let mut bits = vec![0u64; words];
            standing.count[row as usize] = standing.mark_near(standing.at(row), &mut bits);
            standing.near[row as usize * words..][..words].copy_from_slice(&bits);
        }
        Ok(standing)
    }

    pub fn total(&self) -> u64 {
        self.total
    }

    #[inline]
    pub fn at(&self, row: u32) -> &[u16] {
        let stride = self.ground.stride;
        &self.cells[row as usize * stride..][..stride]
    }

    pub fn paid(&self, row: u32) -> u32 {
        self.paid[row as usize]
    }

    pub fn near(&self, row: u32) -> impl Iterator<Item = u32> + Clone + '_ {
        ones(&self.near[row as usize * self.words..][..self.words])
    }

    /// Whether too few are close to somebody.
    pub fn is_short(&self, row: u32) -> bool {
        (self.count[row as usize] as usize) < self.ground.k
    }

    /// Those who would have too few people near without this one.
    pub fn dependants(&self, row: u32) -> impl Iterator<Item = u32> + '_ {
        let k = self.ground.k as u32;
        self.near(row)
            .filter(move |&other| other != row && self.count[other as usize] <= k)
    }

    /// Where the row may be so that nobody loses whom they need.
    pub fn leash(&self, row: u32) -> Bounds {
        let mut bounds = self.ground.everywhere();
        for other in self.dependants(row) {
            bounds.narrow(self.at(other), self.ground.within);
        }
        bounds
    }

    fn mark_near(&self, cells: &[u16], bits: &mut [u64]) -> u32 {
        let stride = self.ground.stride;
        let mut count = 0;
        for (bits, rows) in bits.iter_mut().zip(self.cells.chunks(64 * stride)) {
            *bits = 0;
            for (bit, other) in rows.chunks_exact(stride).enumerate() {
                let close = are_close(cells, other, self.ground.within);
                *bits |= u64::from(close) << bit;
            }
            count += bits.count_ones();
        }
        count
    }

    /// Puts the row elsewhere.
    pub fn put(&mut self, row: u32, cells: &[u16]) {
        let (stride, words) = (self.ground.stride, self.words);
        let place = row as usize * stride;
        self.cells[place..place + stride].copy_from_slice(cells);
        let mut bits = vec![0u64; words];
        self.count[row as usize] = self.mark_near(cells, &mut bits);
        let (word, bit) = (row as usize / 64, 1u64 << (row % 64));
        for (at, &new) in bits.iter().enumerate() {
            let old = std::mem::replace(&mut self.near[row as usize * words + at], new);
            let changed = old ^ new;
            for other in ones(&[changed]) {
                let other = at * 64 + other as usize;
                if other == row as usize {
                    continue;
                }
                let theirs = &mut self.near[other * words + word];
                *theirs ^= bit;
                if *theirs & bit == 0 {
                    self.count[other] -= 1;
                } else {
                    self.count[other] += 1;
                }
            }
        }
        let paid = self.ground.paid(row, cells);
        self.total = self.total - u64::from(self.paid[row as usize]) + u64::from(paid);
        self.paid[row as usize] = paid;
    }

    /// Puts the row elsewhere and notes where it was.
    pub fn put_noted(&mut self, row: u32, cells: &[u16], journal: &mut Journal) {
        journal.0.push((row, self.at(row).to_vec()));
        self.put(row, cells);
    }

    pub fn take_back(&mut self, journal: Journal) {
        for (row, cells) in journal.0.into_iter().rev() {
            self.put(row, &cells);
        }
    }

    pub fn cells(&self) -> &[u16] {
        &self.cells
    }
}

/// The places of the set bits.
fn ones(bits: &[u64]) -> impl Iterator<Item = u32> + Clone + '_ {
    bits.iter().enumerate().flat_map(|(word, &bits)| {
        let mut left = bits;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let bit = left.trailing_zeros();
            left &= left - 1;
            Some(word as u32 * 64 + bit)
        })
    })
}
