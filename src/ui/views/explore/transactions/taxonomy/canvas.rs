//! The picture of the taxonomy and what the mouse and the keyboard do to it.

use super::super::{Seen, Shared};
use super::camera::View;
use super::grip::{self, Grip};
use super::hand::Edit;
use super::picture::Picture;
use super::{Looked, TaxonomyTab, about, keys};
use crate::ui::actions::Outbox;
use crate::ui::theme::Tokens;
use crate::ui::views::explore::canvas_keys::{Move, canvas};
use crate::ui::widgets::floating_card;
use egui::{CursorIcon, Rangef, Rect, Response, Sense, Ui};

/// What the mouse is over.
#[derive(Clone, Copy, Default)]
struct Under {
    node: Option<u32>,
    grip: Option<Grip>,
}

/// Thin bars at the edges show which part is in view, if it is not all.
fn bars(ui: &Ui, rect: Rect, (tall, wide): (Rangef, Rangef)) {
    let colour = Tokens::of(ui).track;
    if tall.span() < 0.999 {
        let at = |share: f32| egui::lerp(rect.top()..=rect.bottom(), share);
        let from = at(tall.min).min(rect.bottom() - 12.0);
        let x = rect.right() - 8.0..=rect.right() - 4.0;
        let bar = Rect::from_x_y_ranges(x, from..=at(tall.max).max(from + 12.0));
        ui.painter().rect_filled(bar, 2, colour);
    }
    if wide.span() < 0.999 {
        let at = |share: f32| egui::lerp(rect.left()..=rect.right(), share);
        let y = rect.bottom() - 4.0..=rect.bottom();
        let bar = Rect::from_x_y_ranges(at(wide.min)..=at(wide.max), y);
        ui.painter().rect_filled(bar, 2, colour);
    }
}

impl TaxonomyTab {
    pub(super) fn canvas(
        &mut self,
        ui: &mut Ui,
        seen: &Seen<'_>,
        shared: &mut Shared,
        looked: &Looked<'_>,
        moved: Option<Move>,
        out: &mut Outbox,
    ) {
        let Some((rect, response)) = canvas(ui, "Taxonomy of the items", Sense::click_and_drag())
        else {
            return;
        };
        let pressed = keys::act(ui, &response, looked, shared.node);
        if let Some(node) = pressed.select {
            self.select(shared, looked, node);
        }
        if let Some(node) = shared.node {
            if pressed.turn && !looked.baskets.tree.is_leaf(node) {
                self.folds.turn(node);
            }
            if pressed.approach {
                self.camera.approach(looked.layout, rect, node);
            }
            if let Some(edit) = pressed.edit {
                self.edit(looked, node, edit, out);
            }
        }
        for step in moved.into_iter().chain(pressed.moved) {
            match step {
                Move::Fit => self.camera.fit(),
                Move::Zoom(factor) => {
                    let anchor = self.anchor(looked, shared.node, rect);
                    self.camera
                        .zoom(looked.layout, rect, f64::from(factor), anchor);
                }
            }
        }
        self.wheel(ui, &response, looked, rect);
        if std::mem::take(&mut self.reveal)
            && let Some(node) = shared.node
        {
            let tree = &looked.baskets.tree;
            self.camera.reveal(tree, looked.layout, rect, node);
        }
        let view = self.camera.view(looked.layout, rect);
        let under = self.under(&response, looked, view);
        self.drag(ui, &response, looked, under, view, out);
        self.click(ui, &response, looked, under, shared, rect, out);
        let view = self.camera.view(looked.layout, rect);
        self.paint(ui, seen, shared, looked, under, view);
        bars(ui, rect, self.camera.shown(looked.layout, rect));
        if response.has_focus() {
            let ring = (1.5, Tokens::of(ui).accent);
            let inside = egui::StrokeKind::Inside;
            ui.painter().rect_stroke(rect, 0, ring, inside);
        }
        if let Some(node) = under.node.filter(|_| under.grip.is_none()) {
            let tree = &looked.baskets.tree;
            let cell = view.cell(tree, looked.layout, node).intersect(rect);
            let at = response.hover_pos().unwrap_or(cell.center());
            floating_card(ui, "taxonomy card", rect, at, about::WIDTH, |ui| {
                about::card(ui, seen, looked, node);
            });
        }
    }

    fn anchor(&self, looked: &Looked<'_>, selected: Option<u32>, rect: Rect) -> f32 {
        let view = self.camera.view(looked.layout, rect);
        let selected = selected.map(|node| {
            let cell = view.cell(&looked.baskets.tree, looked.layout, node);
            cell.intersect(rect).center().y
        });
        selected
            .filter(|y| rect.y_range().contains(*y))
            .unwrap_or(rect.center().y)
    }

    fn under(&self, response: &Response, looked: &Looked<'_>, view: View) -> Under {
        let busy = response.dragged() || self.hand.drag.is_some();
        let Some(at) = response.hover_pos().filter(|_| !busy) else {
            return Under::default();
        };
        let tree = &looked.baskets.tree;
        let node = view.hit(tree, looked.layout, at);
        let hidden = node.and_then(|node| self.folds.hides(tree, looked.cut, node));
        Under {
            node: node.filter(|_| hidden.is_none()),
            grip: grip::at(looked, view, at),
        }
    }

    /// Dragging the cut moves it; dragging anything else moves the picture.
    fn drag(
        &mut self,
        ui: &Ui,
        response: &Response,
        looked: &Looked<'_>,
        under: Under,
        view: View,
        out: &mut Outbox,
    ) {
        let tree = &looked.baskets.tree;
        if response.drag_started() {
            let start = ui.input(|input| input.pointer.press_origin());
            let grip = start.and_then(|at| grip::at(looked, view, at));
            self.hand.drag = grip
                .zip(looked.cut)
                .map(|(grip, cut)| (grip.node, cut.clone()));
        }
        if under.grip.is_some() || self.hand.drag.is_some() {
            ui.set_cursor_icon(CursorIcon::ResizeHorizontal);
        }
        if let Some((node, before)) = &self.hand.drag {
            let (node, before) = (*node, before.clone());
            if let Some(at) = response.interact_pointer_pos() {
                let depth = view.edge_near(at.x) as u32;
                let cut = before.to_depth(tree, node, depth);
                if looked.cut.is_some_and(|now| now.cut != cut) {
                    out.send(crate::ui::actions::Action::TryCut(Some(cut)));
                }
            }
            if response.drag_stopped() {
                if looked.cut.is_some_and(|now| now.cut != before.cut) {
                    self.hand.remember(Some(&before.cut));
                }
                self.hand.drag = None;
            }
            return;
        }
        if response.dragged() {
            self.camera
                .move_by(looked.layout, view.rect, response.drag_delta());
        }
    }

    #[expect(clippy::too_many_arguments, reason = "a click concerns all of these")]
    fn click(
        &mut self,
        ui: &Ui,
        response: &Response,
        looked: &Looked<'_>,
        under: Under,
        shared: &mut Shared,
        rect: Rect,
        out: &mut Outbox,
    ) {
        if response.clicked() {
            response.request_focus();
            let grip = under.grip.and_then(|grip| Some((grip.node, grip.edit?)));
            match (grip, under.node) {
                (Some((node, edit)), _) => self.edit(looked, node, edit, out),
                (None, Some(node)) if self.is_chevron(ui, looked, node, rect) => {
                    self.folds.turn(node);
                }
                (None, Some(node)) => shared.node = Some(node),
                (None, None) => shared.node = None,
            }
        }
        if response.double_clicked()
            && let (Some(node), None) = (under.node, under.grip)
        {
            self.camera.approach(looked.layout, rect, node);
        }
        if response.secondary_clicked()
            && looked.by_hand
            && let Some(node) = under.node
        {
            shared.node = Some(node);
            self.edit(looked, node, Edit::Suppress, out);
        }
    }

    /// The right end of a cell with something under it opens and closes it.
    fn is_chevron(&self, ui: &Ui, looked: &Looked<'_>, node: u32, rect: Rect) -> bool {
        let tree = &looked.baskets.tree;
        let folded = !self.folds.is_open(tree, looked.cut, node);
        let view = self.camera.view(looked.layout, rect);
        let right = view.right_of(tree, node);
        let pointer = ui.input(|input| input.pointer.interact_pos());
        folded && pointer.is_some_and(|at| at.x > right - 26.0)
    }

    /// Does something to the cut at a node.
    pub(super) fn edit(&mut self, looked: &Looked<'_>, node: u32, edit: Edit, out: &mut Outbox) {
        let Some(drawn) = looked.cut.filter(|_| looked.by_hand) else {
            return;
        };
        if let Some(cut) = edit.of(&looked.baskets.tree, drawn, node) {
            self.hand.draw(Some(&drawn.cut), cut, out);
        }
    }

    fn wheel(&mut self, ui: &Ui, response: &Response, looked: &Looked<'_>, rect: Rect) {
        let Some(pointer) = response.hover_pos() else {
            return;
        };
        let (scrolled, pinched) =
            ui.input(|input| (input.smooth_scroll_delta(), input.zoom_delta()));
        let factor = f64::from(pinched) * f64::from(scrolled.y * 0.005).exp();
        if factor != 1.0 {
            self.camera.zoom(looked.layout, rect, factor, pointer.y);
        }
        if scrolled.x != 0.0 {
            let by = egui::vec2(scrolled.x, 0.0);
            self.camera.move_by(looked.layout, rect, by);
        }
    }

    fn paint(
        &self,
        ui: &Ui,
        seen: &Seen<'_>,
        shared: &Shared,
        looked: &Looked<'_>,
        under: Under,
        view: View,
    ) {
        let held = seen.selected.map(|basket| basket as usize);
        let held = held.filter(|&basket| basket < looked.baskets.len());
        Picture {
            baskets: looked.baskets,
            layout: looked.layout,
            view,
            folds: &self.folds,
            cut: looked.cut,
            changes: looked.changes,
            selected: shared.node,
            hovered: under.node.filter(|_| under.grip.is_none()),
            rare: looked.tried.map(|tried| &tried.rare),
            k: seen.known.status.target.k,
            held: held.map_or(&[], |basket| looked.baskets.basket(basket)),
            set: shared.set.as_deref().unwrap_or_default(),
            found: &self.find.found,
            by_hand: looked.by_hand,
        }
        .paint(ui);
        if let Some(grip) = under.grip {
            grip.paint(ui, looked, view);
        }
    }
}
