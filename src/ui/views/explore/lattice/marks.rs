//! The marks of nodes, in bulk: a disc holds, a ring holds with records left out, an open diamond fails.

use crate::ui::lattice::statuses::Stands;
use crate::ui::theme::Tokens;
use egui::epaint::{Mesh, Vertex};
use egui::{Color32, Pos2, Shape, Vec2, vec2};

/// Collected marks: diamonds are one mesh, discs are cheap shapes of egui's own.
pub struct Marks<'t> {
    tokens: &'t Tokens,
    shapes: Vec<Shape>,
    diamonds: Mesh,
}

impl<'t> Marks<'t> {
    pub fn new(tokens: &'t Tokens) -> Self {
        Self {
            tokens,
            shapes: Vec::new(),
            diamonds: Mesh::default(),
        }
    }

    pub fn add(&mut self, stands: Stands, centre: Pos2, radius: f32) {
        let tokens = self.tokens;
        match stands {
            Stands::Holds => self.disc(centre, radius, tokens.satisfied),
            Stands::LeavingOut => {
                self.disc(centre, radius, tokens.attention);
                self.disc(centre, radius - thickness(radius), tokens.ground);
            }
            Stands::Fails if radius < SMALL => {
                diamond(&mut self.diamonds, centre, radius, tokens.violates);
            }
            Stands::Fails => {
                let radius = radius * 1.1;
                diamond(&mut self.diamonds, centre, radius, tokens.violates);
                let inner = radius - 1.35 * thickness(radius);
                diamond(&mut self.diamonds, centre, inner, tokens.ground);
            }
            Stands::Unknown => self.disc(centre, radius * 0.5, tokens.strong_line),
        }
    }

    pub fn disc(&mut self, centre: Pos2, radius: f32, colour: Color32) {
        self.shapes
            .push(Shape::circle_filled(centre, radius, colour));
    }

    /// Everything collected, to be painted at once.
    pub fn take(mut self) -> Vec<Shape> {
        if !self.diamonds.is_empty() {
            self.shapes.push(Shape::mesh(self.diamonds));
        }
        self.shapes
    }
}

/// Marks smaller than this have no room for an opening.
const SMALL: f32 = 2.6;

/// How thick the line of an open mark is.
fn thickness(radius: f32) -> f32 {
    (radius * 0.32).clamp(1.0, 1.8)
}

/// Half the width of the soft edge.
const SOFT: f32 = 0.5;

/// A filled diamond with soft edges.
pub fn diamond(mesh: &mut Mesh, centre: Pos2, radius: f32, colour: Color32) {
    const CORNERS: [Vec2; 4] = [
        vec2(0.0, -1.0),
        vec2(1.0, 0.0),
        vec2(0.0, 1.0),
        vec2(-1.0, 0.0),
    ];
    if radius <= SOFT {
        return;
    }
    let first = mesh.vertices.len() as u32;
    for (radius, colour) in [
        (radius - SOFT, colour),
        (radius + SOFT, Color32::TRANSPARENT),
    ] {
        for corner in CORNERS {
            let at = centre + corner * radius;
            mesh.vertices.push(Vertex::untextured(at, colour));
        }
    }
    mesh.add_triangle(first, first + 1, first + 2);
    mesh.add_triangle(first, first + 2, first + 3);
    for corner in 0..4 {
        let next = (corner + 1) % 4;
        let (inner, outer) = (first + corner, first + 4 + corner);
        mesh.add_triangle(inner, outer, first + 4 + next);
        mesh.add_triangle(inner, first + 4 + next, first + next);
    }
}
