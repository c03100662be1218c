//! The taxonomy, painted: what is visible and large enough, the cut as a line through it.

use super::camera::View;
use super::cell::{self, Cell, Look};
use super::folds::Folds;
use super::layout::Layout;
use super::stairs::Stairs;
use crate::ui::theme::Tokens;
use crate::ui::transactions::changes::Changes;
use crate::ui::transactions::drawn_cut::{DrawnCut, Side};
use cloakroom_transactions::transactions::PreparedTransactions;
use egui::epaint::Mesh;
use egui::{Painter, Rect, Shape, Ui, pos2};
use std::collections::HashSet;

/// Nodes lower than this are painted together with their smaller sisters.
const TOLD_APART: f32 = 1.6;
/// What is painted together is looked at once in so many points.
const STRETCH: f32 = 2.0;

pub struct Picture<'a> {
    pub baskets: &'a PreparedTransactions,
    pub layout: &'a Layout,
    pub view: View,
    pub folds: &'a Folds,
    /// Of a release that shows every item alike, or by hand.
    pub cut: Option<&'a DrawnCut>,
    /// Of a release that shows an item differently from basket to basket.
    pub changes: Option<&'a Changes>,
    pub selected: Option<u32>,
    pub hovered: Option<u32>,
    /// Nodes on the cut that a rare set is made of. None if that is not known.
    pub rare: Option<&'a HashSet<u32>>,
    /// Without a cut, items in fewer baskets are marked.
    pub k: u32,
    /// Leaves of the selected basket, ascending.
    pub held: &'a [u32],
    /// Items of the selected rare set.
    pub set: &'a [u32],
    /// Nodes that a search found.
    pub found: &'a HashSet<u32>,
    /// The cut can be moved.
    pub by_hand: bool,
}

impl Picture<'_> {
    pub fn paint(&self, ui: &Ui) {
        let painter = ui.painter().with_clip_rect(self.view.rect);
        let mut stairs = Stairs::default();
        let mut small = Mesh::default();
        self.node(
            ui,
            &painter,
            self.baskets.tree.root(),
            &mut stairs,
            &mut small,
        );
        if !small.is_empty() {
            painter.add(Shape::mesh(small));
        }
        if self.cut.is_some() {
            stairs.paint(&painter, Tokens::of(ui), self.by_hand);
        }
        for &node in self.set.iter().filter(|&&node| self.is_shown(node)) {
            let cell = self.view.cell(&self.baskets.tree, self.layout, node);
            cell::mark_of_set(&painter, Tokens::of(ui), cell);
        }
        for (node, width) in [(self.hovered, 1.0), (self.selected, 2.0)] {
            if let Some(node) = node.filter(|&node| self.is_shown(node)) {
                let cell = self.view.cell(&self.baskets.tree, self.layout, node);
                cell::outline(&painter, Tokens::of(ui), cell, width);
            }
        }
    }

    fn is_shown(&self, node: u32) -> bool {
        self.folds
            .hides(&self.baskets.tree, self.cut, node)
            .is_none()
    }

    /// Paints a node and what lies under it.
    fn node(&self, ui: &Ui, painter: &Painter, node: u32, stairs: &mut Stairs, small: &mut Mesh) {
        let tree = &self.baskets.tree;
        let rect = self.view.cell(tree, self.layout, node);
        self.cell(ui, painter, node, rect, small);
        if self.cut.is_some_and(|cut| cut.side(node) == Side::On) {
            stairs.step(rect.y_range(), self.view.right_of(tree, node));
        }
        if !self.folds.is_open(tree, self.cut, node) {
            return;
        }
        let children = self.layout.children(node);
        let top = self.view.height_at(self.view.rect.top());
        for (place, &child) in children
            .iter()
            .enumerate()
            .skip(self.layout.first_child_below(node, top))
        {
            let from = self.view.y(self.layout.from(child));
            if from > self.view.rect.bottom() {
                break;
            }
            if self.view.points(self.layout.size(child)) < TOLD_APART {
                self.rest(node, &children[place..], stairs, small, ui);
                break;
            }
            self.node(ui, painter, child, stairs, small);
        }
    }

    /// Children that are too small to be told apart, with all that lies under them: stretches up to the cut, or to
    /// the right edge, each in the colour of what is in its middle.
    fn rest(&self, node: u32, rest: &[u32], stairs: &mut Stairs, small: &mut Mesh, ui: &Ui) {
        let (Some(&first), Some(&last)) = (rest.first(), rest.last()) else {
            return;
        };
        let tree = &self.baskets.tree;
        let left = self.view.x(tree.depth(node) as usize + 1);
        let clip = self.view.rect.y_range();
        let top = self.view.y(self.layout.from(first)).max(clip.min);
        let bottom = self.view.y(self.layout.to(last)).min(clip.max);
        let tokens = Tokens::of(ui);
        let count = ((bottom - top) / STRETCH).ceil().max(1.0) as usize;
        for stretch in 0..count {
            let y = |at: usize| egui::lerp(top..=bottom, at as f32 / count as f32);
            let (from, to) = (y(stretch), y(stretch + 1));
            let middle = self.view.height_at((from + to) / 2.0);
            let end = self.end_at(node, middle);
            let right = self.view.right_of(tree, end) - 1.0;
            let colour = cell::fill(tokens, self.look(end)).gamma_multiply(0.75);
            let part = Rect::from_min_max(pos2(left, from), pos2(right, to));
            small.add_colored_rect(part, colour);
            if self.cut.is_some_and(|cut| cut.side(end) == Side::On) {
                stairs.step(part.y_range(), right + 1.0);
            }
        }
    }

    /// The last node that is shown at a height: where the way down ends in a leaf or a closed node.
    fn end_at(&self, under: u32, at: f64) -> u32 {
        let mut node = under;
        while let Some(child) = self.layout.child_at(node, at) {
            node = child;
            let on = self.cut.is_some_and(|cut| cut.side(node) == Side::On);
            if on || !self.folds.is_open(&self.baskets.tree, self.cut, node) {
                break;
            }
        }
        node
    }

    fn look(&self, node: u32) -> Look {
        let leaf = self.baskets.tree.is_leaf(node);
        if let Some(changes) = self.changes {
            let all = self.baskets.occurrences[node as usize].max(1) as f32;
            let shown = changes.shown_as[node as usize] as f32 / all;
            let gone = changes.gone_under[node as usize] as f32 / all;
            return match leaf {
                true => Look::Partly {
                    shown,
                    gone,
                    exact: true,
                },
                false => Look::Partly {
                    shown,
                    gone: 0.0,
                    exact: false,
                },
            };
        }
        let Some(cut) = self.cut else {
            return Look::Plain;
        };
        match cut.side(node) {
            Side::Above => Look::Plain,
            Side::On if cut.is_suppressed(node) => Look::Suppressed,
            Side::On if leaf => Look::Exact,
            Side::On => Look::General,
            Side::Below(_) => Look::Lost,
        }
    }

    fn cell(&self, ui: &Ui, painter: &Painter, node: u32, rect: Rect, small: &mut Mesh) {
        let tree = &self.baskets.tree;
        let look = self.look(node);
        let visible = rect.intersect(self.view.rect);
        if visible.height() < cell::LEAST_WRITTEN {
            cell::block(small, Tokens::of(ui), rect, look);
            return;
        }
        let on = self.cut.is_some_and(|cut| cut.side(node) == Side::On);
        let marks = self.rare.filter(|_| on && look != Look::Suppressed);
        let alone = look == Look::Plain && self.cut.is_none() && tree.is_leaf(node);
        let alone = alone && self.baskets.occurrences[node as usize] < u64::from(self.k);
        let all = self.baskets.occurrences[tree.root() as usize].max(1);
        let cell = Cell {
            name: tree.name(node),
            look,
            rect,
            visible,
            items: tree.leaves_under(node),
            occurs: self.baskets.occurrences[node as usize],
            share: self.baskets.occurrences[node as usize] as f64 / all as f64,
            shown: self.changes.map(|changes| changes.shown_as[node as usize]),
            folded: !self.folds.is_open(tree, self.cut, node),
            rare: marks
                .map(|rare| rare.contains(&node))
                .or(alone.then_some(true)),
            held: self.is_held(node),
            found: self.found.contains(&node),
            emphasised: on,
        };
        cell.paint(ui, painter);
    }

    /// Whether the selected basket holds the leaf, or shows this node in the release.
    fn is_held(&self, node: u32) -> bool {
        if self.held.is_empty() {
            return false;
        }
        let tree = &self.baskets.tree;
        let is_end = tree.is_leaf(node) || self.cut.is_some_and(|cut| cut.side(node) == Side::On);
        is_end && self.held.iter().any(|&leaf| tree.is_under(leaf, node))
    }
}
