//! Where everything stands: the baskets that hold each item, and those that show each node.

use super::TransactionsRelease;
use crate::transactions::GONE;
use cloakroom_core::{Progress, Stopped};

/// How many baskets are looked at between two looks at the progress.
const STRIDE: usize = 1 << 12;

pub(super) struct Shelves {
    /// The baskets that hold a leaf in the original, ascending.
    pub original: Shelf,
    /// The baskets that show a node in the release, ascending.
    pub released: Shelf,
}

/// Baskets by node.
pub(super) struct Shelf {
    starts: Vec<usize>,
    basket: Vec<u32>,
}

impl Shelf {
    pub fn of(&self, node: u32) -> &[u32] {
        &self.basket[self.starts[node as usize]..self.starts[node as usize + 1]]
    }

    /// From pairs of node and basket, by basket.
    fn sorted(nodes: usize, pairs: &[(u32, u32)]) -> Self {
        let mut starts = vec![0; nodes + 1];
        for &(node, _) in pairs {
            starts[node as usize + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut basket = vec![0; pairs.len()];
        for &(node, of) in pairs {
            basket[next[node as usize]] = of;
            next[node as usize] += 1;
        }
        Self { starts, basket }
    }
}

impl Shelves {
    pub fn fill(release: &TransactionsRelease<'_>, progress: &Progress) -> Result<Self, Stopped> {
        let baskets = release.baskets;
        let nodes = baskets.tree.len();
        let mut held = Vec::with_capacity(baskets.leaf.len());
        let mut shown = Vec::with_capacity(baskets.leaf.len());
        let mut once: Vec<u32> = Vec::new();
        for at in 0..baskets.len() {
            if at % STRIDE == 0 {
                progress.check()?;
            }
            let places = baskets.starts[at]..baskets.starts[at + 1];
            held.extend(baskets.basket(at).iter().map(|&leaf| (leaf, at as u32)));
            once.clear();
            once.extend(release.shown[places].iter().filter(|&&node| node != GONE));
            once.sort_unstable();
            once.dedup();
            shown.extend(once.iter().map(|&node| (node, at as u32)));
        }
        progress.check()?;
        Ok(Self {
            original: Shelf::sorted(nodes, &held),
            released: Shelf::sorted(nodes, &shown),
        })
    }
}
