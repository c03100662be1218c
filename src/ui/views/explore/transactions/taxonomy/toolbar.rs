//! Above the taxonomy: what is drawn through it, and how it is looked at.

use super::super::{Seen, Shared};
use super::hand::Hand;
use super::layout::SizeBy;
use super::{Looked, TaxonomyTab};
use crate::ui::actions::Outbox;
use crate::ui::theme::{Tokens, fonts};
use crate::ui::views::explore::before_after::stale_banner;
use crate::ui::views::explore::canvas_keys::{Move, zoom_buttons};
use crate::ui::widgets::{check_box, choice, number, sentence, tabs};
use egui::{Align, Layout, RichText, Ui, vec2};

pub fn show(
    ui: &mut Ui,
    tab: &mut TaxonomyTab,
    seen: &Seen<'_>,
    shared: &mut Shared,
    looked: &Looked<'_>,
    out: &mut Outbox,
) -> Option<Move> {
    sentence(ui, &headline(seen, looked));
    if !looked.by_hand && seen.released().is_some() {
        stale_banner(ui, seen.lent, seen.stale, out);
    }
    ui.add_space(2.0);
    let line = vec2(ui.available_width(), 32.0);
    let from_left = Layout::left_to_right(Align::Center);
    let from_right = Layout::right_to_left(Align::Center);
    if line.x < ONE_LINE {
        ui.allocate_ui_with_layout(line, from_left, |ui| choices(ui, tab, looked));
        let moves = |ui: &mut Ui| moves(ui, tab, shared, looked);
        return ui.allocate_ui_with_layout(line, from_right, moves).inner;
    }
    ui.allocate_ui_with_layout(line, from_left, |ui| {
        choices(ui, tab, looked);
        ui.with_layout(from_right, |ui| moves(ui, tab, shared, looked))
            .inner
    })
    .inner
}

/// Where there is less room, what moves the picture stands below what it shows.
const ONE_LINE: f32 = 520.0;

/// What the picture shows.
fn choices(ui: &mut Ui, tab: &mut TaxonomyTab, looked: &Looked<'_>) {
    switch(ui, &mut tab.hand);
    ui.add_space(4.0);
    let names = [
        (SizeBy::Occurrences, "High by occurrences"),
        (SizeBy::Items, "High by items"),
    ];
    choice(ui, "What the height shows", 148.0, &mut tab.size_by, &names);
    let below = match looked.by_hand {
        true => &mut tab.folds.below_hand,
        false => &mut tab.folds.below_last,
    };
    if looked.cut.is_some()
        && check_box(ui, below, "Below the cut")
            .on_hover_text("Show what lies below the cut too: this is not told any more.")
            .changed()
    {
        tab.folds.forget();
    }
}

/// Closer, farther, and to an item; from the right end.
fn moves(
    ui: &mut Ui,
    tab: &mut TaxonomyTab,
    shared: &mut Shared,
    looked: &Looked<'_>,
) -> Option<Move> {
    let moved = zoom_buttons(ui);
    ui.add_space(4.0);
    let room = ui.available_width().clamp(60.0, 180.0);
    if let Some(node) = tab.find.show(ui, &looked.baskets.tree, room - 12.0) {
        tab.select(shared, looked, node);
    }
    if let Some(words) = tab.find.words().filter(|_| ui.available_width() > 50.0) {
        let dim = Tokens::of(ui).dim;
        ui.label(RichText::new(words).font(fonts::detail()).color(dim));
    }
    moved
}

fn switch(ui: &mut Ui, hand: &mut Hand) {
    let before = hand.on;
    if tabs(ui, &mut hand.on, &[(false, "Last run"), (true, "By hand")]) && before {
        hand.drag = None;
    }
}

fn headline(seen: &Seen<'_>, looked: &Looked<'_>) -> String {
    let tree = &looked.baskets.tree;
    if looked.by_hand {
        return "The line is your cut. Drag it to the right for more exact items, to the left for more general ones."
            .to_owned();
    }
    if let Some(figures) = looked.figures {
        let title = seen
            .lent
            .result
            .map(|run| run.settings().method.name.title());
        return format!("{}: {}", title.unwrap_or("Last run"), figures.sentence());
    }
    if seen.released().is_some() {
        return "The last run shows an item as exactly as each basket allows: bars tell how often a node is shown."
            .to_owned();
    }
    let items = number::counted(u64::from(tree.leaves_under(tree.root())), "item");
    format!(
        "{items} in their taxonomy. Run a method, and its cut is drawn here; or draw one by hand."
    )
}
