//! A heading that opens and closes what is below it, with a few words on what is inside.

use egui::{Response, Sense, Ui, WidgetInfo, vec2};

use super::parts;
use crate::ui::theme::{CONTROL_RADIUS, Tokens, fonts, icons};

const HEIGHT: f32 = 28.0;

/// Turns `open` when it is clicked. `note` stands at the right end, dim.
pub fn fold(ui: &mut Ui, open: &mut bool, heading: &str, note: &str) -> Response {
    let tokens = Tokens::of(ui);
    let size = vec2(ui.available_width(), HEIGHT);
    let (rect, mut response) = ui.allocate_exact_size(size, Sense::click());
    if response.clicked() {
        *open = !*open;
        response.mark_changed();
    }
    response.widget_info(|| {
        let mut info = WidgetInfo::selected(egui::Role::Button, ui.is_enabled(), *open, heading);
        info.current_text_value = Some(note.to_owned());
        info
    });
    let painter = ui.painter();
    if response.hovered() {
        let around = rect.expand2(vec2(4.0, 0.0));
        painter.rect_filled(around, CONTROL_RADIUS, tokens.hover_tint);
    }
    let icon = if *open { icons::EXPAND } else { icons::RIGHT };
    let centre = rect.left_center() + vec2(8.0, 0.0);
    parts::put_icon(painter, centre, icon, 18.0, tokens.dim);
    let words = parts::line(ui, heading, fonts::section(), tokens.text);
    let end = parts::put_left(painter, rect.left_center() + vec2(20.0, 0.0), words);
    let room = rect.right() - end - 16.0;
    let (words, _) = parts::line_within(ui, note, fonts::detail(), tokens.dim, room);
    parts::put_right(painter, rect.right_center(), words);
    parts::focus_ring(ui, &response, rect.expand2(vec2(4.0, 0.0)), CONTROL_RADIUS);
    response
}
