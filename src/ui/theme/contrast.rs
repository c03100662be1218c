//! Ink that can be read on any fill.

use egui::Color32;

/// Text on a ground that is anything between two colours: only black and white reach 4.5 : 1 on all of them.
pub fn readable(fill: Color32) -> Color32 {
    let (dark, light) = (Color32::BLACK, Color32::WHITE);
    match contrast(dark, fill) >= contrast(light, fill) {
        true => dark,
        false => light,
    }
}

/// As the guidelines on accessibility count it: from 1 to 21.
pub fn contrast(one: Color32, other: Color32) -> f32 {
    let light = |colour: Color32| {
        let [r, g, b, _] = egui::Rgba::from(colour).to_array();
        0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
    };
    let (one, other) = (light(one), light(other));
    one.max(other) / one.min(other)
}
