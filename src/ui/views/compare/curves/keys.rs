//! The keyboard on the curves: arrows go from point to point and from method to method, Enter adopts.

use super::Seen;
use crate::ui::views::explore::canvas_keys::{is_pressed, takes_keys};
use egui::{Key, Response, Ui};

pub enum Pressed {
    Go((usize, usize)),
    Adopt((usize, usize)),
}

pub fn listen(
    ui: &Ui,
    response: &Response,
    seen: &Seen<'_>,
    picked: Option<(usize, usize)>,
    now: Option<u64>,
) -> Option<Pressed> {
    if !takes_keys(ui, response) {
        return None;
    }
    let values = &seen.drawn.question.values;
    let (last_series, last_value) = (
        seen.drawn.series.len().checked_sub(1)?,
        values.len().checked_sub(1)?,
    );
    let is = |key: Key| is_pressed(ui, key);
    let Some((series, value)) = picked else {
        // The first key goes to where the settings are.
        let keys = [
            Key::ArrowLeft,
            Key::ArrowRight,
            Key::ArrowUp,
            Key::ArrowDown,
            Key::Home,
        ];
        let near = values.partition_point(|&value| Some(value) < now);
        return keys
            .into_iter()
            .any(is)
            .then_some(Pressed::Go((0, near.min(last_value))));
    };
    if is(Key::Enter) {
        Some(Pressed::Adopt((series, value)))
    } else if is(Key::ArrowLeft) {
        Some(Pressed::Go((series, value.saturating_sub(1))))
    } else if is(Key::ArrowRight) {
        Some(Pressed::Go((series, (value + 1).min(last_value))))
    } else if is(Key::ArrowUp) {
        Some(Pressed::Go((series.saturating_sub(1), value)))
    } else if is(Key::ArrowDown) {
        Some(Pressed::Go(((series + 1).min(last_series), value)))
    } else if is(Key::Home) {
        Some(Pressed::Go((series, 0)))
    } else if is(Key::End) {
        Some(Pressed::Go((series, last_value)))
    } else {
        None
    }
}
