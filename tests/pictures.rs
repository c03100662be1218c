//! The pictures in `screenshots/` show what the program shows now.
//!
//! Painted by the program itself, so the same on every machine. After a change that is meant to be seen:
//! `cargo run --release --example pictures`.

use cloakroom::ui::picture::Image;
use cloakroom::ui::scenes;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Rounding may differ by a hair between processors; a moved control differs by far more.
const MOST_DIFFERENT: f64 = 0.0005;

#[test]
fn every_view_looks_as_in_its_picture() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("screenshots");
    let cache = tempfile::tempdir().unwrap();
    let scenes = scenes::all();
    let next = AtomicUsize::new(0);
    // Plain threads: the work behind a window runs on rayon's, and must not wait for them here.
    let different: Vec<String> = std::thread::scope(|scope| {
        let painters = [0, 1].map(|_| {
            scope.spawn(|| {
                let mut different = Vec::new();
                while let Some(scene) = scenes.get(next.fetch_add(1, Ordering::Relaxed)) {
                    for theme in [egui::Theme::Light, egui::Theme::Dark] {
                        let cache = cache.path().join(&scene.name);
                        let now = scene.paint(theme, scenes::SIZE, 1.0, &cache);
                        let name = scene.file_name(theme);
                        let share = match Image::read_png(&folder.join(&name)) {
                            Ok(before) => now.compare(&before),
                            Err(_) => 1.0,
                        };
                        if share > MOST_DIFFERENT {
                            different.push(format!("{name}: {:.2} % of the pixels", share * 100.0));
                        }
                    }
                }
                different
            })
        });
        painters
            .into_iter()
            .flat_map(|painter| painter.join().unwrap())
            .collect()
    });
    assert!(
        different.is_empty(),
        "these pictures differ:\n{}",
        different.join("\n")
    );
}

#[test]
fn the_layout_holds_at_every_size() {
    let cache = tempfile::tempdir().unwrap();
    let scenes = scenes::all();
    let scene = scenes
        .iter()
        .find(|scene| scene.name == "thesis-3.1-data")
        .unwrap();
    for (width, height, scale) in [
        (960.0, 600.0, 1.0),
        (2560.0, 1440.0, 1.0),
        (1280.0, 720.0, 2.0),
    ] {
        let size = egui::vec2(width, height);
        let image = scene.paint(egui::Theme::Light, size, scale, cache.path());
        assert_eq!(image.width(), (width * scale) as usize);
        assert_eq!(image.height(), (height * scale) as usize);
    }
}
