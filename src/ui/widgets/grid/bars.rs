//! The scroll bars: drag the thumb, or click beside it for a page.

use super::axis::Axis;
use super::frame::{Frame, ROW};
use super::source::GridSource;
use super::state::GridState;
use super::text::thousands;
use crate::ui::theme::{Tokens, fonts};
use egui::{Align2, Id, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};

pub(super) fn show(ui: &Ui, id: Id, state: &mut GridState, source: &dyn GridSource, frame: &Frame) {
    if let Some(track) = frame.row_bar {
        let response = bar(ui, id.with("rows"), "Scroll rows", track, 1, state);
        if response.dragged() {
            row_flag(ui, state, source, track);
        }
    }
    if let Some(track) = frame.column_bar {
        bar(ui, id.with("columns"), "Scroll columns", track, 0, state);
    }
}

/// `direction` is 0 for columns and 1 for rows, as egui counts the parts of a vector.
fn bar(
    ui: &Ui,
    id: Id,
    name: &str,
    track: Rect,
    direction: usize,
    state: &mut GridState,
) -> Response {
    // Out of the way of the Tab key: the grid itself scrolls by keys.
    let response = ui.interact(track, id, Sense::CLICK | Sense::DRAG);
    let mut grabbed = state.grabbed;
    let axis = if direction == 1 {
        &mut state.rows
    } else {
        &mut state.across
    };
    let length = f64::from(track.size()[direction]);
    let pointer = response
        .interact_pointer_pos()
        .map(|place| f64::from(place[direction] - track.min[direction]));
    if let Some(pointer) = pointer {
        let (start, thumb) = axis.thumb(length);
        if response.is_pointer_button_down_on() && ui.input(|input| input.pointer.any_pressed()) {
            if pointer < start {
                axis.by(-axis.view);
            } else if pointer > start + thumb {
                axis.by(axis.view);
            }
            grabbed = pointer - axis.thumb(length).0;
        } else if response.dragged() && response.drag_delta()[direction] != 0.0 {
            axis.drag_thumb(pointer - grabbed, length);
        }
    }
    let axis = *axis;
    state.grabbed = grabbed;

    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ScrollBar, ui.is_enabled(), name);
        info.value = Some(if axis.scrolls() {
            axis.offset / axis.most()
        } else {
            0.0
        });
        info
    });
    paint(ui, &response, track, direction, &axis);
    response
}

fn paint(ui: &Ui, response: &Response, track: Rect, direction: usize, axis: &Axis) {
    let tokens = Tokens::of(ui);
    let active = response.hovered() || response.dragged();
    let (start, length) = axis.thumb(f64::from(track.size()[direction]));
    let thickness = if active { 8.0 } else { 6.0 };
    let across = 1 - direction;
    let (mut min, mut size) = (track.min, vec2(0.0, 0.0));
    min[direction] += start as f32 + 2.0;
    size[direction] = (length as f32 - 4.0).max(4.0);
    min[across] = track.center()[across] - thickness / 2.0;
    size[across] = thickness;
    let colour = if response.dragged() {
        tokens.dim
    } else if active {
        tokens.strong_line
    } else {
        tokens.track
    };
    let thumb = Rect::from_min_size(min, size);
    ui.painter().rect_filled(thumb, thickness / 2.0, colour);
}

/// While a long table is dragged by its thumb, says which record is at the top.
fn row_flag(ui: &Ui, state: &GridState, source: &dyn GridSource, track: Rect) {
    let row = (state.rows.offset / ROW) as u64;
    if row >= source.rows() {
        return;
    }
    let tokens = Tokens::of(ui);
    let text = format!("Row {}", thousands(source.row_number(row)));
    let galley = ui
        .painter()
        .layout_no_wrap(text, fonts::strong(), tokens.text);
    let (start, length) = state.rows.thumb(f64::from(track.height()));
    let y = track.top() + (start + length / 2.0) as f32;
    let place = Align2::RIGHT_CENTER.anchor_size(
        pos2(track.left() - 10.0, y),
        galley.size() + vec2(20.0, 12.0),
    );
    ui.painter().rect(
        place,
        6.0,
        tokens.card,
        (1.0, tokens.line),
        egui::StrokeKind::Inside,
    );
    ui.painter()
        .galley(place.center() - galley.size() / 2.0, galley, tokens.text);
}
