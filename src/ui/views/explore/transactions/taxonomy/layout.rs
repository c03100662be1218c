//! Where the nodes of the taxonomy lie: a column for every step from the root, and in it room by how often a node
//! occurs or by how many items it stands for.

use cloakroom_core::taxonomy::Taxonomy;
use cloakroom_transactions::transactions::PreparedTransactions;
use std::ops::Range;

/// What the height of a node shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SizeBy {
    #[default]
    Occurrences,
    Items,
}

/// The whole is one high.
#[derive(Clone, Debug)]
pub struct Layout {
    pub by: SizeBy,
    /// Columns: one more than steps from the root to the deepest leaf.
    pub columns: usize,
    from: Vec<f64>,
    size: Vec<f64>,
    /// The children of all nodes end to end, the largest first; what has no size is left out.
    children: Vec<u32>,
    starts: Vec<u32>,
    smallest: f64,
}

impl Layout {
    pub fn new(baskets: &PreparedTransactions, by: SizeBy) -> Self {
        let tree = &baskets.tree;
        let weight = |node: u32| match by {
            SizeBy::Occurrences => baskets.occurrences[node as usize],
            SizeBy::Items => u64::from(tree.leaves_under(node)),
        };
        let whole = weight(tree.root()).max(1) as f64;
        let mut layout = Self {
            by,
            columns: 1,
            from: vec![0.0; tree.len()],
            size: vec![0.0; tree.len()],
            children: Vec::with_capacity(tree.len()),
            starts: vec![0],
            smallest: 1.0,
        };
        let mut sorted = Vec::new();
        for node in 0..tree.len() as u32 {
            sorted.clear();
            let children = tree.children(node).iter().copied();
            sorted.extend(children.filter(|&child| weight(child) > 0));
            sorted.sort_by_key(|&child| std::cmp::Reverse(weight(child)));
            layout.children.extend(&sorted);
            layout.starts.push(layout.children.len() as u32);
            let size = weight(node) as f64 / whole;
            layout.size[node as usize] = size;
            if size > 0.0 {
                layout.smallest = layout.smallest.min(size);
            }
            layout.columns = layout.columns.max(tree.depth(node) as usize + 1);
        }
        for node in tree.top_down() {
            let mut from = layout.from[node as usize];
            let range = layout.range(node);
            for at in range {
                let child = layout.children[at] as usize;
                layout.from[child] = from;
                from += layout.size[child];
            }
        }
        layout
    }

    fn range(&self, node: u32) -> Range<usize> {
        self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize
    }

    /// The largest first, from top to bottom.
    pub fn children(&self, node: u32) -> &[u32] {
        &self.children[self.range(node)]
    }

    pub fn from(&self, node: u32) -> f64 {
        self.from[node as usize]
    }

    pub fn size(&self, node: u32) -> f64 {
        self.size[node as usize]
    }

    pub fn to(&self, node: u32) -> f64 {
        self.from(node) + self.size(node)
    }

    /// The height of the smallest node.
    pub fn smallest(&self) -> f64 {
        self.smallest
    }

    /// The place among the children of the first one that ends below a height.
    pub fn first_child_below(&self, node: u32, at: f64) -> usize {
        self.children(node)
            .partition_point(|&child| self.to(child) <= at)
    }

    /// The child at a height.
    pub fn child_at(&self, node: u32, at: f64) -> Option<u32> {
        let children = self.children(node);
        let place = self.first_child_below(node, at);
        children
            .get(place.min(children.len().checked_sub(1)?))
            .copied()
    }

    /// The node in a column at a height, or the leaf before it.
    pub fn node_at(&self, tree: &Taxonomy, column: usize, at: f64) -> u32 {
        let mut node = tree.root();
        while (tree.depth(node) as usize) < column {
            match self.child_at(node, at) {
                Some(child) => node = child,
                None => break,
            }
        }
        node
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_transactions::transactions::papers_example;

    #[test]
    fn children_share_the_height_of_their_parent() {
        let baskets = papers_example();
        let tree = &baskets.tree;
        for by in [SizeBy::Occurrences, SizeBy::Items] {
            let layout = Layout::new(&baskets, by);
            assert_eq!(layout.columns, 4);
            for node in 0..tree.len() as u32 {
                let children = layout.children(node);
                let sum: f64 = children.iter().map(|&child| layout.size(child)).sum();
                assert!(children.is_empty() || (sum - layout.size(node)).abs() < 1e-9);
                let sizes = children.iter().map(|&child| layout.size(child));
                assert!(sizes.is_sorted_by(|a, b| a >= b));
                let middle = layout.from(node) + layout.size(node) / 2.0;
                let column = tree.depth(node) as usize;
                assert_eq!(layout.node_at(tree, column, middle), node);
            }
        }
        let layout = Layout::new(&baskets, SizeBy::Occurrences);
        assert!((layout.smallest() - 1.0 / 23.0).abs() < 1e-9);
    }
}
