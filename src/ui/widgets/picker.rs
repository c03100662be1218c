//! A button that shows what is chosen and opens a menu; and the entries of such a menu, each with a sentence.

use egui::{Label, Response, RichText, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};

use super::parts;
use crate::ui::theme::{CARD_RADIUS, CONTROL_RADIUS, Tokens, fonts, icons};

const HEIGHT: f32 = 32.0;
const PADDING: f32 = 10.0;

/// `name` is what a screen reader calls it; `shown` is what is chosen. Put a menu below the answer.
pub fn picker(ui: &mut Ui, name: &str, shown: &str, width: f32) -> Response {
    let tokens = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(width, HEIGHT), Sense::click());
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(egui::Role::ComboBox, ui.is_enabled(), name);
        info.current_text_value = Some(shown.to_owned());
        info
    });
    let outline = if response.hovered() {
        tokens.strong_line
    } else {
        tokens.line
    };
    let outline = Stroke::new(1.0, outline);
    let painter = ui.painter();
    painter.rect(rect, CARD_RADIUS, tokens.card, outline, StrokeKind::Inside);
    let arrow = rect.right_center() - vec2(16.0, 0.0);
    parts::put_icon(painter, arrow, icons::EXPAND, 18.0, tokens.dim);
    let room = width - PADDING - 30.0;
    let (text, cut) = parts::line_within(ui, shown, fonts::body(), tokens.text, room);
    parts::put_left(painter, rect.left_center() + vec2(PADDING, 0.0), text);
    parts::focus_ring(ui, &response, rect, CARD_RADIUS);
    if cut {
        return response.on_hover_text(shown);
    }
    response
}

/// An entry of a menu: a title and, dim below it, a sentence.
pub fn menu_entry(ui: &mut Ui, title: &str, sentence: &str, chosen: bool) -> Response {
    let tokens = Tokens::of(ui);
    let width = ui.available_width();
    let room = width - 2.0 * PADDING;
    let title_line = parts::line(ui, title, fonts::strong(), tokens.text);
    let words = sentence.to_owned();
    let lines = ui
        .painter()
        .layout(words, fonts::detail(), tokens.dim, room.max(40.0));
    let below = if sentence.is_empty() {
        0.0
    } else {
        lines.size().y
    };
    let height = title_line.size().y + below + 12.0;
    let (rect, response) = ui.allocate_exact_size(vec2(width, height.ceil()), Sense::click());
    response
        .widget_info(|| WidgetInfo::selected(egui::Role::MenuItem, ui.is_enabled(), chosen, title));
    // The name stays short; what is written below it is its description.
    ui.ctx()
        .accesskit_node_builder(response.id, |node| node.set_description(sentence));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let painter = ui.painter();
    if chosen {
        painter.rect_filled(rect, CONTROL_RADIUS, tokens.accent_tint);
    } else if response.hovered() {
        painter.rect_filled(rect, CONTROL_RADIUS, tokens.hover_tint);
    }
    let top = rect.left_top() + vec2(PADDING, 5.0);
    let below = top + vec2(0.0, title_line.size().y + 1.0);
    painter.galley(top, title_line, tokens.text);
    painter.galley(below, lines, tokens.dim);
    parts::focus_ring(ui, &response, rect, CONTROL_RADIUS);
    response
}

/// The heading of a group of entries.
pub fn menu_heading(ui: &mut Ui, words: &str) {
    let dim = Tokens::of(ui).dim;
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.add_space(PADDING);
        let words = RichText::new(words).font(fonts::chip()).color(dim);
        ui.add(Label::new(words).selectable(false));
    });
}
