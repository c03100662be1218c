//! What is kept of how the window looks: digests of every view, and pictures of those that the documents show.

mod digest;
pub mod palette;
mod patch;
mod record;
mod shown;

use cloakroom::ui::picture::Image;
use cloakroom::ui::scenes::Scene;
use egui::{Theme, Vec2};
use std::io::{Error, Result};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

pub use digest::Digest;
pub use patch::Patch;
pub use record::{Record, Status};
pub use shown::{SCREENSHOTS, is_copy, shown};

const PAINTERS: usize = 2;

/// A scene in one of the themes, painted.
pub struct View<'a> {
    pub scene: &'a Scene,
    pub theme: Theme,
    pub image: Image,
}

impl View<'_> {
    /// How it is called in the record.
    pub fn name(&self) -> String {
        format!("{} {}", self.scene.name, theme_name(self.theme))
    }

    pub fn file_name(&self) -> String {
        self.scene.file_name(self.theme)
    }
}

fn theme_name(theme: Theme) -> &'static str {
    match theme {
        Theme::Light => "light",
        Theme::Dark => "dark",
    }
}

/// Where the project lies.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Paints scenes in both themes and hands every view over, in no order.
pub fn paint_each<T: Send>(
    scenes: &[Scene],
    size: Vec2,
    look: impl Fn(View<'_>) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let cache = tempfile::tempdir()?;
    let next = AtomicUsize::new(0);
    let paint = || -> Result<Vec<T>> {
        let mut seen = Vec::new();
        while let Some(scene) = scenes.get(next.fetch_add(1, Ordering::Relaxed)) {
            for theme in [Theme::Light, Theme::Dark] {
                // Each scene has a folder of its own: two of the same sample must not write it at once.
                let folder = cache.path().join(&scene.name);
                let image = scene.paint(theme, scene.size_or(size), 1.0, &folder);
                seen.push(look(View {
                    scene,
                    theme,
                    image,
                })?);
            }
        }
        Ok(seen)
    };
    // Plain threads: the work behind a window runs on rayon's, and must not wait for them here.
    std::thread::scope(|scope| {
        let painters = [(); PAINTERS].map(|()| scope.spawn(paint));
        let mut seen = Vec::new();
        for painter in painters {
            let stopped = |_| Error::other("a painter stopped");
            seen.extend(painter.join().map_err(stopped)??);
        }
        Ok(seen)
    })
}
