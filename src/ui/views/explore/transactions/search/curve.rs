//! The cost by step, for searches that do not fit into the view: what is in view, and a click goes there.

use super::Looked;
use super::rows::ROW;
use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::parts;
use egui::{Id, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};

const HEIGHT: f32 = 54.0;

/// Says to which offset to scroll.
pub fn show(
    ui: &mut Ui,
    looked: &Looked<'_>,
    offset: f32,
    room: f32,
    chosen: usize,
) -> Option<f32> {
    let tokens = Tokens::of(ui);
    let (whole, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
    let rect = whole.shrink2(vec2(18.0, 6.0));
    let response = ui.interact(rect, Id::unique("cost by step"), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Cost by step"));
    let painter = ui.painter();
    painter.rect_filled(rect, 4, tokens.track.gamma_multiply(0.3));
    let steps = &looked.round.steps;
    let most = steps.iter().map(|step| step.cost).max().unwrap_or(0).max(1) as f32;
    let last = steps.len().saturating_sub(1).max(1) as f32;
    let x = |step: f32| rect.left() + 2.0 + (rect.width() - 4.0) * (step / last).clamp(0.0, 1.0);
    let y = |cost: u64| rect.bottom() - 4.0 - (rect.height() - 8.0) * cost as f32 / most;
    let from = x(offset / ROW);
    let to = x((offset + room) / ROW).max(from + 4.0);
    let window = Rect::from_min_max(pos2(from, rect.top()), pos2(to, rect.bottom()));
    painter.rect_filled(window, 3, tokens.accent.gamma_multiply(0.16));
    // One point for every pixel is enough.
    let every = (steps.len() / rect.width().max(1.0) as usize).max(1);
    let points = (0..)
        .zip(steps)
        .filter(|(at, _)| at % every == 0 || *at + 1 == steps.len())
        .map(|(at, step)| pos2(x(at as f32), y(step.cost)))
        .collect();
    painter.add(Shape::line(points, Stroke::new(1.5, tokens.accent)));
    if let Some(step) = steps.get(chosen) {
        painter.circle_filled(pos2(x(chosen as f32), y(step.cost)), 3.5, tokens.accent);
    }
    let line = parts::line(ui, "cost by step", fonts::chip_light(), tokens.dim);
    parts::put_right(painter, rect.right_top() + vec2(-8.0, 11.0), line);
    let at = response.interact_pointer_pos()?;
    let share = ((at.x - rect.left() - 2.0) / (rect.width() - 4.0)).clamp(0.0, 1.0);
    Some(share * last * ROW - room / 2.0)
}
