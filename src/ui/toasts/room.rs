//! Where a message may stand: nowhere that something is to be read, looked at or pressed.

use egui::layers::PaintList;
use egui::{Context, LayerId, Order, Rect, Shape, Vec2, pos2, vec2};

/// How far apart the places are that are tried.
const STEP: f32 = 8.0;
/// What is higher and wider is a picture or a table, or the ground behind something.
const LARGEST: f32 = 64.0;

/// The room for messages in cells, with how many taken ones lie above and to the left of each corner.
pub struct Room {
    area: Rect,
    columns: usize,
    rows: usize,
    taken: Vec<bool>,
    sums: Vec<u32>,
}

/// What the window shows below the messages.
pub struct Shown {
    /// What must not be covered.
    pub rects: Vec<Rect>,
    pub texts: Vec<String>,
}

impl Shown {
    /// Of the pass that is under way, once everything else is in it.
    pub fn of(ctx: &Context) -> Self {
        let mut shown = Self {
            rects: Vec::new(),
            texts: Vec::new(),
        };
        let mut views = Vec::new();
        ctx.viewport(|viewport| {
            let layers = viewport.this_pass.widgets.layers();
            let below = layers.filter(|(layer, _)| layer.order == Order::Background);
            let widgets = below.flat_map(|(_, widgets)| widgets);
            for widget in widgets.filter(|widget| widget.sense.is_focusable()) {
                let rect = widget.interact_rect;
                match rect.height() >= LARGEST && rect.width() >= LARGEST {
                    true => views.push(rect),
                    false => shown.rects.push(rect),
                }
            }
        });
        ctx.graphics(|graphics| {
            let below = graphics.get(LayerId::background());
            for clipped in below.into_iter().flat_map(PaintList::all_entries) {
                shown.paint(&clipped.shape, clipped.clip_rect, &views);
            }
        });
        shown
    }

    fn paint(&mut self, shape: &Shape, clip: Rect, views: &[Rect]) {
        match shape {
            Shape::Noop | Shape::LineSegment { .. } => {}
            Shape::Vec(shapes) => {
                for shape in shapes {
                    self.paint(shape, clip, views);
                }
            }
            Shape::Text(text) => {
                let seen = text.visual_bounding_rect().intersect(clip);
                if !seen.is_positive() {
                    return;
                }
                // A row of a table is read from its beginning to its end.
                let around = views.iter().find(|view| view.contains_rect(seen));
                let seen = around.map_or(seen, |view| {
                    Rect::from_x_y_ranges(view.x_range(), seen.y_range())
                });
                self.rects.push(seen);
                self.texts.push(text.galley.text().replace('\u{a0}', " "));
            }
            shape => {
                let seen = shape.visual_bounding_rect().intersect(clip);
                let is_ground = matches!(shape, Shape::Rect(_))
                    && seen.height() >= LARGEST
                    && seen.width() >= LARGEST;
                if seen.is_positive() && !is_ground {
                    self.rects.push(seen);
                }
            }
        }
    }

    /// Whether the window says these words already.
    pub fn says(&self, words: &str) -> bool {
        let words = words.replace('\u{a0}', " ");
        let words = words.trim_end_matches('.');
        self.texts.iter().any(|text| text.contains(words))
    }
}

impl Room {
    pub fn new(area: Rect, shown: &Shown) -> Self {
        let columns = (area.width() / STEP).max(0.0) as usize;
        let rows = (area.height() / STEP).max(0.0) as usize;
        let mut room = Self {
            area,
            columns,
            rows,
            taken: vec![false; columns * rows],
            sums: Vec::new(),
        };
        for rect in &shown.rects {
            room.mark(rect.expand(2.0));
        }
        room.add_up();
        room
    }

    /// The cells that a rectangle touches: from and to, by column and by row.
    fn cells(&self, rect: Rect) -> [usize; 4] {
        let place =
            |at: f32, from: f32, most: usize| (((at - from) / STEP).max(0.0) as usize).min(most);
        let after = |at: f32, from: f32, most: usize| {
            (((at - from) / STEP).ceil().max(0.0) as usize).min(most)
        };
        [
            place(rect.left(), self.area.left(), self.columns),
            after(rect.right(), self.area.left(), self.columns),
            place(rect.top(), self.area.top(), self.rows),
            after(rect.bottom(), self.area.top(), self.rows),
        ]
    }

    fn mark(&mut self, rect: Rect) {
        let [left, right, top, bottom] = self.cells(rect);
        for row in top..bottom {
            let cells = row * self.columns;
            if left < right {
                self.taken[cells + left..cells + right].fill(true);
            }
        }
    }

    fn add_up(&mut self) {
        let width = self.columns + 1;
        self.sums = vec![0; width * (self.rows + 1)];
        for row in 0..self.rows {
            let mut line = 0;
            for column in 0..self.columns {
                line += u32::from(self.taken[row * self.columns + column]);
                self.sums[(row + 1) * width + column + 1] =
                    self.sums[row * width + column + 1] + line;
            }
        }
    }

    fn is_free(&self, place: Rect) -> bool {
        if !self.area.contains_rect(place) {
            return false;
        }
        let [left, right, top, bottom] = self.cells(place);
        let sum = |row: usize, column: usize| self.sums[row * (self.columns + 1) + column];
        sum(bottom, right) + sum(top, left) == sum(bottom, left) + sum(top, right)
    }

    /// Where the message stood, if nothing is there; else the lowest free place at the right, or one further to the left.
    /// `None` where there is none. The place is taken from then on.
    pub fn take(&mut self, size: Vec2, last: Option<Rect>) -> Option<Rect> {
        let corner = self.area.min + STEP * vec2(self.columns as f32, self.rows as f32) - size;
        let again = last.map(|last| Rect::from_min_size(last.min, size));
        let places =
            (0..=self.columns).flat_map(|column| (0..=self.rows).map(move |row| (column, row)));
        let places = places.map(|(column, row)| {
            let place = corner - STEP * vec2(column as f32, row as f32);
            Rect::from_min_size(pos2(place.x.floor(), place.y.floor()), size)
        });
        let found = again
            .into_iter()
            .chain(places)
            .find(|place| self.is_free(*place))?;
        self.mark(found.expand(2.0));
        self.add_up();
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(taken: &[Rect]) -> Room {
        let area = Rect::from_min_size(pos2(0.0, 0.0), vec2(800.0, 504.0));
        let shown = Shown {
            rects: taken.to_vec(),
            texts: Vec::new(),
        };
        Room::new(area, &shown)
    }

    #[test]
    fn a_message_stands_where_nothing_is() {
        let size = vec2(300.0, 60.0);
        let corner = room(&[]).take(size, None).unwrap();
        assert_eq!(corner.max, pos2(800.0, 504.0));
        let button = Rect::from_min_size(pos2(700.0, 460.0), vec2(60.0, 30.0));
        let above = room(&[button]).take(size, None).unwrap();
        assert!(!above.intersects(button) && above.right() == 800.0);
        assert_eq!(room(&[]).take(size, Some(above)), Some(above));
        // It moves once something is there, and two never stand in the same place.
        let row = Rect::from_min_size(pos2(0.0, above.top()), vec2(800.0, 20.0));
        let mut room_left = room(&[button, row]);
        let elsewhere = room_left.take(size, Some(above)).unwrap();
        assert!(!elsewhere.intersects(row) && !elsewhere.intersects(button));
        let other = room_left.take(size, None).unwrap();
        assert!(!other.intersects(elsewhere));
        let rows: Vec<Rect> = (0..25)
            .map(|row| Rect::from_min_size(pos2(0.0, row as f32 * 20.0), vec2(800.0, 14.0)))
            .collect();
        assert_eq!(room(&rows).take(size, None), None);
    }

    #[test]
    fn what_the_window_says_is_known_whatever_its_spaces() {
        let shown = Shown {
            rects: Vec::new(),
            texts: vec!["Nothing is left out. 5 % are changed.".to_owned()],
        };
        assert!(shown.says("5\u{a0}% are changed."));
        assert!(!shown.says("7 % are changed."));
    }
}
