//! The cells of one column in one group of rows, as texts.

use super::Unread;
use super::levels::numbers;
use super::schema::Kind;
use super::thrift::Input;
use crate::read::spelled::{date, number};

/// What all texts of a chunk may take.
const LONGEST_TEXTS: usize = 1 << 30;

const ENDED: Unread = "a page ends too early";
const OTHER: Unread = "a page is written as releases are not";
const MISSING: u32 = u32::MAX;

const DATA: i64 = 0;
const DICTIONARY: i64 = 2;
const PLAIN: i64 = 0;
const PLACES: i64 = 8;

/// Texts end to end, and by row the place of its text.
#[derive(Default)]
pub(super) struct Chunk {
    texts: String,
    ends: Vec<usize>,
    cells: Vec<u32>,
}

impl Chunk {
    #[cfg(test)]
    pub fn of(cells: &[String]) -> Self {
        let mut chunk = Self::default();
        for cell in cells {
            chunk.texts.push_str(cell);
            chunk.cells.push(chunk.ends.len() as u32);
            chunk.ends.push(chunk.texts.len());
        }
        chunk
    }

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

    /// So many rows, and no page more.
    pub fn read(bytes: &[u8], kind: Kind, rows: usize) -> Result<Self, Unread> {
        let mut chunk = Self::default();
        let mut rest = bytes;
        let mut dictionary = 0;
        while chunk.cells.len() < rows {
            let mut input = Input::new(rest);
            let head = input.whole_struct()?;
            rest = &rest[input.at()..];
            let size = head.count(3).ok_or(OTHER)?;
            let size = usize::try_from(size).map_err(|_| ENDED)?;
            let (page, after) = rest.split_at_checked(size).ok_or(ENDED)?;
            rest = after;
            match head.number(1) {
                Some(DICTIONARY) if chunk.ends.is_empty() && chunk.cells.is_empty() => {
                    let about = head.field(7).ok_or(OTHER)?;
                    let values = about.count(1).ok_or(OTHER)?;
                    chunk.plain(page, kind, usize::try_from(values).map_err(|_| ENDED)?)?;
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
                    let (is_there, page) = present(page, values)?;
                    let held = is_there.iter().filter(|&&is_there| is_there).count();
                    let places = match about.number(2).ok_or(OTHER)? {
                        PLAIN => {
                            let first = chunk.ends.len() as u32;
                            chunk.plain(page, kind, held)?;
                            (first..chunk.ends.len() as u32).collect()
                        }
                        PLACES => from_dictionary(page, held, dictionary)?,
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
    fn plain(&mut self, mut bytes: &[u8], kind: Kind, count: usize) -> Result<(), Unread> {
        for _ in 0..count {
            let (text, rest) = value(bytes, kind)?;
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

/// By row whether it has a value, and what comes after.
fn present(page: &[u8], rows: usize) -> Result<(Vec<bool>, &[u8]), Unread> {
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

fn value(bytes: &[u8], kind: Kind) -> Result<(Text<'_>, &[u8]), Unread> {
    Ok(match kind {
        Kind::Date => {
            let (value, rest) = bytes.split_first_chunk::<4>().ok_or(ENDED)?;
            let days = i64::from(i32::from_le_bytes(*value));
            (Text::Made(date(days)), rest)
        }
        Kind::Whole => {
            let (value, rest) = bytes.split_first_chunk::<8>().ok_or(ENDED)?;
            (Text::Made(i64::from_le_bytes(*value).to_string()), rest)
        }
        Kind::Decimal => {
            let (value, rest) = bytes.split_first_chunk::<8>().ok_or(ENDED)?;
            (Text::Made(number(f64::from_le_bytes(*value))), rest)
        }
        Kind::Text => {
            let (length, rest) = bytes.split_first_chunk::<4>().ok_or(ENDED)?;
            let length = u32::from_le_bytes(*length) as usize;
            let (text, rest) = rest.split_at_checked(length).ok_or(ENDED)?;
            let text = std::str::from_utf8(text).map_err(|_| "a text in it is not UTF-8")?;
            (Text::Borrowed(text), rest)
        }
    })
}
