//! The record farthest from a centre that moves a little at a time.
//!
//! What a leaf of the tree reached from an earlier centre bounds what it reaches now: no more than the centre has moved
//! since, farther. Leaves wait in the order of that bound; a few of them are looked at again each time.

use super::points::{Place, Points, Sums};
use super::tree::Tree;
use std::collections::BinaryHeap;

/// Bounds are distances and what is compared are reaches: roots and sums round, and a bound must not.
const SLACK: f64 = 1e-9;

#[derive(Debug, Default)]
pub struct Rim {
    /// The largest bound first.
    waiting: BinaryHeap<Waiting>,
    seen: Vec<Waiting>,
    /// How far the centre has moved in all, and where it is.
    moved: f64,
    centre: Option<Sums>,
}

/// A leaf and what it reached, less what the centre had moved by then.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    reach: f64,
    leaf: u32,
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Waiting {}
impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.reach
            .total_cmp(&other.reach)
            .then(self.leaf.cmp(&other.leaf))
    }
}

impl Rim {
    /// The tree is another one.
    pub fn forget(&mut self) {
        self.waiting.clear();
        self.moved = 0.0;
        self.centre = None;
    }

    /// The farthest record from the centre of `sums`, which `place` is at; the smallest row among equals.
    pub fn farthest(
        &mut self,
        points: &Points,
        tree: &Tree,
        sums: &Sums,
        place: &Place,
    ) -> Option<u32> {
        let gauge = points.gauge;
        let mut best = (f64::NEG_INFINITY, u32::MAX);
        match &mut self.centre {
            None => {
                self.centre = Some(sums.clone());
                for leaf in 0..tree.leaves() {
                    let most = tree.farthest_in_leaf(leaf, place, &mut best);
                    self.waiting.push(Waiting {
                        reach: gauge.distance(most),
                        leaf: leaf as u32,
                    });
                }
            }
            Some(centre) => {
                self.moved += gauge.distance(points.between(centre, sums)) * (1.0 + SLACK);
                centre.clone_from(sums);
                // What was looked at goes back only afterwards, or it would come up again at once.
                while let Some(&Waiting { reach, leaf }) = self.waiting.peek() {
                    let bound = (reach + self.moved).max(0.0) * (1.0 + SLACK) + SLACK;
                    if gauge.reach(bound) < best.0 {
                        break;
                    }
                    self.waiting.pop();
                    let most = tree.farthest_in_leaf(leaf as usize, place, &mut best);
                    if most >= 0.0 {
                        self.seen.push(Waiting {
                            reach: gauge.distance(most) - self.moved,
                            leaf,
                        });
                    }
                }
                self.waiting.extend(self.seen.drain(..));
            }
        }
        (best.1 != u32::MAX).then_some(best.1)
    }
}
