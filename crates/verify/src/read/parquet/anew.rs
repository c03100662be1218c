//! The one way in which a table is written as Parquet: what was read is written anew from its cells and compared, and so
//! are the heads of pages and the footer. Whatever could be written in two ways could carry something beside the table.

use super::column::Chunk;
use super::schema::{Kind, Leaf};
use std::collections::HashMap;

/// Of every group but the last.
pub(super) const ROWS_OF_GROUP: u64 = 262_144;

const ROWS_OF_PAGE: usize = 65_536;
const BYTES_OF_PAGE: usize = 1_048_576;
const BYTES_OF_DICTIONARY: usize = 16_777_216;

/// A chunk as it has to be.
pub(super) struct Written {
    pub bytes: Vec<u8>,
    /// Where its first page of cells begins, if a dictionary comes before it.
    pub dictionary: Option<usize>,
}

/// The bytes of a value in a file, or `None` if the text is none of the kind.
pub(super) fn encoded(text: &str, kind: Kind) -> Option<Vec<u8>> {
    Some(match kind {
        Kind::Whole => whole(text)?.to_le_bytes().to_vec(),
        Kind::Decimal => decimal(text)?.to_le_bytes().to_vec(),
        Kind::Date => day(text)?.to_le_bytes().to_vec(),
        Kind::Text => {
            let length = u32::try_from(text.len()).ok()?;
            [&length.to_le_bytes(), text.as_bytes()].concat()
        }
    })
}

/// In at most 18 digits; a longer row of digits is no quantity.
pub(super) fn whole(text: &str) -> Option<i64> {
    let value: i64 = text.parse().ok()?;
    let is_it = value.to_string() == text && value.unsigned_abs() < 1_000_000_000_000_000_000;
    is_it.then_some(value)
}

pub(super) fn decimal(text: &str) -> Option<f64> {
    let value: f64 = text.parse().ok()?;
    // There is one zero.
    let is_it = value.is_finite() && crate::read::spelled::number(value + 0.0) == text;
    is_it.then_some(value)
}

/// Of a year of four digits, found between the days that could be it.
pub(super) fn day(text: &str) -> Option<i32> {
    const FIRST: i64 = -719_528;
    const LAST: i64 = 2_932_896;
    if text.len() != 10 {
        return None;
    }
    let (mut low, mut high) = (FIRST, LAST);
    // Dates of four-digit years are ordered as their texts are.
    while low < high {
        let middle = low + (high - low) / 2;
        match crate::read::spelled::date(middle).as_str() < text {
            true => low = middle + 1,
            false => high = middle,
        }
    }
    let is_it = crate::read::spelled::date(low) == text;
    is_it.then_some(low as i32)
}

/// What all values of a column could be.
#[derive(Clone, Copy)]
pub(super) struct Could {
    has_values: bool,
    be_whole: bool,
    be_decimal: bool,
    be_dates: bool,
}

impl Could {
    pub fn be_anything() -> Self {
        Self {
            has_values: false,
            be_whole: true,
            be_decimal: true,
            be_dates: true,
        }
    }

    fn note(&mut self, text: &str) {
        self.has_values = true;
        self.be_whole = self.be_whole && whole(text).is_some();
        self.be_decimal = self.be_decimal && decimal(text).is_some();
        self.be_dates = self.be_dates && day(text).is_some();
    }

    /// What they are written as: the narrowest.
    pub fn kind(self) -> Kind {
        match self {
            Self {
                has_values: false, ..
            } => Kind::Text,
            Self { be_whole: true, .. } => Kind::Whole,
            Self {
                be_decimal: true, ..
            } => Kind::Decimal,
            Self { be_dates: true, .. } => Kind::Date,
            _ => Kind::Text,
        }
    }
}

/// The chunk of these cells; `None` if one of them is not of the kind of its column.
pub(super) fn chunk(cells: &Chunk, rows: usize, kind: Kind, could: &mut Could) -> Option<Written> {
    let mut known: HashMap<&str, usize> = HashMap::new();
    let mut values: Vec<Vec<u8>> = Vec::new();
    let mut places: Vec<Option<usize>> = Vec::with_capacity(rows);
    for row in 0..rows {
        let text = cells.text(row);
        if text.is_empty() {
            places.push(None);
            continue;
        }
        let place = match known.get(text) {
            Some(&place) => place,
            None => {
                could.note(text);
                values.push(encoded(text, kind)?);
                known.insert(text, values.len() - 1);
                values.len() - 1
            }
        };
        places.push(Some(place));
    }
    let held = places.iter().flatten().count();
    let dictionary = values.concat();
    let repeats = !values.is_empty() && values.len() * 2 <= held;
    let has_dictionary = repeats && dictionary.len() <= BYTES_OF_DICTIONARY;
    let mut written = Written {
        bytes: Vec::new(),
        dictionary: None,
    };
    if has_dictionary {
        let mut about = Fields::new();
        about.int(1, values.len() as i64);
        about.int(2, 0);
        put_page(2, 7, about, &dictionary, &mut written.bytes);
        written.dictionary = Some(written.bytes.len());
    }
    let mut from = 0;
    while from < rows {
        let mut to = (from + ROWS_OF_PAGE).min(rows);
        if !has_dictionary {
            let mut size = 0;
            for (row, place) in places.iter().enumerate().take(to).skip(from) {
                size += place.map_or(0, |place| values[place].len());
                if size >= BYTES_OF_PAGE {
                    to = row + 1;
                    break;
                }
            }
        }
        let cells = &places[from..to];
        let mut page = Vec::new();
        let levels: Vec<usize> = cells.iter().map(|place| place.is_some().into()).collect();
        let levels = runs_and_bits(&levels, 1);
        page.extend((levels.len() as u32).to_le_bytes());
        page.extend(levels);
        if has_dictionary {
            let width = (1..).find(|width| values.len() <= 1 << width)?;
            let held: Vec<usize> = cells.iter().flatten().copied().collect();
            page.push(width as u8);
            page.extend(runs_and_bits(&held, width));
        } else {
            for &place in cells.iter().flatten() {
                page.extend_from_slice(&values[place]);
            }
        }
        let mut about = Fields::new();
        about.int(1, cells.len() as i64);
        about.int(2, if has_dictionary { 8 } else { 0 });
        about.int(3, 3);
        about.int(4, 3);
        put_page(0, 5, about, &page, &mut written.bytes);
        from = to;
    }
    Some(written)
}

fn put_page(kind: i64, field: u8, about: Fields, content: &[u8], out: &mut Vec<u8>) {
    let mut head = Fields::new();
    head.int(1, kind);
    head.int(2, content.len() as i64);
    head.int(3, content.len() as i64);
    head.inner(field, about);
    out.extend(head.end());
    out.extend_from_slice(content);
}

/// In groups of eight: where all eight are equal begins a run, which goes on while whole groups (or what is left at the end) are
/// equal to it; groups between runs lie together bit by bit.
fn runs_and_bits(numbers: &[usize], width: u32) -> Vec<u8> {
    let groups: Vec<&[usize]> = numbers.chunks(8).collect();
    let run_of = |group: &[usize]| {
        let first = *group.first()?;
        (group.len() == 8 && group.iter().all(|&number| number == first)).then_some(first)
    };
    let mut out = Vec::new();
    let mut at = 0;
    while at < groups.len() {
        let from = at;
        if let Some(value) = run_of(groups[at]) {
            while at < groups.len() && groups[at].iter().all(|&number| number == value) {
                at += 1;
            }
            let length = groups[from..at]
                .iter()
                .map(|group| group.len())
                .sum::<usize>();
            put_varint(2 * length as u64, &mut out);
            out.extend(&value.to_le_bytes()[..width.div_ceil(8) as usize]);
        } else {
            while at < groups.len() && run_of(groups[at]).is_none() {
                at += 1;
            }
            put_varint(2 * (at - from) as u64 + 1, &mut out);
            let mut bits = Vec::with_capacity((at - from) * 8 * width as usize);
            for number in groups[from..at].iter().copied().flatten() {
                bits.extend((0..width).map(|bit| number >> bit & 1 == 1));
            }
            bits.resize((at - from) * 8 * width as usize, false);
            for byte in bits.chunks(8) {
                let bits = byte.iter().rev();
                out.push(bits.fold(0, |byte, &bit| byte << 1 | u8::from(bit)));
            }
        }
    }
    out
}

/// A group of rows, and where its chunks lie.
pub(super) struct Placed {
    pub rows: u64,
    /// Begin, length, and of it the dictionary.
    pub chunks: Vec<(u64, u64, Option<usize>)>,
}

/// All of the file that comes after the chunks.
pub(super) fn end_of_file(leaves: &[Leaf], groups: &[Placed]) -> Vec<u8> {
    let mut schema = Vec::new();
    let mut root = Fields::new();
    root.text(4, "table");
    root.int(5, leaves.len() as i64);
    schema.push(root);
    for leaf in leaves {
        let mut fields = Fields::new();
        fields.int(1, leaf.kind.physical());
        fields.int(3, 1);
        fields.text(4, &leaf.name);
        if let Some((converted, logical)) = leaf.kind.meaning() {
            fields.int(6, converted);
            let mut union = Fields::new();
            union.inner(logical, Fields::new());
            fields.inner(10, union);
        }
        schema.push(fields);
    }
    let mut all = Vec::new();
    for group in groups {
        let mut chunks = Vec::new();
        for (leaf, &(begin, length, dictionary)) in leaves.iter().zip(&group.chunks) {
            let mut about = Fields::new();
            about.int(1, leaf.kind.physical());
            about.list(2, 5, if dictionary.is_some() { 3 } else { 2 });
            about.bytes.extend([0, 6]);
            if dictionary.is_some() {
                about.bytes.push(16);
            }
            about.list(3, 8, 1);
            about.string(&leaf.name);
            about.int(4, 0);
            about.long(5, group.rows);
            about.long(6, length);
            about.long(7, length);
            about.long(9, begin + dictionary.unwrap_or(0) as u64);
            if dictionary.is_some() {
                about.long(11, begin);
            }
            let mut chunk = Fields::new();
            chunk.long(2, 0);
            chunk.inner(3, about);
            chunks.push(chunk);
        }
        let mut fields = Fields::new();
        fields.structs(1, chunks);
        fields.long(2, group.chunks.iter().map(|&(_, length, _)| length).sum());
        fields.long(3, group.rows);
        all.push(fields);
    }
    let mut footer = Fields::new();
    footer.int(1, 1);
    footer.structs(2, schema);
    footer.long(3, groups.iter().map(|group| group.rows).sum());
    footer.structs(4, all);
    let mut bytes = footer.end();
    let length = bytes.len() as u32;
    bytes.extend(length.to_le_bytes());
    bytes.extend(super::MAGIC);
    bytes
}

/// Fields of a struct in Thrift's compact protocol.
struct Fields {
    bytes: Vec<u8>,
    last: u8,
}

impl Fields {
    fn new() -> Self {
        Self {
            bytes: Vec::new(),
            last: 0,
        }
    }

    fn head(&mut self, field: u8, kind: u8) {
        self.bytes.push((field - self.last) * 16 + kind);
        self.last = field;
    }

    fn int(&mut self, field: u8, value: i64) {
        self.head(field, 5);
        put_varint(2 * value as u64, &mut self.bytes);
    }

    fn long(&mut self, field: u8, value: u64) {
        self.head(field, 6);
        put_varint(2 * value, &mut self.bytes);
    }

    fn string(&mut self, text: &str) {
        put_varint(text.len() as u64, &mut self.bytes);
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn text(&mut self, field: u8, text: &str) {
        self.head(field, 8);
        self.string(text);
    }

    fn inner(&mut self, field: u8, inner: Self) {
        self.head(field, 12);
        self.bytes.extend(inner.end());
    }

    fn list(&mut self, field: u8, kind: u8, length: usize) {
        self.head(field, 9);
        if length < 15 {
            self.bytes.push(length as u8 * 16 + kind);
        } else {
            self.bytes.push(240 + kind);
            put_varint(length as u64, &mut self.bytes);
        }
    }

    fn structs(&mut self, field: u8, structs: Vec<Self>) {
        self.list(field, 12, structs.len());
        for inner in structs {
            self.bytes.extend(inner.end());
        }
    }

    fn end(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

fn put_varint(mut value: u64, out: &mut Vec<u8>) {
    loop {
        let low = (value % 128) as u8;
        value /= 128;
        if value == 0 {
            out.push(low);
            return;
        }
        out.push(low + 128);
    }
}
