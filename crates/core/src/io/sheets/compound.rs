//! The file of many streams that an `.xls` is packed in, read without believing what it says of itself.

use super::Fault;
use std::collections::HashSet;

const END: u32 = 0xffff_fffe;
/// Sectors with this number or a larger one are none.
const NO_SECTOR: u32 = 0xffff_fffa;
/// Streams shorter than this lie in small sectors.
const SMALL: usize = 4096;
const SMALL_SECTOR: usize = 64;
const ENTRY: usize = 128;

pub fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let bytes = bytes.get(at..at.checked_add(2)?)?;
    Some(u16::from_le_bytes(bytes.try_into().ok()?))
}

pub fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

pub struct Compound<'a> {
    bytes: &'a [u8],
    sector: usize,
    next: Vec<u32>,
    next_small: Vec<u32>,
    small: Vec<u8>,
    entries: Vec<Entry>,
}

struct Entry {
    name: String,
    start: u32,
    length: usize,
}

impl<'a> Compound<'a> {
    pub fn open(bytes: &'a [u8]) -> Result<Self, Fault> {
        Self::read(bytes).ok_or(Fault::Damaged)
    }

    fn read(bytes: &'a [u8]) -> Option<Self> {
        let sector = match u16_at(bytes, 30)? {
            9 => 512,
            12 => 4096,
            _ => return None,
        };
        let mut file = Self {
            bytes,
            sector,
            next: Vec::new(),
            next_small: Vec::new(),
            small: Vec::new(),
            entries: Vec::new(),
        };
        let mut tables: Vec<u32> = words(bytes.get(76..512)?).collect();
        // More tables are listed in a chain of sectors, the last number of each being that of the next.
        let mut more = u32_at(bytes, 68)?;
        let mut seen = HashSet::new();
        while more < NO_SECTOR && seen.insert(more) {
            let mut listed: Vec<u32> = words(file.sector(more)?).collect();
            more = listed.pop()?;
            tables.extend(listed);
        }
        let mut known = HashSet::new();
        for table in tables {
            if table < NO_SECTOR && known.insert(table) {
                let part: Vec<u32> = words(file.sector(table)?).collect();
                file.next.extend(part);
            }
        }
        let entries = file.chain(u32_at(bytes, 48)?, usize::MAX)?;
        file.entries = entries.chunks_exact(ENTRY).filter_map(entry).collect();
        let root = file.entries.first()?;
        let (start, length) = (root.start, root.length);
        let small_tables = u32_at(bytes, 60)?;
        if small_tables < NO_SECTOR {
            file.next_small = words(&file.chain(small_tables, usize::MAX)?).collect();
            file.small = file.chain(start, length)?;
        }
        Some(file)
    }

    fn sector(&self, number: u32) -> Option<&'a [u8]> {
        let start = (number as usize + 1).checked_mul(self.sector)?;
        // The last one may be cut off.
        let end = start.checked_add(self.sector)?.min(self.bytes.len());
        self.bytes.get(start..end).filter(|bytes| !bytes.is_empty())
    }

    /// A chain that comes back to itself ends where there are no more sectors.
    fn chain(&self, start: u32, length: usize) -> Option<Vec<u8>> {
        let mut chain = Vec::new();
        let mut at = start;
        let mut left = self.next.len();
        while at != END && chain.len() < length {
            left = left.checked_sub(1)?;
            chain.extend_from_slice(self.sector(at)?);
            at = *self.next.get(at as usize)?;
        }
        chain.truncate(length);
        Some(chain)
    }

    fn small_chain(&self, start: u32, length: usize) -> Option<Vec<u8>> {
        let mut chain = Vec::new();
        let mut at = start;
        while at != END && chain.len() < length {
            let begin = (at as usize).checked_mul(SMALL_SECTOR)?;
            let end = begin.checked_add(SMALL_SECTOR)?.min(self.small.len());
            let part = self.small.get(begin..end).filter(|part| !part.is_empty())?;
            chain.extend_from_slice(part);
            at = *self.next_small.get(at as usize)?;
        }
        chain.truncate(length);
        Some(chain)
    }

    pub fn has(&self, name: &str) -> bool {
        self.entries.iter().any(|entry| entry.name == name)
    }

    /// `None` if there is none of this name.
    pub fn stream(&self, name: &str) -> Option<Result<Vec<u8>, Fault>> {
        let entry = self.entries.iter().find(|entry| entry.name == name)?;
        let stream = match entry.length < SMALL {
            true => self.small_chain(entry.start, entry.length),
            false => self.chain(entry.start, entry.length),
        };
        let whole = stream.filter(|stream| stream.len() == entry.length);
        Some(whole.ok_or(Fault::Damaged))
    }
}

fn words(bytes: &[u8]) -> impl Iterator<Item = u32> {
    bytes
        .chunks_exact(4)
        .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
}

fn entry(bytes: &[u8]) -> Option<Entry> {
    let letters = usize::from(u16_at(bytes, 64)?).min(64) / 2;
    let name = bytes.get(..letters.saturating_sub(1) * 2)?;
    let name = name.chunks_exact(2);
    let name: Vec<u16> = name
        .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
        .collect();
    Some(Entry {
        name: String::from_utf16_lossy(&name),
        start: u32_at(bytes, 116)?,
        length: u32_at(bytes, 120)? as usize,
    })
}
