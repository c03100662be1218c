//! The cut: a line down the tree along the right edges of what is shown.

use crate::ui::theme::Tokens;
use egui::{Color32, Painter, Pos2, Rangef, Shape, Stroke, pos2};

#[derive(Default)]
pub struct Stairs {
    steps: Vec<(Rangef, f32)>,
}

/// Of the cut, in the picture and below it.
pub fn ink(tokens: &Tokens, by_hand: bool) -> Color32 {
    if by_hand {
        tokens.series[0]
    } else {
        tokens.accent
    }
}

/// Between two cells there is a little room, which the line crosses.
const WIDE: f32 = 2.5;

impl Stairs {
    /// From top to bottom.
    pub fn step(&mut self, y: Rangef, x: f32) {
        match self.steps.last_mut() {
            Some((last, at)) if *at == x => last.max = y.max,
            _ => self.steps.push((y, x)),
        }
    }

    pub fn paint(&self, painter: &Painter, tokens: &Tokens, by_hand: bool) {
        let clip = painter.clip_rect().y_range();
        let mut points: Vec<Pos2> = Vec::with_capacity(2 * self.steps.len());
        for (y, x) in &self.steps {
            let (top, bottom) = (y.min.max(clip.min - 8.0), y.max.min(clip.max + 8.0));
            if top >= bottom {
                continue;
            }
            points.push(pos2(x - 1.0, top));
            points.push(pos2(x - 1.0, bottom));
        }
        let ink = ink(tokens, by_hand);
        painter.add(Shape::line(
            points.clone(),
            Stroke::new(WIDE + 3.0, tokens.ground),
        ));
        painter.add(Shape::line(points, Stroke::new(WIDE, ink)));
    }
}
