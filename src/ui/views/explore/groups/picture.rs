//! Records and centres, painted: some of the records where there are too many to be told apart, lines from the records
//! of one group to its centre.

use super::Shown;
use super::camera::View;
use crate::ui::groups::{GroupPicture, Place};
use crate::ui::theme::{Tokens, fonts};
use egui::epaint::{Mesh, Vertex};
use egui::{Align2, Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};

/// More records than this are not painted at once.
const MOST_RECORDS: usize = 14_000;
const MOST_CENTRES: usize = 7_000;
/// Lines of one group.
const MOST_LINES: usize = 2_000;
/// Smaller marks are squares: nobody sees the difference.
const SMALL: f32 = 2.0;
/// How far from a centre the mouse may be.
pub const REACH: f32 = 14.0;

pub struct Picture<'a> {
    pub groups: &'a GroupPicture,
    pub view: View,
    pub shown: Shown,
    pub selected: Option<u32>,
    pub hovered: Option<u32>,
}

/// How much of what lies on the screen was painted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Painted {
    pub records: usize,
    pub of_records: usize,
}

impl Picture<'_> {
    /// The group whose centre is nearest to a point, or that of the nearest record where centres are not shown.
    pub fn hit(&self, at: Pos2) -> Option<u32> {
        let around = Rect::from_center_size(at, vec2(2.0 * REACH, 2.0 * REACH));
        let (low, high) = self.view.window(around);
        let nearest = |found: Vec<u32>, places: &[Place]| {
            let far = |of: &u32| self.view.at(places[*of as usize]).distance(at);
            found
                .into_iter()
                .map(|of| (far(&of), of))
                .filter(|(far, _)| *far <= REACH)
                .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))
                .map(|(_, of)| of)
        };
        if self.shown == Shown::Before {
            let (found, _) = self.groups.records.within(low, high, 4_000);
            let place = nearest(found, &self.groups.before)?;
            return self.groups.group_of(self.groups.row(place));
        }
        let (found, _) = self.groups.centres.within(low, high, 4_000);
        nearest(found, &self.groups.after)
    }

    pub fn paint(&self, painter: &Painter, tokens: &Tokens) -> Painted {
        let (low, high) = self.view.window(self.view.rect);
        let mut painted = Painted::default();
        let mut mesh = Mesh::default();
        if self.shown != Shown::After {
            let (records, all) = self.groups.records.within(low, high, MOST_RECORDS);
            let radius = radius(records.len(), 1.3, 3.2);
            for &record in &records {
                let at = self.view.at(self.groups.before[record as usize]);
                if self.view.rect.contains(at) {
                    dot(&mut mesh, at, radius, tokens.bar);
                }
            }
            painted = Painted {
                records: records.len(),
                of_records: all,
            };
        }
        if self.shown != Shown::Before {
            let (centres, _) = self.groups.centres.within(low, high, MOST_CENTRES);
            let radius = radius(centres.len(), 1.8, 5.0);
            for &group in &centres {
                let at = self.view.at(self.groups.after[group as usize]);
                if self.view.rect.contains(at) {
                    dot(&mut mesh, at, radius + 1.0, tokens.ground);
                    dot(&mut mesh, at, radius, tokens.accent);
                }
            }
        }
        painter.add(Shape::mesh(mesh));
        for (group, strong) in [(self.hovered, false), (self.selected, true)] {
            if let Some(group) = group {
                self.group(painter, tokens, group, strong);
            }
        }
        painted
    }

    /// One group: its records, and how each moves to the centre.
    fn group(&self, painter: &Painter, tokens: &Tokens, group: u32, strong: bool) {
        let centre = self.view.at(self.groups.after[group as usize]);
        let members = self.groups.members(group);
        let colour = if strong {
            tokens.series[0]
        } else {
            tokens.series[2]
        };
        let line = Stroke::new(1.2, colour.gamma_multiply(0.75));
        let places: Vec<Pos2> = members
            .iter()
            .take(MOST_LINES)
            .map(|&record| self.view.at(self.groups.before[record as usize]))
            .collect();
        let lines = places
            .iter()
            .map(|&at| Shape::line_segment([at, centre], line));
        painter.extend(lines);
        let mut mesh = Mesh::default();
        for &at in &places {
            dot(&mut mesh, at, 4.4, tokens.ground);
            dot(&mut mesh, at, 3.4, colour);
        }
        painter.add(Shape::mesh(mesh));
        painter.circle(centre, 6.5, tokens.accent, Stroke::new(2.0, tokens.ground));
        painter.circle_stroke(centre, 10.0, Stroke::new(2.0, colour));
    }

    /// What the directions are, at the edges.
    pub fn axes(&self, painter: &Painter, tokens: &Tokens) {
        let rect = self.view.rect;
        let [across, upwards] = &self.groups.directions;
        let put = |at: Pos2, align: Align2, words: &str, ink: Color32| {
            let galley = painter.layout_no_wrap(words.to_owned(), fonts::chip_light(), ink);
            let place = align.anchor_size(at, galley.size());
            painter.rect_filled(place.expand2(vec2(3.0, 1.0)), 3, tokens.ground);
            painter.galley(place.min, galley, ink);
        };
        let below = rect.bottom() - 4.0;
        put(
            pos2(rect.center().x, below),
            Align2::CENTER_BOTTOM,
            &across.name,
            tokens.text,
        );
        put(
            pos2(rect.left() + 18.0, rect.top() + 2.0),
            Align2::LEFT_TOP,
            &upwards.name,
            tokens.text,
        );
        if let Some((low, high)) = &across.ends {
            let left = pos2(rect.left() + 18.0, below);
            put(left, Align2::LEFT_BOTTOM, low, tokens.dim);
            let right = pos2(rect.right() - 18.0, below);
            put(right, Align2::RIGHT_BOTTOM, high, tokens.dim);
        }
        if let Some((low, high)) = &upwards.ends {
            let words = format!("from {low} at the bottom to {high} at the top");
            let at = pos2(rect.left() + 18.0, rect.top() + 18.0);
            put(at, Align2::LEFT_TOP, &words, tokens.dim);
        }
    }
}

/// Many marks are small.
fn radius(count: usize, least: f32, most: f32) -> f32 {
    let share = (count as f32 / 400.0).max(1.0).sqrt();
    (most / share).clamp(least, most)
}

/// A filled octagon with soft edges: a disc, cheap enough for thousands.
fn dot(mesh: &mut Mesh, centre: Pos2, radius: f32, colour: Color32) {
    const CORNERS: [(f32, f32); 8] = [
        (1.0, 0.0),
        (0.707, 0.707),
        (0.0, 1.0),
        (-0.707, 0.707),
        (-1.0, 0.0),
        (-0.707, -0.707),
        (0.0, -1.0),
        (0.707, -0.707),
    ];
    const COUNT: u32 = CORNERS.len() as u32;
    if radius < SMALL {
        let square = Rect::from_center_size(centre, Vec2::splat(1.8 * radius));
        mesh.add_colored_rect(square, colour);
        return;
    }
    let first = mesh.vertices.len() as u32;
    let inner = (radius - 0.5).max(0.3);
    for (radius, colour) in [(inner, colour), (radius + 0.5, Color32::TRANSPARENT)] {
        for (x, y) in CORNERS {
            let at = centre + vec2(x, y) * radius;
            mesh.vertices.push(Vertex::untextured(at, colour));
        }
    }
    for corner in 1..COUNT - 1 {
        mesh.add_triangle(first, first + corner, first + corner + 1);
    }
    for corner in 0..COUNT {
        let next = (corner + 1) % COUNT;
        let (inside, outside) = (first + corner, first + COUNT + corner);
        mesh.add_triangle(inside, outside, first + COUNT + next);
        mesh.add_triangle(inside, first + COUNT + next, first + next);
    }
}
