//! Reads released files with means of its own. Nothing is guessed: a release is written in one way, and a text that
//! looks like a missing value to others is a text here.

mod csv;
mod lines;
mod ndjson;
mod parquet;
mod spelled;
mod stata;
#[cfg(feature = "xlsx")]
mod xlsx;

use crate::declaration::Codes;
use crate::problem::{Failure, Problem};
use crate::watch::Watch;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Bytes that are read at once, and between two looks at the watch.
const BLOCK: usize = 1 << 18;

/// A record, or a line of a file of baskets, may not be longer: no memory is given for more.
const LONGEST_RECORD: usize = 64 << 20;

type Reading = fn(&Path, &Codes, &mut dyn Rows, &dyn Watch) -> Result<String, Failure>;

/// Everything that is known of a format.
struct Row {
    /// How the released file ends.
    extension: &'static str,
    /// Hands all rows over and gives the hash of the bytes. Is told the codes that are declared.
    read: Reading,
    /// Whether its values may be numbers with labels.
    has_labels: bool,
    /// Whether a file that is not the one promised is not even decoded.
    is_hashed_first: bool,
}

/// Makes the formats out of their rows, so that there is nothing else to keep in step with them.
macro_rules! formats {
    ($($(#[$attribute:meta])* $format:ident { $($row:tt)* })*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub enum Format {
            $($(#[$attribute])* $format),*
        }

        const ROWS: &[Row] = &[$(Row { $($row)* }),*];
    };
}

formats! {
    Csv {
        extension: "csv",
        read: |path, _, rows, watch| csv::read(path, rows, watch),
        has_labels: false,
        is_hashed_first: false,
    }

    Parquet {
        extension: "parquet",
        read: |path, _, rows, watch| {
            parquet::read(path, rows, watch)?;
            hash_of(path, watch)
        },
        has_labels: false,
        is_hashed_first: true,
    }

    Xlsx {
        extension: "xlsx",
        read: |path, _, rows, watch| read_xlsx(path, rows, watch),
        has_labels: false,
        is_hashed_first: true,
    }

    /// JSON lines.
    Json {
        extension: "ndjson",
        read: |path, _, rows, watch| ndjson::read(path, rows, watch),
        has_labels: false,
        is_hashed_first: true,
    }

    /// For Stata 14 and later.
    Stata {
        extension: "dta",
        read: stata::read,
        has_labels: true,
        is_hashed_first: true,
    }

    /// Baskets, one a line.
    Dat {
        extension: "dat",
        read: |path, _, rows, watch| lines::read(path, rows, watch),
        has_labels: false,
        is_hashed_first: false,
    }
}

impl Format {
    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    pub fn extension(self) -> &'static str {
        self.row().extension
    }

    /// What the released file must be called: a name with a path in it could point anywhere.
    pub fn file_name(self) -> String {
        format!("release.{}", self.extension())
    }

    /// Whether its values may be numbers with labels.
    pub(crate) fn has_labels(self) -> bool {
        self.row().has_labels
    }

    /// Whether a file that is not the one promised is not even decoded.
    pub(crate) fn is_hashed_first(self) -> bool {
        self.row().is_hashed_first
    }
}

#[cfg(feature = "xlsx")]
fn read_xlsx(path: &Path, rows: &mut dyn Rows, watch: &dyn Watch) -> Result<String, Failure> {
    xlsx::read(path, rows, watch)?;
    hash_of(path, watch)
}

#[cfg(not(feature = "xlsx"))]
fn read_xlsx(path: &Path, _: &mut dyn Rows, _: &dyn Watch) -> Result<String, Failure> {
    let message = "this program was built without Excel and cannot read it";
    Err(Problem::in_file(path, message).into())
}

/// The cells of one row.
#[derive(Debug, Default)]
pub(crate) struct Record {
    text: String,
    ends: Vec<usize>,
}

impl Record {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn cell(&self, at: usize) -> &str {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.text[start..self.ends[at]]
    }

    pub fn cells(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|at| self.cell(at))
    }

    fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    pub(crate) fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends.push(self.text.len());
    }
}

/// Takes a table row by row.
pub(crate) trait Rows {
    /// The names of the columns, before the first row.
    fn names(&mut self, names: Vec<String>) -> Result<(), Failure>;

    /// Has as many cells as there are names.
    fn row(&mut self, record: &Record) -> Result<(), Failure>;
}

/// Hands all rows of a file over and gives the hash of its bytes. Lines of baskets have one cell and no name.
pub(crate) fn read(
    path: &Path,
    format: Format,
    codes: &Codes,
    rows: &mut dyn Rows,
    watch: &dyn Watch,
) -> Result<String, Failure> {
    let hash = (format.row().read)(path, codes, rows, watch)?;
    // Whoever watches sees that all is read, and that it is not yet decided.
    watch.stage("deciding", 0);
    Ok(hash)
}

/// A file whose bytes are hashed as they are read.
struct Hashed<'a> {
    path: &'a Path,
    file: File,
    hasher: Sha256,
    block: Vec<u8>,
    watch: &'a dyn Watch,
}

impl<'a> Hashed<'a> {
    fn open(path: &'a Path, watch: &'a dyn Watch) -> Result<Self, Failure> {
        let unreadable = |error: io::Error| Problem::from_io(path, &error);
        // Asked before opening: a pipe would wait for somebody to write into it.
        let metadata = std::fs::metadata(path).map_err(unreadable)?;
        if !metadata.is_file() {
            return Err(Problem::in_file(path, "this is no plain file").into());
        }
        let file = File::open(path).map_err(unreadable)?;
        watch.stage("verifying", metadata.len());
        Ok(Self {
            path,
            file,
            hasher: Sha256::new(),
            block: vec![0; BLOCK],
            watch,
        })
    }

    /// The next bytes; none at the end.
    fn next(&mut self) -> Result<&[u8], Failure> {
        self.watch.check()?;
        let read = loop {
            match self.file.read(&mut self.block) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Problem::from_io(self.path, &error).into()),
                Ok(read) => break read,
            }
        };
        self.hasher.update(&self.block[..read]);
        self.watch.advance(read as u64);
        Ok(&self.block[..read])
    }

    fn finish(self) -> String {
        in_hexadecimal(&self.hasher.finalize())
    }
}

fn in_hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(feature = "xlsx")]
fn hash_of_bytes(bytes: &[u8]) -> String {
    in_hexadecimal(&Sha256::digest(bytes))
}

/// Lower-case hexadecimal SHA-256 of a file.
pub fn hash_of(path: &Path, watch: &dyn Watch) -> Result<String, Failure> {
    let mut file = Hashed::open(path, watch)?;
    while !file.next()?.is_empty() {}
    Ok(file.finish())
}

fn too_long(path: &Path, line: u64) -> Failure {
    Problem::in_file(path, "a record is longer than this version reads")
        .at_line(line)
        .into()
}

fn not_text(path: &Path, line: u64) -> Failure {
    Problem::in_file(path, "this is not UTF-8")
        .at_line(line)
        .into()
}
