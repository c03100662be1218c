//! Hierarchies: how the values of a column become coarser, level by level, up to a single top.
//!
//! A missing value stays missing up to the top, where it is one with all others, unless the hierarchy has a
//! line of its own for it.

mod dates;
mod edit;
#[cfg(test)]
mod edit_tests;
mod error;
mod fit;
mod frequency;
mod intervals;
mod mask;
mod naming;
mod order;
mod source;
mod span;
mod suggest;
#[cfg(test)]
mod tests;
mod tree;

pub use dates::{DateUnit, Dates};
pub use edit::{Edit, EditError, SortBy};
pub use error::HierarchyError;
pub use fit::{Fit, Lacking, Placing, place};
pub use frequency::{Balanced, Frequent, Rare, USUAL_FAN};
pub use intervals::Intervals;
pub use mask::{DEEPEST_MASK, Mask, Side};
pub use naming::{Member, Naming, ReleasedGroup};
pub use order::{Cuts, Ordered};
pub use source::HierarchySource;
pub use suggest::{Beginning, beginnings};
pub use tree::{Children, Node, SharedTree, Tree, respelled_chain};

use super::column::Column;
use super::load_options::USUAL_NULLS;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The label of the top where the program makes it.
pub const TOP: &str = "*";

/// The hierarchies of a table's columns, by name.
pub type Hierarchies = BTreeMap<String, Arc<Hierarchy>>;

/// Level 0 is the value itself; at the last level all values are one group.
#[derive(Clone, Debug, PartialEq)]
pub struct Hierarchy {
    levels: Vec<Level>,
    leaves: u32,
    naming: Naming,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// The group of each code of the column.
    pub group_of: Vec<u32>,
    /// What each group is called in a release.
    pub labels: Vec<String>,
    /// How many leaves of the hierarchy lie under each group, those that no record has included.
    pub leaves: Vec<u32>,
}

impl Hierarchy {
    /// From lines of `value, level 1, …, top`. Values that no record has are welcome; a missing value that
    /// has no line of its own stays missing up to the top.
    pub fn from_chains<T: AsRef<str>>(
        column: &Column,
        chains: &[Vec<T>],
    ) -> Result<Self, HierarchyError> {
        Self::from_tree(column, &Tree::from_chains(chains)?)
    }

    /// The tree laid over the values of a column, all of which it must have.
    pub fn from_tree(column: &Column, tree: &Tree) -> Result<Self, HierarchyError> {
        let leaf_of = leaves_of(column, tree);
        let lacking: Vec<u32> = (0..leaf_of.len() as u32)
            .filter(|&code| leaf_of[code as usize].is_none() && Some(code) != column.null())
            .collect();
        if !lacking.is_empty() {
            return Err(uncovered(column, &lacking));
        }
        let mut levels: Vec<Level> = Vec::with_capacity(tree.depth());
        // The node of each code; a missing value without a line of its own has none.
        let mut nodes = leaf_of;
        for (level, counts) in tree.leaf_counts().into_iter().enumerate() {
            let mut group_of_node = vec![0u32; counts.len()];
            let (mut labels, mut leaves) = (Vec::new(), Vec::new());
            for (node, &count) in counts.iter().enumerate() {
                // Groups that nobody was put into have nothing to say about the data.
                if count > 0 {
                    group_of_node[node] = labels.len() as u32;
                    let node = Node {
                        level,
                        at: node as u32,
                    };
                    labels.push(tree.label(node).to_owned());
                    leaves.push(count);
                }
            }
            let mut group_of = Vec::with_capacity(nodes.len());
            let is_top = level + 1 == tree.depth();
            for node in &nodes {
                group_of.push(match node {
                    Some(node) => group_of_node[*node as usize],
                    None if is_top => {
                        leaves[0] += 1;
                        0
                    }
                    None => {
                        let group = labels.iter().position(String::is_empty);
                        let group = group.unwrap_or_else(|| {
                            labels.push(String::new());
                            leaves.push(0);
                            labels.len() - 1
                        });
                        leaves[group] += 1;
                        group as u32
                    }
                });
            }
            levels.push(Level {
                group_of,
                labels,
                leaves,
            });
            for node in nodes.iter_mut().flatten() {
                let above = tree.parent(Node { level, at: *node });
                *node = above.map_or(0, |above| above.at);
            }
        }
        let leaves = levels[0].labels.len() as u32;
        Ok(Self {
            levels,
            leaves,
            naming: Naming::Declared,
        })
    }

    /// The same with groups that are named so in a release.
    #[must_use]
    pub fn with_naming(mut self, naming: Naming) -> Self {
        self.naming = naming;
        self
    }

    /// Where the names of the groups come from.
    pub fn naming(&self) -> &Naming {
        &self.naming
    }

    /// The values and `*`: what a column without a hierarchy of its own has.
    pub fn flat(column: &Column) -> Self {
        let values = column.dictionary().len();
        Self {
            levels: vec![
                Level {
                    group_of: (0..values as u32).collect(),
                    labels: column.dictionary().iter().map(str::to_owned).collect(),
                    leaves: vec![1; values],
                },
                Level {
                    group_of: vec![0; values],
                    labels: vec![TOP.to_owned()],
                    leaves: vec![values as u32],
                },
            ],
            leaves: values as u32,
            naming: Naming::Declared,
        }
    }

    /// What a cell of this group at this level has lost: the other leaves under it, as a share of all others.
    pub fn loss(&self, level: usize, group: u32) -> f64 {
        let under = self.levels[level].leaves[group as usize];
        if self.leaves > 1 {
            f64::from(under - 1) / f64::from(self.leaves - 1)
        } else {
            0.0
        }
    }

    /// From level 0, the values themselves, to the top.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The highest level: how often a value can be generalized.
    pub fn height(&self) -> usize {
        self.levels.len() - 1
    }

    pub fn leaves(&self) -> u32 {
        self.leaves
    }

    /// What a value is called at a level; empty beyond the hierarchy.
    pub fn label(&self, level: usize, code: u32) -> &str {
        self.levels
            .get(level)
            .and_then(|level| {
                let group = *level.group_of.get(code as usize)?;
                level.labels.get(group as usize)
            })
            .map_or("", String::as_str)
    }
}

/// The leaf of each code, if the tree has one.
fn leaves_of(column: &Column, tree: &Tree) -> Vec<Option<u32>> {
    let leaves = tree.leaves_by_label();
    let mut leaf_of: Vec<Option<u32>> = column
        .dictionary()
        .iter()
        .map(|text| leaves.get(text).copied())
        .collect();
    if let Some(null) = column.null() {
        // The file may write the missing value as `?` or `NA`.
        leaf_of[null as usize] = USUAL_NULLS
            .iter()
            .find_map(|token| leaves.get(token).copied());
    }
    leaf_of
}

fn uncovered(column: &Column, lacking: &[u32]) -> HierarchyError {
    let mut is_lacking = vec![false; column.dictionary().len()];
    for &code in lacking {
        is_lacking[code as usize] = true;
    }
    let first_row = column
        .codes()
        .iter()
        .position(|&code| is_lacking[code as usize])
        .unwrap_or(0);
    HierarchyError::Uncovered {
        total: column.dictionary().len(),
        first_row,
        values: lacking
            .iter()
            .map(|&code| column.dictionary().get(code).to_owned())
            .collect(),
    }
}
