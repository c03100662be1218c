//! Words beside nodes, none over another.

use crate::ui::theme::{Tokens, fonts};
use egui::{Color32, FontId, Painter, Pos2, Rect, Vec2, vec2};

/// How much room there is beside a node before the next mark.
#[derive(Clone, Copy, Debug)]
pub struct Free {
    pub left: f32,
    pub right: f32,
}

pub struct Words<'a> {
    painter: &'a Painter,
    tokens: &'a Tokens,
    taken: Vec<Rect>,
}

impl<'a> Words<'a> {
    pub fn new(painter: &'a Painter, tokens: &'a Tokens) -> Self {
        Self {
            painter,
            tokens,
            taken: Vec::new(),
        }
    }

    /// A word that marks a node, on the ground's colour so that lines do not strike it through. Says
    /// whether there was room.
    pub fn mark(&mut self, at: Pos2, radius: f32, word: &str, colour: Color32, free: Free) -> bool {
        let galley = self
            .painter
            .layout_no_wrap(word.to_owned(), fonts::chip(), colour);
        let size = galley.size() + vec2(8.0, 2.0);
        let beside = radius + 4.0;
        let (aside, above) = (
            vec2(beside + size.x / 2.0, 0.0),
            vec2(0.0, beside + size.y / 2.0 - 3.0),
        );
        let places = [
            (at + aside, free.right >= size.x + beside),
            (at - aside, free.left >= size.x + beside),
            (at - above, true),
            (at + above, true),
        ];
        for (centre, _) in places.into_iter().filter(|(_, free)| *free) {
            let rect = Rect::from_center_size(centre, size);
            if !self.painter.clip_rect().contains_rect(rect) || self.is_taken(rect) {
                continue;
            }
            self.painter.rect_filled(rect, 4, self.tokens.ground);
            self.painter
                .galley(rect.min + vec2(4.0, 1.0), galley, colour);
            self.taken.push(rect);
            return true;
        }
        false
    }

    /// Small figures under a node, if they fit into `width`.
    pub fn under(&mut self, at: Pos2, radius: f32, text: &str, width: f32) {
        let galley = self
            .painter
            .layout_no_wrap(text.to_owned(), small(), self.tokens.dim);
        if galley.size().x > width - 6.0 {
            return;
        }
        let top = at + vec2(-galley.size().x / 2.0, radius + 2.0);
        let rect = Rect::from_min_size(top, galley.size());
        if !self.is_taken(rect) {
            self.painter.rect_filled(rect, 2, self.tokens.ground);
            self.painter.galley(top, galley, self.tokens.dim);
        }
    }

    /// Keeps words away from a mark.
    pub fn avoid(&mut self, at: Pos2, radius: f32) {
        self.taken
            .push(Rect::from_center_size(at, Vec2::splat(2.0 * radius)));
    }

    fn is_taken(&self, rect: Rect) -> bool {
        self.taken.iter().any(|taken| taken.intersects(rect))
    }
}

fn small() -> FontId {
    fonts::chip_light()
}
