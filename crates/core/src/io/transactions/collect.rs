//! Baskets end to end, each a sorted set.

use crate::io::fold::refused;
use crate::spelling::{Fold, Told, fold_values};
use crate::{Dictionary, Failure, Progress, Transactions};
use std::path::Path;

/// What items are called where something is said of all of them.
const ITEMS: &str = "items";

/// The items of a file, each in its one spelling.
pub struct FoldedItems {
    pub items: Dictionary,
    /// By code of the file; `None` for what was nothing but white space.
    pub new: Vec<Option<u32>>,
    pub told: Option<Told>,
}

impl FoldedItems {
    pub fn new(
        file: &Path,
        items: Dictionary,
        fold: Fold,
        progress: &Progress,
    ) -> Result<Self, Failure> {
        let folded = fold_values(&items, fold.of_names(), &[], ITEMS, progress);
        let (_, folded) = folded.map_err(|error| refused(file, ITEMS, error))?;
        let Some(folded) = folded else {
            return Ok(Self {
                new: (0..items.len() as u32).map(Some).collect(),
                items,
                told: None,
            });
        };
        let Some(blank) = folded.null() else {
            return Ok(Self {
                new: folded.new.into_iter().map(Some).collect(),
                items: folded.values,
                told: Some(folded.told),
            });
        };
        let shifted = |code: u32| (code != blank).then(|| code - u32::from(code > blank));
        let names = folded.values.iter().filter(|name| !name.is_empty());
        Ok(Self {
            items: names.collect(),
            new: folded.new.into_iter().map(shifted).collect(),
            told: Some(folded.told),
        })
    }

    /// Some items of the file as those that they are.
    pub fn of<'a>(
        &'a self,
        codes: impl Iterator<Item = u32> + 'a,
    ) -> impl Iterator<Item = u32> + 'a {
        codes.filter_map(|code| self.new[code as usize])
    }
}

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
