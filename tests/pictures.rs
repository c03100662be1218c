//! Every view looks as `tests/pictures.txt` tells, and `screenshots/` holds what the documents show.
//!
//! Painted by the program itself, so the same on every machine. What differs is painted by
//! `cargo run --example pictures -- --different`; after a change that is meant to be seen:
//! `cargo run --example pictures -- --accept`.
#![allow(clippy::unwrap_used)]

#[path = "../examples/pictures/album/mod.rs"]
mod album;

use album::{Digest, Record, SCREENSHOTS, Status, is_copy, paint_each, root, shown};
use cloakroom::ui::picture::Image;
use cloakroom::ui::scenes::{self, Scene};
use std::collections::BTreeSet;

/// All pictures in `screenshots/` together.
const MOST_BYTES: u64 = 3_000_000;

#[test]
fn every_view_looks_as_it_did() {
    let record = Record::read().unwrap();
    let shown = shown().unwrap();
    let screenshots = root().join(SCREENSHOTS);
    let seen = paint_each(&scenes::all(), scenes::SIZE, |view| {
        let mut told = Vec::new();
        let status = record.status(&view);
        if status != Status::Same {
            told.push(status.to_string());
        }
        let file_name = view.file_name();
        if shown.contains(&file_name) && !is_copy(&screenshots.join(&file_name), &view.image) {
            told.push(format!("is not what {SCREENSHOTS}/{file_name} shows"));
        }
        Ok((view.name(), told))
    });
    let mut seen = seen.unwrap();
    seen.sort();
    let views: BTreeSet<String> = seen.iter().map(|(view, _)| view.clone()).collect();
    let gone = record.left_over(&views);
    let gone = gone.iter().map(|view| format!("{view}: no longer there"));
    let different: Vec<String> = seen
        .iter()
        .flat_map(|(view, told)| told.iter().map(move |told| format!("{view}: {told}")))
        .chain(gone)
        .collect();
    assert!(
        different.is_empty(),
        "{}\n`cargo run --example pictures -- --different` paints them, `-- --accept` takes them as they are",
        different.join("\n")
    );
}

#[test]
fn the_documents_show_all_pictures_and_all_are_there() {
    let mut files = BTreeSet::new();
    let mut bytes = 0;
    for entry in std::fs::read_dir(root().join(SCREENSHOTS)).unwrap() {
        let entry = entry.unwrap();
        bytes += entry.metadata().unwrap().len();
        files.insert(entry.file_name().into_string().unwrap());
    }
    assert_eq!(files, shown().unwrap());
    assert!(bytes < MOST_BYTES, "{bytes} bytes");
}

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// A change somewhere in a picture: something moves by two points, is replaced by something else of the same picture,
/// or has another colour.
fn changed(image: &Image, dice: &mut Dice) -> Image {
    let (width, height) = (40 + dice.below(160), 12 + dice.below(60));
    let x = 2 + dice.below(image.width() - width - 2);
    let y = 2 + dice.below(image.height() - height - 2);
    let kind = dice.below(4);
    let from = match kind {
        0 => (x - 2, y),
        1 => (x, y - 2),
        _ => (
            dice.below(image.width() - width),
            dice.below(image.height() - height),
        ),
    };
    let ground = image.at(x, y).unwrap();
    let mut changed = image.clone();
    for row in 0..height {
        for column in 0..width {
            let pixel = match (kind, image.at(x + column, y + row).unwrap()) {
                (3, colour) if colour == ground => colour.map(|shade| shade ^ 4),
                (3, colour) => colour,
                _ => image.at(from.0 + column, from.1 + row).unwrap(),
            };
            changed.fill(x + column..x + column + 1, y + row..y + row + 1, pixel);
        }
    }
    changed
}

fn scene(name: &str) -> Scene {
    let mut scenes = scenes::all().into_iter();
    scenes.find(|scene| scene.name == name).unwrap()
}

/// A share of the pixels that differs visibly is noticed through the digest too, wherever it is.
#[test]
fn digests_miss_no_change_of_one_pixel_in_two_thousand() {
    let mut noticed = 0;
    paint_each(&[scene("thesis-3.1-data")], scenes::SIZE, |view| {
        Ok(view.image)
    })
    .unwrap()
    .iter()
    .for_each(|image| {
        let digest = Digest::of(image);
        let mut dice = Dice(7);
        for _ in 0..150 {
            let changed = changed(image, &mut dice);
            if changed.compare(image) > 0.0005 {
                assert_ne!(digest.differences(&changed), []);
                noticed += 1;
            }
        }
    });
    assert!(noticed > 50, "{noticed}");
}

#[test]
fn the_layout_holds_at_every_size() {
    let cache = tempfile::tempdir().unwrap();
    let scene = scene("thesis-3.1-data");
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
