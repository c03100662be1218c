//! A tree over the items of transactions: every item is a leaf, every other node a more general item.

use super::dictionary::Dictionary;
use super::hierarchy::HierarchyError;
use super::lists::Lists;
use super::stack::DEEPEST_TREE;
use std::collections::{HashMap, HashSet};

/// Unless it is taken as told, a node with a single child would stand for the same items as that child, so there is
/// none; and no two nodes have the same name. Nodes are numbered by the order in which they were told.
#[derive(Clone, Debug, PartialEq)]
pub struct Taxonomy {
    names: Vec<String>,
    /// `None` for the root alone.
    parent: Vec<Option<u32>>,
    /// Nodes without children.
    leaves: Vec<u32>,
    root: u32,
    /// Of all nodes.
    children: Lists,
    /// Leaves under each node; 1 for a leaf.
    leaves_under: Vec<u32>,
    /// Steps from the root.
    depth: Vec<u32>,
    /// Places in a walk that meets every node before its children: what lies under a node has a place from
    /// `enter[node]` to before `leave[node]`.
    enter: Vec<u32>,
    leave: Vec<u32>,
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
    #[error(
        "the tree has {roots} roots; expected a single one (a header line or another separator looks like this too)"
    )]
    ManyRoots { roots: usize },
    #[error("the tree has {levels} levels; expected {most} at most")]
    TooDeep { levels: usize, most: usize },
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
        linked(links)?.finish()
    }

    /// The same as the lines tell it: a node may have a single child, and a name may stand twice. Every level of a
    /// column's hierarchy counts, whatever it adds.
    pub fn as_told<T: AsRef<str>>(links: &[(T, T)]) -> Result<Self, TaxonomyError> {
        laid_out(linked(links)?.with_one_root()?).not_too_deep()
    }

    /// From lines of `item, level 1, …, top`. Equal labels on different levels are different nodes.
    pub fn from_chains<T: AsRef<str>>(chains: &[Vec<T>]) -> Result<Self, TaxonomyError> {
        let depth = chains.first().ok_or(TaxonomyError::Empty)?.len();
        refuse_too_deep(depth)?;
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

    fn not_too_deep(self) -> Result<Self, TaxonomyError> {
        let deepest = self.depth.iter().max().copied().unwrap_or(0);
        refuse_too_deep(deepest as usize + 1)?;
        Ok(self)
    }

    /// The lines of `leaf, …, root`, all equally long: a leaf that lies higher is repeated below itself.
    pub fn even_chains(&self) -> Vec<Vec<String>> {
        let deepest = self.depth.iter().max().copied().unwrap_or(0) as usize;
        let chain = |&leaf: &u32| {
            let path = self.path(leaf);
            let missing = deepest + 1 - path.len();
            let padded = std::iter::repeat_n(leaf, missing).chain(path);
            padded.map(|node| self.name(node).to_owned()).collect()
        };
        self.leaves.iter().map(chain).collect()
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

    /// The same tree with these nodes under other names.
    #[must_use]
    pub fn renamed(&self, names: &HashMap<u32, String>) -> Self {
        let mut renamed = self.clone();
        for (&node, name) in names {
            if let Some(known) = renamed.names.get_mut(node as usize) {
                known.clone_from(name);
            }
        }
        renamed
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

    /// In the order in which they were told.
    pub fn children(&self, node: u32) -> &[u32] {
        self.children.get(node as usize).unwrap_or_default()
    }

    pub fn is_leaf(&self, node: u32) -> bool {
        self.children(node).is_empty()
    }

    /// Leaves under a node; 1 for a leaf.
    pub fn leaves_under(&self, node: u32) -> u32 {
        self.leaves_under[node as usize]
    }

    /// Steps from the root.
    pub fn depth(&self, node: u32) -> u32 {
        self.depth[node as usize]
    }

    /// Whether a node is this ancestor or lies under it.
    pub fn is_under(&self, node: u32, ancestor: u32) -> bool {
        let place = self.enter[node as usize];
        (self.enter[ancestor as usize]..self.leave[ancestor as usize]).contains(&place)
    }

    /// All nodes, each before its children, children in their order.
    pub fn top_down(&self) -> Vec<u32> {
        let mut nodes = vec![0; self.names.len()];
        for (node, &place) in self.enter.iter().enumerate() {
            nodes[place as usize] = node as u32;
        }
        nodes
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

/// What follows a tree down has room for so many levels and no more.
fn refuse_too_deep(levels: usize) -> Result<(), TaxonomyError> {
    if levels > DEEPEST_TREE {
        return Err(TaxonomyError::TooDeep {
            levels,
            most: DEEPEST_TREE,
        });
    }
    Ok(())
}

/// The nodes that some lines tell, free of cycles.
fn linked<T: AsRef<str>>(links: &[(T, T)]) -> Result<Nodes, TaxonomyError> {
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
        // The last of its lines is the one that closes it.
        let mut link = link_of.get(&node).copied().unwrap_or_default();
        let mut at = nodes.parent[node as usize];
        while let Some(above) = at.filter(|&above| above != node) {
            link = link.max(link_of.get(&above).copied().unwrap_or_default());
            at = nodes.parent[above as usize];
        }
        return Err(TaxonomyError::Cycle { link });
    }
    Ok(nodes)
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
        let nodes = self.with_one_root()?;
        laid_out(nodes.without_single_children().with_own_names()).not_too_deep()
    }

    fn with_one_root(self) -> Result<Self, TaxonomyError> {
        let roots = self.parent.iter().filter(|parent| parent.is_none()).count();
        match roots {
            0 => Err(TaxonomyError::Empty),
            1 => Ok(self),
            roots => Err(TaxonomyError::ManyRoots { roots }),
        }
    }

    /// A node with one child says the same as the child, which takes its place.
    fn without_single_children(self) -> Self {
        let mut children = vec![0u32; self.names.len()];
        for &parent in self.parent.iter().flatten() {
            children[parent as usize] += 1;
        }
        let stays = |node: u32| children[node as usize] != 1;
        let mut number = vec![0u32; self.names.len()];
        let mut next = 0;
        for node in 0..self.names.len() as u32 {
            number[node as usize] = next;
            next += u32::from(stays(node));
        }
        let above = |node: usize| {
            let mut parent = self.parent[node];
            while let Some(at) = parent.filter(|&at| !stays(at)) {
                parent = self.parent[at as usize];
            }
            parent.map(|at| number[at as usize])
        };
        let parent = (0..self.names.len())
            .filter(|&node| stays(node as u32))
            .map(above)
            .collect();
        let names = self.names.into_iter().enumerate();
        Self {
            names: names
                .filter(|&(node, _)| stays(node as u32))
                .map(|(_, name)| name)
                .collect(),
            parent,
            by_name: HashMap::new(),
        }
    }

    /// A release that shows a node must not mean another one: leaves keep their names.
    fn with_own_names(mut self) -> Self {
        let mut is_inner = vec![false; self.names.len()];
        for &parent in self.parent.iter().flatten() {
            is_inner[parent as usize] = true;
        }
        let mut taken: HashSet<String> = (0..self.names.len())
            .filter(|&node| !is_inner[node])
            .map(|node| self.names[node].clone())
            .collect();
        for node in (0..self.names.len()).filter(|&node| is_inner[node]) {
            while !taken.insert(self.names[node].clone()) {
                self.names[node].push_str(" (all)");
            }
        }
        self
    }
}

/// The tree with all that is asked of it often.
fn laid_out(nodes: Nodes) -> Taxonomy {
    let Nodes { names, parent, .. } = nodes;
    let count = names.len();
    let above = parent.iter().zip(0..);
    let children = Lists::sorted(
        count,
        above.filter_map(|(&above, node)| Some((above?, node))),
    );
    let root = parent.iter().rposition(Option::is_none).unwrap_or(0) as u32;
    let mut tree = Taxonomy {
        leaves: (0..count as u32)
            .filter(|&node| children[node].is_empty())
            .collect(),
        names,
        parent,
        root,
        children,
        leaves_under: vec![0; count],
        depth: vec![0; count],
        enter: vec![0; count],
        leave: vec![0; count],
    };
    let mut walk = Vec::with_capacity(count);
    let mut waiting = vec![root];
    while let Some(node) = waiting.pop() {
        tree.enter[node as usize] = walk.len() as u32;
        walk.push(node);
        waiting.extend(tree.children(node).iter().rev());
    }
    for &node in &walk {
        if let Some(above) = tree.parent(node) {
            tree.depth[node as usize] = tree.depth[above as usize] + 1;
        }
    }
    for &node in walk.iter().rev() {
        let at = node as usize;
        if tree.is_leaf(node) {
            tree.leaves_under[at] = 1;
        }
        tree.leave[at] = tree.leave[at].max(tree.enter[at] + 1);
        if let Some(above) = tree.parent(node) {
            tree.leaves_under[above as usize] += tree.leaves_under[at];
            tree.leave[above as usize] = tree.leave[above as usize].max(tree.leave[at]);
        }
    }
    tree
}

#[cfg(test)]
mod tests;
