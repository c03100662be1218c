//! The (k, ε) plane: how many people violate under every setting, and where nobody does.

use super::{Seen, head};
use crate::engine::change::Change;
use crate::profile::ratings::RatingsProfile;
use crate::ui::actions::Outbox;
use crate::ui::survey::words;
use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::{number, sentence};
use egui::{
    Align2, CentralPanel, Color32, EventFilter, Frame, Id, Key, Margin, Modifiers, Painter, Panel,
    Pos2, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};
use std::sync::Arc;

/// The k of the columns, as far as there are so many people.
const KS: [u32; 22] = [
    2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 125, 150, 200,
];
/// For the words beside and below.
const LEFT: f32 = 64.0;
const BELOW: f32 = 44.0;
const HIGHEST: f32 = 64.0;
const WIDEST: f32 = 84.0;
const GAP: f32 = 1.0;

#[derive(Default)]
pub struct PlaneTab {
    known: Option<Known>,
}

/// What is shown, and what it was computed from.
struct Known {
    profile: Arc<RatingsProfile>,
    deviation: u64,
    ks: Vec<u32>,
    /// By ε in steps and k, the people who violate.
    violating: Vec<Vec<u32>>,
}

impl PlaneTab {
    pub fn show(&mut self, ui: &mut Ui, seen: &Seen<'_>, out: &mut Outbox) {
        let lent = &seen.survey;
        let (profile, deviation) = (lent.profile, lent.standing.target.deviation);
        let known = self
            .known
            .take()
            .filter(|known| Arc::ptr_eq(&known.profile, profile) && known.deviation == deviation);
        let known = known.unwrap_or_else(|| Known::new(seen));
        Panel::top("plane head")
            .frame(head(ui))
            .show_separator_line(false)
            .show(ui, |ui| {
                sentence(ui, &meaning(seen));
                sentence(ui, &known.headline(seen));
            });
        let tokens = Tokens::of(ui);
        let frame = Frame::new().fill(tokens.ground).inner_margin(Margin {
            left: 18,
            right: 18,
            top: 4,
            bottom: 12,
        });
        CentralPanel::no_frame()
            .frame(frame)
            .show(ui, |ui| known.plane(ui, seen, out));
        self.known = Some(known);
    }
}

fn meaning(seen: &Seen<'_>) -> String {
    let asked = match seen.survey.standing.target.deviation {
        0 => String::new(),
        l => format!(" with l = {}", words::deviation(l)),
    };
    format!("How many people violate under every k and \u{3b5}{asked}. A click sets both.")
}

impl Known {
    fn new(seen: &Seen<'_>) -> Self {
        let lent = &seen.survey;
        let people = lent.profile.people() as u32;
        let ks: Vec<u32> = KS.iter().copied().filter(|&k| k <= people.max(2)).collect();
        let deviation = lent.standing.target.deviation;
        let mut violating = lent.profile.plane(&ks, deviation);
        // As wide as the scale everybody is close to everybody: nothing to look at.
        violating.truncate(usize::from(lent.survey.r()).max(1));
        Self {
            profile: lent.profile.clone(),
            deviation,
            ks,
            violating,
        }
    }

    /// The column of a k and the row of an ε, if they are on the plane.
    fn place(&self, seen: &Seen<'_>) -> (Option<usize>, Option<usize>) {
        let target = seen.survey.standing.target;
        let column = self.ks.iter().position(|&k| k == target.k);
        let row = usize::from(target.within);
        (column, (row < self.violating.len()).then_some(row))
    }

    fn headline(&self, seen: &Seen<'_>) -> String {
        let survey = seen.survey.survey;
        let holding = |row: &Vec<u32>| {
            let holding = self
                .ks
                .iter()
                .zip(row)
                .filter(|(_, violating)| **violating == 0);
            holding.map(|(&k, _)| k).max()
        };
        let best = self.violating.iter().enumerate();
        let best: Vec<(usize, u32)> = best
            .filter_map(|(within, row)| Some((within, holding(row)?)))
            .collect();
        match best.first() {
            None => "Under none of these settings do the ratings hold as they are.".to_owned(),
            Some(&(within, k)) => {
                let epsilon = words::steps(survey, within as u16);
                format!(
                    "As they are, the ratings first hold at \u{3b5} = {epsilon}, for a k of up to {k}."
                )
            }
        }
    }

    fn plane(&self, ui: &mut Ui, seen: &Seen<'_>, out: &mut Outbox) {
        let room = ui.available_rect_before_wrap();
        ui.advance_cursor_after_rect(room);
        let (columns, rows) = (self.ks.len(), self.violating.len());
        if !room.is_positive() || columns == 0 || rows == 0 {
            return;
        }
        let cell = vec2(
            ((room.width() - LEFT) / columns as f32).min(WIDEST).floor(),
            ((room.height() - BELOW) / rows as f32).min(HIGHEST).floor(),
        );
        let cell = cell.max(vec2(4.0, 4.0));
        let size = vec2(cell.x * columns as f32, cell.y * rows as f32);
        let plane = Rect::from_min_size(room.min + vec2(LEFT, 0.0), size);
        let response = ui.interact(plane, Id::unique("plane"), Sense::click());
        let current = self.place(seen);
        response.widget_info(|| {
            WidgetInfo::labeled(Role::Canvas, ui.is_enabled(), "Plane of k and \u{3b5}")
        });
        let picture = Drawn {
            known: self,
            plane,
            cell,
            rows,
        };
        let tokens = Tokens::of(ui);
        let painter = ui.painter();
        picture.cells(painter, tokens);
        picture.frontier(painter, tokens);
        picture.axes(painter, tokens, seen, room);
        if let (Some(column), Some(row)) = current {
            picture.current(painter, tokens, column, row);
        }
        if response.has_focus() {
            let ring = (1.5, tokens.accent);
            painter.rect_stroke(plane.expand(3.0), 2, ring, StrokeKind::Outside);
        }
        let hit = response.hover_pos().and_then(|at| picture.hit(at));
        if response.clicked() {
            response.request_focus();
            if let Some((column, row)) = hit {
                self.set(seen, column, row, out);
            }
        }
        if let Some((column, row)) = keys(ui, &response, current, columns, rows) {
            self.set(seen, column, row, out);
        }
        if let Some((column, row)) = hit {
            painter.rect_stroke(
                picture.rect(column, row),
                0,
                (1.5, tokens.text),
                StrokeKind::Inside,
            );
            response.on_hover_text_at_pointer(self.words(seen, column, row));
        }
    }

    fn set(&self, seen: &Seen<'_>, column: usize, row: usize, out: &mut Outbox) {
        let target = seen.survey.standing.target;
        let k = self.ks[column];
        if k != target.k {
            out.change(Change::SetK(Some(k)));
        }
        if row != usize::from(target.within) {
            let epsilon = seen.survey.survey.scale.distance(row as u16);
            out.change(Change::SetEpsilon(Some(epsilon)));
        }
    }

    /// `k = 5, ε = 1: 3,918 of 5,000 people violate (78 %).`
    fn words(&self, seen: &Seen<'_>, column: usize, row: usize) -> String {
        let survey = seen.survey.survey;
        let (violating, people) = (self.violating[row][column], survey.people());
        let epsilon = words::steps(survey, row as u16);
        let k = self.ks[column];
        let what = match violating {
            0 => "nobody violates".to_owned(),
            some => format!(
                "{} of {} people violate ({})",
                number::count(u64::from(some)),
                number::count(people as u64),
                number::percent(f64::from(some) / people.max(1) as f64)
            ),
        };
        format!("k = {k}, \u{3b5} = {epsilon}: {what}.")
    }
}

struct Drawn<'a> {
    known: &'a Known,
    plane: Rect,
    cell: egui::Vec2,
    rows: usize,
}

impl Drawn<'_> {
    /// ε grows upwards.
    fn rect(&self, column: usize, row: usize) -> Rect {
        let corner = vec2(
            column as f32 * self.cell.x,
            (self.rows - 1 - row) as f32 * self.cell.y,
        );
        Rect::from_min_size(self.plane.min + corner, self.cell)
    }

    fn hit(&self, at: Pos2) -> Option<(usize, usize)> {
        if !self.plane.contains(at) {
            return None;
        }
        let place = at - self.plane.min;
        let column = (place.x / self.cell.x) as usize;
        let row = (self.rows - 1).saturating_sub((place.y / self.cell.y) as usize);
        (column < self.known.ks.len()).then_some((column, row))
    }

    fn cells(&self, painter: &Painter, tokens: &Tokens) {
        let people = self.known.profile.people().max(1) as f32;
        for (row, violating) in self.known.violating.iter().enumerate() {
            for (column, &violating) in violating.iter().enumerate() {
                let rect = self.rect(column, row).shrink(GAP / 2.0);
                let share = violating as f32 / people;
                let fill = match violating {
                    0 => tokens.satisfied_tint,
                    // Few are told apart better than many.
                    _ => heat(tokens, 0.12 + 0.88 * share.powf(0.6)),
                };
                painter.rect_filled(rect, 1, fill);
                self.number(painter, tokens, rect, violating, fill);
            }
        }
    }

    fn number(
        &self,
        painter: &Painter,
        tokens: &Tokens,
        rect: Rect,
        violating: u32,
        fill: Color32,
    ) {
        let words = match violating {
            0 => "0".to_owned(),
            some => number::count(u64::from(some)),
        };
        let colour = readable(tokens, fill);
        let galley = painter.layout_no_wrap(words, fonts::chip_light(), colour);
        if galley.size().x + 4.0 <= rect.width() && galley.size().y + 2.0 <= rect.height() {
            let place = Align2::CENTER_CENTER.anchor_size(rect.center(), galley.size());
            painter.galley(place.min, galley, colour);
        }
    }

    /// Between settings under which nobody violates and those under which somebody does.
    fn frontier(&self, painter: &Painter, tokens: &Tokens) {
        let line = Stroke::new(2.5, tokens.satisfied);
        let holds = |column: usize, row: usize| self.known.violating[row][column] == 0;
        for row in 0..self.rows {
            for column in 0..self.known.ks.len() {
                let rect = self.rect(column, row);
                let beside = column + 1 < self.known.ks.len();
                if beside && holds(column, row) != holds(column + 1, row) {
                    painter.vline(rect.right(), rect.y_range(), line);
                }
                if row + 1 < self.rows && holds(column, row) != holds(column, row + 1) {
                    painter.hline(rect.x_range(), rect.top(), line);
                }
            }
        }
    }

    fn current(&self, painter: &Painter, tokens: &Tokens, column: usize, row: usize) {
        let rect = self.rect(column, row);
        painter.rect_stroke(rect.expand(1.0), 2, (2.5, tokens.text), StrokeKind::Outside);
        let galley = painter.layout_no_wrap("now".to_owned(), fonts::chip(), tokens.text);
        let size = galley.size() + vec2(8.0, 2.0);
        // Above the cell, or below where there is no room.
        let middle = match row + 1 < self.rows {
            true => pos2(rect.center().x, rect.top() - size.y / 2.0 - 2.0),
            false => pos2(rect.center().x, rect.bottom() + size.y / 2.0 + 2.0),
        };
        let label = Rect::from_center_size(middle, size);
        painter.rect_filled(label, 4, tokens.card);
        painter.rect_stroke(label, 4, (1.0, tokens.line), StrokeKind::Inside);
        painter.galley(label.min + vec2(4.0, 1.0), galley, tokens.text);
    }

    fn axes(&self, painter: &Painter, tokens: &Tokens, seen: &Seen<'_>, room: Rect) {
        let survey = seen.survey.survey;
        let text = |at: Pos2, align: Align2, words: String, colour: Color32| {
            painter.text(at, align, words, fonts::detail(), colour);
        };
        for row in 0..self.rows {
            let rect = self.rect(0, row);
            if self.cell.y >= 12.0 || row % 2 == 0 {
                let at = pos2(self.plane.left() - 8.0, rect.center().y);
                let words = words::steps(survey, row as u16);
                text(at, Align2::RIGHT_CENTER, words, tokens.dim);
            }
        }
        for (column, k) in self.known.ks.iter().enumerate() {
            let at = pos2(self.rect(column, 0).center().x, self.plane.bottom() + 6.0);
            text(at, Align2::CENTER_TOP, k.to_string(), tokens.dim);
        }
        let name = pos2(room.left(), self.plane.center().y);
        text(name, Align2::LEFT_CENTER, "\u{3b5}".to_owned(), tokens.text);
        let name = pos2(self.plane.center().x, self.plane.bottom() + 24.0);
        text(
            name,
            Align2::CENTER_TOP,
            "k, people alike".to_owned(),
            tokens.text,
        );
    }
}

/// From the ground to the colour of what violates.
fn heat(tokens: &Tokens, share: f32) -> Color32 {
    tokens
        .ground
        .lerp_to_gamma(tokens.violates, share.clamp(0.0, 1.0))
}

/// Text on a ground that is anything between two colours: whichever is farther from it.
fn readable(tokens: &Tokens, fill: Color32) -> Color32 {
    let light = |colour: Color32| {
        let [r, g, b, _] = egui::Rgba::from(colour).to_array();
        0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
    };
    let contrast = |one: f32, other: f32| one.max(other) / one.min(other);
    let (ground, fill) = (light(tokens.ground), light(fill));
    match contrast(light(tokens.text), fill) >= contrast(ground, fill) {
        true => tokens.text,
        false => tokens.ground,
    }
}

/// Arrows go to the next setting.
fn keys(
    ui: &Ui,
    response: &Response,
    (column, row): (Option<usize>, Option<usize>),
    columns: usize,
    rows: usize,
) -> Option<(usize, usize)> {
    if !response.has_focus() {
        return None;
    }
    ui.memory_mut(|memory| {
        let filter = EventFilter {
            horizontal_arrows: true,
            vertical_arrows: true,
            ..Default::default()
        };
        memory.set_focus_lock_filter(response.id, filter);
    });
    let is = |key: Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let (column, row) = (column.unwrap_or(0), row.unwrap_or(0));
    if is(Key::ArrowLeft) {
        Some((column.saturating_sub(1), row))
    } else if is(Key::ArrowRight) {
        Some(((column + 1).min(columns - 1), row))
    } else if is(Key::ArrowUp) {
        Some((column, (row + 1).min(rows - 1)))
    } else if is(Key::ArrowDown) {
        Some((column, row.saturating_sub(1)))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::Theme;

    #[test]
    fn numbers_can_be_read_on_every_shade() {
        let light = |colour: Color32| {
            let [r, g, b, _] = egui::Rgba::from(colour).to_array();
            0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
        };
        for theme in [Theme::Light, Theme::Dark] {
            let tokens = Tokens::of_theme(theme);
            for step in 0..=100 {
                let fill = heat(tokens, step as f32 / 100.0);
                let (text, ground) = (light(readable(tokens, fill)), light(fill));
                let contrast = text.max(ground) / text.min(ground);
                assert!(contrast >= 4.5, "{theme:?} {step}: {contrast}");
            }
        }
    }
}
