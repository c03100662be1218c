//! One quasi-identifier as the local methods see it: a tree of groups or a line of numbers, with what a cell
//! loses in whole numbers, so that sums do not depend on their order.

use cloakroom_core::prepared_table::ValueRange;
use cloakroom_core::{Hierarchy, Quasi};
use std::sync::Arc;

/// Trees with more nodes are climbed instead of looked up.
const TABLED_NODES: usize = 1_200;

/// What a group of records shows in one column: a node of a tree (`low` and `high` are the same), or all
/// from `low` to `high` on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    pub low: u32,
    pub high: u32,
}

impl Cell {
    /// The cell of a single value.
    pub fn of(value: u32) -> Self {
        Self {
            low: value,
            high: value,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Axis {
    /// What stands for each code: the leaf with its number in a tree, its place on a line.
    pub value_of_code: Vec<u32>,
    pub shape: Shape,
    /// What a cell that says nothing any more loses.
    pub one: u32,
}

#[derive(Clone, Debug)]
pub enum Shape {
    Tree(Tree),
    Line,
}

impl Axis {
    pub fn new(quasi: &Quasi<'_>, one: u32) -> Self {
        match &quasi.range {
            Some(range) => Self {
                value_of_code: places(range, one),
                shape: Shape::Line,
                one,
            },
            None => Self {
                value_of_code: (0..quasi.column.dictionary().len() as u32).collect(),
                shape: Shape::Tree(Tree::new(quasi, one)),
                one,
            },
        }
    }

    /// The smallest cell that covers both.
    #[inline]
    pub fn merge(&self, a: Cell, b: Cell) -> Cell {
        match &self.shape {
            Shape::Tree(tree) => Cell::of(tree.meet(a.low, b.low)),
            Shape::Line => Cell {
                low: a.low.min(b.low),
                high: a.high.max(b.high),
            },
        }
    }

    #[inline]
    pub fn loss(&self, cell: Cell) -> u32 {
        match &self.shape {
            Shape::Tree(tree) => tree.loss[cell.low as usize],
            Shape::Line => (cell.high - cell.low).min(self.one),
        }
    }

    /// What the cell loses once it covers this value too.
    #[inline]
    pub fn joined_loss(&self, cell: Cell, value: u32) -> u32 {
        match &self.shape {
            Shape::Tree(tree) => tree.joined_loss(cell.low, value),
            Shape::Line => (cell.high.max(value) - cell.low.min(value)).min(self.one),
        }
    }
}

/// Places between 0 and `one`. A missing value lies so far away that a cell that covers it and any number
/// loses everything, while missing values alone lose nothing.
fn places(range: &ValueRange, one: u32) -> Vec<u32> {
    let width = range.high - range.low;
    range
        .number_of
        .iter()
        .map(|&number| {
            if number.is_nan() {
                3 * one
            } else if width > 0.0 {
                // Halved first: the width of the widest columns is beyond what a number can hold.
                let share = if width.is_finite() {
                    (number - range.low) / width
                } else {
                    (number / 2.0 - range.low / 2.0) / (range.high / 2.0 - range.low / 2.0)
                };
                (share * f64::from(one)).round() as u32
            } else {
                0
            }
        })
        .collect()
}

/// The values of a column are the nodes 0, 1, …; then come the groups of the levels above.
#[derive(Clone, Debug)]
pub struct Tree {
    hierarchy: Arc<Hierarchy>,
    values: u32,
    /// The lowest level whose groups are nodes of their own.
    first_level: usize,
    /// The first node of each of these levels.
    base: Vec<u32>,
    level: Vec<u32>,
    /// A value under each node; of nodes without any, 0.
    sample: Vec<u32>,
    pub loss: Vec<u32>,
    /// The meeting node of every two nodes, for small trees.
    table: Vec<u32>,
    /// What it loses.
    met_loss: Vec<u32>,
    /// By value: those under one node lie side by side.
    pub rank: Vec<u32>,
    nodes: usize,
}

impl Tree {
    fn new(quasi: &Quasi<'_>, one: u32) -> Self {
        let hierarchy = quasi.hierarchy.clone();
        let values = quasi.column.dictionary().len();
        // A hierarchy of one level has its top there.
        let first_level = usize::from(hierarchy.height() > 0);
        let mut base = Vec::new();
        let mut level = vec![0u32; values];
        let mut sample: Vec<u32> = (0..values as u32).collect();
        let mut loss = vec![0u32; values];
        for (at, groups) in hierarchy.levels().iter().enumerate().skip(first_level) {
            let first = level.len();
            base.push(first as u32);
            let count = groups.labels.len();
            level.resize(first + count, (at - first_level + 1) as u32);
            sample.resize(first + count, 0);
            loss.extend((0..count as u32).map(|group| {
                let share = hierarchy.loss(at, group);
                (share * f64::from(one)).round() as u32
            }));
            for code in (0..values as u32).rev() {
                sample[first + groups.group_of[code as usize] as usize] = code;
            }
        }
        let nodes = level.len();
        let mut tree = Self {
            hierarchy,
            values: values as u32,
            first_level,
            base,
            level,
            sample,
            loss,
            table: Vec::new(),
            met_loss: Vec::new(),
            rank: Vec::new(),
            nodes,
        };
        tree.rank = tree.order();
        if nodes <= TABLED_NODES {
            tree.table = (0..nodes * nodes)
                .map(|at| tree.climb((at / nodes) as u32, (at % nodes) as u32))
                .collect();
            tree.met_loss = tree
                .table
                .iter()
                .map(|&node| tree.loss[node as usize])
                .collect();
        }
        tree
    }

    /// The lowest node above or at both.
    #[inline]
    pub fn meet(&self, a: u32, b: u32) -> u32 {
        if self.table.is_empty() {
            self.climb(a, b)
        } else {
            self.table[a as usize * self.nodes + b as usize]
        }
    }

    fn climb(&self, a: u32, b: u32) -> u32 {
        if a == b {
            return a;
        }
        let (left, right) = (self.sample[a as usize], self.sample[b as usize]);
        let from = self.level[a as usize].max(self.level[b as usize]).max(1);
        let top = self.base.len();
        (from as usize..top)
            .map(|level| (self.ancestor(level, left), self.ancestor(level, right)))
            .find(|(left, right)| left == right)
            .map_or_else(|| self.ancestor(top, left), |(node, _)| node)
    }

    /// The node of a value at a level, the values being level 0.
    #[inline]
    fn ancestor(&self, level: usize, value: u32) -> u32 {
        if level == 0 {
            return value;
        }
        let groups = &self.hierarchy.levels()[level - 1 + self.first_level];
        self.base[level - 1] + groups.group_of[value as usize]
    }

    #[inline]
    fn joined_loss(&self, node: u32, value: u32) -> u32 {
        match self
            .met_loss
            .get(node as usize * self.nodes + value as usize)
        {
            Some(&loss) => loss,
            None => self.loss[self.climb(node, value) as usize],
        }
    }

    /// What the meeting nodes of this one with all nodes lose, by node; `None` for a large tree.
    pub fn joined_losses(&self, node: u32) -> Option<&[u32]> {
        self.met_loss
            .get(node as usize * self.nodes..(node as usize + 1) * self.nodes)
    }

    /// What the meeting node of this one with every value loses.
    pub fn losses_from(&self, node: u32) -> Vec<u32> {
        (0..self.values)
            .map(|value| self.loss[self.meet(node, value) as usize])
            .collect()
    }

    /// The child of a node under which a value lies; the value itself if the node is one.
    #[inline]
    pub fn child(&self, node: u32, value: u32) -> u32 {
        self.ancestor(
            (self.level[node as usize] as usize).saturating_sub(1),
            value,
        )
    }

    /// The node of a value that lies as high as the given one.
    pub fn at_height_of(&self, node: u32, value: u32) -> u32 {
        self.ancestor(self.level[node as usize] as usize, value)
    }

    /// The place of each value in an order in which those under one node lie side by side.
    fn order(&self) -> Vec<u32> {
        let mut values: Vec<u32> = (0..self.values).collect();
        values.sort_by_cached_key(|&value| -> Vec<u32> {
            let levels = (0..=self.base.len()).rev();
            levels.map(|level| self.ancestor(level, value)).collect()
        });
        let mut rank = vec![0; values.len()];
        for (at, value) in values.into_iter().enumerate() {
            rank[value as usize] = at as u32;
        }
        rank
    }

    pub fn is_value(&self, node: u32) -> bool {
        node < self.values
    }

    pub fn top(&self) -> u32 {
        self.ancestor(self.base.len(), 0)
    }

    /// The level of the hierarchy and the group that a node above the values stands for.
    pub fn place(&self, node: u32) -> (usize, u32) {
        let level = (self.level[node as usize] as usize).max(1);
        (level - 1 + self.first_level, node - self.base[level - 1])
    }
}
