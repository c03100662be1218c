//! A question mark beside a word: whoever rests on it, clicks it or comes to it with the keyboard reads what the word means.

use super::parts;
use crate::ui::theme::{Tokens, fonts};
use egui::{Align2, Popup, Rect, Response, Sense, Ui, WidgetInfo, vec2};

/// How wide and high it is.
pub const HELP: f32 = 15.0;

/// How wide the explanation becomes.
const WIDTH: f32 = 320.0;

/// In a place that somebody else has made free.
pub fn help_mark(ui: &mut Ui, place: Rect, of: &str, explanation: &str) -> Response {
    let id = ui.scope_id().with(("what it means", of));
    let response = ui.interact(place, id, Sense::click());
    let name = format!("What is meant: {of}");
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, ui.is_enabled(), &name));
    if ui.is_rect_visible(place) {
        let tokens = Tokens::of(ui);
        let ink = if response.hovered() || response.has_focus() {
            tokens.accent
        } else {
            tokens.dim
        };
        let painter = ui.painter();
        painter.circle_stroke(place.center(), HELP / 2.0 - 0.5, (1.0, ink));
        painter.text(
            place.center(),
            Align2::CENTER_CENTER,
            "?",
            fonts::chip(),
            ink,
        );
        parts::focus_ring(ui, &response, place.expand(2.0), 9);
    }
    Popup::menu(&response).width(WIDTH).show(|ui| {
        ui.set_max_width(WIDTH);
        ui.add(egui::Label::new(explanation).wrap());
    });
    response.on_hover_text(explanation)
}

/// The same in a line of its own ui.
pub fn help(ui: &mut Ui, of: &str, explanation: &str) -> Response {
    let (place, _) = ui.allocate_exact_size(vec2(HELP, HELP), Sense::hover());
    help_mark(ui, place, of, explanation)
}
