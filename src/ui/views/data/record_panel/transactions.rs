//! A basket: its items, and which of them are private.

use super::super::Lent;
use super::{MOST_VALUES, cut};
use crate::ui::actions::Outbox;
use crate::ui::widgets::{metric_row, number, section};
use egui::Ui;

pub fn show(ui: &mut Ui, row: u32, lent: &Lent<'_>, _: &mut Outbox) {
    let Some(transactions) = lent.workspace.loaded().dataset.transactions() else {
        return;
    };
    let basket = transactions.basket(row as usize);
    section(ui, &number::counted(basket.len() as u64, "item"));
    let private = &lent.workspace.settings().roles.private_items;
    for &item in basket.iter().take(MOST_VALUES) {
        let item = transactions.items.get(item);
        let word = match private.contains(item) {
            true => "private",
            false => "",
        };
        metric_row(ui, &cut(item), word);
    }
}
