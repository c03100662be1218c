//! The two marks of a record: a disc satisfies, a diamond violates. Shape and colour together.

use egui::{Color32, Painter, Pos2, Shape, Stroke, Ui, vec2};

use crate::ui::theme::Tokens;

pub fn disc(painter: &Painter, centre: Pos2, radius: f32, colour: Color32) {
    painter.circle_filled(centre, radius, colour);
}

pub fn diamond(painter: &Painter, centre: Pos2, radius: f32, colour: Color32) {
    painter.add(diamond_shape(centre, radius, colour));
}

/// For many marks at once: collect these and `extend` the painter.
pub fn diamond_shape(centre: Pos2, radius: f32, colour: Color32) -> Shape {
    let corners = vec![
        centre - vec2(0.0, radius),
        centre + vec2(radius, 0.0),
        centre + vec2(0.0, radius),
        centre - vec2(radius, 0.0),
    ];
    Shape::convex_polygon(corners, colour, Stroke::NONE)
}

/// The mark of a record at that place, such as in a table's gutter.
pub fn record(ui: &Ui, centre: Pos2, violates: bool) {
    let tokens = Tokens::of(ui);
    if violates {
        diamond(ui.painter(), centre, 5.0, tokens.violates);
    } else {
        disc(ui.painter(), centre, 4.0, tokens.satisfied);
    }
}
