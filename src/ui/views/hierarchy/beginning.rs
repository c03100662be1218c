//! A column without a hierarchy: what suits it, what a file says, or an empty page.

use super::HierarchyView;
use crate::ui::actions::{Action, Outbox};
use crate::ui::jobs::PickedFor;
use crate::ui::theme::icons::{self, Icon};
use crate::ui::theme::{CARD_RADIUS, Tokens, fonts};
use crate::ui::widgets::{parts, section, sentence};
use cloakroom_core::column::Column;
use cloakroom_core::hierarchy::{Edit, HierarchySource, SharedTree, Tree, beginnings};
use egui::{Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};
use std::sync::Arc;

pub fn show(ui: &mut Ui, view: &mut HierarchyView, column: &Column, out: &mut Outbox) {
    ui.set_max_width(ui.available_width().min(520.0));
    section(ui, "No hierarchy yet: start from …");
    sentence(
        ui,
        "Without one, its values can only stay as they are or become *. Missing values stay missing until \
         the top.",
    );
    ui.add_space(6.0);
    for beginning in beginnings(column) {
        let words = capital(&beginning.source.words());
        if card(ui, icons::HIERARCHIES, &words, beginning.reason) {
            view.try_out(&beginning.source);
        }
    }
    if card(
        ui,
        icons::OPEN,
        "A file",
        "From ARX, from Amnesia, or child and parent.",
    ) {
        out.send(Action::Pick(PickedFor::ImportHierarchy {
            column: column.name().to_owned(),
        }));
    }
    if card(
        ui,
        icons::ADD,
        "By hand",
        "All values in one group, to be split.",
    ) {
        out.change(super::set(column, Some(by_hand(column))));
    }
}

/// The values, one group with all of them, and the top.
fn by_hand(column: &Column) -> HierarchySource {
    let values = column
        .order()
        .iter()
        .filter(|&&code| Some(code) != column.null())
        .map(|&code| column.dictionary().get(code));
    let flat = Tree::flat(values);
    let tree = Edit::InsertLevel { above: 0 }.apply(&flat).unwrap_or(flat);
    HierarchySource::Chains {
        chains: SharedTree(Arc::new(tree)),
    }
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// A choice with its reason.
fn card(ui: &mut Ui, icon: Icon, name: &str, reason: &str) -> bool {
    let tokens = Tokens::of(ui);
    let size = vec2(ui.available_width(), 50.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, ui.is_enabled(), name));
    let outline = if response.hovered() {
        tokens.strong_line
    } else {
        tokens.line
    };
    let painter = ui.painter();
    painter.rect(
        rect,
        CARD_RADIUS,
        tokens.card,
        Stroke::new(1.0, outline),
        StrokeKind::Inside,
    );
    let centre = rect.left_center() + vec2(24.0, 0.0);
    parts::put_icon(painter, centre, icon, 20.0, tokens.accent);
    let room = rect.width() - 60.0;
    let start = rect.left_center() + vec2(46.0, 0.0);
    let (label, _) = parts::line_within(ui, name, fonts::strong(), tokens.text, room);
    parts::put_left(painter, start - vec2(0.0, 9.0), label);
    let (words, _) = parts::line_within(ui, reason, fonts::detail(), tokens.dim, room);
    parts::put_left(painter, start + vec2(0.0, 9.0), words);
    parts::focus_ring(ui, &response, rect, CARD_RADIUS);
    response.clicked()
}
