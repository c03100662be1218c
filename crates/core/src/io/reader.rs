//! One way in which a file may hold data of a kind, and how they are read from it.

use super::csv::stream::Division;
use super::loaded::SourceFile;
use super::placed::{PlacedTable, Read};
use crate::{Dataset, Failure, Layout, LoadOptions, Progress};
use std::path::Path;

pub struct Reader {
    /// `None` where a table is what it is.
    pub layout: Option<Layout>,
    /// Files with fewer columns are not laid out so.
    pub fewest_columns: usize,
    pub from: ReadFrom,
    /// Reads a text file without holding it, since it may be larger than the memory. It gives nothing for a file that has
    /// to be read as a whole.
    pub stream: Option<StreamReader>,
}

pub type StreamReader = fn(&Path, &LoadOptions, Division, &Progress) -> Streamed;
pub type Streamed = Result<Option<StreamRead<Dataset>>, Failure>;
pub type WasRead = Result<Read<Dataset>, Failure>;

/// What was read of a file that was not held.
pub struct StreamRead<T> {
    pub source: SourceFile,
    /// Of all columns of the file.
    pub names: Vec<String>,
    pub read: Read<T>,
}

impl<T> StreamRead<T> {
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> StreamRead<U> {
        StreamRead {
            source: self.source,
            names: self.names,
            read: self.read.map(make),
        }
    }
}

/// What the data are made of.
pub enum ReadFrom {
    /// The lines of a text.
    Lines(fn(&Path, Vec<u8>, &LoadOptions, &Progress) -> WasRead),
    Table(OfTable),
}

pub struct OfTable {
    /// Whether its cells hold values; where they name people, issues or items, those are compared as names.
    pub holds_values: bool,
    /// Is also told whether the kind of data is a guess.
    pub read: fn(PlacedTable<'_>, bool, &Progress) -> WasRead,
}

impl Reader {
    pub fn needs_lines(&self) -> bool {
        matches!(self.from, ReadFrom::Lines(_))
    }

    /// What its layout is called in a recipe.
    pub fn name(&self) -> &'static str {
        self.layout.map_or("none", Layout::name)
    }
}
