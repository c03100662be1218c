//! Paints egui's triangles into an [`Image`] the way its OpenGL painter does: colours are multiplied
//! and blended in gamma space, premultiplied. Coverage is decided in whole numbers, so that triangles
//! which share an edge neither leave a seam nor blend twice, and every machine gives the same bytes.

use egui::epaint::{ClippedPrimitive, Mesh, Primitive, Vertex, WHITE_UV};
use egui::{Color32, Pos2, Rect};
use rayon::prelude::*;

use super::image::Image;
use super::texture::{Texture, Textures};

/// Positions are rounded to 256ths of a pixel.
const SUBPIXEL: i64 = 256;
/// Nothing lies further out than this many pixels; keeps products within 64 bits.
const FAR: f32 = 1_000_000.0;
/// Rows that one task paints.
const BAND: usize = 24;

/// Paints the primitives in their order. Paint callbacks need a graphics card and are left out.
pub fn draw(
    image: &mut Image,
    textures: &Textures,
    primitives: &[ClippedPrimitive],
    pixels_per_point: f32,
) {
    let (width, height) = (image.width(), image.height());
    if width == 0 || height == 0 {
        return;
    }
    let mut triangles = Vec::new();
    for ClippedPrimitive {
        clip_rect,
        primitive,
    } in primitives
    {
        let Primitive::Mesh(mesh) = primitive else {
            continue;
        };
        let clip = Clip::new(*clip_rect, pixels_per_point, width, height);
        if let Some(texture) = textures.get(mesh.texture_id) {
            collect(&mut triangles, mesh, texture, &clip, pixels_per_point);
        }
    }
    image
        .pixels_mut()
        .par_chunks_mut(width * BAND)
        .enumerate()
        .for_each(|(band, pixels)| {
            let first = (band * BAND) as i64;
            let rows = first..first + (pixels.len() / width) as i64;
            for triangle in &triangles {
                triangle.paint(pixels, width, &rows);
            }
        });
}

/// Whole pixels that may be touched.
#[derive(Clone, Copy)]
struct Clip {
    left: i64,
    top: i64,
    right: i64,
    bottom: i64,
}

impl Clip {
    fn new(rect: Rect, pixels_per_point: f32, width: usize, height: usize) -> Self {
        let pixel = |point: f32, most: usize| {
            ((point * pixels_per_point).round() as i64).clamp(0, most as i64)
        };
        Self {
            left: pixel(rect.min.x, width),
            top: pixel(rect.min.y, height),
            right: pixel(rect.max.x, width),
            bottom: pixel(rect.max.y, height),
        }
    }
}

fn collect<'a>(
    triangles: &mut Vec<Triangle<'a>>,
    mesh: &Mesh,
    texture: &'a Texture,
    clip: &Clip,
    pixels_per_point: f32,
) {
    for corners in mesh.indices.chunks_exact(3) {
        let corner = |at: usize| mesh.vertices.get(corners[at] as usize).copied();
        if let (Some(a), Some(b), Some(c)) = (corner(0), corner(1), corner(2)) {
            triangles.extend(Triangle::new([a, b, c], texture, clip, pixels_per_point));
        }
    }
}

/// One side, as the function that is positive inside: `right * x + down * y + start` at the pixel
/// (x, y). `bias` turns away the pixels that belong to the neighbour.
struct Edge {
    right: i64,
    down: i64,
    start: i64,
    bias: i64,
}

impl Edge {
    fn new(from: (i64, i64), to: (i64, i64)) -> Self {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let centre = SUBPIXEL / 2;
        let top_or_left = dy < 0 || (dy == 0 && dx > 0);
        Self {
            right: -dy * SUBPIXEL,
            down: dx * SUBPIXEL,
            start: dx * (centre - from.1) - dy * (centre - from.0),
            bias: i64::from(!top_or_left),
        }
    }

    fn at(&self, x: i64, y: i64) -> i64 {
        self.right * x + self.down * y + self.start
    }

    /// Narrows a row's pixels to those on the inner side.
    fn narrow(&self, y: i64, left: &mut i64, right: &mut i64) {
        // Inside means `self.right * x + rest >= 0`.
        let rest = self.down * y + self.start - self.bias;
        match self.right {
            0 if rest < 0 => *right = *left,
            0 => {}
            step if step > 0 => *left = (*left).max(-rest.div_euclid(step)),
            step => *right = (*right).min(rest.div_euclid(-step) + 1),
        }
    }
}

enum Paint<'a> {
    /// The same colour all over.
    Flat(Color32),
    /// Colours that run from corner to corner.
    Shaded([Color32; 3]),
    /// Colours times a texture.
    Textured([Color32; 3], [Pos2; 3], &'a Texture),
}

struct Triangle<'a> {
    /// Each opposite the corner with the same index, whose weight it measures.
    edges: [Edge; 3],
    area: f32,
    clip: Clip,
    paint: Paint<'a>,
}

impl<'a> Triangle<'a> {
    fn new(
        [a, mut b, mut c]: [Vertex; 3],
        texture: &'a Texture,
        clip: &Clip,
        pixels_per_point: f32,
    ) -> Option<Self> {
        let place = |vertex: &Vertex| {
            let fixed = |point: f32| {
                let pixel = (point * pixels_per_point).clamp(-FAR, FAR);
                (pixel * SUBPIXEL as f32).round() as i64
            };
            (fixed(vertex.pos.x), fixed(vertex.pos.y))
        };
        let (pa, mut pb, mut pc) = (place(&a), place(&b), place(&c));
        let area = (pb.0 - pa.0) * (pc.1 - pa.1) - (pb.1 - pa.1) * (pc.0 - pa.0);
        if area < 0 {
            std::mem::swap(&mut b, &mut c);
            std::mem::swap(&mut pb, &mut pc);
        }
        let low = |values: [i64; 3]| values.into_iter().min().unwrap_or(0).div_euclid(SUBPIXEL);
        let high =
            |values: [i64; 3]| values.into_iter().max().unwrap_or(0).div_euclid(SUBPIXEL) + 1;
        let (xs, ys) = ([pa.0, pb.0, pc.0], [pa.1, pb.1, pc.1]);
        let clip = Clip {
            left: clip.left.max(low(xs)),
            top: clip.top.max(low(ys)),
            right: clip.right.min(high(xs)),
            bottom: clip.bottom.min(high(ys)),
        };
        let paint = Paint::new([a, b, c], texture);
        let seen = area != 0 && clip.left < clip.right && clip.top < clip.bottom;
        seen.then(|| Self {
            edges: [Edge::new(pb, pc), Edge::new(pc, pa), Edge::new(pa, pb)],
            area: area.abs() as f32,
            clip,
            paint,
        })
    }

    /// Paints the part that lies within some rows of the image.
    fn paint(&self, pixels: &mut [[u8; 4]], width: usize, rows: &std::ops::Range<i64>) {
        let top = self.clip.top.max(rows.start);
        let bottom = self.clip.bottom.min(rows.end);
        for y in top..bottom {
            let (mut left, mut right) = (self.clip.left, self.clip.right);
            for edge in &self.edges {
                edge.narrow(y, &mut left, &mut right);
            }
            if left >= right {
                continue;
            }
            let row = (y - rows.start) as usize * width;
            let span = &mut pixels[row + left as usize..row + right as usize];
            match &self.paint {
                Paint::Flat(colour) => fill(span, *colour),
                Paint::Shaded(colours) => {
                    for (pixel, x) in span.iter_mut().zip(left..) {
                        blend(pixel, mix_colours(colours, self.weights(x, y)));
                    }
                }
                Paint::Textured(colours, places, texture) => {
                    for (pixel, x) in span.iter_mut().zip(left..) {
                        let weights = self.weights(x, y);
                        let u = mix(places.map(|place| place.x), weights);
                        let v = mix(places.map(|place| place.y), weights);
                        let texel = texture.sample(u, v);
                        if texel != [0.0; 4] {
                            let colour = mix_colours(colours, weights);
                            blend(pixel, std::array::from_fn(|i| colour[i] * texel[i] / 255.0));
                        }
                    }
                }
            }
        }
    }

    /// How near a pixel lies to each corner; the three add up to one.
    fn weights(&self, x: i64, y: i64) -> [f32; 3] {
        [0, 1, 2].map(|i| self.edges[i].at(x, y) as f32 / self.area)
    }
}

impl<'a> Paint<'a> {
    fn new([a, b, c]: [Vertex; 3], texture: &'a Texture) -> Self {
        let colours = [a.color, b.color, c.color];
        // The atlas has a white texel at this place for everything that is not text.
        let plain = [a, b, c].iter().all(|corner| corner.uv == WHITE_UV);
        if !plain {
            Self::Textured(colours, [a.uv, b.uv, c.uv], texture)
        } else if a.color == b.color && b.color == c.color {
            Self::Flat(a.color)
        } else {
            Self::Shaded(colours)
        }
    }
}

fn mix(values: [f32; 3], weights: [f32; 3]) -> f32 {
    values[0] * weights[0] + values[1] * weights[1] + values[2] * weights[2]
}

fn mix_colours(colours: &[Color32; 3], weights: [f32; 3]) -> [f32; 4] {
    let [a, b, c] = colours.map(|colour| colour.to_array());
    std::array::from_fn(|i| mix([f32::from(a[i]), f32::from(b[i]), f32::from(c[i])], weights))
}

fn fill(span: &mut [[u8; 4]], colour: Color32) {
    let source = colour.to_array();
    if colour.a() == 255 {
        span.fill(source);
    } else if colour != Color32::TRANSPARENT {
        for pixel in span {
            blend(pixel, source.map(f32::from));
        }
    }
}

/// Lays a premultiplied colour (channels 0 to 255) over a pixel.
fn blend(pixel: &mut [u8; 4], source: [f32; 4]) {
    let rest = 1.0 - source[3] / 255.0;
    for (below, above) in pixel.iter_mut().zip(source) {
        // Casting saturates, which is what additive colours need.
        *below = (above + f32::from(*below) * rest + 0.5) as u8;
    }
}

#[cfg(test)]
#[path = "raster_tests.rs"]
mod tests;
