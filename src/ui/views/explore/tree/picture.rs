//! The dependency tree, painted: columns by what they hold, key columns as squares, lines with their weight.

use crate::profile::dependency::DependencyProfile;
use crate::ui::purpose::tree::TreeLayout;
use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::number;
use egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, RichText, Sense, Stroke, StrokeKind, Ui, Vec2,
    vec2,
};

/// Kept free for the words at the edges.
const ACROSS: f32 = 74.0;
const UPWARDS: f32 = 40.0;
/// Farther apart they would not be seen better.
const MOST_ROOM: Vec2 = Vec2::new(1100.0, 820.0);
const SMALLEST: f32 = 6.0;
const LARGEST: f32 = 17.0;
/// The weight that the thickest line stands for, in points.
const THICKEST: f32 = 4.0;

pub struct Picture<'a> {
    profile: &'a DependencyProfile,
    keys: &'a [usize],
    places: Vec<Pos2>,
    rect: Rect,
    most_held: f64,
}

impl<'a> Picture<'a> {
    pub fn new(
        profile: &'a DependencyProfile,
        keys: &'a [usize],
        layout: &TreeLayout,
        rect: Rect,
    ) -> Self {
        let margin = vec2(ACROSS, UPWARDS).min(rect.size() / 4.0);
        let inner = rect.shrink2(margin);
        let inner = Rect::from_center_size(inner.center(), inner.size().min(MOST_ROOM));
        let places = layout.places.iter();
        let held = (0..profile.names().len()).map(|at| profile.entropy(at));
        Self {
            profile,
            keys,
            places: places
                .map(|&(x, y)| inner.min + inner.size() * vec2(x, y))
                .collect(),
            rect,
            most_held: held.fold(0.0, f64::max),
        }
    }

    fn radius(&self, at: usize) -> f32 {
        let share = match self.most_held > 0.0 {
            true => (self.profile.entropy(at) / self.most_held) as f32,
            false => 0.0,
        };
        // Areas tell how much a column holds.
        (LARGEST * share.sqrt()).max(SMALLEST)
    }

    pub fn hit(&self, at: Pos2) -> Option<usize> {
        let near = self.places.iter().enumerate();
        near.map(|(column, place)| (place.distance(at) - self.radius(column), column))
            .filter(|(far, _)| *far < 6.0)
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, column)| column)
    }

    /// The nearest column in a direction.
    pub fn next(&self, from: usize, towards: Vec2) -> Option<usize> {
        let here = self.places[from];
        let others = self.places.iter().enumerate();
        others
            .filter(|(at, _)| *at != from)
            .filter_map(|(at, place)| {
                let way = *place - here;
                let ahead = way.dot(towards);
                let aside = (way - towards * ahead).length();
                (ahead > 1.0).then_some((ahead + 2.0 * aside, at))
            })
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, at)| at)
    }

    pub fn paint(&self, ui: &Ui, hit: Option<usize>, selected: Option<usize>) {
        let painter = ui.painter().with_clip_rect(self.rect);
        let tokens = Tokens::of(ui);
        let lit = hit.or(selected);
        let heaviest = self.profile.tree().iter().map(|edge| edge.weight);
        let heaviest = heaviest.fold(0.0, f64::max);
        for edge in self.profile.tree() {
            let ends = [self.places[edge.a], self.places[edge.b]];
            let is_lit = lit.is_some_and(|at| at == edge.a || at == edge.b);
            // What tells much of each other is joined by a strong line.
            let share = match heaviest > 0.0 {
                true => 1.0 - (edge.weight / heaviest) as f32,
                false => 1.0,
            };
            let colour = if is_lit { tokens.accent } else { tokens.bar };
            let width = 1.2 + (THICKEST - 1.2) * share;
            painter.line_segment(ends, Stroke::new(width, colour));
        }
        for at in 0..self.places.len() {
            self.node(&painter, tokens, at, selected == Some(at), hit == Some(at));
        }
        let mut taken: Vec<Rect> = (0..self.places.len())
            .map(|at| {
                Rect::from_center_size(self.places[at], Vec2::splat(2.0 * self.radius(at) + 2.0))
            })
            .collect();
        let order = lit.into_iter().chain(self.keys.iter().copied());
        let mut named: Vec<usize> = Vec::new();
        for at in order.chain(0..self.places.len()) {
            if !named.contains(&at) {
                named.push(at);
                let ring = if lit == Some(at) { 4.0 } else { 0.0 };
                self.name(&painter, tokens, at, ring, &mut taken);
            }
        }
        for edge in self.profile.tree() {
            let middle = self.places[edge.a].lerp(self.places[edge.b], 0.5);
            let is_lit = lit.is_some_and(|at| at == edge.a || at == edge.b);
            let ink = if is_lit { tokens.text } else { tokens.dim };
            let words = number::decimal(edge.weight);
            let galley = painter.layout_no_wrap(words, fonts::chip_light(), ink);
            let rect = Align2::CENTER_CENTER.anchor_size(middle, galley.size() + vec2(6.0, 0.0));
            if taken.iter().any(|other| other.intersects(rect)) {
                continue;
            }
            painter.rect_filled(rect, 3, tokens.ground);
            painter.galley(rect.min + vec2(3.0, 0.0), galley, ink);
            taken.push(rect);
        }
    }

    fn node(&self, painter: &Painter, tokens: &Tokens, at: usize, selected: bool, hit: bool) {
        let (centre, radius) = (self.places[at], self.radius(at));
        let ring = Stroke::new(2.0, tokens.ground);
        if self.keys.contains(&at) {
            let square = Rect::from_center_size(centre, Vec2::splat(1.8 * radius));
            painter.rect(square, 3, tokens.accent, ring, StrokeKind::Outside);
        } else {
            painter.circle(centre, radius, tokens.quasi, ring);
        }
        if selected || hit {
            let width = if selected { 2.5 } else { 1.5 };
            painter.circle_stroke(centre, radius + 5.0, Stroke::new(width, tokens.text));
        }
    }

    /// Below its column, or above, or beside, where there is room.
    fn name(
        &self,
        painter: &Painter,
        tokens: &Tokens,
        at: usize,
        ring: f32,
        taken: &mut Vec<Rect>,
    ) {
        let key = self.keys.contains(&at);
        let font: FontId = match ring > 0.0 || key {
            true => fonts::semibold(fonts::DETAIL_SIZE),
            false => fonts::detail(),
        };
        let name = &self.profile.names()[at];
        let words = match key {
            true => format!("{name}, key"),
            false => name.clone(),
        };
        let galley = painter.layout_no_wrap(words, font, tokens.text);
        let size = galley.size() + vec2(6.0, 0.0);
        let away = self.radius(at) + 5.0 + ring;
        let centre = self.places[at];
        let places = [
            (Align2::CENTER_TOP, centre + vec2(0.0, away)),
            (Align2::CENTER_BOTTOM, centre - vec2(0.0, away)),
            (Align2::LEFT_CENTER, centre + vec2(away, 0.0)),
            (Align2::RIGHT_CENTER, centre - vec2(away, 0.0)),
        ];
        let free = places.into_iter().find_map(|(align, place)| {
            let rect = align.anchor_size(place, size);
            let free =
                self.rect.contains_rect(rect) && !taken.iter().any(|other| other.intersects(rect));
            free.then_some(rect)
        });
        if let Some(rect) = free {
            painter.rect_filled(rect, 3, tokens.ground);
            painter.galley(rect.min + vec2(3.0, 0.0), galley, Color32::PLACEHOLDER);
            taken.push(rect);
        }
    }
}

/// What the marks mean; written from the right.
pub fn legend(ui: &mut Ui) {
    let tokens = Tokens::of(ui);
    ui.spacing_mut().item_spacing.x = 5.0;
    let words = |ui: &mut Ui, words: &str| {
        ui.label(RichText::new(words).font(fonts::detail()).color(tokens.dim));
    };
    words(ui, "column, larger holds more");
    let (rect, _) = ui.allocate_exact_size(vec2(14.0, 18.0), Sense::hover());
    ui.painter().circle_filled(rect.center(), 5.5, tokens.quasi);
    ui.add_space(10.0);
    words(ui, "key column");
    let (rect, _) = ui.allocate_exact_size(vec2(14.0, 18.0), Sense::hover());
    let square = Rect::from_center_size(rect.center(), Vec2::splat(10.0));
    ui.painter().rect_filled(square, 2, tokens.accent);
}
