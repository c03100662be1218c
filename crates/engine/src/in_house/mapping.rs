//! The mapping that was applied, a file per column: the original value, the released one, and in how many released
//! records one became the other.

use crate::check::CheckedTask;
use crate::released_table::released_text;
use cloakroom_core::io::csv::write::{self as csv, WriteOptions, write_table};
use cloakroom_core::{Column, Failure, Problem, Progress, Stopped};
use cloakroom_microdata::method::Anonymized;
use hashbrown::HashMap;

/// How many records are looked at between two looks at the progress.
const STRIDE: usize = 1 << 16;
const DELIMITER: &str = ";";

/// One file, not yet written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MappingFile {
    /// Whose mapping it is; the file is named after it.
    pub column: String,
    pub text: String,
}

impl MappingFile {
    pub fn new(column: &str, lines: &[[String; 3]], progress: &Progress) -> Result<Self, Failure> {
        let heads = ["original", "released", "records"];
        Self::with_heads(column, heads, lines, progress)
    }

    pub fn with_heads<const N: usize>(
        column: &str,
        heads: [&str; N],
        lines: &[[String; N]],
        progress: &Progress,
    ) -> Result<Self, Failure> {
        let columns = heads
            .iter()
            .enumerate()
            .map(|(at, head)| Column::from_texts(*head, lines.iter().map(|line| &line[at])))
            .collect::<Result<Vec<Column>, _>>()?;
        let columns: Vec<&Column> = columns.iter().collect();
        let options = WriteOptions {
            delimiter: DELIMITER.to_owned(),
            ..WriteOptions::default()
        };
        let mut bytes = Vec::new();
        write_table(&mut bytes, &columns, 0..lines.len(), &options, progress).map_err(|error| {
            match error {
                csv::WriteError::Stopped(stopped) => Failure::from(stopped),
                csv::WriteError::Io(error) => Problem::new(error.to_string()).into(),
            }
        })?;
        Ok(Self {
            column: column.to_owned(),
            // Texts went in, so a text comes out.
            text: String::from_utf8_lossy(&bytes).into_owned(),
        })
    }
}

/// How often a code became another.
#[derive(Default)]
pub struct Pairs(HashMap<(u32, u32), u64>);

impl Pairs {
    pub fn add(&mut self, from: u32, to: u32) {
        self.add_many(from, to, 1);
    }

    pub fn add_many(&mut self, from: u32, to: u32, records: u32) {
        *self.0.entry((from, to)).or_default() += u64::from(records);
    }

    /// By the first code, then by the second.
    pub fn sorted(self) -> Vec<(u32, u32, u64)> {
        let pairs = self.0.into_iter();
        let mut pairs: Vec<_> = pairs.map(|((from, to), count)| (from, to, count)).collect();
        pairs.sort_unstable();
        pairs
    }
}

/// A file for every quasi-identifier and for whatever else was changed.
pub fn of_table(
    checked: &CheckedTask<'_>,
    anonymized: &Anonymized,
    escape_formulas: bool,
    progress: &Progress,
) -> Result<Vec<MappingFile>, Failure> {
    let prepared = &checked.prepared;
    let mut files = Vec::new();
    for (at, original) in prepared.table.columns().iter().enumerate() {
        let is_quasi = prepared.quasi.iter().any(|quasi| quasi.at == at);
        let is_changed = anonymized.changed.iter().any(|changed| changed.at == at);
        let Some(released) = anonymized.column(prepared.table, at) else {
            continue;
        };
        if is_quasi || is_changed {
            let pairs = counted(original, released, &anonymized.kept, progress)?;
            let lines: Vec<[String; 3]> = pairs
                .into_iter()
                .map(|(from, to, count)| {
                    let to = released_text(released.dictionary().get(to), escape_formulas);
                    let from = original.dictionary().get(from).to_owned();
                    [from, to.into_owned(), count.to_string()]
                })
                .collect();
            files.push(MappingFile::new(original.name(), &lines, progress)?);
        }
    }
    Ok(files)
}

/// In the order that a reader expects of the original values.
fn counted(
    original: &Column,
    released: &Column,
    kept: &[u32],
    progress: &Progress,
) -> Result<Vec<(u32, u32, u64)>, Stopped> {
    let mut pairs = Pairs::default();
    for part in kept.chunks(STRIDE) {
        progress.check()?;
        for &row in part {
            let row = row as usize;
            let (from, to) = (original.codes()[row], released.codes()[row]);
            pairs.add_many(from, to, original.weight(row));
        }
    }
    let ranks = original.ranks();
    let mut pairs = pairs.sorted();
    pairs.sort_by_key(|&(from, to, _)| (ranks[from as usize], released.dictionary().get(to)));
    Ok(pairs)
}
