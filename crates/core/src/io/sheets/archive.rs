//! The zip archive that a workbook is packed in: unpacked once to see that it is whole and no larger than a table can be.

use super::Fault;
use crate::io::source::largest_unpacked;
use crate::problem::Problem;
use crate::progress::Progress;
use std::io::{Cursor, Error, Read, Seek, SeekFrom};
use zip::ZipArchive;
use zip::result::ZipError;

/// Bytes between two looks at the progress.
const BLOCK: usize = 64 << 10;

/// A workbook in memory that stops being readable when the work is stopped.
pub struct Watched<'a> {
    bytes: Cursor<&'a [u8]>,
    progress: &'a Progress,
}

impl<'a> Watched<'a> {
    pub fn new(bytes: &'a [u8], progress: &'a Progress) -> Self {
        Self {
            bytes: Cursor::new(bytes),
            progress,
        }
    }
}

impl Read for Watched<'_> {
    fn read(&mut self, into: &mut [u8]) -> Result<usize, Error> {
        self.progress.check().map_err(Error::other)?;
        self.bytes.read(into)
    }
}

impl Seek for Watched<'_> {
    fn seek(&mut self, to: SeekFrom) -> Result<u64, Error> {
        self.bytes.seek(to)
    }
}

/// What was seen on the way.
pub struct Seen {
    /// Whether any sheet has merged cells.
    pub has_merged: bool,
}

/// Looks through all parts.
pub fn look_through(bytes: &[u8], progress: &Progress) -> Result<Seen, Fault> {
    const MERGED: &[u8] = b"mergeCell ";
    let mut archive = ZipArchive::new(Watched::new(bytes, progress)).map_err(of_zip)?;
    let limit = largest_unpacked(bytes.len());
    let mut unpacked = 0usize;
    let mut seen = Seen { has_merged: false };
    let mut block = Vec::with_capacity(BLOCK + MERGED.len());
    for at in 0..archive.len() {
        progress.check()?;
        let mut part = archive.by_index(at).map_err(of_zip)?;
        let is_sheet = part.name().is_ok_and(|name| name.contains("worksheets/"));
        block.clear();
        loop {
            progress.check()?;
            // The end of a block may be the beginning of what is looked for.
            let kept = block.len().min(MERGED.len());
            block.drain(..block.len() - kept);
            let read = part.by_ref().take(BLOCK as u64).read_to_end(&mut block);
            let read = read.map_err(|_| Fault::Damaged)?;
            if read == 0 {
                break;
            }
            seen.has_merged |= is_sheet && memchr::memmem::find(&block, MERGED).is_some();
            unpacked += read;
            if unpacked > limit {
                let message =
                    "the workbook unpacks to more than 250 times its size, which no table does";
                return Err(Problem::new(message).into());
            }
        }
    }
    Ok(seen)
}

fn of_zip(error: ZipError) -> Fault {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => Fault::Password,
        _ => Fault::Damaged,
    }
}
