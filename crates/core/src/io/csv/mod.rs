//! Text tables: CSV and its relatives, straight into dictionary codes and back.

mod attempt;
mod batch_reader;
pub mod batches;
pub mod codes;
mod dialect;
mod fault;
mod fields;
pub mod header;
pub mod locate;
pub mod look;
mod marks;
mod merge;
pub(super) mod nulls;
mod parse;
mod scan;
pub(super) mod sniff;
pub mod stream;
mod stream_reader;
mod stretches;
#[cfg(test)]
mod tests;
pub mod write;

use super::encoding::decode;
use crate::load_options::TextEncoding;
use crate::{Failure, Kind, LoadOptions, Problem, Progress, Table};
pub use dialect::delimiter_in_words;
use dialect::{Dialect, newline_of};
use header::Header;
use merge::{MergeError, merge};
use nulls::Nulls;
use parse::{Halt, Part, Shape, parse_part};
use rayon::prelude::*;
use std::path::Path;

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

/// Stretches shorter than this are not worth a thread.
const SHORTEST_STRETCH: usize = 64 << 10;

/// Reads a table within the limits that its kind sets.
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
    progress.stage("checking the text", 0);
    let decoded = decode(file, bytes, options.encoding, progress)?;
    let reader = Reader {
        file,
        text: decoded.text(),
        nulls: Nulls::new(options.nulls.as_deref()),
        options,
        limits,
        progress,
    };
    let parsed = reader.read()?;
    let (encoding, nulls) = (decoded.encoding, reader.nulls);
    let options = used(options, encoding, &parsed.dialect, &parsed.header, nulls);
    let notes = parsed.notes(encoding);
    // The columns take what the text took: it is not needed any more, and giving back so much memory
    // takes a while.
    let (header, parts) = (parsed.header, parsed.parts);
    let ((), columns) = rayon::join(|| drop(decoded), || merge(header.names, parts, progress));
    let columns = columns.map_err(|error| match error {
        MergeError::Stopped(stopped) => Failure::from(stopped),
        MergeError::Full(at) => Problem::in_file(
            file,
            format!(
                "the distinct values of column {} are larger than 4 GiB together",
                at + 1
            ),
        )
        .into(),
    })?;
    let table = Table::new(columns).map_err(|error| Problem::in_file(file, error.to_string()))?;
    Ok(CsvTable {
        table,
        options,
        notes,
    })
}

struct Reader<'a> {
    file: &'a Path,
    text: &'a str,
    nulls: Nulls,
    options: &'a LoadOptions,
    limits: Limits,
    progress: &'a Progress,
}

struct Parsed {
    dialect: Dialect,
    header: Header,
    parts: Vec<Part>,
}

impl Reader<'_> {
    fn read(&self) -> Result<Parsed, Failure> {
        if self.text.bytes().all(|byte| byte == b'\n' || byte == b'\r') {
            return Err(Problem::in_file(self.file, EMPTY).into());
        }
        let newline = newline_of(self.text);
        let given = self.options.delimiter.as_deref();
        let delimiter = given.unwrap_or_else(|| sniff::delimiter(self.text, newline));
        let dialect = Dialect::new(delimiter, newline)
            .ok_or_else(|| Problem::in_file(self.file, BAD_DELIMITER))?;
        match self.parse(dialect) {
            // A space after every comma of the first records was chance.
            Err(Failure::Problem(_)) if given.is_none() && delimiter == ", " => {
                match Dialect::new(",", newline) {
                    Some(dialect) => self.parse(dialect),
                    None => Err(Problem::in_file(self.file, BAD_DELIMITER).into()),
                }
            }
            result => result,
        }
    }

    fn parse(&self, dialect: Dialect) -> Result<Parsed, Failure> {
        let header = Header::read(
            self.text,
            &dialect,
            self.options.header,
            &self.nulls,
            self.options.fold,
            self.limits,
        )
        .map_err(|problem| problem.of(self.file))?;
        let body = self.text.get(header.body..).unwrap_or_default();
        self.progress.stage("reading records", body.len() as u64);
        let stretches = self
            .limits
            .stretches
            .unwrap_or_else(|| rayon::current_num_threads().min(body.len() / SHORTEST_STRETCH + 1));
        let cuts = scan::cut(body, &dialect, stretches, self.progress)?;
        let shape = Shape {
            dialect: &dialect,
            columns: header.names.len(),
            nulls: &self.nulls,
            field_limit: self.limits.field_bytes,
        };
        let results: Vec<Result<Part, Halt>> = cuts
            .par_iter()
            .enumerate()
            .map(|(at, &start)| {
                let end = cuts.get(at + 1).copied().unwrap_or(body.len());
                let stretch = body.get(start..end).unwrap_or_default();
                parse_part(stretch, shape, self.progress)
            })
            .collect();
        let mut parts = Vec::with_capacity(results.len());
        // The first fault in the file is told, whichever thread met one first.
        for (result, start) in results.into_iter().zip(&cuts) {
            match result {
                Ok(part) => parts.push(part),
                Err(Halt::Stopped(stopped)) => return Err(stopped.into()),
                Err(Halt::Fault(fault)) => {
                    let fault = fault.shifted(header.body + start);
                    let problem = fault.problem(self.file, self.text, &dialect, header.present);
                    return Err(problem.into());
                }
            }
        }
        if parts.iter().all(|part| part.rows == 0) {
            return Err(Problem::in_file(self.file, NO_RECORDS).into());
        }
        Ok(Parsed {
            dialect,
            header,
            parts,
        })
    }
}

impl Parsed {
    fn notes(&self, encoding: TextEncoding) -> Vec<String> {
        let parts = self.parts.iter();
        let blanks = parts.map(|part| Blanks {
            rows: part.rows,
            before: part.blank_before,
            after: part.blank_after,
        });
        notes_on(encoding, &self.dialect, &self.header, blanks)
    }
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
