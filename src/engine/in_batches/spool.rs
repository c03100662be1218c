//! Released records on their way into a new order, in files that only their owner can read.
//!
//! Every record goes into one of many files by chance, and each file is small enough to be shuffled in memory. So every
//! order of all records is as likely as any other (Rao and Sandelius), whatever the size of the release.

use crate::engine::shuffle::{below, stream};
use crate::model::pulse::{Pulse, Stopped};
use rand_chacha::ChaCha8Rng;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Records to a file, about.
const RECORDS: usize = 1 << 18;
/// No more files than can be open at a time.
const MOST_FILES: usize = 512;
const BUFFER: usize = 32 << 10;
/// Records between two looks at the pulse.
const STRIDE: usize = 1 << 16;

/// Where records wait.
#[derive(Debug)]
pub(super) struct Spool {
    folder: TempDir,
    files: Vec<Part>,
    way: Way,
}

#[derive(Debug)]
enum Way {
    /// By chance, with the stream that decides.
    Scattered(Box<ChaCha8Rng>),
    /// So many into each, one file after the other.
    InTurn { each: usize, records: usize },
}

#[derive(Debug)]
struct Part {
    path: PathBuf,
    out: Option<BufWriter<File>>,
    records: usize,
}

impl Spool {
    /// For so many records, to be released in an order that follows from the key alone.
    pub fn scattered(inside: &Path, records: usize, key: [u8; 32]) -> io::Result<Self> {
        let files = records.div_ceil(RECORDS).clamp(1, MOST_FILES);
        let mut spool = Self {
            folder: private_folder(inside)?,
            files: Vec::with_capacity(files),
            way: Way::Scattered(Box::new(stream(key))),
        };
        for _ in 0..files {
            spool.add_file()?;
        }
        Ok(spool)
    }

    /// In their order, so many to a file; what is left over goes to the last of `records / each`.
    pub fn in_turn(inside: &Path, each: usize, records: usize) -> io::Result<Self> {
        Ok(Self {
            folder: private_folder(inside)?,
            files: Vec::new(),
            way: Way::InTurn { each, records },
        })
    }

    fn add_file(&mut self) -> io::Result<()> {
        let path = self.folder.path().join(self.files.len().to_string());
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&path)?;
        self.files.push(Part {
            path,
            out: Some(BufWriter::with_capacity(BUFFER, file)),
            records: 0,
        });
        Ok(())
    }

    pub fn push(&mut self, record: &[u8]) -> io::Result<()> {
        let at = match &mut self.way {
            Way::Scattered(random) => below(random, self.files.len() as u64) as usize,
            Way::InTurn { each, records } => {
                let last = self.files.len();
                let is_full = self.files.last().is_none_or(|file| file.records >= *each);
                // The last file takes what would not fill another.
                let more = last < (*records / *each).max(1);
                if is_full && more {
                    if let Some(full) = self.files.last_mut() {
                        full.close()?;
                    }
                    self.add_file()?;
                }
                self.files.len() - 1
            }
        };
        let part = &mut self.files[at];
        part.records += 1;
        let Some(out) = &mut part.out else {
            return Err(io::Error::other("the file is closed"));
        };
        out.write_all(&(record.len() as u32).to_le_bytes())?;
        out.write_all(record)
    }

    /// Hands over the records of one file after the other; each file is gone before the next is read.
    pub fn hand_over<E: From<io::Error> + From<Stopped>>(
        mut self,
        pulse: &Pulse,
        mut take: impl FnMut(Records<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        for part in &mut self.files {
            part.close()?;
        }
        for part in &self.files {
            pulse.check()?;
            let mut bytes = Vec::new();
            File::open(&part.path)?.read_to_end(&mut bytes)?;
            std::fs::remove_file(&part.path)?;
            let mut places = Vec::with_capacity(part.records);
            let mut at = 0;
            while let Some(length) = bytes.get(at..at + 4) {
                let length = length
                    .iter()
                    .rev()
                    .fold(0, |sum, &byte| sum << 8 | usize::from(byte));
                places.push((at + 4, at + 4 + length));
                at += 4 + length;
            }
            if at != bytes.len() || places.len() != part.records {
                return Err(io::Error::other("a file of waiting records was changed").into());
            }
            if let Way::Scattered(random) = &mut self.way {
                for last in (1..places.len()).rev() {
                    if last % STRIDE == 0 {
                        pulse.check()?;
                    }
                    places.swap(last, below(random, last as u64 + 1) as usize);
                }
            }
            take(Records {
                bytes: &bytes,
                places: &places,
            })?;
        }
        Ok(())
    }
}

impl Part {
    fn close(&mut self) -> io::Result<()> {
        match self.out.take() {
            Some(mut out) => out.flush(),
            None => Ok(()),
        }
    }
}

/// Its name is that of a leftover, which anybody may delete.
fn private_folder(inside: &Path) -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".cloakroom-").suffix(".part");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o700));
    }
    builder.tempdir_in(inside)
}

/// The records of one file in the order of the release.
pub(super) struct Records<'a> {
    bytes: &'a [u8],
    places: &'a [(usize, usize)],
}

impl<'a> Records<'a> {
    pub fn iter(&self) -> impl Iterator<Item = &'a [u8]> {
        let bytes = self.bytes;
        self.places.iter().map(|&(start, end)| &bytes[start..end])
    }

    pub fn len(&self) -> usize {
        self.places.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn handed_over(spool: Spool) -> Vec<Vec<String>> {
        let mut all = Vec::new();
        spool
            .hand_over::<WriteFailure>(&Pulse::default(), |records| {
                let texts = records.iter();
                all.push(
                    texts
                        .map(|text| String::from_utf8_lossy(text).into_owned())
                        .collect(),
                );
                Ok(())
            })
            .unwrap();
        all
    }

    type WriteFailure = crate::io::whole::WriteError;

    #[test]
    fn nothing_is_lost_and_nothing_stays_behind() {
        let folder = tempfile::tempdir().unwrap();
        let mut spool = Spool::scattered(folder.path(), 3 * RECORDS, [7; 32]).unwrap();
        assert_eq!(spool.files.len(), 3);
        for record in 0..1000 {
            spool.push(record.to_string().as_bytes()).unwrap();
        }
        let parts = handed_over(spool);
        assert!(parts.iter().all(|part| part.len() > 250), "{parts:?}");
        let mut all: Vec<u32> = parts
            .concat()
            .iter()
            .map(|text| text.parse().unwrap())
            .collect();
        assert!(!all.is_sorted());
        all.sort_unstable();
        assert_eq!(all, (0..1000).collect::<Vec<u32>>());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn every_order_is_as_likely_as_any_other() {
        let folder = tempfile::tempdir().unwrap();
        let mut seen = std::collections::BTreeMap::new();
        for seed in 0..1200u32 {
            let mut key = [0; 32];
            key[..4].copy_from_slice(&seed.to_le_bytes());
            let mut spool = Spool::scattered(folder.path(), 2 * RECORDS, key).unwrap();
            for record in ["a", "b", "c"] {
                spool.push(record.as_bytes()).unwrap();
            }
            *seen
                .entry(handed_over(spool).concat().concat())
                .or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 6);
        assert!(
            seen.values().all(|count| (150..250).contains(count)),
            "{seen:?}"
        );
    }

    #[test]
    fn in_turn_means_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let mut spool = Spool::in_turn(folder.path(), 3, 8).unwrap();
        for record in 0..8 {
            spool.push(record.to_string().as_bytes()).unwrap();
        }
        let sizes: Vec<usize> = handed_over(spool).iter().map(Vec::len).collect();
        assert_eq!(sizes, [3, 5]);
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_may_look() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let spool = Spool::scattered(folder.path(), 1, [0; 32]).unwrap();
        let mode = std::fs::metadata(spool.folder.path())
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o700);
        drop(spool);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
