//! Transactions laid over a taxonomy: what checking and the methods see.

use cloakroom_core::{Progress, Stopped, Taxonomy, Transactions};
use std::sync::Arc;

/// Stands for an item that a release does not show.
pub const GONE: u32 = u32::MAX;

/// Items are nodes of the tree. Private items are kept apart: they are never generalized, and only coherence
/// looks at them.
#[derive(Clone, Debug, PartialEq)]
pub struct PreparedTransactions {
    pub tree: Arc<Taxonomy>,
    /// `starts[basket]..starts[basket + 1]` are the places of that basket's leaves.
    pub starts: Vec<usize>,
    /// Leaves of the tree; inside a basket sorted, none twice.
    pub leaf: Vec<u32>,
    /// The place of each of these in `Transactions::item`.
    pub place: Vec<u32>,
    /// The same for the private items of each basket, as codes of `Transactions::items`. Empty unless they are
    /// kept apart.
    pub private_starts: Vec<usize>,
    pub private: Vec<u32>,
    /// Leaves of private items that occur, each once.
    pub private_leaves: Vec<u32>,
    /// By node: occurrences of the leaves under it.
    pub occurrences: Vec<u64>,
}

impl PreparedTransactions {
    /// `leaf_of` gives the leaf of every item; `is_private` which are kept apart, by item, all false if none are.
    pub fn new(
        transactions: &Transactions,
        tree: Arc<Taxonomy>,
        leaf_of: &[u32],
        is_private: &[bool],
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let apart = |item: u32| is_private.get(item as usize).copied().unwrap_or(false);
        let mut baskets = Self {
            starts: vec![0],
            leaf: Vec::with_capacity(transactions.item.len()),
            place: Vec::with_capacity(transactions.item.len()),
            private_starts: vec![0],
            private: Vec::new(),
            private_leaves: Vec::new(),
            occurrences: vec![0; tree.len()],
            tree,
        };
        let mut basket: Vec<(u32, u32)> = Vec::new();
        for at in 0..transactions.len() {
            progress.check_every(1 << 12, at)?;
            basket.clear();
            for place in transactions.starts[at]..transactions.starts[at + 1] {
                let item = transactions.item[place];
                if apart(item) {
                    baskets.private.push(item);
                } else {
                    basket.push((leaf_of[item as usize], place as u32));
                }
            }
            basket.sort_unstable();
            for &(leaf, place) in &basket {
                baskets.leaf.push(leaf);
                baskets.place.push(place);
                baskets.occurrences[leaf as usize] += 1;
            }
            baskets.starts.push(baskets.leaf.len());
            baskets.private_starts.push(baskets.private.len());
        }
        let mut leaves: Vec<u32> = baskets
            .private
            .iter()
            .map(|&item| leaf_of[item as usize])
            .collect();
        leaves.sort_unstable();
        leaves.dedup();
        baskets.private_leaves = leaves;
        for node in baskets.tree.top_down().into_iter().rev() {
            if let Some(above) = baskets.tree.parent(node) {
                baskets.occurrences[above as usize] += baskets.occurrences[node as usize];
            }
        }
        Ok(baskets)
    }

    /// Small ones for trying out: baskets of names of leaves.
    pub fn from_names(tree: Arc<Taxonomy>, baskets: &[Vec<&str>]) -> Self {
        let node = |name: &str| {
            let found = tree.leaves().iter().find(|&&leaf| tree.name(leaf) == name);
            found.copied().unwrap_or_else(|| tree.root())
        };
        let mut laid = Self {
            starts: vec![0],
            leaf: Vec::new(),
            place: Vec::new(),
            private_starts: vec![0; baskets.len() + 1],
            private: Vec::new(),
            private_leaves: Vec::new(),
            occurrences: vec![0; tree.len()],
            tree: tree.clone(),
        };
        for basket in baskets {
            let mut leaves: Vec<u32> = basket.iter().map(|name| node(name)).collect();
            leaves.sort_unstable();
            leaves.dedup();
            for leaf in leaves {
                laid.place.push(laid.leaf.len() as u32);
                laid.leaf.push(leaf);
                for node in tree.path(leaf) {
                    laid.occurrences[node as usize] += 1;
                }
            }
            laid.starts.push(laid.leaf.len());
        }
        laid
    }

    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn basket(&self, at: usize) -> &[u32] {
        &self.leaf[self.starts[at]..self.starts[at + 1]]
    }

    pub fn private_of(&self, at: usize) -> &[u32] {
        &self.private[self.private_starts[at]..self.private_starts[at + 1]]
    }

    /// Of all items; private ones are released as they are.
    pub fn all_occurrences(&self) -> usize {
        self.leaf.len() + self.private.len()
    }

    pub fn longest(&self) -> usize {
        let lengths = self.starts.windows(2).map(|pair| pair[1] - pair[0]);
        lengths.max().unwrap_or(0)
    }

    /// What the loss of one occurrence is counted in: it is at most this.
    pub fn unit(&self) -> u64 {
        u64::from(self.tree.leaves_under(self.tree.root()))
            .saturating_sub(1)
            .max(1)
    }

    /// What an occurrence loses that is shown as this node, in units; all of it if the node is `GONE`.
    pub fn loss_of(&self, shown: u32) -> u64 {
        if shown == GONE {
            self.unit()
        } else {
            u64::from(self.tree.leaves_under(shown)) - 1
        }
    }

    /// What generalizing to this node costs, over all its occurrences.
    pub fn generalization_cost(&self, node: u32) -> u64 {
        self.occurrences[node as usize] * self.loss_of(node)
    }

    /// What suppressing this node costs on top of generalizing to it.
    pub fn suppression_cost(&self, node: u32) -> u64 {
        self.occurrences[node as usize] * (self.unit() - self.loss_of(node).min(self.unit()))
    }

    /// The loss of a release in units: `shown` is parallel to `leaf`.
    pub fn cost(&self, shown: &[u32]) -> u64 {
        shown.iter().map(|&node| self.loss_of(node)).sum()
    }
}

/// A global recoding: one node on every way from the root to a leaf, some of them suppressed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// In the order of `Taxonomy::top_down`.
    pub nodes: Vec<u32>,
    /// Some of these, in the same order.
    pub suppressed: Vec<u32>,
}

impl Cut {
    /// By node of the tree: what a leaf is shown as, `GONE` if it is suppressed. Inner nodes are `GONE`.
    pub fn shown_by_leaf(&self, tree: &Taxonomy) -> Vec<u32> {
        let mut shown = vec![GONE; tree.len()];
        let mut is_suppressed = vec![false; tree.len()];
        for &node in &self.suppressed {
            is_suppressed[node as usize] = true;
        }
        let mut waiting = Vec::new();
        for &node in self
            .nodes
            .iter()
            .filter(|&&node| !is_suppressed[node as usize])
        {
            waiting.push(node);
            while let Some(at) = waiting.pop() {
                if tree.is_leaf(at) {
                    shown[at as usize] = node;
                }
                waiting.extend(tree.children(at));
            }
        }
        shown
    }

    /// Parallel to `PreparedTransactions::leaf`.
    pub fn shown(&self, baskets: &PreparedTransactions) -> Vec<u32> {
        let by_leaf = self.shown_by_leaf(&baskets.tree);
        baskets
            .leaf
            .iter()
            .map(|&leaf| by_leaf[leaf as usize])
            .collect()
    }
}

/// Figure 1 of the paper on transactions, with the tree that its numbers force.
#[doc(hidden)]
pub fn papers_example() -> PreparedTransactions {
    papers_transactions("a H,b H,c K,d K,H P,K P,f L,g L,x M,y M,z M,L Q,M Q,P T,Q T,e T,i T")
}

/// The paper's tree with f, g and M right under Q, which its text says and its numbers refute.
#[doc(hidden)]
pub fn papers_flat_example() -> PreparedTransactions {
    papers_transactions("a H,b H,c K,d K,H P,K P,x M,y M,z M,f Q,g Q,M Q,P T,Q T,e T,i T")
}

#[allow(clippy::unwrap_used, reason = "an example that holds, for tests")]
fn papers_transactions(links: &str) -> PreparedTransactions {
    let links: Vec<(&str, &str)> = links
        .split(',')
        .map(|link| link.split_once(' ').unwrap())
        .collect();
    let tree = Taxonomy::from_links(&links).unwrap();
    let baskets: Vec<Vec<&str>> = [
        "b c d",
        "a f g",
        "d f y z",
        "c d f x",
        "a b c f g",
        "e i",
        "e",
        "i",
    ]
    .iter()
    .map(|basket| basket.split(' ').collect())
    .collect();
    PreparedTransactions::from_names(Arc::new(tree), &baskets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_costs_of_the_papers_example() {
        let baskets = papers_example();
        let node = |name: &str| {
            let tree = &baskets.tree;
            (0..tree.len() as u32)
                .find(|&node| tree.name(node) == name)
                .unwrap()
        };
        let cut = Cut {
            nodes: ["P", "f", "g", "M", "e", "i"].map(node).to_vec(),
            suppressed: vec![node("i")],
        };
        // It is a cut: every leaf lies under exactly one of its nodes.
        for &leaf in baskets.tree.leaves() {
            let above = |&&node: &&u32| baskets.tree.is_under(leaf, node);
            assert_eq!(cut.nodes.iter().filter(above).count(), 1);
        }
        assert_eq!(baskets.unit(), 10);
        assert_eq!(baskets.cost(&cut.shown(&baskets)), 56);
        let general = |nodes: &[u32]| -> u64 {
            let costs = nodes.iter().map(|&node| baskets.generalization_cost(node));
            costs.sum()
        };
        assert_eq!(general(&cut.nodes), 36);
        assert_eq!(baskets.suppression_cost(node("i")), 20);
        assert_eq!(general(&["P", "Q", "e", "i"].map(node)), 66);
        assert_eq!(baskets.generalization_cost(node("T")), 230);
    }
}
