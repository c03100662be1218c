//! What a picture looks like, in about a thousand characters: enough to notice a moved control, another word or another
//! colour, and too little to mind rounding.
//!
//! The picture is cut into tiles. Of each tile and channel one sum is kept, in which every pixel counts with a sign of its
//! own, drawn once for all. Ink that moves meets other signs, so the sum moves by hundreds; some pixels that are one shade
//! brighter or darker move it by a few. The sum is kept in steps and, as one character, modulo 64 of them: what moves
//! it by more than a step and a hair is noticed, unless it goes all the way round in all three channels at once.

use super::patch::{Patch, patches};
use cloakroom::ui::picture::Image;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;
use std::sync::LazyLock;

/// Pixels on the side of a tile.
pub const TILE: usize = 48;
const CHANNELS: usize = 3;
/// Neighbouring marks are sums that far apart.
const STEP: i64 = 48;
/// A sum may lie that much beyond what rounds to its mark.
const HAIR: i64 = 48;
/// By how much the positive signs of a tile outnumber the negative ones: with a quarter of all pixels, a faint change of
/// colour adds up in a sum, as rounding up here and down there does not.
const LEAN: i64 = (TILE * TILE / 4) as i64;
const MARKS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const ROUND: i64 = STEP * MARKS.len() as i64;
/// Followed by how often the tile before is repeated.
const AGAIN: char = '*';
/// Followed by how many tiles are like those above them.
const AS_ABOVE: char = '^';

type Marks = [u8; CHANNELS];
type Sums = [i64; CHANNELS];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digest {
    width: usize,
    height: usize,
    tiles: Vec<Marks>,
}

impl Digest {
    pub fn of(image: &Image) -> Self {
        let mark = |sum: i64| (sum + STEP / 2).div_euclid(STEP).rem_euclid(64) as u8;
        Self {
            width: image.width(),
            height: image.height(),
            tiles: sums(image).into_iter().map(|sums| sums.map(mark)).collect(),
        }
    }

    /// Where a picture no longer looks like that; all over, if it has another size.
    pub fn differences(&self, image: &Image) -> Vec<Patch> {
        let same_size = (self.width, self.height) == (image.width(), image.height());
        let different: Vec<bool> = if same_size {
            let tiles = self.tiles.iter().zip(sums(image));
            tiles.map(|(marks, sums)| differ(marks, &sums)).collect()
        } else {
            vec![true; columns(image.width()) * columns(image.height())]
        };
        patches(&different, image.width(), image.height(), TILE)
    }

    fn across(&self) -> usize {
        columns(self.width)
    }
}

fn columns(pixels: usize) -> usize {
    pixels.div_ceil(TILE)
}

fn differ(marks: &Marks, sums: &Sums) -> bool {
    marks.iter().zip(sums).any(|(&mark, &sum)| {
        let beyond = (sum - i64::from(mark) * STEP).rem_euclid(ROUND);
        beyond.min(ROUND - beyond) > STEP / 2 + HAIR
    })
}

/// The sums of every tile, row after row.
fn sums(image: &Image) -> Vec<Sums> {
    let across = columns(image.width());
    let mut tiles = vec![Sums::default(); across * columns(image.height())];
    for y in 0..image.height() {
        for x in 0..image.width() {
            let Some(pixel) = image.at(x, y) else {
                continue;
            };
            let signs = &SIGNS[y % TILE * TILE + x % TILE];
            let tile = &mut tiles[y / TILE * across + x / TILE];
            for channel in 0..CHANNELS {
                tile[channel] += i64::from(signs[channel]) * i64::from(pixel[channel]);
            }
        }
    }
    tiles
}

/// The sign with which each pixel of a tile counts, for every channel.
static SIGNS: LazyLock<Vec<[i8; CHANNELS]>> = LazyLock::new(|| {
    let mut state = 0;
    let mut signs: Vec<[i8; CHANNELS]> = (0..TILE * TILE)
        .map(|_| {
            std::array::from_fn(|_| {
                if next_random(&mut state) & 1 == 0 {
                    -1
                } else {
                    1
                }
            })
        })
        .collect();
    for channel in 0..CHANNELS {
        let lean = |signs: &[[i8; CHANNELS]]| -> i64 {
            signs.iter().map(|sign| i64::from(sign[channel])).sum()
        };
        while lean(&signs) != LEAN {
            let surplus = if lean(&signs) > LEAN { 1 } else { -1 };
            let place = next_random(&mut state) as usize % signs.len();
            if signs[place][channel] == surplus {
                signs[place][channel] = -surplus;
            }
        }
    }
    signs
});

/// SplitMix64: the same numbers on every machine, for ever.
fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

impl Display for Digest {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{} ", self.width, self.height)?;
        let letter = |number: usize| char::from(MARKS[number]);
        let most = MARKS.len() - 1;
        let mut at = 0;
        while at < self.tiles.len() {
            let above = |tile: &usize| {
                *tile >= self.across() && self.tiles[*tile] == self.tiles[*tile - self.across()]
            };
            let again = |tile: &usize| at > 0 && self.tiles[*tile] == self.tiles[at - 1];
            let rest = || (at..self.tiles.len()).take(most);
            let as_above = rest().take_while(above).count();
            let repeated = rest().take_while(again).count();
            if as_above > 0 && as_above >= repeated {
                write!(f, "{AS_ABOVE}{}", letter(as_above))?;
                at += as_above;
            } else if repeated > 0 {
                write!(f, "{AGAIN}{}", letter(repeated))?;
                at += repeated;
            } else {
                for mark in self.tiles[at] {
                    write!(f, "{}", letter(mark.into()))?;
                }
                at += 1;
            }
        }
        Ok(())
    }
}

impl FromStr for Digest {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (size, marks) = text.split_once(' ').ok_or("there is no size")?;
        let (width, height) = size.split_once('x').ok_or("the size is not WIDTHxHEIGHT")?;
        let number = |text: &str| text.parse::<u16>().map_err(|_| "the size is no number");
        let mut digest = Self {
            width: number(width)?.into(),
            height: number(height)?.into(),
            tiles: Vec::new(),
        };
        let mut letters = marks.chars();
        while let Some(first) = letters.next() {
            let mut value = || letters.next().and_then(value_of).ok_or("a tile is cut off");
            match first {
                AGAIN => {
                    let last = *digest.tiles.last().ok_or("nothing can be repeated yet")?;
                    let times = value()?;
                    digest.tiles.extend((0..times).map(|_| last));
                }
                AS_ABOVE => {
                    for _ in 0..value()? {
                        let above = digest.tiles.len().checked_sub(digest.across());
                        let above = above.and_then(|above| digest.tiles.get(above));
                        let above = *above.ok_or("there is no row above")?;
                        digest.tiles.push(above);
                    }
                }
                _ => {
                    let first = value_of(first).ok_or("an unknown character")?;
                    digest.tiles.push([first, value()?, value()?]);
                }
            }
        }
        if digest.tiles.len() != digest.across() * columns(digest.height) {
            return Err("the tiles do not fill the picture");
        }
        Ok(digest)
    }
}

fn value_of(letter: char) -> Option<u8> {
    let place = MARKS.iter().position(|&mark| char::from(mark) == letter)?;
    u8::try_from(place).ok()
}

#[cfg(test)]
#[path = "digest_tests.rs"]
mod tests;
