//! The tree by keyboard, and where a drop leads.

use super::facts::TreeFacts;
use super::outline::Outline;
use super::tree_view::{Naming, Wish};
use cloakroom_core::hierarchy::{Node, Tree};
use egui::{EventFilter, Id, Key, Modifiers, Ui};

/// The group that nodes dropped on this row would go to.
pub fn target_at(tree: &Tree, nodes: &[Node], row: Node) -> Option<Node> {
    let level = nodes.first()?.level;
    let target = if row.level == level + 1 {
        row
    } else if row.level == level {
        tree.parent(row)?
    } else {
        return None;
    };
    let moves = nodes.iter().any(|&node| tree.parent(node) != Some(target));
    moves.then_some(target)
}

/// Arrows walk and open, Shift extends, F2 renames.
pub fn keys(
    ui: &mut Ui,
    id: Id,
    outline: &mut Outline,
    facts: &TreeFacts,
    editable: bool,
) -> Option<Wish> {
    ui.memory_mut(|memory| {
        let filter = EventFilter {
            horizontal_arrows: true,
            vertical_arrows: true,
            ..Default::default()
        };
        memory.set_focus_lock_filter(id, filter);
    });
    let pressed =
        |key: Key, modifiers: Modifiers| ui.input_mut(|input| input.consume_key(modifiers, key));
    let tree = &facts.tree;
    let rows = outline.rows().len();
    let place = outline.cursor.and_then(|cursor| outline.place_of(cursor));
    let step = |by: isize| -> Option<Node> {
        let to = match place {
            Some(place) => place.saturating_add_signed(by).min(rows.checked_sub(1)?),
            None => 0,
        };
        outline.rows().get(to).copied()
    };
    for (key, by) in [
        (Key::ArrowDown, 1),
        (Key::ArrowUp, -1),
        (Key::PageDown, 15),
        (Key::PageUp, -15),
        (Key::Home, isize::MIN / 2),
        (Key::End, isize::MAX / 2),
    ] {
        let extends = pressed(key, Modifiers::SHIFT);
        if extends || pressed(key, Modifiers::NONE) {
            if let Some(to) = step(by) {
                if extends {
                    outline.extend_to(to);
                } else {
                    outline.select_only(to);
                }
                outline.reveal = true;
            }
            return None;
        }
    }
    let cursor = outline.cursor?;
    if pressed(Key::ArrowRight, Modifiers::NONE) {
        outline.set_open(tree, cursor, true);
    } else if pressed(Key::ArrowLeft, Modifiers::NONE) {
        if outline.is_open(tree, cursor) {
            outline.set_open(tree, cursor, false);
        } else if let Some(parent) = tree.parent(cursor) {
            outline.select_only(parent);
            outline.reveal = true;
        }
    } else if editable && pressed(Key::F2, Modifiers::NONE) && cursor.level > 0 {
        outline.renaming = Some((cursor, tree.label(cursor).to_owned()));
    } else if editable && pressed(Key::G, Modifiers::COMMAND) {
        return Some(Wish::Name(Naming::Group));
    }
    None
}
