//! A walk over every node of the lattice, each reached once from a node just below it.
//!
//! Class lists are kept sorted with the columns of most groups in the highest bits. A node is reached by
//! raising the last of its raised columns, counted from the highest bits. So most nodes come from raising
//! a column of few groups, which merges neighbours in the list and hashes nothing.

use super::classes::Classes;
use super::ground::Ground;
use super::price::Pricing;
use super::roll::Roller;
use super::sizes::{Counter, Sizes};
use cloakroom_core::{Progress, Stopped};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Raised columns with at most so many bits below them are merged through an array.
const BLOCK_BITS: u32 = 6;

/// Nodes deeper than this are walked by one thread.
const PARALLEL_DEPTH: usize = 3;

/// A class list in the order of keys, with what leaving a record out would cost. Keys are one word.
#[derive(Clone, Debug, Default)]
struct Sorted {
    keys: Vec<u64>,
    sizes: Vec<u32>,
    loss: Vec<u64>,
    entropy: Vec<u64>,
}

/// Walks the lattice and gives the class sizes of every node; `None` if they need more than `most_bytes`.
pub fn walk(
    ground: &Ground,
    loss: &Pricing,
    entropy: &Pricing,
    most_bytes: usize,
    progress: &Progress,
) -> Result<Option<Vec<Sizes>>, Stopped> {
    let nodes = ground.shape.nodes() as usize;
    progress.stage("counting classes", nodes as u64);
    let walk = Walk {
        ground,
        loss,
        entropy,
        most_bytes,
        bytes: AtomicUsize::new(0),
        progress,
    };
    let mut found = Vec::with_capacity(nodes);
    let whole = if ground.layout.words() > 1 {
        let mut roller = Roller::new(ground);
        let mut counter = Counter::default();
        walk.visit_wide(&ground.bottom, 0, &mut roller, &mut counter, &mut found)?
    } else {
        let bottom = walk.sorted(&ground.bottom);
        walk.visit(vec![0; ground.shape.columns()], bottom, 0, 0, &mut found)?
    };
    if !whole {
        return Ok(None);
    }
    let mut sizes = vec![Sizes::default(); nodes];
    for (node, of_node) in found {
        sizes[node] = of_node;
    }
    Ok(Some(sizes))
}

struct Walk<'a> {
    ground: &'a Ground,
    loss: &'a Pricing,
    entropy: &'a Pricing,
    most_bytes: usize,
    bytes: AtomicUsize,
    progress: &'a Progress,
}

type Found = Vec<(usize, Sizes)>;

impl Walk<'_> {
    fn sorted(&self, classes: &Classes) -> Sorted {
        let mut order: Vec<u32> = (0..classes.len() as u32).collect();
        order.par_sort_unstable_by_key(|&class| classes.keys[class as usize]);
        let each = |cost: &Pricing| {
            order
                .iter()
                .map(|&class| cost.extra(self.ground, classes, class as usize))
                .collect()
        };
        Sorted {
            keys: order.iter().map(|&at| classes.keys[at as usize]).collect(),
            sizes: order.iter().map(|&at| classes.sizes[at as usize]).collect(),
            loss: each(self.loss),
            entropy: each(self.entropy),
        }
    }

    /// Counts a node and all that are reached from it; false if memory runs out.
    fn visit(
        &self,
        levels: Vec<u32>,
        classes: Sorted,
        from: usize,
        depth: usize,
        found: &mut Found,
    ) -> Result<bool, Stopped> {
        if depth > PARALLEL_DEPTH {
            let mut counter = Counter::default();
            return self.visit_alone(levels, &classes, from, &mut counter, found);
        }
        let mut counter = Counter::default();
        if !self.count(&levels, &classes, &mut counter, found)? {
            return Ok(false);
        }
        let next: Vec<usize> = self.next(&levels, from).collect();
        let parts = next
            .into_par_iter()
            .map(|at| {
                let (levels, raised) = self.raise(&levels, &classes, at);
                let mut found = Found::new();
                let whole = self.visit(levels, raised, at, depth + 1, &mut found)?;
                Ok((whole, found))
            })
            .collect::<Result<Vec<_>, Stopped>>()?;
        let mut all = true;
        for (whole, part) in parts {
            all &= whole;
            found.extend(part);
        }
        Ok(all)
    }

    fn visit_alone(
        &self,
        levels: Vec<u32>,
        classes: &Sorted,
        from: usize,
        counter: &mut Counter,
        found: &mut Found,
    ) -> Result<bool, Stopped> {
        if !self.count(&levels, classes, counter, found)? {
            return Ok(false);
        }
        for at in self.next(&levels, from) {
            let (levels, raised) = self.raise(&levels, classes, at);
            if !self.visit_alone(levels, &raised, at, counter, found)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The same for keys of more than one word, which are not kept sorted.
    fn visit_wide(
        &self,
        classes: &Classes,
        from: usize,
        roller: &mut Roller<'_>,
        counter: &mut Counter,
        found: &mut Found,
    ) -> Result<bool, Stopped> {
        for (class, &size) in classes.sizes.iter().enumerate() {
            let [loss, entropy] =
                [self.loss, self.entropy].map(|cost| cost.extra(self.ground, classes, class));
            counter.add(size, loss, entropy);
        }
        if !self.finish(&classes.levels, counter, found)? {
            return Ok(false);
        }
        let next: Vec<usize> = self.next(&classes.levels, from).collect();
        for at in next {
            let mut levels = classes.levels.clone();
            levels[self.column(at)] += 1;
            let raised = roller.roll(classes, &levels);
            if !self.visit_wide(&raised, at, roller, counter, found)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn count(
        &self,
        levels: &[u32],
        classes: &Sorted,
        counter: &mut Counter,
        found: &mut Found,
    ) -> Result<bool, Stopped> {
        for ((&size, &loss), &entropy) in classes
            .sizes
            .iter()
            .zip(&classes.loss)
            .zip(&classes.entropy)
        {
            counter.add(size, loss, entropy);
        }
        self.finish(levels, counter, found)
    }

    /// Notes what was counted; false if memory runs out.
    fn finish(
        &self,
        levels: &[u32],
        counter: &mut Counter,
        found: &mut Found,
    ) -> Result<bool, Stopped> {
        self.progress.check()?;
        let sizes = counter.finish();
        let more = sizes.heap_bytes() + size_of::<(usize, Sizes)>();
        let bytes = self.bytes.fetch_add(more, Ordering::Relaxed);
        found.push((self.ground.shape.node(levels), sizes));
        self.progress.advance(1);
        Ok(bytes <= self.most_bytes)
    }

    /// The places, counted from the highest bits, of the columns that may be raised next.
    fn next<'w>(&'w self, levels: &'w [u32], from: usize) -> impl Iterator<Item = usize> + 'w {
        (from..levels.len()).filter(|&at| {
            let column = self.column(at);
            levels[column] < self.ground.shape.heights()[column]
        })
    }

    fn column(&self, at: usize) -> usize {
        let order = self.ground.layout.order();
        order[order.len() - 1 - at]
    }

    fn raise(&self, levels: &[u32], from: &Sorted, at: usize) -> (Vec<u32>, Sorted) {
        let column = self.column(at);
        let level = levels[column];
        let mut raised = levels.to_vec();
        raised[column] += 1;
        let rung = self.ground.ladders[column].rung(level);
        let change = |cost: &Pricing| -> Vec<u64> {
            let (below, above) = (
                cost.extra_of(column, level),
                cost.extra_of(column, level + 1),
            );
            rung.up
                .iter()
                .zip(below)
                .map(|(&up, &below)| above[up as usize].wrapping_sub(below))
                .collect()
        };
        let place = self.ground.layout.place(column);
        let step = Step {
            shift: place.shift,
            mask: place.mask,
            up: rung.up.iter().map(|&up| u64::from(up)).collect(),
            loss: change(self.loss),
            entropy: change(self.entropy),
        };
        let classes = if place.shift <= BLOCK_BITS {
            step.merge_blocks(from)
        } else {
            step.merge_runs(from)
        };
        (raised, classes)
    }
}

/// One column raised by one level.
struct Step {
    shift: u32,
    mask: u64,
    up: Vec<u64>,
    /// What a record's cost of being left out changes by, per group.
    loss: Vec<u64>,
    entropy: Vec<u64>,
}

impl Step {
    /// The key without what lies below the column, its group raised.
    #[inline]
    fn head(&self, key: u64, group: usize) -> u64 {
        let above = key & !(self.mask << self.shift | self.low());
        above | self.up[group] << self.shift
    }

    #[inline]
    fn low(&self) -> u64 {
        (1u64 << self.shift) - 1
    }

    #[inline]
    fn group(&self, key: u64) -> usize {
        ((key >> self.shift) & self.mask) as usize
    }

    /// Classes with the same head lie side by side, and so few groups lie below the column that an array
    /// of them sorts and merges.
    fn merge_blocks(&self, from: &Sorted) -> Sorted {
        let mut merged = Sorted::default();
        merged.reserve(from.keys.len());
        let mut block = Block::default();
        let low = self.low();
        for (at, &key) in from.keys.iter().enumerate() {
            let group = self.group(key);
            let head = self.head(key, group);
            if head != block.head {
                block.flush(&mut merged);
                block.head = head;
            }
            let cell = (key & low) as usize;
            if block.seen >> cell & 1 == 0 {
                block.seen |= 1 << cell;
                block.sizes[cell] = 0;
                block.loss[cell] = from.loss[at].wrapping_add(self.loss[group]);
                block.entropy[cell] = from.entropy[at].wrapping_add(self.entropy[group]);
            }
            block.sizes[cell] += from.sizes[at];
        }
        block.flush(&mut merged);
        merged
    }

    fn merge_runs(&self, from: &Sorted) -> Sorted {
        let low = self.low();
        let mut order: Vec<(u64, u32)> = from
            .keys
            .iter()
            .enumerate()
            .map(|(at, &key)| (self.head(key, self.group(key)) | key & low, at as u32))
            .collect();
        // Stable sorting makes use of the sorted stretches that the list consists of.
        order.sort_by_key(|&(key, _)| key);
        let mut merged = Sorted::default();
        for (key, at) in order {
            let at = at as usize;
            match merged.sizes.last_mut() {
                Some(size) if merged.keys.last() == Some(&key) => *size += from.sizes[at],
                _ => {
                    let group = self.group(from.keys[at]);
                    merged.keys.push(key);
                    merged.sizes.push(from.sizes[at]);
                    merged
                        .loss
                        .push(from.loss[at].wrapping_add(self.loss[group]));
                    merged
                        .entropy
                        .push(from.entropy[at].wrapping_add(self.entropy[group]));
                }
            }
        }
        merged
    }
}

impl Sorted {
    fn reserve(&mut self, classes: usize) {
        self.keys.reserve(classes);
        self.sizes.reserve(classes);
        self.loss.reserve(classes);
        self.entropy.reserve(classes);
    }
}

/// Classes with one head, by what lies below it.
struct Block {
    head: u64,
    seen: u64,
    sizes: [u32; 64],
    loss: [u64; 64],
    entropy: [u64; 64],
}

impl Default for Block {
    fn default() -> Self {
        Self {
            head: 0,
            seen: 0,
            sizes: [0; 64],
            loss: [0; 64],
            entropy: [0; 64],
        }
    }
}

impl Block {
    fn flush(&mut self, into: &mut Sorted) {
        while self.seen != 0 {
            let cell = self.seen.trailing_zeros() as usize;
            self.seen &= self.seen - 1;
            into.keys.push(self.head | cell as u64);
            into.sizes.push(self.sizes[cell]);
            into.loss.push(self.loss[cell]);
            into.entropy.push(self.entropy[cell]);
        }
    }
}
