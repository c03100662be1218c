//! The order in which the nodes of any cut are kept: the dearest to suppress first.

use crate::transactions::PreparedTransactions;

/// The order of two nodes does not depend on the cut, so all nodes of the tree have one place each.
#[derive(Clone, Debug)]
pub struct Ranks {
    /// By node, from 0.
    pub of: Vec<u32>,
    /// By place.
    pub node: Vec<u32>,
}

impl Ranks {
    /// Suppression cost descending, occurrences descending, name ascending.
    pub fn new(baskets: &PreparedTransactions) -> Self {
        let tree = &baskets.tree;
        let mut node: Vec<u32> = (0..tree.len() as u32).collect();
        node.sort_by(|&a, &b| {
            let cost = |node| baskets.suppression_cost(node);
            let occurrences = |node: u32| baskets.occurrences[node as usize];
            cost(b)
                .cmp(&cost(a))
                .then_with(|| occurrences(b).cmp(&occurrences(a)))
                .then_with(|| tree.name(a).cmp(tree.name(b)))
        });
        let mut of = vec![0; node.len()];
        for (place, &node) in node.iter().enumerate() {
            of[node as usize] = place as u32;
        }
        Self { of, node }
    }

    pub fn sort(&self, nodes: &mut [u32]) {
        nodes.sort_unstable_by_key(|&node| self.of[node as usize]);
    }
}
