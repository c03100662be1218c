//! A hierarchy as a tree of labels, whatever the data: every leaf at the same depth, every node with one
//! parent, a single top. Checked once, when it is made.

use super::error::HierarchyError;
use crate::lists::Lists;
use crate::load_options::USUAL_NULLS;
use crate::spelling::Spelling;
use crate::stack::DEEPEST_TREE;
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::sync::Arc;

/// Level 0 holds the leaves, the last level the top alone. Labels are unique within a level. What an edit
/// leaves alone is shared with the tree before it, so that a step of undo is cheap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    pub(super) levels: Vec<TreeLevel>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TreeLevel {
    pub labels: Arc<Vec<Arc<str>>>,
    /// The node of the next level; empty at the top.
    pub parents: Arc<Vec<u32>>,
}

/// A node: its level, and its place within the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node {
    pub level: usize,
    pub at: u32,
}

impl Tree {
    /// From lines of `value, level 1, …, top`. A line that stands twice counts once.
    pub fn from_chains<T: AsRef<str>>(chains: &[Vec<T>]) -> Result<Self, HierarchyError> {
        let depth = chains.first().map_or(0, Vec::len);
        if depth == 0 {
            return Err(HierarchyError::Empty);
        }
        if depth > DEEPEST_TREE {
            return Err(HierarchyError::TooDeep {
                levels: depth,
                most: DEEPEST_TREE,
            });
        }
        let mut levels: Vec<LevelBuilder<'_>> = (0..depth)
            .map(|_| LevelBuilder::with_capacity(chains.len()))
            .collect();
        for (at, chain) in chains.iter().enumerate() {
            if chain.len() != depth {
                return Err(HierarchyError::UnevenDepth {
                    chain: at,
                    expected: depth,
                    found: chain.len(),
                });
            }
            let value = chain[0].as_ref();
            // A missing value may stay missing up to the top.
            if !USUAL_NULLS.contains(&value)
                && let Some(level) = (1..depth).find(|&level| chain[level].as_ref().is_empty())
            {
                return Err(HierarchyError::EmptyLabel { chain: at, level });
            }
            let mut below = levels[0].node(value);
            for level in 0..depth - 1 {
                let above = levels[level + 1].node(chain[level + 1].as_ref());
                let parents = &mut levels[level].parents;
                match parents.get(below as usize) {
                    None => parents.push(above),
                    Some(&known) if known == above => {}
                    Some(_) if level == 0 => {
                        return Err(HierarchyError::TwoChains { chain: at });
                    }
                    Some(_) => return Err(HierarchyError::TwoParents { chain: at, level }),
                }
                below = above;
            }
            if below != 0 {
                return Err(HierarchyError::TwoTops { chain: at });
            }
        }
        let levels = levels
            .into_iter()
            .map(|builder| TreeLevel {
                labels: Arc::new(builder.labels),
                parents: Arc::new(builder.parents),
            })
            .collect();
        Ok(Self { levels })
    }

    /// The tree with its values spelled as those of a column; values that become equal must belong to the same groups.
    pub fn respelled(&self, spelling: Spelling) -> Result<Self, HierarchyError> {
        let is_other = |level: usize, label: &str| match level {
            0 => *spelling.of(label) != *label,
            _ => *spelling.name(label) != *label,
        };
        let mut levels = self.levels.iter().enumerate();
        if !levels.any(|(level, nodes)| nodes.labels.iter().any(|label| is_other(level, label))) {
            return Ok(self.clone());
        }
        let chains = self.chains();
        let chains = chains.iter().map(|chain| respelled_chain(chain, spelling));
        Self::from_chains(&chains.collect::<Vec<_>>())
    }

    /// The values below a single top: where work by hand begins.
    pub fn flat<'a>(values: impl Iterator<Item = &'a str>) -> Self {
        let labels: Vec<Arc<str>> = values.map(Arc::from).collect();
        let parents = vec![0; labels.len()];
        let top = TreeLevel {
            labels: Arc::new(vec![Arc::from(super::TOP)]),
            parents: Arc::default(),
        };
        let leaves = TreeLevel {
            labels: Arc::new(labels),
            parents: Arc::new(parents),
        };
        Self {
            levels: vec![leaves, top],
        }
    }

    /// How many levels there are, the values and the top included.
    pub fn depth(&self) -> usize {
        self.levels.len()
    }

    pub fn top(&self) -> Node {
        Node {
            level: self.depth() - 1,
            at: 0,
        }
    }

    /// How many nodes a level has.
    pub fn width(&self, level: usize) -> usize {
        self.levels.get(level).map_or(0, |level| level.labels.len())
    }

    pub fn label(&self, node: Node) -> &str {
        self.levels
            .get(node.level)
            .and_then(|level| level.labels.get(node.at as usize))
            .map_or("", |label| label)
    }

    pub fn parent(&self, node: Node) -> Option<Node> {
        let at = *self.levels.get(node.level)?.parents.get(node.at as usize)?;
        Some(Node {
            level: node.level + 1,
            at,
        })
    }

    /// The node with this label.
    pub fn find(&self, level: usize, label: &str) -> Option<Node> {
        let at = self
            .levels
            .get(level)?
            .labels
            .iter()
            .position(|other| &**other == label)?;
        Some(Node {
            level,
            at: at as u32,
        })
    }

    pub fn nodes(&self, level: usize) -> impl Iterator<Item = Node> + use<> {
        (0..self.width(level) as u32).map(move |at| Node { level, at })
    }

    /// From a node to the top, both included.
    pub fn path(&self, node: Node) -> impl Iterator<Item = Node> {
        std::iter::successors(Some(node), |&node| self.parent(node))
    }

    pub fn chain(&self, leaf: u32) -> Vec<&str> {
        let leaf = Node { level: 0, at: leaf };
        self.path(leaf).map(|node| self.label(node)).collect()
    }

    /// One line per leaf. Groups without leaves have no place in it.
    pub fn chains(&self) -> Vec<Vec<&str>> {
        (0..self.width(0) as u32)
            .map(|leaf| self.chain(leaf))
            .collect()
    }

    /// The leaf of each label.
    pub fn leaves_by_label(&self) -> HashMap<&str, u32> {
        self.levels[0]
            .labels
            .iter()
            .enumerate()
            .map(|(at, label)| (&**label, at as u32))
            .collect()
    }

    /// How many leaves lie under each node, by level.
    pub fn leaf_counts(&self) -> Vec<Vec<u32>> {
        let mut counts = vec![vec![1u32; self.width(0)]];
        for level in 1..self.depth() {
            let mut above = vec![0u32; self.width(level)];
            for (&parent, &count) in self.levels[level - 1]
                .parents
                .iter()
                .zip(&counts[level - 1])
            {
                above[parent as usize] += count;
            }
            counts.push(above);
        }
        counts
    }

    /// Whether both have the very same leaves in the same order, because one was made from the other.
    pub fn shares_leaves_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.levels[0].labels, &other.levels[0].labels)
    }

    pub fn children(&self) -> Children {
        let levels = (1..self.depth())
            .map(|level| Lists::of_places(self.width(level), &self.levels[level - 1].parents))
            .collect();
        Children { levels }
    }
}

/// A value and its groups: the value is spelled as those of its column, groups as names are.
pub fn respelled_chain<'c, T: AsRef<str>>(chain: &'c [T], spelling: Spelling) -> Vec<Cow<'c, str>> {
    let labels = chain.iter().map(AsRef::as_ref).enumerate();
    labels
        .map(|(level, label)| match level {
            0 => spelling.of(label),
            _ => spelling.name(label),
        })
        .collect()
}

/// The children of every group, found once for a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Children {
    /// Of level 1 and above.
    levels: Vec<Lists>,
}

impl Children {
    /// The nodes of the level below that belong to this group.
    pub fn of(&self, group: Node) -> &[u32] {
        let level = group.level.checked_sub(1);
        let family = level.and_then(|level| self.levels.get(level));
        let members = family.and_then(|family| family.get(group.at as usize));
        members.unwrap_or_default()
    }
}

struct LevelBuilder<'a> {
    labels: Vec<Arc<str>>,
    parents: Vec<u32>,
    by_label: HashMap<&'a str, u32>,
}

impl<'a> LevelBuilder<'a> {
    fn with_capacity(lines: usize) -> Self {
        Self {
            labels: Vec::new(),
            parents: Vec::new(),
            by_label: HashMap::with_capacity(lines.min(1 << 12)),
        }
    }

    fn node(&mut self, label: &'a str) -> u32 {
        let next = self.labels.len() as u32;
        let labels = &mut self.labels;
        *self.by_label.entry(label).or_insert_with(|| {
            labels.push(Arc::from(label));
            next
        })
    }
}

/// A tree that costs nothing to copy: every step of undo holds the settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedTree(pub Arc<Tree>);

impl Serialize for SharedTree {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((0..self.0.width(0) as u32).map(|leaf| self.0.chain(leaf)))
    }
}

impl<'de> Deserialize<'de> for SharedTree {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let chains = Vec::<Vec<String>>::deserialize(deserializer)?;
        let tree = Tree::from_chains(&chains).map_err(serde::de::Error::custom)?;
        Ok(Self(Arc::new(tree)))
    }
}
