//! The records of an SPSS file, eight bytes after the other, unpacked where they are packed.

use super::dictionary::{Dictionary, Packed};
use crate::io::source::largest_unpacked;
use crate::io::statistics::Fault;
use crate::io::statistics::bytes::Bytes;
use crate::problem::Problem;
use crate::progress::Progress;
use flate2::read::ZlibDecoder;
use std::io::Read;

pub enum Element {
    Number(f64),
    Bytes([u8; 8]),
}

pub struct Cases<'b> {
    source: Source<'b>,
    is_packed: bool,
    bias: f64,
    nothing: f64,
    /// What the next elements are, and how many of them were taken.
    codes: [u8; 8],
    taken: usize,
    has_ended: bool,
}

impl<'b> Cases<'b> {
    pub fn open(
        bytes: &'b [u8],
        dictionary: &Dictionary,
        progress: &'b Progress,
    ) -> Result<Self, Fault> {
        let mut from = Bytes::new(bytes);
        from.is_big = dictionary.is_big;
        from.go_to(dictionary.end)?;
        let source = match dictionary.packed {
            Packed::Twice => Source::zipped(bytes, from, progress)?,
            _ => Source::Plain(from),
        };
        Ok(Self {
            source,
            is_packed: dictionary.packed != Packed::Not,
            bias: dictionary.bias,
            nothing: dictionary.nothing,
            codes: [0; 8],
            taken: 8,
            has_ended: false,
        })
    }

    /// `None` at the end.
    pub fn next(&mut self) -> Result<Option<Element>, Fault> {
        if !self.is_packed {
            return Ok(self.source.eight()?.map(Element::Bytes));
        }
        loop {
            if self.has_ended {
                return Ok(None);
            }
            if self.taken == self.codes.len() {
                match self.source.eight()? {
                    Some(codes) => self.codes = codes,
                    None => return Ok(None),
                }
                self.taken = 0;
            }
            let code = self.codes[self.taken];
            self.taken += 1;
            return Ok(Some(match code {
                0 => continue,
                252 => {
                    self.has_ended = true;
                    continue;
                }
                253 => Element::Bytes(self.source.eight()?.ok_or(Fault::Damaged)?),
                254 => Element::Bytes([b' '; 8]),
                255 => Element::Number(self.nothing),
                number => Element::Number(f64::from(number) - self.bias),
            }));
        }
    }
}

enum Source<'b> {
    Plain(Bytes<'b>),
    Zipped {
        blocks: std::vec::IntoIter<&'b [u8]>,
        /// The block that is read, unpacked.
        block: Vec<u8>,
        at: usize,
        left: usize,
        progress: &'b Progress,
    },
}

impl<'b> Source<'b> {
    /// At the place there is where the blocks are listed; the list is at the end of the file.
    fn zipped(bytes: &'b [u8], mut from: Bytes<'b>, progress: &'b Progress) -> Result<Self, Fault> {
        let place = |number: u64| usize::try_from(number).map_err(|_| Fault::Damaged);
        from.unsigned(8)?;
        let list = place(from.unsigned(8)?)?;
        from.go_to(list)?;
        from.take(20)?;
        let many = from.count()?;
        let mut blocks = Vec::new();
        for _ in 0..many {
            from.unsigned(8)?;
            let begin = place(from.unsigned(8)?)?;
            from.take(4)?;
            let length = from.count()?;
            let end = begin.checked_add(length).ok_or(Fault::Damaged)?;
            blocks.push(bytes.get(begin..end).ok_or(Fault::Damaged)?);
        }
        Ok(Self::Zipped {
            blocks: blocks.into_iter(),
            block: Vec::new(),
            at: 0,
            left: largest_unpacked(bytes.len()),
            progress,
        })
    }

    /// `None` at the end, and not in the middle of eight bytes.
    fn eight(&mut self) -> Result<Option<[u8; 8]>, Fault> {
        match self {
            Self::Plain(bytes) if bytes.left() == 0 => Ok(None),
            Self::Plain(bytes) => bytes.array().map(Some),
            Self::Zipped {
                blocks,
                block,
                at,
                left,
                progress,
            } => {
                let mut eight = [0; 8];
                let mut filled = 0;
                while filled < eight.len() {
                    if *at == block.len() {
                        let Some(packed) = blocks.next() else {
                            return match filled {
                                0 => Ok(None),
                                _ => Err(Fault::Damaged),
                            };
                        };
                        unpack(packed, block, left, progress)?;
                        *at = 0;
                    }
                    let count = (eight.len() - filled).min(block.len() - *at);
                    eight[filled..filled + count].copy_from_slice(&block[*at..*at + count]);
                    filled += count;
                    *at += count;
                }
                Ok(Some(eight))
            }
        }
    }
}

fn unpack(
    packed: &[u8],
    block: &mut Vec<u8>,
    left: &mut usize,
    progress: &Progress,
) -> Result<(), Fault> {
    /// Bytes between two looks at the progress.
    const STRIDE: u64 = 1 << 20;
    block.clear();
    let mut decoder = ZlibDecoder::new(packed);
    loop {
        progress.check()?;
        let read = decoder.by_ref().take(STRIDE).read_to_end(block);
        let read = read.map_err(|_| Fault::Damaged)?;
        if read == 0 {
            return Ok(());
        }
        *left = left.checked_sub(read).ok_or_else(|| {
            Fault::Told(Problem::new(
                "the SPSS file unpacks to more than 250 times its size, which no table does",
            ))
        })?;
    }
}
