//! Baskets in the order of the tree: what lies under a node stands side by side.

use crate::transactions::PreparedTransactions;
use cloakroom_core::Taxonomy;

/// Leaves are known by their place in a walk that meets every node before what is under it.
pub(super) struct Laid<'a> {
    pub tree: &'a Taxonomy,
    /// By node: its place, and the first place after all that is under it.
    enter: Vec<u32>,
    leave: Vec<u32>,
    starts: &'a [usize],
    /// By basket, ascending: the places of its leaves.
    place: Vec<u32>,
}

impl<'a> Laid<'a> {
    pub fn new(baskets: &'a PreparedTransactions) -> Self {
        let tree = baskets.tree.as_ref();
        let walk = tree.top_down();
        let mut enter = vec![0; tree.len()];
        let mut leave = vec![0; tree.len()];
        for (at, &node) in walk.iter().enumerate() {
            enter[node as usize] = at as u32;
        }
        for &node in walk.iter().rev() {
            let last = tree.children(node).last();
            let end = last.map_or(enter[node as usize] + 1, |&child| leave[child as usize]);
            leave[node as usize] = end;
        }
        let mut place: Vec<u32> = Vec::with_capacity(baskets.leaf.len());
        for at in 0..baskets.len() {
            let from = place.len();
            let leaves = baskets.basket(at).iter();
            place.extend(leaves.map(|&leaf| enter[leaf as usize]));
            place[from..].sort_unstable();
        }
        Self {
            tree,
            enter,
            leave,
            starts: &baskets.starts,
            place,
        }
    }

    pub fn place_of(&self, node: u32) -> u32 {
        self.enter[node as usize]
    }

    pub fn is_filled(&self, basket: u32) -> bool {
        self.starts[basket as usize] < self.starts[basket as usize + 1]
    }

    /// The places of a basket's leaves under a node.
    fn under(&self, basket: u32, node: u32) -> &[u32] {
        let all = &self.place[self.starts[basket as usize]..self.starts[basket as usize + 1]];
        let from = all.partition_point(|&place| place < self.enter[node as usize]);
        let rest = &all[from..];
        &rest[..rest.partition_point(|&place| place < self.leave[node as usize])]
    }

    /// The children of a node that a basket has leaves under, added to `key` in their order; and what is saved
    /// by showing these instead of the node, in units.
    pub fn children_in(&self, basket: u32, node: u32, key: &mut Vec<u32>) -> u64 {
        let children = self.tree.children(node);
        let all = self.tree.leaves_under(node);
        let mut saved = 0;
        let mut rest = self.under(basket, node);
        while let Some(&first) = rest.first() {
            let after = children.partition_point(|&child| self.enter[child as usize] <= first);
            let child = children[after - 1];
            let end = self.leave[child as usize];
            let occurrences = rest.partition_point(|&place| place < end);
            saved += u64::from(all - self.tree.leaves_under(child)) * occurrences as u64;
            key.push(child);
            rest = &rest[occurrences..];
        }
        saved
    }
}
