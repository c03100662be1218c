//! A table of any size: paints what is visible and nothing else, and scrolls exactly at a million rows.

mod axis;
mod bars;
mod body;
mod columns;
mod frame;
mod glyphs;
mod grip;
mod header;
mod header_parts;
mod keys;
mod pen;
mod source;
mod state;
#[cfg(test)]
mod tests;
mod text;

/// A chip's tone is the kind of the chip widget.
pub use super::ChipKind as ChipTone;
pub use source::{
    CellKind, GridCell, GridChip, GridHeader, GridSource, PartLook, RowLook, RowMark, SortMark,
};
pub use state::GridState;

use egui::{EventFilter, Pos2, Rect, Role, Sense, StrokeKind, Ui, WidgetInfo};
use frame::Frame;

use crate::ui::focus;
use crate::ui::theme::Tokens;

/// What the user did. Rows are those of the view; [`GridSource::row_number`] names their records.
#[derive(Clone, Debug, PartialEq)]
pub enum GridEvent {
    /// A row was clicked or reached by the keyboard. The grid has selected it already.
    RowSelected(u64),
    /// Double click or Enter.
    RowActivated(u64),
    /// Secondary click: the place for a menu, and the column under it.
    RowMenu {
        row: u64,
        column: Option<usize>,
        at: Pos2,
    },
    HeaderClicked(usize),
    /// Secondary click on a header; a menu opens below the rectangle.
    ColumnMenu(usize, Rect),
    ChipClicked(usize, Rect),
    ColumnResized(usize),
}

/// Shows the grid in all the space there is. `name` is what a screen reader calls it.
pub fn grid(
    ui: &mut Ui,
    id: impl egui::AsIdSalt,
    name: &str,
    state: &mut GridState,
    source: &dyn GridSource,
) -> Vec<GridEvent> {
    let id = ui.make_persistent_id(id);
    let rect = ui.available_rect_before_wrap();
    ui.advance_cursor_after_rect(rect);
    let mut events = Vec::new();
    if !rect.is_positive() {
        return events;
    }

    let frame = Frame::new(rect, state, source);
    scroll_to_goal(state, &frame);
    let response = ui.interact(rect, id, Sense::CLICK | Sense::FOCUSABLE);
    response.widget_info(|| WidgetInfo::labeled(Role::Grid, ui.is_enabled(), name));
    ui.ctx().accesskit_node_builder(id, |node| {
        node.set_row_count(usize::try_from(source.rows()).unwrap_or(usize::MAX));
        node.set_column_count(source.columns());
    });
    if response.clicked() {
        response.request_focus();
    }
    focus::take(&response);
    let focused = response.has_focus();
    if focused {
        ui.memory_mut(|memory| {
            let filter = EventFilter {
                horizontal_arrows: true,
                vertical_arrows: true,
                ..Default::default()
            };
            memory.set_focus_lock_filter(id, filter);
        });
        events.extend(keys::act(ui, state, &frame, source.rows()));
    }
    frame.wheel(ui, state);
    if state.selected.is_some_and(|row| row >= source.rows()) {
        state.selected = None;
    }

    let tokens = Tokens::of(ui);
    ui.painter().rect_filled(rect, 0, tokens.ground);
    body::show(ui, id, state, source, &frame, &mut events);
    header::show(ui, id, state, source, &frame, &mut events);
    bars::show(ui, id, state, source, &frame);
    if focused {
        ui.painter()
            .rect_stroke(rect, 0, (1.5, tokens.accent), StrokeKind::Inside);
    }
    events
}

fn scroll_to_goal(state: &mut GridState, frame: &Frame) {
    let goal = std::mem::take(&mut state.goal);
    if let Some(row) = goal.row {
        let top = row as f64 * frame::ROW;
        state.rows.centre(top, top + frame::ROW);
    }
    if let Some(column) = goal.column {
        let span = state.columns.span(column);
        state.across.reveal(span.start, span.end);
    }
    frame.fit(state);
}
