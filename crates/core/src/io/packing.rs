//! Files that are packed: gzip and Zstandard, known by their first bytes.

use crate::problem::Problem;
use flate2::read::MultiGzDecoder;
use std::io::{BufReader, Read, Result};
use std::path::Path;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    Gzip,
    Zstandard,
}

/// Bytes that are enough to tell.
pub const MARK: usize = 4;

impl Packing {
    pub fn of(first: &[u8]) -> Option<Self> {
        if first.starts_with(&[0x1f, 0x8b]) {
            Some(Self::Gzip)
        } else if first.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
            Some(Self::Zstandard)
        } else {
            None
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstandard => "Zstandard",
        }
    }

    pub fn damaged(self, path: &Path) -> Problem {
        let message = format!("the {} file is damaged or cut off", self.title());
        Problem::in_file(path, message)
    }

    /// `times` its size is more than is believed.
    pub fn expands_too_much(self, path: &Path, times: usize) -> Problem {
        let title = self.title();
        let message = format!(
            "the {title} file unpacks to more than {times} times its size, which no table does"
        );
        Problem::in_file(path, message)
    }
}

/// Unpacks all parts of a file, one after the other.
pub enum Unpacked<R: Read> {
    Gzip(Box<MultiGzDecoder<R>>),
    Zstandard(zstd::Decoder<'static, BufReader<R>>),
}

impl<R: Read> Unpacked<R> {
    pub fn new(packing: Packing, packed: R) -> Result<Self> {
        Ok(match packing {
            Packing::Gzip => Self::Gzip(Box::new(MultiGzDecoder::new(packed))),
            Packing::Zstandard => Self::Zstandard(zstd::Decoder::new(packed)?),
        })
    }

    pub fn packing(&self) -> Packing {
        match self {
            Self::Gzip(_) => Packing::Gzip,
            Self::Zstandard(_) => Packing::Zstandard,
        }
    }

    pub fn get_ref(&self) -> &R {
        match self {
            Self::Gzip(decoder) => decoder.get_ref(),
            Self::Zstandard(decoder) => decoder.get_ref().get_ref(),
        }
    }

    pub fn into_inner(self) -> R {
        match self {
            Self::Gzip(decoder) => decoder.into_inner(),
            Self::Zstandard(decoder) => decoder.finish().into_inner(),
        }
    }
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, into: &mut [u8]) -> Result<usize> {
        match self {
            Self::Gzip(decoder) => decoder.read(into),
            Self::Zstandard(decoder) => decoder.read(into),
        }
    }
}
