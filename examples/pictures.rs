//! Paints every view of every sample in both themes, without a display or a graphics card:
//! `cargo run --release --example pictures [FOLDER [PART-OF-A-NAME [WIDTHxHEIGHT]]]`. The folder is
//! `screenshots` if none is named.

use cloakroom::ui::scenes;
use std::error::Error;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

type Outcome = Result<(), Box<dyn Error + Send + Sync>>;

fn main() -> Outcome {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().unwrap_or_else(|| "screenshots".to_owned()));
    let part = arguments.next().unwrap_or_default();
    let size = match arguments.next() {
        Some(size) => {
            let (width, height) = size
                .split_once('x')
                .ok_or("the size is WIDTHxHEIGHT, such as 2560x1440")?;
            egui::vec2(width.parse()?, height.parse()?)
        }
        None => scenes::SIZE,
    };
    std::fs::create_dir_all(&folder)?;
    let cache = tempfile::tempdir()?;
    let scenes: Vec<_> = scenes::all()
        .into_iter()
        .filter(|scene| scene.name.contains(&part))
        .collect();
    // Plain threads: the work behind a window runs on rayon's, and must not wait for them here.
    let next = AtomicUsize::new(0);
    let paint_all = || -> Outcome {
        while let Some(scene) = scenes.get(next.fetch_add(1, Ordering::Relaxed)) {
            for theme in [egui::Theme::Light, egui::Theme::Dark] {
                // Each scene has a folder of its own: two of the same sample must not write it at once.
                let image = scene.paint(theme, size, 1.0, &cache.path().join(&scene.name));
                let path = folder.join(scene.file_name(theme));
                image.write_png(&path)?;
                println!("{}", path.display());
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let painters = [0, 1].map(|_| scope.spawn(paint_all));
        for painter in painters {
            painter.join().map_err(|_| "a painter stopped")??;
        }
        Ok(())
    })
}
