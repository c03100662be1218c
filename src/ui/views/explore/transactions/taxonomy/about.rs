//! A node of the taxonomy in words: what it stands for, what it would cost, what becomes of it.

use super::super::{Seen, words};
use super::Looked;
use crate::ui::help::Word;
use crate::ui::help::figures::transactions as of;
use crate::ui::theme::{Tokens, fonts};
use crate::ui::transactions::drawn_cut::Side;
use crate::ui::views::explore::lattice::pair;
use crate::ui::widgets::{Chip, ChipKind, detail, number};
use egui::{Align, Label, Layout, Ui};

pub const WIDTH: f32 = 236.0;

/// Beside the mouse.
pub fn card(ui: &mut Ui, seen: &Seen<'_>, looked: &Looked<'_>, node: u32) {
    heading(ui, looked, node);
    figures(ui, looked, node);
    if looked.by_hand && looked.cut.is_some() {
        let dim = Tokens::of(ui).dim;
        detail(ui, "Right click: suppress or show again.", dim);
    }
    if let Some(words) = held(seen, looked, node) {
        detail(ui, &words, Tokens::of(ui).text);
    }
}

/// The name, and on which side of the cut it lies.
pub fn heading(ui: &mut Ui, looked: &Looked<'_>, node: u32) {
    let side = side_in_words(looked, node);
    ui.horizontal(|ui| {
        let name = fonts::strong_text(looked.baskets.tree.name(node));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(words) = side {
                ui.add(Chip::new(ChipKind::Info, words));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(name).truncate());
            });
        });
    });
}

fn side_in_words(looked: &Looked<'_>, node: u32) -> Option<&'static str> {
    let leaf = looked.baskets.tree.is_leaf(node);
    let cut = looked.cut?;
    Some(match cut.side(node) {
        Side::Above => "above the cut",
        Side::On if cut.is_suppressed(node) => "suppressed",
        Side::On if leaf => "as it is",
        Side::On => "more general",
        Side::Below(_) => "below the cut",
    })
}

fn line(ui: &mut Ui, word: &Word, value: &str) {
    word.beside(pair(ui, word.word, value, false, false));
}

/// What it is and what it costs.
pub fn figures(ui: &mut Ui, looked: &Looked<'_>, node: u32) {
    let baskets = looked.baskets;
    let tree = &baskets.tree;
    let all = baskets.leaf.len().max(1) as f64;
    let occurs = baskets.occurrences[node as usize];
    let items = tree.leaves_under(node);
    if items > 1 {
        line(ui, &of::ITEMS, &number::count(u64::from(items)));
    }
    let share = format!(
        "{} ({})",
        number::count(occurs),
        number::percent(occurs as f64 / all)
    );
    line(ui, &of::OCCURRENCES, &share);
    let general = baskets.generalization_cost(node);
    if general > 0 {
        let cost = words::cost_and_loss(baskets, general);
        line(ui, &of::GENERALIZING, &cost);
    }
    let gone = words::cost_and_loss(baskets, baskets.suppression_cost(node));
    let name = match general {
        0 => "suppressing it costs",
        _ => "suppressing it, on top",
    };
    of::SUPPRESSING.beside(pair(ui, name, &gone, false, false));
    if let Some(changes) = looked.changes {
        let shown = number::count(changes.shown_as[node as usize]);
        let gone = changes.gone_under[node as usize];
        line(ui, &of::SHOWN_AS, &shown);
        if gone > 0 {
            line(ui, &of::GONE, &number::count(gone));
        }
    }
    if let Some(Side::Below(on)) = looked.cut.map(|cut| cut.side(node)) {
        let gone = looked.cut.is_some_and(|cut| cut.is_suppressed(on));
        let words = match gone {
            true => format!("{}, suppressed", tree.name(on)),
            false => tree.name(on).to_owned(),
        };
        of::GENERAL.beside(pair(ui, "shown as", &words, true, false));
    }
    if looked.tried.is_some_and(|tried| tried.rare.contains(&node)) {
        detail(ui, "Part of a rare set.", Tokens::of(ui).violates);
    }
}

/// Whether the selected basket holds it.
pub fn held(seen: &Seen<'_>, looked: &Looked<'_>, node: u32) -> Option<String> {
    let basket = seen.selected?;
    let tree = &looked.baskets.tree;
    let held = looked.baskets.basket(basket as usize);
    let under: Vec<u32> = held
        .iter()
        .copied()
        .filter(|&leaf| tree.is_under(leaf, node))
        .collect();
    if under.is_empty() {
        return None;
    }
    let number = number::count(u64::from(basket) + 1);
    Some(match under.as_slice() {
        [leaf] if *leaf == node => format!("In basket {number}."),
        some => format!(
            "In basket {number}: {}.",
            words::names(looked.baskets, some, 6)
        ),
    })
}
