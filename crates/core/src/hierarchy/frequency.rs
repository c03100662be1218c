//! Groups by how often values occur: rare ones together, or groups of about equally many records.

use super::TOP;
use super::error::HierarchyError;
use super::source::chains_of;
use super::span::{check_rising, named};
use crate::{Column, Taxonomy};
use serde::{Deserialize, Serialize};

/// What the group of the rare values is called, unless a value is called so already.
pub(super) const OTHER: &str = "other";

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rare {
    /// At each level, values with fewer records than this are one group; the others stay as they are.
    pub frequency: Vec<u32>,
}

impl Rare {
    pub(super) fn chains(&self, column: &Column) -> Result<Vec<Vec<String>>, HierarchyError> {
        check_rising(
            &self.frequency,
            "frequencies must be at least 2, each above the one before",
        )?;
        let mut other = OTHER.to_owned();
        while column.dictionary().find(&other).is_some() {
            other.push_str(" values");
        }
        let counts = column.counts();
        let chain = |code: u32, text: &str| {
            let records = counts[code as usize];
            let mut chain = vec![text.to_owned()];
            for &least in &self.frequency {
                let name = if records < least {
                    other.as_str()
                } else {
                    text
                };
                chain.push(name.to_owned());
            }
            chain.push(TOP.to_owned());
            Ok(chain)
        };
        chains_of(column, chain, self.frequency.len() + 1)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Balanced {
    /// How many groups each level has, falling: neighbours in the order of the values, with about equally
    /// many records.
    pub balanced: Vec<u32>,
}

impl Balanced {
    pub fn flaw(&self) -> Option<&'static str> {
        let falling = self.balanced.windows(2).all(|pair| pair[0] > pair[1]);
        let enough = self.balanced.last().is_some_and(|&groups| groups >= 2);
        (!falling || !enough)
            .then_some("balanced groups must be at least 2, and fewer at each level")
    }

    pub(super) fn chains(&self, column: &Column) -> Result<Vec<Vec<String>>, HierarchyError> {
        if let Some(flaw) = self.flaw() {
            return Err(HierarchyError::Senseless(flaw));
        }
        let order = &column.order()[..column.distinct()];
        // Pieces of the order that must stay together: single values at first, then the groups below.
        let mut pieces: Vec<std::ops::Range<usize>> =
            (0..order.len()).map(|at| at..at + 1).collect();
        let mut levels: Vec<Vec<String>> = Vec::with_capacity(self.balanced.len());
        for &groups in &self.balanced {
            pieces = balance(column, order, &pieces, groups as usize);
            let mut names = vec![String::new(); column.dictionary().len()];
            for piece in &pieces {
                let name = named(column, order[piece.start], order[piece.end - 1]);
                for &code in &order[piece.clone()] {
                    names[code as usize].clone_from(&name);
                }
            }
            levels.push(names);
        }
        let chain = |code: u32, text: &str| {
            let mut chain = vec![text.to_owned()];
            chain.extend(levels.iter().map(|names| names[code as usize].clone()));
            chain.push(TOP.to_owned());
            Ok(chain)
        };
        chains_of(column, chain, self.balanced.len() + 1)
    }
}

/// How many parts a node has unless the user says otherwise.
pub const USUAL_FAN: u32 = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frequent {
    /// Values from the most frequent to the rarest, parted again and again into at most so many groups with
    /// about equally many records: frequent values stay near the top, rare ones share deep groups.
    pub fan: u32,
}

impl Frequent {
    pub fn flaw(&self) -> Option<&'static str> {
        (!(2..=1_000).contains(&self.fan)).then_some("expected 2 to 1000 parts")
    }

    pub(super) fn chains(&self, column: &Column) -> Result<Vec<Vec<String>>, HierarchyError> {
        if let Some(flaw) = self.flaw() {
            return Err(HierarchyError::Senseless(flaw));
        }
        let counts = column.counts();
        let codes = &column.order()[..column.distinct()];
        let values: Vec<(&str, u32)> = codes
            .iter()
            .map(|&code| (column.dictionary().get(code), counts[code as usize]))
            .collect();
        if values.is_empty() {
            return chains_of(column, |_, _| Ok(Vec::new()), 1);
        }
        let tree = Taxonomy::by_frequency(&values, self.fan as usize);
        Ok(tree.map_err(|_| HierarchyError::Empty)?.even_chains())
    }
}

/// Neighbouring pieces joined to at most so many groups. A group ends where its share of the records is
/// nearest to what is left for each.
fn balance(
    column: &Column,
    order: &[u32],
    pieces: &[std::ops::Range<usize>],
    groups: usize,
) -> Vec<std::ops::Range<usize>> {
    let counts = column.counts();
    let weight = |piece: &std::ops::Range<usize>| -> u64 {
        let codes = &order[piece.clone()];
        codes
            .iter()
            .map(|&code| u64::from(counts[code as usize]))
            .sum()
    };
    let weights: Vec<u64> = pieces.iter().map(weight).collect();
    let mut left: u64 = weights.iter().sum();
    let mut joined: Vec<std::ops::Range<usize>> = Vec::with_capacity(groups);
    let mut at = 0;
    while at < pieces.len() {
        let remaining = groups.saturating_sub(joined.len()).max(1) as u64;
        let start = at;
        let mut records = weights[at];
        at += 1;
        while at < pieces.len() {
            let must_leave = pieces.len() - at < remaining as usize;
            let with = records + weights[at];
            // How far from the fair share with the next piece and without it, times the groups left: so
            // integers decide.
            let above = (with * remaining).saturating_sub(left);
            let below = left.saturating_sub(records * remaining);
            if remaining > 1 && (must_leave || above >= below) {
                break;
            }
            records = with;
            at += 1;
        }
        left -= records;
        joined.push(pieces[start].start..pieces[at - 1].end);
    }
    joined
}
