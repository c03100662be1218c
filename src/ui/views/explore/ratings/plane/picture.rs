//! Paints the plane: a cell per setting, the frontier, and the setting as it is.

use super::super::Seen;
use super::Plane;
use crate::ui::ratings::words;
use crate::ui::theme::{Tokens, contrast, fonts};
use crate::ui::widgets::number;
use egui::{Align2, Color32, Painter, Pos2, Rect, Stroke, StrokeKind, Ui, Vec2, pos2, vec2};

/// For the words beside and below.
const LEFT: f32 = 58.0;
const BELOW: f32 = 46.0;
/// Room for the word above the top row.
const ABOVE: f32 = 18.0;
const HIGHEST: f32 = 84.0;
const WIDEST: f32 = 96.0;
const LEAST: f32 = 41.0;

/// How many columns can be read side by side.
pub fn columns_within(width: f32) -> usize {
    ((width - LEFT) / LEAST).max(1.0) as usize
}

pub struct Picture<'a> {
    known: &'a Plane,
    seen: &'a Seen<'a>,
    columns: &'a [usize],
    pub plane: Rect,
    cell: Vec2,
    rows: usize,
}

impl<'a> Picture<'a> {
    pub fn new(known: &'a Plane, seen: &'a Seen<'a>, columns: &'a [usize], room: Rect) -> Self {
        let rows = known.violating.len();
        let cell = vec2(
            (room.width() - LEFT) / columns.len() as f32,
            (room.height() - BELOW - ABOVE) / rows as f32,
        );
        let cell = cell.min(vec2(WIDEST, HIGHEST)).floor().max(vec2(4.0, 4.0));
        let size = vec2(cell.x * columns.len() as f32, cell.y * rows as f32);
        Self {
            known,
            seen,
            columns,
            plane: Rect::from_min_size(room.min + vec2(LEFT, ABOVE), size),
            cell,
            rows,
        }
    }

    pub fn paint(&self, ui: &Ui, hit: Option<(usize, usize)>, focused: bool) {
        let (painter, tokens) = (ui.painter(), Tokens::of(ui));
        self.cells(painter, tokens);
        self.frontier(painter, tokens);
        self.axes(painter, tokens);
        self.now(painter, tokens);
        if let Some((column, row)) = hit {
            let rect = self.rect(column as f32, row);
            painter.rect_stroke(rect, 0, (1.5, tokens.text), StrokeKind::Inside);
        }
        if focused {
            let ring = (1.5, tokens.accent);
            painter.rect_stroke(self.plane.expand(4.0), 2, ring, StrokeKind::Outside);
        }
    }

    /// ε grows upwards.
    fn rect(&self, column: f32, row: usize) -> Rect {
        let corner = vec2(
            column * self.cell.x,
            (self.rows - 1 - row) as f32 * self.cell.y,
        );
        Rect::from_min_size(self.plane.min + corner, self.cell)
    }

    pub fn hit(&self, at: Pos2) -> Option<(usize, usize)> {
        let place = at - self.plane.min;
        let column = (place.x / self.cell.x) as usize;
        let row = (self.rows - 1).saturating_sub((place.y / self.cell.y) as usize);
        (self.plane.contains(at) && column < self.columns.len()).then_some((column, row))
    }

    fn violating(&self, column: usize, row: usize) -> u32 {
        self.known.violating[row][self.columns[column]]
    }

    fn cells(&self, painter: &Painter, tokens: &Tokens) {
        let people = self.known.people().max(1) as f32;
        let most = number::count(self.known.people() as u64);
        let widest = painter.layout_no_wrap(most, fonts::chip_light(), tokens.text);
        // One way of writing for all cells: numbers if they fit, shares otherwise.
        let counts = widest.size().x + 6.0 <= self.cell.x;
        for row in 0..self.rows {
            for column in 0..self.columns.len() {
                let violating = self.violating(column, row);
                let share = violating as f32 / people;
                let rect = self.rect(column as f32, row).shrink(0.5);
                let fill = match violating {
                    // Nothing is good before it is asked for.
                    0 if !self.seen.is_set => tokens.card,
                    0 => tokens.satisfied_tint,
                    // Few are told apart better than many.
                    _ => heat(tokens, 0.12 + 0.88 * share.powf(0.6)),
                };
                painter.rect_filled(rect, 1, fill);
                let words = match counts {
                    true => number::count(u64::from(violating)),
                    false => number::percent(f64::from(share)),
                };
                let colour = contrast::readable(fill);
                let galley = painter.layout_no_wrap(words, fonts::chip_light(), colour);
                if galley.size().x <= rect.width() && galley.size().y <= rect.height() {
                    let place = Align2::CENTER_CENTER.anchor_size(rect.center(), galley.size());
                    painter.galley(place.min, galley, colour);
                }
            }
        }
    }

    /// Between settings under which nobody violates and those under which somebody does.
    fn frontier(&self, painter: &Painter, tokens: &Tokens) {
        let ink = match self.seen.is_set {
            true => tokens.satisfied,
            false => tokens.dim,
        };
        let line = Stroke::new(2.5, ink);
        let holds = |column: usize, row: usize| self.violating(column, row) == 0;
        for row in 0..self.rows {
            for column in 0..self.columns.len() {
                let rect = self.rect(column as f32, row);
                let beside = column + 1 < self.columns.len();
                if beside && holds(column, row) != holds(column + 1, row) {
                    painter.vline(rect.right(), rect.y_range(), line);
                }
                if row + 1 < self.rows && holds(column, row) != holds(column, row + 1) {
                    painter.hline(rect.x_range(), rect.top(), line);
                }
            }
        }
    }

    /// The setting as it is; a k between two columns lies between them.
    fn now(&self, painter: &Painter, tokens: &Tokens) {
        let target = self.seen.survey.status.target;
        let row = usize::from(target.within);
        let k = |column: usize| self.known.ks[self.columns[column]];
        let last = self.columns.len() - 1;
        let is_there = self.seen.is_set && row < self.rows;
        if !is_there || target.k < k(0) || target.k > k(last) {
            return;
        }
        let at = (0..=last)
            .rfind(|&column| k(column) <= target.k)
            .unwrap_or(0);
        let column = match at {
            at if at == last => at as f32,
            at => at as f32 + (target.k - k(at)) as f32 / (k(at + 1) - k(at)) as f32,
        };
        let rect = self.rect(column, row);
        painter.rect_stroke(rect.expand(1.0), 2, (2.5, tokens.text), StrokeKind::Outside);
        let galley = painter.layout_no_wrap("now".to_owned(), fonts::chip(), tokens.text);
        let size = galley.size() + vec2(8.0, 2.0);
        let middle = pos2(rect.center().x, rect.top() - size.y / 2.0 - 2.0);
        let label = Rect::from_center_size(middle, size);
        painter.rect_filled(label, 4, tokens.card);
        painter.rect_stroke(label, 4, (1.0, tokens.text), StrokeKind::Inside);
        painter.galley(label.min + vec2(4.0, 1.0), galley, tokens.text);
    }

    fn axes(&self, painter: &Painter, tokens: &Tokens) {
        let survey = self.seen.survey.survey;
        let text = |at: Pos2, align: Align2, words: String, colour: Color32| {
            painter.text(at, align, words, fonts::detail(), colour);
        };
        let every = (14.0 / self.cell.y).ceil().max(1.0) as usize;
        for row in (0..self.rows).step_by(every) {
            let at = pos2(self.plane.left() - 8.0, self.rect(0.0, row).center().y);
            let words = words::steps(survey, row as u16);
            text(at, Align2::RIGHT_CENTER, words, tokens.dim);
        }
        for (column, &of) in self.columns.iter().enumerate() {
            let middle = self.rect(column as f32, 0).center().x;
            let at = pos2(middle, self.plane.bottom() + 6.0);
            text(
                at,
                Align2::CENTER_TOP,
                self.known.ks[of].to_string(),
                tokens.dim,
            );
        }
        let name = pos2(self.plane.left() - LEFT, self.plane.center().y);
        text(name, Align2::LEFT_CENTER, "\u{3b5}".to_owned(), tokens.text);
        let name = pos2(self.plane.center().x, self.plane.bottom() + 26.0);
        text(
            name,
            Align2::CENTER_TOP,
            "people close to anybody, k".to_owned(),
            tokens.text,
        );
    }
}

/// From the ground to the colour of what violates.
fn heat(tokens: &Tokens, share: f32) -> Color32 {
    let share = share.clamp(0.0, 1.0);
    tokens.ground.lerp_to_gamma(tokens.violates, share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::Theme;

    #[test]
    fn numbers_can_be_read_on_every_shade() {
        for theme in [Theme::Light, Theme::Dark] {
            let tokens = Tokens::of_theme(theme);
            for step in 0..=100 {
                let fill = heat(tokens, step as f32 / 100.0);
                let reached = contrast::contrast(contrast::readable(fill), fill);
                assert!(reached >= 4.5, "{theme:?} {step}: {reached}");
            }
        }
    }
}
