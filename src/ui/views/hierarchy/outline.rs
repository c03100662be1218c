//! The rows of a tree as far as it is open, and what is selected among them. Groups are remembered by name:
//! an edit gives the others new places.

use super::facts::TreeFacts;
use cloakroom_core::hierarchy::{Edit, Node, Tree};
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

/// Small trees are shown whole.
const SHOWN_WHOLE: usize = 48;

#[derive(Default)]
pub struct Outline {
    /// By level.
    open: Vec<HashSet<String>>,
    rows: Vec<Node>,
    shown: Option<(Arc<Tree>, u64, String)>,
    revision: u64,
    pub selected: BTreeSet<Node>,
    pub cursor: Option<Node>,
    anchor: Option<Node>,
    /// Points above the first visible row.
    pub offset: f64,
    /// The cursor moved: the next frame is to show it.
    pub reveal: bool,
    pub renaming: Option<(Node, String)>,
    pub dragging: bool,
}

impl Outline {
    /// The rows to show; made anew only when something changed.
    pub fn refresh(&mut self, facts: &TreeFacts, filter: &str) -> usize {
        let is_same = self.shown.as_ref().is_some_and(|(tree, revision, text)| {
            Arc::ptr_eq(tree, &facts.tree) && *revision == self.revision && text == filter
        });
        if !is_same {
            let before = self.shown.take().map(|(tree, ..)| tree);
            self.follow(before.as_deref(), &facts.tree);
            self.rows.clear();
            let needle = filter.trim().to_lowercase();
            if needle.is_empty() {
                self.flatten(facts);
            } else {
                self.found(facts, &needle);
            }
            self.shown = Some((facts.tree.clone(), self.revision, filter.to_owned()));
        }
        self.rows.len()
    }

    /// What stays selected and open when the tree becomes another.
    fn follow(&mut self, before: Option<&Tree>, tree: &Tree) {
        match before {
            Some(before) if before.shares_leaves_with(tree) => {
                let moved = |node: &Node| node.level == 0;
                if before != tree {
                    self.selected.retain(moved);
                    self.cursor = self.cursor.filter(moved);
                    self.anchor = self.anchor.filter(moved);
                    self.renaming = None;
                }
            }
            _ => {
                self.selected.clear();
                (self.cursor, self.anchor, self.renaming) = (None, None, None);
                self.offset = 0.0;
                let nodes: usize = (0..tree.depth()).map(|level| tree.width(level)).sum();
                self.open_all(tree, nodes <= SHOWN_WHOLE);
            }
        }
    }

    fn flatten(&mut self, facts: &TreeFacts) {
        let mut waiting = vec![facts.tree.top()];
        while let Some(node) = waiting.pop() {
            self.rows.push(node);
            if self.is_open(&facts.tree, node) {
                let below = facts.children.of(node).iter().rev();
                waiting.extend(below.map(|&at| Node {
                    level: node.level - 1,
                    at,
                }));
            }
        }
    }

    /// What contains the text, with the groups above it.
    fn found(&mut self, facts: &TreeFacts, needle: &str) {
        let tree = &facts.tree;
        let mut shown: Vec<Vec<bool>> = Vec::with_capacity(tree.depth());
        for level in 0..tree.depth() {
            let hit = |node: Node| tree.label(node).to_lowercase().contains(needle);
            let mut hits: Vec<bool> = tree.nodes(level).map(hit).collect();
            if level > 0 {
                for child in tree.nodes(level - 1) {
                    if shown[level - 1][child.at as usize]
                        && let Some(parent) = tree.parent(child)
                    {
                        hits[parent.at as usize] = true;
                    }
                }
            }
            shown.push(hits);
        }
        let is_shown = |node: Node| shown[node.level][node.at as usize];
        let mut waiting = vec![tree.top()];
        while let Some(node) = waiting.pop() {
            self.rows.push(node);
            let below = facts.children.of(node).iter().rev().map(|&at| Node {
                level: node.level - 1,
                at,
            });
            waiting.extend(below.filter(|&child| is_shown(child)));
        }
    }

    pub fn rows(&self) -> &[Node] {
        &self.rows
    }

    pub fn is_open(&self, tree: &Tree, node: Node) -> bool {
        self.open
            .get(node.level)
            .is_some_and(|open| open.contains(tree.label(node)))
    }

    pub fn set_open(&mut self, tree: &Tree, node: Node, open: bool) {
        if node.level == 0 {
            return;
        }
        if self.open.len() <= node.level {
            self.open.resize(node.level + 1, HashSet::new());
        }
        let label = tree.label(node);
        let changed = if open {
            self.open[node.level].insert(label.to_owned())
        } else {
            self.open[node.level].remove(label)
        };
        if changed {
            self.revision += 1;
        }
    }

    /// Keeps open what the edit gives another name or level.
    pub fn expect(&mut self, edit: &Edit, before: &Tree, after: &Tree) {
        self.open.resize(before.depth(), HashSet::new());
        let named = match edit {
            Edit::Rename { node, label } if self.is_open(before, *node) => {
                Some((node.level, label))
            }
            Edit::Merge { groups, label } => groups.first().map(|group| (group.level, label)),
            Edit::Split { nodes, label } => nodes.first().map(|node| (node.level + 1, label)),
            _ => None,
        };
        if let Some((level, label)) = named
            && let Some(open) = self.open.get_mut(level)
        {
            open.insert(label.trim().to_owned());
        }
        match edit {
            Edit::InsertLevel { above } => {
                let level = above + 1;
                let names = after.nodes(level).map(|node| after.label(node).to_owned());
                self.open.insert(level, names.collect());
            }
            Edit::DropLevel(level) => {
                self.open.remove(*level);
            }
            _ => {}
        }
    }

    /// Everything down to the groups above the values, or nothing below the top.
    pub fn open_all(&mut self, tree: &Tree, open: bool) {
        let lowest = if open { 1 } else { tree.depth() - 1 };
        let names = |level: usize| {
            let open = level >= lowest.max(1);
            let nodes = tree.nodes(level).filter(|_| open);
            nodes.map(|node| tree.label(node).to_owned()).collect()
        };
        self.open = (0..tree.depth()).map(names).collect();
        self.revision += 1;
    }

    /// Opens everything above a node, selects it and scrolls to it.
    pub fn show(&mut self, tree: &Tree, node: Node) {
        for above in tree.path(node).skip(1) {
            self.set_open(tree, above, true);
        }
        self.select_only(node);
        self.reveal = true;
    }

    pub fn place_of(&self, node: Node) -> Option<usize> {
        self.rows.iter().position(|&row| row == node)
    }

    pub fn select_only(&mut self, node: Node) {
        self.selected.clear();
        self.selected.insert(node);
        (self.cursor, self.anchor) = (Some(node), Some(node));
    }

    pub fn toggle(&mut self, node: Node) {
        if !self.selected.remove(&node) {
            self.selected.insert(node);
        }
        (self.cursor, self.anchor) = (Some(node), Some(node));
    }

    /// Everything of the node's own level between the first click and this one.
    pub fn extend_to(&mut self, node: Node) {
        let from = self.anchor.and_then(|anchor| self.place_of(anchor));
        let (Some(from), Some(to)) = (from, self.place_of(node)) else {
            self.select_only(node);
            return;
        };
        let between = &self.rows[from.min(to)..=from.max(to)];
        self.selected = between
            .iter()
            .copied()
            .filter(|row| row.level == node.level)
            .collect();
        self.cursor = Some(node);
    }

    /// The selected nodes, if all are of one level.
    pub fn chosen(&self) -> Option<Vec<Node>> {
        let level = self.selected.first()?.level;
        let all: Vec<Node> = self.selected.iter().copied().collect();
        all.iter().all(|node| node.level == level).then_some(all)
    }
}
