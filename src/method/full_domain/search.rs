//! A search of a lattice whose nodes are tagged one by one.

use super::tags::{Tag, Tags};
use crate::model::pulse::{Pulse, Stopped};
use crate::profile::lattice::examine::{Examiner, Finding};
use crate::profile::lattice::ground::Ground;
use crate::profile::lattice::price::Pricing;
use crate::profile::lattice::shelf::Shelf;

/// What a search has found so far.
pub struct Search<'a> {
    pub ground: &'a Ground,
    pub examiner: &'a Examiner<'a>,
    pub tags: Tags<'a>,
    pub checked: u64,
    pricing: &'a Pricing,
    shelf: Shelf<'a>,
    best: Option<Best>,
    pulse: &'a Pulse,
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
        pulse: &'a Pulse,
    ) -> Self {
        Self {
            ground,
            examiner,
            tags: Tags::new(&ground.shape, nodes),
            checked: 0,
            pricing,
            shelf: Shelf::new(ground),
            best: None,
            pulse,
        }
    }

    /// The cheapest node that was found to hold.
    pub fn best(&self) -> Option<Best> {
        self.best
    }

    /// Counts the classes of a node, and tags what follows from them.
    pub fn check(&mut self, node: usize) -> Result<Finding, Stopped> {
        self.pulse.check()?;
        let levels = self.ground.shape.levels(node);
        let classes = self.shelf.classes(&levels);
        self.checked += 1;
        let finding = self.examiner.examine(&classes);
        if finding.holds {
            let found = Best {
                rank: self.pricing.rank(self.ground, &classes, &finding),
                height: self.ground.shape.height_of(node),
                node,
            };
            self.best = Some(self.best.map_or(found, |best| best.min(found)));
            self.tags.set(node, Tag::Holds);
        } else {
            self.tags.set(node, Tag::Fails);
        }
        if finding.holds_above {
            self.tags.hold_above(node);
        }
        if finding.fails_below {
            self.tags.fail_below(node);
        }
        self.shelf.keep(classes);
        Ok(finding)
    }
}
