//! Parquet as releases are written: flat columns of whole numbers, decimals, dates and texts, in plain or dictionary
//! pages. Whatever else there is, is refused.
//!
//! No size that a file claims is believed before it is compared with what the file holds. What was read is written anew, and
//! every byte of the file has to be the same.

mod anew;
mod column;
mod levels;
mod schema;
mod thrift;

use super::{Record, Rows};
use crate::problem::{Failure, Problem};
use crate::watch::Watch;
use anew::{Could, Placed, ROWS_OF_GROUP};
use column::Chunk;
use rayon::prelude::*;
use schema::Footer;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

const MAGIC: &[u8] = b"PAR1";

/// No footer of a release comes near.
const LARGEST_FOOTER: u64 = 64 << 20;

/// Of a column in a group of rows, packed.
const LARGEST_CHUNK: u64 = 1 << 30;

/// Cells of a group of rows: each takes some bytes while it is handed over, and a few bytes of a file can claim any number.
const MOST_CELLS: u64 = 1 << 28;

/// Rows between two looks at the watch.
const STRIDE: usize = 1 << 12;

/// Half a sentence about what is wrong.
type Unread = &'static str;

const OTHERWISE: Unread = "it is not written as a release is";

pub(super) fn read(path: &Path, rows: &mut dyn Rows, watch: &dyn Watch) -> Result<(), Failure> {
    let told =
        |what: Unread| Problem::in_file(path, format!("this Parquet file cannot be read: {what}"));
    let lost = |error: io::Error| Problem::from_io(path, &error);
    let mut file = File::open(path).map_err(lost)?;
    let length = file.metadata().map_err(lost)?.len();
    let (footer, end) = footer(&mut file, length).map_err(lost)?.map_err(told)?;
    let leaves = &footer.leaves;
    rows.names(leaves.iter().map(|leaf| leaf.name.clone()).collect())?;
    watch.stage(
        "verifying",
        footer.groups.iter().map(|group| group.rows).sum(),
    );
    let mut could = vec![Could::be_anything(); leaves.len()];
    let mut placed = Vec::with_capacity(footer.groups.len());
    let mut record = Record::default();
    let mut at = MAGIC.len() as u64;
    if bytes_at(&mut file, 0, at).map_err(lost)? != MAGIC {
        return Err(told(OTHERWISE).into());
    }
    for (number, group) in footer.groups.iter().enumerate() {
        let cells = group.rows.checked_mul(leaves.len() as u64);
        let is_last = number + 1 == footer.groups.len();
        let is_full =
            group.rows == ROWS_OF_GROUP || is_last && (1..ROWS_OF_GROUP).contains(&group.rows);
        let is_small = is_full && cells.is_some_and(|cells| cells <= MOST_CELLS);
        if group.lengths.len() != leaves.len() || !is_small {
            return Err(told("a group of rows has other columns, or too many cells").into());
        }
        let mut packed = Vec::with_capacity(leaves.len());
        for &size in &group.lengths {
            watch.check()?;
            if size > LARGEST_CHUNK || length - at < size {
                return Err(told("a column lies outside of the file").into());
            }
            packed.push((at, bytes_at(&mut file, at, size).map_err(lost)?));
            at += size;
        }
        let count = group.rows as usize;
        let read = packed.par_iter().zip(leaves).zip(&mut could);
        let read = read.map(|(((at, bytes), leaf), could)| {
            watch.check()?;
            let chunk = Chunk::read(bytes, leaf.kind, count).map_err(told)?;
            let written = anew::chunk(&chunk, count, leaf.kind, could);
            let written = written.filter(|written| written.bytes == *bytes);
            let written = written.ok_or_else(|| told(OTHERWISE))?;
            Ok((chunk, (*at, bytes.len() as u64, written.dictionary)))
        });
        let read = read.collect::<Result<Vec<_>, Failure>>()?;
        let (chunks, places): (Vec<Chunk>, Vec<_>) = read.into_iter().unzip();
        placed.push(Placed {
            rows: group.rows,
            chunks: places,
        });
        for row in 0..count {
            if row % STRIDE == 0 {
                watch.check()?;
            }
            record.clear();
            for chunk in &chunks {
                record.push(chunk.text(row));
            }
            rows.row(&record)?;
            watch.advance(1);
        }
    }
    let is_narrow = leaves
        .iter()
        .zip(could)
        .all(|(leaf, could)| leaf.kind == could.kind());
    let is_all = at + end.len() as u64 == length && end == anew::end_of_file(leaves, &placed);
    if is_narrow && is_all {
        Ok(())
    } else {
        Err(told(OTHERWISE).into())
    }
}

fn bytes_at(file: &mut File, start: u64, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(start))?;
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The last eight bytes are the length of the footer before them, and the mark of the format. Also gives these bytes.
fn footer(file: &mut File, length: u64) -> io::Result<Result<(Footer, Vec<u8>), Unread>> {
    let Some(tail) = length.checked_sub(8).filter(|&at| at >= 4) else {
        return Ok(Err("it is too short"));
    };
    let bytes = bytes_at(file, tail, 8)?;
    let (size, mark) = bytes.split_at(4.min(bytes.len()));
    let size = size.try_into().map(u32::from_le_bytes).unwrap_or(u32::MAX);
    let start = tail.checked_sub(u64::from(size)).filter(|&at| at >= 4);
    let (Some(start), true) = (start, mark == MAGIC && u64::from(size) <= LARGEST_FOOTER) else {
        return Ok(Err("it has no footer"));
    };
    let bytes = bytes_at(file, start, length - start)?;
    Ok(Footer::parse(&bytes).map(|footer| (footer, bytes)))
}

#[cfg(test)]
mod tests;
