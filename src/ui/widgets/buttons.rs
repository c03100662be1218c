//! Buttons beside egui's own: the one that matters, the quiet one, the icon, the link.

use egui::{CornerRadius, FontId, Rect, Response, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};

use super::parts;
use crate::ui::theme::icons::Icon;
use crate::ui::theme::{CARD_RADIUS, CONTROL_RADIUS, Tokens, fonts};

const HEIGHT: f32 = 32.0;

/// The one action a view is about. At most one in a view, and the next step above it.
pub fn primary_button(ui: &mut Ui, icon: Option<Icon>, text: &str) -> Response {
    primary_within(ui, icon, text, f32::INFINITY)
}

/// The same, not wider than there is room: what is cut off is read when the mouse rests on it.
pub fn primary_within(ui: &mut Ui, icon: Option<Icon>, text: &str, width: f32) -> Response {
    let tokens = Tokens::of(ui);
    let icon_width = if icon.is_some() { 20.0 } else { 0.0 };
    let room = width - icon_width - 31.0;
    let (label, cut) = parts::line_within(ui, text, fonts::strong(), tokens.on_accent, room);
    let size = vec2((label.size().x + icon_width + 32.0).ceil(), HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, ui.is_enabled(), text));
    let fill = if response.hovered() || response.is_pointer_button_down_on() {
        tokens.accent_hover
    } else {
        tokens.accent
    };
    let painter = ui.painter();
    let radius = CornerRadius::same(CARD_RADIUS);
    painter.rect_filled(rect, radius, fill);
    if response.has_focus() {
        // A ring of the accent would drown in the fill: leave a gap of the text's colour.
        let gap = Stroke::new(1.5, tokens.on_accent);
        painter.rect_stroke(rect.shrink(2.0), CONTROL_RADIUS, gap, StrokeKind::Inside);
    }
    let mut start = rect.left_center() + vec2(16.0, 0.0);
    if let Some(icon) = icon {
        let centre = start + vec2(7.0, 0.0);
        parts::put_icon(painter, centre, icon, 16.0, tokens.on_accent);
        start.x += icon_width;
    }
    parts::put_left(painter, start, label);
    if cut {
        return response.on_hover_text(text);
    }
    response
}

/// An ordinary action: outlined, on the card's colour.
pub fn quiet_button(ui: &mut Ui, icon: Option<Icon>, text: &str) -> Response {
    let tokens = Tokens::of(ui);
    let label = parts::line(ui, text, fonts::body(), tokens.text);
    let icon_width = if icon.is_some() { 22.0 } else { 0.0 };
    let size = vec2((label.size().x + icon_width + 24.0).ceil(), HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, ui.is_enabled(), text));
    let (fill, outline) = if response.is_pointer_button_down_on() {
        (tokens.hover_tint, tokens.strong_line)
    } else if response.hovered() {
        (tokens.card, tokens.strong_line)
    } else {
        (tokens.card, tokens.line)
    };
    let painter = ui.painter();
    let outline = Stroke::new(1.0, outline);
    painter.rect(rect, CARD_RADIUS, fill, outline, StrokeKind::Inside);
    let mut start = rect.left_center() + vec2(12.0, 0.0);
    if let Some(icon) = icon {
        let centre = start + vec2(8.0, 0.0);
        parts::put_icon(painter, centre, icon, 16.0, tokens.dim);
        start.x += icon_width;
    }
    parts::put_left(painter, start, label);
    parts::focus_ring(ui, &response, rect, CARD_RADIUS);
    response
}

/// An action without words on the screen: the name is its tooltip and what a screen reader says.
pub fn icon_button(ui: &mut Ui, icon: Icon, name: &str) -> Response {
    let (_, response) = ui.allocate_exact_size(vec2(28.0, 28.0), Sense::click());
    icon_of(ui, response, icon, 18.0, name).on_disabled_hover_text(name)
}

/// A small icon at a place of its own, such as the cross beside a row.
pub fn icon_in(ui: &mut Ui, rect: Rect, icon: Icon, name: &str) -> Response {
    let response = ui.interact(rect, ui.scope_id().with(("icon", name)), Sense::click());
    icon_of(ui, response, icon, 14.0, name)
}

fn icon_of(ui: &Ui, response: Response, icon: Icon, size: f32, name: &str) -> Response {
    let (tokens, rect) = (Tokens::of(ui), response.rect);
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, ui.is_enabled(), name));
    let lively = response.hovered() || response.has_focus();
    if response.hovered() {
        ui.painter()
            .rect_filled(rect, CONTROL_RADIUS, tokens.hover_tint);
    }
    let colour = if lively { tokens.text } else { tokens.dim };
    parts::put_icon(ui.painter(), rect.center(), icon, size, colour);
    parts::focus_ring(ui, &response, rect, CONTROL_RADIUS);
    response.on_hover_text(name)
}

/// Words in the accent colour that lead somewhere.
pub fn link(ui: &mut Ui, text: &str) -> Response {
    link_in(ui, text, fonts::detail())
}

pub(super) fn link_in(ui: &mut Ui, text: &str, font: FontId) -> Response {
    let tokens = Tokens::of(ui);
    let galley = parts::line(ui, text, font, tokens.accent);
    let size = galley.size().ceil();
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Link, ui.is_enabled(), text));
    parts::put_left(ui.painter(), rect.left_center(), galley);
    if response.hovered() {
        let under = Stroke::new(1.0, tokens.accent);
        ui.painter()
            .hline(rect.x_range(), rect.bottom() - 1.0, under);
    }
    parts::focus_ring(ui, &response, rect.expand2(vec2(3.0, 1.0)), CONTROL_RADIUS);
    response
}
