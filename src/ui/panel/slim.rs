//! The panel folded to a slim bar: the verdict is still seen, everything else is one click away.

use super::Lent;
use super::presented::{self, Verdict};
use crate::ui::actions::Outbox;
use crate::ui::commands::Command;
use crate::ui::theme::{Tokens, fonts, icons};
use crate::ui::widgets::{VerdictState, icon_in, parts};
use egui::epaint::TextShape;
use egui::{Rect, Sense, Ui, WidgetInfo, pos2, vec2};
use std::f32::consts::FRAC_PI_2;

/// How wide the bar is.
pub const SLIM: f32 = 44.0;
const BUTTON: f32 = 28.0;

/// In the left margin of the whole panel: folds it.
pub(super) fn fold_button(ui: &mut Ui, out: &mut Outbox) {
    let corner = ui.max_rect().left_top();
    let place = Rect::from_min_size(corner + vec2(-18.0, 2.0), vec2(17.0, 20.0));
    if icon_in(ui, place, icons::RIGHT, "Fold the requirement").clicked() {
        out.run(Command::FoldRequirement);
    }
}

/// The bar: a click anywhere unfolds the panel.
pub(super) fn show(ui: &mut Ui, lent: &Lent<'_>, verdict: Verdict, out: &mut Outbox) {
    let tokens = Tokens::of(ui);
    let (state, headline) = presented::headline(lent, verdict);
    let bar = ui.max_rect();
    let name = format!("Unfold the requirement: {headline}");
    let response = ui.interact(bar, ui.scope_id().with("slim bar"), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, ui.is_enabled(), &name));
    let painter = ui.painter();
    if response.hovered() {
        painter.rect_filled(bar, 0, tokens.hover_tint);
    }
    let middle = bar.center().x;
    let at = |from_top: f32| pos2(middle, bar.top() + from_top);
    parts::put_icon(painter, at(BUTTON / 2.0), icons::LEFT, 18.0, tokens.dim);
    let (icon, ink) = match state {
        VerdictState::Satisfied => (icons::SATISFIED, tokens.satisfied),
        VerdictState::Violated => (icons::VIOLATED, tokens.violates),
        VerdictState::Unknown => (icons::UNKNOWN, tokens.dim),
        VerdictState::Running => (icons::RUNNING, tokens.accent),
    };
    parts::put_icon(painter, at(BUTTON + 16.0), icon, 20.0, ink);
    let room = bar.height() - 2.0 * BUTTON - 24.0;
    let words = format!("Requirement: {headline}");
    let (galley, _) = parts::line_within(ui, &words, fonts::strong(), tokens.text, room);
    // Turned by a quarter: it reads from the top down.
    let corner = at(2.0 * BUTTON + 8.0) + vec2(galley.size().y / 2.0, 0.0);
    let shape = TextShape::new(corner, galley, tokens.text).with_angle(FRAC_PI_2);
    ui.painter().add(shape);
    parts::focus_ring(ui, &response, bar.shrink(2.0), 4);
    if response.clicked() {
        out.run(Command::FoldRequirement);
    }
    response.on_hover_text(headline);
}
