//! Text tables: CSV and its relatives, straight into dictionary codes and back.

mod attempt;
mod batch_reader;
pub mod batches;
pub mod codes;
mod dialect;
mod fault;
mod fields;
mod growing;
pub mod header;
pub mod locate;
pub mod look;
mod marks;
pub(super) mod nulls;
mod parse;
pub(super) mod sniff;
pub mod stream;
mod stream_reader;
mod stretches;
#[cfg(test)]
mod tests;
mod whole;
pub mod write;

use super::loaded::SourceFile;
use super::source::refuse_too_large;
use crate::load_options::TextEncoding;
use crate::{Failure, Kind, LoadOptions, Progress, Table};
use attempt::Attempt;
pub use dialect::delimiter_in_words;
use dialect::{After, Dialect, newline_of};
use fields::Fields;
use header::Header;
use nulls::Nulls;
use std::path::Path;
use stream::Division;

/// A table as it was read.
#[derive(Clone, Debug)]
pub struct CsvTable {
    pub table: Table,
    /// The options as they were used: what was left open is filled in with what was found.
    pub options: LoadOptions,
    /// What the user should know and could not see, one sentence each.
    pub notes: Vec<String>,
}

/// What no table of people exceeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub columns: usize,
    pub field_bytes: usize,
    /// Into how many stretches the text is cut; `None` for one per thread. For tests: the table is the
    /// same for every number.
    #[doc(hidden)]
    pub stretches: Option<usize>,
}

impl Limits {
    pub fn for_kind(kind: Option<Kind>) -> Self {
        Self {
            columns: kind.unwrap_or(Kind::OF_ANY_TABLE).about().most_columns,
            field_bytes: 16 << 20,
            stretches: None,
        }
    }
}

const AS_LATIN_1: &str = "The text is read as Latin-1 (Windows-1252).";
const EMPTY: &str = "the file is empty; expected a table";
const BAD_DELIMITER: &str =
    "the delimiter cannot be used; expected one to 16 bytes without quotes and line ends";
const NO_RECORDS: &str = "the file has a header but no records";

/// Reads the table that a file holds.
pub fn read_file(
    path: &Path,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<(SourceFile, CsvTable), Failure> {
    let division = Division {
        stretch: whole::STRETCH,
        ..Division::default()
    };
    if let Ok(file) = std::fs::metadata(path) {
        refuse_too_large(path, &file)?;
    }
    whole::read(Attempt::new(path, options, division, progress))
}

/// Reads what a file is known to hold, within the limits that its kind sets.
pub fn read_table(
    file: &Path,
    bytes: Vec<u8>,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<CsvTable, Failure> {
    read_table_within(
        file,
        bytes,
        options,
        Limits::for_kind(options.kind),
        progress,
    )
}

pub fn read_table_within(
    file: &Path,
    bytes: Vec<u8>,
    options: &LoadOptions,
    limits: Limits,
    progress: &Progress,
) -> Result<CsvTable, Failure> {
    let usual = Division {
        stretch: whole::STRETCH,
        ..Division::default()
    };
    let division = limits.stretches.map_or(usual, |stretches| Division {
        threads: stretches.min(2),
        stretch: bytes.len() / stretches + 1,
    });
    let attempt = Attempt::new(file, options, division, progress);
    let (_, table) = whole::read(attempt.of_bytes(&bytes).within(limits))?;
    Ok(table)
}

/// The records of a small text, as far as they can be read.
pub fn rows_of(text: &str, delimiter: &str) -> Vec<Vec<String>> {
    let Some(dialect) = Dialect::new(delimiter, newline_of(text)) else {
        return Vec::new();
    };
    let mut fields = Fields::new(text, &dialect);
    let mut scratch = String::new();
    let (mut rows, mut row) = (Vec::new(), Vec::new());
    while !fields.is_at_end()
        && let Ok(field) = fields.next_field()
    {
        if row.is_empty() && field.is_blank_line() {
            continue;
        }
        row.push(field.value(text, &mut scratch).to_owned());
        if field.after != After::Field {
            rows.push(std::mem::take(&mut row));
        }
    }
    rows
}

/// The options with what was found where they left it open.
fn used(
    options: &LoadOptions,
    encoding: TextEncoding,
    dialect: &Dialect,
    header: &Header,
    nulls: Nulls,
) -> LoadOptions {
    LoadOptions {
        encoding: Some(encoding),
        delimiter: Some(dialect.delimiter().to_owned()),
        header: Some(header.present),
        nulls: Some(nulls.into_tokens()),
        ..options.clone()
    }
}

/// Blank lines of one stretch: those that one of its records follows, and those after the last.
struct Blanks {
    rows: usize,
    before: usize,
    after: usize,
}

/// What is said of a text table; stretches in the order of the file.
fn notes_on(
    encoding: TextEncoding,
    dialect: &Dialect,
    header: &Header,
    stretches: impl Iterator<Item = Blanks>,
) -> Vec<String> {
    let mut notes = Vec::new();
    if encoding == TextEncoding::Latin1 {
        notes.push(AS_LATIN_1.to_owned());
    }
    let delimiter = dialect.delimiter();
    if ![",", ";", "\t"].contains(&delimiter) {
        let words = delimiter_in_words(delimiter);
        notes.push(format!("The fields are taken to be separated by {words}."));
    }
    notes.extend(header.notes.iter().cloned());
    let mut blank = 0;
    let mut waiting = 0;
    for stretch in stretches {
        if stretch.rows > 0 {
            blank += waiting + stretch.before;
            waiting = 0;
        }
        waiting += stretch.after;
    }
    match blank {
        0 => {}
        1 => notes.push("1 blank line between records is left out.".to_owned()),
        _ => notes.push(format!("{blank} blank lines between records are left out.")),
    }
    notes
}
