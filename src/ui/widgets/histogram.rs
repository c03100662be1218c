//! A small bar chart. Bars that stand for violating records are marked by colour and, in the hover
//! text, by words.

use std::ops::Range;

use egui::{Rect, Response, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::{number, parts};
use crate::ui::theme::{Tokens, fonts};

const AXIS_HEIGHT: f32 = 18.0;

#[must_use = "call `show`"]
pub struct Histogram<'a> {
    name: &'a str,
    counts: &'a [u64],
    violating: Range<usize>,
    height: f32,
    ends: Option<(&'a str, &'a str)>,
    hover: Option<&'a dyn Fn(usize) -> String>,
}

pub struct HistogramResponse {
    pub response: Response,
    pub hovered: Option<usize>,
    pub clicked: Option<usize>,
}

impl<'a> Histogram<'a> {
    /// One bar a count. The name is for screen readers ("Class sizes").
    pub fn new(name: &'a str, counts: &'a [u64]) -> Self {
        Self {
            name,
            counts,
            violating: 0..0,
            height: 72.0,
            ends: None,
            hover: None,
        }
    }

    /// These bars break the requirement, such as the classes below k.
    pub fn violating(mut self, bars: Range<usize>) -> Self {
        self.violating = bars;
        self
    }

    /// The height of the tallest bar.
    pub fn height(mut self, height: f32) -> Self {
        self.height = height;
        self
    }

    /// What the first and the last bar stand for, written below them.
    pub fn ends(mut self, first: &'a str, last: &'a str) -> Self {
        self.ends = Some((first, last));
        self
    }

    /// A sentence about a bar, shown under the mouse.
    pub fn hover(mut self, sentence: &'a dyn Fn(usize) -> String) -> Self {
        self.hover = Some(sentence);
        self
    }

    pub fn show(self, ui: &mut Ui) -> HistogramResponse {
        let tokens = Tokens::of(ui);
        let axis = if self.ends.is_some() {
            AXIS_HEIGHT
        } else {
            2.0
        };
        let size = vec2(ui.available_width(), self.height + axis);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let total: u64 = self.counts.iter().sum();
        let words = format!(
            "{}: {} in {} bars",
            self.name,
            number::count(total),
            self.counts.len()
        );
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, &words));

        let plot = Rect::from_min_size(rect.min, vec2(rect.width(), self.height));
        let hovered = response
            .hover_pos()
            .and_then(|pointer| self.bar_at(plot, pointer.x));
        self.paint_bars(ui, tokens, plot, hovered);
        let base = Stroke::new(1.0, tokens.line);
        ui.painter()
            .hline(plot.x_range(), plot.bottom() + 0.5, base);
        if let Some((first, last)) = self.ends {
            let y = plot.bottom() + 10.0;
            let text = |words| parts::line(ui, words, fonts::chip_light(), tokens.dim);
            parts::put_left(ui.painter(), pos2(plot.left(), y), text(first));
            parts::put_right(ui.painter(), pos2(plot.right(), y), text(last));
        }
        parts::focus_ring(ui, &response, rect, 2);
        let clicked = hovered.filter(|_| response.clicked());
        let response = match (hovered, self.hover) {
            (Some(bar), Some(sentence)) => response.on_hover_text_at_pointer(sentence(bar)),
            _ => response,
        };
        HistogramResponse {
            response,
            hovered,
            clicked,
        }
    }

    fn bar_at(&self, plot: Rect, x: f32) -> Option<usize> {
        let share = (x - plot.left()) / plot.width().max(1.0);
        let bar = (share * self.counts.len() as f32).floor();
        (bar >= 0.0 && (bar as usize) < self.counts.len()).then_some(bar as usize)
    }

    fn paint_bars(&self, ui: &Ui, tokens: &Tokens, plot: Rect, hovered: Option<usize>) {
        let most = self.counts.iter().copied().max().unwrap_or(0).max(1) as f32;
        let pitch = plot.width() / self.counts.len().max(1) as f32;
        let gap = if pitch >= 6.0 {
            2.0
        } else if pitch >= 3.0 {
            1.0
        } else {
            0.0
        };
        for (bar, &count) in self.counts.iter().enumerate() {
            if count == 0 {
                continue;
            }
            // What is there must be seen, however little.
            let height = (count as f32 / most * plot.height()).max(1.5);
            let left = plot.left() + bar as f32 * pitch;
            let place = Rect::from_min_max(
                pos2(left, plot.bottom() - height),
                pos2(left + pitch - gap, plot.bottom()),
            );
            let violating = self.violating.contains(&bar);
            let colour = match (violating, hovered == Some(bar)) {
                (true, _) => tokens.violates,
                (false, true) => tokens.dim,
                (false, false) => tokens.bar,
            };
            ui.painter().rect_filled(place, 1.0, colour);
        }
    }
}
