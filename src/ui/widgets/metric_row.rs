//! A line of figures: what it is at the left, how much at the right, a rule below.

use egui::{Response, Sense, Stroke, Ui, Widget, WidgetInfo, pos2, vec2};

use super::parts;
use crate::ui::help::Word;
use crate::ui::theme::{Tokens, fonts};

const HEIGHT: f32 = 24.0;

#[must_use = "add it to a Ui"]
pub struct MetricRow<'a> {
    label: &'a str,
    value: &'a str,
    violates: bool,
    last: bool,
}

/// Adds a line to a list of figures.
pub fn metric_row(ui: &mut Ui, label: &str, value: &str) -> Response {
    ui.add(MetricRow::new(label, value))
}

/// The same of a figure that has a word, which explains it to whoever rests on the line.
pub fn figure(ui: &mut Ui, word: &Word, value: &str) -> Response {
    word.beside(metric_row(ui, word.word, value))
}

impl<'a> MetricRow<'a> {
    pub fn new(label: &'a str, value: &'a str) -> Self {
        Self {
            label,
            value,
            violates: false,
            last: false,
        }
    }

    /// The figure breaks a promise.
    pub fn violates(mut self, violates: bool) -> Self {
        self.violates = violates;
        self
    }

    /// Without the rule below.
    pub fn last(mut self) -> Self {
        self.last = true;
        self
    }
}

impl Widget for MetricRow<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let tokens = Tokens::of(ui);
        // The rows of a list touch: their rules are what separates them.
        let gap = std::mem::replace(&mut ui.spacing_mut().item_spacing.y, 0.0);
        let size = vec2(ui.available_width(), HEIGHT);
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        ui.spacing_mut().item_spacing.y = gap;
        let words = format!("{}: {}", self.label, self.value);
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, &words));
        let colour = if self.violates {
            tokens.violates
        } else {
            tokens.text
        };
        let value = parts::line(ui, self.value, fonts::strong(), colour);
        let painter = ui.painter();
        let start = parts::put_right(painter, rect.right_center(), value);
        let room = start - rect.left() - 8.0;
        let (label, cut) = parts::line_within(ui, self.label, fonts::body(), tokens.dim, room);
        parts::put_left(painter, rect.left_center(), label);
        if !self.last {
            let y = rect.bottom() - 0.5;
            let ends = [pos2(rect.left(), y), pos2(rect.right(), y)];
            painter.line_segment(ends, Stroke::new(1.0, tokens.line));
        }
        if cut {
            return response.on_hover_text(self.label);
        }
        response
    }
}
