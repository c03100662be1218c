//! What every picture that takes the rest of a view has in common: its room, what the keyboard does to it, and the
//! buttons that move and zoom.

use crate::ui::theme::icons;
use crate::ui::widgets::icon_button;
use egui::{
    Align, EventFilter, Id, Key, Layout, Modifiers, Rect, Response, Role, Sense, Ui, WidgetInfo,
    vec2,
};

/// How much closer one step comes.
const CLOSER: f32 = 1.5;

/// What was asked for by a button or a key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Move {
    Fit,
    Zoom(f32),
}

/// All the room that is left, under the name that a screen reader says; `None` if there is none.
pub fn canvas(ui: &mut Ui, name: &str, sense: Sense) -> Option<(Rect, Response)> {
    let rect = ui.available_rect_before_wrap();
    ui.advance_cursor_after_rect(rect);
    if !rect.is_positive() {
        return None;
    }
    let response = ui.interact(rect, Id::unique(("canvas", name)), sense);
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, ui.is_enabled(), name));
    Some((rect, response))
}

/// What the buttons at the right end of a toolbar ask for; written from the right.
pub fn zoom_buttons(ui: &mut Ui) -> Option<Move> {
    ui.spacing_mut().item_spacing.x = 2.0;
    let mut moved = None;
    for (icon, name, step) in [
        (icons::FIT, "Fit", Move::Fit),
        (icons::ZOOM_IN, "Zoom in", Move::Zoom(CLOSER)),
        (icons::ZOOM_OUT, "Zoom out", Move::Zoom(1.0 / CLOSER)),
    ] {
        if icon_button(ui, icon, name).clicked() {
            moved = Some(step);
        }
    }
    moved
}

/// What is set in a line with what stands at its right end; two lines where there is less room than both need.
pub fn line_of_tools(
    ui: &mut Ui,
    needed: f32,
    tools: impl FnOnce(&mut Ui),
    at_right: impl FnOnce(&mut Ui),
) {
    let from_the_right = Layout::right_to_left(Align::Center);
    if ui.available_width() < needed {
        ui.horizontal_wrapped(tools);
        let room = vec2(ui.available_width(), 30.0);
        ui.allocate_ui_with_layout(room, from_the_right, at_right);
        return;
    }
    let room = vec2(ui.available_width(), 32.0);
    ui.allocate_ui_with_layout(room, Layout::left_to_right(Align::Center), |ui| {
        tools(ui);
        ui.with_layout(from_the_right, at_right);
    });
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
        Some(Move::Zoom(CLOSER))
    } else if is(Key::Minus) {
        Some(Move::Zoom(1.0 / CLOSER))
    } else if is(Key::F) || is(Key::Home) {
        Some(Move::Fit)
    } else {
        None
    }
}
