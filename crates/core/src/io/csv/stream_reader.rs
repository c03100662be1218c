//! One of the threads that read a stream: takes stretches as they come and keeps narrow codes of them.

use super::attempt::{Trouble, What, text_of};
use super::codes::Codes;
use super::fault::{Fault, FaultKind};
use super::fields::Fields;
use super::parse::{ColumnPart, Columns, Shape, parse_record};
use super::stretches::Stretch;
use crate::{Dictionary, DictionaryFull, Problem, Progress, Stopped};
use crossbeam_channel::Receiver;
use memchr::memchr_iter;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

/// Records between two looks at the progress.
const BREATH: usize = 1 << 14;

pub struct Reader<'a> {
    pub path: &'a Path,
    /// `None` if nothing is to be read but whether the bytes are text.
    pub shape: Option<Shape<'a>>,
    pub has_header: bool,
    /// The fields that are kept.
    pub places: &'a [usize],
    /// The first stretch that is known to hold a fault: later ones are not read any more.
    pub faulty: &'a AtomicU32,
    pub progress: &'a Progress,
}

/// What one reader has when the file is at its end.
pub struct Read {
    pub columns: Vec<KeptColumn>,
    pub blocks: Vec<KeptBlock>,
    pub troubles: Vec<Trouble>,
}

#[derive(Default)]
pub struct KeptColumn {
    part: ColumnPart,
    /// By code, how often it was met and the line of the first.
    pub counts: Vec<u64>,
    pub first_line: Vec<u64>,
}

pub struct KeptBlock {
    pub number: u32,
    pub columns: Vec<Codes>,
    pub rows: usize,
    pub blank_before: usize,
    pub blank_after: usize,
}

impl Read {
    pub fn rows(&self) -> usize {
        self.blocks.iter().map(|block| block.rows).sum()
    }
}

impl KeptColumn {
    pub fn values(&self) -> &Dictionary {
        self.part.values.dictionary()
    }

    /// Ends a stretch; `lines` has the line of each record.
    fn codes(&mut self, lines: &[u64]) -> Codes {
        for (&code, &line) in self.part.codes.iter().zip(lines) {
            if code as usize == self.counts.len() {
                self.counts.push(0);
                self.first_line.push(line);
            }
            self.counts[code as usize] += 1;
        }
        let codes = Codes::new(&self.part.codes, |code| code);
        self.part.codes.clear();
        codes
    }
}

/// Fields that are kept go to their columns, the others nowhere.
struct Kept<'a> {
    columns: &'a mut [KeptColumn],
    /// By field, the place of its column.
    of_field: &'a [Option<usize>],
}

impl Kept<'_> {
    #[inline]
    fn part(&mut self, number: usize) -> Option<&mut ColumnPart> {
        let at = (*self.of_field.get(number)?)?;
        Some(&mut self.columns.get_mut(at)?.part)
    }
}

impl Columns for Kept<'_> {
    #[inline]
    fn wants(&self, number: usize) -> bool {
        self.of_field.get(number).is_some_and(Option::is_some)
    }

    #[inline]
    fn push(
        &mut self,
        number: usize,
        text: &str,
        start: usize,
        length: usize,
    ) -> Result<(), DictionaryFull> {
        let part = self.part(number);
        part.map_or(Ok(()), |part| part.push(text, start, length))
    }

    fn push_made(&mut self, number: usize, text: &str, value: &str) -> Result<(), DictionaryFull> {
        let part = self.part(number);
        part.map_or(Ok(()), |part| part.push_now(text, value))
    }
}

impl Reader<'_> {
    pub fn run(self, stretches: Receiver<Stretch>) -> Result<Read, Stopped> {
        let mut read = Read {
            columns: self.places.iter().map(|_| KeptColumn::default()).collect(),
            blocks: Vec::new(),
            troubles: Vec::new(),
        };
        let fields = self.shape.map_or(0, |shape| shape.columns);
        let of_field: Vec<Option<usize>> = (0..fields)
            .map(|field| self.places.iter().position(|&place| place == field))
            .collect();
        let mut lines = Vec::new();
        for stretch in stretches {
            self.progress.check()?;
            let text = match text_of(self.path, &stretch) {
                Ok(text) => text,
                Err(problem) => {
                    let trouble = (stretch.number, What::NotUtf8, problem);
                    read.troubles.push(trouble);
                    continue;
                }
            };
            let Some(shape) = self.shape else {
                continue;
            };
            if self.faulty.load(Ordering::Relaxed) < stretch.number {
                continue;
            }
            let kept = Kept {
                columns: &mut read.columns,
                of_field: &of_field,
            };
            match self.read(&stretch, text, shape, kept, &mut lines)? {
                Ok(block) => read.blocks.push(block),
                Err(problem) => {
                    self.faulty.fetch_min(stretch.number, Ordering::Relaxed);
                    read.troubles.push((stretch.number, What::Fault, problem));
                }
            }
        }
        Ok(read)
    }

    fn read(
        &self,
        stretch: &Stretch,
        text: &str,
        shape: Shape<'_>,
        mut kept: Kept<'_>,
        lines: &mut Vec<u64>,
    ) -> Result<Result<KeptBlock, Problem>, Stopped> {
        let newline = shape.dialect.newline();
        let line_ends = |text: &str| memchr_iter(newline, text.as_bytes()).count() as u64;
        let before = stretch.lines_before;
        let told = |fault: Fault| {
            fault.problem_after(before, self.path, text, shape.dialect, self.has_header)
        };
        let mut fields = Fields::new(text, shape.dialect);
        let mut scratch = String::new();
        let (mut blank_before, mut blank_after) = (0, 0);
        let mut line = before + 1;
        lines.clear();
        lines.reserve(stretch.lines + 1);
        while !fields.is_at_end() {
            if lines.len().is_multiple_of(BREATH) {
                self.progress.check()?;
            }
            let start = fields.position();
            match parse_record(&mut fields, text, shape, &mut kept, &mut scratch) {
                Ok(true) => blank_after += 1,
                Ok(false) => {
                    lines.push(line);
                    blank_before += std::mem::take(&mut blank_after);
                }
                Err(fault) => return Ok(Err(told(fault))),
            }
            line += if stretch.has_quotes {
                line_ends(&text[start..fields.position()])
            } else {
                1
            };
        }
        for (column, place) in kept.columns.iter_mut().zip(self.places) {
            if column.part.settle(text).is_err() {
                return Ok(Err(told(Fault {
                    at: text.len(),
                    field: place + 1,
                    kind: FaultKind::DictionaryFull,
                })));
            }
        }
        let columns = kept.columns.iter_mut();
        Ok(Ok(KeptBlock {
            number: stretch.number,
            columns: columns.map(|column| column.codes(lines)).collect(),
            rows: lines.len(),
            blank_before,
            blank_after,
        }))
    }
}
