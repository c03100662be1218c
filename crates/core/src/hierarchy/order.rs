//! Values in their order, grouped so many at a time or at cut points.

use super::TOP;
use super::error::HierarchyError;
use super::source::chains_of;
use super::span::{Style, check_rising, named};
use crate::column::Column;
use crate::value_type::{ValueType, parse_date};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ordered {
    /// How many values a group of each level holds; each is a multiple of the one before.
    pub order: Vec<u32>,
}

impl Ordered {
    pub(super) fn chains(&self, column: &Column) -> Result<Vec<Vec<String>>, HierarchyError> {
        check_rising(
            &self.order,
            "groups need at least 2 values, and those of a level more than those of the one before",
        )?;
        for (level, pair) in self.order.windows(2).enumerate() {
            if !pair[1].is_multiple_of(pair[0]) {
                return Err(HierarchyError::NotNested { level: level + 2 });
            }
        }
        let order = column.order();
        let values = column.distinct();
        let names: Vec<Vec<String>> = self
            .order
            .iter()
            .map(|&size| {
                order[..values]
                    .chunks(size as usize)
                    .map(|group| named(column, group[0], group[group.len() - 1]))
                    .collect()
            })
            .collect();
        let ranks = column.ranks();
        let chain = |code: u32, text: &str| {
            let rank = ranks[code as usize];
            let mut chain = vec![text.to_owned()];
            for (size, names) in self.order.iter().zip(&names) {
                chain.push(names[(rank / size) as usize].clone());
            }
            chain.push(TOP.to_owned());
            Ok(chain)
        };
        chains_of(column, chain, self.order.len() + 1)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cuts {
    /// The values at which a group of each level begins, in their order; those of a level are among those
    /// of the level before.
    pub cuts: Vec<Vec<String>>,
}

/// A cut point or a value, comparable with others of its column.
#[derive(Clone, Debug, PartialEq, PartialOrd)]
enum Key<'a> {
    Number(f64),
    Text(&'a str),
}

impl Cuts {
    pub(super) fn chains(&self, column: &Column) -> Result<Vec<Vec<String>>, HierarchyError> {
        let levels = self.keys(column)?;
        let whole = |key: &Key<'_>| match key {
            Key::Number(number) => number.fract() == 0.0 && *number >= 0.0,
            Key::Text(_) => false,
        };
        let style = match column.value_type() {
            ValueType::Date => Style::Dates,
            ValueType::Whole if levels[0].iter().all(whole) => Style::Closed,
            _ => Style::HalfOpen,
        };
        let name = |cuts: &[Key<'_>], texts: &[String], place: usize| {
            let before = place.checked_sub(1);
            match (before.and_then(|before| cuts.get(before)), cuts.get(place)) {
                (Some(Key::Number(start)), Some(Key::Number(end))) => style.between(*start, *end),
                (Some(Key::Number(start)), None) => style.from(*start),
                (None, Some(Key::Number(end))) => style.below(*end),
                (Some(_), Some(_)) => format!("[{}, {})", texts[place - 1], texts[place]),
                (Some(_), None) => format!(">={}", texts[place - 1]),
                (None, Some(_)) => format!("<{}", texts[place]),
                (None, None) => TOP.to_owned(),
            }
        };
        let names: Vec<Vec<String>> = levels
            .iter()
            .zip(&self.cuts)
            .map(|(cuts, texts)| {
                (0..=cuts.len())
                    .map(|place| name(cuts, texts, place))
                    .collect()
            })
            .collect();
        let chain = |code: u32, text: &str| {
            let key = match column.number(code) {
                Some(number) => Key::Number(number),
                None => Key::Text(text),
            };
            let mut chain = vec![text.to_owned()];
            for (cuts, names) in levels.iter().zip(&names) {
                let place = cuts.partition_point(|cut| *cut <= key);
                chain.push(names[place].clone());
            }
            chain.push(TOP.to_owned());
            Ok(chain)
        };
        chains_of(column, chain, self.cuts.len() + 1)
    }

    /// The cut points, checked.
    fn keys(&self, column: &Column) -> Result<Vec<Vec<Key<'_>>>, HierarchyError> {
        let key = |text: &'_ str| match column.value_type() {
            ValueType::Whole | ValueType::Decimal => text
                .trim()
                .parse()
                .ok()
                .filter(|number: &f64| number.is_finite()),
            ValueType::Date => parse_date(text.trim()).map(|days| days as f64),
            ValueType::Text => None,
        };
        let mut levels: Vec<Vec<Key<'_>>> = Vec::with_capacity(self.cuts.len());
        for (level, texts) in self.cuts.iter().enumerate() {
            let mut cuts = Vec::with_capacity(texts.len());
            for (cut, text) in texts.iter().enumerate() {
                let is_text = column.value_type() == ValueType::Text;
                let key = match key(text) {
                    Some(number) => Key::Number(number),
                    None if is_text && !text.is_empty() => Key::Text(text),
                    None => {
                        return Err(HierarchyError::CutOfOtherType {
                            level: level + 1,
                            cut: cut + 1,
                        });
                    }
                };
                cuts.push(key);
            }
            if cuts.is_empty() || !cuts.windows(2).all(|pair| pair[0] < pair[1]) {
                return Err(HierarchyError::Senseless(
                    "every level needs cut points, each above the one before",
                ));
            }
            let nests = levels
                .last()
                .is_none_or(|finer| cuts.iter().all(|cut| finer.contains(cut)));
            if !nests {
                return Err(HierarchyError::Senseless(
                    "the cut points of a level must be among those of the level before",
                ));
            }
            levels.push(cuts);
        }
        if levels.is_empty() {
            return Err(HierarchyError::Senseless("there are no cut points"));
        }
        Ok(levels)
    }
}
