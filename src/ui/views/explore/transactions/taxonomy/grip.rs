//! The handle of the cut under the mouse: its halves move the cut by one step, dragging it moves it farther.

use super::Looked;
use super::camera::View;
use super::hand::Edit;
use crate::ui::theme::{Tokens, icons};
use crate::ui::transactions::drawn_cut::Side;
use crate::ui::widgets::parts;
use egui::{Pos2, Rect, Stroke, StrokeKind, Ui, pos2, vec2};

/// From the line to the end of the handle.
const REACH: f32 = 15.0;
const TALL: f32 = 20.0;

#[derive(Clone, Copy, Debug)]
pub struct Grip {
    /// On the cut.
    pub node: u32,
    /// What a click does; nothing right on the line.
    pub edit: Option<Edit>,
    /// The middle of the handle.
    at: Pos2,
}

/// The handle at a point, if the cut can be moved there.
pub fn at(looked: &Looked<'_>, view: View, at: Pos2) -> Option<Grip> {
    let cut = looked.cut.filter(|_| looked.by_hand)?;
    let height = view.height_at(at.y);
    if !(0.0..1.0).contains(&height) {
        return None;
    }
    let tree = &looked.baskets.tree;
    let leaf = looked.layout.node_at(tree, looked.layout.columns, height);
    let node = match cut.side(leaf) {
        Side::On => leaf,
        Side::Below(on) => on,
        Side::Above => return None,
    };
    let right = view.right_of(tree, node);
    let aside = at.x - right;
    if aside.abs() > REACH {
        return None;
    }
    let cell = view.cell(tree, looked.layout, node).intersect(view.rect);
    // In a high cell the handle is in its middle; the line beside it can be grabbed but does nothing when clicked.
    let middle = pos2(right - 1.0, cell.center().y);
    let on_handle = (at.y - middle.y).abs() <= TALL / 2.0 + 2.0;
    if aside.abs() > 5.0 && !on_handle {
        return None;
    }
    let edit = match aside {
        _ if !on_handle => None,
        aside if aside > 2.0 => Some(Edit::MoreExact),
        aside if aside < -2.0 => Some(Edit::MoreGeneral),
        _ => None,
    };
    Some(Grip {
        node,
        edit: edit.filter(|edit| edit.of(tree, cut, node).is_some()),
        at: middle,
    })
}

impl Grip {
    pub fn paint(&self, ui: &Ui, looked: &Looked<'_>, view: View) {
        let Some(cut) = looked.cut else {
            return;
        };
        let tokens = Tokens::of(ui);
        let tree = &looked.baskets.tree;
        let painter = ui.painter().with_clip_rect(view.rect);
        let size = vec2(2.0 * REACH, TALL);
        let rect = Rect::from_center_size(self.at, size);
        let line = Stroke::new(1.5, tokens.series[0]);
        painter.rect(rect, 6, tokens.card, line, StrokeKind::Inside);
        for (edit, icon, aside) in [
            (Edit::MoreGeneral, icons::LEFT, -0.5),
            (Edit::MoreExact, icons::RIGHT, 0.5),
        ] {
            let can = edit.of(tree, cut, self.node).is_some();
            let ink = match (self.edit == Some(edit), can) {
                (true, _) => tokens.series[0],
                (false, true) => tokens.dim,
                (false, false) => tokens.line,
            };
            let at = self.at + vec2(aside * REACH, 0.0);
            parts::put_icon(&painter, at, icon, 16.0, ink);
        }
        painter.vline(
            self.at.x,
            rect.y_range().shrink(5.0),
            Stroke::new(1.0, tokens.line),
        );
    }
}
