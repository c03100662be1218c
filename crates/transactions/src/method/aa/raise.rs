//! A cut that only rises, and the cheapest way to be rid of some threats.

use super::super::live::Live;
use crate::profile::Batch;
use crate::transactions::{Cut, PreparedTransactions};
use cloakroom_core::{Progress, Stopped};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

pub(super) struct Rising<'a> {
    baskets: &'a PreparedTransactions,
    in_cut: Vec<bool>,
    /// By node: what the cut costs under it, in units. Right for nodes in or above the cut.
    cost_under: Vec<u64>,
}

impl<'a> Rising<'a> {
    /// Begins with the leaves.
    pub fn new(baskets: &'a PreparedTransactions) -> Self {
        let tree = &baskets.tree;
        let mut in_cut = vec![false; tree.len()];
        for &leaf in tree.leaves() {
            in_cut[leaf as usize] = true;
        }
        Self {
            baskets,
            in_cut,
            cost_under: vec![0; tree.len()],
        }
    }

    pub fn is_in_cut(&self, node: u32) -> bool {
        self.in_cut[node as usize]
    }

    /// The node that shows one that is in the cut or below it.
    pub fn shows(&self, node: u32) -> u32 {
        let mut at = node;
        while !self.in_cut[at as usize] {
            match self.baskets.tree.parent(at) {
                Some(above) => at = above,
                None => break,
            }
        }
        at
    }

    pub fn cut(&self) -> Cut {
        let mut nodes = self.baskets.tree.top_down();
        nodes.retain(|&node| self.in_cut[node as usize]);
        Cut {
            nodes,
            suppressed: Vec::new(),
        }
    }

    /// What it costs more to show a node instead of the cut under it.
    fn price(&self, node: u32) -> u64 {
        let whole = self.baskets.generalization_cost(node);
        whole - self.cost_under[node as usize]
    }

    /// Raises nodes to their parents, cheapest first, until each of the threats has lost a node (what it has become
    /// is for the next look at the data); `nodes` are those
    /// that the items of the threats stand for. The nodes that came into the cut.
    pub fn work_off(
        &mut self,
        threats: &Batch,
        nodes: &[u32],
        progress: &Progress,
    ) -> Result<Vec<u32>, Stopped> {
        let tree = self.baskets.tree.clone();
        let mut live = Live::new(
            threats.threats.len(),
            |at| &threats.threats[at],
            nodes.len(),
            progress,
        )?;
        let mut item_of = vec![u32::MAX; tree.len()];
        for (item, &node) in nodes.iter().enumerate() {
            item_of[node as usize] = item as u32;
        }
        // By node: how many of its children stand in a threat that is left.
        let mut calling = vec![0u32; tree.len()];
        let parent = |item: u32| tree.parent(nodes[item as usize]);
        for item in (0..nodes.len() as u32).filter(|&item| live.left[item as usize] > 0) {
            if let Some(above) = parent(item) {
                calling[above as usize] += 1;
            }
        }
        let mut prices: BinaryHeap<Reverse<(u64, u32)>> = (0..tree.len() as u32)
            .filter(|&node| calling[node as usize] > 0)
            .map(|node| Reverse((self.price(node), node)))
            .collect();
        let mut raised = Vec::new();
        let mut steps = 0u32;
        while let Some(Reverse((price, node))) = prices.pop() {
            // A price falls when the cut under its node rises; the node then stands a second time in the heap.
            if calling[node as usize] == 0 || price != self.price(node) {
                continue;
            }
            steps += 1;
            progress.check_every(256, steps)?;
            for hidden in self.raise_to(node) {
                let item = item_of[hidden as usize];
                if item != u32::MAX {
                    live.drop_item(item, |freed| {
                        if let Some(above) = parent(freed) {
                            calling[above as usize] -= 1;
                        }
                    });
                }
            }
            raised.push(node);
            let mut above = tree.parent(node);
            while let Some(at) = above {
                self.cost_under[at as usize] += price;
                if calling[at as usize] > 0 {
                    prices.push(Reverse((self.price(at), at)));
                }
                above = tree.parent(at);
            }
        }
        raised.retain(|&node| self.in_cut[node as usize]);
        Ok(raised)
    }

    /// Puts a node into the cut instead of what was under it, and says what that was.
    fn raise_to(&mut self, node: u32) -> Vec<u32> {
        let tree = &self.baskets.tree;
        let mut hidden = Vec::new();
        let mut waiting = tree.children(node).to_vec();
        while let Some(at) = waiting.pop() {
            if std::mem::take(&mut self.in_cut[at as usize]) {
                hidden.push(at);
            } else {
                waiting.extend_from_slice(tree.children(at));
            }
        }
        self.in_cut[node as usize] = true;
        self.cost_under[node as usize] = self.baskets.generalization_cost(node);
        hidden
    }
}
