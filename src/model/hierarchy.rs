//! Hierarchies: how the values of a column become coarser, level by level, up to a single top.

use super::column::Column;
use super::load_options::USUAL_NULLS;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The label of the top where the program makes it.
pub const TOP: &str = "*";

/// The hierarchies of a table's columns, by name.
pub type Hierarchies = BTreeMap<String, Arc<Hierarchy>>;

/// Level 0 is the value itself; at the last level all values are one group.
#[derive(Clone, Debug, PartialEq)]
pub struct Hierarchy {
    levels: Vec<Level>,
    leaves: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// The group of each code of the column.
    pub group_of: Vec<u32>,
    /// What each group is called in a release.
    pub labels: Vec<String>,
    /// How many leaves of the hierarchy lie under each group, those that no record has included.
    pub leaves: Vec<u32>,
}

/// Why some lines are not a hierarchy over a column. The values at fault lie in fields of their own: the
/// screen may show them, a log may not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HierarchyError {
    #[error("the hierarchy is empty; expected one line per value")]
    Empty,
    #[error("expected {expected} levels as in the first line, found {found}")]
    UnevenDepth {
        /// The line in the order of the chains, from 0.
        chain: usize,
        expected: usize,
        found: usize,
    },
    #[error("the value stands twice with different parents; expected one line per value")]
    TwoChains { chain: usize },
    #[error("a group of level {level} has two parents; expected one")]
    TwoParents { chain: usize, level: usize },
    #[error("the top differs from that of the first line; expected a single top")]
    TwoTops { chain: usize },
    #[error(
        "{} of the column's {total} distinct values are not in the hierarchy, the first in record {}; \
         expected all of them", values.len(), first_row + 1
    )]
    Uncovered {
        total: usize,
        /// The first record with such a value, from 0.
        first_row: usize,
        values: Vec<String>,
    },
    #[error("intervals need a column of numbers, and this one holds {holds}")]
    NotNumbers { holds: &'static str },
    #[error(
        "the width of interval level {level} is not a multiple of the one before; expected nested intervals"
    )]
    NotNested { level: usize },
    #[error("the column's numbers are too large for intervals of this width")]
    TooFine,
}

impl HierarchyError {
    /// The line at fault, counted from 0 among the lines that hold something.
    pub fn chain(&self) -> Option<usize> {
        match self {
            Self::UnevenDepth { chain, .. }
            | Self::TwoChains { chain }
            | Self::TwoParents { chain, .. }
            | Self::TwoTops { chain } => Some(*chain),
            _ => None,
        }
    }

    /// The values at fault, for the screen only.
    pub fn into_values(self) -> Vec<String> {
        match self {
            Self::Uncovered { values, .. } => values,
            _ => Vec::new(),
        }
    }
}

impl Hierarchy {
    /// From lines of `value, level 1, …, top`. Values that no record has are welcome; a missing value that
    /// has no line of its own stays missing up to the top.
    pub fn from_chains<T: AsRef<str>>(
        column: &Column,
        chains: &[Vec<T>],
    ) -> Result<Self, HierarchyError> {
        let depth = chains.first().ok_or(HierarchyError::Empty)?.len();
        if depth == 0 {
            return Err(HierarchyError::Empty);
        }
        let mut builders: Vec<LevelBuilder> = (0..depth).map(|_| LevelBuilder::default()).collect();
        let mut chain_of: HashMap<&str, usize> = HashMap::with_capacity(chains.len());
        for (at, chain) in chains.iter().enumerate() {
            if chain.len() != depth {
                return Err(HierarchyError::UnevenDepth {
                    chain: at,
                    expected: depth,
                    found: chain.len(),
                });
            }
            let value = chain[0].as_ref();
            if let Some(&known) = chain_of.get(value) {
                let same = chain
                    .iter()
                    .zip(&chains[known])
                    .all(|(a, b)| a.as_ref() == b.as_ref());
                if same {
                    continue;
                }
                return Err(HierarchyError::TwoChains { chain: at });
            }
            chain_of.insert(value, at);
            let groups: Vec<u32> = chain
                .iter()
                .zip(&mut builders)
                .map(|(label, builder)| builder.add_leaf(label.as_ref()))
                .collect();
            for level in 0..depth - 1 {
                if !builders[level].set_parent(groups[level], groups[level + 1]) {
                    return Err(HierarchyError::TwoParents { chain: at, level });
                }
            }
            if groups[depth - 1] != 0 {
                return Err(HierarchyError::TwoTops { chain: at });
            }
        }
        let group_of = cover(column, &chain_of, chains, &mut builders)?;
        let leaves = builders[0].labels.len() as u32;
        let levels = builders
            .into_iter()
            .zip(group_of)
            .map(|(builder, group_of)| Level {
                group_of,
                labels: builder.labels,
                leaves: builder.leaves,
            })
            .collect();
        Ok(Self { levels, leaves })
    }

    /// Each level puts `*` in place of one more character, from the right; the last is `*`.
    pub fn mask(column: &Column, mask: u32) -> Result<Self, HierarchyError> {
        let chain = |text: &str| -> Vec<String> {
            let length = text.chars().count();
            let mut chain: Vec<String> = (0..mask as usize)
                .map(|hidden| {
                    let kept = length.saturating_sub(hidden);
                    let mut masked: String = text.chars().take(kept).collect();
                    masked.extend(std::iter::repeat_n('*', length - kept));
                    masked
                })
                .collect();
            chain.push(TOP.to_owned());
            chain
        };
        Self::made(
            column,
            |code| Ok(chain(column.dictionary().get(code))),
            mask as usize,
        )
    }

    /// Intervals of nested widths, then `*`.
    pub fn intervals(column: &Column, widths: &[f64]) -> Result<Self, HierarchyError> {
        if !column.value_type().is_number() {
            return Err(HierarchyError::NotNumbers {
                holds: column.value_type().label(),
            });
        }
        let Some(&finest) = widths.first() else {
            return Err(HierarchyError::Empty);
        };
        let mut ratios = Vec::with_capacity(widths.len());
        for (level, pair) in widths.windows(2).enumerate() {
            let ratio = pair[1] / pair[0];
            let whole = ratio.round();
            if !(whole >= 2.0 && (ratio - whole).abs() < 1e-9 * whole && whole < 1e15) {
                return Err(HierarchyError::NotNested { level: level + 2 });
            }
            ratios.push(whole as i64);
        }
        let numbers =
            || (0..column.dictionary().len() as u32).filter_map(|code| column.number(code));
        // `20-24` is what people write, but it would mislead for decimals and puzzle below zero.
        let closed = numbers().all(|number| number.fract() == 0.0 && number >= 0.0)
            && widths.iter().all(|width| width.fract() == 0.0);
        let label = |place: i64, width: f64| {
            let tidy = |number: f64| (number * 1e9).round() / 1e9;
            let low = tidy(place as f64 * width);
            if closed {
                format!("{low}-{}", low + width - 1.0)
            } else {
                format!("[{low}, {})", tidy((place + 1) as f64 * width))
            }
        };
        let chain = |code: u32| {
            let number = column.number(code).ok_or(HierarchyError::NotNumbers {
                holds: column.value_type().label(),
            })?;
            let quotient = number / finest;
            if !quotient.is_finite() || quotient.abs() >= 1e15 {
                return Err(HierarchyError::TooFine);
            }
            // 0.3 / 0.1 is a hair below 3, and 0.3 belongs to the interval that begins there.
            let nearest = quotient.round();
            let on_edge = (quotient - nearest).abs() <= 1e-9 * nearest.abs().max(1.0);
            let mut place = if on_edge { nearest } else { quotient.floor() } as i64;
            let mut chain = vec![
                column.dictionary().get(code).to_owned(),
                label(place, finest),
            ];
            // From place to place and not from the number: so the levels nest whatever the rounding.
            for (ratio, &width) in ratios.iter().zip(&widths[1..]) {
                place = place.div_euclid(*ratio);
                chain.push(label(place, width));
            }
            chain.push(TOP.to_owned());
            Ok(chain)
        };
        Self::made(column, chain, widths.len() + 1)
    }

    fn made(
        column: &Column,
        chain: impl Fn(u32) -> Result<Vec<String>, HierarchyError>,
        levels: usize,
    ) -> Result<Self, HierarchyError> {
        let mut chains = (0..column.dictionary().len() as u32)
            .filter(|&code| Some(code) != column.null())
            .map(chain)
            .collect::<Result<Vec<_>, _>>()?;
        if chains.is_empty() {
            // Nothing but missing values: the top must still be there.
            let mut chain = vec![String::new(); levels];
            chain.push(TOP.to_owned());
            chains.push(chain);
        }
        Self::from_chains(column, &chains)
    }

    /// The values and `*`: what a column without a hierarchy of its own has.
    pub fn flat(column: &Column) -> Self {
        let values = column.dictionary().len();
        Self {
            levels: vec![
                Level {
                    group_of: (0..values as u32).collect(),
                    labels: column.dictionary().iter().map(str::to_owned).collect(),
                    leaves: vec![1; values],
                },
                Level {
                    group_of: vec![0; values],
                    labels: vec![TOP.to_owned()],
                    leaves: vec![values as u32],
                },
            ],
            leaves: values as u32,
        }
    }

    /// What a cell of this group at this level has lost: the other leaves under it, as a share of all others.
    pub fn loss(&self, level: usize, group: u32) -> f64 {
        let under = self.levels[level].leaves[group as usize];
        if self.leaves > 1 {
            f64::from(under - 1) / f64::from(self.leaves - 1)
        } else {
            0.0
        }
    }

    /// From level 0, the values themselves, to the top.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The highest level: how often a value can be generalized.
    pub fn height(&self) -> usize {
        self.levels.len() - 1
    }

    pub fn leaves(&self) -> u32 {
        self.leaves
    }

    /// What a value is called at a level; empty beyond the hierarchy.
    pub fn label(&self, level: usize, code: u32) -> &str {
        self.levels
            .get(level)
            .and_then(|level| {
                let group = *level.group_of.get(code as usize)?;
                level.labels.get(group as usize)
            })
            .map_or("", String::as_str)
    }
}

/// The groups of every code at every level.
fn cover<T: AsRef<str>>(
    column: &Column,
    chain_of: &HashMap<&str, usize>,
    chains: &[Vec<T>],
    builders: &mut [LevelBuilder],
) -> Result<Vec<Vec<u32>>, HierarchyError> {
    let mut group_of: Vec<Vec<u32>> =
        vec![Vec::with_capacity(column.dictionary().len()); builders.len()];
    let mut missing: Vec<u32> = Vec::new();
    for (code, text) in column.dictionary().iter().enumerate() {
        let code = code as u32;
        let is_null = Some(code) == column.null();
        let chain = chain_of.get(text).copied().or_else(|| {
            // The file may write the missing value as `?` or `NA`.
            USUAL_NULLS
                .iter()
                .filter(|_| is_null)
                .find_map(|token| chain_of.get(token).copied())
        });
        match chain {
            Some(chain) => {
                for ((label, builder), groups) in
                    chains[chain].iter().zip(&*builders).zip(&mut group_of)
                {
                    groups.push(builder.find(label.as_ref()));
                }
            }
            None if is_null => {
                let top = builders.len() - 1;
                for (level, (builder, groups)) in builders.iter_mut().zip(&mut group_of).enumerate()
                {
                    let group = if level == top { 0 } else { builder.group("") };
                    builder.leaves[group as usize] += 1;
                    groups.push(group);
                }
            }
            None => missing.push(code),
        }
    }
    if missing.is_empty() {
        return Ok(group_of);
    }
    let mut is_missing = vec![false; column.dictionary().len()];
    for &code in &missing {
        is_missing[code as usize] = true;
    }
    let first_row = column
        .codes()
        .iter()
        .position(|&code| is_missing[code as usize])
        .unwrap_or(0);
    Err(HierarchyError::Uncovered {
        total: column.dictionary().len(),
        first_row,
        values: missing
            .iter()
            .map(|&code| column.dictionary().get(code).to_owned())
            .collect(),
    })
}

#[derive(Default)]
struct LevelBuilder {
    labels: Vec<String>,
    leaves: Vec<u32>,
    parents: Vec<Option<u32>>,
    group_of: HashMap<String, u32>,
}

impl LevelBuilder {
    fn group(&mut self, label: &str) -> u32 {
        if let Some(&group) = self.group_of.get(label) {
            return group;
        }
        let group = self.labels.len() as u32;
        self.labels.push(label.to_owned());
        self.leaves.push(0);
        self.parents.push(None);
        self.group_of.insert(label.to_owned(), group);
        group
    }

    fn add_leaf(&mut self, label: &str) -> u32 {
        let group = self.group(label);
        self.leaves[group as usize] += 1;
        group
    }

    /// False if the group has another parent already.
    fn set_parent(&mut self, group: u32, parent: u32) -> bool {
        *self.parents[group as usize].get_or_insert(parent) == parent
    }

    /// The group of a label that was added before.
    fn find(&self, label: &str) -> u32 {
        self.group_of.get(label).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(texts: &[&str]) -> Column {
        Column::from_texts("c", texts).unwrap()
    }

    fn labels(hierarchy: &Hierarchy, code: u32) -> Vec<&str> {
        (0..hierarchy.levels().len())
            .map(|level| hierarchy.label(level, code))
            .collect()
    }

    fn lines(text: &str) -> Vec<Vec<String>> {
        text.split(' ')
            .map(|line| line.split(';').map(str::to_owned).collect())
            .collect()
    }

    #[test]
    fn masks_hide_from_the_right() {
        let hierarchy = Hierarchy::mask(&column(&["14248", "14", ""]), 5).unwrap();
        assert_eq!(
            labels(&hierarchy, 0),
            ["14248", "1424*", "142**", "14***", "1****", "*"]
        );
        assert_eq!(labels(&hierarchy, 1), ["14", "1*", "**", "**", "**", "*"]);
        assert_eq!(labels(&hierarchy, 2), ["", "", "", "", "", "*"]);
        assert_eq!(hierarchy.height(), 5);
        assert_eq!(hierarchy.levels()[5].leaves, [3]);
    }

    #[test]
    fn intervals_nest() {
        let hierarchy =
            Hierarchy::intervals(&column(&["23", "0", "39"]), &[5.0, 10.0, 20.0]).unwrap();
        assert_eq!(
            labels(&hierarchy, 0),
            ["23", "20-24", "20-29", "20-39", "*"]
        );
        assert_eq!(labels(&hierarchy, 1), ["0", "0-4", "0-9", "0-19", "*"]);
        let hierarchy = Hierarchy::intervals(&column(&["0.3", "-0.05"]), &[0.1, 0.2]).unwrap();
        assert_eq!(
            labels(&hierarchy, 0),
            ["0.3", "[0.3, 0.4)", "[0.2, 0.4)", "*"]
        );
        assert_eq!(
            labels(&hierarchy, 1),
            ["-0.05", "[-0.1, 0)", "[-0.2, 0)", "*"]
        );
        let not_nested = Hierarchy::intervals(&column(&["1"]), &[5.0, 12.0]);
        assert_eq!(not_nested, Err(HierarchyError::NotNested { level: 2 }));
        assert!(Hierarchy::intervals(&column(&["a"]), &[5.0]).is_err());
    }

    #[test]
    fn lines_give_groups_with_their_leaves() {
        let column = column(&["b", "a", "", "b"]);
        let hierarchy = Hierarchy::from_chains(&column, &lines("a;x;* b;x;* c;y;*")).unwrap();
        assert_eq!(labels(&hierarchy, 0), ["b", "x", "*"]);
        assert_eq!(labels(&hierarchy, 2), ["", "", "*"]);
        assert_eq!(hierarchy.levels()[1].labels, ["x", "y", ""]);
        assert_eq!(hierarchy.levels()[1].leaves, [2, 1, 1]);
        assert_eq!(hierarchy.leaves(), 4);
        let told = Hierarchy::from_chains(&column, &lines("a;x;* b;x;* ?;y;*")).unwrap();
        assert_eq!(labels(&told, 2), ["?", "y", "*"]);
    }

    #[test]
    fn lines_that_are_no_hierarchy_are_refused() {
        let column = column(&["a", "q", "b", "q"]);
        let refused = |text: &str| Hierarchy::from_chains(&column, &lines(text)).unwrap_err();
        assert_eq!(refused("a;x;* b;*").chain(), Some(1));
        assert!(matches!(
            refused("a;x;* a;y;*"),
            HierarchyError::TwoChains { chain: 1 }
        ));
        assert!(matches!(
            refused("a;x;y;* b;x;z;*"),
            HierarchyError::TwoParents { chain: 1, level: 1 }
        ));
        assert!(matches!(
            refused("a;x;* b;y;all"),
            HierarchyError::TwoTops { chain: 1 }
        ));
        let uncovered = refused("a;x;* b;x;*");
        assert_eq!(
            uncovered.to_string(),
            "1 of the column's 3 distinct values are not in the hierarchy, the first in record 2; expected \
             all of them"
        );
        assert_eq!(uncovered.into_values(), ["q"]);
    }
}
