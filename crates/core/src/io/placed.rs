//! A table that still knows where its records stand in the file, for those who look into its cells.

use super::csv::locate::line_of_record;
use super::encoding::decode;
use super::source::read_source;
use super::transactions::buyers::Buyers;
use crate::codebook::Codebook;
use crate::spelling::Told;
use crate::{LoadOptions, Problem, Progress, Table};
use std::path::Path;

/// A table as it was read, on its way to become ratings or transactions.
#[derive(Debug)]
pub struct PlacedTable<'a> {
    pub file: &'a Path,
    pub table: Table,
    /// As they were used.
    pub options: LoadOptions,
    pub notes: Vec<String>,
    pub folded: Vec<Told>,
    /// Of a workbook, in its order.
    pub sheets: Vec<String>,
    /// Whether the file has lines.
    pub is_text: bool,
    /// What the file says of its columns.
    pub codebook: Codebook,
}

/// What became of a table or a text.
#[derive(Clone, Debug)]
pub struct Read<T> {
    pub data: T,
    pub options: LoadOptions,
    pub notes: Vec<String>,
    /// Values that were written in several ways.
    pub folded: Vec<Told>,
    /// Of a long list of orders: who placed them, if the file says so.
    pub buyers: Option<Buyers>,
}

impl<T> Read<T> {
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Read<U> {
        Read {
            data: make(self.data),
            options: self.options,
            notes: self.notes,
            folded: self.folded,
            buyers: self.buyers,
        }
    }
}

impl PlacedTable<'_> {
    /// A problem with a cell: `row` and `column` count from 0. The file is read once more to find the
    /// line; if that fails, the number of the record must do.
    pub fn problem(&self, row: usize, column: usize, message: &str) -> Problem {
        match self.line_of(row) {
            Some(line) => Problem::in_file(self.file, message).at(line, column as u64 + 1),
            None => {
                let name = self
                    .table
                    .columns()
                    .get(column)
                    .map_or("", |column| column.name());
                let message = format!("record {}, column \"{name}\": {message}", row + 1);
                Problem::in_file(self.file, message)
            }
        }
    }

    fn line_of(&self, row: usize) -> Option<u64> {
        if !self.is_text {
            return None;
        }
        let progress = Progress::default();
        let source = read_source(self.file, &progress).ok()?;
        let decoded = decode(self.file, source.bytes, self.options.encoding, &progress).ok()?;
        line_of_record(decoded.text(), &self.options, row)
    }

    /// The places of the columns that play the given parts. `wanted` are the user's names for them;
    /// otherwise they are known by usual names, or else are the first ones.
    pub fn columns_for(
        &self,
        parts: &[Part],
        wanted: Option<&[String]>,
    ) -> Result<Vec<usize>, Problem> {
        let has_header = self.options.header != Some(false);
        columns_for(&self.names(), has_header, parts, wanted)
            .map_err(|message| Problem::in_file(self.file, message))
    }

    pub fn names_in_words(&self) -> String {
        names_in_words(&self.names())
    }

    pub fn names(&self) -> Vec<&str> {
        let columns = self.table.columns().iter();
        columns.map(|column| column.name()).collect()
    }
}

/// The places of the columns that play the given parts, among all names; a sentence if there are none.
pub fn columns_for(
    names: &[&str],
    has_header: bool,
    parts: &[Part],
    wanted: Option<&[String]>,
) -> Result<Vec<usize>, String> {
    let part_names: Vec<&str> = parts.iter().map(|part| part.name).collect();
    let count = names.len();
    if let Some(wanted) = wanted {
        if wanted.len() < parts.len() {
            return Err(format!(
                "{} columns are named; expected {}: {}",
                wanted.len(),
                parts.len(),
                part_names.join(", ")
            ));
        }
        let found: Vec<Option<usize>> = wanted
            .iter()
            .take(parts.len())
            .map(|wanted| names.iter().position(|name| name == wanted))
            .collect();
        if let Some(places) = found.iter().copied().collect::<Option<Vec<usize>>>() {
            return Ok(places);
        }
        // Without a header the names are given in the order of the columns.
        if !has_header && count >= wanted.len() {
            return Ok((0..parts.len()).collect());
        }
        let missing = found.iter().position(Option::is_none).unwrap_or(0);
        return Err(format!(
            "there is no column \"{}\" in the data; expected one of {}",
            wanted[missing],
            names_in_words(names)
        ));
    }
    if count < parts.len() {
        return Err(format!(
            "the table has {count} {}; expected {}",
            if count == 1 { "column" } else { "columns" },
            part_names.join(", ")
        ));
    }
    let known: Option<Vec<usize>> = parts
        .iter()
        .map(|part| names.iter().position(|name| part.is_called(name)))
        .collect();
    Ok(known.unwrap_or_else(|| (0..parts.len()).collect()))
}

fn names_in_words(names: &[&str]) -> String {
    const SHOWN: usize = 12;
    let shown = names.iter().take(SHOWN);
    let mut words: Vec<String> = shown.map(|name| format!("\"{name}\"")).collect();
    if names.len() > SHOWN {
        words.push(format!("… ({} in all)", names.len()));
    }
    words.join(", ")
}

/// A column that a long table must have.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub name: &'static str,
    /// Lower case and without anything but letters.
    pub usual: &'static [&'static str],
}

impl Part {
    pub fn is_called(&self, name: &str) -> bool {
        self.usual.contains(&bare(name).as_str())
    }
}

/// `User_ID` and `userId` are one name.
pub fn bare(name: &str) -> String {
    name.chars()
        .filter(|char| char.is_alphabetic())
        .flat_map(char::to_lowercase)
        .collect()
}
