use super::*;
use cloakroom::ui::picture::Camera;
use cloakroom::ui::theme;
use egui::{Button, Color32, Context, RichText, Theme, vec2};

/// A small window of which everything can be another.
#[derive(Clone)]
struct Window {
    heading: &'static str,
    words: &'static str,
    button: Color32,
    moved_right: f32,
    moved_down: f32,
}

const WINDOW: Window = Window {
    heading: "Class sizes",
    words: "5,210 classes. 341 hold fewer than 5 records.",
    button: Color32::from_rgb(30, 90, 160),
    moved_right: 0.0,
    moved_down: 0.0,
};

impl Window {
    fn paint(&self, theme: Theme) -> Image {
        let ctx = Context::default();
        theme::install(&ctx);
        let camera = Camera::new(vec2(400.0, 240.0)).theme(theme);
        camera.paint(&ctx, |ui| {
            ui.heading(self.heading);
            ui.label(self.words);
            ui.add_space(20.0 + self.moved_down);
            ui.horizontal(|ui| {
                ui.add_space(20.0 + self.moved_right);
                _ = ui
                    .add(Button::new(RichText::new("Run").color(Color32::WHITE)).fill(self.button));
            });
        })
    }
}

fn noticed(other: &Window) -> bool {
    [Theme::Light, Theme::Dark].into_iter().all(|theme| {
        let before = Digest::of(&WINDOW.paint(theme));
        assert_eq!(before.differences(&WINDOW.paint(theme)), []);
        !before.differences(&other.paint(theme)).is_empty()
    })
}

#[test]
fn a_control_that_moved_is_noticed() {
    for points in [-2.0, 1.0, 2.0] {
        let right = Window {
            moved_right: points,
            ..WINDOW
        };
        let down = Window {
            moved_down: points,
            ..WINDOW
        };
        assert!(noticed(&right) && noticed(&down), "{points}");
    }
}

#[test]
fn another_word_is_noticed_and_so_is_another_digit() {
    for words in [
        "5,210 classes. 341 hold fewer than 6 records.",
        "5,210 classes. 347 hold fewer than 5 records.",
        "5,210 classes. 341 hold fewer than 5 persons.",
        "5,210 classes, 341 hold fewer than 5 records.",
        "5,210 classes. 341 told fewer than 5 records.",
        "5,120 classes. 341 hold fewer than 5 records.",
    ] {
        assert!(noticed(&Window { words, ..WINDOW }), "{words}");
    }
    let heading = "Class size";
    assert!(noticed(&Window { heading, ..WINDOW }));
}

#[test]
fn another_colour_is_noticed() {
    let [red, green, blue, _] = WINDOW.button.to_array();
    for button in [
        Color32::from_rgb(red + 3, green, blue),
        Color32::from_rgb(red, green - 3, blue),
        Color32::from_rgb(red, green, blue + 3),
        Color32::from_rgb(green, red, blue),
    ] {
        assert!(noticed(&Window { button, ..WINDOW }), "{button:?}");
    }
}

/// One pixel in twenty is one shade brighter or darker.
fn rounded(image: &Image, seed: u64) -> Image {
    let mut state = seed;
    let mut rounded = image.clone();
    for y in 0..image.height() {
        for x in 0..image.width() {
            let random = next_random(&mut state);
            if random.is_multiple_of(20) {
                let shade = |channel: u8| match random >> 32 & 1 {
                    0 => channel.saturating_add(1),
                    _ => channel.saturating_sub(1),
                };
                let pixel = image.at(x, y).unwrap().map(shade);
                rounded.fill(x..x + 1, y..y + 1, pixel);
            }
        }
    }
    rounded
}

#[test]
fn rounding_is_not_noticed() {
    for theme in [Theme::Light, Theme::Dark] {
        let image = WINDOW.paint(theme);
        let digest = Digest::of(&image);
        for seed in 0..50 {
            let rounded = rounded(&image, seed);
            assert_ne!(rounded, image);
            assert_eq!(digest.differences(&rounded), [], "seed {seed}");
        }
    }
}

#[test]
fn a_digest_reads_back() {
    for theme in [Theme::Light, Theme::Dark] {
        let digest = Digest::of(&WINDOW.paint(theme));
        let text = digest.to_string();
        assert_eq!(text.parse(), Ok(digest));
        // Much is as above or beside.
        let tiles = 400_usize.div_ceil(TILE) * 240_usize.div_ceil(TILE);
        assert!(text.len() < tiles * CHANNELS, "{text}");
    }
    // Runs that are longer than one character counts.
    let plain = Digest::of(&Image::filled(TILE * 100, TILE * 3, [7; 4]));
    assert_eq!(plain.to_string().parse(), Ok(plain));

    let odd = |text: &str| text.parse::<Digest>().unwrap_err();
    assert_eq!(odd("48x48"), "there is no size");
    assert_eq!(odd("48 AAA"), "the size is not WIDTHxHEIGHT");
    assert_eq!(odd("48xtall AAA"), "the size is no number");
    assert_eq!(odd("48x48 AA"), "a tile is cut off");
    assert_eq!(odd("48x48 *B"), "nothing can be repeated yet");
    assert_eq!(odd("48x48 ^B"), "there is no row above");
    assert_eq!(odd("48x48 (AA"), "an unknown character");
    assert_eq!(odd("48x48 AAAAAA"), "the tiles do not fill the picture");
    assert_eq!(odd("0x48 ^B"), "there is no row above");
}
