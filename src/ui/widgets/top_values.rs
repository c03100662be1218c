//! The most frequent values of a column, as bars with names and counts.

use egui::{Rect, Sense, Ui, WidgetInfo, vec2};

use super::{number, parts};
use crate::ui::theme::{CONTROL_RADIUS, Tokens, fonts};

const HEIGHT: f32 = 24.0;

#[must_use = "call `show`"]
pub struct TopValues<'a> {
    values: &'a [(&'a str, u64)],
    total: u64,
}

impl<'a> TopValues<'a> {
    /// The values, the most frequent first, out of `total` records.
    pub fn new(values: &'a [(&'a str, u64)], total: u64) -> Self {
        Self { values, total }
    }

    /// Returns the value that was clicked, by its place.
    pub fn show(self, ui: &mut Ui) -> Option<usize> {
        let most = self.values.iter().map(|(_, count)| *count).max();
        let most = most.unwrap_or(0).max(1);
        let mut clicked = None;
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            for (place, (value, count)) in self.values.iter().enumerate() {
                if self.row(ui, value, *count, most) {
                    clicked = Some(place);
                }
            }
        });
        clicked
    }

    fn row(&self, ui: &mut Ui, value: &str, count: u64, most: u64) -> bool {
        let tokens = Tokens::of(ui);
        let size = vec2(ui.available_width(), HEIGHT);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let name = if value.is_empty() { "(empty)" } else { value };
        let words = format!("{name}: {}", number::count(count));
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, ui.is_enabled(), &words));
        let painter = ui.painter();
        if response.hovered() {
            painter.rect_filled(rect, CONTROL_RADIUS, tokens.hover_tint);
        }
        let figure = parts::line(ui, &number::count(count), fonts::detail(), tokens.dim);
        let end = parts::put_right(painter, rect.right_center(), figure);
        // The same room for every row's figure, so that the bars have one scale.
        let widest = number::count(most);
        let widest = parts::line(ui, &widest, fonts::detail(), tokens.dim);
        let room = rect.width() - widest.size().x.ceil() - 10.0;
        let width = (room * count as f32 / most as f32).max(2.0);
        let bar = Rect::from_min_size(rect.min, vec2(width, rect.height()));
        painter.rect_filled(
            bar.shrink2(vec2(0.0, 1.0)),
            CONTROL_RADIUS,
            tokens.bar_faint,
        );
        let start = rect.left_center() + vec2(8.0, 0.0);
        let (label, _) =
            parts::line_within(ui, name, fonts::detail(), tokens.text, end - start.x - 8.0);
        parts::put_left(painter, start, label);
        parts::focus_ring(ui, &response, rect, CONTROL_RADIUS);
        let share = count as f64 / self.total.max(1) as f64;
        let hover = format!(
            "{name}: {} records, {}",
            number::count(count),
            number::percent(share)
        );
        response.on_hover_text(hover).clicked()
    }
}
