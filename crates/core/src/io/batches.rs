//! A table that may be larger than the memory, in batches of records that are handed to somebody one by one.

use super::csv::stream::Division;
use super::format::Format;
use super::loaded::SourceFile;
use super::memory;
use super::packing::{self, Packing};
use super::stream::SourceStream;
use crate::batch::Batch;
use crate::{Failure, LoadOptions, Problem, Progress, Stopped, Table};
use std::cell::RefCell;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Takes the batches of a table.
pub trait BatchSink: Sync {
    /// Called from several threads at once and in any order. A failure ends the reading.
    fn take(&self, batch: Batch) -> Result<(), Failure>;

    /// A batch will not come: nobody need wait for it.
    fn give_up(&self) {}
}

/// What is known of a table before its records are read.
pub struct Head<'a> {
    pub names: &'a [String],
    pub options: &'a LoadOptions,
    /// The first records, if they can be read.
    pub sample: &'a dyn Fn() -> Option<Table>,
}

/// What was found out about the file.
#[derive(Clone, Debug, Default)]
pub struct BatchedFile {
    pub source: SourceFile,
    /// As they were used.
    pub options: LoadOptions,
    pub notes: Vec<String>,
    pub names: Vec<String>,
    /// By batch.
    pub rows: Vec<usize>,
}

/// What the first records of a table tell of it.
#[derive(Clone, Debug)]
pub struct Beginning {
    pub names: Vec<String>,
    /// As they would be used.
    pub options: LoadOptions,
    pub sample: Option<Table>,
}

/// Takes nothing: the reading ends before a batch comes.
struct Nobody;

impl BatchSink for Nobody {
    fn take(&self, _: Batch) -> Result<(), Failure> {
        Ok(())
    }
}

/// Reads the beginning of a table and no more.
pub fn beginning(
    path: &Path,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<Beginning, Failure> {
    let found = RefCell::new(None);
    let begin = |head: &Head<'_>| -> Result<(Vec<usize>, Nobody), Failure> {
        found.replace(Some(Beginning {
            names: head.names.to_vec(),
            options: head.options.clone(),
            sample: (head.sample)(),
        }));
        Err(Stopped.into())
    };
    let read = read_batches(path, options, begin, Division::default(), progress);
    progress.check()?;
    match (found.into_inner(), read) {
        (Some(beginning), _) => Ok(beginning),
        (None, Err(failure)) => Err(failure),
        (None, Ok(_)) => Err(Problem::in_file(path, "the table has no columns").into()),
    }
}

/// Reads the table from its beginning to its end. `begin` is told what the table is like, says which columns are
/// wanted and who takes them; it is asked again if the file turns out to be written in another way.
pub fn read_batches<S: BatchSink>(
    path: &Path,
    options: &LoadOptions,
    begin: impl Fn(&Head<'_>) -> Result<(Vec<usize>, S), Failure>,
    division: Division,
    progress: &Progress,
) -> Result<(BatchedFile, S), Failure> {
    if !options.types.is_empty() {
        let message =
            "data.types is not for a table that is read in batches; expected no data.types";
        return Err(Problem::in_file(path, message).into());
    }
    let format = format_of(path, progress)?;
    format.read_batches(path, options, begin, division, progress)
}

/// Bytes that are enough to tell a format by.
const MARK: usize = 4096;

fn format_of(path: &Path, progress: &Progress) -> Result<Format, Failure> {
    let mut early = Vec::new();
    SourceStream::open(path, &progress.apart())?.read(&mut early, MARK)?;
    let Some(format) = Format::marked(&early) else {
        return Ok(Format::called(path));
    };
    if !format.is_packed_in_batches() && is_packed(path) {
        return Err(Problem::in_file(
            path,
            format!(
                "a {} file that is packed once more cannot be read in batches; unpack it first",
                format.title()
            ),
        )
        .into());
    }
    Ok(format)
}

fn is_packed(path: &Path) -> bool {
    let mut first = [0; packing::MARK];
    File::open(path).is_ok_and(|mut file| file.read_exact(&mut first).is_ok())
        && Packing::of(&first).is_some()
}

/// Whether a table is to be read in batches: because the options say so, or because it would not fit into the
/// memory.
pub fn wanted(path: &Path, options: &LoadOptions, progress: &Progress) -> Result<bool, Failure> {
    let other = options.kind.filter(|kind| !kind.about().may_be_counted);
    match (options.batches, other) {
        (Some(true), Some(kind)) => Err(Problem::in_file(
            path,
            format!(
                "batches are for tables of records, not for {}: expected no data.batches",
                kind.name()
            ),
        )
        .into()),
        (Some(wanted), _) => Ok(wanted),
        (None, Some(_)) => Ok(false),
        (None, None) => exceeds(path, memory::room, progress),
    }
}

/// Whether the whole table would need more than there is room for. Small files are opened often, and never too large.
fn exceeds(path: &Path, room: impl Fn() -> u64, progress: &Progress) -> Result<bool, Failure> {
    match needs(path, progress)? {
        0 => Ok(false),
        needed => Ok(needed > room()),
    }
}

/// What a text table takes in memory while it is read, as a multiple of its size.
const OF_TEXT: u64 = 4;
/// What packed text unpacks to, as a multiple of its size: rather more than most.
const UNPACKED: u64 = 8;

/// Files below this are too large for nobody.
const ALWAYS_FITS: u64 = 16 << 20;

/// Bytes that the whole table would need, about; 0 for small files.
fn needs(path: &Path, progress: &Progress) -> Result<u64, Failure> {
    let Ok(metadata) = std::fs::metadata(path) else {
        // Whoever reads it tells what is wrong.
        return Ok(0);
    };
    let bytes = metadata.len();
    if bytes < ALWAYS_FITS {
        return Ok(0);
    }
    if is_packed(path) {
        return Ok(bytes.saturating_mul(UNPACKED * OF_TEXT));
    }
    let needs = format_of(path, progress)?.needs(path);
    Ok(needs.unwrap_or(bytes.saturating_mul(OF_TEXT)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;

    #[test]
    fn what_is_larger_than_the_room_is_read_in_batches() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("d.csv");
        let progress = Progress::default();
        let large = |room: u64| exceeds(&path, || room, &progress).unwrap();
        std::fs::write(&path, "a,b\n1,2\n").unwrap();
        assert!(!large(1));
        std::fs::write(&path, vec![b'1'; 17 << 20]).unwrap();
        assert!(large(64 << 20));
        assert!(!large(70 << 20));
        let mut packed = vec![b'1'; 17 << 20];
        packed[..2].copy_from_slice(&[0x1f, 0x8b]);
        std::fs::write(&path, packed).unwrap();
        assert!(large(500 << 20));
        assert!(!exceeds(&folder.path().join("gone"), || 0, &progress).unwrap());
    }

    #[test]
    fn options_decide_before_the_size() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("d.csv");
        std::fs::write(&path, "a,b\n1,2\n").unwrap();
        let asked = |batches, kind| {
            let options = LoadOptions {
                batches,
                kind,
                ..LoadOptions::default()
            };
            wanted(&path, &options, &Progress::default())
        };
        assert!(asked(Some(true), None).unwrap());
        assert!(!asked(Some(false), None).unwrap());
        assert!(!asked(None, Some(Kind::Microdata)).unwrap());
        assert!(asked(Some(true), Some(Kind::Ratings)).is_err());
        let options = LoadOptions {
            batches: Some(true),
            ..LoadOptions::default()
        };
        let refused = crate::io::load::load(&path, &options, &Progress::default());
        let told = refused.unwrap_err().to_string();
        assert!(told.contains("from a recipe"), "{told}");
    }

    #[test]
    fn the_beginning_tells_names_and_first_records() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("d.csv");
        std::fs::write(&path, "age;zip\n1;2\n3;4\n").unwrap();
        let options = LoadOptions::default();
        let found = beginning(&path, &options, &Progress::default()).unwrap();
        assert_eq!(found.names, ["age", "zip"]);
        assert_eq!(found.options.delimiter.as_deref(), Some(";"));
        assert_eq!(found.sample.unwrap().rows(), 2);
        let gone = beginning(&folder.path().join("gone"), &options, &Progress::default());
        assert!(matches!(gone, Err(Failure::Problem(_))));
        let stopped = Progress::default();
        stopped.stop();
        let ended = beginning(&path, &options, &stopped);
        assert!(matches!(ended, Err(Failure::Stopped(_))));
    }
}
