//! The cells of one column in one group of rows, as texts.

use super::Unread;
use super::levels::numbers;
use super::schema::{Leaf, Physical, Place};
use super::thrift::Input;
use crate::read::spelled::{date, number};

/// A page when it is unpacked.
const LARGEST_PAGE: u64 = 1 << 28;

/// What all texts of a chunk may take.
const LONGEST_TEXTS: usize = 1 << 30;

const ENDED: Unread = "a page ends too early";
const OTHER: Unread = "a page is written as releases are not";
const MISSING: u32 = u32::MAX;

const DATA: i64 = 0;
const DICTIONARY: i64 = 2;
const PLAIN: i64 = 0;
const PLAIN_DICTIONARY: i64 = 2;
const RLE: i64 = 3;
const RLE_DICTIONARY: i64 = 8;

/// Texts end to end, and by row the place of its text.
#[derive(Default)]
pub(super) struct Chunk {
    texts: String,
    ends: Vec<usize>,
    cells: Vec<u32>,
}

impl Chunk {
    /// Missing cells are empty.
    pub fn text(&self, row: usize) -> &str {
        match self.cells[row] {
            MISSING => "",
            at => {
                let at = at as usize;
                let start = if at == 0 { 0 } else { self.ends[at - 1] };
                &self.texts[start..self.ends[at]]
            }
        }
    }

    pub fn read(bytes: &[u8], place: &Place, leaf: &Leaf, rows: u64) -> Result<Self, Unread> {
        if place.values != rows {
            return Err("a column has other rows than its group");
        }
        let rows = usize::try_from(rows).map_err(|_| ENDED)?;
        let mut chunk = Self::default();
        let mut rest = bytes;
        let mut dictionary = 0;
        while chunk.cells.len() < rows {
            let mut input = Input::new(rest);
            let head = input.whole_struct()?;
            rest = &rest[input.at()..];
            let packed = head.count(3).ok_or(OTHER)?;
            let packed = usize::try_from(packed).map_err(|_| ENDED)?;
            let (page, after) = rest.split_at_checked(packed).ok_or(ENDED)?;
            rest = after;
            let size = head
                .count(2)
                .filter(|&size| size <= LARGEST_PAGE)
                .ok_or(OTHER)?;
            let page = unpacked(page, size as usize, place.is_packed)?;
            match head.number(1) {
                Some(DICTIONARY) if chunk.ends.is_empty() && chunk.cells.is_empty() => {
                    let about = head.field(7).ok_or(OTHER)?;
                    if !matches!(about.number(2), Some(PLAIN | PLAIN_DICTIONARY)) {
                        return Err(OTHER);
                    }
                    let values = about.count(1).ok_or(OTHER)?;
                    chunk.plain(&page, leaf, usize::try_from(values).map_err(|_| ENDED)?)?;
                    dictionary = chunk.ends.len();
                }
                Some(DATA) => {
                    let about = head.field(5).ok_or(OTHER)?;
                    let values = about.count(1).ok_or(OTHER)?;
                    let left = rows - chunk.cells.len();
                    let values = usize::try_from(values)
                        .ok()
                        .filter(|&values| values <= left);
                    let values = values
                        .filter(|&values| values > 0)
                        .ok_or("a page has too many rows, or none")?;
                    let (is_there, page) = present(&page, leaf, about.number(3), values)?;
                    let held = is_there.iter().filter(|&&is_there| is_there).count();
                    let places = match about.number(2).ok_or(OTHER)? {
                        PLAIN => {
                            let first = chunk.ends.len() as u32;
                            chunk.plain(page, leaf, held)?;
                            (first..chunk.ends.len() as u32).collect()
                        }
                        PLAIN_DICTIONARY | RLE_DICTIONARY => {
                            from_dictionary(page, held, dictionary)?
                        }
                        _ => return Err(OTHER),
                    };
                    let mut places = places.into_iter();
                    for is_there in is_there {
                        let place = if is_there {
                            places.next().ok_or(ENDED)?
                        } else {
                            MISSING
                        };
                        chunk.cells.push(place);
                    }
                }
                _ => return Err(OTHER),
            }
        }
        Ok(chunk)
    }

    /// Values end to end.
    fn plain(&mut self, mut bytes: &[u8], leaf: &Leaf, count: usize) -> Result<(), Unread> {
        for _ in 0..count {
            let (text, rest) = value(bytes, leaf)?;
            bytes = rest;
            match text {
                Text::Borrowed(text) => self.texts.push_str(text),
                Text::Made(text) => self.texts.push_str(&text),
            }
            if self.texts.len() > LONGEST_TEXTS {
                return Err("its texts are too long");
            }
            self.ends.push(self.texts.len());
        }
        Ok(())
    }
}

fn unpacked(page: &[u8], size: usize, is_packed: bool) -> Result<Vec<u8>, Unread> {
    if !is_packed {
        return Ok(page.to_vec());
    }
    let unpacked = zstd::bulk::decompress(page, size).map_err(|_| "a page cannot be unpacked")?;
    if unpacked.len() == size {
        Ok(unpacked)
    } else {
        Err("a page cannot be unpacked")
    }
}

/// By row whether it has a value, and what comes after.
fn present<'p>(
    page: &'p [u8],
    leaf: &Leaf,
    encoding: Option<i64>,
    rows: usize,
) -> Result<(Vec<bool>, &'p [u8]), Unread> {
    if !leaf.is_optional {
        return Ok((vec![true; rows], page));
    }
    if encoding != Some(RLE) {
        return Err(OTHER);
    }
    let (length, rest) = page.split_first_chunk::<4>().ok_or(ENDED)?;
    let length = u32::from_le_bytes(*length) as usize;
    let (levels, rest) = rest.split_at_checked(length).ok_or(ENDED)?;
    let levels = numbers(levels, 1, rows)?;
    Ok((levels.into_iter().map(|level| level == 1).collect(), rest))
}

fn from_dictionary(page: &[u8], count: usize, dictionary: usize) -> Result<Vec<u32>, Unread> {
    if count == 0 {
        return Ok(Vec::new());
    }
    let (&width, rest) = page.split_first().ok_or(ENDED)?;
    let places = numbers(rest, u32::from(width), count)?;
    if places.iter().any(|&place| place as usize >= dictionary) {
        return Err("a page points beyond its dictionary");
    }
    Ok(places)
}

enum Text<'p> {
    Borrowed(&'p str),
    Made(String),
}

fn value<'p>(bytes: &'p [u8], leaf: &Leaf) -> Result<(Text<'p>, &'p [u8]), Unread> {
    Ok(match leaf.physical {
        Physical::Int32 => {
            let (value, rest) = bytes.split_first_chunk::<4>().ok_or(ENDED)?;
            let value = i32::from_le_bytes(*value);
            let text = if leaf.is_date {
                date(i64::from(value))
            } else {
                value.to_string()
            };
            (Text::Made(text), rest)
        }
        Physical::Int64 => {
            let (value, rest) = bytes.split_first_chunk::<8>().ok_or(ENDED)?;
            (Text::Made(i64::from_le_bytes(*value).to_string()), rest)
        }
        Physical::Float => {
            let (value, rest) = bytes.split_first_chunk::<4>().ok_or(ENDED)?;
            let value = f32::from_le_bytes(*value);
            let is_plain = value == 0.0 || (1e-6..1e16).contains(&value.abs());
            let text = if is_plain {
                format!("{value}")
            } else {
                format!("{value:e}")
            };
            (Text::Made(text), rest)
        }
        Physical::Double => {
            let (value, rest) = bytes.split_first_chunk::<8>().ok_or(ENDED)?;
            (Text::Made(number(f64::from_le_bytes(*value))), rest)
        }
        Physical::Bytes => {
            let (length, rest) = bytes.split_first_chunk::<4>().ok_or(ENDED)?;
            let length = u32::from_le_bytes(*length) as usize;
            let (text, rest) = rest.split_at_checked(length).ok_or(ENDED)?;
            let text = std::str::from_utf8(text).map_err(|_| "a text in it is not UTF-8")?;
            (Text::Borrowed(text), rest)
        }
    })
}
