//! The header: names, roles and sorting.

use super::GridEvent;
use super::columns::PADDING;
use super::frame::{BAR, Frame};
use super::header_parts::{ChipSize, DOT, GAP, PILL_PADDING, Parts, SORT_WIDTH};
use super::source::{GridChip, GridHeader, GridSource, SortMark};
use super::state::GridState;
use crate::ui::theme::Tokens;
use crate::ui::widgets::Chip;
use egui::accesskit::SortDirection;
use egui::{
    CursorIcon, Galley, Id, Painter, Pos2, Rect, Response, Role, Sense, Shape, Stroke, StrokeKind,
    Ui, UiBuilder, Vec2, WidgetInfo, pos2, vec2,
};
use std::sync::Arc;

const BADGE_HEIGHT: f32 = 18.0;

pub(super) fn show(
    ui: &mut Ui,
    id: Id,
    state: &mut GridState,
    source: &dyn GridSource,
    frame: &Frame,
    events: &mut Vec<GridEvent>,
) {
    let bar = if frame.row_bar.is_some() { BAR } else { 0.0 };
    ui.painter().hline(
        frame.corner.left()..=frame.header.right() + bar,
        frame.header.bottom() - 0.5,
        (1.0, Tokens::of(ui).line),
    );
    let columns = frame.visible_columns(state);
    for column in columns.clone() {
        head(ui, id, state, source, frame, column, events);
    }
    // After the headers, because an edge reaches into both of its neighbours.
    for column in columns {
        super::grip::show(ui, id, state, source, frame, column, events);
    }
}

fn head(
    ui: &mut Ui,
    id: Id,
    state: &GridState,
    source: &dyn GridSource,
    frame: &Frame,
    column: usize,
    events: &mut Vec<GridEvent>,
) {
    let tokens = Tokens::of(ui);
    let span = frame.column_span(state, column);
    let rect = Rect::from_x_y_ranges(span.start..=span.end, frame.header.y_range());
    let seen = rect.intersect(frame.header);
    let painter = ui.painter().with_clip_rect(seen);
    let header = source.header(column);
    let name = source.name(column);

    let response = ui.interact(seen, id.with(("head", column)), Sense::click());
    describe(ui, &response, name, &header, column);
    if response.clicked() {
        events.push(GridEvent::HeaderClicked(column));
    }
    if response.secondary_clicked() {
        events.push(GridEvent::ColumnMenu(column, seen));
    }
    if response.hovered() {
        painter.rect_filled(seen, 0, tokens.text.gamma_multiply(0.04));
    }
    if response.has_focus() {
        let ring = seen.shrink(1.0);
        painter.rect_stroke(ring, 4, (1.5, tokens.accent), StrokeKind::Inside);
    }

    let parts = Parts::new(ui, name, &header, rect.width() - 2.0 * PADDING);
    let middle = rect.center().y;
    let mut x = if header.numbers {
        rect.right() - PADDING - parts.width()
    } else {
        rect.left() + PADDING
    };
    let top = middle - parts.name.size().y / 2.0;
    painter.galley(pos2(x, top), parts.name.clone(), tokens.text);
    x += parts.name.size().x;
    if let Some(sort) = header.sort {
        triangle(
            &painter,
            tokens,
            pos2(x + GAP + SORT_WIDTH / 2.0, middle),
            sort,
        );
        x += GAP + SORT_WIDTH;
    }
    if let Some(badge) = &parts.badge {
        x = paint_badge(&painter, tokens, badge, pos2(x + GAP, middle)).right();
    }
    let mut over_chip = false;
    if let (Some(chip), Some(size)) = (&header.chip, parts.chip) {
        let size = match size {
            ChipSize::Word(width) => vec2(width, seen.height()),
            ChipSize::Dot => Vec2::splat(DOT),
        };
        let place = Rect::from_center_size(pos2(x + GAP + size.x / 2.0, middle), size);
        let button = show_chip(ui, id.with(("chip", column)), name, chip, place, seen);
        over_chip = button.hovered();
        if button.clicked() {
            events.push(GridEvent::ChipClicked(column, button.rect));
        }
    }
    if over_chip {
        return;
    }
    if !header.hover.is_empty() {
        response.on_hover_text(header.hover.as_ref());
    } else if parts.name.elided {
        response.on_hover_text(super::text::hover(name));
    }
}

fn describe(ui: &Ui, response: &Response, name: &str, header: &GridHeader<'_>, column: usize) {
    response.widget_info(|| WidgetInfo::labeled(Role::ColumnHeader, ui.is_enabled(), name));
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_column_index(column);
        match header.sort {
            Some(SortMark::Ascending) => node.set_sort_direction(SortDirection::Ascending),
            Some(SortMark::Descending) => node.set_sort_direction(SortDirection::Descending),
            None => {}
        }
        if let Some(badge) = &header.badge {
            node.set_description(badge.as_ref());
        }
    });
}

/// The chip in `place`; a place too narrow for its word shows a dot of its colour.
fn show_chip(
    ui: &mut Ui,
    id: Id,
    name: &str,
    chip: &GridChip<'_>,
    place: Rect,
    seen: Rect,
) -> Response {
    let label = format!("Role of {name}: {}", chip.text);
    let response = if place.width() > DOT {
        let mut inside = ui.new_child(UiBuilder::new().scope_id(id).max_rect(place));
        inside.set_clip_rect(seen.intersect(ui.clip_rect()));
        inside.put(place, Chip::new(chip.tone, &chip.text).clickable(&label))
    } else {
        let response = ui.interact(place.intersect(seen), id, Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), &label));
        let colours = chip.tone.colours(Tokens::of(ui));
        let painter = ui.painter().with_clip_rect(seen);
        painter.circle_filled(place.center(), DOT / 2.0 - 1.0, colours.text);
        if response.hovered() || response.has_focus() {
            painter.circle_stroke(place.center(), DOT / 2.0 + 1.0, (1.0, colours.text));
        }
        response
    };
    let response = response.on_hover_cursor(CursorIcon::PointingHand);
    if chip.hover.is_empty() {
        response
    } else {
        response.on_hover_text(chip.hover.as_ref())
    }
}

/// A word of warning on a rounded ground whose left edge is at `left`.
fn paint_badge(painter: &Painter, tokens: &Tokens, badge: &Arc<Galley>, left: Pos2) -> Rect {
    let size = vec2(badge.size().x + 2.0 * PILL_PADDING, BADGE_HEIGHT);
    let rect = Rect::from_min_size(left - vec2(0.0, BADGE_HEIGHT / 2.0), size);
    painter.rect_filled(rect, 4, tokens.attention_tint);
    let place = rect.center() - badge.size() / 2.0;
    painter.galley(place, badge.clone(), tokens.attention_text);
    rect
}

fn triangle(painter: &Painter, tokens: &Tokens, centre: Pos2, sort: SortMark) {
    let up = if sort == SortMark::Ascending {
        1.0
    } else {
        -1.0
    };
    let corners = [(-4.0, 2.5), (4.0, 2.5), (0.0, -3.0)];
    let corners = corners.map(|(x, y)| centre + vec2(x, y * up)).to_vec();
    painter.add(Shape::convex_polygon(corners, tokens.dim, Stroke::NONE));
}
