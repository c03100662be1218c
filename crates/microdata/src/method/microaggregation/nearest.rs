//! The nearest records found so far.

use std::collections::BinaryHeap;

/// A record and its squared distance; compared by distance, then by row. Distances are never negative, so their bits are
/// in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    bits: u64,
    pub row: u32,
}

impl Found {
    pub fn new(distance: f64, row: u32) -> Self {
        Self {
            bits: distance.to_bits(),
            row,
        }
    }

    pub fn distance(self) -> f64 {
        f64::from_bits(self.bits)
    }
}

/// The nearest so far: a heap with the farthest of them on top.
#[derive(Debug)]
pub struct Nearest {
    wanted: usize,
    /// How much nearer than the farthest of them a box must be to be looked into; 1 for all that could hold a nearer record.
    haste: f64,
    heap: BinaryHeap<Found>,
}

impl Default for Nearest {
    fn default() -> Self {
        Self {
            wanted: 0,
            haste: 1.0,
            heap: BinaryHeap::new(),
        }
    }
}

impl Nearest {
    /// Finds records that are nearly the nearest, and sooner.
    pub fn hasty(haste: f64) -> Self {
        Self {
            haste,
            ..Self::default()
        }
    }

    pub fn wanted(&self) -> usize {
        self.wanted
    }

    /// Whether a box at this squared distance, with no smaller row than this, need not be looked into.
    pub fn passes_over(&self, distance: f64, first_row: u32) -> bool {
        if self.heap.len() < self.wanted {
            return false;
        }
        self.heap
            .peek()
            .is_none_or(|worst| Found::new(distance * self.haste, first_row) > *worst)
    }

    pub fn want(&mut self, wanted: usize) {
        self.wanted = wanted;
        self.heap.clear();
    }

    /// Ascending by distance, then by row.
    pub fn sorted(&mut self, into: &mut Vec<Found>) {
        into.clear();
        into.extend(self.heap.drain());
        into.sort_unstable();
    }

    pub fn unsorted(&self) -> impl Iterator<Item = Found> + '_ {
        self.heap.iter().copied()
    }

    pub fn limit(&self) -> f64 {
        if self.heap.len() < self.wanted {
            f64::INFINITY
        } else {
            self.heap
                .peek()
                .map_or(f64::NEG_INFINITY, |worst| worst.distance())
        }
    }

    /// Whether it is among the nearest so far.
    pub fn offer(&mut self, found: Found) -> bool {
        if self.heap.len() < self.wanted {
            self.heap.push(found);
            return true;
        }
        match self.heap.peek_mut() {
            Some(mut worst) if found < *worst => {
                *worst = found;
                true
            }
            _ => false,
        }
    }
}
