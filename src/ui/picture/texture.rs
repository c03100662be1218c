//! The textures a frame needs (above all the font atlas), kept up to date from egui's deltas.

use std::collections::HashMap;

use egui::epaint::{ImageData, ImageDelta};
use egui::{Color32, TextureFilter, TextureId, TextureOptions, TextureWrapMode, TexturesDelta};

/// Texel coordinates are counted in 256ths, as graphics cards do; sums of whole numbers come out
/// the same on every machine.
const STEPS: f32 = 256.0;

#[derive(Default)]
pub struct Textures {
    known: HashMap<TextureId, Texture>,
}

impl Textures {
    /// Takes over new and changed textures. What is to be freed stays until [`Self::free`].
    pub fn update(&mut self, delta: &mut TexturesDelta) {
        for (id, changes) in delta.set.drain() {
            for change in changes {
                self.set(id, &change);
            }
        }
    }

    /// Frees what the frame just painted was the last to need.
    pub fn free(&mut self, delta: &mut TexturesDelta) {
        for id in delta.free.drain() {
            self.known.remove(&id);
        }
    }

    pub(super) fn get(&self, id: TextureId) -> Option<&Texture> {
        self.known.get(&id)
    }

    fn set(&mut self, id: TextureId, change: &ImageDelta) {
        let ImageData::Color(image) = &change.image;
        let [width, height] = image.size;
        let Some([left, top]) = change.pos else {
            self.known.insert(
                id,
                Texture {
                    width,
                    height,
                    options: change.options,
                    texels: image.pixels.clone(),
                },
            );
            return;
        };
        let Some(texture) = self.known.get_mut(&id) else {
            return;
        };
        if left + width > texture.width || top + height > texture.height || width == 0 {
            return;
        }
        let target = texture.texels.chunks_exact_mut(texture.width).skip(top);
        for (target, source) in target.zip(image.pixels.chunks_exact(width)) {
            target[left..left + width].copy_from_slice(source);
        }
    }
}

pub(super) struct Texture {
    width: usize,
    height: usize,
    options: TextureOptions,
    texels: Vec<Color32>,
}

impl Texture {
    /// The premultiplied colour at texture coordinates from 0 to 1, each channel 0 to 255.
    pub fn sample(&self, u: f32, v: f32) -> [f32; 4] {
        let linear = self.options.magnification == TextureFilter::Linear;
        let (x, right) = place(u, self.width, linear);
        let (y, down) = place(v, self.height, linear);
        let top = self.texel(x, y);
        if right == 0 && down == 0 {
            return top.map(|channel| channel as f32);
        }
        let corners = [
            (top, (256 - right) * (256 - down)),
            (self.texel(x + 1, y), right * (256 - down)),
            (self.texel(x, y + 1), (256 - right) * down),
            (self.texel(x + 1, y + 1), right * down),
        ];
        let mut sum = [0_u32; 4];
        for (texel, weight) in corners {
            for (sum, channel) in sum.iter_mut().zip(texel) {
                *sum += channel * weight;
            }
        }
        sum.map(|channel| channel as f32 / 65536.0)
    }

    fn texel(&self, x: i32, y: i32) -> [u32; 4] {
        let x = wrap(x, self.width, self.options.wrap_mode);
        let y = wrap(y, self.height, self.options.wrap_mode);
        self.texels
            .get(y * self.width + x)
            .copied()
            .unwrap_or(Color32::TRANSPARENT)
            .to_array()
            .map(u32::from)
    }
}

/// The texel left of (or above) a coordinate and how many 256ths it lies beyond that one's centre.
fn place(coordinate: f32, size: usize, linear: bool) -> (i32, u32) {
    let texels = coordinate * size as f32;
    if !linear {
        return (texels.floor() as i32, 0);
    }
    let steps = (texels * STEPS - STEPS / 2.0).round() as i32;
    (steps.div_euclid(256), steps.rem_euclid(256) as u32)
}

fn wrap(index: i32, size: usize, mode: TextureWrapMode) -> usize {
    let size = size.max(1) as i32;
    let wrapped = match mode {
        TextureWrapMode::ClampToEdge => index.clamp(0, size - 1),
        TextureWrapMode::Repeat => index.rem_euclid(size),
        TextureWrapMode::MirroredRepeat => {
            let place = index.rem_euclid(2 * size);
            place.min(2 * size - 1 - place)
        }
    };
    wrapped as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::ColorImage;

    fn two_texels(options: TextureOptions) -> Textures {
        let mut textures = Textures::default();
        let image = ColorImage::new([2, 1], vec![Color32::BLACK, Color32::WHITE]);
        let mut delta = TexturesDelta::default();
        delta.push(TextureId::default(), ImageDelta::full(image, options));
        textures.update(&mut delta);
        textures
    }

    fn red(textures: &Textures, u: f32) -> f32 {
        textures.get(TextureId::default()).unwrap().sample(u, 0.5)[0]
    }

    #[test]
    fn linear_textures_blend_between_texel_centres() {
        let textures = two_texels(TextureOptions::LINEAR);
        assert_eq!(red(&textures, 0.25), 0.0);
        assert_eq!(red(&textures, 0.5), 127.5);
        assert_eq!(red(&textures, 0.75), 255.0);
        assert_eq!(red(&textures, 1.5), 255.0);
    }

    #[test]
    fn nearest_and_repeating_textures() {
        let textures = two_texels(TextureOptions::NEAREST_REPEAT);
        assert_eq!(red(&textures, 0.49), 0.0);
        assert_eq!(red(&textures, 0.51), 255.0);
        assert_eq!(red(&textures, 1.1), 0.0);
    }

    #[test]
    fn a_part_of_a_texture_can_change() {
        let mut textures = two_texels(TextureOptions::NEAREST);
        let patch = ColorImage::new([1, 1], vec![Color32::WHITE]);
        let mut delta = TexturesDelta::default();
        let change = ImageDelta::partial([0, 0], patch, TextureOptions::NEAREST);
        delta.push(TextureId::default(), change);
        textures.update(&mut delta);
        assert_eq!(red(&textures, 0.1), 255.0);

        delta.free(TextureId::default());
        textures.free(&mut delta);
        assert!(textures.get(TextureId::default()).is_none());
    }
}
