//! One out of a few, side by side in one frame: all choices are seen at once.

use egui::{Align2, CornerRadius, Rect, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::parts;
use crate::ui::theme::{CARD_RADIUS, CONTROL_RADIUS, Tokens, fonts};

const HEIGHT: f32 = 28.0;
const PADDING: f32 = 10.0;

/// Changes `chosen` on a click and says whether it changed. Every choice has a sentence for whoever rests on it.
pub fn segments<T: PartialEq + Copy>(
    ui: &mut Ui,
    chosen: &mut T,
    choices: &[(T, &str, &str)],
) -> bool {
    let before = *chosen;
    let tokens = Tokens::of(ui);
    // The heavier weight is wider: its width is kept for all, so that nothing moves on a click.
    let wide: Vec<_> = choices
        .iter()
        .map(|(_, name, _)| parts::line(ui, name, fonts::strong(), tokens.text))
        .collect();
    let widths: Vec<f32> = wide
        .iter()
        .map(|galley| (galley.size().x + 2.0 * PADDING).ceil())
        .collect();
    // Placed by hand: in a line that is filled from the right the first choice is still at the left.
    let (id, around) = ui.allocate_space(vec2(widths.iter().sum(), HEIGHT));
    let mut left = around.left();
    for (at, ((value, name, sentence), wide)) in choices.iter().zip(wide).enumerate() {
        let selected = *value == before;
        let rect = Rect::from_min_max(
            pos2(left, around.top()),
            pos2(left + widths[at], around.bottom()),
        );
        left = rect.right();
        let response = ui.interact(rect, id.with(at), Sense::click());
        response.widget_info(|| {
            WidgetInfo::selected(egui::Role::RadioButton, ui.is_enabled(), selected, *name)
        });
        let (inner, painter) = (rect.shrink(2.0), ui.painter());
        let galley = if selected {
            painter.rect_filled(inner, CONTROL_RADIUS, tokens.accent_tint);
            wide
        } else {
            if response.hovered() {
                painter.rect_filled(inner, CONTROL_RADIUS, tokens.hover_tint);
            }
            parts::line(ui, name, fonts::body(), tokens.dim)
        };
        let place = Align2::CENTER_CENTER.anchor_size(rect.center(), galley.size());
        painter.galley(place.min, galley, tokens.text);
        parts::focus_ring(ui, &response, inner, CONTROL_RADIUS);
        if response.clicked() {
            *chosen = *value;
        }
        if !sentence.is_empty() {
            response.on_hover_text(*sentence);
        }
    }
    let line = Stroke::new(1.0, tokens.line);
    let radius = CornerRadius::same(CARD_RADIUS);
    ui.painter()
        .rect_stroke(around, radius, line, StrokeKind::Inside);
    *chosen != before
}
