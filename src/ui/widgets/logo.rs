//! The program's mark: a crescent, what is left to be seen of a hidden disc.

use egui::{Mesh, Pos2, Response, Sense, Ui, pos2, vec2};
use std::f32::consts::TAU;

use crate::ui::theme::Tokens;

/// Strips that the crescent is made of.
const STRIPS: usize = 48;

/// Paints the mark.
pub fn logo(ui: &mut Ui, size: f32) -> Response {
    let tokens = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(size, size), Sense::hover());
    let radius = size * 0.46;
    let hider = rect.center() + vec2(0.42, -0.36) * radius;
    let mut mesh = Mesh::default();
    // Two layers a little apart, the outer one fading: egui feathers paths, but not meshes.
    for (grow, ink) in [
        (0.0, tokens.accent),
        (0.5, tokens.accent.gamma_multiply(0.45)),
    ] {
        crescent(
            &mut mesh,
            rect.center(),
            radius + grow,
            hider,
            radius * 0.82 - grow,
            ink,
        );
    }
    ui.painter().add(mesh);
    response
}

/// The disc about `centre` without the disc about `hider`: along every ray from the middle of the hider, what
/// lies outside of it and inside the disc.
fn crescent(
    mesh: &mut Mesh,
    centre: Pos2,
    radius: f32,
    hider: Pos2,
    hidden: f32,
    ink: egui::Color32,
) {
    let first = mesh.vertices.len() as u32;
    let offset = hider - centre;
    for step in 0..=STRIPS {
        let angle = TAU * step as f32 / STRIPS as f32;
        let ray = vec2(angle.cos(), angle.sin());
        // Where the ray leaves the disc: |offset + t ray| = radius.
        let along = offset.dot(ray);
        let leaves = -along
            + (along * along + radius * radius - offset.length_sq())
                .max(0.0)
                .sqrt();
        let inner = hider + ray * hidden.min(leaves);
        let outer = hider + ray * leaves.max(hidden.min(leaves));
        mesh.colored_vertex(pos2(inner.x, inner.y), ink);
        mesh.colored_vertex(pos2(outer.x, outer.y), ink);
    }
    for step in 0..STRIPS as u32 {
        let at = first + 2 * step;
        mesh.add_triangle(at, at + 1, at + 2);
        mesh.add_triangle(at + 1, at + 2, at + 3);
    }
}
