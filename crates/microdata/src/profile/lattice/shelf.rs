//! Classes of nodes that others are rolled up from: the nearer below, the less there is to do.

use super::classes::Classes;
use super::ground::Ground;
use super::roll::Roller;
use super::shape::is_below;
use std::collections::HashMap;
use std::sync::Arc;

/// What the shelf may hold.
const MOST_BYTES: usize = 48 << 20;

/// How many nodes that were asked for are kept: each is looked at for every other.
const MOST_KEPT: usize = 256;

/// Sources this small are near enough.
const SMALL: usize = 600;

#[derive(Debug)]
pub struct Shelf<'a> {
    ground: &'a Ground,
    roller: Roller<'a>,
    /// Nodes that were asked for.
    kept: Vec<Classes>,
    /// Nodes on ways from the bottom that raise one column after the other, by their levels.
    ways: HashMap<Vec<u32>, Arc<Classes>>,
    bytes: usize,
    /// Columns in the order in which a way raises them: the most values first, since raising those merges
    /// most.
    order: Vec<usize>,
}

impl<'a> Shelf<'a> {
    pub fn new(ground: &'a Ground) -> Self {
        Self {
            ground,
            roller: Roller::new(ground),
            kept: Vec::new(),
            ways: HashMap::new(),
            bytes: 0,
            order: ground.layout.order().iter().rev().copied().collect(),
        }
    }

    /// The classes at `levels`.
    pub fn classes(&mut self, levels: &[u32]) -> Classes {
        let mut source = self
            .kept
            .iter()
            .filter(|classes| is_below(&classes.levels, levels))
            .min_by_key(|classes| classes.len())
            .unwrap_or(&self.ground.bottom);
        let mut on_way: Option<Arc<Classes>> = None;
        let mut way = vec![0u32; levels.len()];
        for &column in self.order.iter().take(levels.len() - 1) {
            let last = on_way.as_deref().unwrap_or(&self.ground.bottom);
            if source.len().min(last.len()) <= SMALL {
                break;
            }
            if levels[column] == 0 {
                continue;
            }
            way[column] = levels[column];
            let next = match self.ways.get(&way) {
                Some(known) => known.clone(),
                None => {
                    let classes = Arc::new(self.roller.roll(last, &way));
                    let bytes = classes.heap_bytes();
                    if self.bytes + bytes <= MOST_BYTES {
                        self.bytes += bytes;
                        self.ways.insert(way.clone(), classes.clone());
                    }
                    classes
                }
            };
            on_way = Some(next);
        }
        if let Some(on_way) = on_way.as_deref().filter(|way| way.len() < source.len()) {
            source = on_way;
        }
        self.roller.roll(source, levels)
    }

    /// Keeps classes to roll others up from, if there is room.
    pub fn keep(&mut self, classes: Classes) {
        let bytes = classes.heap_bytes();
        if self.kept.len() < MOST_KEPT && self.bytes + bytes <= MOST_BYTES {
            self.bytes += bytes;
            self.kept.push(classes);
        }
    }
}
