//! The program's mark: a crescent, what is left to be seen of a hidden disc.

use egui::{IconData, Mesh, Pos2, Response, Sense, Theme, Ui, pos2, vec2};
use std::f32::consts::TAU;

use crate::ui::theme::Tokens;

/// Strips that the crescent is made of.
const STRIPS: usize = 48;

/// The shape in a unit square: the disc, and the one that hides a part of it.
const DISC: (f32, f32, f32) = (0.5, 0.5, 0.46);
const HIDER: (f32, f32, f32) = (0.5 + 0.42 * 0.46, 0.5 - 0.36 * 0.46, 0.46 * 0.82);

/// The mark as a picture, for the window's icon.
pub fn icon(pixels: usize) -> IconData {
    const SAMPLES: usize = 4;
    let ink = Tokens::of_theme(Theme::Light).accent;
    let inside = |(x, y, radius): (f32, f32, f32), at: Pos2| (at - pos2(x, y)).length() <= radius;
    let mut rgba = Vec::with_capacity(pixels * pixels * 4);
    for place in 0..pixels * pixels {
        let covered = (0..SAMPLES * SAMPLES)
            .filter(|sample| {
                let offset = |step: usize| (step as f32 + 0.5) / SAMPLES as f32;
                let x = (place % pixels) as f32 + offset(sample % SAMPLES);
                let y = (place / pixels) as f32 + offset(sample / SAMPLES);
                let at = pos2(x, y) / pixels as f32;
                inside(DISC, at) && !inside(HIDER, at)
            })
            .count();
        let alpha = covered * 255 / (SAMPLES * SAMPLES);
        rgba.extend([ink.r(), ink.g(), ink.b(), alpha as u8]);
    }
    IconData {
        rgba,
        width: pixels as u32,
        height: pixels as u32,
    }
}

/// Paints the mark.
pub fn logo(ui: &mut Ui, size: f32) -> Response {
    let tokens = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(size, size), Sense::hover());
    let radius = size * DISC.2;
    let hider = rect.min + vec2(HIDER.0, HIDER.1) * size;
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
            size * HIDER.2 - grow,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_is_a_crescent() {
        let icon = icon(32);
        let alpha = |x: usize, y: usize| icon.rgba[(y * 32 + x) * 4 + 3];
        assert_eq!(icon.rgba.len(), 32 * 32 * 4);
        assert_eq!((alpha(0, 0), alpha(22, 10)), (0, 0));
        assert_eq!(alpha(6, 20), 255);
    }
}
