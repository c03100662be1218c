//! Where everything stands: the baskets that hold each item, and those that show each node.

use super::TransactionsRelease;
use crate::transactions::GONE;
use cloakroom_core::{Lists, Progress, Stopped};

pub(super) struct Shelves {
    /// The baskets that hold a leaf in the original, ascending.
    pub original: Lists,
    /// The baskets that show a node in the release, ascending.
    pub released: Lists,
}

impl Shelves {
    pub fn fill(release: &TransactionsRelease<'_>, progress: &Progress) -> Result<Self, Stopped> {
        let baskets = release.baskets;
        let nodes = baskets.tree.len();
        let mut held = Vec::with_capacity(baskets.leaf.len());
        let mut shown = Vec::with_capacity(baskets.leaf.len());
        let mut once: Vec<u32> = Vec::new();
        for at in 0..baskets.len() {
            progress.check_every(1 << 12, at)?;
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
            original: Lists::sorted(nodes, held.into_iter()),
            released: Lists::sorted(nodes, shown.into_iter()),
        })
    }
}
