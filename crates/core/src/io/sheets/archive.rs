//! The zip archive that a workbook is packed in: unpacked once to see that it is whole and no larger than a table can be.

use super::Fault;
use crate::io::source::largest_unpacked;
use crate::problem::Problem;
use crate::progress::Progress;
use quick_xml::Reader;
use quick_xml::events::Event;
use std::io::{BufReader, Cursor, Error, Read, Seek, SeekFrom};
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
        let before = unpacked;
        let holds_texts = part
            .name()
            .is_ok_and(|name| name.to_lowercase().ends_with("sharedstrings.xml"));
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
                return Err(too_large());
            }
        }
        drop(part);
        if holds_texts {
            let part = archive.by_index(at).map_err(of_zip)?;
            refuse_count(part, unpacked - before)?;
        }
    }
    Ok(seen)
}

pub fn too_large() -> Fault {
    let message = "the workbook unpacks to more than 250 times its size, which no table does";
    Problem::new(message).into()
}

/// How many texts there are is told before them, and memory is taken for as many: no more than the part has room for.
fn refuse_count(part: impl Read, size: usize) -> Result<(), Fault> {
    const SHORTEST: usize = "<si/>".len();
    let mut reader = Reader::from_reader(BufReader::new(part));
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        match reader.read_event_into(&mut buffer) {
            Ok(Event::Start(element) | Event::Empty(element)) => {
                if element.local_name().as_ref() != "sst" {
                    continue;
                }
                for attribute in element.attributes().with_checks(false) {
                    let attribute = attribute.map_err(|_| Fault::Damaged)?;
                    if attribute.key.local_name().as_ref() != "uniqueCount" {
                        continue;
                    }
                    let count = attribute.value.trim().parse::<usize>();
                    if count.map_or(true, |count| count > size / SHORTEST) {
                        return Err(Fault::Damaged);
                    }
                }
                return Ok(());
            }
            Ok(Event::Eof) => return Ok(()),
            Ok(_) => {}
            Err(_) => return Err(Fault::Damaged),
        }
    }
}

fn of_zip(error: ZipError) -> Fault {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => Fault::Password,
        _ => Fault::Damaged,
    }
}
