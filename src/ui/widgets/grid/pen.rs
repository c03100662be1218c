//! Writes many short texts into one shape: a galley whose letters come out of [`Glyphs`].

use super::glyphs::{Glyph, Glyphs, plain};
use super::text::{CELL_CHARS, head, one_line, visible};
use egui::epaint::{Mesh, TextShape};
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Align, Color32, Context, FontId, Pos2, Rangef, Rect, Shape, Stroke, pos2, vec2};
use std::ops::Range;
use std::sync::Arc;

pub(super) struct Pen<'a> {
    ctx: &'a Context,
    glyphs: &'a mut Glyphs,
    font: FontId,
    /// All letters are placed relative to this corner, which lies on a pixel.
    corner: Pos2,
    mesh: Mesh,
    /// Texts that egui laid out.
    others: Vec<Shape>,
    line: Vec<Placed>,
    /// Parts of the next text in another colour.
    inks: Vec<Ink>,
}

/// Bytes of a text that look different from the others.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ink {
    pub bytes: Range<usize>,
    pub colour: Color32,
    pub struck: bool,
}

struct Placed {
    glyph: Glyph,
    x: f32,
    /// Which bytes of the text it stands for.
    byte: usize,
}

/// What became of a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Written {
    /// It did not fit and ends in an ellipsis.
    pub cut: bool,
    /// Where the marked bytes stand.
    pub marked: Option<Rangef>,
    /// Where a line strikes the text out, and in which colour.
    pub struck: Vec<(Rangef, Color32)>,
}

impl<'a> Pen<'a> {
    pub fn new(ctx: &'a Context, glyphs: &'a mut Glyphs, font: FontId, corner: Pos2) -> Self {
        glyphs.ready(ctx, &font);
        let scale = glyphs.pixels_per_point();
        Self {
            ctx,
            glyphs,
            font,
            corner: pos2(
                (corner.x * scale).round() / scale,
                (corner.y * scale).round() / scale,
            ),
            mesh: Mesh::default(),
            others: Vec::new(),
            line: Vec::new(),
            inks: Vec::new(),
        }
    }

    /// Parts of the next text that look different, in order.
    pub fn dip(&mut self, inks: Vec<Ink>) {
        self.inks = inks;
    }

    /// Writes on one line inside `rect`, cut with an ellipsis if it is too long.
    pub fn write(
        &mut self,
        rect: Rect,
        text: &str,
        align: Align,
        colour: Color32,
        mark: Option<Range<usize>>,
    ) -> Written {
        let (text, more) = head(text, CELL_CHARS);
        if rect.width() < 1.0 || text.is_empty() {
            return Written {
                cut: more || !text.is_empty(),
                ..Written::default()
            };
        }
        let written = if plain(text) {
            self.write_letters(rect, text, more, align, colour, mark)
        } else {
            self.write_by_egui(rect, text, more, align, colour, mark)
        };
        self.inks.clear();
        written
    }

    /// The width that the text needs.
    pub fn measure(&mut self, text: &str) -> f32 {
        let (text, _) = head(text, CELL_CHARS);
        if plain(text) {
            self.set_line(text, f32::INFINITY);
            let pixels = self
                .line
                .last()
                .map_or(0.0, |last| last.x + last.glyph.advance);
            pixels / self.glyphs.pixels_per_point()
        } else {
            self.lay_out(one_line(text), text, f32::INFINITY, Color32::PLACEHOLDER)
                .size()
                .x
        }
    }

    /// Everything that was written.
    pub fn finish(self) -> Vec<Shape> {
        let mut shapes = self.others;
        if let Some(witness) = self.glyphs.witness()
            && !self.mesh.is_empty()
        {
            let mut galley = witness.as_ref().clone();
            galley.num_vertices = self.mesh.vertices.len();
            galley.num_indices = self.mesh.indices.len();
            galley.mesh_bounds = self.mesh.calc_bounds();
            galley.rows.truncate(1);
            if let Some(placed) = galley.rows.first_mut() {
                placed.pos = Pos2::ZERO;
                let row = Arc::make_mut(&mut placed.row);
                row.glyphs.clear();
                row.visuals.mesh_bounds = galley.mesh_bounds;
                row.visuals.glyph_index_start = 0;
                row.visuals.glyph_vertex_range = 0..galley.num_vertices;
                row.visuals.mesh = self.mesh;
            }
            galley.rect = galley.mesh_bounds;
            shapes.push(TextShape::new(self.corner, Arc::new(galley), Color32::PLACEHOLDER).into());
        }
        shapes
    }

    fn write_letters(
        &mut self,
        rect: Rect,
        text: &str,
        more: bool,
        align: Align,
        colour: Color32,
        mark: Option<Range<usize>>,
    ) -> Written {
        let scale = self.glyphs.pixels_per_point();
        let room = (rect.width() * scale).floor();
        let cut = self.set_line(text, room) || more;
        if cut {
            self.end_in_ellipsis(text.len(), room);
        }
        let end = |placed: &Placed| placed.x + placed.glyph.advance;
        let length = self.line.last().map_or(0.0, end);
        let left = ((rect.left() - self.corner.x) * scale).round();
        let start = match align {
            Align::Min => left,
            Align::Center => left + ((room - length) / 2.0).floor(),
            Align::Max => left + room - length,
        };
        let height = (self.glyphs.line_height() * scale).round();
        let top =
            ((rect.top() - self.corner.y + rect.height() / 2.0) * scale - height / 2.0).round();
        let mut struck: Vec<(usize, Rangef)> = Vec::new();
        let mut ink = 0;
        for placed in &self.line {
            while self
                .inks
                .get(ink)
                .is_some_and(|ink| ink.bytes.end <= placed.byte)
            {
                ink += 1;
            }
            let own = self.inks.get(ink);
            let own = own.filter(|ink| ink.bytes.contains(&placed.byte));
            let colour = own.map_or(colour, |ink| ink.colour);
            if own.is_some_and(|ink| ink.struck) {
                let points = |pixels: f32| self.corner.x + (start + pixels) / scale;
                let span = Rangef::new(points(placed.x), points(end(placed)));
                match struck.last_mut() {
                    Some((of, last)) if *of == ink => last.max = span.max,
                    _ => struck.push((ink, span)),
                }
            }
            let Some((whole, quad)) = placed.glyph.at(start + placed.x + placed.glyph.inset) else {
                continue;
            };
            let place = quad.place.translate(vec2(whole, top));
            let place = Rect::from_min_max(
                (place.min.to_vec2() / scale).to_pos2(),
                (place.max.to_vec2() / scale).to_pos2(),
            );
            self.mesh.add_rect_with_uv(place, quad.atlas, colour);
        }
        let marked = mark.and_then(|mark| {
            let mut hit = self
                .line
                .iter()
                .filter(|placed| mark.contains(&placed.byte));
            // What was found may lie behind the cut; then the ellipsis is marked.
            let first = hit.next().or(self.line.last())?;
            let last = hit.next_back().unwrap_or(first);
            let points = |pixels: f32| self.corner.x + (start + pixels) / scale;
            Some(Rangef::new(points(first.x), points(end(last))))
        });
        let struck = struck
            .into_iter()
            .map(|(ink, span)| (span, self.inks[ink].colour))
            .collect();
        Written {
            cut,
            marked,
            struck,
        }
    }

    /// Sets letters until they pass `room`. True if not all of them fit.
    fn set_line(&mut self, text: &str, room: f32) -> bool {
        self.line.clear();
        let (mut x, mut before) = (0.0, None);
        for (byte, c) in text.char_indices() {
            let shown = visible(c, before);
            before = Some(c);
            let Some(shown) = shown else { continue };
            let glyph = self.glyphs.get(self.ctx, shown);
            self.line.push(Placed { glyph, x, byte });
            x += glyph.advance;
            if x > room {
                return true;
            }
        }
        false
    }

    fn end_in_ellipsis(&mut self, byte: usize, room: f32) {
        let glyph = self.glyphs.get(self.ctx, '…');
        while self
            .line
            .last()
            .is_some_and(|last| last.x + last.glyph.advance + glyph.advance > room)
        {
            self.line.pop();
        }
        let x = self
            .line
            .last()
            .map_or(0.0, |last| last.x + last.glyph.advance);
        self.line.push(Placed { glyph, x, byte });
    }

    fn write_by_egui(
        &mut self,
        rect: Rect,
        text: &str,
        more: bool,
        align: Align,
        colour: Color32,
        mark: Option<Range<usize>>,
    ) -> Written {
        let mut line = one_line(text);
        if more {
            line.push('…');
        }
        let galley = self.lay_out(line, text, rect.width(), colour);
        let size = galley.size();
        let x = match align {
            Align::Min => rect.left(),
            Align::Center => rect.center().x - size.x / 2.0,
            Align::Max => rect.right() - size.x,
        };
        let cut = more || galley.elided;
        let place = pos2(x, rect.center().y - size.y / 2.0);
        self.others
            .push(TextShape::new(place, galley, colour).into());
        Written {
            cut,
            marked: mark.map(|_| Rangef::new(x, x + size.x)),
            // egui strikes out by itself.
            struck: Vec::new(),
        }
    }

    /// `text` is what the line was made from.
    fn lay_out(&self, line: String, text: &str, width: f32, colour: Color32) -> Arc<egui::Galley> {
        let plainly = TextFormat::simple(self.font.clone(), colour);
        let mut job = LayoutJob::default();
        let mut from = 0;
        // Bytes are those of the text: they are of no use once characters were replaced.
        for ink in self.inks.iter().filter(|_| line.starts_with(text)) {
            let (Some(before), Some(own)) =
                (line.get(from..ink.bytes.start), line.get(ink.bytes.clone()))
            else {
                break;
            };
            let mut format = TextFormat::simple(self.font.clone(), ink.colour);
            if ink.struck {
                format.strikethrough = Stroke::new(1.0, ink.colour);
            }
            job.append(before, 0.0, plainly.clone());
            job.append(own, 0.0, format);
            from = ink.bytes.end;
        }
        job.append(line.get(from..).unwrap_or_default(), 0.0, plainly);
        job.break_on_newline = false;
        job.wrap = TextWrapping {
            max_width: width,
            max_rows: 1,
            break_anywhere: true,
            overflow_character: Some('…'),
        };
        self.ctx.fonts_mut(|fonts| fonts.layout_job(job))
    }
}
