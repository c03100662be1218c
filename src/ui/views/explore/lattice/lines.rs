//! A line of a card: what it is at the left, what it is like at the right.

use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::parts;
use egui::{FontId, Response, Role, Sense, Ui, WidgetInfo, vec2};

/// The right side is cut before the left one. Hovering tells what was cut.
pub fn pair(ui: &mut Ui, left: &str, right: &str, strong: bool, violates: bool) -> Response {
    let tokens = Tokens::of(ui);
    let font: FontId = fonts::detail();
    let value_font = if strong {
        fonts::semibold(fonts::DETAIL_SIZE)
    } else {
        fonts::detail()
    };
    let colour = if violates {
        tokens.violates
    } else {
        tokens.text
    };
    let width = ui.available_width();
    let (rect, response) = ui.allocate_exact_size(vec2(width, 18.0), Sense::hover());
    let words = format!("{left}: {right}");
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    let (label, label_cut) = parts::line_within(ui, left, font, tokens.dim, width * 0.62);
    let end = parts::put_left(ui.painter(), rect.left_center(), label);
    let room = rect.right() - end - 10.0;
    let (value, value_cut) = parts::line_within(ui, right, value_font, colour, room);
    parts::put_right(ui.painter(), rect.right_center(), value);
    if label_cut || value_cut {
        return response.on_hover_text(words);
    }
    response
}
