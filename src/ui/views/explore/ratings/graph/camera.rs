//! Where the records of the graph lie on the screen.

use egui::{Pos2, Rect, Vec2, vec2};

/// Kept free around the graph when everything is in view.
const BORDER: f32 = 22.0;
/// Records are never farther apart on the screen than so many points per step of the layout.
const CLOSEST: f32 = 96.0;
/// The same when everything is in view.
const CLOSEST_FITTED: f32 = 72.0;

/// How far the user has zoomed and moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// 1 shows everything.
    zoom: f32,
    pan: Vec2,
}

impl Default for Camera {
    fn default() -> Self {
        Self {
            zoom: 1.0,
            pan: Vec2::ZERO,
        }
    }
}

/// The graph as a camera sees it.
#[derive(Clone, Copy, Debug)]
pub struct View {
    pub rect: Rect,
    /// Points on the screen per step of the layout.
    pub scale: f32,
    origin: Pos2,
}

impl Camera {
    pub fn fit(&mut self) {
        *self = Self::default();
    }

    pub fn view(&self, size: Vec2, rect: Rect) -> View {
        let scale = fitted(size, rect) * self.zoom;
        let origin = rect.center() - size * scale / 2.0 + self.pan;
        View {
            rect,
            scale,
            origin,
        }
    }

    /// Zooms by a factor; what is at `anchor` stays there.
    pub fn zoom(&mut self, size: Vec2, rect: Rect, factor: f32, anchor: Pos2) {
        let there = self.view(size, rect).place(anchor);
        let most = (CLOSEST / fitted(size, rect)).max(1.0);
        self.zoom = (self.zoom * factor).clamp(1.0, most);
        let now = self.view(size, rect).at(there);
        self.move_by(size, rect, anchor - now);
    }

    pub fn move_by(&mut self, size: Vec2, rect: Rect, by: Vec2) {
        let whole = size * fitted(size, rect) * self.zoom;
        let most = ((whole - rect.size()) / 2.0 + Vec2::splat(BORDER)).max(Vec2::ZERO);
        self.pan = (self.pan + by).clamp(-most, most);
    }

    /// Moves so that a place lies well inside of the picture.
    pub fn reveal(&mut self, size: Vec2, rect: Rect, place: Vec2) {
        let at = self.view(size, rect).at(place);
        let inside = rect.shrink(60.0f32.min(rect.size().min_elem() / 4.0));
        self.move_by(size, rect, inside.clamp(at) - at);
    }
}

fn fitted(size: Vec2, rect: Rect) -> f32 {
    let room = (rect.size() - Vec2::splat(2.0 * BORDER)).max(Vec2::splat(40.0));
    let size = size.max(vec2(1.0, 1.0));
    (room.x / size.x).min(room.y / size.y).min(CLOSEST_FITTED)
}

impl View {
    pub fn at(&self, place: Vec2) -> Pos2 {
        self.origin + place * self.scale
    }

    fn place(&self, at: Pos2) -> Vec2 {
        (at - self.origin) / self.scale
    }

    /// How large the mark of one person is.
    pub fn radius(&self) -> f32 {
        (0.27 * self.scale).clamp(1.6, 9.0)
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
    fn everything_is_in_view_at_first_and_nothing_can_be_lost() {
        for size in [vec2(4.0, 3.0), vec2(150.0, 100.0), vec2(2.0, 90.0)] {
            let mut camera = Camera::default();
            for _ in 0..2 {
                let view = camera.view(size, RECT);
                assert!(RECT.contains(view.at(Vec2::ZERO)) && RECT.contains(view.at(size)));
                camera.move_by(size, RECT, vec2(4_000.0, -4_000.0));
            }
        }
    }

    #[test]
    fn zooming_keeps_what_is_under_the_mouse() {
        let size = vec2(150.0, 100.0);
        let mut camera = Camera::default();
        let there = vec2(70.0, 40.0);
        let at = camera.view(size, RECT).at(there);
        camera.zoom(size, RECT, 5.0, at);
        assert!((camera.view(size, RECT).at(there) - at).length() < 1.0);
        camera.reveal(size, RECT, vec2(0.0, 0.0));
        assert!(RECT.contains(camera.view(size, RECT).at(Vec2::ZERO)));
        camera.zoom(size, RECT, 1e-6, at);
        assert_eq!(
            camera.view(size, RECT).scale,
            Camera::default().view(size, RECT).scale
        );
    }
}
