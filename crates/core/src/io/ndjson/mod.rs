//! JSON lines: an object of plain values on every line, a record each. Numbers keep the digits that the file has.

mod scan;
#[cfg(test)]
mod tests;
pub mod write;

use super::csv::nulls::Nulls;
use super::encoding::{BOM, place};
use super::memory;
use super::named::{names_of, too_little_memory};
use super::placed::PlacedTable;
use crate::codebook::Codebook;
use crate::column::Column;
use crate::dictionary::DictionaryBuilder;
use crate::load_options::LoadOptions;
use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use crate::table::Table;
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use scan::{Scanner, Wrong};
use std::path::Path;

/// Lines between two looks at the progress.
const BLOCK: usize = 1 << 10;
/// More is a mistake: such as a key that is a value.
const MOST_COLUMNS: usize = 16_384;
/// Tables below this are refused nowhere.
const ALWAYS_ALLOWED: u64 = 64 << 20;

/// Whether the first thing in a file is an object, or a list of objects.
pub fn begins(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(BOM).unwrap_or(bytes).trim_ascii_start();
    let Some(inside) = text.strip_prefix(b"{").or_else(|| text.strip_prefix(b"[")) else {
        return false;
    };
    let inside = inside.trim_ascii_start();
    match text.first() {
        Some(b'{') => matches!(inside.first(), Some(b'"' | b'}')),
        _ => matches!(inside.first(), Some(b'{')),
    }
}

/// The cells of one key.
struct Cells {
    name: String,
    builder: DictionaryBuilder,
    codes: Vec<u32>,
    /// The line on which it was last.
    line: usize,
}

pub fn read_lines<'a>(
    file: &'a Path,
    bytes: Vec<u8>,
    options: LoadOptions,
    progress: &Progress,
) -> Result<PlacedTable<'a>, Failure> {
    progress.stage("reading records", bytes.len() as u64);
    let start = if bytes.starts_with(BOM) { BOM.len() } else { 0 };
    let told = |at: usize, wrong: &Wrong| {
        let (line, column) = place(&bytes, at);
        Problem::in_file(file, wrong.to_string()).at(line, column)
    };
    let text = match std::str::from_utf8(&bytes) {
        Ok(text) => text.get(start..).unwrap_or_default(),
        Err(error) => return Err(told(error.valid_up_to(), &Wrong::NotText).into()),
    };
    let nulls = options
        .nulls
        .as_deref()
        .map(|tokens| Nulls::new(Some(tokens)));
    let room = memory::room().max(ALWAYS_ALLOWED);
    let mut columns: Vec<Cells> = Vec::new();
    let mut known: HashMap<String, usize, FixedState> = HashMap::default();
    let mut records = 0usize;
    let mut blank = 0usize;
    let mut waiting = 0usize;
    let mut at = start;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if number.is_multiple_of(BLOCK) {
            progress.check()?;
        }
        let begin = at;
        at += line.len();
        if line.trim_ascii().is_empty() {
            waiting += usize::from(records > 0);
            continue;
        }
        blank += std::mem::take(&mut waiting);
        let mut scanner = Scanner::new(line);
        // Keys mostly come in the order of the line before.
        let mut expected = 0;
        let mut full = None;
        let read = scanner.object(|key, value| {
            let place = match columns.get(expected) {
                Some(column) if column.name == key => expected,
                _ => match known.get(key) {
                    Some(&place) => place,
                    None if columns.len() == MOST_COLUMNS => return Err(Wrong::TooManyKeys),
                    None => {
                        known.insert(key.to_owned(), columns.len());
                        columns.push(Cells {
                            name: key.to_owned(),
                            builder: DictionaryBuilder::default(),
                            codes: Vec::new(),
                            line: usize::MAX,
                        });
                        columns.len() - 1
                    }
                },
            };
            expected = place + 1;
            let column = &mut columns[place];
            if std::mem::replace(&mut column.line, number) == number {
                return Err(Wrong::Twice(key.to_owned()));
            }
            let value =
                value.filter(|text| nulls.as_ref().is_none_or(|nulls| !nulls.contains(text)));
            match column.push(value.unwrap_or(""), records) {
                Some(()) => {}
                None => full = Some(key.to_owned()),
            }
            Ok(())
        });
        if let Err((within, wrong)) = read {
            return Err(told(begin + within, &wrong).into());
        }
        if let Some(name) = full {
            return Err(too_distinct(file, &name).into());
        }
        records += 1;
        if columns.len() as u64 * records as u64 * 4 > room {
            return Err(too_little_memory(file).into());
        }
        progress.advance(line.len() as u64);
    }
    let in_file = columns.iter().map(|column| column.name.as_str());
    let (names, tidied) = names_of(file, "JSON", in_file, records, &options)?;
    let mut table = Vec::with_capacity(columns.len());
    for (mut column, name) in columns.into_iter().zip(&names) {
        progress.check()?;
        column
            .fill_up_to(records)
            .ok_or_else(|| too_distinct(file, name))?;
        let null = column.builder.find("");
        table.push(Column::new(
            name,
            column.builder.finish(),
            column.codes,
            null,
        ));
    }
    let table = Table::new(table).map_err(|error| Problem::in_file(file, error.to_string()))?;
    let mut notes: Vec<String> = tidied.into_iter().collect();
    match blank {
        0 => {}
        1 => notes.push("1 blank line between records is left out.".to_owned()),
        _ => notes.push(format!("{blank} blank lines between records are left out.")),
    }
    Ok(PlacedTable {
        file,
        table,
        options,
        notes,
        folded: Vec::new(),
        sheets: Vec::new(),
        is_text: false,
        codebook: Codebook::default(),
    })
}

fn too_distinct(file: &Path, name: &str) -> Problem {
    let full = crate::dictionary::DictionaryFull;
    Problem::in_file(file, format!("column \"{name}\": {full}"))
}

impl Cells {
    /// `None` if there are too many different values.
    fn push(&mut self, text: &str, record: usize) -> Option<()> {
        self.fill_up_to(record)?;
        self.codes.push(self.builder.intern(text).ok()?);
        Some(())
    }

    /// Records that lack the key lack a value.
    fn fill_up_to(&mut self, records: usize) -> Option<()> {
        if self.codes.len() < records {
            let missing = self.builder.intern("").ok()?;
            self.codes.resize(records, missing);
        }
        Some(())
    }
}
