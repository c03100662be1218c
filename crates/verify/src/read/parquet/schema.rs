//! What the footer says: columns, groups of rows, and where the bytes of each lie.

use super::Unread;
use super::thrift::{Input, Value};

/// How values lie in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Physical {
    Int32,
    Int64,
    Float,
    Double,
    Bytes,
}

#[derive(Debug)]
pub(super) struct Leaf {
    pub name: String,
    pub physical: Physical,
    pub is_date: bool,
    pub is_optional: bool,
}

#[derive(Debug)]
pub(super) struct Place {
    pub start: u64,
    pub length: u64,
    pub is_packed: bool,
    pub values: u64,
}

#[derive(Debug)]
pub(super) struct Group {
    pub rows: u64,
    pub chunks: Vec<Place>,
}

#[derive(Debug)]
pub(super) struct Footer {
    pub rows: u64,
    pub leaves: Vec<Leaf>,
    pub groups: Vec<Group>,
}

const DATE: i64 = 6;
const ZSTANDARD: i64 = 6;
const OTHER: Unread = "it holds what releases do not";
const LACKS: Unread = "its footer lacks something";

impl Footer {
    pub fn parse(bytes: &[u8]) -> Result<Self, Unread> {
        let footer = Input::new(bytes).whole_struct()?;
        let (root, elements) = footer
            .list(2)
            .and_then(|list| list.split_first())
            .ok_or(LACKS)?;
        if root.count(5) != Some(elements.len() as u64) {
            return Err(OTHER);
        }
        let leaves = elements
            .iter()
            .map(leaf)
            .collect::<Result<Vec<_>, Unread>>()?;
        let groups = footer.list(4).unwrap_or_default();
        let groups = groups
            .iter()
            .map(group)
            .collect::<Result<Vec<_>, Unread>>()?;
        let rows = footer.count(3).ok_or(LACKS)?;
        let held = groups
            .iter()
            .try_fold(0u64, |sum, group| sum.checked_add(group.rows));
        if held != Some(rows) {
            return Err("its groups have other rows than it says");
        }
        Ok(Self {
            rows,
            leaves,
            groups,
        })
    }
}

fn leaf(element: &Value<'_>) -> Result<Leaf, Unread> {
    let physical = match element.number(1).ok_or(OTHER)? {
        1 => Physical::Int32,
        2 => Physical::Int64,
        4 => Physical::Float,
        5 => Physical::Double,
        6 => Physical::Bytes,
        _ => return Err(OTHER),
    };
    let is_date = element.number(6) == Some(DATE);
    // Small and unsigned numbers, times and decimals are written otherwise than they lie in the file.
    let is_plain = match element.number(6) {
        None => physical != Physical::Bytes || element.field(10).is_none(),
        Some(0) => physical == Physical::Bytes,
        Some(DATE) => physical == Physical::Int32,
        // INT_32 and INT_64 are what they are without being told.
        Some(17) => physical == Physical::Int32,
        Some(18) => physical == Physical::Int64,
        Some(_) => false,
    };
    let repetition = element.number(3).unwrap_or(0);
    if !is_plain || !matches!(repetition, 0 | 1) || element.number(5).unwrap_or(0) != 0 {
        return Err(OTHER);
    }
    Ok(Leaf {
        name: element.text(4).ok_or(LACKS)?.to_owned(),
        physical,
        is_date,
        is_optional: repetition == 1,
    })
}

fn group(group: &Value<'_>) -> Result<Group, Unread> {
    let chunks = group.list(1).ok_or(LACKS)?;
    Ok(Group {
        rows: group.count(3).ok_or(LACKS)?,
        chunks: chunks.iter().map(place).collect::<Result<_, Unread>>()?,
    })
}

fn place(chunk: &Value<'_>) -> Result<Place, Unread> {
    let about = chunk.field(3).ok_or(LACKS)?;
    let data = about.count(9).ok_or(LACKS)?;
    let dictionary = about.count(11).filter(|&at| at > 0);
    Ok(Place {
        start: dictionary.map_or(data, |at| at.min(data)),
        length: about.count(7).ok_or(LACKS)?,
        is_packed: match about.number(4) {
            Some(0) => false,
            Some(ZSTANDARD) => true,
            _ => return Err(OTHER),
        },
        values: about.count(5).ok_or(LACKS)?,
    })
}
