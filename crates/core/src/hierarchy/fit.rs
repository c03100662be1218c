//! How a hierarchy and the data fit each other: what one has and the other lacks, and what to do about it.

use super::error::HierarchyError;
use super::tree::{Node, Tree};
use super::{TOP, leaves_of};
use crate::column::Column;

/// Names are for the screen, never for a log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fit {
    /// Values of the data that the hierarchy lacks, in the column's order.
    pub lacking: Vec<Lacking>,
    /// Values of the hierarchy that no record has.
    pub unused: Vec<String>,
    /// Lines that say the same as an earlier one.
    pub repeated: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lacking {
    pub value: String,
    pub records: u32,
}

impl Fit {
    pub fn new(column: &Column, tree: &Tree) -> Self {
        let leaf_of = leaves_of(column, tree);
        let counts = column.counts();
        let lacking = column
            .order()
            .iter()
            .filter(|&&code| leaf_of[code as usize].is_none() && Some(code) != column.null())
            .map(|&code| Lacking {
                value: column.dictionary().get(code).to_owned(),
                records: counts[code as usize],
            })
            .collect();
        let mut used = vec![false; tree.width(0)];
        for leaf in leaf_of.into_iter().flatten() {
            used[leaf as usize] = true;
        }
        let unused = tree
            .nodes(0)
            .filter(|leaf| !used[leaf.at as usize])
            .map(|leaf| tree.label(leaf).to_owned())
            .collect();
        Self {
            lacking,
            unused,
            repeated: 0,
        }
    }

    pub fn lacking_records(&self) -> u64 {
        let records = self.lacking.iter().map(|value| u64::from(value.records));
        records.sum()
    }
}

/// Where values go that the hierarchy lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placing {
    /// Under this group; levels between it and the values repeat the value.
    Under(Node),
    /// Into a group of their own, of this name at every level.
    NewGroup(String),
    /// Beside the value that begins most alike.
    NearestText,
    /// Beside the nearest number; what is no number goes beside what begins most alike.
    NearestNumber,
}

/// The tree with these values in it.
pub fn place(tree: &Tree, values: &[String], placing: &Placing) -> Result<Tree, HierarchyError> {
    let mut chains = tree.chains();
    let known = chains.len();
    let depth = tree.depth();
    let top = tree.label(tree.top()).to_owned();
    match placing {
        Placing::Under(group) => {
            let above: Vec<&str> = tree.path(*group).map(|node| tree.label(node)).collect();
            for value in values {
                let mut chain = vec![value.as_str(); group.level.max(1)];
                chain.extend(&above);
                chain.truncate(depth);
                chains.push(chain);
            }
        }
        Placing::NewGroup(name) => {
            let name = free_everywhere(tree, name);
            let mut added: Vec<Vec<String>> = Vec::with_capacity(values.len());
            for value in values {
                let mut chain = vec![name.clone(); depth];
                chain[0].clone_from(value);
                chain[depth - 1].clone_from(&top);
                added.push(chain);
            }
            chains.extend(
                added
                    .iter()
                    .map(|chain| chain.iter().map(String::as_str).collect::<Vec<_>>()),
            );
            return Tree::from_chains(&chains);
        }
        Placing::NearestText => {
            let by_text = sorted_by_text(&chains);
            for value in values {
                let like = nearest_text(&chains[..known], &by_text, value);
                let chain = beside(&chains, like, value, depth);
                chains.push(chain);
            }
        }
        Placing::NearestNumber => {
            let by_text = sorted_by_text(&chains);
            let mut numbers: Vec<(f64, usize)> = chains
                .iter()
                .enumerate()
                .filter_map(|(at, chain)| Some((finite(chain[0])?, at)))
                .collect();
            numbers.sort_by(|a, b| a.0.total_cmp(&b.0));
            for value in values {
                let like = finite(value)
                    .and_then(|number| nearest_number(&numbers, number))
                    .or_else(|| nearest_text(&chains[..known], &by_text, value));
                let chain = beside(&chains, like, value, depth);
                chains.push(chain);
            }
        }
    }
    Tree::from_chains(&chains)
}

fn finite(text: &str) -> Option<f64> {
    text.trim()
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())
}

/// The chain of a neighbour with another value at its foot; without a neighbour, straight under the top.
fn beside<'a>(
    chains: &[Vec<&'a str>],
    like: Option<usize>,
    value: &'a str,
    depth: usize,
) -> Vec<&'a str> {
    let mut chain = match like.and_then(|like| chains.get(like)) {
        Some(chain) => chain.clone(),
        None => vec![TOP; depth],
    };
    chain[0] = value;
    chain
}

fn sorted_by_text(chains: &[Vec<&str>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..chains.len()).collect();
    order.sort_by(|&a, &b| chains[a][0].cmp(chains[b][0]));
    order
}

/// In sorted order the value with the longest common beginning is a neighbour.
fn nearest_text(chains: &[Vec<&str>], order: &[usize], value: &str) -> Option<usize> {
    let place = order.partition_point(|&at| chains[at][0] < value);
    let common = |at: usize| {
        let pairs = chains[at][0].chars().zip(value.chars());
        pairs.take_while(|(a, b)| a == b).count()
    };
    let before = place.checked_sub(1).and_then(|before| order.get(before));
    match (before, order.get(place)) {
        (Some(&before), Some(&after)) if common(after) > common(before) => Some(after),
        (Some(&before), _) => Some(before),
        (None, after) => after.copied(),
    }
}

fn nearest_number(numbers: &[(f64, usize)], number: f64) -> Option<usize> {
    let place = numbers.partition_point(|&(other, _)| other < number);
    let before = place.checked_sub(1).and_then(|before| numbers.get(before));
    match (before, numbers.get(place)) {
        (Some(before), Some(after)) if after.0 - number < number - before.0 => Some(after.1),
        (Some(before), _) => Some(before.1),
        (None, after) => after.map(|after| after.1),
    }
}

/// A name that no group has at any level.
fn free_everywhere(tree: &Tree, name: &str) -> String {
    let name = match name.trim() {
        "" => "other",
        name => name,
    };
    let taken = |name: &str| (1..tree.depth()).any(|level| tree.find(level, name).is_some());
    let mut free = name.to_owned();
    let mut number = 1;
    while taken(&free) {
        number += 1;
        free = format!("{name} {number}");
    }
    free
}
