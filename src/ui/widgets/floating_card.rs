//! A card beside what is under the mouse.

use crate::ui::theme::{CARD_RADIUS, Tokens};
use egui::{Align2, Area, Frame, Id, Margin, Order, Pos2, Rect, Stroke, Ui, vec2};

/// Beside a point, on the side where there is room within `view`. The name tells it from other cards.
pub fn floating_card(
    ui: &Ui,
    name: &'static str,
    view: Rect,
    at: Pos2,
    width: f32,
    add: impl FnOnce(&mut Ui),
) {
    let tokens = Tokens::of(ui);
    let (pivot, aside) = if at.x > view.center().x {
        (Align2::RIGHT_CENTER, vec2(-16.0, 0.0))
    } else {
        (Align2::LEFT_CENTER, vec2(16.0, 0.0))
    };
    Area::new(Id::unique(name))
        .order(Order::Tooltip)
        .interactable(false)
        .pivot(pivot)
        .fixed_pos(at + aside)
        .constrain_to(view.shrink(6.0))
        .show(ui.ctx(), |ui| {
            Frame::new()
                .fill(tokens.card)
                .stroke(Stroke::new(1.0, tokens.line))
                .corner_radius(CARD_RADIUS)
                .shadow(egui::Shadow {
                    offset: [0, 4],
                    blur: 16,
                    spread: 0,
                    color: tokens.shadow,
                })
                .inner_margin(Margin::same(12))
                .show(ui, |ui| {
                    ui.set_width(width);
                    ui.spacing_mut().item_spacing.y = 3.0;
                    add(ui);
                });
        });
}
