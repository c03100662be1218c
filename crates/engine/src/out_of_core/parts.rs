//! Records in several files that only their owner can read, each gone as soon as it was read.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const BUFFER: usize = 32 << 10;
/// What stands before a record.
const HEAD: usize = 20;

/// Records wait here with a number each.
#[derive(Debug)]
pub(super) struct Parts {
    folder: TempDir,
    files: Vec<Part>,
}

#[derive(Debug)]
struct Part {
    path: PathBuf,
    out: Option<BufWriter<File>>,
    records: usize,
}

impl Parts {
    /// So many files, all open at a time.
    pub fn new(inside: &Path, files: usize) -> io::Result<Self> {
        let mut parts = Self {
            folder: private_folder(inside)?,
            files: Vec::with_capacity(files),
        };
        for _ in 0..files {
            parts.add_file()?;
        }
        Ok(parts)
    }

    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// In the last file; 0 if there is none.
    pub fn in_last(&self) -> usize {
        self.files.last().map_or(0, |part| part.records)
    }

    /// Ends the last file and begins another.
    pub fn next_file(&mut self) -> io::Result<()> {
        if let Some(full) = self.files.last_mut() {
            full.close()?;
        }
        self.add_file()
    }

    fn add_file(&mut self) -> io::Result<()> {
        let path = self.folder.path().join(self.files.len().to_string());
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt;
            options.mode(0o600);
        }
        let file = options.open(&path)?;
        self.files.push(Part {
            path,
            out: Some(BufWriter::with_capacity(BUFFER, file)),
            records: 0,
        });
        Ok(())
    }

    pub fn push(&mut self, at: usize, number: u128, record: &[u8]) -> io::Result<()> {
        let part = &mut self.files[at];
        part.records += 1;
        let Some(out) = &mut part.out else {
            return Err(io::Error::other("the file is closed"));
        };
        let Ok(length) = u32::try_from(record.len()) else {
            return Err(io::Error::other("a record is longer than 4 GB"));
        };
        out.write_all(&length.to_le_bytes())?;
        out.write_all(&number.to_le_bytes())?;
        out.write_all(record)
    }

    /// Nothing more is written.
    pub fn close(&mut self) -> io::Result<()> {
        self.files.iter_mut().try_for_each(Part::close)
    }

    /// Calls back for every record of a file, which is gone afterwards.
    pub fn drain<E: From<io::Error>>(
        &self,
        at: usize,
        mut each: impl FnMut(u128, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let part = &self.files[at];
        let mut file = BufReader::with_capacity(BUFFER, File::open(&part.path)?);
        let mut record = Vec::new();
        for _ in 0..part.records {
            let mut head = [0; HEAD];
            file.read_exact(&mut head).map_err(damaged)?;
            let (length, number) = split(&head);
            record.resize(length, 0);
            file.read_exact(&mut record).map_err(damaged)?;
            each(number, &record)?;
        }
        if file.read(&mut [0])? != 0 {
            return Err(damaged(io::ErrorKind::InvalidData.into()).into());
        }
        std::fs::remove_file(&part.path)?;
        Ok(())
    }

    /// A whole file, which is gone afterwards.
    pub fn take(&self, at: usize) -> io::Result<Records> {
        let part = &self.files[at];
        let bytes = std::fs::read(&part.path)?;
        std::fs::remove_file(&part.path)?;
        let mut places = Vec::with_capacity(part.records);
        let mut at = 0;
        while let Some(head) = bytes.get(at..).and_then(|rest| rest.first_chunk()) {
            let (length, number) = split(head);
            let end = at + HEAD + length;
            places.push((number, at + HEAD, end));
            at = end;
        }
        if at != bytes.len() || places.len() != part.records {
            return Err(damaged(io::ErrorKind::InvalidData.into()));
        }
        Ok(Records { bytes, places })
    }

    #[cfg(test)]
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

fn split(head: &[u8; HEAD]) -> (usize, u128) {
    let little = |bytes: &[u8]| {
        let digits = bytes.iter().rev();
        digits.fold(0, |sum: u128, &byte| sum << 8 | u128::from(byte))
    };
    (little(&head[..4]) as usize, little(&head[4..]))
}

fn damaged(_: io::Error) -> io::Error {
    io::Error::other("a file of waiting records was changed")
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

/// The records of one file.
pub(super) struct Records {
    bytes: Vec<u8>,
    places: Vec<(u128, usize, usize)>,
}

impl Records {
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let places = self.places.iter();
        places.map(|&(_, start, end)| &self.bytes[start..end])
    }

    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// By their numbers.
    pub fn sort(&mut self) {
        self.places.sort_unstable();
    }
}
