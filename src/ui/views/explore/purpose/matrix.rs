//! The independency matrix: a cell for every pair, and the name of a column where its row ends and its column begins.

use super::pair::{self, Pair};
use crate::ui::purpose::{Compared, place};
use crate::ui::theme::{Tokens, contrast, fonts};
use crate::ui::views::explore::canvas_keys::{is_pressed, takes_keys};
use crate::ui::widgets::{floating_card, number, parts};
use cloakroom_microdata::profile::dependency::DependencyProfile;
use egui::epaint::{Mesh, Vertex};
use egui::{
    Align2, Color32, Id, Key, Painter, Pos2, Rect, Role, Sense, Shape, StrokeKind, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};

/// What stands below the matrix.
const BELOW: f32 = 172.0;
const WIDEST: f32 = 92.0;
const HIGHEST: f32 = 50.0;
/// Rows lower than this have no names.
const ROOM_FOR_NAMES: f32 = 12.0;
/// Rows are this high where there is room, however narrow the cells.
const ROOM_FOR_NUMBERS: f32 = 28.0;
/// Longer names are cut.
const WIDEST_NAME: f32 = 150.0;
const CARD: f32 = 300.0;

const MEANING: &str = "H(A|B) + H(B|A): what is still unknown of either column for somebody who knows the other, in \
    bits. 0 for columns that determine each other (thesis, chapter 4, independency matrix; the statistician's word is \
    variation of information). Numbers and dates with many values are counted in bins.";

pub fn show(ui: &mut Ui, profile: &DependencyProfile, compared: &mut Compared) {
    let columns = profile.names().len();
    if columns < 2 {
        pair::detail(ui, "One column alone has no other to be compared with.");
        return;
    }
    let room = ui.available_rect_before_wrap();
    let matrix = Matrix::new(ui, profile, room, compared.as_shares);
    let around = Rect::from_min_size(room.min, vec2(room.width(), matrix.height()));
    ui.allocate_rect(around, Sense::hover());
    let response = ui.interact(matrix.plane(), Id::unique("matrix"), Sense::click());
    response
        .widget_info(|| WidgetInfo::labeled(Role::Canvas, ui.is_enabled(), "Independency matrix"));
    let selected = compared.pair(profile);
    if takes_keys(ui, &response)
        && let Some(next) = stepped(ui, selected, columns)
    {
        compared.select_pair(profile, next);
    }
    let selected = compared.pair(profile);
    let hit = response.hover_pos().and_then(|at| matrix.hit(at));
    matrix.paint(ui, hit, selected, compared.one(profile));
    if response.clicked() {
        response.request_focus();
        match hit {
            Some(cell) => compared.select_pair(profile, cell),
            None => compared.selected.clear(),
        }
    }
    if response.has_focus() {
        let ring = (1.5, Tokens::of(ui).accent);
        let around = matrix.plane().expand(3.0);
        ui.painter()
            .rect_stroke(around, 3, ring, StrokeKind::Inside);
    }
    if let Some(cell) = hit.filter(|cell| Some(*cell) != selected) {
        let at = matrix.rect(cell).center();
        floating_card(ui, "matrix card", ui.ctx().content_rect(), at, CARD, |ui| {
            pair::show(ui, &Pair::new(profile, cell.0, cell.1));
        });
    }
    ui.add_space(10.0);
    matrix.scale(ui);
    ui.add_space(8.0);
    match selected {
        Some((a, b)) => pair::show(ui, &Pair::new(profile, a, b)),
        None => pair::detail(
            ui,
            "Beside each name stands what the column holds, in bits. A click on a cell, or the arrows, tell more of a \
             pair.",
        ),
    }
}

/// The next pair in the direction of an arrow; rows are the larger of the two.
fn stepped(ui: &Ui, now: Option<(usize, usize)>, columns: usize) -> Option<(usize, usize)> {
    let arrows = [
        (Key::ArrowLeft, (0i32, -1i32)),
        (Key::ArrowRight, (0, 1)),
        (Key::ArrowUp, (-1, 0)),
        (Key::ArrowDown, (1, 0)),
    ];
    let (_, (down, right)) = arrows.into_iter().find(|(key, _)| is_pressed(ui, *key))?;
    let Some((row, column)) = now else {
        return Some((1, 0));
    };
    let row = (row as i32 + down).clamp(1, columns as i32 - 1);
    let column = (column as i32 + right).clamp(0, row - 1);
    Some((row as usize, column as usize))
}

struct Matrix<'a> {
    profile: &'a DependencyProfile,
    at: Pos2,
    cell: Vec2,
    columns: usize,
    largest: f64,
    smallest: f64,
    /// What measures are divided by: 1, or their sum over all pairs.
    total: f64,
}

impl<'a> Matrix<'a> {
    fn new(ui: &Ui, profile: &'a DependencyProfile, room: Rect, as_shares: bool) -> Self {
        let columns = profile.names().len();
        let tokens = Tokens::of(ui);
        // A name stands at the end of its row, so that later ones stand farther to the right.
        let wide = profile.names().iter().enumerate().map(|(at, name)| {
            let galley = parts::line(ui, name, fonts::semibold(fonts::DETAIL_SIZE), tokens.text);
            let name = galley.size().x.min(WIDEST_NAME) + 44.0;
            (room.width() - name) / at.max(1) as f32
        });
        let wide = wide.fold(WIDEST, f32::min);
        let below = BELOW.min(room.height() * 0.45);
        let cell = vec2(wide, (room.height() - below) / columns as f32);
        let cell = cell.min(vec2(WIDEST, HIGHEST));
        // Nearly square, but high enough for names.
        let high = cell.y.min((1.15 * cell.x).max(ROOM_FOR_NUMBERS));
        let cell = vec2(cell.x, high).floor().max(vec2(2.0, 2.0));
        let pairs = || (0..columns).flat_map(move |b| (0..b).map(move |a| (a, b)));
        let sum: f64 = pairs().map(|(a, b)| profile.independence(a, b)).sum();
        let total = if as_shares && sum > 0.0 { sum } else { 1.0 };
        let measures = || pairs().map(|(a, b)| profile.independence(a, b) / total);
        Self {
            profile,
            at: room.min + vec2(0.0, 2.0),
            cell,
            columns,
            largest: measures().fold(0.0, f64::max),
            smallest: measures().fold(f64::INFINITY, f64::min),
            total,
        }
    }

    /// Of all rows.
    fn height(&self) -> f32 {
        self.cell.y * self.columns as f32 + 4.0
    }

    /// The cells alone.
    fn plane(&self) -> Rect {
        let size = self.cell * (self.columns - 1) as f32;
        Rect::from_min_size(self.at + vec2(0.0, self.cell.y), size)
    }

    /// A cell by its row and its column, the row being the larger of the two.
    fn rect(&self, (row, column): (usize, usize)) -> Rect {
        let corner = self.cell * vec2(column as f32, row as f32);
        Rect::from_min_size(self.at + corner, self.cell)
    }

    fn hit(&self, at: Pos2) -> Option<(usize, usize)> {
        let place = (at - self.at) / self.cell;
        if place.x < 0.0 || place.y < 0.0 {
            return None;
        }
        let (row, column) = (place.y as usize, place.x as usize);
        (row < self.columns && column < row).then_some((row, column))
    }

    fn heat(&self, tokens: &Tokens, measure: f64) -> Color32 {
        let share = match self.largest > self.smallest {
            true => (measure - self.smallest) / (self.largest - self.smallest),
            false => 0.5,
        };
        shade(tokens, share as f32)
    }

    fn paint(
        &self,
        ui: &Ui,
        hit: Option<(usize, usize)>,
        selected: Option<(usize, usize)>,
        one: Option<usize>,
    ) {
        let (painter, tokens) = (ui.painter(), Tokens::of(ui));
        let digits = self.digits(painter, tokens);
        for row in 1..self.columns {
            for column in 0..row {
                let measure = self.profile.independence(row, column) / self.total;
                let rect = self.rect((row, column)).shrink(0.5);
                let fill = self.heat(tokens, measure);
                painter.rect_filled(rect, 1, fill);
                if let Some(digits) = digits {
                    let words = format!("{measure:.digits$}");
                    let ink = contrast::readable(fill);
                    painter.text(
                        rect.center(),
                        Align2::CENTER_CENTER,
                        words,
                        fonts::chip(),
                        ink,
                    );
                }
            }
        }
        let lit = hit.or(selected);
        if self.cell.y >= ROOM_FOR_NAMES {
            for at in 0..self.columns {
                let strong = lit.is_some_and(|(a, b)| at == a || at == b) || one == Some(at);
                self.name(ui, at, strong);
            }
        }
        for (cell, width) in [(hit, 1.5), (selected, 2.5)] {
            if let Some(cell) = cell {
                let stroke = (width, tokens.text);
                painter.rect_stroke(self.rect(cell), 2, stroke, StrokeKind::Outside);
            }
        }
    }

    /// How many decimals of a measure there is room for.
    fn digits(&self, painter: &Painter, tokens: &Tokens) -> Option<usize> {
        // Shares are small.
        let most = if self.total == 1.0 { 2 } else { 3 };
        (0..=most).rev().find(|&digits| {
            let words = format!("{:.digits$}", self.largest);
            let galley = painter.layout_no_wrap(words, fonts::chip(), tokens.text);
            let room = galley.size() + vec2(4.0, 0.0);
            room.x <= self.cell.x && room.y <= self.cell.y
        })
    }

    fn name(&self, ui: &Ui, at: usize, strong: bool) {
        let tokens = Tokens::of(ui);
        let left = self.at
            + vec2(
                at as f32 * self.cell.x + 6.0,
                (at as f32 + 0.5) * self.cell.y,
            );
        let (font, ink) = match strong {
            true => (fonts::semibold(fonts::DETAIL_SIZE), tokens.text),
            false => (fonts::detail(), tokens.text),
        };
        let name = &self.profile.names()[at];
        let (galley, _) = parts::line_within(ui, name, font, ink, WIDEST_NAME);
        let end = parts::put_left(ui.painter(), left, galley);
        let entropy = number::decimal(self.profile.entropy(at));
        let galley = parts::line(ui, &entropy, fonts::chip_light(), tokens.dim);
        parts::put_left(ui.painter(), pos2(end + 6.0, left.y), galley);
    }

    /// What the shades mean.
    fn scale(&self, ui: &mut Ui) {
        let tokens = Tokens::of(ui);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 2.0);
            let words = |ui: &mut Ui, words: String| {
                let text = egui::RichText::new(words);
                let text = text.font(fonts::detail()).color(tokens.dim);
                ui.label(text).on_hover_text(MEANING);
            };
            words(ui, format!("{} dependent", number::decimal(self.smallest)));
            let (rect, response) = ui.allocate_exact_size(vec2(96.0, 10.0), Sense::hover());
            let mut mesh = Mesh::default();
            const STEPS: u32 = 24;
            for step in 0..=STEPS {
                let share = step as f32 / STEPS as f32;
                let x = rect.left() + share * rect.width();
                let colour = shade(tokens, share);
                for y in [rect.top(), rect.bottom()] {
                    mesh.vertices.push(Vertex::untextured(pos2(x, y), colour));
                }
                if step > 0 {
                    let first = 2 * (step - 1);
                    mesh.add_triangle(first, first + 1, first + 2);
                    mesh.add_triangle(first + 1, first + 2, first + 3);
                }
            }
            ui.painter().add(Shape::mesh(mesh));
            response.on_hover_text(MEANING);
            words(
                ui,
                match self.total == 1.0 {
                    true => format!("{} independent, in bits", number::decimal(self.largest)),
                    false => format!(
                        "{} independent, in shares of the sum over all pairs",
                        number::decimal(self.largest)
                    ),
                },
            );
        });
    }
}

/// From columns that depend on each other to those that do not. The strongest shade is one that the ink of all the others
/// can still be read on: neither black nor white is easy to read on what lies between.
fn shade(tokens: &Tokens, share: f32) -> Color32 {
    let strongest = if tokens.dark { 0.52 } else { 0.66 };
    let share = 0.05 + (strongest - 0.05) * share.clamp(0.0, 1.0);
    tokens.ground.lerp_to_gamma(tokens.dim, share)
}

impl Compared {
    /// The selected pair by place, the larger first.
    fn pair(&self, profile: &DependencyProfile) -> Option<(usize, usize)> {
        let [one, other] = self.selected.as_slice() else {
            return None;
        };
        let (a, b) = (place(profile, one)?, place(profile, other)?);
        (a != b).then_some((a.max(b), a.min(b)))
    }

    /// The only selected column.
    pub fn one(&self, profile: &DependencyProfile) -> Option<usize> {
        match self.selected.as_slice() {
            [one] => place(profile, one),
            _ => None,
        }
    }

    fn select_pair(&mut self, profile: &DependencyProfile, (a, b): (usize, usize)) {
        let names = profile.names();
        self.selected = vec![names[a].clone(), names[b].clone()];
    }
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
                let fill = shade(tokens, step as f32 / 100.0);
                let reached = contrast::contrast(contrast::readable(fill), fill);
                assert!(reached >= 6.0, "{theme:?} {step}: {reached}");
            }
        }
    }
}
