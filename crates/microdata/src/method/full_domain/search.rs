//! A search of a lattice whose nodes are tagged one by one.

use super::Chosen;
use super::tags::{Tag, Tags};
use crate::profile::lattice::Shape;
use crate::profile::lattice::classes::Classes;
use crate::profile::lattice::examine::{Examiner, Finding};
use crate::profile::lattice::ground::Ground;
use crate::profile::lattice::price::Pricing;
use crate::profile::lattice::shelf::Shelf;
use cloakroom_core::{Progress, Stopped};

/// What a search has found so far.
pub struct Search<'a> {
    pub shape: &'a Shape,
    pub nodes: usize,
    pub tags: Tags<'a>,
    pub pricing: &'a Pricing,
    /// Nodes whose classes were counted.
    pub checked: u64,
    ground: &'a Ground,
    examiner: &'a Examiner<'a>,
    shelf: Shelf<'a>,
    best: Option<Best>,
    counted: Vec<bool>,
    progress: &'a Progress,
}

/// Ordered by rank, then height, then levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Best {
    pub rank: u128,
    pub height: u32,
    pub node: usize,
}

impl<'a> Search<'a> {
    pub fn new(
        ground: &'a Ground,
        examiner: &'a Examiner<'a>,
        pricing: &'a Pricing,
        nodes: usize,
        progress: &'a Progress,
    ) -> Self {
        progress.stage("searching levels", nodes as u64);
        Self {
            shape: &ground.shape,
            nodes,
            tags: Tags::new(&ground.shape, nodes),
            pricing,
            checked: 0,
            ground,
            examiner,
            shelf: Shelf::new(ground),
            best: None,
            counted: vec![false; nodes],
            progress,
        }
    }

    /// Whether the classes of a node were counted.
    pub fn was_counted(&self, node: usize) -> bool {
        self.counted[node]
    }

    /// The cheapest node that was counted and found to hold.
    pub fn best(&self) -> Option<Best> {
        self.best
    }

    /// Whether a node that holds makes all above it hold.
    pub fn is_monotone(&self) -> bool {
        self.examiner.is_monotone()
    }

    /// Whether no record may be left out.
    pub fn is_strict(&self) -> bool {
        self.examiner.allowed() == 0
    }

    pub fn ground(&self) -> &'a Ground {
        self.ground
    }

    /// Counts the classes of a node, and tags what follows from them.
    pub fn check(&mut self, node: usize) -> Result<Finding, Stopped> {
        let classes = self.shelf.classes(&self.shape.levels(node));
        let finding = self.weigh(node, &classes)?;
        self.shelf.keep(classes);
        Ok(finding)
    }

    /// Looks at the classes of a node, and tags what follows from them.
    pub fn weigh(&mut self, node: usize, classes: &Classes) -> Result<Finding, Stopped> {
        self.progress.check()?;
        self.checked += 1;
        self.counted[node] = true;
        let finding = self.examiner.examine(self.ground, classes, self.progress)?;
        if finding.holds {
            let found = Best {
                rank: self.pricing.rank(self.ground, classes, &finding),
                height: self.shape.height_of(node),
                node,
            };
            self.best = Some(self.best.map_or(found, |best| best.min(found)));
        }
        let tag = if finding.holds {
            Tag::Holds
        } else {
            Tag::Fails
        };
        let mut tagged = self.tags.set(node, tag);
        if finding.holds_above {
            tagged += self.tags.hold_above(node);
        }
        if finding.fails_below {
            tagged += self.tags.fail_below(node);
        }
        self.progress.advance(tagged);
        Ok(finding)
    }

    /// Whether a node holds; counts its classes only if that does not follow from what is known.
    pub fn holds(&mut self, node: usize) -> Result<bool, Stopped> {
        match self.tags.of(node) {
            Tag::Holds => Ok(true),
            Tag::Fails => Ok(false),
            Tag::Open => Ok(self.check(node)?.holds),
        }
    }

    /// Decides an open node on a way from it to the top: halving the way finds where it begins to hold, and
    /// what fails highest rules out most.
    pub fn climb(&mut self, node: usize) -> Result<(), Stopped> {
        if !self.is_monotone() {
            return self.check(node).map(|_| ());
        }
        let way = self.way_up(node);
        // All before `low` fail, all from `high` on hold.
        let (mut low, mut high) = (0, way.len());
        while low < high {
            let middle = (low + high) / 2;
            if self.check(way[middle])?.holds {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        Ok(())
    }

    /// Open nodes upwards, each time raising the column that costs least.
    fn way_up(&self, node: usize) -> Vec<usize> {
        let shape = self.shape;
        let mut way = vec![node];
        let mut at = node;
        loop {
            let next = (0..shape.columns())
                .filter(|&column| shape.level(at, column) < shape.heights()[column])
                .filter(|&column| self.tags.of(at + shape.stride(column)) == Tag::Open)
                .min_by_key(|&column| {
                    let level = shape.level(at, column);
                    self.pricing.base_of(column, level + 1) - self.pricing.base_of(column, level)
                });
            let Some(column) = next else { return way };
            at += shape.stride(column);
            way.push(at);
        }
    }

    /// Decides every node that is still open.
    pub fn decide_all(&mut self) -> Result<(), Stopped> {
        for node in 0..self.nodes {
            if self.tags.of(node) == Tag::Open {
                self.climb(node)?;
            }
        }
        Ok(())
    }

    /// The lowest node that holds, ties in lexicographic order. Every node must be decided.
    pub fn lowest(&self) -> Option<Chosen> {
        (0..self.nodes)
            .filter(|&node| self.tags.of(node) == Tag::Holds)
            .min_by_key(|&node| (self.shape.height_of(node), node))
            .map(|node| self.chosen(node, self.checked))
    }

    /// The node that was chosen, with the minimal nodes that are sure.
    pub fn chosen(&self, node: usize, checked: u64) -> Chosen {
        Chosen {
            levels: self.shape.levels(node),
            checked,
            minimal: self.minimal(),
            minimal_are_all: (0..self.nodes).all(|node| self.tags.of(node) != Tag::Open),
            proven: true,
        }
    }

    fn minimal(&self) -> Vec<Vec<u32>> {
        // Whether a node below holds or may hold: every node below has a smaller number.
        let mut covered = vec![false; self.nodes];
        let mut minimal = Vec::new();
        for node in 0..self.nodes {
            let below = self.shape.below(node).any(|below| covered[below]);
            let tag = self.tags.of(node);
            if tag == Tag::Holds && !below {
                minimal.push(node);
            }
            covered[node] = below || tag != Tag::Fails;
        }
        minimal.sort_by_key(|&node| (self.shape.height_of(node), node));
        minimal
            .into_iter()
            .map(|node| self.shape.levels(node))
            .collect()
    }
}
