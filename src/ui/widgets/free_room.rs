//! Where words may stand in a picture: inside it, and over nothing that is there already.

use egui::{Pos2, Rect, Vec2};

#[derive(Clone, Debug)]
pub struct FreeRoom {
    area: Rect,
    marks: Vec<Rect>,
    lines: Vec<[Pos2; 2]>,
}

impl FreeRoom {
    pub fn new(area: Rect) -> Self {
        Self {
            area,
            marks: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// Words stay away from a mark, or from other words.
    pub fn keep(&mut self, mark: Rect) {
        self.marks.push(mark);
    }

    /// Words do not strike out a line, however short its parts.
    pub fn keep_line(&mut self, points: &[Pos2]) {
        self.lines
            .extend(points.windows(2).map(|ends| [ends[0], ends[1]]));
    }

    /// The first of these places that is free; it is taken from then on.
    pub fn take(&mut self, places: impl IntoIterator<Item = Rect>) -> Option<Rect> {
        let found = places.into_iter().find(|place| self.is_free(*place))?;
        self.keep(found);
        Some(found)
    }

    /// Like [`Self::take`], but may lie over lines.
    pub fn take_over_lines(&mut self, places: impl IntoIterator<Item = Rect>) -> Option<Rect> {
        let found = places.into_iter().find(|place| self.misses_marks(*place))?;
        self.keep(found);
        Some(found)
    }

    fn is_free(&self, place: Rect) -> bool {
        self.misses_marks(place) && !self.lines.iter().any(|line| crosses(place, *line))
    }

    fn misses_marks(&self, place: Rect) -> bool {
        self.area.contains_rect(place) && !self.marks.iter().any(|mark| mark.intersects(place))
    }
}

/// Places for words around a point: near ones first, and at each distance in the order of the directions.
pub fn around(
    at: Pos2,
    size: Vec2,
    distances: &[f32],
    directions: &[Vec2],
) -> impl Iterator<Item = Rect> {
    distances.iter().flat_map(move |distance| {
        directions.iter().map(move |towards| {
            // The side or corner that faces the point is so far from it.
            let half = size / 2.0;
            let step = towards.normalized() * *distance;
            let aside = |part: f32, half: f32| match part {
                part if part > 0.1 => half,
                part if part < -0.1 => -half,
                _ => 0.0,
            };
            let centre = at + step + Vec2::new(aside(towards.x, half.x), aside(towards.y, half.y));
            Rect::from_center_size(centre, size)
        })
    })
}

/// Whether any part of a line lies in a rectangle.
fn crosses(rect: Rect, [from, to]: [Pos2; 2]) -> bool {
    // The part of the line, from 0 to 1, that lies between all four sides.
    let (mut first, mut last) = (0.0f32, 1.0f32);
    let sides = [
        (from.x, to.x - from.x, rect.left(), rect.right()),
        (from.y, to.y - from.y, rect.top(), rect.bottom()),
    ];
    for (start, way, low, high) in sides {
        if way.abs() < 1e-6 {
            if start < low || start > high {
                return false;
            }
            continue;
        }
        let (one, other) = ((low - start) / way, (high - start) / way);
        first = first.max(one.min(other));
        last = last.min(one.max(other));
    }
    first <= last
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{pos2, vec2};

    const RECT: Rect = Rect {
        min: Pos2::new(10.0, 10.0),
        max: Pos2::new(20.0, 15.0),
    };

    #[test]
    fn a_line_crosses_where_it_goes_through_touches_or_ends_inside() {
        let through = [pos2(0.0, 12.0), pos2(30.0, 13.0)];
        let inside = [pos2(12.0, 12.0), pos2(13.0, 13.0)];
        let upright = [pos2(15.0, 0.0), pos2(15.0, 11.0)];
        for line in [through, inside, upright] {
            assert!(crosses(RECT, line), "{line:?}");
        }
        let past = [pos2(0.0, 0.0), pos2(30.0, 8.0)];
        let short = [pos2(0.0, 12.0), pos2(9.0, 12.0)];
        let corner = [pos2(18.0, 4.0), pos2(26.0, 14.0)];
        for line in [past, short, corner] {
            assert!(!crosses(RECT, line), "{line:?}");
        }
    }

    #[test]
    fn words_avoid_marks_lines_and_each_other() {
        let area = Rect::from_min_size(Pos2::ZERO, vec2(100.0, 100.0));
        let mut room = FreeRoom::new(area);
        room.keep_line(&[pos2(0.0, 50.0), pos2(100.0, 50.0)]);
        let directions = [vec2(1.0, 0.0), vec2(0.0, -1.0), vec2(0.0, 1.0)];
        let places = || around(pos2(50.0, 50.0), vec2(20.0, 10.0), &[6.0], &directions);
        let above = room.take(places()).expect("there is room above");
        assert_eq!(
            above,
            Rect::from_center_size(pos2(50.0, 39.0), vec2(20.0, 10.0))
        );
        let below = room.take(places()).expect("there is room below");
        assert_eq!(below.center(), pos2(50.0, 61.0));
        assert_eq!(room.take(places()), None);
        let aside = room.take_over_lines(places());
        assert_eq!(aside.map(|place| place.center()), Some(pos2(66.0, 50.0)));
        let outside = around(pos2(99.0, 5.0), vec2(20.0, 10.0), &[5.0], &directions[..1]);
        assert_eq!(room.take(outside), None);
    }
}
