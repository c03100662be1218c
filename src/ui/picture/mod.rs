//! Paints the window into a picture without a graphics card or a display: the same pixels on every
//! machine, for screenshots and for tests.

mod image;
mod raster;
mod texture;

use std::sync::{Arc, Mutex, PoisonError};

use egui::{Context, Event, Id, Pos2, RawInput, Rect, Theme, Ui, Vec2, ViewportId};

pub use image::Image;
pub use raster::draw;
pub use texture::Textures;

/// Frames after which a layout counts as settled even if it still asks for more.
const MOST_FRAMES: usize = 24;
/// Menus, tooltips and scroll areas need to see their own size first.
const FEWEST_FRAMES: usize = 4;
/// A frame takes this many seconds, so that animations are over within a few.
const FRAME_SECONDS: f64 = 0.2;

/// Runs the frames until the layout settles and paints the last one. `size` is in points.
pub fn paint(
    ctx: &Context,
    size: Vec2,
    pixels_per_point: f32,
    run_ui: impl FnMut(&mut Ui),
) -> Image {
    Camera::new(size)
        .pixels_per_point(pixels_per_point)
        .paint(ctx, run_ui)
}

/// How to take a picture.
#[derive(Clone, Copy, Debug)]
pub struct Camera {
    size: Vec2,
    pixels_per_point: f32,
    theme: Option<Theme>,
    pointer: Option<Pos2>,
}

/// What a context's earlier pictures left behind: egui sends each texture only once.
#[derive(Default)]
struct Film {
    textures: Textures,
    seconds: f64,
}

impl Camera {
    /// A picture of that many points, each one pixel wide, in the context's own theme.
    pub fn new(size: Vec2) -> Self {
        Self {
            size,
            pixels_per_point: 1.0,
            theme: None,
            pointer: None,
        }
    }

    pub fn pixels_per_point(mut self, pixels_per_point: f32) -> Self {
        self.pixels_per_point = pixels_per_point;
        self
    }

    pub fn theme(mut self, theme: Theme) -> Self {
        self.theme = Some(theme);
        self
    }

    /// The mouse rests there: shows hover colours and tooltips.
    pub fn pointer(mut self, place: Pos2) -> Self {
        self.pointer = Some(place);
        self
    }

    /// Takes the picture. A context may be used again, but only for pictures: its textures are kept
    /// with it.
    pub fn paint(self, ctx: &Context, mut run_ui: impl FnMut(&mut Ui)) -> Image {
        if let Some(theme) = self.theme {
            ctx.set_theme(theme);
        }
        let film = ctx.data_mut(|data| {
            data.get_temp_mut_or_default::<Arc<Mutex<Film>>>(Id::unique("film"))
                .clone()
        });
        let mut film = film.lock().unwrap_or_else(PoisonError::into_inner);
        for frame in 1.. {
            let mut output = ctx.run_ui(self.input(&mut film, frame == 1), &mut run_ui);
            film.textures.update(&mut output.textures_delta);
            let root = output.viewport_output.get(&ViewportId::ROOT);
            let waiting = root.is_some_and(|root| root.repaint_delay.as_secs_f64() < FRAME_SECONDS);
            let settled = frame >= FEWEST_FRAMES && !waiting || frame >= MOST_FRAMES;
            if settled {
                let shapes = std::mem::take(&mut output.shapes);
                let image = self.develop(ctx, &film, shapes, output.pixels_per_point);
                film.textures.free(&mut output.textures_delta);
                return image;
            }
            film.textures.free(&mut output.textures_delta);
        }
        unreachable!("the last frame ends the loop")
    }

    fn develop(
        &self,
        ctx: &Context,
        film: &Film,
        shapes: Vec<egui::epaint::ClippedShape>,
        pixels_per_point: f32,
    ) -> Image {
        let pixels = |points: f32| (points * self.pixels_per_point).round() as usize;
        let ground = ctx.global_style().visuals.panel_fill.to_array();
        let mut image = Image::filled(pixels(self.size.x), pixels(self.size.y), ground);
        let primitives = ctx.tessellate(shapes, pixels_per_point);
        draw(&mut image, &film.textures, &primitives, pixels_per_point);
        image
    }

    fn input(&self, film: &mut Film, first: bool) -> RawInput {
        film.seconds += FRAME_SECONDS;
        let mut input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, self.size)),
            time: Some(film.seconds),
            predicted_dt: FRAME_SECONDS as f32,
            focused: true,
            ..Default::default()
        };
        if let Some(viewport) = input.viewports.get_mut(&ViewportId::ROOT) {
            viewport.native_pixels_per_point = Some(self.pixels_per_point);
        }
        // Every event asks for another frame, so it is sent once.
        if first {
            input.events.push(match self.pointer {
                Some(place) => Event::PointerMoved(place),
                None => Event::PointerGone,
            });
        }
        input
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::theme;

    #[test]
    fn a_context_paints_the_same_picture_again() {
        let ctx = Context::default();
        theme::install(&ctx);
        let camera = Camera::new(Vec2::new(200.0, 80.0)).theme(Theme::Light);
        let shoot = || {
            camera.paint(&ctx, |ui| {
                ui.heading("Cloakroom");
                _ = ui.button("Run");
            })
        };
        let first = shoot();
        assert_eq!(first, shoot());
        assert!(first.compare(&Image::filled(200, 80, first.at(199, 79).unwrap())) > 0.02);

        let dark = camera.theme(Theme::Dark).paint(&ctx, |ui| {
            ui.heading("Cloakroom");
        });
        assert!(first.compare(&dark) > 0.9);
    }

    #[test]
    fn twice_the_pixels_for_the_same_points() {
        let ctx = Context::default();
        theme::install(&ctx);
        let mut seen = Vec2::ZERO;
        let image = paint(&ctx, Vec2::new(50.0, 30.0), 2.0, |ui| {
            seen = ui.ctx().viewport_rect().size();
        });
        assert_eq!((image.width(), image.height()), (100, 60));
        assert_eq!(seen, Vec2::new(50.0, 30.0));
    }
}
