//! What the search stands on: equal baskets merged, and the tree numbered so that what lies under a node is a
//! range.

use crate::transactions::{GONE, PreparedTransactions};
use cloakroom_core::Lists;

/// Nodes are places in a walk that meets every node before its children: what lies under `node` is
/// `node..end[node]`.
#[derive(Clone, Debug)]
pub struct Ground {
    /// By place, the node of the taxonomy.
    pub node: Vec<u32>,
    pub end: Vec<u32>,
    /// `GONE` for the root.
    pub parent: Vec<u32>,
    pub depth: Vec<u32>,
    /// What an occurrence loses that is shown as this node; `unit` if it is not shown.
    pub loss: Vec<u64>,
    pub unit: u64,
    /// `starts[basket]..starts[basket + 1]` are the places of that basket's leaves, ascending.
    pub starts: Vec<u32>,
    pub leaf: Vec<u32>,
    /// How many equal baskets this one stands for.
    pub weight: Vec<u32>,
    /// Of every basket as it was given, the merged one; `GONE` if it was empty.
    pub merged: Vec<u32>,
    /// The baskets that hold something under each node.
    holders: Lists,
    /// Occurrences under each node, counted with their weight.
    pub occurrences: Vec<u64>,
    /// What each basket holds of private items: which, and how many of the baskets it stands for do. Items are below
    /// `privates`.
    private: Lists<(u32, u32)>,
    pub privates: u32,
}

/// Whether equal baskets are one, and so always shown alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Equals {
    Merged,
    Apart,
}

impl Ground {
    pub fn new(baskets: &PreparedTransactions, equals: Equals) -> Self {
        let tree = &baskets.tree;
        let node = tree.top_down();
        let mut place = vec![0; node.len()];
        for (at, &node) in node.iter().enumerate() {
            place[node as usize] = at as u32;
        }
        let parent: Vec<u32> = node
            .iter()
            .map(|&node| {
                tree.parent(node)
                    .map_or(GONE, |above| place[above as usize])
            })
            .collect();
        let mut end: Vec<u32> = (1..=node.len() as u32).collect();
        for at in (1..node.len()).rev() {
            let above = parent[at] as usize;
            end[above] = end[above].max(end[at]);
        }
        let mut sorted: Vec<(Vec<u32>, u32)> = (0..baskets.len())
            .map(|at| {
                let mut set: Vec<u32> = baskets
                    .basket(at)
                    .iter()
                    .map(|&leaf| place[leaf as usize])
                    .collect();
                set.sort_unstable();
                (set, at as u32)
            })
            .collect();
        sorted.sort_unstable();
        let mut ground = Self {
            depth: node.iter().map(|&node| tree.depth(node)).collect(),
            loss: node.iter().map(|&node| baskets.loss_of(node)).collect(),
            unit: baskets.unit(),
            starts: vec![0],
            leaf: Vec::new(),
            weight: Vec::new(),
            merged: vec![GONE; baskets.len()],
            holders: Lists::default(),
            occurrences: vec![0; node.len()],
            private: Lists::default(),
            privates: 0,
            node,
            end,
            parent,
        };
        for at in 0..sorted.len() {
            let (set, basket) = &sorted[at];
            if set.is_empty() {
                continue;
            }
            if at == 0 || sorted[at - 1].0 != *set || equals == Equals::Apart {
                ground.leaf.extend_from_slice(set);
                ground.starts.push(ground.leaf.len() as u32);
                ground.weight.push(0);
            }
            let last = ground.weight.len() - 1;
            ground.weight[last] += 1;
            ground.merged[*basket as usize] = last as u32;
        }
        ground.hold();
        ground.hold_private(baskets);
        ground
    }

    fn hold_private(&mut self, baskets: &PreparedTransactions) {
        let mut found: Vec<(u32, u32)> = Vec::new();
        for (at, &basket) in self.merged.iter().enumerate() {
            if basket != GONE {
                found.extend(baskets.private_of(at).iter().map(|&item| (basket, item)));
            }
        }
        found.sort_unstable();
        let same = found.chunk_by(|a, b| a == b);
        let counted = same.map(|same| (same[0].0, (same[0].1, same.len() as u32)));
        self.private = Lists::sorted(self.len(), counted);
        self.privates = found.iter().map(|pair| pair.1 + 1).max().unwrap_or(0);
    }

    fn hold(&mut self) {
        let mut lists: Vec<Vec<u32>> = vec![Vec::new(); self.node.len()];
        for basket in 0..self.len() {
            for place in self.places(basket) {
                let mut node = self.leaf[place];
                while node != GONE {
                    let list = &mut lists[node as usize];
                    if list.last() != Some(&(basket as u32)) {
                        list.push(basket as u32);
                    }
                    self.occurrences[node as usize] += u64::from(self.weight[basket]);
                    node = self.parent[node as usize];
                }
            }
        }
        self.holders = lists.into_iter().collect();
    }

    /// Merged baskets.
    pub fn len(&self) -> usize {
        self.weight.len()
    }

    pub fn places(&self, basket: usize) -> std::ops::Range<usize> {
        self.starts[basket] as usize..self.starts[basket + 1] as usize
    }

    /// The places of a basket that lie under a node.
    pub fn places_under(&self, basket: usize, node: u32) -> std::ops::Range<usize> {
        let places = self.places(basket);
        let leaves = &self.leaf[places.clone()];
        let from = leaves.partition_point(|&leaf| leaf < node);
        let end = self.end[node as usize];
        let to = from + leaves[from..].partition_point(|&leaf| leaf < end);
        places.start + from..places.start + to
    }

    /// The baskets with something under a node, ascending.
    pub fn holders(&self, node: u32) -> &[u32] {
        &self.holders[node]
    }

    /// What a basket holds of private items: which, and how many of the baskets that it stands for do.
    pub fn private_of(&self, basket: u32) -> &[(u32, u32)] {
        &self.private[basket]
    }

    pub fn children(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let end = self.end[node as usize];
        let first = Some(node + 1).filter(|&child| child < end);
        std::iter::successors(first, move |&child| {
            Some(self.end[child as usize]).filter(|&next| next < end)
        })
    }

    /// Whether a node is another one or lies under it.
    pub fn is_under(&self, node: u32, other: u32) -> bool {
        (other..self.end[other as usize]).contains(&node)
    }

    /// What showing all that lies under a node as that node saves.
    pub fn worth(&self, node: u32) -> u64 {
        self.occurrences[node as usize] * self.unit.saturating_sub(self.loss[node as usize])
    }
}
