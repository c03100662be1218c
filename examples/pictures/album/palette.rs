//! Pictures for reading: 256 colours at most, so that they weigh a third.

use cloakroom::ui::picture::Image;
use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{BufWriter, Result, Write};
use std::path::Path;

const MOST: usize = 256;
/// Rounds in which colours move to the middle of what they stand for.
const ROUNDS: usize = 6;

type Colour = [u8; 3];

/// A colour of the picture, and how much it matters.
#[derive(Clone, Copy)]
struct Seen {
    colour: Colour,
    weight: f64,
}

/// Writes a PNG with a palette: the colours as they are if they are few, otherwise the nearest of 256.
pub fn write_small_png(image: &Image, path: &Path) -> Result<()> {
    write_to(image, BufWriter::new(File::create(path)?))
}

fn write_to(image: &Image, out: impl Write) -> Result<()> {
    let (palette, places) = palette(image);
    let mut encoder = png::Encoder::new(out, image.width() as u32, image.height() as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    // Neighbours in a palette are not alike: differences between them would only be longer.
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_palette(palette.concat());
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&places)?;
    writer.finish()?;
    Ok(())
}

fn pixels(image: &Image) -> impl Iterator<Item = Colour> {
    let rows = 0..image.height();
    rows.flat_map(move |y| {
        (0..image.width()).filter_map(move |x| {
            let [red, green, blue, _] = image.at(x, y)?;
            Some([red, green, blue])
        })
    })
}

/// The palette, and the place in it of every pixel.
fn palette(image: &Image) -> (Vec<Colour>, Vec<u8>) {
    let mut counts: BTreeMap<Colour, u32> = BTreeMap::new();
    for colour in pixels(image) {
        *counts.entry(colour).or_default() += 1;
    }
    let seen: Vec<Seen> = counts
        .iter()
        .map(|(&colour, &count)| Seen {
            colour,
            // The ground is most of the picture, and still only one of its colours.
            weight: f64::from(count).sqrt(),
        })
        .collect();
    let palette = if seen.len() <= MOST {
        seen.iter().map(|seen| seen.colour).collect()
    } else {
        nearest_few(&seen)
    };
    let places: HashMap<Colour, u8> = seen
        .iter()
        .map(|seen| (seen.colour, nearest(&palette, seen.colour) as u8))
        .collect();
    let places = pixels(image).map(|colour| places[&colour]).collect();
    (palette, places)
}

fn distance(a: Colour, b: Colour) -> u32 {
    let square = |channel: usize| u32::from(a[channel].abs_diff(b[channel])).pow(2);
    square(0) + square(1) + square(2)
}

fn nearest(palette: &[Colour], colour: Colour) -> usize {
    let far = |place: &usize| distance(palette[*place], colour);
    (0..palette.len()).min_by_key(far).unwrap_or(0)
}

/// Cuts the colours into groups that are alike, then lets each group's middle draw its nearest.
fn nearest_few(seen: &[Seen]) -> Vec<Colour> {
    let mut groups = cut(seen);
    let mut palette: Vec<Colour> = Vec::new();
    for _ in 0..ROUNDS {
        palette = groups.iter().map(|group| stands_for(group)).collect();
        groups = vec![Vec::new(); palette.len()];
        for &seen in seen {
            groups[nearest(&palette, seen.colour)].push(seen);
        }
        groups.retain(|group| !group.is_empty());
    }
    palette
}

/// The colour that most of a group have, as it is; otherwise their mean.
fn stands_for(group: &[Seen]) -> Colour {
    let whole: f64 = group.iter().map(|seen| seen.weight).sum();
    match group.iter().find(|seen| seen.weight * 2.0 > whole) {
        Some(most) => most.colour,
        None => mean(group).map(|channel| channel.round() as u8),
    }
}

fn mean(group: &[Seen]) -> [f64; 3] {
    let whole: f64 = group.iter().map(|seen| seen.weight).sum();
    std::array::from_fn(|channel| {
        let sum: f64 = group
            .iter()
            .map(|seen| seen.weight * f64::from(seen.colour[channel]))
            .sum();
        sum / whole
    })
}

/// Always cuts the group that loses most by being one colour, across the channel in which it does.
fn cut(seen: &[Seen]) -> Vec<Vec<Seen>> {
    let mut groups = vec![Loss::of(seen.to_vec())];
    while groups.len() < MOST {
        let worst = (0..groups.len()).max_by(|&a, &b| groups[a].most.total_cmp(&groups[b].most));
        let Some(worst) = worst.filter(|&worst| groups[worst].most > 0.0) else {
            break;
        };
        let Loss { group, channel, .. } = groups.swap_remove(worst);
        let middle = mean(&group)[channel];
        let (low, high): (Vec<Seen>, Vec<Seen>) = group
            .into_iter()
            .partition(|seen| f64::from(seen.colour[channel]) <= middle);
        groups.extend([low, high].map(Loss::of));
    }
    groups.into_iter().map(|loss| loss.group).collect()
}

/// A group and its squared error in the channel in which that is largest.
struct Loss {
    group: Vec<Seen>,
    channel: usize,
    most: f64,
}

impl Loss {
    fn of(group: Vec<Seen>) -> Self {
        let middle = mean(&group);
        let lost = |channel: usize| -> f64 {
            let square = |seen: &Seen| (f64::from(seen.colour[channel]) - middle[channel]).powi(2);
            group.iter().map(|seen| seen.weight * square(seen)).sum()
        };
        let losses: [f64; 3] = std::array::from_fn(lost);
        let channel = (0..3).max_by(|&a, &b| losses[a].total_cmp(&losses[b]));
        let channel = channel.unwrap_or(0);
        Self {
            // One colour alone loses nothing, whatever its mean is rounded to.
            most: if group.len() > 1 {
                losses[channel]
            } else {
                0.0
            },
            channel,
            group,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(image: &Image) -> Image {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("small.png");
        write_small_png(image, &path).unwrap();
        Image::read_png(&path).unwrap()
    }

    /// A ground with ever more colours beside it.
    fn with_colours(number: usize) -> Image {
        let mut image = Image::filled(64, 64, [250, 251, 252, 255]);
        for colour in 1..number {
            let (x, y) = (colour % 64, colour / 64);
            let shade = [colour as u8, (colour / 7) as u8, (colour % 11) as u8, 255];
            image.fill(x..x + 1, y..y + 1, shade);
        }
        image
    }

    #[test]
    fn few_colours_stay_as_they_are_and_many_stay_close() {
        let few = with_colours(MOST);
        assert_eq!(written(&few), few);
        let many = with_colours(2_000);
        let small = written(&many);
        assert_ne!(small, many);
        assert!(small.compare_within(&many, 30) < 0.01);
        // The ground is a colour of its own.
        assert_eq!(small.at(63, 63), many.at(63, 63));
    }
}
