//! What becomes of the cells of a record, batch by batch.

use super::order::{Barred, InOrder, changed};
use super::spellings::Spellings;
use super::spool::Spool;
use super::tuples::Tuples;
use crate::released_table::released_text;
use crate::shuffle::{Fingerprint, content};
use cloakroom_core::batch::{Batch, BatchColumn};
use cloakroom_core::frame::Fitting;
use cloakroom_core::io::atomic_file::WriteError;
use cloakroom_core::io::batches::BatchSink;
use cloakroom_core::io::csv::write::{WriteOptions, cell, end_line, is_formula};
use cloakroom_core::settings::{ReleaseFormat, ReleaseOptions};
use cloakroom_core::{Failure, PreparedTable, Progress, Stopped};
use cloakroom_microdata::method::Anonymized;
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// How the released columns come from those of the file.
pub(super) struct Recoding<'a> {
    /// As in the file, those that are released only.
    pub names: Vec<&'a str>,
    /// By released column, what each text becomes; `None` for columns that stay as they are.
    pub becomes: Vec<Option<HashMap<&'a str, &'a str, FixedState>>>,
    /// The places of the quasi-identifiers among the released columns.
    pub quasi: Vec<usize>,
    pub escape: bool,
    pub shuffle: bool,
    pub format: ReleaseFormat,
}

impl<'a> Recoding<'a> {
    /// `names` are those of the released columns in the order of the file.
    pub fn new(
        names: Vec<&'a str>,
        prepared: &PreparedTable<'a>,
        anonymized: &'a Anonymized,
        options: &ReleaseOptions,
    ) -> Self {
        let becomes = names.iter().map(|name| {
            let at = prepared.table.position(name)?;
            let original = &prepared.table.columns()[at];
            let changed = anonymized.changed.iter().find(|changed| changed.at == at)?;
            let released = &changed.column;
            let mut becomes = vec![None; original.dictionary().len()];
            for (&from, &to) in original.codes().iter().zip(released.codes()) {
                becomes[from as usize] = Some(to);
            }
            let texts = original.dictionary().iter().zip(becomes);
            let texts = texts.filter_map(|(from, to)| Some((from, released.dictionary().get(to?))));
            Some(texts.collect())
        });
        let quasi = prepared.quasi.iter().filter_map(|quasi| {
            let name = quasi.column.name();
            names.iter().position(|known| *known == name)
        });
        Self {
            becomes: becomes.collect(),
            quasi: quasi.collect(),
            names,
            escape: options.escape_formulas,
            shuffle: options.shuffle,
            format: options.format,
        }
    }
}

/// The released records of one batch.
#[derive(Default)]
struct Encoded {
    bytes: Vec<u8>,
    /// Where each record ends.
    ends: Vec<usize>,
    /// What each shows; all alike if the order does not depend on it.
    contents: Vec<Fingerprint>,
    /// Rows of the batch.
    left_out: Vec<u32>,
    rows: usize,
    formula_cells: usize,
    fittings: Vec<Fitting>,
}

/// The cells of a column as they are written, by code.
struct Cells {
    bytes: Vec<u8>,
    ends: Vec<usize>,
    contents: Vec<Fingerprint>,
}

impl Cells {
    fn of(&self, code: u32) -> &[u8] {
        let at = code as usize;
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.bytes[start..self.ends[at]]
    }
}

/// Where released records go.
pub(super) enum Destination<'w, 'f> {
    /// Straight into the file, in the order of the input.
    File(&'w mut BufWriter<&'f mut File>),
    Spool(Spool),
}

/// What the batches leave behind, in the order of the file.
pub(super) struct Gathered<'w, 'f> {
    pub to: Destination<'w, 'f>,
    pub left_out: Vec<u32>,
    pub released: usize,
    pub formula_cells: usize,
    pub fittings: Vec<Fitting>,
    rows: usize,
}

impl<'w, 'f> Gathered<'w, 'f> {
    pub fn new(to: Destination<'w, 'f>, columns: usize) -> Self {
        Self {
            to,
            left_out: Vec::new(),
            released: 0,
            formula_cells: 0,
            fittings: vec![Fitting::default(); columns],
            rows: 0,
        }
    }

    fn take(&mut self, encoded: &Encoded) -> Result<(), WriteError> {
        match &mut self.to {
            Destination::File(file) => file.write_all(&encoded.bytes)?,
            Destination::Spool(spool) => {
                let mut start = 0;
                let contents = encoded.contents.iter().copied();
                for (&end, content) in encoded.ends.iter().zip(contents) {
                    spool.push(content, &encoded.bytes[start..end])?;
                    start = end;
                }
            }
        }
        let before = self.rows;
        let left_out = encoded.left_out.iter();
        self.left_out
            .extend(left_out.map(|&row| (before + row as usize) as u32));
        self.rows += encoded.rows;
        self.released += encoded.ends.len();
        self.formula_cells += encoded.formula_cells;
        for (all, &more) in self.fittings.iter_mut().zip(&encoded.fittings) {
            all.and(more);
        }
        Ok(())
    }
}

/// Takes the batches of the second reading.
pub(super) struct Sink<'a, 'w, 'f> {
    pub input: &'a Path,
    pub output: &'a Path,
    pub recoding: &'a Recoding<'a>,
    pub spellings: &'a Spellings<'a>,
    /// Those that are left out.
    pub left_out: &'a Tuples<'a>,
    pub gathered: InOrder<Gathered<'w, 'f>>,
    pub progress: &'a Progress,
}

impl BatchSink for Sink<'_, '_, '_> {
    fn take(&self, mut batch: Batch) -> Result<(), Failure> {
        self.spellings
            .respell(&mut batch, self.input, self.progress)?;
        let encoded = self.encode(&batch)?;
        let number = batch.number;
        drop(batch);
        let passed = self.gathered.pass(number, self.progress, |gathered| {
            let taken = gathered.take(&encoded);
            taken.map_err(|error| error.about(self.output))
        });
        match passed {
            Ok(done) => done,
            Err(Barred::Stopped(stopped)) => Err(stopped.into()),
            // Whoever broke it tells why.
            Err(Barred::Broken) => Err(Stopped.into()),
        }
    }

    fn give_up(&self) {
        self.gathered.give_up();
    }
}

impl Sink<'_, '_, '_> {
    fn encode(&self, batch: &Batch) -> Result<Encoded, Failure> {
        let is_out = self
            .left_out
            .among(batch, &self.recoding.quasi)
            .map_err(|_| changed(self.input))?;
        let mut encoded = Encoded {
            rows: batch.rows,
            ..Encoded::default()
        };
        let mut cells = Vec::with_capacity(batch.columns.len());
        for (place, (column, becomes)) in
            batch.columns.iter().zip(&self.recoding.becomes).enumerate()
        {
            self.progress.check()?;
            let used = used(column, &is_out);
            let mut of_column = Cells {
                bytes: Vec::new(),
                ends: Vec::with_capacity(column.values.len()),
                contents: Vec::with_capacity(column.values.len()),
            };
            let mut fitting = Fitting::default();
            for (text, &used) in column.values.iter().zip(&used) {
                let text = match becomes {
                    None => text,
                    Some(becomes) => becomes.get(text).ok_or_else(|| changed(self.input))?,
                };
                let shown = released_text(text, self.recoding.escape);
                if used > 0 {
                    if is_formula(text) {
                        encoded.formula_cells += used as usize;
                    }
                    if self.recoding.format == ReleaseFormat::Parquet {
                        fitting.note(&shown);
                    }
                }
                self.write_cell(&shown, &mut of_column.bytes);
                of_column.ends.push(of_column.bytes.len());
                of_column
                    .contents
                    .push(if used > 0 && self.recoding.shuffle {
                        content::cell(place, &shown)
                    } else {
                        0
                    });
            }
            encoded.fittings.push(fitting);
            cells.push(of_column);
        }
        let is_csv = self.recoding.format != ReleaseFormat::Parquet;
        for (row, &is_out) in is_out.iter().enumerate() {
            self.progress.check_every(1 << 14, row)?;
            if is_out {
                encoded.left_out.push(row as u32);
                continue;
            }
            let start = encoded.bytes.len();
            let mut content: Fingerprint = 0;
            for (at, (column, cells)) in batch.columns.iter().zip(&cells).enumerate() {
                if is_csv && at > 0 {
                    encoded.bytes.push(b',');
                }
                let code = column.codes[row];
                encoded.bytes.extend_from_slice(cells.of(code));
                content = content.wrapping_add(cells.contents[code as usize]);
            }
            if is_csv {
                end_line(&mut encoded.bytes, start);
            }
            encoded.ends.push(encoded.bytes.len());
            encoded.contents.push(content);
        }
        Ok(encoded)
    }

    fn write_cell(&self, text: &str, into: &mut Vec<u8>) {
        if self.recoding.format == ReleaseFormat::Parquet {
            into.extend_from_slice(&(text.len() as u32).to_le_bytes());
            into.extend_from_slice(text.as_bytes());
        } else {
            into.extend_from_slice(cell(text, &WriteOptions::default()).as_bytes());
        }
    }
}

/// How many records that stay have each value.
fn used(column: &BatchColumn, is_out: &[bool]) -> Vec<u32> {
    let mut used = vec![0; column.values.len()];
    for (&code, &is_out) in column.codes.iter().zip(is_out) {
        used[code as usize] += u32::from(!is_out);
    }
    used
}
