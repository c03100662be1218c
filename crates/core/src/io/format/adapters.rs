//! Readers and writers in the form in which the table of formats has them.

use super::Format;
use crate::codebook::{Codebook, Codes};
use crate::column::Column;
use crate::io::atomic_file::WriteError;
use crate::io::csv::{self, CsvTable};
use crate::io::loaded::SourceFile;
use crate::io::parquet::{self, ParquetTable};
use crate::io::placed::PlacedTable;
use crate::load_options::LoadOptions;
use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

pub(super) fn rows_of(columns: &[&Column]) -> std::ops::Range<usize> {
    0..columns.first().map_or(0, |column| column.len())
}

pub(super) fn read_text<'a>(
    path: &'a Path,
    bytes: Vec<u8>,
    options: LoadOptions,
    progress: &Progress,
) -> Result<PlacedTable<'a>, Failure> {
    let read = csv::read_table(path, bytes, &options, progress)?;
    Ok(placed(path, read))
}

fn placed(path: &Path, read: CsvTable) -> PlacedTable<'_> {
    PlacedTable {
        file: path,
        table: read.table,
        options: read.options,
        notes: read.notes,
        folded: Vec::new(),
        sheets: Vec::new(),
        is_text: true,
        codebook: Codebook::default(),
    }
}

/// A table that is a text, without holding the text.
pub fn read_text_file<'a>(
    path: &'a Path,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<(SourceFile, PlacedTable<'a>), Failure> {
    let (file, read) = csv::read_file(path, options, progress)?;
    Ok((file, placed(path, read)))
}

pub(super) fn read_parquet<'a>(
    path: &'a Path,
    bytes: Vec<u8>,
    options: LoadOptions,
    progress: &Progress,
) -> Result<PlacedTable<'a>, Failure> {
    let ParquetTable { table, notes } = parquet::read_parquet(path, &bytes, &options, progress)?;
    Ok(PlacedTable {
        file: path,
        table,
        options,
        notes,
        folded: Vec::new(),
        sheets: Vec::new(),
        is_text: false,
        codebook: Codebook::default(),
    })
}

pub(super) fn only_read(
    _: &mut BufWriter<&mut File>,
    _: &[&Column],
    _: &Codes,
    _: &Progress,
) -> Result<(), WriteError> {
    let message = format!(
        "the format of the release is only read; {}",
        Format::others()
    );
    Err(Problem::new(message).into())
}

/// Of formats that hold every name.
pub(super) fn all_names(_: &[&str]) -> Result<(), Problem> {
    Ok(())
}

/// How many lines are written between two looks at the progress.
const LINES: usize = 1 << 12;

/// A column's texts, one a line.
pub(super) fn write_lines(
    file: &mut BufWriter<&mut File>,
    columns: &[&Column],
    _: &Codes,
    progress: &Progress,
) -> Result<(), WriteError> {
    let Some(column) = columns.first() else {
        return Ok(());
    };
    for part in column.codes().chunks(LINES) {
        progress.check()?;
        for &code in part {
            writeln!(file, "{}", column.dictionary().get(code))?;
        }
    }
    Ok(())
}
