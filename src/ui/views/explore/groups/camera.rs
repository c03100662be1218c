//! Which part of the picture is on the screen. Both directions are stretched to fill it: they have different units.

use crate::ui::groups::Place;
use egui::{Pos2, Rect, Vec2, pos2, vec2};

/// Kept free around everything.
const BORDER: f32 = 22.0;
const CLOSEST: f32 = 200.0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// 1 shows everything.
    zoom: f32,
    /// What is in the middle of the screen.
    middle: Vec2,
}

impl Default for Camera {
    fn default() -> Self {
        Self {
            zoom: 1.0,
            middle: Vec2::splat(0.5),
        }
    }
}

/// The picture as a camera sees it.
#[derive(Clone, Copy, Debug)]
pub struct View {
    pub rect: Rect,
    scale: Vec2,
    middle: Vec2,
}

impl Camera {
    pub fn view(&self, rect: Rect) -> View {
        let room = (rect.size() - Vec2::splat(2.0 * BORDER)).max(Vec2::splat(20.0));
        View {
            rect,
            scale: room * self.zoom,
            middle: self.middle,
        }
    }

    pub fn fit(&mut self) {
        *self = Self::default();
    }

    /// Zooms by a factor; what is at `anchor` stays there.
    pub fn zoom(&mut self, rect: Rect, factor: f32, anchor: Pos2) {
        let there = self.view(rect).place(anchor);
        self.zoom = (self.zoom * factor).clamp(1.0, CLOSEST);
        let now = self.view(rect).place(anchor);
        self.middle += there - now;
        self.hold();
    }

    pub fn move_by(&mut self, rect: Rect, by: Vec2) {
        let by = by / self.view(rect).scale;
        self.middle += vec2(-by.x, by.y);
        self.hold();
    }

    /// Nothing can be lost.
    fn hold(&mut self) {
        let half = 0.5 / self.zoom;
        let (low, high) = (Vec2::splat(half), Vec2::splat(1.0 - half));
        self.middle = self.middle.clamp(low.min(high), high.max(low));
    }

    /// Moves so that a place is well inside of the picture.
    pub fn reveal(&mut self, rect: Rect, place: Place) {
        let at = self.view(rect).at(place);
        let inside = rect.shrink(60.0f32.min(rect.size().min_elem() / 4.0));
        self.move_by(rect, inside.clamp(at) - at);
    }
}

impl View {
    /// The second direction points upwards.
    pub fn at(&self, place: Place) -> Pos2 {
        let away = vec2(place[0] - self.middle.x, self.middle.y - place[1]);
        self.rect.center() + away * self.scale
    }

    fn place(&self, at: Pos2) -> Vec2 {
        let away = (at - self.rect.center()) / self.scale;
        vec2(self.middle.x + away.x, self.middle.y - away.y)
    }

    /// The corners of what is on the screen, or around a point.
    pub fn window(&self, rect: Rect) -> (Place, Place) {
        let low = self.place(pos2(rect.left(), rect.bottom()));
        let high = self.place(pos2(rect.right(), rect.top()));
        ([low.x, low.y], [high.x, high.y])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECT: Rect = Rect {
        min: Pos2::new(100.0, 80.0),
        max: Pos2::new(900.0, 680.0),
    };

    #[test]
    fn everything_is_in_view_and_zooming_keeps_what_is_under_the_mouse() {
        let mut camera = Camera::default();
        for place in [[0.0, 0.0], [1.0, 1.0]] {
            assert!(RECT.contains(camera.view(RECT).at(place)));
        }
        let there = [0.4, 0.7];
        let at = camera.view(RECT).at(there);
        camera.zoom(RECT, 6.0, at);
        assert!(camera.view(RECT).at(there).distance(at) < 1.0);
        camera.reveal(RECT, [0.0, 0.0]);
        assert!(RECT.contains(camera.view(RECT).at([0.0, 0.0])));
        camera.zoom(RECT, 1e-6, at);
        assert_eq!(camera.zoom, 1.0);
        let (low, high) = camera.view(RECT).window(RECT);
        assert!(low[0] <= 0.0 && low[1] <= 0.0 && high[0] >= 1.0 && high[1] >= 1.0);
    }
}
