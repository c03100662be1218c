//! Paints the graph: lines, records, and islands as one disc where their records are not told apart.

use super::Tint;
use super::camera::View;
use crate::ui::ratings::graph::{Island, RatingsGraph};
use crate::ui::theme::{Tokens, fonts};
use crate::ui::views::explore::lattice::marks::diamond;
use crate::ui::widgets::number;
use egui::epaint::{Mesh, Vertex};
use egui::{Align2, Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2};

/// Islands are painted as one disc where their records would be nearer to each other than this.
const TOLD_APART: f32 = 3.0;
/// Smaller islands are never worth a disc.
const WORTH_A_DISC: usize = 8;
/// More lines are thinned evenly.
const MOST_LINES: usize = 40_000;

/// With more lines than this their edges are hard.
const MOST_SOFT: usize = 8_000;
/// Lines longer than so many steps of the layout are fainter.
const LONG: f32 = 5.0;

/// How a record stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Satisfied,
    Violates,
    /// The release leaves the record out.
    LeftOut,
}

pub struct Picture<'a> {
    pub graph: &'a RatingsGraph,
    pub places: &'a [Vec2],
    pub view: View,
    /// By record, the people who have it.
    pub weight: &'a [u32],
    pub mark: &'a dyn Fn(usize) -> Mark,
    /// By island, its people and those of them who violate.
    pub people: &'a [(usize, usize)],
    pub after: bool,
    pub tint: Tint,
    pub selected: Option<u32>,
    pub hovered: Option<u32>,
}

impl Picture<'_> {
    /// Whether an island is one disc.
    pub fn is_disc(&self, island: &Island) -> bool {
        self.graph.components_only
            || self.view.scale < TOLD_APART && island.records.len() >= WORTH_A_DISC
    }

    pub fn radius(&self, record: usize) -> f32 {
        let more = (self.weight[record] as f32).log2();
        self.view.radius() * (1.0 + 0.18 * more).min(2.2)
    }

    /// The record or the island at a point.
    pub fn hit(&self, at: Pos2) -> Option<Hit> {
        let hidden = self.hidden();
        let mut best: Option<(f32, u32)> = None;
        for (record, &place) in (0u32..).zip(self.places) {
            let far = self.view.at(place).distance(at);
            let reach = self.radius(record as usize) + 4.0;
            if far <= reach && !hidden[record as usize] && best.is_none_or(|best| far < best.0) {
                best = Some((far, record));
            }
        }
        if let Some((_, record)) = best {
            return Some(Hit::Record(record));
        }
        let islands = self.graph.islands.iter();
        let mut discs = islands
            .enumerate()
            .filter(|(_, island)| self.is_disc(island));
        let found = discs.find(|(_, island)| {
            self.view.at(island.middle).distance(at) <= island.radius * self.view.scale
        });
        found.map(|(island, _)| Hit::Island(island))
    }

    /// By record, whether it is within a disc.
    fn hidden(&self) -> Vec<bool> {
        let mut hidden = vec![false; self.places.len()];
        for island in self
            .graph
            .islands
            .iter()
            .filter(|island| self.is_disc(island))
        {
            for &record in &island.records {
                if let Some(hidden) = hidden.get_mut(record as usize) {
                    *hidden = true;
                }
            }
        }
        hidden
    }

    pub fn paint(&self, painter: &Painter, tokens: &Tokens) {
        let hidden = self.hidden();
        let seen = self.view.rect.expand(12.0);
        self.tints(painter, tokens, &hidden, seen);
        self.lines(painter, tokens, &hidden, seen);
        self.records(painter, tokens, &hidden, seen);
        for (island, &people) in self.graph.islands.iter().zip(self.people) {
            if self.is_disc(island) {
                self.disc(painter, tokens, island, people, seen);
            }
        }
        for (record, width) in [(self.hovered, 1.5), (self.selected, 2.0)] {
            let Some(record) = record.filter(|&record| !self.is_hidden(&hidden, record)) else {
                continue;
            };
            let at = self.view.at(self.places[record as usize]);
            let radius = self.radius(record as usize) + 4.0;
            painter.circle_stroke(at, radius, Stroke::new(width, tokens.text));
        }
    }

    fn is_hidden(&self, hidden: &[bool], record: u32) -> bool {
        hidden.get(record as usize).copied().unwrap_or(true)
    }

    fn tints(&self, painter: &Painter, tokens: &Tokens, hidden: &[bool], seen: Rect) {
        let close = self.close();
        let of: &[u32] = match self.tint {
            Tint::None => return,
            Tint::Components => &close.component_of,
            Tint::Cliques => &self.graph.clique_of,
        };
        let colours = tokens.series;
        let radius = (0.62 * self.view.scale).clamp(4.0, 22.0);
        let mut counts = vec![0u32; of.len()];
        for &group in of {
            counts[group as usize] += 1;
        }
        let shapes = self
            .places
            .iter()
            .enumerate()
            .filter_map(|(record, &place)| {
                let (at, group) = (self.view.at(place), of[record]);
                // Who is alone needs no colour.
                if hidden[record] || counts[group as usize] < 2 || !seen.contains(at) {
                    return None;
                }
                let colour = colours[group as usize % colours.len()].gamma_multiply(0.22);
                Some(Shape::circle_filled(at, radius, colour))
            });
        painter.extend(shapes);
    }

    fn close(&self) -> &crate::ui::ratings::graph::close::Close {
        match (&self.graph.after, self.after) {
            (Some(after), true) => &after.close,
            _ => &self.graph.before,
        }
    }

    fn lines(&self, painter: &Painter, tokens: &Tokens, hidden: &[bool], seen: Rect) {
        let close = self.close();
        let added = match (&self.graph.after, self.after) {
            (Some(after), true) => after.added.as_slice(),
            _ => &[],
        };
        let step = close.lines.len().div_ceil(MOST_LINES).max(1);
        let crowded = if close.lines.len() > 4_000 { 0.3 } else { 0.5 };
        // Among many lines nobody sees the edges of one.
        let soft = close.lines.len() <= MOST_SOFT;
        let mut mesh = Mesh::default();
        for (at, &(a, b)) in close.lines.iter().enumerate().step_by(step) {
            if hidden[a as usize] || hidden[b as usize] {
                continue;
            }
            let is_near = |record| Some(record) == self.selected || Some(record) == self.hovered;
            let near = is_near(a) || is_near(b);
            let (colour, width) = if near {
                (tokens.text.gamma_multiply(0.8), 1.4)
            } else if added.get(at).copied().unwrap_or(false) {
                (tokens.series[0].gamma_multiply(0.75), 1.3)
            } else {
                (tokens.satisfied.gamma_multiply(crowded), 0.9)
            };
            let (a, b) = (self.place(a), self.place(b));
            // Lines right across the picture would cover what they join.
            let far = a.distance(b) / (LONG * self.view.scale);
            let colour = match near {
                true => colour,
                false => colour.gamma_multiply((1.0 / far.max(1.0)).max(0.08)),
            };
            if seen.intersects(Rect::from_two_pos(a, b)) {
                line(&mut mesh, a, b, width, colour, soft);
            }
        }
        painter.add(Shape::mesh(mesh));
    }

    fn place(&self, record: u32) -> Pos2 {
        self.view.at(self.places[record as usize])
    }

    fn records(&self, painter: &Painter, tokens: &Tokens, hidden: &[bool], seen: Rect) {
        let mut diamonds = Mesh::default();
        let mut shapes = Vec::new();
        for (record, &place) in self.places.iter().enumerate() {
            let at = self.view.at(place);
            if hidden[record] || !seen.contains(at) {
                continue;
            }
            let radius = self.radius(record);
            match (self.mark)(record) {
                Mark::Violates => diamond(&mut diamonds, at, radius * 1.2, tokens.violates),
                Mark::Satisfied => {
                    shapes.push(Shape::circle_filled(at, radius, tokens.satisfied));
                }
                Mark::LeftOut => {
                    let line = Stroke::new(1.2, tokens.dim);
                    shapes.push(Shape::circle_stroke(at, radius * 0.8, line));
                }
            }
        }
        painter.extend(shapes);
        painter.add(Shape::mesh(diamonds));
    }

    /// An island as one: its people, and how many of them violate.
    fn disc(
        &self,
        painter: &Painter,
        tokens: &Tokens,
        island: &Island,
        (people, violating): (usize, usize),
        seen: Rect,
    ) {
        let at = self.view.at(island.middle);
        let radius = (island.radius * self.view.scale).max(2.0);
        if !seen.intersects(Rect::from_center_size(at, Vec2::splat(2.0 * radius))) {
            return;
        }
        painter.circle_filled(at, radius, tokens.satisfied_tint);
        let share = violating as f32 / people.max(1) as f32;
        painter.add(sector(at, radius, share, tokens.violates_bar));
        let line = if violating == 0 {
            tokens.satisfied
        } else {
            tokens.violates
        };
        painter.circle_stroke(at, radius, Stroke::new(1.2, line));
        // Those who violate in words as well, where there is room.
        let all = number::counted_as(people as u64, "person", "people");
        let some = format!("{} violate", number::count(violating as u64));
        let short = number::count(people as u64);
        let lines = match violating {
            0 => vec![all],
            _ => vec![all, some],
        };
        let fits = |lines: &[String]| {
            let wide = |line: &String| {
                let galley = painter.layout_no_wrap(line.clone(), fonts::chip(), tokens.text);
                galley.size().x
            };
            lines.iter().map(wide).fold(0.0, f32::max) <= radius * 1.6
        };
        let lines = match fits(&lines) {
            true => lines,
            false if fits(std::slice::from_ref(&short)) => vec![short],
            false => Vec::new(),
        };
        let top = at.y - 8.0 * (lines.len() as f32 - 1.0);
        for (row, words) in lines.into_iter().enumerate() {
            let middle = egui::pos2(at.x, top + 16.0 * row as f32);
            painter.text(
                middle,
                Align2::CENTER_CENTER,
                words,
                fonts::chip(),
                tokens.text,
            );
        }
    }
}

/// What is at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    Record(u32),
    /// By place among the islands.
    Island(usize),
}

/// A share of a disc, from the top clockwise.
fn sector(middle: Pos2, radius: f32, share: f32, colour: Color32) -> Shape {
    const STEPS: usize = 64;
    let mut mesh = Mesh::default();
    mesh.colored_vertex(middle, colour);
    let steps = ((STEPS as f32 * share).ceil() as u32).max(1);
    for step in 0..=steps {
        let angle = share * std::f32::consts::TAU * step as f32 / steps as f32;
        let way = Vec2::angled(angle - std::f32::consts::FRAC_PI_2);
        mesh.colored_vertex(middle + way * radius, colour);
        if step > 0 {
            mesh.add_triangle(0, step, step + 1);
        }
    }
    Shape::mesh(mesh)
}

/// A line, with soft edges or without.
fn line(mesh: &mut Mesh, from: Pos2, to: Pos2, width: f32, colour: Color32, soft: bool) {
    let along = (to - from).normalized();
    let across = along.rot90();
    let first = mesh.vertices.len() as u32;
    if !soft {
        let aside = across * (width / 2.0).max(0.5);
        for corner in [from - aside, from + aside, to - aside, to + aside] {
            mesh.vertices.push(Vertex::untextured(corner, colour));
        }
        mesh.add_triangle(first, first + 1, first + 2);
        mesh.add_triangle(first + 1, first + 2, first + 3);
        return;
    }
    let (half, soft) = ((width / 2.0 - 0.35).max(0.0), width / 2.0 + 0.5);
    for (offset, colour) in [
        (-soft, Color32::TRANSPARENT),
        (-half, colour),
        (half, colour),
        (soft, Color32::TRANSPARENT),
    ] {
        for end in [from, to] {
            mesh.vertices
                .push(Vertex::untextured(end + across * offset, colour));
        }
    }
    for row in 0..3 {
        let at = first + 2 * row;
        mesh.add_triangle(at, at + 1, at + 2);
        mesh.add_triangle(at + 1, at + 2, at + 3);
    }
}
