//! Letters as egui rasterised them, kept by character.
//!
//! Laying out each cell's text by egui costs several microseconds of shaping, and a frame of fast scrolling
//! has thousands of texts that nobody saw before. A table shows data letter by letter, without kerning or
//! ligatures, so it is enough to ask egui for each letter once and to set the letters side by side.

use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, Context, FontId, Galley, Rect, pos2, vec2};
use std::collections::HashMap;
use std::sync::Arc;

/// egui keeps each letter in up to four bitmaps, one for each quarter of a pixel that it may start at.
pub(super) const QUARTERS: usize = 4;
/// Characters below are found by their number.
const DIRECT: usize = 0x530;
/// A text that the grid lays out in every frame. egui keeps the same galley for it as long as its atlas of
/// letters stays as it is; another galley means that all letters have moved.
const WITNESS: &str = "0123456789";

#[derive(Clone, Debug, Default)]
pub(super) struct Glyphs {
    font: Option<FontId>,
    pixels_per_point: f32,
    witness: Option<Arc<Galley>>,
    direct: Vec<Option<Glyph>>,
    others: HashMap<char, Glyph>,
    /// All digits get this width, so that numbers stand in columns.
    digit: f32,
}

/// Lengths are in pixels.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Glyph {
    pub advance: f32,
    /// How far the letter stands from the start of its advance.
    pub inset: f32,
    quads: [Quad; QUARTERS],
}

/// A letter's bitmap: where it lies from the start of the text, and where in the atlas (in texels).
#[derive(Clone, Copy, Debug)]
pub(super) struct Quad {
    pub place: Rect,
    pub atlas: Rect,
}

impl Default for Quad {
    fn default() -> Self {
        Self {
            place: Rect::NOTHING,
            atlas: Rect::NOTHING,
        }
    }
}

impl Glyph {
    /// The bitmap for a letter that starts at `x`, and the whole pixel it is placed at.
    pub fn at(&self, x: f32) -> Option<(f32, &Quad)> {
        let quarters = (x * QUARTERS as f32).round() as i64;
        let whole = quarters.div_euclid(QUARTERS as i64);
        let quad = self
            .quads
            .get(quarters.rem_euclid(QUARTERS as i64) as usize)?;
        quad.place.is_positive().then_some((whole as f32, quad))
    }
}

impl Glyphs {
    /// To be called once a frame before any other.
    pub fn ready(&mut self, ctx: &Context, font: &FontId) {
        let pixels_per_point = ctx.pixels_per_point();
        let witness = ctx.fonts_mut(|fonts| {
            fonts.layout_no_wrap(WITNESS.to_owned(), font.clone(), Color32::PLACEHOLDER)
        });
        let same = self.font.as_ref() == Some(font)
            && self.pixels_per_point == pixels_per_point
            && self
                .witness
                .as_ref()
                .is_some_and(|old| Arc::ptr_eq(old, &witness));
        if same {
            return;
        }
        self.digit = witness
            .rows
            .iter()
            .flat_map(|row| &row.glyphs)
            .map(|glyph| glyph.advance_width * pixels_per_point)
            .fold(0.0, f32::max);
        self.font = Some(font.clone());
        self.pixels_per_point = pixels_per_point;
        self.witness = Some(witness);
        self.direct.clear();
        self.direct.resize(DIRECT, None);
        self.others.clear();
    }

    pub fn pixels_per_point(&self) -> f32 {
        self.pixels_per_point
    }

    /// The height of a line in points.
    pub fn line_height(&self) -> f32 {
        self.witness.as_ref().map_or(0.0, |galley| galley.size().y)
    }

    /// A galley of our own letters needs one of egui's to start from.
    pub fn witness(&self) -> Option<&Arc<Galley>> {
        self.witness.as_ref()
    }

    pub fn get(&mut self, ctx: &Context, c: char) -> Glyph {
        if let Some(known) = match self.direct.get(c as usize) {
            Some(slot) => slot.as_ref(),
            None => self.others.get(&c),
        } {
            return *known;
        }
        let glyph = self.load(ctx, c);
        match self.direct.get_mut(c as usize) {
            Some(slot) => *slot = Some(glyph),
            None => _ = self.others.insert(c, glyph),
        }
        glyph
    }

    fn load(&self, ctx: &Context, c: char) -> Glyph {
        let Some(font) = &self.font else {
            return Glyph::default();
        };
        let mut glyph = Glyph::default();
        for quarter in 0..QUARTERS {
            let start = quarter as f32 / QUARTERS as f32;
            let mut job = LayoutJob::default();
            job.append(
                c.encode_utf8(&mut [0; 4]),
                start / self.pixels_per_point,
                TextFormat::simple(font.clone(), Color32::PLACEHOLDER),
            );
            let galley = ctx.fonts_mut(|fonts| fonts.layout_job(job));
            let Some(laid) = galley.rows.first().and_then(|row| row.glyphs.first()) else {
                continue;
            };
            glyph.advance = laid.advance_width * self.pixels_per_point;
            let bitmap = laid.uv_rect;
            if bitmap.is_nothing() {
                continue;
            }
            let corner = (laid.pos.to_vec2() + bitmap.offset) * self.pixels_per_point;
            let corner = vec2(corner.x.round(), corner.y.round());
            let texel = |at: [u16; 2]| pos2(f32::from(at[0]), f32::from(at[1]));
            if let Some(quad) = glyph.quads.get_mut(quarter) {
                *quad = Quad {
                    place: Rect::from_min_size(
                        corner.to_pos2(),
                        bitmap.size * self.pixels_per_point,
                    ),
                    atlas: Rect::from_min_max(texel(bitmap.min), texel(bitmap.max)),
                };
            }
        }
        if c.is_ascii_digit() {
            glyph.inset = (self.digit - glyph.advance) / 2.0;
            glyph.advance = self.digit;
        }
        glyph
    }
}

/// True if each character is one letter whose shape does not depend on its neighbours. Texts of other
/// scripts are laid out by egui.
pub(super) fn plain(text: &str) -> bool {
    text.is_ascii()
        || text.chars().all(|c| {
            matches!(c as u32,
                0x00..=0x24F // Latin
                | 0x370..=0x482 | 0x48A..=0x52F // Greek, Cyrillic without its combining marks
                | 0x2010..=0x2027 | 0x2030..=0x203A // dashes, quotes, ellipsis
                | 0x20A0..=0x20BF) // currencies
        }) && !text.contains('\u{AD}')
}
