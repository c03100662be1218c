//! Transactions: baskets of items, each a set.

use super::dictionary::Dictionary;

/// All baskets end to end; inside a basket the items are sorted by code and none stands twice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transactions {
    pub items: Dictionary,
    /// `starts[basket]..starts[basket + 1]` are the places of that basket's items.
    pub starts: Vec<usize>,
    pub item: Vec<u32>,
    /// What each basket was called in the file, where it had a name. An identifier: never released.
    pub labels: Option<Dictionary>,
}

impl Transactions {
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn basket(&self, at: usize) -> &[u32] {
        &self.item[self.starts[at]..self.starts[at + 1]]
    }

    /// Baskets that hold each item.
    pub fn support(&self) -> Vec<u32> {
        let mut support = vec![0; self.items.len()];
        for &item in &self.item {
            support[item as usize] += 1;
        }
        support
    }

    pub fn longest(&self) -> usize {
        self.starts
            .windows(2)
            .map(|pair| pair[1] - pair[0])
            .max()
            .unwrap_or(0)
    }
}
