//! A button that shows what is chosen and opens a menu; and the entries of such a menu, each with a sentence.

use egui::{Label, Response, RichText, Sense, Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo, vec2};

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
    let place = ui.available_rect_before_wrap();
    let ground = ui.painter().add(egui::Shape::Noop);
    let inside = place.shrink2(vec2(PADDING, 0.0));
    let mut contents = ui.new_child(UiBuilder::new().max_rect(inside));
    contents.spacing_mut().item_spacing.y = 1.0;
    contents.add_space(5.0);
    let colour = if ui.is_enabled() {
        tokens.text
    } else {
        tokens.dim
    };
    let words = RichText::new(title).font(fonts::strong()).color(colour);
    contents.add(Label::new(words).selectable(false));
    let words = RichText::new(sentence)
        .font(fonts::detail())
        .color(tokens.dim);
    contents.add(Label::new(words).selectable(false).wrap());
    contents.add_space(5.0);
    let height = contents.min_rect().height();
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
    response
        .widget_info(|| WidgetInfo::selected(egui::Role::MenuItem, ui.is_enabled(), chosen, title));
    let fill = if chosen {
        Some(tokens.accent_tint)
    } else if response.hovered() && ui.is_enabled() {
        Some(tokens.hover_tint)
    } else {
        None
    };
    if let Some(fill) = fill {
        let shape = egui::Shape::rect_filled(rect, f32::from(CONTROL_RADIUS), fill);
        ui.painter().set(ground, shape);
    }
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
