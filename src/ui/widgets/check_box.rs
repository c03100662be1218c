//! A box to tick: filled when it is on, so that its state is seen from afar.

use egui::{Rect, Response, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};

use super::parts;
use crate::ui::theme::{Tokens, fonts, icons};

const BOX: f32 = 16.0;

/// `changed()` of the answer says whether it was ticked or unticked.
pub fn check_box(ui: &mut Ui, on: &mut bool, text: &str) -> Response {
    let tokens = Tokens::of(ui);
    let label = parts::line(ui, text, fonts::body(), tokens.text);
    let size = vec2(BOX + 8.0 + label.size().x, 24.0).ceil();
    let (rect, mut response) = ui.allocate_exact_size(size, Sense::click());
    if response.clicked() {
        *on = !*on;
        response.mark_changed();
    }
    response.widget_info(|| WidgetInfo::selected(egui::Role::CheckBox, ui.is_enabled(), *on, text));
    let middle = rect.left_center() + vec2(BOX / 2.0, 0.0);
    let square = Rect::from_center_size(middle, vec2(BOX, BOX));
    let painter = ui.painter();
    if *on {
        painter.rect_filled(square, 4, tokens.accent);
        parts::put_icon(painter, middle, icons::CHECKED, 14.0, tokens.on_accent);
    } else {
        let colour = if response.hovered() {
            tokens.dim
        } else {
            tokens.strong_line
        };
        let outline = Stroke::new(1.0, colour);
        painter.rect(square, 4, tokens.card, outline, StrokeKind::Inside);
    }
    parts::put_left(painter, rect.left_center() + vec2(BOX + 8.0, 0.0), label);
    parts::focus_ring(ui, &response, square.expand(3.0), 6);
    response
}
