//! Baskets before and after, as the grid shows them.

use crate::ui::transactions::arranged::{Arranged, TransactionsOrder};
use crate::ui::widgets::grid::{
    GridCell, GridHeader, GridSource, PartLook, RowLook, RowMark, SortMark,
};
use crate::ui::widgets::number;
use cloakroom_transactions::transactions::GONE;
use std::ops::Range;

pub struct Column {
    pub name: &'static str,
    /// Not less than this.
    pub width: f32,
    hover: &'static str,
    pub order: TransactionsOrder,
}

pub const COLUMNS: [Column; 6] = [
    Column {
        name: "items",
        width: 70.0,
        hover: "How many different items are in the basket.",
        order: TransactionsOrder::Items,
    },
    Column {
        name: "general",
        width: 84.0,
        hover: "How many of them are shown as something more general.",
        order: TransactionsOrder::General,
    },
    Column {
        name: "suppressed",
        width: 106.0,
        hover: "How many of them are not shown at all.",
        order: TransactionsOrder::Gone,
    },
    Column {
        name: "loss",
        width: 72.0,
        hover: "What the basket does not tell any more, as a share of what it told.",
        order: TransactionsOrder::Loss,
    },
    Column {
        name: "before",
        width: 160.0,
        hover: "What is in the basket. What is suppressed is struck out.",
        order: TransactionsOrder::File,
    },
    Column {
        name: "after",
        width: 160.0,
        hover: "What the release shows of it. What is more general than before is coloured.",
        order: TransactionsOrder::File,
    },
];

/// What numbers, marks and the bar at the right take.
pub const GUTTER: f32 = 102.0;
/// Items written out in a cell; the rest is counted.
const MOST_ITEMS: usize = 30;

pub struct Source<'a> {
    pub arranged: &'a Arranged,
    /// Items of the selected rare set.
    pub set: &'a [u32],
}

impl Source<'_> {
    pub fn basket(&self, row: u64) -> usize {
        let rows = &self.arranged.rows;
        rows.get(row as usize).copied().unwrap_or(0) as usize
    }

    /// Whether the basket holds all of the selected rare set.
    fn holds_set(&self, basket: usize) -> bool {
        let baskets = &self.arranged.question.changes.question.released.baskets;
        let held = &baskets.leaf[self.places(basket)];
        let tree = &baskets.tree;
        let holds = |&node: &u32| held.iter().any(|&leaf| tree.is_under(leaf, node));
        !self.set.is_empty() && self.set.iter().all(holds)
    }

    /// The places of a basket's items.
    fn places(&self, basket: usize) -> Range<usize> {
        let baskets = &self.arranged.question.changes.question.released.baskets;
        baskets.starts[basket]..baskets.starts[basket + 1]
    }

    fn before(&self, basket: usize) -> GridCell<'_> {
        let released = &self.arranged.question.changes.question.released;
        let tree = &released.baskets.tree;
        let mut line = Line::default();
        let places = self.places(basket);
        let mut items: Vec<(&str, bool)> = places
            .map(|place| {
                let gone = released.anonymized.shown[place] == GONE;
                (tree.name(released.baskets.leaf[place]), gone)
            })
            .collect();
        items.sort_unstable();
        for &(name, gone) in items.iter().take(MOST_ITEMS) {
            line.push(name, gone.then_some(PartLook::Gone));
        }
        line.finish(items.len())
    }

    /// What is shown more than once is shown once.
    fn after(&self, basket: usize) -> GridCell<'_> {
        let released = &self.arranged.question.changes.question.released;
        let tree = &released.baskets.tree;
        let shown = self
            .places(basket)
            .map(|place| released.anonymized.shown[place]);
        let mut items: Vec<(&str, bool)> = shown
            .filter(|&node| node != GONE)
            .map(|node| (tree.name(node), !tree.is_leaf(node)))
            .collect();
        items.sort_unstable();
        items.dedup();
        if items.is_empty() {
            return GridCell::missing();
        }
        let mut line = Line::default();
        for &(name, general) in items.iter().take(MOST_ITEMS) {
            line.push(name, general.then_some(PartLook::General));
        }
        line.finish(items.len())
    }
}

/// Names side by side, some of them marked.
#[derive(Default)]
struct Line {
    text: String,
    parts: Vec<(Range<usize>, PartLook)>,
}

impl Line {
    fn push(&mut self, name: &str, look: Option<PartLook>) {
        if !self.text.is_empty() {
            self.text.push_str(", ");
        }
        let from = self.text.len();
        self.text.push_str(name);
        self.parts
            .extend(look.map(|look| (from..self.text.len(), look)));
    }

    fn finish(mut self, all: usize) -> GridCell<'static> {
        if all > MOST_ITEMS {
            self.text
                .push_str(&format!(" and {} more", all - MOST_ITEMS));
        }
        GridCell::text(self.text).parts(self.parts)
    }
}

impl GridSource for Source<'_> {
    fn rows(&self) -> u64 {
        self.arranged.rows.len() as u64
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
        let question = &self.arranged.question;
        let sorted = question.order != TransactionsOrder::File;
        let sorted = sorted && COLUMNS[column].order == question.order;
        GridHeader {
            hover: COLUMNS[column].hover.into(),
            numbers: column < 4,
            sort: sorted.then_some(SortMark::of(question.descending)),
            ..GridHeader::default()
        }
    }

    fn row_number(&self, row: u64) -> u64 {
        self.basket(row) as u64 + 1
    }

    fn row_look(&self, row: u64) -> RowLook {
        let basket = self.basket(row);
        let changes = &self.arranged.question.changes;
        let gone = changes.gone[basket] as usize;
        let nothing = gone > 0 && gone == self.places(basket).len();
        RowLook {
            mark: match nothing {
                true => RowMark::LeftOut,
                false => RowMark::Plain,
            },
            related: self.holds_set(basket),
            ..RowLook::default()
        }
    }

    fn cell(&self, row: u64, column: usize) -> GridCell<'_> {
        let basket = self.basket(row);
        let changes = &self.arranged.question.changes;
        let count = |number: u32| match number {
            0 => GridCell::missing(),
            some => GridCell::number(number::count(u64::from(some))),
        };
        match column {
            0 => GridCell::number(self.places(basket).len().to_string()),
            1 => count(changes.general[basket]),
            2 => count(changes.gone[basket]),
            3 => match changes.loss[basket] {
                0 => GridCell::missing(),
                _ => GridCell::number(number::percent(changes.share(basket))),
            },
            4 => self.before(basket),
            _ => self.after(basket),
        }
    }
}
