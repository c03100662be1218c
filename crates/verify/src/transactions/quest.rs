//! What is looked for among the sets of items, and what was found so far.

use crate::watch::{Stopped, Watch};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// Steps of work between two looks at the watch.
const STRIDE: u64 = 1 << 16;

/// Sets of at most `most` items that fewer than `below` baskets hold.
pub(super) struct Quest<'a> {
    below: AtomicU32,
    most: AtomicU32,
    pub aim: Aim,
    /// By row: how many baskets hold all of it, counted up to what matters. They hold all its parts too.
    own: &'a [u32],
    /// By row: whether it holds such a set.
    marked: Vec<AtomicBool>,
    /// How much work may be done in all; without end if there is none.
    budget: Option<u64>,
    spent: AtomicU64,
    watch: &'a dyn Watch,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// All rows that hold such a set.
    Rows,
    /// The least support of any; none below the floor is left to be found.
    Support { floor: u32 },
    /// The least size of any; none below the floor is left to be found.
    Size { floor: u32 },
}

/// Why a search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    Stopped(Stopped),
    /// The budget is used up.
    Spent,
    /// Nothing better can be found.
    Found,
}

impl<'a> Quest<'a> {
    pub fn new(aim: Aim, own: &'a [u32], below: u32, most: u32, watch: &'a dyn Watch) -> Self {
        Self {
            below: AtomicU32::new(below),
            most: AtomicU32::new(most),
            aim,
            own,
            marked: own.iter().map(|_| AtomicBool::new(false)).collect(),
            budget: None,
            spent: AtomicU64::new(0),
            watch,
        }
    }

    #[must_use]
    pub fn within(mut self, budget: u64) -> Self {
        self.budget = Some(budget);
        self
    }

    pub fn below(&self) -> u32 {
        self.below.load(Ordering::Relaxed)
    }

    pub fn most(&self) -> u32 {
        self.most.load(Ordering::Relaxed)
    }

    /// Whether this row can hold such a set, and that would be news.
    pub fn is_open(&self, row: u32) -> bool {
        self.own[row as usize] < self.below()
            && (self.aim != Aim::Rows || !self.marked[row as usize].load(Ordering::Relaxed))
    }

    pub fn mark(&self, row: u32) {
        self.marked[row as usize].store(true, Ordering::Relaxed);
    }

    pub fn marks(&self) -> Vec<bool> {
        let marks = self.marked.iter();
        marks.map(|mark| mark.load(Ordering::Relaxed)).collect()
    }

    /// A set with so many items and this support is there; its rows are marked by the caller.
    pub fn found(&self, support: u32, size: u32) -> Result<(), Halt> {
        match self.aim {
            Aim::Rows => Ok(()),
            Aim::Support { floor } => {
                self.below.fetch_min(support, Ordering::Relaxed);
                if support <= floor {
                    Err(Halt::Found)
                } else {
                    Ok(())
                }
            }
            Aim::Size { floor } => {
                self.most.fetch_min(size - 1, Ordering::Relaxed);
                if size <= floor {
                    Err(Halt::Found)
                } else {
                    Ok(())
                }
            }
        }
    }

    /// To be told of every piece of work.
    pub fn spend(&self, work: u64) -> Result<(), Halt> {
        let before = self.spent.fetch_add(work, Ordering::Relaxed);
        if before / STRIDE != (before + work) / STRIDE {
            self.watch.check().map_err(Halt::Stopped)?;
        }
        match self.budget {
            Some(budget) if before + work > budget => Err(Halt::Spent),
            _ => Ok(()),
        }
    }
}
