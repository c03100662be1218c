//! The search by keyboard: up and down along the way, left and right among what was tried.

use super::Looked;
use super::steps::{cards, find, rows};
use crate::ui::transactions::scenario::Visit;
use crate::ui::views::explore::canvas_keys::{is_pressed, takes_keys};
use egui::{Key, Response, Ui};

/// A page is so many rows.
const PAGE: usize = 8;

/// The cut that is to be looked at.
pub fn act(ui: &Ui, response: &Response, looked: &Looked<'_>, at: Visit) -> Option<Visit> {
    if !takes_keys(ui, response) {
        return None;
    }
    let (row, place) = find(looked, at);
    let last = rows(looked).saturating_sub(1);
    let is = |key: Key| is_pressed(ui, key);
    let (row, place) = if is(Key::ArrowUp) {
        (row.saturating_sub(1), 0)
    } else if is(Key::ArrowDown) {
        ((row + 1).min(last), 0)
    } else if is(Key::PageUp) {
        (row.saturating_sub(PAGE), 0)
    } else if is(Key::PageDown) {
        ((row + PAGE).min(last), 0)
    } else if is(Key::Home) {
        (0, 0)
    } else if is(Key::End) {
        (last, 0)
    } else if is(Key::ArrowLeft) {
        (row, place.saturating_sub(1))
    } else if is(Key::ArrowRight) {
        (row, place + 1)
    } else {
        return None;
    };
    let cards = cards(looked, at.round, row);
    let card = cards.get(place.min(cards.len().saturating_sub(1)))?;
    Some(card.visit)
}
