//! How near the taxonomy is looked at: heights are zoomed, columns keep their width.

use super::layout::Layout;
use cloakroom_core::taxonomy::Taxonomy;
use egui::{Pos2, Rangef, Rect, pos2};

/// Kept free around the picture.
const BORDER: f32 = 18.0;
const ABOVE: f32 = 4.0;
/// A column is not narrower; beyond that the picture is moved sideways.
const NARROWEST: f32 = 60.0;
/// The root says little, so its column is narrow and its name stands upright.
pub const ROOT: f32 = 34.0;
/// The smallest node can be zoomed until it is so high.
const CLOSEST: f64 = 44.0;
/// A node that is found is at least so high.
const READABLE: f64 = 26.0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// 1 shows everything.
    zoom: f64,
    /// The height at the upper edge.
    top: f64,
    aside: f32,
}

impl Default for Camera {
    fn default() -> Self {
        Self {
            zoom: 1.0,
            top: 0.0,
            aside: 0.0,
        }
    }
}

/// The taxonomy as a camera sees it.
#[derive(Clone, Copy, Debug)]
pub struct View {
    pub rect: Rect,
    /// Points for the whole height.
    scale: f64,
    top: f64,
    left: f32,
    column: f32,
    columns: usize,
}

impl Camera {
    pub fn fit(&mut self) {
        *self = Self::default();
    }

    pub fn view(&self, layout: &Layout, rect: Rect) -> View {
        let room = (rect.width() - 2.0 * BORDER).max(40.0);
        let others = layout.columns.saturating_sub(1).max(1) as f32;
        View {
            rect,
            scale: height(rect) * self.zoom,
            top: self.top,
            left: rect.left() + BORDER - self.aside,
            column: ((room - ROOT) / others).max(NARROWEST),
            columns: layout.columns,
        }
    }

    /// Zooms by a factor; what is at a height stays there.
    pub fn zoom(&mut self, layout: &Layout, rect: Rect, factor: f64, anchor: f32) {
        let there = self.view(layout, rect).height_at(anchor);
        let most = (CLOSEST / (layout.smallest() * height(rect))).max(1.0);
        self.zoom = (self.zoom * factor).clamp(1.0, most);
        let now = self.view(layout, rect).height_at(anchor);
        self.top += there - now;
        self.keep_in_view(layout, rect);
    }

    pub fn move_by(&mut self, layout: &Layout, rect: Rect, by: egui::Vec2) {
        self.top -= f64::from(by.y) / self.view(layout, rect).scale;
        self.aside -= by.x;
        self.keep_in_view(layout, rect);
    }

    /// Fills the height with one node, as far as that goes.
    pub fn approach(&mut self, layout: &Layout, rect: Rect, node: u32) {
        let size = layout.size(node).max(layout.smallest());
        let most = (CLOSEST / (layout.smallest() * height(rect))).max(1.0);
        self.zoom = (1.0 / size).clamp(1.0, most);
        let room = 1.0 / self.zoom;
        self.top = layout.from(node) - (room - size) / 2.0;
        self.keep_in_view(layout, rect);
    }

    /// Moves, and zooms if need be, so that a node can be read.
    pub fn reveal(&mut self, tree: &Taxonomy, layout: &Layout, rect: Rect, node: u32) {
        let size = layout.size(node);
        if size == 0.0 {
            return;
        }
        if size * self.view(layout, rect).scale < READABLE {
            let most = (CLOSEST / (layout.smallest() * height(rect))).max(1.0);
            self.zoom = (READABLE / (size * height(rect))).clamp(1.0, most);
        }
        let room = 1.0 / self.zoom;
        let (from, to) = (layout.from(node), layout.to(node));
        if size >= room {
            // Larger than the view: some of it is enough.
            if to <= self.top || from >= self.top + room {
                self.top = from;
            }
        } else if from < self.top || to > self.top + room {
            self.top = from - (room - size) / 2.0;
        }
        let cell = self.view(layout, rect).cell(tree, layout, node);
        let (left, right) = (rect.left() + BORDER, rect.right() - BORDER);
        if cell.right() > right {
            self.aside += cell.right() - right;
        }
        let cell = self.view(layout, rect).cell(tree, layout, node);
        if cell.left() < left {
            self.aside -= left - cell.left();
        }
        self.keep_in_view(layout, rect);
    }

    /// Which parts of the whole height and width are in view.
    pub fn shown(&self, layout: &Layout, rect: Rect) -> (Rangef, Rangef) {
        let view = self.view(layout, rect);
        let tall = (1.0 / self.zoom) as f32;
        let top = self.top as f32;
        let wide = view.x(layout.columns) - view.x(0) + 2.0 * BORDER;
        let (from, to) = (self.aside / wide, (self.aside + rect.width()) / wide);
        (Rangef::new(top, top + tall), Rangef::new(from, to.min(1.0)))
    }

    fn keep_in_view(&mut self, layout: &Layout, rect: Rect) {
        self.top = self.top.clamp(0.0, (1.0 - 1.0 / self.zoom).max(0.0));
        let view = self.view(layout, rect);
        let wide = view.x(layout.columns) - view.x(0) + 2.0 * BORDER;
        self.aside = self.aside.clamp(0.0, (wide - rect.width()).max(0.0));
    }
}

fn height(rect: Rect) -> f64 {
    f64::from((rect.height() - 2.0 * ABOVE).max(20.0))
}

impl View {
    /// Where a column begins; the one after the last is the right edge.
    pub fn x(&self, column: usize) -> f32 {
        match column {
            0 => self.left,
            column => self.left + ROOT + (column - 1) as f32 * self.column,
        }
    }

    pub fn y(&self, at: f64) -> f32 {
        self.rect.top() + ABOVE + ((at - self.top) * self.scale) as f32
    }

    pub fn height_at(&self, y: f32) -> f64 {
        self.top + f64::from(y - self.rect.top() - ABOVE) / self.scale
    }

    pub fn points(&self, size: f64) -> f32 {
        (size * self.scale) as f32
    }

    pub fn column_at(&self, x: f32) -> usize {
        let columns = 0..self.columns;
        columns
            .rev()
            .find(|&column| self.x(column) <= x)
            .unwrap_or(0)
    }

    /// The column whose right edge is nearest.
    pub fn edge_near(&self, x: f32) -> usize {
        let far = |column: usize| (self.x(column + 1) - x).abs();
        let columns = 0..self.columns;
        columns
            .min_by(|&a, &b| far(a).total_cmp(&far(b)))
            .unwrap_or(0)
    }

    /// A leaf reaches to the right edge, whatever its depth: nothing can be told more exactly.
    pub fn right_of(&self, tree: &Taxonomy, node: u32) -> f32 {
        match tree.is_leaf(node) {
            true => self.x(self.columns),
            false => self.x(tree.depth(node) as usize + 1),
        }
    }

    pub fn cell(&self, tree: &Taxonomy, layout: &Layout, node: u32) -> Rect {
        let left = self.x(tree.depth(node) as usize);
        let (top, bottom) = (self.y(layout.from(node)), self.y(layout.to(node)));
        Rect::from_min_max(pos2(left, top), pos2(self.right_of(tree, node), bottom))
    }

    /// The node at a point.
    pub fn hit(&self, tree: &Taxonomy, layout: &Layout, at: Pos2) -> Option<u32> {
        let inside = self.x(0)..self.x(self.columns);
        let height = self.height_at(at.y);
        if !inside.contains(&at.x) || !(0.0..1.0).contains(&height) {
            return None;
        }
        Some(layout.node_at(tree, self.column_at(at.x), height))
    }
}

#[cfg(test)]
mod tests {
    use super::super::layout::SizeBy;
    use super::*;
    use cloakroom_transactions::transactions::papers_example;

    const RECT: Rect = Rect {
        min: Pos2::new(100.0, 80.0),
        max: Pos2::new(700.0, 580.0),
    };

    #[test]
    fn what_is_under_the_mouse_stays_and_nothing_is_lost() {
        let baskets = papers_example();
        let tree = &baskets.tree;
        let layout = Layout::new(&baskets, SizeBy::Occurrences);
        let mut camera = Camera::default();
        let whole = camera.view(&layout, RECT).cell(tree, &layout, tree.root());
        assert!(RECT.contains_rect(whole));
        for node in 0..tree.len() as u32 {
            let view = camera.view(&layout, RECT);
            let middle = view.cell(tree, &layout, node).center();
            let at = pos2(view.x(tree.depth(node) as usize) + 4.0, middle.y);
            assert_eq!(view.hit(tree, &layout, at), Some(node));
        }
        camera.zoom(&layout, RECT, 1.6, 300.0);
        let before = camera.view(&layout, RECT).height_at(300.0);
        camera.zoom(&layout, RECT, 1.2, 300.0);
        let after = camera.view(&layout, RECT).height_at(300.0);
        assert!((before - after).abs() < 1e-9);
        camera.move_by(&layout, RECT, egui::vec2(900.0, -9_000.0));
        let view = camera.view(&layout, RECT);
        assert!(view.y(1.0) <= RECT.bottom() && view.y(1.0) > RECT.center().y);
        for node in 0..tree.len() as u32 {
            camera.reveal(tree, &layout, RECT, node);
            let cell = camera.view(&layout, RECT).cell(tree, &layout, node);
            assert!(cell.intersects(RECT) && cell.height() > 20.0, "{cell}");
        }
        camera.fit();
        assert_eq!(camera, Camera::default());
    }
}
