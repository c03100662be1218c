//! A file in stretches of whole records, one after the other.

use super::attempt::Attempt;
use super::dialect::{After, Dialect, QUOTE};
use super::fields::{Fields, QuoteFault};
use crate::io::encoding::{from_windows_1252, zero_byte};
use crate::io::loaded::SourceFile;
use crate::io::not_a_text::{called_otherwise, not_a_text};
use crate::io::stream::SourceStream;
use crate::load_options::TextEncoding;
use crate::{Failure, Problem, Progress};
use memchr::{memchr, memchr_iter, memrchr};
use std::path::Path;

/// No delimiter is longer, so what follows a quote can be told from so many bytes.
const LONGEST_DELIMITER: usize = 16;

/// So much is held at first: more than anybody looks at to find out how the file is written.
const EARLY: usize = 2 << 20;

/// Less is not worth another thread.
const SHORT: usize = 128 << 10;

/// Bytes that begin where a record begins; Windows-1252 is UTF-8 by now.
pub struct Stretch {
    pub number: u32,
    pub bytes: Vec<u8>,
    /// Lines of the file before it.
    pub lines_before: u64,
    /// Line ends in it.
    pub lines: usize,
    pub has_quotes: bool,
}

pub struct Stretches<'a> {
    path: &'a Path,
    source: SourceStream<'a>,
    encoding: TextEncoding,
    progress: &'a Progress,
    /// Bytes to a stretch, about.
    size: usize,
    held: Vec<u8>,
    is_at_end: bool,
    number: u32,
    lines: u64,
    raw: RawPlace,
    /// A quote went wrong: records cannot be told from here on, and need not.
    is_broken: bool,
}

/// How far the file's own bytes were read.
#[derive(Default)]
struct RawPlace {
    lines: u64,
    /// Bytes since the last line end.
    column: u64,
}

impl RawPlace {
    fn is_at_start(&self) -> bool {
        self.lines == 0 && self.column == 0
    }

    fn pass(&mut self, bytes: &[u8]) {
        self.lines += memchr_iter(b'\n', bytes).count() as u64;
        self.column = match memrchr(b'\n', bytes) {
            Some(end) => (bytes.len() - end - 1) as u64,
            None => self.column + bytes.len() as u64,
        };
    }
}

impl<'a> Stretches<'a> {
    pub fn begin(attempt: &Attempt<'a>) -> Result<Self, Failure> {
        let (path, progress) = (attempt.path, attempt.progress);
        let size = attempt.division.stretch;
        let source = attempt.open(progress)?;
        progress.stage("reading records", source.length());
        let mut stretches = Self {
            path,
            source,
            encoding: attempt.encoding,
            progress,
            size,
            held: Vec::new(),
            is_at_end: false,
            number: 0,
            lines: 0,
            raw: RawPlace::default(),
            is_broken: false,
        };
        stretches.fill(size.max(EARLY))?;
        Ok(stretches)
    }

    /// Holds the first line that is not blank, if it ends within so many bytes.
    pub fn hold_a_line(&mut self, most: usize) -> Result<(), Failure> {
        loop {
            let blank = self.held.iter().take_while(|byte| b"\r\n".contains(byte));
            let start = blank.count();
            let is_whole = memchr(b'\n', &self.held[start..]).is_some();
            if is_whole || self.is_at_end || self.held.len() >= most {
                return Ok(());
            }
            self.fill(self.held.len() * 2)?;
        }
    }

    /// The length of the file as it lies on the disk.
    pub fn length(&self) -> u64 {
        self.source.length()
    }

    /// Whether all that is left is held and not worth a second thread.
    pub fn is_short(&self) -> bool {
        self.is_at_end && self.held.len() < SHORT && self.held.len() <= self.size
    }

    /// What the file begins with, and whether that is all of it.
    pub fn early(&self) -> (&[u8], bool) {
        (&self.held, self.is_at_end)
    }

    /// Leaves out the beginning: what comes before the first record.
    pub fn skip(&mut self, bytes: usize, dialect: &Dialect) {
        let skipped = self.held.drain(..bytes);
        let is_line_end = |byte: &u8| *byte == dialect.newline();
        self.lines += skipped.filter(is_line_end).count() as u64;
    }

    /// Holds at least so many bytes, or all that are left.
    fn fill(&mut self, wanted: usize) -> Result<(), Failure> {
        while self.held.len() < wanted && !self.is_at_end {
            let missing = wanted - self.held.len();
            let mut portion = Vec::new();
            let (bytes, from) = match self.encoding {
                TextEncoding::Utf8 => {
                    let from = self.held.len();
                    self.source.read(&mut self.held, missing)?;
                    (&self.held, from)
                }
                TextEncoding::Latin1 => {
                    self.source.read(&mut portion, missing)?;
                    (&portion, 0)
                }
            };
            let new = &bytes[from..];
            self.is_at_end = new.is_empty();
            if let Some(at) = memchr(0, new) {
                let begun = not_a_text(new).filter(|_| self.raw.is_at_start());
                if let Some(message) = begun.or_else(|| called_otherwise(self.path)) {
                    return Err(Problem::in_file(self.path, message).into());
                }
                self.raw.pass(&new[..at]);
                let (line, column) = (self.raw.lines + 1, self.raw.column + 1);
                return Err(zero_byte(self.path).at(line, column).into());
            }
            self.raw.pass(new);
            if self.encoding == TextEncoding::Latin1 {
                let text = from_windows_1252(&portion, self.progress)?;
                self.held.extend_from_slice(text.as_bytes());
            }
        }
        Ok(())
    }

    /// The next stretch; `spare` is memory that is free.
    pub fn next(
        &mut self,
        dialect: &Dialect,
        mut spare: Vec<u8>,
    ) -> Result<Option<Stretch>, Failure> {
        let mut wanted = self.size;
        let end = loop {
            self.fill(wanted)?;
            if self.is_at_end && self.held.len() <= wanted {
                break self.held.len();
            }
            if let Some(end) = self.cut(wanted, dialect) {
                break end;
            }
            // One record is longer than that.
            wanted *= 2;
        };
        if end == 0 {
            return Ok(None);
        }
        spare.clear();
        spare.extend_from_slice(&self.held[end..]);
        self.held.truncate(end);
        let bytes = std::mem::replace(&mut self.held, spare);
        let lines = memchr_iter(dialect.newline(), &bytes).count();
        let stretch = Stretch {
            number: self.number,
            lines_before: self.lines,
            lines,
            has_quotes: memchr(QUOTE, &bytes).is_some(),
            bytes,
        };
        self.number += 1;
        self.lines += lines as u64;
        Ok(Some(stretch))
    }

    /// Where the last whole record ends in so many of the bytes that are held.
    fn cut(&mut self, within: usize, dialect: &Dialect) -> Option<usize> {
        let held = &self.held[..within.min(self.held.len())];
        let line_end = |bytes: &[u8]| memrchr(dialect.newline(), bytes).map(|at| at + 1);
        if self.is_broken || memchr(QUOTE, held).is_none() {
            return line_end(held);
        }
        let (end, is_broken) = match dialect.delimiter().len() {
            1 => last_end_by_quotes(held, dialect),
            _ => last_end_by_fields(held, dialect),
        };
        self.is_broken = is_broken;
        end
    }

    /// What the file was, after the last stretch.
    pub fn finish(self) -> Result<SourceFile, Failure> {
        Ok(self.source.finish()?)
    }
}

/// Where the last whole record ends, going from quote to quote; and whether one of them went wrong before that end, so that
/// whoever reads the stretch meets the fault. Line ends in the first part are not looked for: a cut there would be no gain.
fn last_end_by_quotes(held: &[u8], dialect: &Dialect) -> (Option<usize>, bool) {
    let newline = dialect.newline();
    let begins_field = |quote: usize| match held[..quote].last() {
        None => true,
        Some(&before) => before == newline || dialect.delimiter().as_bytes() == [before],
    };
    let late = held.len() - held.len() / 4;
    let mut end = None;
    let mut at = 0;
    loop {
        let quote = memchr(QUOTE, &held[at..]).map(|found| at + found);
        let until = quote.unwrap_or(held.len());
        if until >= late
            && let Some(found) = memrchr(newline, &held[at..until])
        {
            end = Some(at + found + 1);
        }
        let Some(quote) = quote else {
            return (end, false);
        };
        if !begins_field(quote) {
            at = quote + 1;
            continue;
        }
        let Some(closing) = closing_quote(held, quote + 1) else {
            return (end, false);
        };
        at = closing + 1;
        if dialect.after_field(held, at).is_none() {
            let end = memrchr(newline, &held[at..]).map(|end| at + end + 1);
            return (end, end.is_some());
        }
    }
}

/// `None` if it is further on, or if what follows it is.
fn closing_quote(held: &[u8], mut from: usize) -> Option<usize> {
    loop {
        let quote = from + memchr(QUOTE, held.get(from..)?)?;
        if quote + LONGEST_DELIMITER >= held.len() {
            return None;
        }
        if held[quote + 1] != QUOTE {
            return Some(quote);
        }
        from = quote + 2;
    }
}

/// The same where a delimiter has several characters, so that what precedes a quote does not tell whether a field begins
/// there.
fn last_end_by_fields(held: &[u8], dialect: &Dialect) -> (Option<usize>, bool) {
    let mut fields = Fields::of_bytes(held, dialect);
    let mut end = None;
    while !fields.is_at_end() {
        match fields.next_field() {
            Ok(field) if field.after == After::Record => end = Some(fields.position()),
            Ok(_) => {}
            Err(QuoteFault::TextAfter { at, .. }) if at + LONGEST_DELIMITER < held.len() => {
                let end = memrchr(dialect.newline(), &held[at..]).map(|end| at + end + 1);
                return (end, end.is_some());
            }
            // The closing quote, or what follows it, may be further on.
            Err(_) => break,
        }
    }
    (end, false)
}
