//! The lattice, painted: rows by height, marks by standing, ways through the selected node.

use super::band;
use super::camera::Projection;
use super::marks::Marks;
use super::words::{Free, Words};
use crate::ui::lattice::decomposed::Decomposed;
use crate::ui::lattice::statuses::Statuses;
use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::number;
use cloakroom_microdata::profile::lattice::shape::{Shape as Lattice, is_below};
use egui::epaint::Mesh;
use egui::{Align2, Color32, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};

/// Lattices with at most so many nodes show all their lines, if there is room between them.
const ALL_LINES: usize = 600;
const ROOM_FOR_LINES: f64 = 20.0;
/// Lines through the selected node beyond the chosen way are painted up to so many.
const MOST_LINES: usize = 3_000;
/// What is emphasised is at least so large.
const LEAST: f32 = 4.0;
/// The size of the dot above a minimal node.
pub const MINIMAL: f32 = 1.7;
/// More minimal nodes than this are not named one by one.
const MOST_NAMED: usize = 24;
/// Figures under nodes need so much room.
const ROOM_FOR_FIGURES: f64 = 26.0;
/// More figures than this at once are not read, and a frame has no time for them.
const MOST_FIGURES: usize = 1_200;

pub struct Picture<'a> {
    pub shape: &'a Lattice,
    pub view: Projection<'a>,
    pub statuses: &'a Statuses,
    pub selected: Option<usize>,
    pub hovered: Option<usize>,
    /// The levels that the method has been told to use.
    pub chosen: Option<usize>,
    /// Where a decomposition aims, and where it ends.
    pub decomposed: Option<&'a Decomposed>,
    /// The strategy through the selected node, from the bottom to the top.
    pub way: &'a [usize],
    pub only_holding: bool,
    pub only_minimal: bool,
    /// What stands under a node, where there is room for it.
    pub figure: Option<&'a dyn Fn(usize) -> String>,
    /// How large a node is, from 0 to 1.
    pub size: Option<&'a dyn Fn(usize) -> f32>,
}

impl Picture<'_> {
    pub fn paint(&self, painter: &Painter, tokens: &Tokens) {
        self.axis(painter, tokens);
        self.lines(painter, tokens);
        self.nodes(painter, tokens);
        self.emphasis(painter, tokens);
        self.words(painter, tokens);
    }

    fn is_shown(&self, node: usize) -> bool {
        if self.only_minimal {
            return self.statuses.is_minimal(node);
        }
        !self.only_holding || self.statuses.of(node).holds()
    }

    fn radius(&self, node: usize, row: usize) -> f32 {
        let radius = self.view.radius(row);
        match self.size {
            Some(size) => radius * (0.6 + 0.8 * size(node)),
            None => radius,
        }
    }

    /// The heights at the left: how many levels are raised in all.
    fn axis(&self, painter: &Painter, tokens: &Tokens) {
        let view = &self.view;
        let left = view.rect.left() + 18.0;
        let top = pos2(view.rect.left() + 18.0, view.rect.top() + 4.0);
        let title = "height: sum of levels";
        painter.text(
            top,
            Align2::LEFT_TOP,
            title,
            fonts::chip_light(),
            tokens.dim,
        );
        let mut last = f32::INFINITY;
        let below_title = view.rect.top() + 24.0..=view.rect.bottom() - 8.0;
        for row in view.visible_rows() {
            let y = view.row_y(row);
            if last - y < 18.0 || !below_title.contains(&y) {
                continue;
            }
            last = y;
            let text = row.to_string();
            let font = fonts::chip_light();
            painter.text(pos2(left, y), Align2::LEFT_CENTER, text, font, tokens.dim);
        }
    }

    fn lines(&self, painter: &Painter, tokens: &Tokens) {
        let mut lines = Vec::new();
        let roomy = self.view.least_spacing() >= ROOM_FOR_LINES;
        let filtered = self.only_holding || self.only_minimal;
        if roomy && !filtered && self.view.rows.len() <= ALL_LINES {
            let stroke = Stroke::new(1.0, tokens.line);
            for node in 0..self.view.rows.len() {
                for above in self.shape.above(node) {
                    self.line(&mut lines, node, above, stroke);
                }
            }
        }
        if let Some(selected) = self.selected.filter(|_| roomy) {
            self.ways(&mut lines, selected, tokens.accent.gamma_multiply(0.28));
        }
        if let Some(hovered) = self.hovered {
            let stroke = Stroke::new(1.0, tokens.dim);
            for other in self.shape.above(hovered).chain(self.shape.below(hovered)) {
                self.line(&mut lines, hovered, other, stroke);
            }
        }
        painter.extend(lines);
        if let Some(selected) = self.selected {
            self.way(painter, selected, tokens);
        }
        for step in self
            .decomposed
            .iter()
            .flat_map(|found| found.way.windows(2))
        {
            let ends = [self.view.node(step[0]), self.view.node(step[1])];
            painter.line_segment(ends, Stroke::new(2.5, tokens.series[0]));
        }
    }

    fn line(&self, lines: &mut Vec<Shape>, from: usize, to: usize, stroke: Stroke) {
        let ends = [self.view.node(from), self.view.node(to)];
        let around = Rect::from_two_pos(ends[0], ends[1]);
        if around.intersects(self.view.rect) {
            lines.push(Shape::line_segment(ends, stroke));
        }
    }

    /// Every step of every strategy through the selected node, unless there are too many.
    fn ways(&self, lines: &mut Vec<Shape>, selected: usize, colour: Color32) {
        let levels = self.shape.levels(selected);
        let tops = self.shape.heights();
        let count = |low: &[u32], high: &[u32]| -> u64 {
            let sides = low.iter().zip(high);
            sides.fold(1u64, |all, (low, high)| {
                all.saturating_mul(u64::from(high - low) + 1)
            })
        };
        let bottom = vec![0u32; levels.len()];
        let columns = levels.len() as u64;
        let steps =
            (count(&bottom, &levels).saturating_add(count(&levels, tops))).saturating_mul(columns);
        if steps > MOST_LINES as u64 {
            return;
        }
        let stroke = Stroke::new(1.5, colour);
        for (low, high) in [(&bottom[..], &levels[..]), (&levels[..], tops)] {
            let mut at = low.to_vec();
            loop {
                let node = self.shape.node(&at);
                for above in self.shape.above(node) {
                    if is_below(&self.shape.levels(above), high) {
                        self.line(lines, node, above, stroke);
                    }
                }
                if !next_between(&mut at, low, high) {
                    break;
                }
            }
        }
    }

    /// The strategy that is looked at, stronger up to the selected node.
    fn way(&self, painter: &Painter, selected: usize, tokens: &Tokens) {
        for step in self.way.windows(2) {
            let (from, to) = (step[0], step[1]);
            let stroke = if to <= selected {
                Stroke::new(2.0, tokens.accent)
            } else {
                Stroke::new(2.0, tokens.accent.gamma_multiply(0.5))
            };
            painter.line_segment([self.view.node(from), self.view.node(to)], stroke);
        }
    }

    fn nodes(&self, painter: &Painter, tokens: &Tokens) {
        let view = &self.view;
        let mut bands = Mesh::default();
        let mut marks = Marks::new(tokens);
        for row in view.visible_rows() {
            if view.is_band(row) {
                if !self.only_minimal {
                    let only = self.only_holding;
                    band::add(&mut bands, view, row, self.statuses, only, tokens);
                }
                continue;
            }
            let nodes = view.rows.row(row);
            for place in view.visible_places(row) {
                let node = nodes[place] as usize;
                if self.is_shown(node) {
                    let radius = self.radius(node, row);
                    marks.add(self.statuses.of(node), view.place(row, place), radius);
                }
            }
        }
        if !bands.is_empty() {
            painter.add(Shape::mesh(bands));
        }
        // A dot above what is minimal, also where nodes are not told apart.
        for &node in self.statuses.minimal() {
            let (row, place) = view.rows.find(node as usize);
            let at = view.place(row, place);
            if view.rect.contains(at) {
                let above = if view.is_band(row) {
                    view.band() + 3.0
                } else {
                    self.radius(node as usize, row) + 4.0
                };
                marks.disc(at - vec2(0.0, above), MINIMAL, tokens.text);
            }
        }
        painter.extend(marks.take());
    }

    /// What the eye should find first: the selected node, the one under the mouse, the optimum.
    fn emphasis(&self, painter: &Painter, tokens: &Tokens) {
        let ring = |node: usize, gap: f32, stroke: Stroke| {
            let (row, place) = self.view.rows.find(node);
            let at = self.view.place(row, place);
            let radius = self.radius(node, row).max(LEAST);
            let mut marks = Marks::new(tokens);
            marks.disc(at, radius + gap + stroke.width / 2.0, tokens.ground);
            marks.add(self.statuses.of(node), at, radius);
            painter.extend(marks.take());
            painter.circle_stroke(at, radius + gap, stroke);
        };
        if let Some(node) = self.statuses.optimum {
            ring(node, 3.5, Stroke::new(1.5, tokens.satisfied));
        }
        if let Some(node) = self.chosen {
            ring(node, 3.5, Stroke::new(1.5, tokens.series[3]));
        }
        if let Some(found) = self.decomposed {
            if let Some(node) = found.chosen {
                ring(node, 3.5, Stroke::new(2.0, tokens.series[0]));
            }
            let at = self.view.node(found.target);
            let (row, _) = self.view.rows.find(found.target);
            let size = self.radius(found.target, row).max(LEAST) + 5.0;
            target_mark(painter, tokens, at, size);
        }
        if let Some(node) = self.hovered {
            ring(node, 3.5, Stroke::new(1.5, tokens.dim));
        }
        if let Some(node) = self.selected {
            ring(node, 4.0, Stroke::new(2.5, tokens.accent));
        }
    }

    fn words(&self, painter: &Painter, tokens: &Tokens) {
        let view = &self.view;
        let mut words = Words::new(painter, tokens);
        for node in [self.selected, self.hovered, self.statuses.optimum]
            .into_iter()
            .flatten()
        {
            let (row, _) = view.rows.find(node);
            words.avoid(view.node(node), view.radius(row).max(LEAST) + 3.0);
        }
        let mut mark = |node: usize, word: &str, colour: Color32| {
            let (row, place) = view.rows.find(node);
            let at = view.place(row, place);
            if view.rect.contains(at) {
                let to_next = view.spacing(row) as f32 - self.radius(node, row) - 2.0;
                let beyond = |is_last: bool| if is_last { f32::INFINITY } else { to_next };
                let free = Free {
                    left: beyond(place == 0),
                    right: beyond(place + 1 == view.rows.in_row(row)),
                };
                let radius = self.radius(node, row).max(LEAST) + 4.0;
                words.mark(at, radius, word, colour, free);
            }
        };
        if let Some(node) = self.statuses.optimum {
            mark(node, "optimum", tokens.satisfied);
        }
        if let Some(node) = self.chosen {
            mark(node, "chosen", tokens.text);
        }
        if let Some(found) = self.decomposed {
            mark(found.target, "target", tokens.text);
            if let Some(node) = found.chosen.filter(|node| *node != found.target) {
                mark(node, "chosen", tokens.text);
            }
        }
        let minimal = self.statuses.minimal();
        if minimal.len() <= MOST_NAMED {
            for &node in minimal {
                if Some(node as usize) != self.statuses.optimum {
                    mark(node as usize, "minimal", tokens.text);
                }
            }
        }
        let top = view.rows.len() - 1;
        if top > 0 && self.is_shown(top) {
            mark(top, "everything general", tokens.dim);
        }
        if self.is_shown(0) {
            mark(0, "as it is", tokens.dim);
        }
        if let Some(figure) = self.figure {
            self.figures(&mut words, figure);
        }
    }

    fn figures(&self, words: &mut Words<'_>, figure: &dyn Fn(usize) -> String) {
        let view = &self.view;
        if view.least_spacing().min(view.step()) < ROOM_FOR_FIGURES {
            return;
        }
        let visible = view.visible_rows();
        let many: usize = visible.map(|row| view.visible_places(row).len()).sum();
        if many > MOST_FIGURES {
            return;
        }
        for row in view.visible_rows() {
            let spacing = view.spacing(row);
            let nodes = view.rows.row(row);
            for place in view.visible_places(row) {
                let node = nodes[place] as usize;
                if self.is_shown(node) {
                    let at = view.place(row, place);
                    let radius = self.radius(node, row) + 1.0;
                    words.under(at, radius, &figure(node), spacing as f32);
                }
            }
        }
    }
}

/// What a decomposition aims at: a square around the node.
pub fn target_mark(painter: &Painter, tokens: &Tokens, at: Pos2, size: f32) {
    let square = Rect::from_center_size(at, Vec2::splat(2.0 * size));
    let stroke = Stroke::new(2.0, tokens.series[0]);
    painter.rect_stroke(square, 2, stroke, StrokeKind::Middle);
}

/// The next combination of levels between two nodes, like a milometer.
fn next_between(at: &mut [u32], low: &[u32], high: &[u32]) -> bool {
    for ((level, &low), &high) in at.iter_mut().zip(low).zip(high).rev() {
        if *level < high {
            *level += 1;
            return true;
        }
        *level = low;
    }
    false
}

/// `1·0·2`
pub fn digits(levels: &[u32]) -> String {
    let digits: Vec<String> = levels.iter().map(u32::to_string).collect();
    digits.join("·")
}

/// A band under the mouse, in words.
pub fn band_words(view: &Projection<'_>, statuses: &Statuses, row: usize) -> String {
    let start = view.rows.start(row);
    let tally = statuses.between(view.rows, start, start + view.rows.in_row(row));
    let hold = tally.of(crate::ui::lattice::statuses::Stands::Holds);
    let leaving = tally.of(crate::ui::lattice::statuses::Stands::LeavingOut);
    format!(
        "Height {row}: {}; {} {}, {} with records left out.",
        number::counted(tally.all() as u64, "combination"),
        number::count(hold as u64),
        if hold == 1 { "holds" } else { "hold" },
        number::count(leaving as u64),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_combinations_between_two_nodes_are_met_once() {
        let (low, high) = ([1, 0, 2], [2, 3, 2]);
        let mut at = low.to_vec();
        let mut met = vec![at.clone()];
        while next_between(&mut at, &low, &high) {
            met.push(at.clone());
        }
        met.sort();
        met.dedup();
        assert_eq!(met.len(), 8);
        assert_eq!(digits(&met[7]), "2·3·2");
    }
}
