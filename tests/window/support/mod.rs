//! Lets a test harness be photographed without a graphics card.

use std::cell::RefCell;
use std::rc::Rc;

use cloakroom::ui::picture::{Image, Textures, draw};
use egui::TexturesDelta;
use egui_kittest::{Harness, TestRenderer};

/// Keeps the textures of a harness. Give one clone to `HarnessBuilder::renderer`.
#[derive(Clone, Default)]
pub struct Film(Rc<RefCell<Textures>>);

impl TestRenderer for Film {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        let mut textures = self.0.borrow_mut();
        textures.update(delta);
        textures.free(delta);
    }
}

impl Film {
    /// What the harness shows now.
    pub fn photograph<State>(&self, harness: &Harness<'_, State>) -> Image {
        let output = harness.output();
        let ctx = &harness.ctx;
        let scale = output.pixels_per_point;
        let size = (ctx.viewport_rect().size() * scale).round();
        let ground = ctx.global_style().visuals.panel_fill.to_array();
        let mut image = Image::filled(size.x as usize, size.y as usize, ground);
        let primitives = ctx.tessellate(output.shapes.clone(), scale);
        draw(&mut image, &self.0.borrow(), &primitives, scale);
        image
    }
}
