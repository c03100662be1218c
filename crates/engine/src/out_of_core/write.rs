//! The second reading: the records of the file become those of the release, and are written in their new order.

use super::order::{InOrder, changed, places};
use super::parts::Records;
use super::recoding::{Destination, Gathered, Recoding, Sink};
use super::spellings::Spellings;
use super::spool::{RECORDS, Spool};
use super::tuples::Tuples;
use crate::released_table::released_text;
use crate::shuffle::DeclaredDigest;
use crate::write_release::Written;
use cloakroom_core::io::atomic_file::WriteError;
use cloakroom_core::io::batches::{Head, read_batches};
use cloakroom_core::io::csv::stream::Division;
use cloakroom_core::io::csv::write::{WriteOptions, cell, end_line, is_formula};
use cloakroom_core::io::parquet::ParquetBatches;
use cloakroom_core::settings::ReleaseFormat;
use cloakroom_core::{Column, Failure, Loaded, Problem, Progress};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// Records between two looks at the progress.
const STRIDE: usize = 1 << 14;

/// What the second reading needs to know.
pub(super) struct Writing<'a> {
    pub loaded: &'a Loaded,
    pub recoding: &'a Recoding<'a>,
    pub spellings: &'a Spellings<'a>,
    pub left_out: &'a Tuples<'a>,
    /// Records that are released.
    pub released: usize,
    /// What the order follows from; `None` for that of the file.
    pub declared: Option<DeclaredDigest>,
    pub division: Division,
    pub progress: &'a Progress,
}

impl Writing<'_> {
    pub fn write(
        &self,
        file: &mut BufWriter<&mut File>,
        folder: &Path,
    ) -> Result<Written, WriteError> {
        self.recoding.format.refuse_in_batches()?;
        let is_parquet = self.recoding.format == ReleaseFormat::Parquet;
        if !is_parquet {
            file.write_all(&self.header())?;
        }
        let to = match (&self.declared, is_parquet) {
            (Some(declared), _) => {
                let declared = declared.clone();
                Destination::Spool(Spool::scattered(folder, self.released, declared)?)
            }
            (None, true) => Destination::Spool(Spool::in_turn(folder, RECORDS)?),
            (None, false) => Destination::File(&mut *file),
        };
        let Gathered {
            to,
            left_out,
            released,
            mut formula_cells,
            fittings,
            ..
        } = self.read(to, folder)?;
        if released != self.released {
            return Err(changed(&self.loaded.source.path).into());
        }
        if let Destination::Spool(spool) = to {
            self.progress.stage("writing", released as u64);
            if is_parquet {
                let types = fittings.iter().map(|fitting| fitting.value_type());
                let names = self.recoding.names.iter();
                let names =
                    names.map(|name| released_text(name, self.recoding.escape).into_owned());
                let mut parquet =
                    ParquetBatches::new(&mut *file, names.collect(), types.collect())?;
                spool.hand_over(self.progress, |records| {
                    self.write_group(&mut parquet, records)
                })?;
                parquet.finish()?;
            } else {
                spool.hand_over(self.progress, |records| self.write_lines(file, records))?;
            }
        }
        let names = self.recoding.names.iter();
        formula_cells += names.filter(|name| is_formula(name)).count();
        Ok(Written {
            formula_cells,
            left_out,
        })
    }

    fn header(&self) -> Vec<u8> {
        let mut line = Vec::new();
        for (at, name) in self.recoding.names.iter().enumerate() {
            if at > 0 {
                line.push(b',');
            }
            let name = released_text(name, self.recoding.escape);
            line.extend_from_slice(cell(&name, &WriteOptions::default()).as_bytes());
        }
        end_line(&mut line, 0);
        line
    }

    /// Reads the file once more; it must still be what it was.
    fn read<'w, 'f>(
        &self,
        to: Destination<'w, 'f>,
        folder: &Path,
    ) -> Result<Gathered<'w, 'f>, Failure> {
        let input = &self.loaded.source.path;
        let gathered = Gathered::new(to, self.recoding.names.len());
        // Asked once: how the file is written is known by now.
        let gathered = std::cell::Cell::new(Some(gathered));
        let begin = |head: &Head<'_>| {
            let names = self.recoding.names.iter().copied();
            let places = places(head, names).ok_or_else(|| changed(input))?;
            let gathered = gathered.take().ok_or_else(|| changed(input))?;
            let sink = Sink {
                input,
                output: folder,
                recoding: self.recoding,
                spellings: self.spellings,
                left_out: self.left_out,
                gathered: InOrder::new(gathered),
                progress: self.progress,
            };
            Ok((places, sink))
        };
        let options = &self.loaded.options;
        let (file, sink) = read_batches(input, options, begin, self.division, self.progress)?;
        if file.source.sha256 != self.loaded.source.sha256 {
            return Err(changed(input).into());
        }
        Ok(sink.gathered.into_inner())
    }

    fn write_lines(
        &self,
        file: &mut BufWriter<&mut File>,
        records: Records,
    ) -> Result<(), WriteError> {
        for (at, record) in records.iter().enumerate() {
            self.progress.check_every(STRIDE, at)?;
            file.write_all(record)?;
        }
        self.progress.advance(records.len() as u64);
        Ok(())
    }

    fn write_group<W: Write>(
        &self,
        parquet: &mut ParquetBatches<W>,
        records: Records,
    ) -> Result<(), WriteError> {
        let width = self.recoding.names.len();
        let mut columns: Vec<Vec<&str>> = vec![Vec::with_capacity(records.len()); width];
        for (at, record) in records.iter().enumerate() {
            self.progress.check_every(STRIDE, at)?;
            let mut rest = record;
            for column in &mut columns {
                let text = next_cell(&mut rest).ok_or_else(damaged)?;
                column.push(text);
            }
        }
        let columns = columns
            .into_iter()
            .zip(&self.recoding.names)
            .map(|(texts, &name)| {
                self.progress.check()?;
                Ok(Column::from_texts(name, texts).map_err(Problem::from)?)
            })
            .collect::<Result<Vec<Column>, WriteError>>()?;
        parquet.write(&columns, self.progress)?;
        self.progress.advance(records.len() as u64);
        Ok(())
    }
}

/// A length and so many bytes.
fn next_cell<'a>(rest: &mut &'a [u8]) -> Option<&'a str> {
    let (length, after) = rest.split_first_chunk::<4>()?;
    let length = u32::from_le_bytes(*length) as usize;
    let text = after.get(..length)?;
    *rest = &after[length..];
    std::str::from_utf8(text).ok()
}

fn damaged() -> WriteError {
    Problem::new("a file of waiting records was changed").into()
}
