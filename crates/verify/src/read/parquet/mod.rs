//! Parquet as releases are written: flat columns of whole numbers, decimals, dates and texts, in plain or dictionary
//! pages, packed with Zstandard or not at all. Whatever else there is, is refused.
//!
//! No size that a file claims is believed before it is compared with what the file holds.

mod column;
mod levels;
mod schema;
mod thrift;

use super::{Record, Rows};
use crate::problem::{Failure, Problem};
use crate::watch::Watch;
use column::Chunk;
use schema::Footer;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

const MAGIC: &[u8] = b"PAR1";

/// No footer of a release comes near.
const LARGEST_FOOTER: u64 = 64 << 20;

/// Of a column in a group of rows, packed.
const LARGEST_CHUNK: u64 = 1 << 30;

/// Rows and cells of a group of rows: each takes some bytes while it is handed over, and a few bytes of a file can
/// claim any number.
const MOST_ROWS: u64 = 1 << 21;
const MOST_CELLS: u64 = 1 << 28;

/// Rows between two looks at the watch.
const STRIDE: usize = 1 << 12;

/// Half a sentence about what is wrong.
type Unread = &'static str;

pub(super) fn read(path: &Path, rows: &mut dyn Rows, watch: &dyn Watch) -> Result<(), Failure> {
    let told =
        |what: Unread| Problem::in_file(path, format!("this Parquet file cannot be read: {what}"));
    let lost = |error: io::Error| Problem::from_io(path, &error);
    let mut file = File::open(path).map_err(lost)?;
    let length = file.metadata().map_err(lost)?.len();
    let footer = footer(&mut file, length).map_err(lost)?.map_err(told)?;
    rows.names(footer.leaves.iter().map(|leaf| leaf.name.clone()).collect())?;
    watch.stage("verifying", footer.rows);
    let mut record = Record::default();
    for group in &footer.groups {
        let cells = group.rows.checked_mul(footer.leaves.len() as u64);
        let is_small = group.rows <= MOST_ROWS && cells.is_some_and(|cells| cells <= MOST_CELLS);
        if group.chunks.len() != footer.leaves.len() || !is_small {
            return Err(told("a group of rows has other columns, or too many cells").into());
        }
        let mut chunks = Vec::with_capacity(group.chunks.len());
        for (place, leaf) in group.chunks.iter().zip(&footer.leaves) {
            watch.check()?;
            let is_inside = place.length <= LARGEST_CHUNK
                && place
                    .start
                    .checked_add(place.length)
                    .is_some_and(|end| end <= length);
            if !is_inside {
                return Err(told("a column lies outside of the file").into());
            }
            let bytes = bytes_at(&mut file, place.start, place.length).map_err(lost)?;
            chunks.push(Chunk::read(&bytes, place, leaf, group.rows).map_err(told)?);
        }
        for row in 0..group.rows as usize {
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
    Ok(())
}

fn bytes_at(file: &mut File, start: u64, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(start))?;
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The last eight bytes are the length of the footer before them, and the mark of the format.
fn footer(file: &mut File, length: u64) -> io::Result<Result<Footer, Unread>> {
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
    let bytes = bytes_at(file, start, u64::from(size))?;
    Ok(Footer::parse(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::Unwatched;

    struct Count(usize);

    impl Rows for Count {
        fn names(&mut self, _: Vec<String>) -> Result<(), Failure> {
            Ok(())
        }

        fn row(&mut self, _: &Record) -> Result<(), Failure> {
            self.0 += 1;
            Ok(())
        }
    }

    #[test]
    fn what_is_no_parquet_file_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("release.parquet");
        for bytes in [
            &b""[..],
            b"PAR1",
            b"PAR1\0\0\0\0PAR1",
            b"PAR1\xff\xff\xff\xffPAR1",
            b"PAR1abcd\x04\0\0\0PAR1",
            b"a,b\n1,2\n1,2\n",
        ] {
            std::fs::write(&path, bytes).unwrap();
            let failure = read(&path, &mut Count(0), &Unwatched).unwrap_err();
            assert!(failure.to_string().contains("cannot be read"), "{failure}");
        }
    }
}
