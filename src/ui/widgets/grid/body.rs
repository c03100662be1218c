//! The rows: their marks, numbers and cells.

use super::GridEvent;
use super::columns::{PADDING, SHARES};
use super::frame::{Frame, MARK};
use super::pen::{Ink, Pen};
use super::source::{CellKind, GridCell, GridSource, PartLook, RowLook, RowMark};
use super::state::GridState;
use super::text::{hover, thousands};
use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::marks;
use egui::{
    Align, Align2, Color32, Id, Painter, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2,
};

pub(super) fn show(
    ui: &Ui,
    id: Id,
    state: &mut GridState,
    source: &dyn GridSource,
    frame: &Frame,
    events: &mut Vec<GridEvent>,
) {
    let area = frame.gutter.union(frame.body);
    let tokens = Tokens::of(ui);
    if source.rows() == 0 || source.columns() == 0 {
        let text = if source.columns() == 0 {
            "No columns"
        } else {
            "No rows"
        };
        ui.painter().with_clip_rect(area).text(
            area.center(),
            Align2::CENTER_CENTER,
            text,
            fonts::body(),
            tokens.dim,
        );
    }
    let ground = ui.painter().with_clip_rect(area);
    let mut rows = Vec::new();
    for row in frame.visible_rows(state) {
        let rect = frame.row_rect(state, row);
        let response = ui.interact(
            rect.intersect(area),
            id.with(("row", row)),
            // Rows take clicks, but the Tab key passes them: the grid has the focus.
            Sense::CLICK,
        );
        let look = source.row_look(row);
        describe(ui, &response, state, source, frame, row, look);
        react(ui, id, &response, state, frame, row, events);
        paint_ground(
            &ground,
            tokens,
            rect,
            look,
            state.selected == Some(row),
            response.hovered(),
        );
        rows.push((row, rect, look, response));
    }
    paint_gutter(ui, state, source, frame, &rows);
    paint_cells(ui, state, source, frame, &rows);
}

type Shown = (u64, Rect, RowLook, Response);

fn react(
    ui: &Ui,
    id: Id,
    response: &Response,
    state: &mut GridState,
    frame: &Frame,
    row: u64,
    events: &mut Vec<GridEvent>,
) {
    if response.clicked() || response.secondary_clicked() {
        ui.memory_mut(|memory| memory.request_focus(id));
        if state.selected != Some(row) || response.clicked() {
            state.selected = Some(row);
            events.push(GridEvent::RowSelected(row));
        }
    }
    if response.double_clicked() {
        events.push(GridEvent::RowActivated(row));
    }
    if response.secondary_clicked() {
        let at = response
            .interact_pointer_pos()
            .unwrap_or(response.rect.center());
        let column = column_at(state, frame, at.x);
        events.push(GridEvent::RowMenu { row, column, at });
    }
}

fn column_at(state: &GridState, frame: &Frame, x: f32) -> Option<usize> {
    if !frame.body.x_range().contains(x) {
        return None;
    }
    state
        .columns
        .at(f64::from(x - frame.body.left()) + state.across.offset)
}

fn describe(
    ui: &Ui,
    response: &Response,
    state: &GridState,
    source: &dyn GridSource,
    frame: &Frame,
    row: u64,
    look: RowLook,
) {
    response.widget_info(|| {
        let mut label = format!("Row {}:", thousands(source.row_number(row)));
        for (at, column) in frame.visible_columns(state).enumerate() {
            label.push_str(if at == 0 { " " } else { ", " });
            label.push_str(source.cell(row, column).spoken());
        }
        if look.mark != RowMark::Plain {
            label.push_str("; ");
            label.push_str(look.mark.word());
        }
        WidgetInfo::labeled(Role::Row, ui.is_enabled(), label)
    });
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_row_index(usize::try_from(row).unwrap_or(usize::MAX));
        node.set_selected(state.selected == Some(row));
    });
}

fn paint_ground(
    painter: &Painter,
    tokens: &Tokens,
    rect: Rect,
    look: RowLook,
    selected: bool,
    hovered: bool,
) {
    let fill = if selected {
        Some(tokens.accent_tint)
    } else if look.mark == RowMark::Violates {
        Some(tokens.violates_tint)
    } else {
        None
    };
    if let Some(fill) = fill {
        painter.rect_filled(rect, 0, fill);
    }
    if look.related && !selected {
        painter.rect_filled(rect, 0, tokens.accent.gamma_multiply(0.07));
    }
    if hovered && !selected {
        painter.rect_filled(rect, 0, tokens.text.gamma_multiply(0.05));
    }
    let line = (1.0, tokens.line.gamma_multiply(0.55));
    painter.hline(rect.x_range(), rect.bottom() - 0.5, line);
    if look.begins {
        painter.hline(rect.x_range(), rect.top() - 0.5, (1.0, tokens.strong_line));
    }
    // The selected row and those that belong to it, whatever their own colour.
    let edge = if selected { 1.0 } else { 0.45 };
    if selected || look.related {
        let bar = Rect::from_min_max(rect.min, pos2(rect.left() + 3.0, rect.bottom()));
        painter.rect_filled(bar, 0, tokens.accent.gamma_multiply(edge));
    }
}

fn paint_gutter(
    ui: &Ui,
    state: &mut GridState,
    source: &dyn GridSource,
    frame: &Frame,
    rows: &[Shown],
) {
    let tokens = Tokens::of(ui);
    let painter = ui.painter().with_clip_rect(frame.gutter);
    let mut pen = Pen::new(ui.ctx(), &mut state.glyphs, fonts::body(), frame.gutter.min);
    for (row, rect, look, _) in rows {
        let place = Rect::from_min_max(
            pos2(rect.left() + MARK, rect.top()),
            pos2(frame.gutter.right() - 8.0, rect.bottom()),
        );
        let number = thousands(source.row_number(*row));
        pen.write(place, &number, Align::Max, tokens.dim, None);
        paint_mark(
            &painter,
            tokens,
            pos2(rect.left() + MARK / 2.0 + 2.0, rect.center().y),
            look.mark,
        );
    }
    painter.extend(pen.finish());
    if state.across.offset > 0.0 {
        let x = frame.gutter.right() - 0.5;
        painter.vline(x, frame.gutter.y_range(), (1.0, tokens.line));
    }
}

/// Shape and colour together say what a record is.
fn paint_mark(painter: &Painter, tokens: &Tokens, centre: egui::Pos2, mark: RowMark) {
    match mark {
        RowMark::Plain => {}
        RowMark::Satisfied => marks::disc(painter, centre, 4.0, tokens.satisfied),
        RowMark::Violates => marks::diamond(painter, centre, 5.5, tokens.violates),
        RowMark::LeftOut => {
            painter.circle_stroke(centre, 3.5, (1.5, tokens.dim));
        }
    }
}

fn paint_cells(
    ui: &Ui,
    state: &mut GridState,
    source: &dyn GridSource,
    frame: &Frame,
    rows: &[Shown],
) {
    let tokens = Tokens::of(ui);
    let painter = ui.painter().with_clip_rect(frame.body);
    let spans: Vec<_> = frame
        .visible_columns(state)
        .map(|column| {
            let numbers = source.header(column).numbers;
            (column, frame.column_span(state, column), numbers)
        })
        .collect();
    let mut pen = Pen::new(ui.ctx(), &mut state.glyphs, fonts::body(), frame.body.min);
    for (row, rect, look, response) in rows {
        let pointer = response.hover_pos();
        for (column, span, numbers) in &spans {
            let cell = source.cell(*row, *column);
            let whole = Rect::from_x_y_ranges(span.start..=span.end, rect.y_range());
            if cell.changed {
                painter.rect_filled(whole, 0, tokens.accent.gamma_multiply(0.12));
            }
            let mut place = whole.shrink2(egui::vec2(PADDING, 0.0));
            if !cell.shares.is_empty() {
                let bar = place.with_max_x(place.left() + SHARES);
                paint_shares(&painter, tokens, bar, &cell.shares);
                place.min.x = bar.right() + PADDING;
            }
            let (align, colour) = manner(&cell, *numbers, look, tokens);
            pen.dip(inks(&cell, tokens));
            let written = pen.write(place, cell.shown(), align, colour, cell.found.clone());
            for (span, colour) in &written.struck {
                let y = place.center().y + 1.0;
                painter.hline(*span, y, (1.0, *colour));
            }
            if let Some(found) = written.marked {
                let behind = Rect::from_x_y_ranges(found, place.y_range().shrink(4.0));
                painter.rect_filled(
                    behind.expand2(egui::vec2(1.0, 0.0)),
                    3,
                    tokens.attention.gamma_multiply(0.35),
                );
            }
            if written.cut && pointer.is_some_and(|place| whole.contains(place)) {
                let text = hover(&cell.text);
                response.clone().on_hover_text_at_pointer(text);
            }
        }
    }
    painter.extend(pen.finish());
}

fn inks(cell: &GridCell<'_>, tokens: &Tokens) -> Vec<Ink> {
    let parts = cell.parts.iter();
    parts
        .map(|(bytes, look)| Ink {
            bytes: bytes.clone(),
            colour: match look {
                PartLook::General => tokens.attention_text,
                PartLook::Gone => tokens.dim,
            },
            struck: *look == PartLook::Gone,
        })
        .collect()
}

/// The largest share darkest, each next one fainter: how many there are and whether one outweighs the others.
fn paint_shares(painter: &Painter, tokens: &Tokens, bar: Rect, shares: &[f32]) {
    let bar = Rect::from_center_size(bar.center(), egui::vec2(bar.width(), 10.0));
    painter.rect_filled(bar, 2, tokens.track.gamma_multiply(0.6));
    let mut left = bar.left();
    let mut strength = 0.9;
    for share in shares {
        let right = (left + share * bar.width()).min(bar.right());
        // Thinner than this no edge can be seen; what is left shows the track.
        if right - left < 1.0 {
            break;
        }
        let part = Rect::from_x_y_ranges(left..=(right - 0.75), bar.y_range());
        painter.rect_filled(part, 1, tokens.sensitive.gamma_multiply(strength));
        left = right;
        strength = (strength * 0.72_f32).max(0.2);
    }
}

fn manner(cell: &GridCell<'_>, numbers: bool, look: &RowLook, tokens: &Tokens) -> (Align, Color32) {
    let colour = match cell.kind {
        CellKind::Text | CellKind::Number if look.mark != RowMark::LeftOut => tokens.text,
        _ => tokens.dim,
    };
    let align = match cell.kind {
        CellKind::Number => Align::Max,
        // A gap stands where its column's numbers would.
        CellKind::Missing | CellKind::Hidden if numbers => Align::Max,
        _ => Align::Min,
    };
    (align, colour)
}
