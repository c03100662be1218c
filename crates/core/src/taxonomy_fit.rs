//! Whether a tree has a leaf for every item.

use crate::{Dictionary, Taxonomy};
use std::collections::HashMap;

/// Where a tree and the items differ. Names are for the screen alone; a sentence that may be logged tells the
/// counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completeness {
    /// Items that are not in the tree.
    pub missing: Vec<u32>,
    /// Items that are in the tree and have others under them: expected a leaf.
    pub inner: Vec<u32>,
    /// Leaves that are no item; they make everything above them more general, and nothing else.
    pub unused: Vec<u32>,
}

impl Completeness {
    /// `items` are those of the data; the answer names them by their code, and leaves by their node.
    pub fn of(tree: &Taxonomy, items: &Dictionary) -> Self {
        let nodes = 0..tree.len() as u32;
        let by_name: HashMap<&str, u32> = nodes.map(|node| (tree.name(node), node)).collect();
        let mut fit = Self::default();
        let mut is_used = vec![false; tree.len()];
        for (code, item) in (0..).zip(items.iter()) {
            match by_name.get(item) {
                None => fit.missing.push(code),
                Some(&node) if !tree.is_leaf(node) => fit.inner.push(code),
                Some(&node) => is_used[node as usize] = true,
            }
        }
        let unused = tree
            .leaves()
            .iter()
            .filter(|&&leaf| !is_used[leaf as usize]);
        fit.unused = unused.copied().collect();
        fit
    }

    /// Whether every item has its leaf.
    pub fn is_whole(&self) -> bool {
        self.missing.is_empty() && self.inner.is_empty()
    }

    /// In counts; empty if there is nothing to say.
    pub fn sentence(&self) -> String {
        let items = |count: usize| match count {
            1 => "1 item is".to_owned(),
            count => format!("{count} items are"),
        };
        let mut parts = Vec::new();
        if !self.missing.is_empty() {
            parts.push(format!("{} not in the tree", items(self.missing.len())));
        }
        if !self.inner.is_empty() {
            let count = items(self.inner.len());
            parts.push(format!(
                "{count} in the tree with others below, expected leaves"
            ));
        }
        match self.unused.len() {
            0 => {}
            1 => parts.push("1 leaf never occurs".to_owned()),
            count => parts.push(format!("{count} leaves never occur")),
        }
        parts.join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_told_apart() {
        let links = [
            ("milk", "dairy"),
            ("cheese", "dairy"),
            ("dairy", "all"),
            ("nails", "all"),
        ];
        let tree = Taxonomy::from_links(&links).unwrap();
        let items: Dictionary = ["nails", "dairy", "salt", "milk"].into_iter().collect();
        let fit = Completeness::of(&tree, &items);
        assert_eq!(
            (fit.missing.as_slice(), fit.inner.as_slice()),
            (&[2][..], &[1][..])
        );
        let unused: Vec<&str> = fit.unused.iter().map(|&leaf| tree.name(leaf)).collect();
        assert_eq!(unused, ["cheese"]);
        assert!(!fit.is_whole());
        assert_eq!(
            fit.sentence(),
            "1 item is not in the tree; 1 item is in the tree with others below, expected leaves; \
             1 leaf never occurs"
        );
        let items: Dictionary = ["nails", "cheese", "milk"].into_iter().collect();
        let fit = Completeness::of(&tree, &items);
        assert!(fit.is_whole() && fit == Completeness::default());
        assert_eq!(fit.sentence(), "");
    }
}
