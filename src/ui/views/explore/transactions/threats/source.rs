//! The rare sets as the grid shows them.

use super::super::words;
use crate::ui::transactions::listed::{Listed, OrderBy};
use crate::ui::widgets::grid::{GridCell, GridHeader, GridSource, RowLook, RowMark, SortMark};
use crate::ui::widgets::number;

pub struct Column {
    pub name: &'static str,
    hover: &'static str,
    pub order: OrderBy,
    pub width: f32,
}

pub const COLUMNS: [Column; 4] = [
    Column {
        name: "in baskets",
        hover: "How many baskets hold all of these items: the support of the set.",
        order: OrderBy::Support,
        width: 106.0,
    },
    Column {
        name: "any part in",
        hover: "The fewest baskets that hold a part of the set: up to this k no part is rare itself.",
        order: OrderBy::LeastSubset,
        width: 104.0,
    },
    Column {
        name: "size",
        hover: "How many items the set has.",
        order: OrderBy::Size,
        width: 64.0,
    },
    Column {
        name: "items",
        hover: "Whoever knows these items of a basket finds it among too few.",
        order: OrderBy::Items,
        // At least; it fills what is left, also beside a selected set.
        width: 140.0,
    },
];

const MOST_ITEMS: usize = 40;

pub struct Source<'a> {
    pub listed: &'a Listed,
    pub selected: Option<u32>,
}

impl Source<'_> {
    fn at(&self, row: u64) -> usize {
        let places = &self.listed.places;
        places.get(row as usize).copied().unwrap_or(0) as usize
    }

    /// Whether the selected basket holds the set.
    fn is_held(&self, row: u64) -> bool {
        let baskets = &self.listed.question.baskets;
        let basket = self.selected.map(|basket| basket as usize);
        let basket = basket.filter(|&basket| basket < baskets.len());
        basket.is_some_and(|basket| {
            let held = baskets.basket(basket);
            let set = self.listed.question.threats.set(self.at(row));
            let holds = |&node: &u32| held.iter().any(|&leaf| baskets.tree.is_under(leaf, node));
            set.iter().all(holds)
        })
    }
}

impl GridSource for Source<'_> {
    fn rows(&self) -> u64 {
        self.listed.places.len() as u64
    }

    fn columns(&self) -> usize {
        COLUMNS.len()
    }

    fn last_column_fills(&self) -> bool {
        true
    }

    fn name(&self, column: usize) -> &str {
        COLUMNS[column].name
    }

    fn header(&self, column: usize) -> GridHeader<'_> {
        let question = &self.listed.question;
        let sorted = COLUMNS[column].order == question.order;
        GridHeader {
            hover: COLUMNS[column].hover.into(),
            numbers: column < 3,
            sort: sorted.then_some(SortMark::of(question.descending)),
            ..GridHeader::default()
        }
    }

    fn row_number(&self, row: u64) -> u64 {
        row + 1
    }

    fn row_look(&self, row: u64) -> RowLook {
        RowLook {
            mark: RowMark::Violates,
            related: self.is_held(row),
            begins: false,
        }
    }

    fn cell(&self, row: u64, column: usize) -> GridCell<'_> {
        let threats = &self.listed.question.threats;
        let at = self.at(row);
        let count = |number: u32| GridCell::number(number::count(u64::from(number)));
        match column {
            0 => count(threats.support(at)),
            1 => match threats.least_subset(at) {
                u32::MAX => GridCell::missing(),
                least => count(least),
            },
            2 => count(threats.size(at) as u32),
            _ => {
                let baskets = &self.listed.question.baskets;
                let names = words::names(baskets, threats.set(at), MOST_ITEMS);
                let wanted = &self.listed.question.text;
                let found = match wanted.is_empty() {
                    true => None,
                    // Bytes are those of the small letters, which are the same for most names.
                    false => names.to_lowercase().find(wanted.as_str()),
                };
                let range = found.map(|from| from..from + wanted.len());
                let range = range.filter(|range| names.get(range.clone()).is_some());
                GridCell::text(names).found(range)
            }
        }
    }
}
