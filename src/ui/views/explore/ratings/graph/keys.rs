//! The graph by keyboard: arrows go to the next record that way, plus and minus zoom, Enter shows the
//! record in the table.

use crate::ui::views::explore::canvas_keys::{Move, is_pressed, moved, takes_keys};
use egui::{Key, Response, Ui, Vec2, vec2};

#[derive(Default)]
pub struct Pressed {
    /// Another record is to be selected.
    pub select: Option<u32>,
    /// The selected record is wanted in the table.
    pub show: bool,
    pub moved: Option<Move>,
    pub next_violating: bool,
}

pub fn act(ui: &Ui, response: &Response, places: &[Vec2], selected: Option<u32>) -> Pressed {
    let mut pressed = Pressed::default();
    if !takes_keys(ui, response) {
        return pressed;
    }
    let is = |key: Key| is_pressed(ui, key);
    for (key, way) in [
        (Key::ArrowLeft, vec2(-1.0, 0.0)),
        (Key::ArrowRight, vec2(1.0, 0.0)),
        (Key::ArrowUp, vec2(0.0, -1.0)),
        (Key::ArrowDown, vec2(0.0, 1.0)),
    ] {
        if is(key) {
            pressed.select = match selected {
                Some(from) => beside(places, from, way),
                None => (!places.is_empty()).then_some(0),
            };
        }
    }
    pressed.moved = moved(ui);
    pressed.show = is(Key::Enter);
    pressed.next_violating = is(Key::N);
    pressed
}

/// The nearest record that way; what lies aside counts as farther.
fn beside(places: &[Vec2], from: u32, way: Vec2) -> Option<u32> {
    let start = *places.get(from as usize)?;
    let cost = |place: &Vec2| {
        let apart = *place - start;
        let (ahead, aside) = (apart.dot(way), apart.dot(way.rot90()).abs());
        (ahead > 0.01 && aside <= 1.5 * ahead).then_some(ahead + 2.0 * aside)
    };
    (0..)
        .zip(places)
        .filter_map(|(record, place)| Some((cost(place)?, record)))
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, record)| record)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_go_to_the_nearest_record_that_way() {
        let places = [
            vec2(0.0, 0.0),
            vec2(2.0, 0.1),
            vec2(1.5, 3.0),
            vec2(-1.0, 0.0),
        ];
        assert_eq!(beside(&places, 0, vec2(1.0, 0.0)), Some(1));
        assert_eq!(beside(&places, 0, vec2(-1.0, 0.0)), Some(3));
        assert_eq!(beside(&places, 0, vec2(0.0, 1.0)), Some(2));
        assert_eq!(beside(&places, 0, vec2(0.0, -1.0)), None);
    }
}
