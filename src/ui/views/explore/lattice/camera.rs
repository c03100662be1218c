//! Where the nodes of the lattice lie on the screen, and which of them is at a point.

use crate::ui::lattice::rows::Rows;
use egui::{Pos2, Rect, Vec2, pos2};
use std::ops::Range;

/// Neighbours in a row are never farther apart, and rows neither.
const WIDEST: f64 = 120.0;
const HIGHEST: f64 = 104.0;
/// When everything is in view.
const WIDEST_FITTED: f64 = 96.0;
const HIGHEST_FITTED: f64 = 88.0;
/// Even the longest row can be zoomed until its neighbours are so far apart.
const CLOSE: f64 = 56.0;
/// Neighbours nearer than this are not told apart: the row is painted as a band.
const TOLD_APART: f64 = 6.5;
/// Kept free around the lattice when everything is in view.
const BORDER: Vec2 = Vec2::new(44.0, 30.0);

/// How far the user has zoomed and moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// 1 shows everything.
    zoom: f64,
    pan: (f64, f64),
}

impl Default for Camera {
    fn default() -> Self {
        Self {
            zoom: 1.0,
            pan: (0.0, 0.0),
        }
    }
}

impl Camera {
    pub fn fit(&mut self) {
        *self = Self::default();
    }

    /// Zooms by a factor; what is at `anchor` stays there.
    pub fn zoom(&mut self, rows: &Rows, rect: Rect, factor: f64, anchor: Pos2) {
        let before = Projection::new(*self, rows, rect);
        let row = before.row_near(anchor.y);
        let place = before.place_at(row, anchor.x);
        let height = before.height_at(anchor.y);
        self.zoom = (self.zoom * factor).clamp(1.0, before.closest());
        let after = Projection::new(*self, rows, rect);
        self.pan.0 += f64::from(anchor.x) - after.x_at(row, place);
        self.pan.1 += f64::from(anchor.y) - after.y_at(height);
        self.keep_in_view(rows, rect);
    }

    pub fn move_by(&mut self, rows: &Rows, rect: Rect, by: Vec2) {
        self.pan.0 += f64::from(by.x);
        self.pan.1 += f64::from(by.y);
        self.keep_in_view(rows, rect);
    }

    /// Moves so that a node lies well inside of the picture.
    pub fn reveal(&mut self, rows: &Rows, rect: Rect, node: usize) {
        let at = Projection::new(*self, rows, rect).node(node);
        let inside = rect.shrink2(BORDER.min(rect.size() / 4.0));
        let by = inside.clamp(at) - at;
        if by != Vec2::ZERO {
            self.move_by(rows, rect, by);
        }
    }

    /// Zooms so that the row of a node is told apart, and moves there.
    pub fn approach(&mut self, rows: &Rows, rect: Rect, node: usize) {
        let view = Projection::new(*self, rows, rect);
        let (row, _) = rows.find(node);
        let wanted = 24.0 / view.spacing(row);
        if wanted > 1.0 {
            self.zoom(rows, rect, wanted, view.node(node));
        }
        self.reveal(rows, rect, node);
    }

    fn keep_in_view(&mut self, rows: &Rows, rect: Rect) {
        let view = Projection::new(*self, rows, rect);
        let clamp = |pan: f64, content: f64, room: f32, border: f32| {
            let most = (content / 2.0 + f64::from(border) - f64::from(room) / 2.0).max(0.0);
            pan.clamp(-most, most)
        };
        let wide = view.spacing_of(rows.widest()) * rows.widest() as f64;
        let high = view.step * rows.rows().saturating_sub(1) as f64;
        self.pan.0 = clamp(self.pan.0, wide, rect.width(), BORDER.x);
        self.pan.1 = clamp(self.pan.1, high, rect.height(), BORDER.y);
    }
}

/// The lattice as a camera sees it.
#[derive(Clone, Copy, Debug)]
pub struct Projection<'a> {
    pub rect: Rect,
    pub rows: &'a Rows,
    camera: Camera,
    room: f64,
    /// Between rows.
    step: f64,
}

/// What is at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    Node(usize),
    /// A stretch of a row whose nodes are not told apart.
    Band {
        row: usize,
        from: usize,
        to: usize,
    },
}

impl<'a> Projection<'a> {
    pub fn new(camera: Camera, rows: &'a Rows, rect: Rect) -> Self {
        let room = |side: f32, border: f32| f64::from(side - 2.0 * border).max(40.0);
        let gaps = rows.rows().saturating_sub(1).max(1) as f64;
        let fitted = (room(rect.height(), BORDER.y) / gaps).min(HIGHEST_FITTED);
        Self {
            rect,
            rows,
            camera,
            room: room(rect.width(), BORDER.x),
            step: (fitted * camera.zoom).min(HIGHEST.max(fitted)),
        }
    }

    /// Between neighbours of a row with so many nodes. Long rows are drawn closer together than short
    /// ones, so that short ones can be told apart when everything is in view.
    fn spacing_of(&self, nodes: usize) -> f64 {
        let (nodes, widest) = (nodes.max(1) as f64, self.rows.widest().max(1) as f64);
        let fitted = self.room * (nodes / widest).sqrt() / nodes;
        (fitted.min(WIDEST_FITTED) * self.camera.zoom).min(WIDEST)
    }

    /// Between rows.
    pub fn step(&self) -> f64 {
        self.step
    }

    pub fn spacing(&self, row: usize) -> f64 {
        self.spacing_of(self.rows.in_row(row))
    }

    fn closest(&self) -> f64 {
        let fitted = self.spacing_of(self.rows.widest()) / self.camera.zoom;
        (CLOSE / fitted).max(WIDEST / WIDEST_FITTED)
    }

    /// Whether the nodes of a row are too near each other to be painted one by one.
    pub fn is_band(&self, row: usize) -> bool {
        self.spacing(row) < TOLD_APART && self.rows.in_row(row) > 1
    }

    /// Half the height of the band of a row.
    pub fn band(&self) -> f32 {
        (self.step * 0.28).clamp(1.5, 8.0) as f32
    }

    /// How large the nodes of a row are.
    pub fn radius(&self, row: usize) -> f32 {
        (0.3 * self.spacing(row).min(self.step)).clamp(2.0, 7.0) as f32
    }

    fn x_at(&self, row: usize, place: f64) -> f64 {
        let middle = (self.rows.in_row(row) as f64 - 1.0) / 2.0;
        f64::from(self.rect.center().x) + self.camera.pan.0 + (place - middle) * self.spacing(row)
    }

    fn y_at(&self, height: f64) -> f64 {
        let middle = (self.rows.rows() as f64 - 1.0) / 2.0;
        f64::from(self.rect.center().y) + self.camera.pan.1 + (middle - height) * self.step
    }

    fn place_at(&self, row: usize, x: f32) -> f64 {
        let middle = (self.rows.in_row(row) as f64 - 1.0) / 2.0;
        (f64::from(x - self.rect.center().x) - self.camera.pan.0) / self.spacing(row) + middle
    }

    fn height_at(&self, y: f32) -> f64 {
        let middle = (self.rows.rows() as f64 - 1.0) / 2.0;
        middle - (f64::from(y - self.rect.center().y) - self.camera.pan.1) / self.step
    }

    fn row_near(&self, y: f32) -> usize {
        let last = self.rows.rows().saturating_sub(1) as f64;
        self.height_at(y).round().clamp(0.0, last) as usize
    }

    pub fn row_y(&self, row: usize) -> f32 {
        self.y_at(row as f64) as f32
    }

    pub fn place(&self, row: usize, place: usize) -> Pos2 {
        pos2(self.x_at(row, place as f64) as f32, self.row_y(row))
    }

    pub fn node(&self, node: usize) -> Pos2 {
        let (row, place) = self.rows.find(node);
        self.place(row, place)
    }

    /// The edge between a place and the one to its left.
    pub fn edge(&self, row: usize, place: usize) -> f32 {
        self.x_at(row, place as f64 - 0.5) as f32
    }

    /// The least space between neighbours of any row: that of the longest.
    pub fn least_spacing(&self) -> f64 {
        self.spacing_of(self.rows.widest())
    }

    pub fn visible_rows(&self) -> Range<usize> {
        let rows = self.rows.rows();
        let low = self.height_at(self.rect.bottom() + 12.0).floor().max(0.0) as usize;
        let high = self.height_at(self.rect.top() - 12.0).ceil().max(0.0) as usize;
        low.min(rows)..(high + 1).min(rows)
    }

    /// The places of a row that are in view.
    pub fn visible_places(&self, row: usize) -> Range<usize> {
        let count = self.rows.in_row(row);
        let from = self.place_at(row, self.rect.left() - 12.0).ceil().max(0.0) as usize;
        let to = self
            .place_at(row, self.rect.right() + 12.0)
            .floor()
            .max(-1.0)
            + 1.0;
        from.min(count)..(to as usize).clamp(from.min(count), count)
    }

    /// The places of a row whose middle lies between two points.
    fn places_between(&self, row: usize, left: f32, right: f32) -> Range<usize> {
        let count = self.rows.in_row(row);
        let from = (self.place_at(row, left).ceil().max(0.0) as usize).min(count);
        let to = (self.place_at(row, right).ceil().max(0.0) as usize).clamp(from, count);
        from..to
    }

    pub fn hit(&self, at: Pos2) -> Option<Hit> {
        if !self.rect.contains(at) || self.rows.is_empty() {
            return None;
        }
        let row = self.row_near(at.y);
        let (count, near) = (self.rows.in_row(row), (at.y - self.row_y(row)).abs());
        if self.is_band(row) {
            let places = self.places_between(row, at.x - 3.0, at.x + 3.0);
            let inside = near <= self.band() + 2.0 && !places.is_empty();
            return inside.then_some(Hit::Band {
                row,
                from: places.start,
                to: places.end,
            });
        }
        let place = self.place_at(row, at.x).round();
        if place < 0.0 || place >= count as f64 {
            return None;
        }
        let centre = self.place(row, place as usize);
        (centre.distance(at) <= self.radius(row) + 5.0)
            .then(|| Hit::Node(self.rows.row(row)[place as usize] as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_microdata::profile::lattice::shape::Shape;
    use egui::vec2;

    const RECT: Rect = Rect {
        min: Pos2::new(100.0, 80.0),
        max: Pos2::new(900.0, 680.0),
    };

    fn large() -> Rows {
        Rows::new(&Shape::new(vec![5, 4, 5, 3, 3, 2, 2, 1]))
    }

    #[test]
    fn everything_is_in_view_at_first_and_small_lattices_are_told_apart() {
        for heights in [vec![1, 2, 2], vec![0], vec![5, 4, 5, 3, 3, 2, 2, 1]] {
            let rows = Rows::new(&Shape::new(heights));
            let view = Projection::new(Camera::default(), &rows, RECT);
            assert!((0..rows.len()).all(|node| RECT.contains(view.node(node))));
            assert_eq!(view.visible_rows(), 0..rows.rows());
        }
        let rows = Rows::new(&Shape::new(vec![1, 2, 2]));
        let view = Projection::new(Camera::default(), &rows, RECT);
        for node in 0..rows.len() {
            assert_eq!(view.hit(view.node(node)), Some(Hit::Node(node)));
        }
    }

    #[test]
    fn a_band_is_found_and_zoomed_into_until_its_nodes_are_told_apart() {
        let rows = large();
        let mut camera = Camera::default();
        let row = rows.rows() / 2;
        let node = rows.row(row)[rows.in_row(row) / 3] as usize;
        let at = Projection::new(camera, &rows, RECT).node(node);
        let Some(Hit::Band { row: hit, from, to }) = Projection::new(camera, &rows, RECT).hit(at)
        else {
            panic!("a band");
        };
        assert!(hit == row && rows.row(row)[from..to].contains(&(node as u32)));
        camera.approach(&rows, RECT, node);
        let view = Projection::new(camera, &rows, RECT);
        assert_eq!(view.hit(view.node(node)), Some(Hit::Node(node)));
        assert!(view.visible_places(row).len() < rows.in_row(row));
        camera.fit();
        assert_eq!(camera, Camera::default());
    }

    #[test]
    fn zooming_keeps_what_is_under_the_mouse() {
        let rows = large();
        let mut camera = Camera::default();
        let row = rows.rows() / 2;
        let node = rows.row(row)[rows.in_row(row) / 2] as usize;
        let at = Projection::new(camera, &rows, RECT).node(node);
        for _ in 0..12 {
            camera.zoom(&rows, RECT, 1.2, at);
        }
        let now = Projection::new(camera, &rows, RECT).node(node);
        assert!(now.distance(at) < 1.0, "{at} {now}");
        // Zoomed out again everything fits, and nothing can be moved away.
        camera.zoom(&rows, RECT, 1e-6, at);
        camera.move_by(&rows, RECT, vec2(5_000.0, -5_000.0));
        let view = Projection::new(camera, &rows, RECT);
        assert!((0..rows.len()).all(|node| RECT.contains(view.node(node))));
    }

    #[test]
    fn a_node_out_of_view_is_revealed() {
        let rows = large();
        let mut camera = Camera::default();
        camera.zoom(&rows, RECT, 1e9, RECT.center());
        let node = rows.row(3)[0] as usize;
        assert!(!RECT.contains(Projection::new(camera, &rows, RECT).node(node)));
        camera.reveal(&rows, RECT, node);
        assert!(RECT.contains(Projection::new(camera, &rows, RECT).node(node)));
    }
}
