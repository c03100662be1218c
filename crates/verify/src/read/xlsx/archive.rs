//! The archive of a workbook, byte by byte: its parts one after the other from the first byte on, at the end what is told
//! of them once more, and nothing else anywhere.

use super::{OTHERWISE, Unread};
use flate2::read::DeflateDecoder;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom, Take};
use std::path::Path;

/// Of a part: packed, without a password, on the first day that there is.
const LOCAL: &[u8] = b"PK\x03\x04\x14\0\0\0\x08\0\0\0\x21\0";
const LENGTH_OF_LOCAL: usize = 30;
/// What is said of a part only at the end: no comment, and who may read it.
const RIGHTS: &[u8] = b"\0\0\0\0\0\0\0\0\xa4\x81";

/// Where a part lies.
#[derive(Clone, Copy)]
pub(super) struct Part {
    begin: u64,
    packed: u64,
    unpacked: u64,
}

/// The parts of these names, in this order, if there is nothing else in the file.
pub(super) fn parts(path: &Path, names: &[&str]) -> Result<Vec<Part>, Unread> {
    let mut file = File::open(path).map_err(|_| OTHERWISE)?;
    let mut parts = Vec::with_capacity(names.len());
    let mut at = 0u64;
    let mut end = Vec::new();
    for name in names {
        let mut head = [0; LENGTH_OF_LOCAL];
        file.seek(SeekFrom::Start(at)).map_err(|_| OTHERWISE)?;
        file.read_exact(&mut head).map_err(|_| OTHERWISE)?;
        let mut called = vec![0; name.len()];
        file.read_exact(&mut called).map_err(|_| OTHERWISE)?;
        // The length of the name, and of what may be added to it.
        let is_as_written = head.starts_with(LOCAL)
            && head[26..] == [name.len() as u8, 0, 0, 0]
            && called == name.as_bytes();
        let begin = u32::try_from(at).ok().filter(|_| is_as_written);
        let begin = begin.ok_or(OTHERWISE)?;
        end.extend(b"PK\x01\x02\x14\x03");
        end.extend(&head[4..]);
        end.extend(RIGHTS);
        end.extend(begin.to_le_bytes());
        end.extend(called);
        let size = |at: usize| {
            u64::from(u32::from_le_bytes([
                head[at],
                head[at + 1],
                head[at + 2],
                head[at + 3],
            ]))
        };
        let part = Part {
            begin: at + (LENGTH_OF_LOCAL + name.len()) as u64,
            packed: size(18),
            unpacked: size(22),
        };
        at = part.begin + part.packed;
        parts.push(part);
    }
    let length = end.len() as u32;
    let count = names.len() as u8;
    end.extend(b"PK\x05\x06\0\0\0\0");
    end.extend([count, 0, count, 0]);
    end.extend(length.to_le_bytes());
    end.extend(u32::try_from(at).map_err(|_| OTHERWISE)?.to_le_bytes());
    end.extend([0, 0]);
    let mut rest = Vec::new();
    file.seek(SeekFrom::Start(at)).map_err(|_| OTHERWISE)?;
    let read = file.take(end.len() as u64 + 1).read_to_end(&mut rest);
    read.map_err(|_| OTHERWISE)?;
    (rest == end).then_some(parts).ok_or(OTHERWISE)
}

/// A part whose bytes are known beforehand.
pub(super) struct Expected {
    part: Part,
    bytes: BufReader<DeflateDecoder<Take<File>>>,
    block: Vec<u8>,
}

impl Expected {
    pub fn open(path: &Path, part: Part) -> Result<Self, Unread> {
        let mut file = File::open(path).map_err(|_| OTHERWISE)?;
        let sought = file.seek(SeekFrom::Start(part.begin));
        sought.map_err(|_| OTHERWISE)?;
        let packed = DeflateDecoder::new(file.take(part.packed));
        Ok(Self {
            part,
            bytes: BufReader::new(packed),
            block: Vec::new(),
        })
    }

    /// These come next.
    pub fn next(&mut self, expected: &[u8]) -> Result<(), Unread> {
        self.block.resize(expected.len(), 0);
        let read = self.bytes.read_exact(&mut self.block);
        read.map_err(|_| OTHERWISE)?;
        (self.block == expected).then_some(()).ok_or(OTHERWISE)
    }

    /// Nothing comes any more, unpacked or packed.
    pub fn ends(mut self) -> Result<(), Unread> {
        let read = self.bytes.read(&mut [0]).map_err(|_| OTHERWISE)?;
        let packed = self.bytes.get_ref();
        let is_all = read == 0
            && packed.total_in() == self.part.packed
            && packed.total_out() == self.part.unpacked;
        is_all.then_some(()).ok_or(OTHERWISE)
    }
}
