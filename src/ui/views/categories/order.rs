//! Sensitivity categories as they are edited: where each value stands, and what a move makes of them.

use cloakroom_core::column::Column;
use cloakroom_core::stretch::Stretch;
use std::collections::{HashMap, HashSet};

/// The values of a column in categories, the most sensitive first.
pub type Order = Vec<Vec<String>>;

/// One value as a lane shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    pub text: String,
    /// How many records have it; none if the recipe names a value that the data do not hold.
    pub records: u32,
}

/// What the board shows: computed once for a state of the settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lanes {
    /// Values without a category, the most frequent first.
    pub unsorted: Vec<Value>,
    pub categories: Vec<Vec<Value>>,
}

impl Lanes {
    pub fn new(column: &Column, order: &[Vec<String>]) -> Self {
        let counts = column.counts();
        let mut records: HashMap<&str, u32> = HashMap::with_capacity(counts.len());
        for (text, &count) in column.dictionary().iter().zip(counts) {
            if count > 0 {
                records.insert(text, count);
            }
        }
        let value = |text: &str| Value {
            text: text.to_owned(),
            records: records.get(text).copied().unwrap_or(0),
        };
        let categories = order
            .iter()
            .map(|values| values.iter().map(|text| value(text)).collect())
            .collect();
        let mut sorted: HashSet<&str> = order.iter().flatten().map(String::as_str).collect();
        let stretches = Stretch::among(order.iter().flatten(), column);
        if !stretches.is_empty() {
            for (text, code) in column.dictionary().iter().zip(0..) {
                let number = column.number(code);
                let in_one = |number| stretches.iter().any(|(_, stretch)| stretch.holds(number));
                if number.is_some_and(in_one) {
                    sorted.insert(text);
                }
            }
        }
        let mut unsorted: Vec<Value> = records
            .keys()
            .filter(|text| !sorted.contains(**text))
            .map(|text| value(text))
            .collect();
        unsorted.sort_by(|a, b| b.records.cmp(&a.records).then_with(|| a.text.cmp(&b.text)));
        Self {
            unsorted,
            categories,
        }
    }

    /// Where a value stands: `Some(None)` without a category.
    pub fn place_of(&self, text: &str) -> Option<Option<usize>> {
        let holds = |values: &[Value]| values.iter().any(|value| value.text == text);
        if holds(&self.unsorted) {
            return Some(None);
        }
        self.categories
            .iter()
            .position(|values| holds(values))
            .map(Some)
    }
}

/// Category `at` of `count`, from 0: 0 for the most sensitive, 1 for the least.
pub fn weight(at: usize, count: usize) -> f64 {
    if count <= 1 {
        1.0
    } else {
        at as f64 / (count - 1) as f64
    }
}

/// Puts values at the end of a category, or takes them out of all.
pub fn moved(order: &[Vec<String>], values: &[String], to: Option<usize>) -> Order {
    let moving: HashSet<&str> = values.iter().map(String::as_str).collect();
    let mut order: Order = order
        .iter()
        .map(|category| {
            let stays = |text: &&String| !moving.contains(text.as_str());
            category.iter().filter(stays).cloned().collect()
        })
        .collect();
    if let Some(category) = to.and_then(|to| order.get_mut(to)) {
        category.extend(values.iter().cloned());
    }
    order
}

/// Without a category; its values have none afterwards.
pub fn removed(order: &[Vec<String>], at: usize) -> Order {
    let mut order = order.to_vec();
    if at < order.len() {
        order.remove(at);
    }
    order
}

/// With two neighbours exchanged.
pub fn swapped(order: &[Vec<String>], at: usize, with: usize) -> Order {
    let mut order = order.to_vec();
    if at < order.len() && with < order.len() {
        order.swap(at, with);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(text: &str) -> Order {
        text.split('|')
            .map(|group| group.split_whitespace().map(str::to_owned).collect())
            .collect()
    }

    #[test]
    fn lanes_hold_every_value_once() {
        let column = Column::from_texts("c", ["flu", "hiv", "flu", "", "cold"]).unwrap();
        let lanes = Lanes::new(&column, &order("hiv gone|flu"));
        let texts = |values: &[Value]| -> Vec<(String, u32)> {
            values
                .iter()
                .map(|value| (value.text.clone(), value.records))
                .collect()
        };
        assert_eq!(
            texts(&lanes.unsorted),
            [(String::new(), 1), ("cold".to_owned(), 1)]
        );
        assert_eq!(
            texts(&lanes.categories[0]),
            [("hiv".to_owned(), 1), ("gone".to_owned(), 0)]
        );
        assert_eq!(lanes.place_of("flu"), Some(Some(1)));
        assert_eq!(lanes.place_of("cold"), Some(None));
        assert_eq!(lanes.place_of("plague"), None);
    }

    #[test]
    fn moves_keep_every_other_value_where_it_is() {
        let before = order("a b|c|d");
        let values = ["b".to_owned(), "d".to_owned()];
        assert_eq!(moved(&before, &values, Some(1)), order("a|c b d|"));
        assert_eq!(moved(&before, &values, None), order("a|c|"));
        assert_eq!(moved(&before, &values, Some(9)), order("a|c|"));
        assert_eq!(removed(&before, 1), order("a b|d"));
        assert_eq!(swapped(&before, 0, 2), order("d|c|a b"));
        assert_eq!(swapped(&before, 2, 3), before);
    }

    #[test]
    fn weights_run_from_nothing_to_one() {
        assert_eq!(
            [0, 1, 2, 3].map(|at| weight(at, 4)),
            [0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0]
        );
        assert_eq!(weight(0, 1), 1.0);
    }
}
