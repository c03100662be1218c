//! One direction of scrolling, in 64-bit points: exact to the pixel at any number of rows.

/// How far the content is moved, how much there is and how much of it fits.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Axis {
    pub offset: f64,
    pub content: f64,
    pub view: f64,
}

/// A thumb that is shorter cannot be grabbed.
const SHORTEST_THUMB: f64 = 28.0;

impl Axis {
    pub fn fit(&mut self, content: f64, view: f64) {
        self.content = content;
        self.view = view.max(0.0);
        self.clamp();
    }

    pub fn most(&self) -> f64 {
        (self.content - self.view).max(0.0)
    }

    pub fn scrolls(&self) -> bool {
        self.most() > 0.0
    }

    pub fn by(&mut self, delta: f64) {
        self.offset += delta;
        self.clamp();
    }

    pub fn to(&mut self, offset: f64) {
        self.offset = offset;
        self.clamp();
    }

    /// Moves as little as possible so that `start..end` is seen, its start before its end.
    pub fn reveal(&mut self, start: f64, end: f64) {
        if end > self.offset + self.view {
            self.offset = end - self.view;
        }
        if start < self.offset {
            self.offset = start;
        }
        self.clamp();
    }

    /// Brings `start..end` to the middle unless all of it is seen already.
    pub fn centre(&mut self, start: f64, end: f64) {
        if start < self.offset || end > self.offset + self.view {
            self.to((start + end - self.view) / 2.0);
        }
    }

    /// Start and length of the thumb on a track of this length.
    pub fn thumb(&self, track: f64) -> (f64, f64) {
        if !self.scrolls() {
            return (0.0, track);
        }
        let length = (track * self.view / self.content)
            .max(SHORTEST_THUMB)
            .min(track);
        ((track - length) * (self.offset / self.most()), length)
    }

    /// Scrolls so that the thumb starts at `start` on a track of this length.
    pub fn drag_thumb(&mut self, start: f64, track: f64) {
        let (_, length) = self.thumb(track);
        let free = track - length;
        if free > 0.0 {
            self.to(start / free * self.most());
        }
    }

    fn clamp(&mut self) {
        self.offset = if self.offset.is_finite() {
            self.offset.clamp(0.0, self.most())
        } else {
            0.0
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn million() -> Axis {
        let mut axis = Axis::default();
        axis.fit(26.0 * 1_000_000.0, 700.0);
        axis
    }

    #[test]
    fn the_far_end_is_exact() {
        let mut axis = million();
        axis.to(f64::MAX);
        assert_eq!(axis.offset, 26_000_000.0 - 700.0);
        axis.by(-26.0);
        assert_eq!(axis.offset, 26_000_000.0 - 726.0);
    }

    #[test]
    fn nothing_scrolls_out_of_its_content() {
        let mut axis = million();
        axis.by(-1.0);
        assert_eq!(axis.offset, 0.0);
        axis.to(f64::NAN);
        assert_eq!(axis.offset, 0.0);
        axis.to(9e9);
        axis.fit(100.0, 700.0);
        assert_eq!((axis.offset, axis.scrolls()), (0.0, false));
    }

    #[test]
    fn the_thumb_goes_where_it_is_dragged() {
        let mut axis = million();
        axis.drag_thumb(300.0, 700.0);
        let (start, length) = axis.thumb(700.0);
        assert!((start - 300.0).abs() < 1e-9);
        assert_eq!(length, SHORTEST_THUMB);
        axis.drag_thumb(9_999.0, 700.0);
        assert_eq!(axis.offset, axis.most());
    }

    #[test]
    fn revealing_moves_no_more_than_needed() {
        let mut axis = million();
        axis.reveal(100.0, 126.0);
        assert_eq!(axis.offset, 0.0);
        axis.reveal(700.0, 726.0);
        assert_eq!(axis.offset, 26.0);
        axis.reveal(0.0, 26.0);
        assert_eq!(axis.offset, 0.0);
        axis.centre(26_000.0, 26_026.0);
        assert_eq!(axis.offset, 26_013.0 - 350.0);
    }
}
