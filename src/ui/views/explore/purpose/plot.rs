//! The curve from trust to degree, painted, with whoever lies on it.

use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::{FreeRoom, around, number, parts};
use cloakroom_core::purpose::{Decomposition, Projection, Recipient, Target};
use egui::{
    Align2, Galley, Painter, Pos2, Rect, Response, Shape, Stroke, StrokeKind, Ui, Vec2, pos2, vec2,
};
use std::sync::Arc;

const HANDLE: f32 = 5.5;
const MARK: f32 = 6.0;
/// Longer names are cut; the mouse tells them whole.
const WIDEST_NAME: f32 = 130.0;
/// How far from its mark a name may stand, and how far it may without a line to it.
const AWAY: [f32; 8] = [9.0, 14.0, 20.0, 28.0, 38.0, 50.0, 64.0, 80.0];
const BESIDE: f32 = 15.0;

/// Places of the curve between no trust and full trust.
pub const STEPS: u32 = 200;

pub struct Plot<'a> {
    pub area: Rect,
    pub projection: &'a Projection,
}

impl Plot<'_> {
    pub fn at(&self, trust: f64, degree: f64) -> Pos2 {
        pos2(
            self.area.left() + self.area.width() * trust as f32,
            self.area.bottom() - self.area.height() * degree as f32,
        )
    }

    pub fn value(&self, at: Pos2) -> (f64, f64) {
        let trust = (at.x - self.area.left()) / self.area.width().max(1.0);
        let degree = (self.area.bottom() - at.y) / self.area.height().max(1.0);
        (
            f64::from(trust.clamp(0.0, 1.0)),
            f64::from(degree.clamp(0.0, 1.0)),
        )
    }

    /// `achieved` are the degrees of the levels that follow, at every step of trust.
    pub fn paint(
        &self,
        ui: &Ui,
        told: &Decomposition,
        achieved: Option<&[f64]>,
        recipients: &[Recipient],
    ) {
        let (painter, tokens) = (ui.painter(), Tokens::of(ui));
        painter.rect_filled(self.area, 0, tokens.card);
        for step in 0..=4 {
            let share = f64::from(step) / 4.0;
            let line = Stroke::new(1.0, tokens.line);
            painter.vline(self.at(share, 0.0).x, self.area.y_range(), line);
            painter.hline(self.area.x_range(), self.at(0.0, share).y, line);
            let words = number::decimal(share);
            let dim = tokens.dim;
            let font = fonts::chip_light;
            let below = self.at(share, 0.0) + vec2(0.0, 5.0);
            painter.text(below, Align2::CENTER_TOP, &words, font(), dim);
            let beside = self.at(0.0, share) - vec2(6.0, 0.0);
            painter.text(beside, Align2::RIGHT_CENTER, &words, font(), dim);
        }
        let name = pos2(self.area.center().x, self.area.bottom() + 20.0);
        painter.text(
            name,
            Align2::CENTER_TOP,
            "trust",
            fonts::detail(),
            tokens.text,
        );
        let name = self.area.right_top() + vec2(-8.0, 6.0);
        painter.text(
            name,
            Align2::RIGHT_TOP,
            "degree",
            fonts::detail(),
            tokens.text,
        );
        let trust = |step: u32| f64::from(step) / f64::from(STEPS);
        for (step, pair) in (0..STEPS).zip(achieved.unwrap_or_default().windows(2)) {
            let ends = [
                self.at(trust(step), pair[0]),
                self.at(trust(step + 1), pair[0]),
                self.at(trust(step + 1), pair[1]),
            ];
            let stroke = Stroke::new(1.0, tokens.series[1]);
            painter.add(Shape::line(ends.to_vec(), stroke));
        }
        let line: Vec<Pos2> = (0..=STEPS)
            .map(trust)
            .map(|trust| self.at(trust, self.projection.degree(trust)))
            .collect();
        let mut room = self.room(&line);
        painter.add(Shape::line(line, Stroke::new(2.0, tokens.accent)));
        let now = match told.target {
            Target::Trust(trust) => Some(self.now(painter, tokens, trust, &mut room)),
            Target::Degree(_) => None,
        };
        self.recipients(ui, recipients, &mut room);
        if let Some(at) = now {
            let words = parts::line(ui, "the method", fonts::chip_light(), tokens.dim);
            name_beside(painter, tokens, at, words, &mut room);
        }
    }

    /// What names must leave free: the curve, its points and the word at the axis.
    fn room(&self, line: &[Pos2]) -> FreeRoom {
        let mut room = FreeRoom::new(self.area.shrink(3.0));
        room.keep_line(line);
        if let Projection::Curve(points) = self.projection {
            for &(trust, degree) in points {
                let handle = Vec2::splat(2.0 * HANDLE + 4.0);
                room.keep(Rect::from_center_size(self.at(trust, degree), handle));
            }
        }
        let corner = self.area.right_top();
        let axis = Rect::from_two_pos(corner, corner + vec2(-60.0, 24.0));
        room.keep(axis);
        room
    }

    /// What the method aims at.
    fn now(&self, painter: &Painter, tokens: &Tokens, trust: f64, room: &mut FreeRoom) -> Pos2 {
        let at = self.at(trust, self.projection.degree(trust));
        let dashes = Stroke::new(1.0, tokens.dim);
        for end in [pos2(at.x, self.area.bottom()), pos2(self.area.left(), at.y)] {
            painter.extend(Shape::dashed_line(&[at, end], dashes, 3.0, 3.0));
            room.keep_line(&[at, end]);
        }
        painter.circle(at, 4.5, tokens.card, Stroke::new(2.0, tokens.accent));
        room.keep(Rect::from_center_size(at, Vec2::splat(13.0)));
        at
    }

    /// Every recipient on the curve, with a name where there is room for it.
    fn recipients(&self, ui: &Ui, recipients: &[Recipient], room: &mut FreeRoom) {
        let (painter, tokens) = (ui.painter(), Tokens::of(ui));
        let places: Vec<Pos2> = recipients
            .iter()
            .map(|recipient| self.at(recipient.trust, self.projection.degree(recipient.trust)))
            .collect();
        for &at in &places {
            painter.circle(at, MARK, tokens.series[0], Stroke::new(2.0, tokens.card));
            room.keep(Rect::from_center_size(at, Vec2::splat(2.0 * MARK + 2.0)));
        }
        for (recipient, at) in recipients.iter().zip(places) {
            let ink = tokens.series[0];
            let (words, _) =
                parts::line_within(ui, &recipient.name, fonts::chip(), ink, WIDEST_NAME);
            name_beside(painter, tokens, at, words, room);
        }
    }

    /// The recipient, or the degree, under the mouse.
    pub fn name_at(&self, back: &Response, recipients: &[Recipient]) {
        let Some(pointer) = back.hover_pos() else {
            return;
        };
        let of = |recipient: &&Recipient| {
            let degree = self.projection.degree(recipient.trust);
            self.at(recipient.trust, degree).distance(pointer) < 12.0
        };
        let words = match recipients.iter().find(of) {
            Some(recipient) => format!(
                "{}: trust {} asks for a degree of {}",
                recipient.name,
                number::decimal(recipient.trust),
                number::decimal(self.projection.degree(recipient.trust))
            ),
            None => {
                let (trust, _) = self.value(pointer);
                format!(
                    "A trust of {trust:.2} asks for a degree of {:.2}",
                    self.projection.degree(trust)
                )
            }
        };
        back.clone().on_hover_text_at_pointer(words);
    }

    pub fn handle(&self, ui: &Ui, centre: Pos2, response: &Response, selected: bool) {
        let (painter, tokens) = (ui.painter(), Tokens::of(ui));
        let lively = response.hovered() || response.dragged();
        let size = if lively { HANDLE + 1.5 } else { HANDLE };
        let rect = Rect::from_center_size(centre, Vec2::splat(2.0 * size));
        let fill = if selected { tokens.accent } else { tokens.card };
        let line = Stroke::new(2.0, tokens.accent);
        painter.rect(rect, 2, fill, line, StrokeKind::Inside);
        if response.has_focus() {
            let halo = Stroke::new(3.0, tokens.accent.gamma_multiply(0.35));
            painter.rect_stroke(rect.expand(2.5), 3, halo, StrokeKind::Middle);
        }
    }
}

/// Words near a mark and over nothing else, with a thin line to it where they stand apart.
fn name_beside(
    painter: &Painter,
    tokens: &Tokens,
    at: Pos2,
    words: Arc<Galley>,
    room: &mut FreeRoom,
) {
    // The curve falls: above it, to the right, there is room.
    let directions = [
        vec2(1.0, -1.0),
        vec2(-1.0, 1.0),
        vec2(1.0, 0.0),
        vec2(0.0, -1.0),
        vec2(-1.0, 0.0),
        vec2(0.0, 1.0),
        vec2(1.0, -2.0),
        vec2(-2.0, 1.0),
        // Where it ends there is room only to the left of what is above.
        vec2(-1.0, -2.0),
        vec2(-1.0, -4.0),
        vec2(1.0, 1.0),
    ];
    let places = around(at, words.size() + vec2(4.0, 0.0), &AWAY, &directions);
    let Some(place) = room.take(places) else {
        return;
    };
    let near = place.clamp(at);
    if near.distance(at) > BESIDE {
        let from = at + (near - at).normalized() * (MARK + 1.0);
        painter.line_segment([from, near], Stroke::new(1.0, tokens.strong_line));
        room.keep_line(&[from, near]);
    }
    // The grid would strike it through.
    painter.rect_filled(place, 3, tokens.card);
    painter.galley(place.min + vec2(2.0, 0.0), words, tokens.text);
}
