//! How methods and candidates are told apart in pictures: a shape and a colour each.

use crate::ui::theme::Tokens;
pub use cloakroom_engine::report::mark_shape::MarkShape;
use egui::epaint::CircleShape;
use egui::{Color32, Pos2, Shape, Stroke, vec2};

/// The look of a place: nobody else has the same among the first thirty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    pub shape: MarkShape,
    pub colour: Color32,
}

impl Look {
    pub fn of(slot: usize, tokens: &Tokens) -> Self {
        let colours = tokens.series;
        Self {
            shape: MarkShape::ALL[slot % MarkShape::ALL.len()],
            colour: colours[slot % colours.len()],
        }
    }

    /// A mark around a point. `ground` is what lies behind it.
    pub fn mark(self, centre: Pos2, radius: f32, ground: Color32) -> Shape {
        match self.shape {
            MarkShape::Disc => Shape::circle_filled(centre, radius, self.colour),
            MarkShape::Ring => Shape::Circle(CircleShape {
                center: centre,
                radius: radius * 0.9,
                fill: ground,
                stroke: Stroke::new(radius * 0.45, self.colour),
            }),
            shape => {
                let corners = shape.corners().iter();
                let corners = corners.map(|&(x, y)| centre + vec2(x, y) * radius);
                Shape::convex_polygon(corners.collect(), self.colour, Stroke::NONE)
            }
        }
    }
}

/// A small cross: here nothing could be reached.
pub fn cross(centre: Pos2, radius: f32, colour: Color32) -> [Shape; 2] {
    let stroke = Stroke::new(1.6, colour);
    [vec2(radius, radius), vec2(radius, -radius)]
        .map(|corner| Shape::line_segment([centre - corner, centre + corner], stroke))
}

/// `#0f6b66`, as files write it.
pub fn hex(colour: Color32) -> String {
    let [red, green, blue, _] = colour.to_array();
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::Theme;

    #[test]
    fn the_first_thirty_look_different() {
        let tokens = Tokens::of_theme(Theme::Light);
        for one in 0..30 {
            for other in one + 1..30 {
                assert_ne!(Look::of(one, tokens), Look::of(other, tokens));
            }
        }
        assert_eq!(hex(Look::of(0, tokens).colour).len(), 7);
    }
}
