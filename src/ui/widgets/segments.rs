//! One out of a few, side by side in one frame: all choices are seen at once.

use egui::{CornerRadius, Rect, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::parts;
use crate::ui::theme::{CARD_RADIUS, CONTROL_RADIUS, Tokens, fonts};

const HEIGHT: f32 = 28.0;

/// Changes `chosen` on a click and says whether it changed. Every choice has a sentence for whoever rests on it.
pub fn segments<T: PartialEq + Copy>(
    ui: &mut Ui,
    chosen: &mut T,
    choices: &[(T, &str, &str)],
) -> bool {
    let before = *chosen;
    let tokens = Tokens::of(ui);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let mut left = f32::INFINITY;
        let mut right = f32::NEG_INFINITY;
        let mut row = ui.available_rect_before_wrap();
        for (value, name, sentence) in choices {
            let selected = *value == before;
            // The heavier weight is wider: reserve its width so that nothing moves on a click.
            let wide = parts::line(ui, name, fonts::strong(), tokens.text);
            let size = vec2((wide.size().x + 20.0).ceil(), HEIGHT);
            let (rect, response) = ui.allocate_exact_size(size, Sense::click());
            response.widget_info(|| {
                WidgetInfo::selected(egui::Role::RadioButton, ui.is_enabled(), selected, *name)
            });
            let inner = rect.shrink(2.0);
            let galley = if selected {
                ui.painter()
                    .rect_filled(inner, CONTROL_RADIUS, tokens.accent_tint);
                wide
            } else {
                if response.hovered() {
                    ui.painter()
                        .rect_filled(inner, CONTROL_RADIUS, tokens.hover_tint);
                }
                parts::line(ui, name, fonts::body(), tokens.dim)
            };
            let place = egui::Align2::CENTER_CENTER.anchor_size(rect.center(), galley.size());
            ui.painter().galley(place.min, galley, tokens.text);
            parts::focus_ring(ui, &response, inner, CONTROL_RADIUS);
            left = left.min(rect.left());
            right = right.max(rect.right());
            row = rect;
            if response.clicked() {
                *chosen = *value;
            }
            if !sentence.is_empty() {
                response.on_hover_text(*sentence);
            }
        }
        if left < right {
            let around = Rect::from_min_max(pos2(left, row.top()), pos2(right, row.bottom()));
            let line = Stroke::new(1.0, tokens.line);
            let radius = CornerRadius::same(CARD_RADIUS);
            ui.painter()
                .rect_stroke(around, radius, line, StrokeKind::Inside);
        }
    });
    *chosen != before
}
