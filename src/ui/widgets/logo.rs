//! The program's mark: a crescent, what is left to be seen of a hidden disc.

use egui::{Response, Sense, Ui, vec2};

use crate::ui::theme::Tokens;

/// Paints the mark. It lies on the panel's colour, which hides the rest of the disc.
pub fn logo(ui: &mut Ui, size: f32) -> Response {
    let tokens = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(size, size), Sense::hover());
    let painter = ui.painter().with_clip_rect(rect.expand(1.0));
    let radius = size * 0.46;
    painter.circle_filled(rect.center(), radius, tokens.accent);
    let beside = rect.center() + vec2(0.42, -0.36) * radius;
    painter.circle_filled(beside, radius * 0.82, tokens.panel);
    response
}
