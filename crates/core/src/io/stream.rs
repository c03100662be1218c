//! A file from its beginning to its end, never held as a whole: hashed on the way, unpacked if it is packed.

use super::loaded::SourceFile;
use super::packing::{self, Packing, Unpacked};
use super::source::{
    LARGEST_EXPANSION, changed, hex, is_unchanged, largest_unpacked, open, sha256_hex,
};
use crate::{Failure, Problem, Progress};
use sha2::{Digest, Sha256};
use std::fs::{File, Metadata};
use std::io::Read;
use std::path::Path;

/// Bytes between two looks at the progress.
const BLOCK: usize = 1 << 20;

pub struct SourceStream<'a> {
    path: &'a Path,
    /// What the file was; `None` of bytes that were read already.
    before: Option<Metadata>,
    length: u64,
    contents: Contents<'a>,
    unpacked: usize,
    progress: &'a Progress,
}

enum Contents<'a> {
    /// All bytes, and those that are left.
    Held(&'a [u8], &'a [u8]),
    Plain(HashedFile),
    Packed(Box<Unpacked<HashedFile>>),
}

/// The bytes as they lie on the disk.
struct HashedFile {
    file: File,
    /// Read already, to see what the file is.
    ahead: Vec<u8>,
    hash: Sha256,
    length: u64,
    has_failed: bool,
}

impl Read for HashedFile {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        if !self.ahead.is_empty() {
            let count = self.ahead.len().min(into.len());
            into[..count].copy_from_slice(&self.ahead[..count]);
            self.ahead.drain(..count);
            return Ok(count);
        }
        let read = self.file.read(into);
        match read {
            Ok(count) => {
                self.hash.update(&into[..count]);
                self.length += count as u64;
            }
            Err(_) => self.has_failed = true,
        }
        read
    }
}

impl<'a> SourceStream<'a> {
    pub fn open(path: &'a Path, progress: &'a Progress) -> Result<Self, Failure> {
        let (file, before) = open(path)?;
        let mut raw = HashedFile {
            file,
            ahead: Vec::new(),
            hash: Sha256::new(),
            length: 0,
            has_failed: false,
        };
        let mut first = Vec::new();
        raw.by_ref()
            .take(packing::MARK as u64)
            .read_to_end(&mut first)
            .map_err(|error| Problem::from_io(path, "read", &error))?;
        let packing = Packing::of(&first);
        raw.ahead = first;
        let contents = match packing {
            Some(packing) => {
                let unpacked = Unpacked::new(packing, raw).map_err(|_| packing.damaged(path))?;
                Contents::Packed(Box::new(unpacked))
            }
            None => Contents::Plain(raw),
        };
        Ok(Self {
            path,
            length: before.len(),
            before: Some(before),
            contents,
            unpacked: 0,
            progress,
        })
    }

    /// The same of what is known to be in the file, unpacked.
    pub fn of_bytes(path: &'a Path, bytes: &'a [u8], progress: &'a Progress) -> Self {
        Self {
            path,
            before: None,
            length: bytes.len() as u64,
            contents: Contents::Held(bytes, bytes),
            unpacked: 0,
            progress,
        }
    }

    /// The length of the file as it lies on the disk.
    pub fn length(&self) -> u64 {
        self.length
    }

    fn raw(&self) -> Option<&HashedFile> {
        match &self.contents {
            Contents::Held(..) => None,
            Contents::Plain(raw) => Some(raw),
            Contents::Packed(decoder) => Some(decoder.get_ref()),
        }
    }

    /// Appends so many bytes of the contents; fewer only at the end.
    pub fn read(&mut self, into: &mut Vec<u8>, wanted: usize) -> Result<usize, Failure> {
        let mut total = 0;
        while total < wanted {
            self.progress.check()?;
            let length = |stream: &Self| stream.raw().map_or(0, |raw| raw.length);
            let before = length(self);
            let portion = BLOCK.min(wanted - total) as u64;
            let read = match &mut self.contents {
                Contents::Held(_, left) => left.take(portion).read_to_end(into),
                Contents::Plain(raw) => raw.take(portion).read_to_end(into),
                Contents::Packed(decoder) => decoder.take(portion).read_to_end(into),
            };
            self.progress.advance(length(self) - before);
            let read = read.map_err(|error| match &self.contents {
                Contents::Packed(packed) if self.raw().is_some_and(|raw| !raw.has_failed) => {
                    packed.packing().damaged(self.path)
                }
                _ => Problem::from_io(self.path, "read", &error),
            })?;
            if read == 0 {
                break;
            }
            total += read;
            self.unpacked += read;
            if let Contents::Packed(packed) = &self.contents
                && self.unpacked > largest_unpacked(self.length as usize)
            {
                let packing = packed.packing();
                return Err(packing
                    .expands_too_much(self.path, LARGEST_EXPANSION)
                    .into());
            }
        }
        Ok(total)
    }

    /// What the file was, after all of it was read.
    pub fn finish(self) -> Result<SourceFile, Problem> {
        let raw = match self.contents {
            Contents::Held(bytes, _) => {
                return Ok(SourceFile {
                    path: self.path.to_owned(),
                    bytes: self.length,
                    sha256: sha256_hex(bytes),
                });
            }
            Contents::Plain(raw) => raw,
            Contents::Packed(decoder) => decoder.into_inner(),
        };
        let is_same = |before| is_unchanged(self.path, before);
        if raw.length != self.length || !self.before.as_ref().is_none_or(is_same) {
            return Err(changed(self.path));
        }
        Ok(SourceFile {
            path: self.path.to_owned(),
            bytes: self.length,
            sha256: hex(&raw.hash.finalize()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::source::{read_source, sha256_hex};
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn streamed(bytes: &[u8], portion: usize) -> Result<(Vec<u8>, SourceFile), Failure> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data");
        std::fs::write(&path, bytes).unwrap();
        let progress = Progress::default();
        let mut stream = SourceStream::open(&path, &progress)?;
        let mut read = Vec::new();
        while stream.read(&mut read, portion)? > 0 {}
        let file = stream.finish()?;
        let whole = read_source(&path, &progress)?;
        assert_eq!((&whole.bytes, &whole.file), (&read, &file));
        Ok((read, file))
    }

    #[test]
    fn a_stream_gives_what_reading_the_whole_gives() {
        let long: Vec<u8> = (0..5_000_000u32)
            .map(|n| (n.wrapping_mul(n) >> 7) as u8)
            .collect();
        for bytes in [&long[..], b"abc", b"a", b"\x1f"] {
            assert_eq!(streamed(bytes, 1000).unwrap().0, bytes);
            let packed = zstd::encode_all(bytes, 3).unwrap();
            let (read, file) = streamed(&packed, 3 << 20).unwrap();
            assert_eq!((read, file.sha256), (bytes.to_vec(), sha256_hex(&packed)));
            let packed = gzip(bytes);
            let (read, file) = streamed(&packed, 3 << 20).unwrap();
            assert_eq!((read, file.sha256), (bytes.to_vec(), sha256_hex(&packed)));
        }
        assert_eq!(streamed(b"", 7).unwrap().0, b"");
    }

    #[test]
    fn damage_is_told_as_when_the_whole_is_read() {
        let packed = gzip(&vec![b'a'; 200 << 20]);
        let told = streamed(&packed, 1 << 20).unwrap_err().to_string();
        assert!(told.contains("more than 250 times"), "{told}");
        let packed = gzip(b"a,b\n1,2\n");
        let told = streamed(&packed[..packed.len() - 6], 10).unwrap_err();
        assert!(told.to_string().contains("damaged or cut off"), "{told}");
    }
}
