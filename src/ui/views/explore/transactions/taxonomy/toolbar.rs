//! Above the taxonomy: what is drawn through it, and how it is looked at.

use super::super::{Seen, Shared};
use super::hand::Hand;
use super::layout::SizeBy;
use super::{Looked, TaxonomyTab};
use crate::ui::actions::Outbox;
use crate::ui::theme::{Tokens, fonts};
use crate::ui::views::explore::before_after::stale_banner;
use crate::ui::views::explore::canvas_keys::{Move, line_of_tools, zoom_buttons};
use crate::ui::widgets::{check_box, choice, number, sentence, tabs};
use egui::{RichText, Ui};

/// The tools and the search stand in one line from here on.
const ROOM: f32 = 560.0;

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
    let tools = |ui: &mut Ui| {
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
    };
    let (mut moved, mut found) = (None, None);
    line_of_tools(ui, ROOM, tools, |ui| {
        moved = zoom_buttons(ui);
        ui.add_space(4.0);
        let room = ui.available_width().clamp(60.0, 180.0);
        found = tab.find.show(ui, &looked.baskets.tree, room - 12.0);
        if let Some(words) = tab.find.words().filter(|_| ui.available_width() > 50.0) {
            let dim = Tokens::of(ui).dim;
            ui.label(RichText::new(words).font(fonts::detail()).color(dim));
        }
    });
    if let Some(node) = found {
        tab.select(shared, looked, node);
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
