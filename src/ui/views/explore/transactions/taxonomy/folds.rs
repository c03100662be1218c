//! Which nodes show what lies under them.

use crate::ui::transactions::drawn_cut::{DrawnCut, Side};
use cloakroom_core::taxonomy::Taxonomy;
use std::collections::HashSet;

#[derive(Clone, Debug)]
pub struct Folds {
    /// What lies below the cut of the last run is shown too.
    pub below_last: bool,
    /// The same for a cut by hand: there one sees where it can go.
    pub below_hand: bool,
    by_hand: bool,
    /// Nodes that the user opened or closed, unlike the others.
    turned: HashSet<u32>,
}

impl Default for Folds {
    fn default() -> Self {
        Self {
            below_last: false,
            below_hand: true,
            by_hand: false,
            turned: HashSet::new(),
        }
    }
}

impl Folds {
    /// Which of the two cuts is looked at.
    pub fn look_at(&mut self, by_hand: bool) {
        if self.by_hand != by_hand {
            self.by_hand = by_hand;
            self.turned.clear();
        }
    }

    /// Nothing lies under a leaf. What lies under the cut is closed unless it is asked for.
    pub fn is_open(&self, tree: &Taxonomy, cut: Option<&DrawnCut>, node: u32) -> bool {
        if tree.is_leaf(node) {
            return true;
        }
        let below = match self.by_hand {
            true => self.below_hand,
            false => self.below_last,
        };
        let usual = below || cut.is_none_or(|cut| cut.side(node) == Side::Above);
        usual != self.turned.contains(&node)
    }

    pub fn turn(&mut self, node: u32) {
        if !self.turned.remove(&node) {
            self.turned.insert(node);
        }
    }

    /// Opens what lies above a node.
    pub fn open_above(&mut self, tree: &Taxonomy, cut: Option<&DrawnCut>, node: u32) {
        for above in tree.path(node).into_iter().skip(1) {
            if !self.is_open(tree, cut, above) {
                self.turn(above);
            }
        }
    }

    pub fn forget(&mut self) {
        self.turned.clear();
    }

    /// The first closed node on the way to a node, if it lies behind one.
    pub fn hides(&self, tree: &Taxonomy, cut: Option<&DrawnCut>, node: u32) -> Option<u32> {
        let path = tree.path(node);
        let above = path.iter().skip(1).rev();
        above
            .copied()
            .find(|&above| !self.is_open(tree, cut, above))
    }
}
