//! The dependency tree, painted: columns by what they hold, key columns as squares, lines with their weight.

use crate::ui::purpose::tree::TreeLayout;
use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::{FreeRoom, around, number, parts};
use cloakroom_microdata::profile::dependency::DependencyProfile;
use egui::{
    Color32, FontId, Painter, Pos2, Rect, RichText, Sense, Stroke, StrokeKind, Ui, Vec2, vec2,
};

/// Kept free for the words at the edges.
const ACROSS: f32 = 74.0;
const UPWARDS: f32 = 40.0;
/// Farther apart they would not be seen better.
const MOST_ROOM: Vec2 = Vec2::new(1100.0, 820.0);
const SMALLEST: f32 = 6.0;
const LARGEST: f32 = 17.0;
/// A column takes no more than this share of the shortest line, so that its weight can be written on it.
const OF_A_LINE: f32 = 0.17;
/// The weight that the thickest line stands for, in points.
const THICKEST: f32 = 4.0;
/// Longer names are cut; the table beside has them whole.
const WIDEST_NAME: f32 = 160.0;

/// How far the ring around a selected column lies from it.
const RING: f32 = 5.0;
/// Where a name may stand beside its column, the best first.
const SIDES: [Vec2; 8] = [
    Vec2::new(0.0, 1.0),
    Vec2::new(0.0, -1.0),
    Vec2::new(1.0, 0.0),
    Vec2::new(-1.0, 0.0),
    Vec2::new(1.0, 1.0),
    Vec2::new(-1.0, 1.0),
    Vec2::new(1.0, -1.0),
    Vec2::new(-1.0, -1.0),
];

pub struct Picture<'a> {
    profile: &'a DependencyProfile,
    keys: &'a [usize],
    places: Vec<Pos2>,
    rect: Rect,
    most_held: f64,
    largest: f32,
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
        let places: Vec<Pos2> = places
            .map(|&(x, y)| inner.min + inner.size() * vec2(x, y))
            .collect();
        let held = (0..profile.names().len()).map(|at| profile.entropy(at));
        let lines = profile.tree().iter();
        let shortest = lines
            .map(|edge| places[edge.a].distance(places[edge.b]))
            .fold(f32::INFINITY, f32::min);
        Self {
            profile,
            keys,
            places,
            rect,
            most_held: held.fold(0.0, f64::max),
            largest: (OF_A_LINE * shortest).clamp(SMALLEST, LARGEST),
        }
    }

    fn radius(&self, at: usize) -> f32 {
        let share = match self.most_held > 0.0 {
            true => (self.profile.entropy(at) / self.most_held) as f32,
            false => 0.0,
        };
        // Areas tell how much a column holds.
        (self.largest * share.sqrt()).max(SMALLEST)
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
        let mut room = self.room(lit);
        let order = lit.into_iter().chain(self.keys.iter().copied());
        let mut named: Vec<usize> = Vec::new();
        for at in order.chain(0..self.places.len()) {
            if !named.contains(&at) {
                named.push(at);
                self.name(ui, &painter, at, lit == Some(at), &mut room);
            }
        }
        for edge in self.profile.tree() {
            let is_lit = lit.is_some_and(|at| at == edge.a || at == edge.b);
            let ink = if is_lit { tokens.text } else { tokens.dim };
            let words = number::decimal(edge.weight);
            let galley = painter.layout_no_wrap(words, fonts::chip_light(), ink);
            let size = galley.size() + vec2(6.0, 0.0);
            let ends = [self.places[edge.a], self.places[edge.b]];
            if let Some(place) = room.take_over_lines(along(ends, size)) {
                painter.rect_filled(place, 3, tokens.ground);
                painter.galley(place.min + vec2(3.0, 0.0), galley, ink);
            }
        }
    }

    /// What words must leave free: the columns and the lines between them.
    fn room(&self, lit: Option<usize>) -> FreeRoom {
        let mut room = FreeRoom::new(self.rect.shrink(2.0));
        for (at, place) in self.places.iter().enumerate() {
            let ring = if lit == Some(at) { RING } else { 0.0 };
            let across = 2.0 * (self.radius(at) + ring) + 2.0;
            room.keep(Rect::from_center_size(*place, Vec2::splat(across)));
        }
        for edge in self.profile.tree() {
            room.keep_line(&[self.places[edge.a], self.places[edge.b]]);
        }
        room
    }

    fn node(&self, painter: &Painter, tokens: &Tokens, at: usize, selected: bool, hit: bool) {
        let (centre, radius) = (self.places[at], self.radius(at));
        let ring = Stroke::new(2.0, tokens.ground);
        if self.keys.contains(&at) {
            let square = Rect::from_center_size(centre, Vec2::splat(1.8 * radius));
            painter.rect(square, 3, tokens.accent, ring, StrokeKind::Outside);
        } else {
            painter.circle(centre, radius, tokens.series[0], ring);
        }
        if selected || hit {
            let width = if selected { 2.5 } else { 1.5 };
            painter.circle_stroke(centre, radius + RING, Stroke::new(width, tokens.text));
        }
    }

    /// Near its column and over no line where that can be; the lit one says what it adds, too.
    fn name(&self, ui: &Ui, painter: &Painter, at: usize, lit: bool, room: &mut FreeRoom) {
        let tokens = Tokens::of(ui);
        let key = self.keys.contains(&at);
        let font: FontId = match lit || key {
            true => fonts::semibold(fonts::DETAIL_SIZE),
            false => fonts::detail(),
        };
        let name = &self.profile.names()[at];
        let words = match key {
            true => format!("{name}, key"),
            false => name.clone(),
        };
        let (name, _) = parts::line_within(ui, &words, font, tokens.text, WIDEST_NAME);
        let adds = lit.then(|| {
            let words = format!("adds {} bits", number::decimal(self.profile.added(at)));
            parts::line(ui, &words, fonts::chip_light(), tokens.text)
        });
        let below = adds.as_ref().map_or(Vec2::ZERO, |adds| adds.size());
        let size = vec2(name.size().x.max(below.x) + 6.0, name.size().y + below.y);
        let near = self.radius(at) + 4.0 + if lit { RING } else { 0.0 };
        let distances = [near, near + 5.0, near + 11.0];
        let places = || around(self.places[at], size, &distances, &SIDES);
        let place = match room.take(places()) {
            Some(place) => Some(place),
            None => room.take_over_lines(places()),
        };
        let Some(place) = place else {
            return;
        };
        painter.rect_filled(place, 3, tokens.ground);
        let centred = |galley: &egui::Galley, y: f32| {
            Pos2::new(place.center().x - galley.size().x / 2.0, place.top() + y)
        };
        let under = name.size().y;
        painter.galley(centred(&name, 0.0), name, Color32::PLACEHOLDER);
        if let Some(adds) = adds {
            painter.galley(centred(&adds, under), adds, Color32::PLACEHOLDER);
        }
    }
}

/// Places for the weight of a line: on its middle, near that, and beside it where the line is short.
fn along([from, to]: [Pos2; 2], size: Vec2) -> impl Iterator<Item = Rect> {
    const ON: [f32; 7] = [0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68];
    let aside = (to - from).normalized().rot90();
    // As far as the words reach in that direction.
    let far = (aside * size / 2.0).abs();
    let aside = aside * (far.x + far.y + 3.0);
    [0.0, 1.0, -1.0].into_iter().flat_map(move |by| {
        ON.into_iter().map(move |share| {
            let centre = from.lerp(to, share) + aside * by;
            Rect::from_center_size(centre, size)
        })
    })
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
    ui.painter()
        .circle_filled(rect.center(), 5.5, tokens.series[0]);
    ui.add_space(10.0);
    words(ui, "key column");
    let (rect, _) = ui.allocate_exact_size(vec2(14.0, 18.0), Sense::hover());
    let square = Rect::from_center_size(rect.center(), Vec2::splat(10.0));
    ui.painter().rect_filled(square, 2, tokens.accent);
}
