//! What is counted once for a tree, so that a frame only looks things up.

use cloakroom_core::column::Column;
use cloakroom_core::hierarchy::{Children, Node, Tree};
use std::sync::Arc;

pub struct TreeFacts {
    pub tree: Arc<Tree>,
    pub children: Children,
    /// Values and records under each node, by level.
    values: Vec<Vec<u32>>,
    records: Vec<Vec<u64>>,
    /// The code of each leaf; `None` where no record has it.
    codes: Arc<Vec<Option<u32>>>,
    /// The names of the level table's columns.
    pub columns: Vec<String>,
}

impl TreeFacts {
    /// `before` are the facts of the tree that this one was made from, if it was.
    pub fn new(tree: Arc<Tree>, column: &Column, before: Option<&Self>) -> Self {
        let codes = match before.filter(|before| before.tree.shares_leaves_with(&tree)) {
            Some(before) => before.codes.clone(),
            None => Arc::new(codes_of(&tree, column)),
        };
        let counts = column.counts();
        let leaf_records = codes
            .iter()
            .map(|code| code.map_or(0, |code| u64::from(counts[code as usize])))
            .collect();
        let mut records: Vec<Vec<u64>> = vec![leaf_records];
        for level in 1..tree.depth() {
            let mut above = vec![0u64; tree.width(level)];
            for node in tree.nodes(level - 1) {
                if let Some(parent) = tree.parent(node) {
                    above[parent.at as usize] += records[level - 1][node.at as usize];
                }
            }
            records.push(above);
        }
        let columns = ["value".to_owned(), "records".to_owned()]
            .into_iter()
            .chain((1..tree.depth()).map(|level| level_name(level, tree.depth())))
            .collect();
        Self {
            children: tree.children(),
            values: tree.leaf_counts(),
            records,
            codes,
            columns,
            tree,
        }
    }

    pub fn values(&self, node: Node) -> u32 {
        at(&self.values, node)
    }

    pub fn records(&self, node: Node) -> u64 {
        at(&self.records, node)
    }

    pub fn is_in_data(&self, leaf: u32) -> bool {
        self.codes.get(leaf as usize).copied().flatten().is_some()
    }

    /// How wide the columns of the level table should be, judged by their first rows.
    pub fn widths(&self) -> Vec<f32> {
        const SEEN: usize = 60;
        let longest = |level: usize| {
            let labels = self.tree.nodes(level).take(SEEN);
            let lengths = labels.map(|node| self.tree.label(node).chars().count());
            lengths.max().unwrap_or(0) as f32
        };
        let levels =
            (0..self.tree.depth()).map(|level| (longest(level) * 7.8 + 26.0).clamp(64.0, 200.0));
        let mut widths: Vec<f32> = levels.collect();
        widths.insert(1, 76.0);
        widths
    }
}

pub fn level_name(level: usize, depth: usize) -> String {
    if level + 1 == depth {
        "top".to_owned()
    } else {
        format!("level {level}")
    }
}

fn at<T: Copy + Default>(levels: &[Vec<T>], node: Node) -> T {
    levels
        .get(node.level)
        .and_then(|level| level.get(node.at as usize))
        .copied()
        .unwrap_or_default()
}

fn codes_of(tree: &Tree, column: &Column) -> Vec<Option<u32>> {
    let leaves = tree.leaves_by_label();
    let mut codes = vec![None; tree.width(0)];
    for (code, text) in column.dictionary().iter().enumerate() {
        if let Some(&leaf) = leaves.get(text) {
            codes[leaf as usize] = Some(code as u32);
        }
    }
    codes
}
