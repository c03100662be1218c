//! Looks like a search field in the top bar; opens the command palette.

use egui::{Response, Sense, Stroke, StrokeKind, Ui, Widget, WidgetInfo, vec2};

use super::parts;
use crate::ui::theme::{CARD_RADIUS, Tokens, fonts, icons};

#[must_use = "add it to a Ui"]
pub struct SearchBox<'a> {
    text: &'a str,
    shortcut: &'a str,
    width: f32,
}

impl<'a> SearchBox<'a> {
    pub fn new(text: &'a str, shortcut: &'a str) -> Self {
        Self {
            text,
            shortcut,
            width: 300.0,
        }
    }

    pub fn width(mut self, width: f32) -> Self {
        self.width = width;
        self
    }
}

impl Widget for SearchBox<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let tokens = Tokens::of(ui);
        let (rect, response) = ui.allocate_exact_size(vec2(self.width, 28.0), Sense::click());
        response
            .widget_info(|| WidgetInfo::labeled(egui::Role::Button, ui.is_enabled(), self.text));
        let painter = ui.painter();
        let outline = if response.hovered() {
            tokens.strong_line
        } else {
            tokens.line
        };
        let outline = Stroke::new(1.0, outline);
        painter.rect(rect, CARD_RADIUS, tokens.card, outline, StrokeKind::Inside);
        let icon_place = rect.left_center() + vec2(19.0, 0.0);
        parts::put_icon(painter, icon_place, icons::SEARCH, 16.0, tokens.dim);
        let key = parts::line(ui, self.shortcut, fonts::detail(), tokens.dim);
        let end = parts::put_right(painter, rect.right_center() - vec2(10.0, 0.0), key);
        let start = rect.left_center() + vec2(34.0, 0.0);
        let room = end - start.x - 8.0;
        let (text, _) = parts::line_within(ui, self.text, fonts::detail(), tokens.dim, room);
        parts::put_left(painter, start, text);
        parts::focus_ring(ui, &response, rect, CARD_RADIUS);
        response
    }
}
