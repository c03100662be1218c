//! The threads that read a table in batches: each takes stretches as they come and hands their records over.

use super::Blanks;
use super::attempt::{Trouble, What, text_of};
use super::fault::{Fault, FaultKind};
use super::fields::Fields;
use super::parse::{ColumnPart, Columns, Shape, parse_record};
use super::stretches::Stretch;
use crate::batch::{Batch, BatchColumn};
use crate::io::batches::BatchSink;
use crate::{DictionaryFull, Failure, Progress, Stopped};
use crossbeam_channel::Receiver;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Records between two looks at the progress.
const BREATH: usize = 1 << 12;

/// What the threads found besides records.
#[derive(Default)]
pub struct Found {
    pub blocks: Vec<Block>,
    pub troubles: Vec<Trouble>,
}

pub struct Block {
    pub number: u32,
    pub blanks: Blanks,
}

/// What the threads that read share.
pub struct Reader<'a, S> {
    pub path: &'a Path,
    pub shape: Shape<'a>,
    pub has_header: bool,
    pub places: &'a [usize],
    /// By field, the place of its column.
    pub of_field: &'a [Option<usize>],
    /// The first stretch that is known to hold a fault: later ones are not read any more.
    pub faulty: &'a AtomicU32,
    /// Somebody failed: nothing is to be read any more.
    pub halted: &'a AtomicBool,
    pub sink: &'a S,
    pub progress: &'a Progress,
}

/// Fields that are wanted go to their columns, the others nowhere.
struct Chosen<'a> {
    columns: Vec<ColumnPart>,
    of_field: &'a [Option<usize>],
}

impl Chosen<'_> {
    #[inline]
    fn part(&mut self, number: usize) -> Option<&mut ColumnPart> {
        let at = (*self.of_field.get(number)?)?;
        self.columns.get_mut(at)
    }
}

impl Columns for Chosen<'_> {
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

impl<S: BatchSink> Reader<'_, S> {
    pub fn run(&self, stretches: Receiver<Stretch>) -> Result<Found, Failure> {
        let mut found = Found::default();
        for stretch in stretches {
            if self.halted.load(Ordering::Relaxed) {
                break;
            }
            if let Err(failure) = self.take(stretch, &mut found) {
                self.halted.store(true, Ordering::Relaxed);
                self.sink.give_up();
                return Err(failure);
            }
        }
        Ok(found)
    }

    fn take(&self, stretch: Stretch, found: &mut Found) -> Result<(), Failure> {
        self.progress.check()?;
        let text = match text_of(self.path, &stretch) {
            Ok(text) => text,
            Err(problem) => {
                let trouble = (stretch.number, What::NotUtf8, problem);
                found.troubles.push(trouble);
                self.sink.give_up();
                return Ok(());
            }
        };
        if self.faulty.load(Ordering::Relaxed) < stretch.number {
            return Ok(());
        }
        match self.read(text)? {
            Ok((blanks, columns)) => {
                let batch = Batch {
                    number: stretch.number,
                    rows: blanks.rows,
                    columns,
                };
                found.blocks.push(Block {
                    number: stretch.number,
                    blanks,
                });
                self.sink.take(batch)
            }
            Err(fault) => {
                self.faulty.fetch_min(stretch.number, Ordering::Relaxed);
                let (before, dialect) = (stretch.lines_before, self.shape.dialect);
                let problem =
                    fault.problem_after(before, self.path, text, dialect, self.has_header);
                let trouble = (stretch.number, What::Fault, problem);
                found.troubles.push(trouble);
                self.sink.give_up();
                Ok(())
            }
        }
    }

    #[allow(clippy::type_complexity)]
    fn read(&self, text: &str) -> Result<Result<(Blanks, Vec<BatchColumn>), Fault>, Stopped> {
        let mut chosen = Chosen {
            columns: self.places.iter().map(|_| ColumnPart::default()).collect(),
            of_field: self.of_field,
        };
        let mut blanks = Blanks {
            rows: 0,
            before: 0,
            after: 0,
        };
        let mut fields = Fields::new(text, self.shape.dialect);
        let mut scratch = String::new();
        while !fields.is_at_end() {
            if blanks.rows.is_multiple_of(BREATH) {
                self.progress.check()?;
            }
            match parse_record(&mut fields, text, self.shape, &mut chosen, &mut scratch) {
                Ok(true) => blanks.after += 1,
                Ok(false) => {
                    blanks.rows += 1;
                    blanks.before += std::mem::take(&mut blanks.after);
                }
                Err(fault) => return Ok(Err(fault)),
            }
        }
        let mut columns = Vec::with_capacity(self.places.len());
        for (mut part, place) in chosen.columns.into_iter().zip(self.places) {
            if part.settle(text).is_err() {
                return Ok(Err(Fault {
                    at: text.len(),
                    field: place + 1,
                    kind: FaultKind::DictionaryFull,
                }));
            }
            columns.push(BatchColumn {
                values: part.values.finish(),
                codes: part.codes,
            });
        }
        Ok(Ok((blanks, columns)))
    }
}
