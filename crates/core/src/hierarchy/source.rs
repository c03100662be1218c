//! Where a hierarchy comes from: a file, a rule, or somebody's hand.

use super::dates::Dates;
use super::error::HierarchyError;
use super::frequency::{Balanced, Frequent, Rare};
use super::intervals::Intervals;
use super::mask::Mask;
use super::order::{Cuts, Ordered};
use super::tree::{SharedTree, Tree};
use crate::column::Column;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Paths are relative to the recipe or project that names them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum HierarchySource {
    /// A file: one line per leaf (`leaf;level1;…;top`), `child;parent` lines, or Amnesia's text.
    Lines(PathBuf),
    /// `child;parent` lines and nothing else.
    Tree {
        tree: PathBuf,
    },
    Mask(Mask),
    Intervals(Intervals),
    Order(Ordered),
    Cuts(Cuts),
    Dates(Dates),
    Rare(Rare),
    Balanced(Balanced),
    Frequent(Frequent),
    /// Edited by hand: one chain per value, from the value to the top.
    Chains {
        chains: SharedTree,
    },
}

impl HierarchySource {
    /// The file that has to be read, if it is one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::Lines(path) | Self::Tree { tree: path } => Some(path),
            _ => None,
        }
    }

    /// The tree over the values of a column; `None` if a file has to be read for it.
    pub fn build(&self, column: &Column) -> Option<Result<Tree, HierarchyError>> {
        let chains = match self {
            Self::Lines(_) | Self::Tree { .. } => return None,
            Self::Chains { chains } => return Some(chains.0.respelled(column.spelling())),
            Self::Mask(mask) => mask.chains(column),
            Self::Intervals(intervals) => intervals.chains(column),
            Self::Order(order) => order.chains(column),
            Self::Cuts(cuts) => cuts.chains(column),
            Self::Dates(dates) => dates.chains(column),
            Self::Rare(rare) => rare.chains(column),
            Self::Balanced(balanced) => balanced.chains(column),
            Self::Frequent(frequent) => frequent.chains(column),
        };
        Some(chains.and_then(|chains| Tree::from_chains(&chains)))
    }

    /// In words: "intervals of 5, 10".
    pub fn words(&self) -> String {
        fn listed<T: ToString>(items: &[T]) -> String {
            let items: Vec<String> = items.iter().map(T::to_string).collect();
            items.join(", ")
        }
        match self {
            Self::Lines(path) | Self::Tree { tree: path } => path
                .file_name()
                .map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
            Self::Mask(Mask { mask: 1, .. }) => "masked, 1 level".to_owned(),
            Self::Mask(mask) => format!("masked, {} levels", mask.mask),
            Self::Intervals(intervals) => format!("intervals of {}", listed(&intervals.intervals)),
            Self::Order(order) => format!("in order, by {}", listed(&order.order)),
            Self::Cuts(cuts) => {
                let most = cuts.cuts.iter().map(Vec::len).max().unwrap_or(0);
                format!("cut at {most} points")
            }
            Self::Dates(dates) => {
                let units: Vec<&str> = dates.dates.iter().map(|unit| unit.name()).collect();
                format!("by {}", units.join(", "))
            }
            Self::Rare(rare) => format!("rare below {} records", listed(&rare.frequency)),
            Self::Balanced(balanced) => format!("{} balanced groups", listed(&balanced.balanced)),
            Self::Frequent(frequent) => format!("by frequency, {} parts each", frequent.fan),
            Self::Chains { .. } => "by hand".to_owned(),
        }
    }
}

/// The chain of every value that is not missing, in the order a reader expects.
pub(super) fn chains_of(
    column: &Column,
    chain: impl Fn(u32, &str) -> Result<Vec<String>, HierarchyError>,
    depth: usize,
) -> Result<Vec<Vec<String>>, HierarchyError> {
    let mut chains = column.order()[..column.distinct()]
        .iter()
        .map(|&code| chain(code, column.dictionary().get(code)))
        .collect::<Result<Vec<_>, _>>()?;
    if chains.is_empty() {
        // Nothing but missing values: the levels must still be there.
        let mut chain = vec![String::new(); depth];
        chain.push(super::TOP.to_owned());
        chains.push(chain);
    }
    Ok(chains)
}
