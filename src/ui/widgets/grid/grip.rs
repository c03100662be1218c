//! The edges between headers, which change a column's width.

use super::GridEvent;
use super::columns::PADDING;
use super::frame::Frame;
use super::header_parts::Parts;
use super::pen::Pen;
use super::source::GridSource;
use super::state::GridState;
use crate::ui::theme::{Tokens, fonts};
use egui::{CursorIcon, Id, Rect, Role, Sense, Ui, WidgetInfo};

/// How far from a column's edge it can be grabbed.
const GRIP: f32 = 4.0;

/// The right edge of a column: drag to resize, double click to fit what is visible.
pub(super) fn show(
    ui: &Ui,
    id: Id,
    state: &mut GridState,
    source: &dyn GridSource,
    frame: &Frame,
    column: usize,
    events: &mut Vec<GridEvent>,
) {
    let edge = frame.column_span(state, column).end;
    if edge > frame.header.right() + GRIP {
        return;
    }
    let name = source.name(column);
    let rect = Rect::from_x_y_ranges(edge - GRIP..=edge + GRIP, frame.header.y_range());
    let response = ui.interact(
        rect.intersect(frame.header),
        id.with(("grip", column)),
        Sense::CLICK | Sense::DRAG,
    );
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Splitter, ui.is_enabled(), format!("Width of {name}"))
    });
    if response.drag_started() {
        state.resizing = state.columns.width(column);
    }
    if response.double_clicked() {
        let width = fitting(ui, state, source, frame, column);
        state.set_column_width(column, name, width);
        events.push(GridEvent::ColumnResized(column));
    } else if let Some(moved) = response.total_drag_delta()
        && response.dragged()
    {
        state.set_column_width(column, name, state.resizing + moved.x);
        events.push(GridEvent::ColumnResized(column));
    }
    if response.hovered() || response.dragged() {
        let tokens = Tokens::of(ui);
        let painter = ui.painter().with_clip_rect(frame.header);
        let reach = frame.header.y_range().shrink(6.0);
        painter.vline(edge, reach, (2.0, tokens.strong_line));
    }
    response.on_hover_and_drag_cursor(CursorIcon::ResizeHorizontal);
}

fn fitting(
    ui: &Ui,
    state: &mut GridState,
    source: &dyn GridSource,
    frame: &Frame,
    column: usize,
) -> f32 {
    let header = source.header(column);
    let name = source.name(column);
    let head = Parts::new(ui, name, &header, f32::INFINITY).width();
    let rows = frame.visible_rows(state);
    let mut pen = Pen::new(ui.ctx(), &mut state.glyphs, fonts::body(), frame.body.min);
    let body = rows
        .map(|row| pen.measure(source.cell(row, column).shown()))
        .fold(0.0, f32::max);
    // A point of reserve, because columns are whole points wide.
    head.max(body).ceil() + 1.0 + 2.0 * PADDING
}
