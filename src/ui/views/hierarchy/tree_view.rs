//! The tree itself: paints the visible rows and nothing else, so that a hundred thousand values cost no more
//! than fifty. Values and groups are dragged between groups, renamed in place, and walked by keyboard.

use super::facts::TreeFacts;
use super::outline::Outline;
use super::tree_input::{keys, target_at};
use crate::ui::theme::{CONTROL_RADIUS, Tokens, fonts, icons};
use crate::ui::widgets::number;
use crate::ui::widgets::parts;
use cloakroom_core::hierarchy::{Edit, Node};
use egui::{
    Align2, CursorIcon, Id, Key, LayerId, Margin, Order, Popup, Rect, Response, Role, Sense,
    StrokeKind, TextEdit, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};

pub const ROW: f32 = 26.0;
const INDENT: f32 = 16.0;
const CHEVRON: f32 = 20.0;
const BAR: f32 = 8.0;

/// What the user wants done to the tree.
pub enum Wish {
    Edit(Edit),
    /// The menu of a row was used for something that needs a name.
    Name(Naming),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    Group,
    Merge,
    Add,
}

/// Shows the tree in all the room there is. Without `editable` it can only be looked at.
pub fn show(ui: &mut Ui, outline: &mut Outline, facts: &TreeFacts, editable: bool) -> Vec<Wish> {
    let mut wishes = Vec::new();
    let id = ui.make_persistent_id("hierarchy tree");
    let rect = ui.available_rect_before_wrap();
    ui.advance_cursor_after_rect(rect);
    if !rect.is_positive() {
        return wishes;
    }
    let tokens = Tokens::of(ui);
    let whole = ui.interact(rect, id, Sense::CLICK | Sense::FOCUSABLE);
    whole.widget_info(|| WidgetInfo::labeled(Role::Tree, ui.is_enabled(), "Hierarchy"));
    let count = outline.rows().len();
    if whole.has_focus() && outline.renaming.is_none() {
        wishes.extend(keys(ui, id, outline, facts, editable));
    }
    scroll(ui, rect, outline, count);
    ui.painter().rect_filled(rect, 0, tokens.ground);
    let first = (outline.offset / f64::from(ROW)).floor() as usize;
    let last = (first + (rect.height() / ROW).ceil() as usize + 1).min(count);
    let mut inside = ui.new_child(UiBuilder::new().max_rect(rect));
    inside.set_clip_rect(rect.intersect(ui.clip_rect()));
    let wide = if count as f32 * ROW > rect.height() {
        BAR
    } else {
        0.0
    };
    for at in first..last {
        let top = rect.top() + (at as f64 * f64::from(ROW) - outline.offset) as f32;
        let place = Rect::from_min_size(pos2(rect.left(), top), vec2(rect.width() - wide, ROW));
        let node = outline.rows()[at];
        let focused = whole.has_focus() && outline.cursor == Some(node);
        row(
            &mut inside,
            id,
            place,
            outline,
            facts,
            node,
            focused,
            editable,
            &mut wishes,
        );
    }
    bar(&mut inside, id, rect, outline, count);
    if editable {
        wishes.extend(drag(ui, rect, outline, facts));
    }
    if whole.has_focus() {
        ui.painter()
            .rect_stroke(rect, 0, (1.5, tokens.accent), StrokeKind::Inside);
    }
    wishes
}

fn scroll(ui: &mut Ui, rect: Rect, outline: &mut Outline, count: usize) {
    let (row, height) = (f64::from(ROW), f64::from(rect.height()));
    if std::mem::take(&mut outline.reveal)
        && let Some(place) = outline.cursor.and_then(|cursor| outline.place_of(cursor))
    {
        let top = place as f64 * row;
        if top < outline.offset || top + row > outline.offset + height {
            outline.offset = if top < outline.offset {
                top
            } else {
                top + row - height
            };
        }
    }
    if ui.rect_contains_pointer(rect) {
        let delta = ui.input(|input| input.smooth_scroll_delta().y);
        if delta != 0.0 {
            outline.offset -= f64::from(delta);
            ui.input_mut(|input| input.smooth_scroll_delta.y = 0.0);
        }
    }
    // Near an edge a drag scrolls on.
    if outline.dragging
        && let Some(pointer) = ui.ctx().pointer_latest_pos()
    {
        let step = if pointer.y < rect.top() + ROW {
            -8.0
        } else if pointer.y > rect.bottom() - ROW {
            8.0
        } else {
            0.0
        };
        if step != 0.0 {
            outline.offset += step;
            ui.ctx().request_repaint();
        }
    }
    outline.offset = outline
        .offset
        .clamp(0.0, (count as f64 * row - height).max(0.0));
}

fn bar(ui: &mut Ui, id: Id, rect: Rect, outline: &mut Outline, count: usize) {
    let (all, seen) = (count as f64 * f64::from(ROW), f64::from(rect.height()));
    if all <= seen {
        return;
    }
    let tokens = Tokens::of(ui);
    let track = Rect::from_min_max(pos2(rect.right() - BAR, rect.top()), rect.max);
    let length = (track.height() as f64 * seen / all).max(24.0) as f32;
    let room = f64::from(track.height() - length);
    let top = track.top() + (room * outline.offset / (all - seen)) as f32;
    let thumb = Rect::from_min_size(pos2(track.left() + 2.0, top), vec2(BAR - 3.0, length));
    let response = ui.interact(track, id.with("bar"), Sense::DRAG);
    if response.dragged() && room > 0.0 {
        outline.offset += f64::from(response.drag_delta().y) / room * (all - seen);
        outline.offset = outline.offset.clamp(0.0, all - seen);
    }
    let colour = if response.hovered() || response.dragged() {
        tokens.dim
    } else {
        tokens.strong_line
    };
    ui.painter().rect_filled(thumb, 3, colour);
}

#[expect(
    clippy::too_many_arguments,
    reason = "one row, painted from what the tree lends"
)]
fn row(
    ui: &mut Ui,
    id: Id,
    rect: Rect,
    outline: &mut Outline,
    facts: &TreeFacts,
    node: Node,
    focused: bool,
    editable: bool,
    wishes: &mut Vec<Wish>,
) {
    let tree = &facts.tree;
    let label = tree.label(node);
    let is_group = node.level > 0;
    let response = ui.interact(rect, id.with(node), Sense::CLICK | Sense::DRAG);
    let shown = if label.is_empty() { "(missing)" } else { label };
    response.widget_info(|| {
        let selected = outline.selected.contains(&node);
        WidgetInfo::selected(Role::TreeItem, ui.is_enabled(), selected, shown)
    });
    let is_open = is_group && outline.is_open(tree, node);
    if is_group {
        ui.ctx()
            .accesskit_node_builder(response.id, |builder| builder.set_expanded(is_open));
    }
    let indent = rect.left() + 6.0 + (tree.top().level - node.level) as f32 * INDENT;
    if outline
        .renaming
        .as_ref()
        .is_some_and(|(other, _)| *other == node)
    {
        let field = Rect::from_min_max(pos2(indent + CHEVRON - 6.0, rect.top() + 1.0), rect.max);
        wishes.extend(rename(ui, field, outline));
        return;
    }
    paint(
        ui,
        rect,
        indent,
        outline,
        facts,
        node,
        &response,
        (focused, is_open),
    );
    if response.clicked() {
        ui.memory_mut(|memory| memory.request_focus(id));
        let on_chevron = response
            .interact_pointer_pos()
            .is_some_and(|pointer| (indent..indent + CHEVRON).contains(&pointer.x));
        let modifiers = ui.input(|input| input.modifiers);
        if is_group && on_chevron {
            outline.set_open(tree, node, !is_open);
        } else if modifiers.shift {
            outline.extend_to(node);
        } else if modifiers.command {
            outline.toggle(node);
        } else {
            outline.select_only(node);
        }
    }
    if response.double_clicked() && is_group {
        outline.set_open(tree, node, !is_open);
    }
    if response.secondary_clicked() && !outline.selected.contains(&node) {
        outline.select_only(node);
    }
    if editable && response.drag_started() && node != tree.top() {
        if !outline.selected.contains(&node) {
            outline.select_only(node);
        }
        outline.dragging = true;
    }
    if editable {
        Popup::context_menu(&response)
            .width(230.0)
            .show(|ui| wishes.extend(super::menu::of_row(ui, outline, facts, node)));
    }
    if is_group {
        let values = number::counted(u64::from(facts.values(node)), "value");
        let records = number::counted(facts.records(node), "record");
        response.on_hover_text(format!("{shown}: {values}, {records}"));
    } else if !facts.is_in_data(node.at) && !label.is_empty() {
        response.on_hover_text("No record has this value.");
    }
}

#[expect(
    clippy::too_many_arguments,
    reason = "one row, painted from what the tree lends"
)]
fn paint(
    ui: &Ui,
    rect: Rect,
    indent: f32,
    outline: &Outline,
    facts: &TreeFacts,
    node: Node,
    response: &Response,
    (focused, is_open): (bool, bool),
) {
    let tokens = Tokens::of(ui);
    let painter = ui.painter();
    let ground = rect.shrink2(vec2(3.0, 1.0));
    if outline.selected.contains(&node) {
        painter.rect_filled(ground, CONTROL_RADIUS, tokens.accent_tint);
    } else if response.hovered() && !outline.dragging {
        painter.rect_filled(ground, CONTROL_RADIUS, tokens.hover_tint);
    }
    if focused {
        painter.rect_stroke(
            ground,
            CONTROL_RADIUS,
            (1.0, tokens.accent),
            StrokeKind::Inside,
        );
    }
    let is_group = node.level > 0;
    let label = facts.tree.label(node);
    if is_group {
        let icon = if is_open { icons::EXPAND } else { icons::NEXT };
        let centre = pos2(indent + CHEVRON / 2.0 - 2.0, rect.center().y);
        parts::put_icon(painter, centre, icon, 16.0, tokens.dim);
    }
    let records = facts.records(node);
    let detail = match (is_group, facts.values(node)) {
        (true, 0) => "empty".to_owned(),
        (true, values) => format!(
            "{} · {}",
            number::count(u64::from(values)),
            number::count(records)
        ),
        (false, _) if facts.is_in_data(node.at) => number::count(records),
        (false, _) => "not in the data".to_owned(),
    };
    let detail = parts::line(ui, &detail, fonts::detail(), tokens.dim);
    let end = parts::put_right(painter, rect.right_center() - vec2(8.0, 0.0), detail);
    let (font, colour) = if is_group {
        (fonts::strong(), tokens.text)
    } else if facts.is_in_data(node.at) || label.is_empty() {
        (fonts::body(), tokens.text)
    } else {
        (fonts::body(), tokens.dim)
    };
    let start = pos2(indent + CHEVRON, rect.center().y);
    let shown = if label.is_empty() { "(missing)" } else { label };
    let (text, _) = parts::line_within(ui, shown, font, colour, end - start.x - 10.0);
    parts::put_left(painter, start, text);
}

/// The field in place of a label.
fn rename(ui: &mut Ui, rect: Rect, outline: &mut Outline) -> Option<Wish> {
    let (node, draft) = outline.renaming.as_mut()?;
    let edit = TextEdit::singleline(draft)
        .margin(Margin::symmetric(6, 2))
        .desired_width(rect.width() - 12.0);
    let response = ui
        .place(rect, edit)
        .accessible_name("New name of the group");
    if !response.lost_focus() {
        if !response.has_focus() {
            response.request_focus();
        }
        return None;
    }
    let given_up = ui.input(|input| input.key_pressed(Key::Escape));
    let edit = Edit::Rename {
        node: *node,
        label: draft.trim().to_owned(),
    };
    outline.renaming = None;
    (!given_up).then_some(Wish::Edit(edit))
}

/// While something is dragged: where it would go, and where it went.
fn drag(ui: &mut Ui, rect: Rect, outline: &mut Outline, facts: &TreeFacts) -> Option<Wish> {
    if !outline.dragging {
        return None;
    }
    let tokens = Tokens::of(ui);
    let nodes = outline.chosen()?;
    let pointer = ui.ctx().pointer_latest_pos()?;
    let over = ((f64::from(pointer.y - rect.top()) + outline.offset) / f64::from(ROW)) as usize;
    let hovered = rect
        .contains(pointer)
        .then(|| outline.rows().get(over).copied());
    let target = hovered
        .flatten()
        .and_then(|row| target_at(&facts.tree, &nodes, row));
    if ui.input(|input| !input.pointer.any_down()) {
        outline.dragging = false;
        let to = target?;
        return Some(Wish::Edit(Edit::Move { nodes, to }));
    }
    if ui.input(|input| input.key_pressed(Key::Escape)) {
        outline.dragging = false;
        return None;
    }
    ui.ctx().set_cursor_icon(if target.is_some() {
        CursorIcon::Grabbing
    } else {
        CursorIcon::NotAllowed
    });
    if let Some(place) = target.and_then(|target| outline.place_of(target)) {
        let top = rect.top() + (place as f64 * f64::from(ROW) - outline.offset) as f32;
        let shape = Rect::from_min_size(pos2(rect.left(), top), vec2(rect.width(), ROW));
        ui.painter().with_clip_rect(rect).rect_stroke(
            shape.shrink2(vec2(3.0, 1.0)),
            CONTROL_RADIUS,
            (2.0, tokens.accent),
            StrokeKind::Inside,
        );
    }
    let words = match target {
        Some(to) => Edit::Move { nodes, to }.name(&facts.tree),
        None => "drop on a group one level above".to_owned(),
    };
    let layer = LayerId::new(Order::Tooltip, Id::unique("dragged values"));
    let painter = ui.ctx().layer_painter(layer);
    let text = parts::line(ui, &words, fonts::detail(), tokens.text);
    let place = Align2::LEFT_CENTER
        .anchor_size(pointer + vec2(20.0, 6.0), text.size())
        .expand2(vec2(8.0, 4.0));
    painter.rect(
        place,
        CONTROL_RADIUS,
        tokens.card,
        (1.0, tokens.line),
        StrokeKind::Inside,
    );
    painter.galley(place.min + vec2(8.0, 4.0), text, tokens.text);
    None
}
