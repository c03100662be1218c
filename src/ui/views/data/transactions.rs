//! Transactions as the grid shows them: a row per basket, its size and its items.

use super::{DataView, Lent, Shown};
use crate::ui::transactions::status::TransactionsStatus;
use crate::ui::widgets::grid::{
    GridCell, GridEvent, GridHeader, GridSource, RowLook, RowMark, grid,
};
use cloakroom_core::transactions::Transactions;
use egui::Ui;
use std::collections::BTreeSet;
use std::sync::Arc;

pub struct TransactionsSource<'a> {
    pub transactions: &'a Transactions,
    pub private: &'a BTreeSet<String>,
    pub shown: &'a Shown,
    pub status: Option<&'a TransactionsStatus>,
}

/// Items written out in a cell; the rest is counted.
const MOST_ITEMS: usize = 40;

pub fn show(view: &mut DataView, ui: &mut Ui, lent: &Lent<'_>) -> Vec<GridEvent> {
    let workspace = lent.workspace;
    let Some(transactions) = workspace.loaded().dataset.transactions() else {
        return Vec::new();
    };
    let source = TransactionsSource {
        transactions,
        private: &workspace.settings().roles.private_items,
        shown: &view.shown,
        status: lent.baskets.map(Arc::as_ref),
    };
    grid(ui, "baskets", "Baskets", &mut view.grid, &source)
}

impl GridSource for TransactionsSource<'_> {
    fn rows(&self) -> u64 {
        self.shown.len(self.transactions.len())
    }

    fn columns(&self) -> usize {
        3
    }

    fn last_column_fills(&self) -> bool {
        true
    }

    fn name(&self, column: usize) -> &str {
        ["size", "private", "items"][column.min(2)]
    }

    fn header(&self, column: usize) -> GridHeader<'_> {
        let hover = [
            "How many different items are in the basket.",
            "How many of them are marked as private.",
            "What is in the basket.",
        ][column.min(2)];
        GridHeader {
            hover: hover.into(),
            numbers: column < 2,
            ..GridHeader::default()
        }
    }

    fn row_number(&self, row: u64) -> u64 {
        u64::from(self.shown.row_at(row)) + 1
    }

    fn row_look(&self, row: u64) -> RowLook {
        let basket = self.shown.row_at(row) as usize;
        let violates = self.status.map(|status| status.violates(basket));
        RowLook {
            mark: match violates {
                Some(true) => RowMark::Violates,
                Some(false) => RowMark::Satisfied,
                None => RowMark::Plain,
            },
            ..RowLook::default()
        }
    }

    fn cell(&self, row: u64, column: usize) -> GridCell<'_> {
        let basket = self.transactions.basket(self.shown.row_at(row) as usize);
        let name = |&item: &u32| self.transactions.items.get(item);
        match column {
            0 => GridCell::number(basket.len().to_string()),
            1 => match basket
                .iter()
                .map(name)
                .filter(|item| self.private.contains(*item))
                .count()
            {
                0 => GridCell::missing(),
                private => GridCell::number(private.to_string()),
            },
            _ => {
                let mut text = basket
                    .iter()
                    .take(MOST_ITEMS)
                    .map(name)
                    .collect::<Vec<_>>()
                    .join(", ");
                if basket.len() > MOST_ITEMS {
                    text.push_str(&format!(" and {} more", basket.len() - MOST_ITEMS));
                }
                GridCell::text(text)
            }
        }
    }
}
