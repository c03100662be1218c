//! What several widgets need to paint themselves.

use std::sync::Arc;

use egui::{
    Align2, Color32, CornerRadius, FontId, Galley, Painter, Pos2, Rect, Response, Stroke,
    StrokeKind, Ui,
};

use super::number;
use crate::ui::theme::Tokens;
use crate::ui::theme::icons::{self, Icon};

/// One line of text, measured.
pub fn line(ui: &Ui, text: &str, font: FontId, colour: Color32) -> Arc<Galley> {
    ui.painter().layout_no_wrap(text.to_owned(), font, colour)
}

/// One line that ends in `…` when it does not fit. The second value says whether it was cut.
pub fn line_within(
    ui: &Ui,
    text: &str,
    font: FontId,
    colour: Color32,
    width: f32,
) -> (Arc<Galley>, bool) {
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, colour);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width.max(0.0));
    let galley = ui.painter().layout_job(job);
    let cut = galley.elided;
    (galley, cut)
}

/// A few lines that end in `…` when they do not fit. The second value says whether they were cut.
pub fn lines_within(
    ui: &Ui,
    text: &str,
    font: FontId,
    colour: Color32,
    width: f32,
    rows: usize,
) -> (Arc<Galley>, bool) {
    let text = number::tied(text);
    let mut job = egui::text::LayoutJob::simple(text, font, colour, width.max(0.0));
    job.wrap.max_rows = rows;
    let galley = ui.painter().layout_job(job);
    let cut = galley.elided;
    (galley, cut)
}

/// Paints text by the middle of its left edge and says where it ends.
pub fn put_left(painter: &Painter, left_middle: Pos2, galley: Arc<Galley>) -> f32 {
    let rect = Align2::LEFT_CENTER.anchor_size(left_middle, galley.size());
    painter.galley(rect.min, galley, Color32::PLACEHOLDER);
    rect.right()
}

/// Paints text by the middle of its right edge and says where it begins.
pub fn put_right(painter: &Painter, right_middle: Pos2, galley: Arc<Galley>) -> f32 {
    let rect = Align2::RIGHT_CENTER.anchor_size(right_middle, galley.size());
    painter.galley(rect.min, galley, Color32::PLACEHOLDER);
    rect.left()
}

/// Paints an icon around a point.
pub fn put_icon(painter: &Painter, centre: Pos2, icon: Icon, size: f32, colour: Color32) {
    let font = icons::font(icon, size);
    painter.text(centre, Align2::CENTER_CENTER, icon.codepoint, font, colour);
}

/// The outline that shows where the keyboard is.
pub fn focus_ring(ui: &Ui, response: &Response, rect: Rect, radius: impl Into<CornerRadius>) {
    if response.has_focus() {
        let ring = Stroke::new(2.0, Tokens::of(ui).accent);
        ui.painter()
            .rect_stroke(rect, radius, ring, StrokeKind::Inside);
    }
}
