//! The cells of one column in one group of rows become pages.
//!
//! A release is one sequence of bytes to a table, so nothing is left to choose: whether there is a dictionary, in which order
//! its values stand, where a page ends and where a run begins all follow from the cells. Nothing is packed, since
//! another version of a packer may pack otherwise; and what few values there are take few bits anyway.

use super::thrift::{Struct, varint};
use crate::frame::date;
use crate::{Dictionary, ValueType};

/// A page has no more rows.
const ROWS_OF_PAGE: usize = 1 << 16;
/// And ends once its values take so many bytes.
const BYTES_OF_PAGE: usize = 1 << 20;
/// A dictionary is no larger.
const BYTES_OF_DICTIONARY: usize = 1 << 24;

/// In the place of the code of a missing value.
pub(super) const MISSING: u32 = u32::MAX;

pub(super) const PLAIN: i32 = 0;
pub(super) const RUNS: i32 = 3;
pub(super) const PLACES: i32 = 8;

const DATA_PAGE: i32 = 0;
const DICTIONARY_PAGE: i32 = 2;

#[derive(Debug)]
pub(super) struct Chunk {
    pub bytes: Vec<u8>,
    /// How many of them are its dictionary, if it has one.
    pub dictionary: Option<usize>,
}

/// Values of a column end to end, as they lie in a file.
#[derive(Debug, Default)]
struct Values {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Values {
    fn of(values: &Dictionary, value_type: ValueType) -> Option<Self> {
        let mut all = Self::default();
        for text in values.iter() {
            match value_type {
                ValueType::Whole => {
                    let value: i64 = text.parse().ok()?;
                    all.bytes.extend_from_slice(&value.to_le_bytes());
                }
                ValueType::Decimal => {
                    let value: f64 = text.parse().ok()?;
                    all.bytes.extend_from_slice(&value.to_le_bytes());
                }
                ValueType::Date => all.bytes.extend_from_slice(&date(text)?.to_le_bytes()),
                ValueType::Text => {
                    let length = u32::try_from(text.len()).ok()?;
                    all.bytes.extend_from_slice(&length.to_le_bytes());
                    all.bytes.extend_from_slice(text.as_bytes());
                }
            }
            all.ends.push(all.bytes.len());
        }
        Some(all)
    }

    fn get(&self, code: u32) -> &[u8] {
        let at = code as usize;
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.bytes[start..self.ends[at]]
    }
}

impl Chunk {
    /// `values` in the order in which they first stand in `codes`; `None` if one is not of the type.
    pub fn of(values: &Dictionary, codes: &[u32], value_type: ValueType) -> Option<Self> {
        let values = Values::of(values, value_type)?;
        let present = codes.iter().filter(|&&code| code != MISSING).count();
        let distinct = values.ends.len();
        let is_worth_it =
            distinct > 0 && distinct <= present / 2 && values.bytes.len() <= BYTES_OF_DICTIONARY;
        let mut chunk = Self {
            bytes: Vec::new(),
            dictionary: None,
        };
        if is_worth_it {
            let about = Struct::default().int(1, distinct as i32).int(2, PLAIN);
            chunk.page(DICTIONARY_PAGE, &values.bytes, 7, about);
            chunk.dictionary = Some(chunk.bytes.len());
        }
        let mut rest = codes;
        while !rest.is_empty() {
            let (page, after) = match is_worth_it {
                true => rest.split_at(rest.len().min(ROWS_OF_PAGE)),
                false => rest.split_at(plain_rows(rest, &values)),
            };
            rest = after;
            let encoding = if is_worth_it { PLACES } else { PLAIN };
            let about = Struct::default()
                .int(1, page.len() as i32)
                .int(2, encoding)
                .int(3, RUNS)
                .int(4, RUNS);
            chunk.page(DATA_PAGE, &data(page, &values, is_worth_it), 5, about);
        }
        Some(chunk)
    }

    /// `about` stands in this field of the head.
    fn page(&mut self, kind: i32, content: &[u8], field: u8, about: Struct) {
        let size = content.len() as i32;
        let head = Struct::default().int(1, kind).int(2, size).int(3, size);
        self.bytes.extend(head.nested(field, about).finish());
        self.bytes.extend_from_slice(content);
    }
}

/// How many of the rows go into one page.
fn plain_rows(codes: &[u32], values: &Values) -> usize {
    let mut bytes = 0;
    let ends = codes.iter().take(ROWS_OF_PAGE).position(|&code| {
        bytes += match code {
            MISSING => 0,
            code => values.get(code).len(),
        };
        bytes >= BYTES_OF_PAGE
    });
    ends.map_or(codes.len().min(ROWS_OF_PAGE), |at| at + 1)
}

/// Which rows have a value, and the values.
fn data(codes: &[u32], values: &Values, as_places: bool) -> Vec<u8> {
    let levels: Vec<u32> = codes
        .iter()
        .map(|&code| u32::from(code != MISSING))
        .collect();
    let mut data = vec![0; 4];
    runs(&levels, 1, &mut data);
    let length = (data.len() - 4) as u32;
    data[..4].copy_from_slice(&length.to_le_bytes());
    let there = || codes.iter().copied().filter(|&code| code != MISSING);
    if as_places {
        let places: Vec<u32> = there().collect();
        let last = values.ends.len() as u32 - 1;
        let width = (u32::BITS - last.leading_zeros()).max(1);
        data.push(width as u8);
        runs(&places, width, &mut data);
    } else {
        for code in there() {
            data.extend_from_slice(values.get(code));
        }
    }
    data
}

/// Numbers of so many bits: eight or more equal ones from the start of a group of eight are told once, and other groups lie
/// bit by bit.
fn runs(numbers: &[u32], width: u32, out: &mut Vec<u8>) {
    let is_even = |group: &[u32]| group.iter().all(|number| *number == group[0]);
    let mut rest = numbers;
    while let Some(&first) = rest.first() {
        if rest.len() >= 8 && is_even(&rest[..8]) {
            let length = rest.iter().take_while(|&&number| number == first).count();
            // Up to the end of a group, or to the end of all.
            let length = if length == rest.len() {
                length
            } else {
                length / 8 * 8
            };
            varint((length as u64) << 1, out);
            out.extend_from_slice(&first.to_le_bytes()[..width.div_ceil(8) as usize]);
            rest = &rest[length..];
        } else {
            let uneven = rest
                .chunks(8)
                .take_while(|group| group.len() < 8 || !is_even(group));
            let groups = uneven.count();
            let (packed, after) = rest.split_at(rest.len().min(groups * 8));
            varint((groups as u64) << 1 | 1, out);
            pack(packed, width, groups, out);
            rest = after;
        }
    }
}

/// The last group is filled up with noughts.
fn pack(numbers: &[u32], width: u32, groups: usize, out: &mut Vec<u8>) {
    let end = out.len() + groups * width as usize;
    let (mut held, mut bits) = (0u64, 0);
    for &number in numbers {
        held |= u64::from(number) << bits;
        bits += width;
        while bits >= 8 {
            out.push(held as u8);
            held >>= 8;
            bits -= 8;
        }
    }
    if bits > 0 {
        out.push(held as u8);
    }
    out.resize(end, 0);
}
