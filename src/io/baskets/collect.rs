//! Baskets end to end, each a sorted set.

use crate::model::dictionary::Dictionary;
use crate::model::transactions::Transactions;

pub struct Collector {
    starts: Vec<usize>,
    item: Vec<u32>,
    scratch: Vec<u32>,
    /// Items that stood in a basket that had them already.
    pub repeated: usize,
}

impl Default for Collector {
    fn default() -> Self {
        Self {
            starts: vec![0],
            item: Vec::new(),
            scratch: Vec::new(),
            repeated: 0,
        }
    }
}

impl Collector {
    pub fn push(&mut self, items: impl IntoIterator<Item = u32>) {
        self.scratch.clear();
        self.scratch.extend(items);
        self.scratch.sort_unstable();
        let before = self.scratch.len();
        self.scratch.dedup();
        self.repeated += before - self.scratch.len();
        self.item.extend_from_slice(&self.scratch);
        self.starts.push(self.item.len());
    }

    pub fn finish(mut self, items: Dictionary, labels: Option<Dictionary>) -> Transactions {
        self.starts.shrink_to_fit();
        self.item.shrink_to_fit();
        Transactions {
            items,
            starts: self.starts,
            item: self.item,
            labels,
        }
    }
}

/// `3 items stand twice …`, if any.
pub fn note_repeated(notes: &mut Vec<String>, repeated: usize) {
    match repeated {
        0 => {}
        1 => notes.push("1 item stands in its basket more than once and counts once.".to_owned()),
        more => notes.push(format!(
            "{more} items stand in their basket more than once and count once."
        )),
    }
}
