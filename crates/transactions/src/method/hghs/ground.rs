//! The baskets and the tree as the searches see them. Nodes are called by their rank throughout.

use super::merge::Merger;
use super::rank::Ranks;
use crate::profile::sets::Sets;
use crate::transactions::{Cut, PreparedTransactions};
use cloakroom_core::{Lists, Progress, Stopped};

/// What stays the same in all searches over the same baskets.
#[derive(Clone, Debug)]
pub struct Ground {
    pub root: u32,
    /// The node of each rank.
    node: Vec<u32>,
    /// By rank: its place among all nodes, each before its children.
    place: Vec<u32>,
    /// By rank: a node's children, ascending.
    children: Lists,
    /// By rank: what the cut pays for the node, and what it pays on top if the node is suppressed.
    pub general: Vec<u64>,
    pub gone: Vec<u64>,
    /// By rank: the baskets that hold something under the node.
    pub support: Vec<u32>,
    /// How often each distinct basket occurs.
    pub weight: Vec<u32>,
    /// The leaves of each distinct basket, numbered so that those under a node are neighbours.
    item: Sets,
    /// By rank: the leaves under a node, from here to before there.
    leaves: Vec<(u32, u32)>,
    /// By leaf: the distinct baskets that hold it.
    baskets: Lists,
}

impl Ground {
    pub fn new(baskets: &PreparedTransactions, progress: &Progress) -> Result<Self, Stopped> {
        let tree = &baskets.tree;
        let ranks = Ranks::new(baskets);
        let order = tree.top_down();
        let rank = |node: u32| ranks.of[node as usize];
        let mut place = vec![0; order.len()];
        let mut leaves = vec![(0, 0); order.len()];
        let mut leaf_before = 0;
        let mut leaf_number = vec![0; order.len()];
        for (at, &node) in order.iter().enumerate() {
            place[rank(node) as usize] = at as u32;
            leaves[rank(node) as usize] = (leaf_before, leaf_before + tree.leaves_under(node));
            if tree.is_leaf(node) {
                leaf_number[node as usize] = leaf_before;
                leaf_before += 1;
            }
        }
        let children = ranks.node.iter().map(|&node| {
            let mut below: Vec<u32> = tree.children(node).iter().map(|&node| rank(node)).collect();
            below.sort_unstable();
            below
        });
        let children = children.collect();
        progress.check()?;
        let mut distinct = distinct(baskets, progress)?;
        let mut support = vec![0; order.len()];
        let mut seen = vec![u32::MAX; order.len()];
        for at in 0..distinct.len() {
            progress.check_every(4_096, at)?;
            for &leaf in distinct.set(at) {
                let mut above = Some(leaf);
                while let Some(node) = above.filter(|&node| seen[node as usize] != at as u32) {
                    seen[node as usize] = at as u32;
                    support[rank(node) as usize] += distinct.weight[at];
                    above = tree.parent(node);
                }
            }
        }
        for leaf in &mut distinct.item {
            *leaf = leaf_number[*leaf as usize];
        }
        let held = Lists::sorted(leaf_before as usize, distinct.items());
        let by_rank =
            |cost: &dyn Fn(u32) -> u64| ranks.node.iter().map(|&node| cost(node)).collect();
        Ok(Self {
            root: rank(tree.root()),
            general: by_rank(&|node| baskets.generalization_cost(node)),
            gone: by_rank(&|node| baskets.suppression_cost(node)),
            node: ranks.node,
            place,
            children,
            support,
            weight: std::mem::take(&mut distinct.weight),
            item: distinct,
            leaves,
            baskets: held,
        })
    }

    /// How many nodes the tree has.
    pub fn nodes(&self) -> usize {
        self.node.len()
    }

    pub fn children(&self, rank: u32) -> &[u32] {
        &self.children[rank]
    }

    pub fn is_leaf(&self, rank: u32) -> bool {
        self.children(rank).is_empty()
    }

    /// The numbers of the leaves under a node.
    pub fn leaves(&self, rank: u32) -> std::ops::Range<usize> {
        let (from, to) = self.leaves[rank as usize];
        from as usize..to as usize
    }

    /// The numbers of the leaves in a distinct basket.
    pub fn basket(&self, basket: u32) -> &[u32] {
        self.item.set(basket as usize)
    }

    /// How many leaves the tree has.
    pub fn leaf_count(&self) -> usize {
        self.baskets.len()
    }

    /// The distinct baskets with something under a node, once for every item under it.
    pub fn occurrences(&self, rank: u32) -> &[u32] {
        self.baskets.within(self.leaves(rank))
    }

    pub fn node(&self, rank: u32) -> u32 {
        self.node[rank as usize]
    }

    /// Nodes by rank as nodes of the tree, each before what lies under it.
    pub fn in_tree_order(&self, ranks: impl IntoIterator<Item = u32>) -> Vec<u32> {
        let mut ranks: Vec<u32> = ranks.into_iter().collect();
        ranks.sort_unstable_by_key(|&rank| self.place[rank as usize]);
        ranks.into_iter().map(|rank| self.node(rank)).collect()
    }

    /// By rank: whether it is one of these nodes of the tree.
    pub fn marked(&self, nodes: &[u32]) -> Vec<bool> {
        let mut is_marked = vec![false; self.node.len()];
        for &node in nodes {
            is_marked[node as usize] = true;
        }
        let by_rank = self.node.iter().map(|&node| is_marked[node as usize]);
        by_rank.collect()
    }

    /// The most nodes of a cut, given by rank, that are in one basket.
    pub fn longest(&self, is_in_cut: &[bool]) -> usize {
        let mut shown = vec![0; self.leaf_count()];
        for rank in (0..self.nodes() as u32).filter(|&rank| is_in_cut[rank as usize]) {
            shown[self.leaves(rank)].fill(rank);
        }
        let mut seen_in = vec![0; self.nodes()];
        let mut longest = 0;
        for basket in 0..self.weight.len() as u32 {
            let mut length = 0;
            for &leaf in self.basket(basket) {
                let last = &mut seen_in[shown[leaf as usize] as usize];
                length += usize::from(*last != basket + 1);
                *last = basket + 1;
            }
            longest = longest.max(length);
        }
        longest
    }

    pub fn cut(&self, nodes: &[u32], is_kept: &[bool]) -> Cut {
        let gone = nodes
            .iter()
            .copied()
            .filter(|&rank| !is_kept[rank as usize]);
        Cut {
            nodes: self.in_tree_order(nodes.iter().copied()),
            suppressed: self.in_tree_order(gone),
        }
    }
}

/// The baskets as sets of leaves, equal ones merged.
fn distinct(baskets: &PreparedTransactions, progress: &Progress) -> Result<Sets, Stopped> {
    let mut all = Sets::default();
    all.clear();
    for at in 0..baskets.len() {
        all.push(baskets.basket(at), 1);
    }
    let mut merged = Sets::default();
    Merger::default().merge(&all, &mut merged, progress)?;
    Ok(merged)
}
