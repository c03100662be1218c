//! What the readers share that cut a file into stretches: how what nobody said is tried, what the beginning of the file
//! tells, and which of several things that are wrong is told.

use super::dialect::{Dialect, newline_of};
use super::header::Header;
use super::nulls::Nulls;
use super::stream::Division;
use super::stretches::{Stretch, Stretches};
use super::{BAD_DELIMITER, Limits, sniff};
use crate::io::encoding::{BOM, not_utf_8, place, refuse_mixed};
use crate::io::stream::SourceStream;
use crate::load_options::TextEncoding;
use crate::{Failure, LoadOptions, Problem, Progress};
use crossbeam_channel::Sender;
use std::path::Path;

/// How a file is read this time.
pub struct Attempt<'a> {
    pub path: &'a Path,
    /// What is in the file, if somebody has it already.
    bytes: Option<&'a [u8]>,
    pub options: &'a LoadOptions,
    pub division: Division,
    pub progress: &'a Progress,
    pub encoding: TextEncoding,
    pub limits: Limits,
    delimiter: Option<String>,
}

pub enum Outcome<T> {
    Read(T),
    NotUtf8,
    NoSpaces,
}

impl<'a> Attempt<'a> {
    pub fn new(
        path: &'a Path,
        options: &'a LoadOptions,
        division: Division,
        progress: &'a Progress,
    ) -> Self {
        Self {
            path,
            bytes: None,
            options,
            division,
            progress,
            limits: Limits::for_kind(options.kind),
            encoding: options.encoding.unwrap_or(TextEncoding::Utf8),
            delimiter: options.delimiter.clone(),
        }
    }

    /// The same of what the file is known to hold.
    #[must_use]
    pub fn of_bytes(self, bytes: &'a [u8]) -> Self {
        let bytes = Some(bytes);
        Self { bytes, ..self }
    }

    #[must_use]
    pub fn within(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    pub fn open<'p>(&self, progress: &'p Progress) -> Result<SourceStream<'p>, Failure>
    where
        'a: 'p,
    {
        match self.bytes {
            Some(bytes) => Ok(SourceStream::of_bytes(self.path, bytes, progress)),
            None => SourceStream::open(self.path, progress),
        }
    }

    /// Tries again with what the file turned out to be.
    pub fn until_read<T>(
        mut self,
        run: impl Fn(&Self) -> Result<Outcome<T>, Failure>,
    ) -> Result<T, Failure> {
        loop {
            match run(&self)? {
                Outcome::Read(read) => return Ok(read),
                Outcome::NotUtf8 => {
                    // Only a look: the reading begins again.
                    let apart = self.progress.apart();
                    refuse_mixed(self.path, self.open(&apart)?, &apart)?;
                    self.encoding = TextEncoding::Latin1;
                }
                // A space after every comma of the first records was chance.
                Outcome::NoSpaces => self.delimiter = Some(",".to_owned()),
            }
        }
    }

    /// How many bytes the mark of the encoding takes, and whether the text may still turn out to be Latin-1.
    pub fn mark(&self, early: &[u8]) -> (usize, bool) {
        let is_utf_8 = self.encoding == TextEncoding::Utf8;
        let mark = match is_utf_8 && early.starts_with(BOM) {
            true => BOM.len(),
            false => 0,
        };
        (
            mark,
            self.options.encoding.is_none() && is_utf_8 && mark == 0,
        )
    }

    /// What the beginning of the text tells; `is_unsure` if a space after every comma may be chance.
    pub fn head(
        &self,
        text: &str,
        nulls: &Nulls,
        is_unsure: &mut bool,
    ) -> Result<(Dialect, Header), Problem> {
        let newline = newline_of(text);
        let delimiter = match &self.delimiter {
            Some(delimiter) => delimiter.as_str(),
            None => sniff::delimiter(text, newline),
        };
        *is_unsure = self.delimiter.is_none() && delimiter == ", ";
        let dialect =
            Dialect::new(delimiter, newline).ok_or_else(|| Problem::new(BAD_DELIMITER))?;
        let (header, fold) = (self.options.header, self.options.fold);
        let header = Header::read(text, &dialect, header, nulls, fold, self.limits)?;
        Ok((dialect, header))
    }
}

/// Cuts the file and hands its stretches over, until nobody takes any more.
pub fn send(
    stretches: &mut Stretches<'_>,
    dialect: &Dialect,
    sender: Sender<Stretch>,
    is_halted: impl Fn() -> bool,
) -> Result<(), Failure> {
    while !is_halted()
        && let Some(stretch) = stretches.next(dialect, Vec::new())?
        && sender.send(stretch).is_ok()
    {}
    Ok(())
}

/// What is wrong with a stretch, by its number.
pub type Trouble = (u32, What, Problem);

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum What {
    NotUtf8,
    Fault,
}

/// The trouble of one kind that stands first in the file.
pub fn first<'t>(troubles: impl IntoIterator<Item = &'t Trouble>, of: What) -> Option<Problem> {
    let troubles = troubles.into_iter().filter(|(_, what, _)| *what == of);
    let first = troubles.min_by_key(|(number, ..)| *number);
    first.map(|(_, _, problem)| problem.clone())
}

/// The text of a stretch.
pub fn text_of<'s>(path: &Path, stretch: &'s Stretch) -> Result<&'s str, Problem> {
    std::str::from_utf8(&stretch.bytes).map_err(|error| {
        let (line, column) = place(&stretch.bytes, error.valid_up_to());
        not_utf_8(path).at(stretch.lines_before + line, column)
    })
}
