//! A finished picture: opaque pixels, PNG in and out, and how far two of them differ.

use std::fs::File;
use std::io::{BufReader, BufWriter, Error, ErrorKind, Result, Write};
use std::ops::Range;
use std::path::Path;

/// Differences of a channel up to this count as equal: no eye sees them.
const TOLERANCE: u8 = 2;

/// Rows of red, green, blue and alpha, from the top.
#[derive(Clone, PartialEq, Eq)]
pub struct Image {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 4]>,
}

impl Image {
    pub fn filled(width: usize, height: usize, colour: [u8; 4]) -> Self {
        Self {
            width,
            height,
            pixels: vec![colour; width * height],
        }
    }

    pub fn width(&self) -> usize {
        self.width
    }

    pub fn height(&self) -> usize {
        self.height
    }

    /// The pixel at that place, or nothing outside of the picture.
    pub fn at(&self, x: usize, y: usize) -> Option<[u8; 4]> {
        (x < self.width)
            .then(|| self.pixels.get(y * self.width + x).copied())
            .flatten()
    }

    /// Paints a rectangle over; what lies outside of the picture is left out.
    pub fn fill(&mut self, x: Range<usize>, y: Range<usize>, colour: [u8; 4]) {
        let x = x.start.min(self.width)..x.end.min(self.width);
        for row in y.start..y.end.min(self.height) {
            if let Some(pixels) = self
                .pixels
                .get_mut(row * self.width + x.start..row * self.width + x.end)
            {
                pixels.fill(colour);
            }
        }
    }

    pub(super) fn pixels_mut(&mut self) -> &mut [[u8; 4]] {
        &mut self.pixels
    }

    /// The share of pixels that a viewer could tell apart; 1 when the sizes differ.
    pub fn compare(&self, other: &Self) -> f64 {
        self.compare_within(other, TOLERANCE)
    }

    /// The share of pixels of which a channel differs by more than that; 1 when the sizes differ.
    pub fn compare_within(&self, other: &Self, tolerance: u8) -> f64 {
        if (self.width, self.height) != (other.width, other.height) {
            return 1.0;
        }
        let differs =
            |(a, b): (&[u8; 4], &[u8; 4])| a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > tolerance);
        let count = self
            .pixels
            .iter()
            .zip(&other.pixels)
            .filter(|&pair| differs(pair))
            .count();
        count as f64 / self.pixels.len().max(1) as f64
    }

    /// Writes an opaque PNG: the window has no holes, so alpha is left out.
    pub fn write_png(&self, path: &Path) -> Result<()> {
        self.write_to(BufWriter::new(File::create(path)?))
    }

    /// The same to wherever the bytes go.
    pub fn write_to(&self, out: impl Write) -> Result<()> {
        let mut encoder = png::Encoder::new(out, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Balanced);
        let rgb: Vec<u8> = self
            .pixels
            .iter()
            .flat_map(|&[red, green, blue, _]| [red, green, blue])
            .collect();
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&rgb)?;
        writer.finish()?;
        Ok(())
    }

    /// Reads what [`Self::write_png`] wrote, also where its colours became a palette.
    pub fn read_png(path: &Path) -> Result<Self> {
        let odd = |what: &str| Error::new(ErrorKind::InvalidData, what.to_owned());
        let mut decoder = png::Decoder::new(BufReader::new(File::open(path)?));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info()?;
        let size = reader
            .output_buffer_size()
            .ok_or_else(|| odd("the picture is too large"))?;
        let mut bytes = vec![0; size];
        let info = reader.next_frame(&mut bytes)?;
        if info.color_type != png::ColorType::Rgb || info.bit_depth != png::BitDepth::Eight {
            return Err(odd("expected a picture with 8 bits of red, green and blue"));
        }
        Ok(Self {
            width: info.width as usize,
            height: info.height as usize,
            pixels: bytes
                .chunks_exact(3)
                .map(|rgb| [rgb[0], rgb[1], rgb[2], 255])
                .collect(),
        })
    }
}

impl std::fmt::Debug for Image {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Image({} x {})", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_picture_reads_back_and_compares() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("picture.png");
        let mut image = Image::filled(20, 10, [10, 20, 30, 255]);
        image.write_png(&path).unwrap();
        assert_eq!(Image::read_png(&path).unwrap(), image);

        let before = image.clone();
        image.pixels_mut()[7] = [10, 20, 32, 255];
        assert_eq!(image.compare(&before), 0.0);
        image.pixels_mut()[8] = [10, 20, 90, 255];
        assert_eq!(image.compare(&before), 1.0 / 200.0);
        assert_eq!(image.compare_within(&before, 60), 0.0);
        assert_eq!(image.compare(&Image::filled(1, 1, [0; 4])), 1.0);
    }

    #[test]
    fn a_rectangle_is_painted_over_as_far_as_there_is_a_picture() {
        let ground = Image::filled(20, 10, [0, 0, 0, 255]);
        let mut image = ground.clone();
        image.fill(18..30, 2..4, [255; 4]);
        assert_eq!(image.compare(&ground), 4.0 / 200.0);
        assert_eq!(image.at(17, 2), Some([0, 0, 0, 255]));
        assert_eq!(image.at(19, 3), Some([255; 4]));
        image.fill(25..30, 0..10, [255; 4]);
        image.fill(0..20, 10..12, [255; 4]);
        assert_eq!(image.compare(&ground), 4.0 / 200.0);
    }
}
