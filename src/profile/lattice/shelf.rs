//! Classes of nodes that others are rolled up from: the nearer below, the less there is to do.

use super::classes::Classes;
use super::ground::Ground;
use super::roll::Roller;
use super::shape::is_below;
use std::collections::HashSet;

/// What the shelf may hold.
const MOST_BYTES: usize = 48 << 20;

/// Sources this small are near enough.
const SMALL: usize = 600;

#[derive(Debug)]
pub struct Shelf<'a> {
    ground: &'a Ground,
    roller: Roller<'a>,
    kept: Vec<Classes>,
    known: HashSet<Vec<u32>>,
    bytes: usize,
    /// Columns in the order in which a way from the bottom raises them: the most values first, since
    /// raising those merges most.
    order: Vec<usize>,
}

impl<'a> Shelf<'a> {
    pub fn new(ground: &'a Ground) -> Self {
        let order = ground.layout.order().iter().rev().copied().collect();
        Self {
            ground,
            roller: Roller::new(ground),
            kept: Vec::new(),
            known: HashSet::new(),
            bytes: 0,
            order,
        }
    }

    /// The classes at `levels`.
    pub fn classes(&mut self, levels: &[u32]) -> Classes {
        self.prepare(levels);
        self.rolled(levels)
    }

    /// Keeps classes to roll others up from, if there is room.
    pub fn keep(&mut self, classes: Classes) {
        let bytes = classes.heap_bytes();
        if self.bytes + bytes <= MOST_BYTES && self.known.insert(classes.levels.clone()) {
            self.bytes += bytes;
            self.kept.push(classes);
        }
    }

    /// Shelves the nodes on the way to `levels` that raise one column after the other.
    fn prepare(&mut self, levels: &[u32]) {
        let mut way = vec![0u32; levels.len()];
        for depth in 0..self.order.len().saturating_sub(1) {
            if self.source(levels).len() <= SMALL {
                return;
            }
            let column = self.order[depth];
            if levels[column] == 0 {
                continue;
            }
            way[column] = levels[column];
            if !self.known.contains(&way) {
                let classes = self.rolled(&way);
                self.keep(classes);
            }
        }
    }

    fn rolled(&mut self, levels: &[u32]) -> Classes {
        let source = source(&self.kept, self.ground, levels);
        self.roller.roll(source, levels)
    }

    fn source(&self, levels: &[u32]) -> &Classes {
        source(&self.kept, self.ground, levels)
    }
}

/// The fewest classes among those that `levels` can be rolled up from.
fn source<'s>(kept: &'s [Classes], ground: &'s Ground, levels: &[u32]) -> &'s Classes {
    kept.iter()
        .filter(|classes| is_below(&classes.levels, levels))
        .min_by_key(|classes| classes.len())
        .unwrap_or(&ground.bottom)
}
