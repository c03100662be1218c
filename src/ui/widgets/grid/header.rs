//! The header: names, roles, sorting, and the edges that change a column's width.

use super::GridEvent;
use super::columns::PADDING;
use super::frame::Frame;
use super::pen::Pen;
use super::source::{ChipTone, GridHeader, GridSource, SortMark};
use super::state::GridState;
use crate::ui::theme::{ChipColours, Tokens, fonts};
use egui::accesskit::SortDirection;
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{
    Color32, CursorIcon, FontId, Galley, Id, Painter, Pos2, Rect, Role, Sense, Shape, Stroke,
    StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use std::sync::Arc;

const GAP: f32 = 8.0;
const PILL_HEIGHT: f32 = 18.0;
const PILL_PADDING: f32 = 8.0;
const SORT_WIDTH: f32 = 10.0;
/// A name keeps this much before its chip shrinks to a dot.
const SHORTEST_NAME: f32 = 30.0;
const DOT: f32 = 10.0;
/// How far from a column's edge it can be grabbed.
const GRIP: f32 = 4.0;

pub(super) fn show(
    ui: &Ui,
    id: Id,
    state: &mut GridState,
    source: &dyn GridSource,
    frame: &Frame,
    events: &mut Vec<GridEvent>,
) {
    let tokens = Tokens::of(ui);
    let whole = frame.corner.union(frame.header);
    ui.painter().hline(
        frame.corner.left()
            ..=ui
                .max_rect()
                .right()
                .min(frame.body.right() + super::frame::BAR),
        whole.bottom() - 0.5,
        (1.0, tokens.line),
    );
    let columns = frame.visible_columns(state);
    for column in columns.clone() {
        head(ui, id, state, source, frame, column, events);
    }
    for column in columns {
        grip(ui, id, state, source, frame, column, events);
    }
}

fn head(
    ui: &Ui,
    id: Id,
    state: &GridState,
    source: &dyn GridSource,
    frame: &Frame,
    column: usize,
    events: &mut Vec<GridEvent>,
) {
    let tokens = Tokens::of(ui);
    let span = frame.column_span(state, &state.columns, column);
    let rect = Rect::from_x_y_ranges(span.start..=span.end, frame.header.y_range());
    let seen = rect.intersect(frame.header);
    let painter = ui.painter().with_clip_rect(seen);
    let header = source.header(column);
    let name = source.name(column);

    let response = ui.interact(seen, id.with(("head", column)), Sense::click());
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
        painter.rect_stroke(
            seen.shrink(1.0),
            4,
            (1.5, tokens.accent),
            StrokeKind::Inside,
        );
    }

    let parts = Parts::new(
        &painter,
        tokens,
        name,
        &header,
        rect.width() - 2.0 * PADDING,
    );
    let mut x = if header.numbers {
        rect.right() - PADDING - parts.width()
    } else {
        rect.left() + PADDING
    };
    let middle = rect.center().y;
    painter.galley(
        pos2(x, middle - parts.name.size().y / 2.0),
        parts.name.clone(),
        tokens.text,
    );
    x += parts.name.size().x;
    if let Some(sort) = header.sort {
        triangle(
            &painter,
            tokens,
            pos2(x + GAP + SORT_WIDTH / 2.0 - 2.0, middle),
            sort,
        );
        x += GAP + SORT_WIDTH - 2.0;
    }
    if let Some(badge) = &parts.badge {
        x += GAP;
        let colours = ChipColours {
            fill: tokens.attention_tint,
            text: tokens.attention_text,
        };
        x = pill(&painter, badge, colours, pos2(x, middle)).right();
    }
    let hovered = if let (Some(chip), Some(shown)) = (&header.chip, &parts.chip) {
        x += GAP;
        let colours = colours(tokens, chip.tone);
        let place = match shown {
            Some(galley) => pill(&painter, galley, colours, pos2(x, middle)),
            None => {
                painter.circle_filled(pos2(x + DOT / 2.0, middle), DOT / 2.0 - 1.0, colours.text);
                Rect::from_center_size(pos2(x + DOT / 2.0, middle), Vec2::splat(DOT))
            }
        };
        let target = place.intersect(seen);
        let button = ui.interact(target, id.with(("chip", column)), Sense::click());
        button.widget_info(|| {
            let label = format!("Role of {name}: {}", chip.text);
            WidgetInfo::labeled(Role::Button, ui.is_enabled(), label)
        });
        if button.clicked() {
            events.push(GridEvent::ChipClicked(column, place));
        }
        if button.hovered() || button.has_focus() {
            let width = if button.has_focus() { 1.5 } else { 1.0 };
            let radius = place.height() / 2.0;
            painter.rect_stroke(place, radius, (width, colours.text), StrokeKind::Outside);
        }
        let over = button.hovered();
        let button = button.on_hover_cursor(CursorIcon::PointingHand);
        if !chip.hover.is_empty() {
            button.on_hover_text(chip.hover.as_ref());
        }
        over
    } else {
        false
    };
    if !hovered && !header.hover.is_empty() {
        response.on_hover_text(header.hover.as_ref());
    } else if !hovered && parts.name.elided {
        response.on_hover_text(super::text::hover(name));
    }
}

/// The texts of a header, laid out for the room there is.
struct Parts {
    name: Arc<Galley>,
    sort: bool,
    badge: Option<Arc<Galley>>,
    /// Without a galley the chip is only a dot.
    chip: Option<Option<Arc<Galley>>>,
}

impl Parts {
    fn new(
        painter: &Painter,
        tokens: &Tokens,
        name: &str,
        header: &GridHeader<'_>,
        room: f32,
    ) -> Self {
        let small = |text: &str| line(painter, text, fonts::chip(), Color32::PLACEHOLDER, 160.0);
        let name = |room: f32| line(painter, name, fonts::strong(), tokens.text, room.max(8.0));
        let pill = |galley: &Arc<Galley>| GAP + galley.size().x + 2.0 * PILL_PADDING;
        let mut badge = header.badge.as_deref().map(small);
        let mut chip = header.chip.as_ref().map(|chip| Some(small(&chip.text)));
        let sort = if header.sort.is_some() {
            GAP + SORT_WIDTH - 2.0
        } else {
            0.0
        };
        let whole = name(f32::INFINITY);
        let chip_width = |chip: &Option<Option<Arc<Galley>>>| match chip {
            Some(Some(galley)) => pill(galley),
            Some(None) => GAP + DOT,
            None => 0.0,
        };
        let rest = |badge: &Option<Arc<Galley>>, chip: &Option<Option<Arc<Galley>>>| {
            room - sort - badge.as_ref().map_or(0.0, pill) - chip_width(chip)
        };
        let least = whole.size().x.min(SHORTEST_NAME);
        // What gives way first: the badge, which the hover text repeats, then the chip's word.
        if rest(&badge, &chip) < least {
            badge = None;
        }
        if rest(&badge, &chip) < least && chip.is_some() {
            chip = Some(None);
        }
        let rest = rest(&badge, &chip);
        let name = if whole.size().x <= rest {
            whole
        } else {
            name(rest)
        };
        Self {
            name,
            sort: header.sort.is_some(),
            badge,
            chip,
        }
    }

    fn width(&self) -> f32 {
        let pill = |galley: &Arc<Galley>| GAP + galley.size().x + 2.0 * PILL_PADDING;
        let mut width = self.name.size().x + self.badge.as_ref().map_or(0.0, pill);
        if self.sort {
            width += GAP + SORT_WIDTH - 2.0;
        }
        width
            + match &self.chip {
                Some(Some(galley)) => pill(galley),
                Some(None) => GAP + DOT,
                None => 0.0,
            }
    }
}

fn line(painter: &Painter, text: &str, font: FontId, colour: Color32, room: f32) -> Arc<Galley> {
    let (text, _) = super::text::head(text, super::text::CELL_CHARS);
    let text = super::text::one_line(text);
    let mut job = LayoutJob::single_section(text, TextFormat::simple(font, colour));
    job.wrap = TextWrapping {
        max_width: room,
        max_rows: 1,
        break_anywhere: true,
        overflow_character: Some('…'),
    };
    painter.layout_job(job)
}

fn colours(tokens: &Tokens, tone: ChipTone) -> ChipColours {
    match tone {
        ChipTone::Identifier => tokens.chip_identifier,
        ChipTone::Quasi => tokens.chip_quasi,
        ChipTone::Sensitive => tokens.chip_sensitive,
        ChipTone::Kept => tokens.chip_kept,
        ChipTone::Undecided => tokens.chip_undecided,
    }
}

/// A word on a rounded ground whose left edge is at `left`.
fn pill(painter: &Painter, galley: &Arc<Galley>, colours: ChipColours, left: Pos2) -> Rect {
    let size = vec2(galley.size().x + 2.0 * PILL_PADDING, PILL_HEIGHT);
    let rect = Rect::from_min_size(left - vec2(0.0, PILL_HEIGHT / 2.0), size);
    painter.rect_filled(rect, PILL_HEIGHT / 2.0, colours.fill);
    let place = rect.center() - galley.size() / 2.0;
    painter.galley(place, galley.clone(), colours.text);
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

/// The right edge of a column: drag to resize, double click to fit what is visible.
fn grip(
    ui: &Ui,
    id: Id,
    state: &mut GridState,
    source: &dyn GridSource,
    frame: &Frame,
    column: usize,
    events: &mut Vec<GridEvent>,
) {
    let edge = frame.column_span(state, &state.columns, column).end;
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
    let tokens = Tokens::of(ui);
    let name = source.name(column);
    let head = Parts::new(ui.painter(), tokens, name, &header, f32::INFINITY).width();
    let rows = frame.visible_rows(state);
    let mut pen = Pen::new(ui.ctx(), &mut state.glyphs, fonts::body(), frame.body.min);
    let body = rows
        .map(|row| pen.measure(source.cell(row, column).shown()))
        .fold(0.0, f32::max);
    // A point of reserve, because columns are whole points wide.
    head.max(body).ceil() + 1.0 + 2.0 * PADDING
}
