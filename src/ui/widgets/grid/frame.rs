//! Where the parts of the grid lie in this frame.

use super::source::GridSource;
use super::state::GridState;
use egui::{Rect, Ui, pos2};
use std::ops::Range;

/// Points from row to row.
pub(super) const ROW: f64 = 26.0;
pub(super) const HEADER: f32 = 34.0;
pub(super) const BAR: f32 = 12.0;
/// Room for the mark of a row, left of its number.
pub(super) const MARK: f32 = 28.0;
const DIGIT: f32 = 7.8;

pub(super) struct Frame {
    pub header: Rect,
    pub corner: Rect,
    pub gutter: Rect,
    pub body: Rect,
    pub row_bar: Option<Rect>,
    pub column_bar: Option<Rect>,
    rows: u64,
    width: f64,
}

impl Frame {
    pub fn new(rect: Rect, state: &mut GridState, source: &dyn GridSource) -> Self {
        state.refresh_columns(source);
        let rows = source.rows();
        let last = rows.min(((state.rows.offset / ROW) as u64).saturating_add(200));
        let number = if last > 0 {
            source.row_number(last - 1)
        } else {
            0
        };
        let digits = super::text::thousands(number.max(rows)).len().max(3);
        state.gutter_digits = state.gutter_digits.max(digits);
        let gutter = (MARK + state.gutter_digits as f32 * DIGIT + 12.0).min(rect.width());

        if source.last_column_fills() {
            let room = rect.width() - gutter - BAR;
            state.columns.fill(f64::from(room));
        }
        let (height, width) = (rows as f64 * ROW, state.columns.total());
        let top = (rect.top() + HEADER).min(rect.bottom());
        let left = rect.left() + gutter;
        // Each bar takes room that may make the other necessary.
        let free = |bar: bool| if bar { BAR } else { 0.0 };
        let mut row_bar = height > f64::from(rect.bottom() - top);
        let column_bar = width > f64::from(rect.right() - left - free(row_bar));
        row_bar = height > f64::from(rect.bottom() - top - free(column_bar));
        let right = (rect.right() - free(row_bar)).max(left);
        let bottom = (rect.bottom() - free(column_bar)).max(top);

        let corners = |x0, y0, x1, y1| Rect::from_min_max(pos2(x0, y0), pos2(x1, y1));
        let frame = Self {
            header: corners(left, rect.top(), right, top),
            corner: corners(rect.left(), rect.top(), left, top),
            gutter: corners(rect.left(), top, left, bottom),
            body: corners(left, top, right, bottom),
            row_bar: row_bar.then(|| corners(right, top, rect.right(), bottom)),
            column_bar: column_bar.then(|| corners(left, bottom, right, rect.bottom())),
            rows,
            width,
        };
        frame.fit(state);
        frame
    }

    /// Tells the axes how much there is and how much of it is seen.
    pub fn fit(&self, state: &mut GridState) {
        state
            .rows
            .fit(self.rows as f64 * ROW, f64::from(self.body.height()));
        state.across.fit(self.width, f64::from(self.body.width()));
    }

    pub fn wheel(&self, ui: &Ui, state: &mut GridState) {
        let whole = self.corner.union(self.body);
        if !ui.is_enabled() || !ui.rect_contains_pointer(whole) {
            return;
        }
        let delta = ui.input(|input| input.smooth_scroll_delta());
        if delta.y != 0.0 && state.rows.scrolls() {
            state.rows.by(-f64::from(delta.y));
            ui.input_mut(|input| input.smooth_scroll_delta.y = 0.0);
        }
        if delta.x != 0.0 && state.across.scrolls() {
            state.across.by(-f64::from(delta.x));
            ui.input_mut(|input| input.smooth_scroll_delta.x = 0.0);
        }
    }

    /// The rows of which something is seen.
    pub fn visible_rows(&self, state: &GridState) -> Range<u64> {
        let first = (state.rows.offset / ROW).floor() as u64;
        let end = ((state.rows.offset + state.rows.view) / ROW).ceil() as u64;
        first.min(self.rows)..end.min(self.rows)
    }

    pub fn visible_columns(&self, state: &GridState) -> Range<usize> {
        let start = state.across.offset;
        state.columns.within(start, start + state.across.view)
    }

    /// A row across gutter and body. The difference is taken in 64 bits: this is what keeps rows in place.
    pub fn row_rect(&self, state: &GridState, row: u64) -> Rect {
        let top = self.body.top() + (row as f64 * ROW - state.rows.offset) as f32;
        Rect::from_min_max(
            pos2(self.gutter.left(), top),
            pos2(self.body.right(), top + ROW as f32),
        )
    }

    /// Left and right edge of a column on the screen.
    pub fn column_span(&self, state: &GridState, column: usize) -> Range<f32> {
        let span = state.columns.span(column);
        let place = |x: f64| self.body.left() + (x - state.across.offset) as f32;
        place(span.start)..place(span.end)
    }

    /// Whole rows that fit.
    pub fn page(&self) -> u64 {
        ((f64::from(self.body.height()) / ROW) as u64).max(1)
    }
}
