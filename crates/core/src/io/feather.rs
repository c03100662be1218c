//! Arrow IPC files, which are also called Feather: through polars and one column at a time.
//!
//! The decoder takes memory for what a file claims, so every claim is compared with the file beforehand.

use super::named::refuse_twice;
use super::parquet::read::{names_of, refuse_types};
use super::placed::PlacedTable;
use super::source::largest_unpacked;
use crate::codebook::Codebook;
use crate::column::Column;
use crate::frame::{Halt, to_column};
use crate::guard::guarded;
use crate::load_options::LoadOptions;
use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use crate::table::Table;
use polars::prelude::{
    ArrowDataType, ArrowSchema, DataType, IntoSeries, NewChunkedArray, PolarsError, PolarsResult,
    Series, StringChunked,
};
use polars_arrow::io::ipc::read::{
    FileMetadata, FileReader, read_file_dictionaries, read_file_metadata,
};
use polars_arrow_format::ipc::planus::ReadAsRoot;
use polars_arrow_format::ipc::{Block, FooterRef, MessageHeaderRef, MessageRef, RecordBatchRef};
use polars_io::SerReader;
use polars_io::ipc::IpcReader;
use rayon::prelude::*;
use std::io::Cursor;
use std::path::Path;

const MARK: &[u8] = b"ARROW1";
/// Where a message begins; older files lack it.
const CONTINUES: [u8; 4] = [0xff; 4];

pub fn begins(bytes: &[u8]) -> bool {
    bytes.starts_with(b"ARROW1\0\0")
}

pub fn is_feather(bytes: &[u8]) -> bool {
    begins(bytes) && bytes.len() >= 16 && bytes.ends_with(MARK)
}

pub fn read_feather<'a>(
    file: &'a Path,
    bytes: Vec<u8>,
    options: LoadOptions,
    progress: &Progress,
) -> Result<PlacedTable<'a>, Failure> {
    if !is_feather(&bytes) {
        let message = match bytes.starts_with(b"FEA1") {
            true => {
                "this is a Feather file of version 1, which is not read; write it again as version 2 or as Parquet"
            }
            false => "this is not a whole Arrow file: it lacks the mark at its beginning or end",
        };
        return Err(Problem::in_file(file, message).into());
    }
    let damaged = || Problem::in_file(file, "the Arrow file is damaged and cannot be read");
    let footer = footer_of(&bytes).ok_or_else(damaged)?;
    refuse_twice(
        file,
        &guarded(|| names_in(footer)).flatten().ok_or_else(damaged)?,
    )?;
    // A damaged file must not end the program, and the decoder does not promise to notice every damage.
    let metadata = guarded(|| read_file_metadata(&mut Cursor::new(&bytes)).ok());
    let metadata = metadata.flatten().ok_or_else(damaged)?;
    let schema: &ArrowSchema = &metadata.schema;
    refuse_types(file, schema)?;
    let rows = guarded(|| plausible_rows(&bytes, &metadata, progress));
    let rows = rows.flatten().ok_or_else(damaged)?;
    progress.check()?;
    let (names, tidied) = names_of(file, "Arrow", schema, rows, &options)?;
    progress.stage("reading columns", names.len() as u64);
    let nulls = options.nulls.as_deref().unwrap_or_default();
    let columns: Vec<Result<(Column, usize), Failure>> = (0..names.len())
        .into_par_iter()
        .map(|at| {
            progress.check()?;
            let series = guarded(|| column_of(&bytes, &metadata, at));
            let series = series.and_then(Result::ok);
            let series = series
                .filter(|series| series.len() == rows)
                .ok_or_else(damaged)?;
            let column = to_column(&names[at], &series, nulls, progress);
            progress.advance(1);
            column.map_err(|halt| match halt {
                Halt::Stopped(stopped) => stopped.into(),
                Halt::Full(full) => {
                    Problem::in_file(file, format!("column \"{}\": {full}", names[at])).into()
                }
                Halt::Polars => damaged().into(),
            })
        })
        .collect();
    let mut notes: Vec<String> = tidied.into_iter().collect();
    let mut table = Vec::with_capacity(columns.len());
    for column in columns {
        let (column, not_numbers) = column?;
        if not_numbers > 0 {
            notes.push(format!(
                "Column \"{}\": {not_numbers} values that are \"not a number\" are read as missing.",
                column.name()
            ));
        }
        table.push(column);
    }
    let table = Table::new(table).map_err(|error| Problem::in_file(file, error.to_string()))?;
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

fn column_of(bytes: &[u8], metadata: &FileMetadata, at: usize) -> PolarsResult<Series> {
    let field = metadata.schema.get_at_index(at);
    if let Some((_, field)) = field
        && let ArrowDataType::Dictionary(keys, ..) = field.dtype()
    {
        return categories_of(bytes, metadata, at, (*keys).into());
    }
    let reader = IpcReader::new(Cursor::new(bytes)).with_projection(Some(vec![at]));
    let frame = reader.finish()?;
    let column = frame.columns().first().cloned();
    column
        .map(|column| column.take_materialized_series())
        .ok_or_else(|| PolarsError::NoData("".into()))
}

/// A column of categories, as texts. Many programs leave any number where a value is missing, which the decoder of categories
/// refuses: so it is given the numbers alone, and their texts are looked up here.
fn categories_of(
    bytes: &[u8],
    metadata: &FileMetadata,
    at: usize,
    keys: ArrowDataType,
) -> PolarsResult<Series> {
    let damaged = || PolarsError::NoData("".into());
    let mut reader = Cursor::new(bytes);
    let texts = read_file_dictionaries(&mut reader, metadata, &mut Vec::new(), Default::default())?;
    let mut plain = metadata.clone();
    let field = plain.ipc_schema.fields.get_mut(at).ok_or_else(damaged)?;
    let id = field.dictionary_id.take().ok_or_else(damaged)?;
    plain.dictionaries = None;
    let mut schema = (*plain.schema).clone();
    let (_, field) = schema.get_at_index_mut(at).ok_or_else(damaged)?;
    field.dtype = keys;
    plain.schema = schema.into();
    let texts = texts.get(&id).ok_or_else(damaged)?.clone();
    let texts = Series::from_arrow("".into(), texts)?.cast(&DataType::String)?;
    let texts: Vec<Option<&str>> = texts.str()?.iter().collect();
    let mut cells: Vec<Option<&str>> = Vec::new();
    for batch in FileReader::new(reader, plain, Some(vec![at]), None) {
        let batch = batch?;
        let numbers = batch.arrays().first().ok_or_else(damaged)?.clone();
        let numbers = Series::from_arrow("".into(), numbers)?.cast(&DataType::Int64)?;
        for number in numbers.i64()?.iter() {
            cells.push(match number {
                None => None,
                Some(number) => {
                    let place = usize::try_from(number).map_err(|_| damaged())?;
                    *texts.get(place).ok_or_else(damaged)?
                }
            });
        }
    }
    Ok(StringChunked::from_iter_options("".into(), cells.into_iter()).into_series())
}

/// What stands before the length of the footer and the mark at the end.
fn footer_of(bytes: &[u8]) -> Option<&[u8]> {
    let end = bytes.len().checked_sub(MARK.len() + 4)?;
    let length = number_at(bytes, end)?;
    bytes.get(end.checked_sub(length)?..end)
}

fn number_at(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes = bytes.get(at..at.checked_add(4)?)?;
    usize::try_from(i32::from_le_bytes(bytes.try_into().ok()?)).ok()
}

fn names_in(footer: &[u8]) -> Option<Vec<String>> {
    let footer = FooterRef::read_as_root(footer).ok()?;
    let fields = footer.schema().ok()??.fields().ok()??;
    let names = fields
        .iter()
        .map(|field| Some(field.ok()?.name().ok()?.unwrap_or("").to_owned()));
    names.collect()
}

/// The number of records, if every part lies within the file and all of them together unpack to no more than a table can
/// be. To be asked within a guard.
fn plausible_rows(bytes: &[u8], metadata: &FileMetadata, progress: &Progress) -> Option<usize> {
    let mut left = largest_unpacked(bytes.len());
    let mut rows = 0usize;
    let dictionaries = metadata.dictionaries.iter().flatten();
    for block in dictionaries {
        progress.check().ok()?;
        let (message, body) = message_of(bytes, block)?;
        let MessageHeaderRef::DictionaryBatch(batch) = message.header().ok()?? else {
            return None;
        };
        takes(bytes, body, &batch.data().ok()??, &mut left)?;
    }
    for block in &metadata.blocks {
        progress.check().ok()?;
        let (message, body) = message_of(bytes, block)?;
        let MessageHeaderRef::RecordBatch(batch) = message.header().ok()?? else {
            return None;
        };
        rows = rows.checked_add(takes(bytes, body, &batch, &mut left)?)?;
    }
    Some(rows)
}

/// What describes a part of the file, and where the part itself begins.
fn message_of<'b>(bytes: &'b [u8], block: &Block) -> Option<(MessageRef<'b>, usize)> {
    let begin = usize::try_from(block.offset).ok()?;
    let body = begin.checked_add(usize::try_from(block.meta_data_length).ok()?)?;
    let end = body.checked_add(usize::try_from(block.body_length).ok()?)?;
    if end > bytes.len() {
        return None;
    }
    let mut at = begin;
    if bytes.get(at..at.checked_add(4)?)? == CONTINUES {
        at += 4;
    }
    let length = number_at(bytes, at)?;
    let message = bytes.get(at + 4..(at + 4).checked_add(length)?)?;
    Some((MessageRef::read_as_root(message).ok()?, body))
}

/// The rows of a part, if what its columns take is left.
fn takes(bytes: &[u8], body: usize, batch: &RecordBatchRef<'_>, left: &mut usize) -> Option<usize> {
    let rows = usize::try_from(batch.length().ok()?).ok()?;
    let is_packed = batch.compression().ok()?.is_some();
    for node in batch.nodes().ok()?? {
        if usize::try_from(node.length()).ok()? > rows {
            return None;
        }
    }
    for buffer in batch.buffers().ok()?? {
        let begin = body.checked_add(usize::try_from(buffer.offset()).ok()?)?;
        let length = usize::try_from(buffer.length()).ok()?;
        let packed = bytes.get(begin..begin.checked_add(length)?)?;
        let unpacked = match packed.first_chunk() {
            Some(claimed) if is_packed => match i64::from_le_bytes(*claimed) {
                -1 => length,
                claimed => usize::try_from(claimed).ok()?,
            },
            _ => length,
        };
        *left = left.checked_sub(unpacked)?;
    }
    Some(rows)
}

#[cfg(test)]
mod tests;
