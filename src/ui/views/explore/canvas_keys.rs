//! What the keyboard does to any picture that can be moved and zoomed.

use egui::{EventFilter, Key, Modifiers, Response, Ui};

/// What was asked for by a button or a key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Move {
    Fit,
    Zoom(f32),
}

/// Keeps the arrows for the picture while it has the focus; says whether it has.
pub fn takes_keys(ui: &Ui, response: &Response) -> bool {
    if !response.has_focus() {
        return false;
    }
    ui.memory_mut(|memory| {
        let filter = EventFilter {
            horizontal_arrows: true,
            vertical_arrows: true,
            ..Default::default()
        };
        memory.set_focus_lock_filter(response.id, filter);
    });
    true
}

pub fn is_pressed(ui: &Ui, key: Key) -> bool {
    ui.input_mut(|input| input.consume_key(Modifiers::NONE, key))
}

/// Plus and minus zoom, F and Home show everything.
pub fn moved(ui: &Ui) -> Option<Move> {
    let is = |key| is_pressed(ui, key);
    if is(Key::Plus) || is(Key::Equals) {
        Some(Move::Zoom(1.5))
    } else if is(Key::Minus) {
        Some(Move::Zoom(1.0 / 1.5))
    } else if is(Key::F) || is(Key::Home) {
        Some(Move::Fit)
    } else {
        None
    }
}
