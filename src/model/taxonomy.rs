//! A tree over the items of transactions: every item is a leaf, every other node a more general item.

use super::dictionary::Dictionary;
use super::hierarchy::HierarchyError;
use std::collections::HashMap;

#[derive(Clone, Debug, PartialEq)]
pub struct Taxonomy {
    names: Vec<String>,
    /// `None` for the root alone.
    parent: Vec<Option<u32>>,
    /// Nodes without children.
    leaves: Vec<u32>,
    root: u32,
}

/// Why some lines are not a tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TaxonomyError {
    #[error("the tree is empty; expected child;parent lines")]
    Empty,
    #[error("the child has another parent in an earlier line; expected one parent per child")]
    TwoParents {
        /// The line in the order given, from 0.
        link: usize,
    },
    #[error("the line closes a cycle: the parent lies under the child; expected a tree")]
    Cycle { link: usize },
    #[error("the tree has {roots} roots; expected a single one")]
    ManyRoots { roots: usize },
    #[error(transparent)]
    Levels(#[from] HierarchyError),
}

impl TaxonomyError {
    pub fn link(&self) -> Option<usize> {
        match self {
            Self::TwoParents { link } | Self::Cycle { link } => Some(*link),
            Self::Levels(error) => error.chain(),
            _ => None,
        }
    }
}

impl Taxonomy {
    /// From `(child, parent)` lines; an empty parent marks the root.
    pub fn from_links<T: AsRef<str>>(links: &[(T, T)]) -> Result<Self, TaxonomyError> {
        let mut nodes = Nodes::default();
        let mut link_of: HashMap<u32, usize> = HashMap::new();
        for (at, (child, parent)) in links.iter().enumerate() {
            let child = nodes.node(child.as_ref());
            if parent.as_ref().is_empty() {
                continue;
            }
            let parent = nodes.node(parent.as_ref());
            match nodes.parent[child as usize] {
                Some(known) if known == parent => {}
                Some(_) => return Err(TaxonomyError::TwoParents { link: at }),
                None => {
                    nodes.parent[child as usize] = Some(parent);
                    link_of.insert(child, at);
                }
            }
        }
        if let Some(node) = nodes.on_cycle() {
            let link = link_of.get(&node).copied().unwrap_or_default();
            return Err(TaxonomyError::Cycle { link });
        }
        nodes.finish()
    }

    /// From lines of `item, level 1, …, top`. Equal labels on different levels are different nodes.
    pub fn from_chains<T: AsRef<str>>(chains: &[Vec<T>]) -> Result<Self, TaxonomyError> {
        let depth = chains.first().ok_or(TaxonomyError::Empty)?.len();
        let mut nodes = Nodes::default();
        let mut levels: Vec<HashMap<&str, u32>> = vec![HashMap::new(); depth];
        for (at, chain) in chains.iter().enumerate() {
            if chain.len() != depth {
                return Err(HierarchyError::UnevenDepth {
                    chain: at,
                    expected: depth,
                    found: chain.len(),
                }
                .into());
            }
            let mut above = None;
            for (level, label) in chain.iter().enumerate().rev() {
                let label = label.as_ref();
                let known = levels[level].get(label).copied();
                let node = known.unwrap_or_else(|| nodes.push(label));
                levels[level].insert(label, node);
                match (known, nodes.parent[node as usize]) {
                    (None, _) => nodes.parent[node as usize] = above,
                    (Some(_), parent) if parent == above => {}
                    (Some(_), _) => {
                        return Err(HierarchyError::TwoParents { chain: at, level }.into());
                    }
                }
                above = Some(node);
            }
        }
        nodes.finish()
    }

    pub fn len(&self) -> usize {
        self.names.len()
    }

    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    pub fn name(&self, node: u32) -> &str {
        self.names.get(node as usize).map_or("", String::as_str)
    }

    pub fn parent(&self, node: u32) -> Option<u32> {
        self.parent.get(node as usize).copied().flatten()
    }

    pub fn root(&self) -> u32 {
        self.root
    }

    pub fn leaves(&self) -> &[u32] {
        &self.leaves
    }

    /// From a node to the root, both included.
    pub fn path(&self, node: u32) -> Vec<u32> {
        std::iter::successors(Some(node), |&node| self.parent(node)).collect()
    }

    /// The leaf of every item. An item that is not a leaf is an error that carries all such items.
    pub fn leaf_of(&self, items: &Dictionary) -> Result<Vec<u32>, Vec<String>> {
        let by_name: HashMap<&str, u32> = self
            .leaves
            .iter()
            .map(|&leaf| (self.name(leaf), leaf))
            .collect();
        let mut missing = Vec::new();
        let leaves = items
            .iter()
            .map(|item| {
                by_name.get(item).copied().unwrap_or_else(|| {
                    missing.push(item.to_owned());
                    self.root
                })
            })
            .collect();
        if missing.is_empty() {
            Ok(leaves)
        } else {
            Err(missing)
        }
    }

    /// The lines of `leaf, …, root` that a hierarchy over a column is made of.
    pub fn chains(&self) -> Vec<Vec<&str>> {
        self.leaves
            .iter()
            .map(|&leaf| {
                self.path(leaf)
                    .into_iter()
                    .map(|node| self.name(node))
                    .collect()
            })
            .collect()
    }
}

#[derive(Default)]
struct Nodes {
    names: Vec<String>,
    parent: Vec<Option<u32>>,
    by_name: HashMap<String, u32>,
}

impl Nodes {
    fn push(&mut self, name: &str) -> u32 {
        let node = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.parent.push(None);
        node
    }

    fn node(&mut self, name: &str) -> u32 {
        if let Some(&node) = self.by_name.get(name) {
            return node;
        }
        let node = self.push(name);
        self.by_name.insert(name.to_owned(), node);
        node
    }

    /// A node from which no way up leads to a root.
    fn on_cycle(&self) -> Option<u32> {
        let mut state = vec![0u8; self.names.len()];
        for start in 0..self.names.len() as u32 {
            let mut walked = Vec::new();
            let mut at = Some(start);
            while let Some(node) = at {
                match state[node as usize] {
                    0 => {
                        state[node as usize] = 1;
                        walked.push(node);
                        at = self.parent[node as usize];
                    }
                    1 => return Some(node),
                    _ => break,
                }
            }
            for node in walked {
                state[node as usize] = 2;
            }
        }
        None
    }

    fn finish(self) -> Result<Taxonomy, TaxonomyError> {
        let roots: Vec<u32> = (0..self.names.len() as u32)
            .filter(|&node| self.parent[node as usize].is_none())
            .collect();
        let root = match roots[..] {
            [root] => root,
            [] => return Err(TaxonomyError::Empty),
            _ => return Err(TaxonomyError::ManyRoots { roots: roots.len() }),
        };
        let mut has_children = vec![false; self.names.len()];
        for parent in self.parent.iter().flatten() {
            has_children[*parent as usize] = true;
        }
        let leaves = (0..self.names.len() as u32)
            .filter(|&node| !has_children[node as usize])
            .collect();
        Ok(Taxonomy {
            names: self.names,
            parent: self.parent,
            leaves,
            root,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_make_a_tree() {
        let links = [
            ("milk", "dairy"),
            ("cheese", "dairy"),
            ("dairy", "all"),
            ("nails", "all"),
        ];
        let tree = Taxonomy::from_links(&links).unwrap();
        assert_eq!(tree.name(tree.root()), "all");
        let leaves: Vec<&str> = tree.leaves().iter().map(|&leaf| tree.name(leaf)).collect();
        assert_eq!(leaves, ["milk", "cheese", "nails"]);
        assert_eq!(tree.chains()[0], ["milk", "dairy", "all"]);
        let items: Dictionary = ["nails", "milk"].into_iter().collect();
        assert_eq!(
            tree.leaf_of(&items).unwrap(),
            [tree.leaves()[2], tree.leaves()[0]]
        );
        let items: Dictionary = ["nails", "dairy"].into_iter().collect();
        assert_eq!(tree.leaf_of(&items), Err(vec!["dairy".to_owned()]));
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        let refused = |links: &[(&str, &str)]| Taxonomy::from_links(links).unwrap_err();
        assert_eq!(
            refused(&[("a", "b"), ("a", "c")]),
            TaxonomyError::TwoParents { link: 1 }
        );
        assert!(matches!(
            refused(&[("x", "a"), ("a", "b"), ("b", "a")]),
            TaxonomyError::Cycle { link: 1 | 2 }
        ));
        assert_eq!(
            refused(&[("a", "b"), ("c", "d")]),
            TaxonomyError::ManyRoots { roots: 2 }
        );
        assert_eq!(refused(&[]), TaxonomyError::Empty);
        assert!(matches!(
            refused(&[("a", "a")]),
            TaxonomyError::Cycle { link: 0 }
        ));
    }

    #[test]
    fn equal_labels_on_different_levels_are_different_nodes() {
        let chains = [
            vec!["sausage", "sausage", "meat"],
            vec!["frankfurter", "sausage", "meat"],
        ];
        let tree = Taxonomy::from_chains(&chains).unwrap();
        assert_eq!(tree.leaves().len(), 2);
        assert_eq!(tree.len(), 4);
        let two_parents = [vec!["a", "x", "y", "*"], vec!["b", "x", "z", "*"]];
        assert!(Taxonomy::from_chains(&two_parents).is_err());
    }
}
