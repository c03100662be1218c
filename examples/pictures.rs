//! Paints every view of every sample in both themes, without a display or a graphics card:
//! `cargo run --release --example pictures [FOLDER [PART-OF-A-NAME]]`. The folder is `screenshots` if none is
//! named.

use cloakroom::ui::scenes;
use rayon::prelude::*;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().unwrap_or_else(|| "screenshots".to_owned()));
    let part = arguments.next().unwrap_or_default();
    std::fs::create_dir_all(&folder)?;
    let cache = tempfile::tempdir()?;
    let scenes: Vec<_> = scenes::all()
        .into_iter()
        .filter(|scene| scene.name.contains(&part))
        .collect();
    scenes.par_iter().try_for_each(|scene| {
        for theme in [egui::Theme::Light, egui::Theme::Dark] {
            // Each scene has a folder of its own: two that open the same sample must not write it twice.
            let image = scene.paint(theme, scenes::SIZE, 1.0, &cache.path().join(&scene.name));
            let path = folder.join(scene.file_name(theme));
            image.write_png(&path)?;
            println!("{}", path.display());
        }
        Ok(())
    })
}
