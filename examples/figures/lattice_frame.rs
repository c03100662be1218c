//! What a frame of the lattice costs while it is moved, zoomed and coloured anew all at once.

use cloakroom::ui::lattice::rows::Rows;
use cloakroom::ui::lattice::statuses::{Stands, Statuses};
use cloakroom::ui::theme::{self, Tokens};
use cloakroom::ui::views::explore::lattice::camera::{Camera, Projection};
use cloakroom::ui::views::explore::lattice::picture::{Picture, digits};
use cloakroom_microdata::profile::lattice::Shape;
use egui::{Context, Pos2, RawInput, Rect, Vec2, vec2};
use std::time::{Duration, Instant};

pub const SCREEN: Vec2 = vec2(2560.0, 1440.0);

/// Heights of lattices with 12,960 and with 100,000 nodes.
pub const LARGE: [u32; 8] = [5, 2, 5, 3, 4, 2, 1, 1];
pub const LARGER: [u32; 5] = [9, 9, 9, 9, 9];

/// A window without a window: runs frames and counts their time.
pub struct Mover {
    ctx: Context,
    shape: Shape,
    rows: Rows,
    heights: Vec<u32>,
    camera: Camera,
    frames: u32,
}

impl Mover {
    pub fn new(heights: &[u32]) -> Self {
        let ctx = Context::default();
        theme::install(&ctx);
        let shape = Shape::new(heights.to_vec());
        let nodes = shape.nodes() as usize;
        let mut mover = Self {
            ctx,
            rows: Rows::new(&shape),
            heights: (0..nodes).map(|node| shape.height_of(node)).collect(),
            shape,
            camera: Camera::default(),
            frames: 0,
        };
        // Letters are rasterised on first sight.
        for _ in 0..10 {
            mover.frame();
        }
        mover
    }

    pub fn nodes(&self) -> usize {
        self.rows.len()
    }

    /// A requirement that changes with every frame, as when a slider is dragged.
    fn statuses(&self) -> Statuses {
        let bar = self.shape.height() / 3 + self.frames % 5;
        let of = self.heights.iter().enumerate().map(|(node, &height)| {
            let noise = (node as u32).wrapping_mul(2_654_435_761) >> 29;
            match height + noise / 2 {
                height if height > bar + 3 => Stands::Holds,
                height if height > bar => Stands::LeavingOut,
                _ => Stands::Fails,
            }
        });
        Statuses::new(&self.shape, &self.rows, of.collect())
    }

    /// Moves on and makes the frame ready to be sent to the graphics card.
    pub fn frame(&mut self) -> Duration {
        let screen = Rect::from_min_size(Pos2::ZERO, SCREEN);
        self.frames += 1;
        // In for a while, then out again, always a little aside.
        let factor = if (self.frames / 40).is_multiple_of(2) {
            1.12
        } else {
            1.0 / 1.12
        };
        let input = RawInput {
            screen_rect: Some(screen),
            time: Some(f64::from(self.frames) / 60.0),
            ..Default::default()
        };
        let ctx = self.ctx.clone();
        let start = Instant::now();
        self.camera.zoom(
            &self.rows,
            screen,
            factor,
            screen.center() + vec2(90.0, 40.0),
        );
        self.camera.move_by(&self.rows, screen, vec2(7.0, -3.0));
        let statuses = self.statuses();
        let levels = |node: usize| digits(&self.shape.levels(node));
        let mut output = ctx.run_ui(input, |ui| {
            let picture = Picture {
                decomposed: None,
                shape: &self.shape,
                view: Projection::new(self.camera, &self.rows, screen),
                statuses: &statuses,
                selected: None,
                hovered: None,
                chosen: None,
                way: &[],
                only_holding: false,
                only_minimal: false,
                figure: Some(&levels),
                size: None,
            };
            picture.paint(ui.painter(), Tokens::of(ui));
        });
        let shapes = std::mem::take(&mut output.shapes);
        let meshes = self.ctx.tessellate(shapes, output.pixels_per_point);
        let spent = start.elapsed();
        std::hint::black_box(meshes);
        output.drop_without_applying_deltas();
        spent
    }
}

/// The median and the slowest in a hundred of many frames.
pub fn measure(heights: &[u32], frames: usize) -> (usize, Duration, Duration) {
    let mut mover = Mover::new(heights);
    let mut times: Vec<_> = (0..frames.max(1)).map(|_| mover.frame()).collect();
    times.sort_unstable();
    let (median, slow) = (times[times.len() / 2], times[times.len() * 99 / 100]);
    (mover.nodes(), median, slow)
}

/// Prints the figures.
pub fn run() -> Result<(), Box<dyn std::error::Error>> {
    for heights in [&LARGE[..], &LARGER] {
        let (nodes, median, slow) = measure(heights, 800);
        let ms = |time: Duration| time.as_secs_f64() * 1_000.0;
        println!(
            "A frame while a lattice of {nodes} nodes is moved, zoomed and coloured anew at 2560 x 1440: median \
             {:.1} ms, 99 in 100 below {:.1} ms",
            ms(median),
            ms(slow)
        );
    }
    Ok(())
}
