//! A text table as a whole. The file is read in stretches, so that only some of them are held at once.

use super::attempt::{Attempt, Outcome, Trouble, What, first, text_of};
use super::dialect::Dialect;
use super::fault::{Fault, FaultKind};
use super::fields::Fields;
use super::growing::{Cells, Growing, StretchText, column_of, columns_of};
use super::header::Header;
use super::nulls::Nulls;
use super::parse::{Shape, parse_record};
use super::stretches::{Stretch, Stretches};
use super::{BAD_DELIMITER, Blanks, CsvTable, EMPTY, NO_RECORDS, notes_on, used};
use crate::io::encoding::{not_utf_8, place};
use crate::io::loaded::SourceFile;
use crate::io::not_a_text::not_a_text;
use crate::{Failure, Problem, Progress, Stopped, Table};
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use memchr::memrchr;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

/// The first record must begin and end within so many bytes.
const LONGEST_BEGINNING: usize = 64 << 20;

/// Bytes of a stretch: they and their cells stay in the processor's memory.
pub const STRETCH: usize = 512 << 10;

/// Records between two looks at the progress.
const BREATH: usize = 1 << 12;

/// Between two looks whether somebody waits in vain.
const PATIENCE: Duration = Duration::from_millis(20);

pub fn read(attempt: Attempt<'_>) -> Result<(SourceFile, CsvTable), Failure> {
    attempt.until_read(|attempt| Whole { attempt }.run())
}

struct Whole<'a> {
    attempt: &'a Attempt<'a>,
}

/// What the beginning of the file tells.
struct Plan {
    dialect: Dialect,
    header: Header,
}

/// What the threads found besides cells.
#[derive(Default)]
struct Found {
    blanks: Vec<(u32, Blanks)>,
    troubles: Vec<Trouble>,
}

impl Whole<'_> {
    /// Of several things that are wrong, it is told first that the file is no text, and then that it is no table.
    fn run(&self) -> Result<Outcome<(SourceFile, CsvTable)>, Failure> {
        let path = self.attempt.path;
        let mut stretches = Stretches::begin(self.attempt)?;
        stretches.hold_a_line(LONGEST_BEGINNING)?;
        let (held, is_all) = stretches.early();
        if let Some(message) = not_a_text(held) {
            return Err(Problem::in_file(path, message).into());
        }
        let early = match memrchr(b'\n', held) {
            Some(end) if !is_all => &held[..end + 1],
            _ => held,
        };
        let (mark, may_be_latin) = self.attempt.mark(early);
        let nulls = Nulls::new(self.attempt.options.nulls.as_deref());
        let mut is_unsure = false;
        let plan = match std::str::from_utf8(early) {
            Ok(text) => self.plan(&text[mark..], &nulls, &mut is_unsure),
            Err(_) if may_be_latin => return Ok(Outcome::NotUtf8),
            Err(error) => {
                let (line, column) = place(early, error.valid_up_to());
                Err(not_utf_8(path).at(line, column))
            }
        };
        if let Ok(plan) = &plan {
            stretches.skip(mark + plan.header.body, &plan.dialect);
        }
        let (found, growing) = self.gather(&mut stretches, plan.as_ref().ok(), &nulls)?;
        let source = stretches.finish()?;
        if let Some(problem) = first(&found.troubles, What::NotUtf8) {
            return match may_be_latin {
                true => Ok(Outcome::NotUtf8),
                false => Err(problem.into()),
            };
        }
        let tabled = plan.and_then(|plan| {
            let is_empty = found.blanks.iter().all(|(_, blanks)| blanks.rows == 0);
            match first(&found.troubles, What::Fault) {
                Some(problem) => Err(problem),
                None if is_empty => Err(Problem::new(NO_RECORDS)),
                None => Ok(plan),
            }
        });
        match tabled {
            Ok(plan) => {
                let table = self.finish(plan, found, growing, nulls)?;
                Ok(Outcome::Read((source, table)))
            }
            Err(_) if is_unsure => Ok(Outcome::NoSpaces),
            Err(problem) => Err(problem.of(path).into()),
        }
    }

    fn plan(&self, text: &str, nulls: &Nulls, is_unsure: &mut bool) -> Result<Plan, Problem> {
        if text.bytes().all(|byte| byte == b'\n' || byte == b'\r') {
            return Err(Problem::new(EMPTY));
        }
        let (dialect, header) = self.attempt.head(text, nulls, is_unsure)?;
        Ok(Plan { dialect, header })
    }

    /// Cuts the file and has every stretch read; without a plan only whether it is text.
    fn gather(
        &self,
        stretches: &mut Stretches<'_>,
        plan: Option<&Plan>,
        nulls: &Nulls,
    ) -> Result<(Found, Growing), Failure> {
        let by_lines = Dialect::new(",", b'\n').ok_or_else(|| Problem::new(BAD_DELIMITER))?;
        let dialect = plan.map_or(&by_lines, |plan| &plan.dialect);
        let columns = plan.map_or(0, |plan| plan.header.names.len());
        let threads = match stretches.is_short() {
            true => 1,
            false => self.attempt.division.threads.max(1),
        };
        let (spare, spares) = crossbeam_channel::bounded(threads * 2 + 2);
        while spare.try_send(Vec::new()).is_ok() {}
        let growing = Growing::new(columns);
        let reader = Reader {
            attempt: self.attempt,
            shape: plan.map(|plan| Shape {
                dialect: &plan.dialect,
                columns,
                nulls,
                field_limit: self.attempt.limits.field_bytes,
            }),
            has_header: plan.is_some_and(|plan| plan.header.present),
            length: stretches.length(),
            faulty: AtomicU32::new(u32::MAX),
            halted: AtomicBool::new(false),
            growing: &growing,
            spare,
        };
        let mut found = Found::default();
        if threads == 1 {
            while let Some(stretch) = stretches.next(dialect, reader.spare(&spares)?)? {
                reader.take(stretch, &mut found)?;
            }
        } else {
            found = reader.share(stretches, dialect, threads, &spares)?;
        }
        Ok((found, growing))
    }

    fn finish(
        &self,
        plan: Plan,
        mut found: Found,
        growing: Growing,
        nulls: Nulls,
    ) -> Result<CsvTable, Failure> {
        let (path, progress) = (self.attempt.path, self.attempt.progress);
        found.blanks.sort_unstable_by_key(|(number, _)| *number);
        let blanks = found.blanks.into_iter().map(|(_, blanks)| blanks);
        let (encoding, options) = (self.attempt.encoding, self.attempt.options);
        let notes = notes_on(encoding, &plan.dialect, &plan.header, blanks);
        let options = used(options, encoding, &plan.dialect, &plan.header, nulls);
        progress.stage("building columns", plan.header.names.len() as u64);
        let columns = growing.finish().map_err(|at| {
            let message = format!(
                "the distinct values of column {} are larger than 4 GiB together",
                at + 1
            );
            Problem::in_file(path, message)
        })?;
        let names = plan.header.names.into_par_iter();
        let columns = names.zip(columns).map(|(name, (values, codes))| {
            progress.check()?;
            let column = column_of(name, values, codes);
            progress.advance(1);
            Ok(column)
        });
        let columns = columns.collect::<Result<Vec<_>, Stopped>>()?;
        let table =
            Table::new(columns).map_err(|error| Problem::in_file(path, error.to_string()))?;
        Ok(CsvTable {
            table,
            options,
            notes,
        })
    }
}

/// What the threads that read share.
struct Reader<'a> {
    attempt: &'a Attempt<'a>,
    /// `None` if nothing is to be read but whether the bytes are text.
    shape: Option<Shape<'a>>,
    has_header: bool,
    /// Of the file as it lies on the disk.
    length: u64,
    /// The first stretch that is known to hold a fault: later ones are not read any more.
    faulty: AtomicU32,
    /// Some thread has left.
    halted: AtomicBool,
    growing: &'a Growing,
    spare: Sender<Vec<u8>>,
}

/// A thread that leaves early lets the others know: what it took does not come back.
struct Leaving<'a>(&'a AtomicBool);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Reader<'_> {
    fn progress(&self) -> &Progress {
        self.attempt.progress
    }

    /// Memory for the next stretch, as soon as an earlier one is done with.
    fn spare(&self, spares: &Receiver<Vec<u8>>) -> Result<Vec<u8>, Failure> {
        loop {
            match spares.recv_timeout(PATIENCE) {
                Ok(spare) => return Ok(spare),
                Err(RecvTimeoutError::Timeout) if !self.halted.load(Ordering::Relaxed) => {
                    self.progress().check()?;
                }
                Err(_) => return Ok(Vec::new()),
            }
        }
    }

    /// Cuts the file, and several threads read what comes.
    fn share(
        &self,
        stretches: &mut Stretches<'_>,
        dialect: &Dialect,
        threads: usize,
        spares: &Receiver<Vec<u8>>,
    ) -> Result<Found, Failure> {
        let (sender, receiver) = crossbeam_channel::bounded::<Stretch>(threads + 1);
        std::thread::scope(|scope| {
            let readers: Vec<_> = (0..threads)
                .map(|_| {
                    let receiver = receiver.clone();
                    scope.spawn(move || self.run(receiver))
                })
                .collect();
            drop(receiver);
            let cut = (|| {
                while let Some(stretch) = stretches.next(dialect, self.spare(spares)?)?
                    && sender.send(stretch).is_ok()
                {}
                Ok(())
            })();
            drop(sender);
            let mut all = Found::default();
            let mut stopped = Ok(());
            for reader in readers {
                let joined = reader.join();
                match joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic)) {
                    Ok(found) => {
                        all.blanks.extend(found.blanks);
                        all.troubles.extend(found.troubles);
                    }
                    Err(error) => stopped = Err(error),
                }
            }
            cut.and_then(|()| Ok(stopped.map(|()| all)?))
        })
    }

    fn run(&self, stretches: Receiver<Stretch>) -> Result<Found, Stopped> {
        let _leaving = Leaving(&self.halted);
        let mut found = Found::default();
        for stretch in stretches {
            self.take(stretch, &mut found)?;
        }
        Ok(found)
    }

    fn take(&self, mut stretch: Stretch, found: &mut Found) -> Result<(), Stopped> {
        self.progress().check()?;
        let number = stretch.number;
        let columns = self.shape.map_or(0, |shape| shape.columns);
        let mut cells = self.growing.cells();
        let mut expected = 0;
        let bytes = std::mem::take(&mut stretch.bytes);
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                stretch.bytes = error.into_bytes();
                if let Err(problem) = text_of(self.attempt.path, &stretch) {
                    found.troubles.push((number, What::NotUtf8, problem));
                }
                String::new()
            }
        };
        if let Some(shape) = self.shape
            && self.faulty.load(Ordering::Relaxed) >= number
        {
            match read_records(&text, shape, &mut cells, self.progress())? {
                Ok(blanks) => {
                    let length = self.length.min(isize::MAX as u64) as usize;
                    expected = length / (text.len() / blanks.rows.max(1)).max(1);
                    found.blanks.push((number, blanks));
                }
                Err(fault) => {
                    self.faulty.fetch_min(number, Ordering::Relaxed);
                    let (path, before) = (self.attempt.path, stretch.lines_before);
                    let problem =
                        fault.problem_after(before, path, &text, shape.dialect, self.has_header);
                    found.troubles.push((number, What::Fault, problem));
                    cells = Cells::new(columns);
                }
            }
        }
        let text = StretchText::new(text, self.spare.clone());
        self.growing.add(number, text, cells, expected);
        Ok(())
    }
}

fn read_records(
    text: &str,
    shape: Shape<'_>,
    cells: &mut Cells,
    progress: &Progress,
) -> Result<Result<Blanks, Fault>, Stopped> {
    let mut blanks = Blanks {
        rows: 0,
        before: 0,
        after: 0,
    };
    let mut fields = Fields::new(text, shape.dialect);
    let mut scratch = String::new();
    while !fields.is_at_end() {
        if blanks.rows.is_multiple_of(BREATH) {
            progress.check()?;
        }
        let at = fields.position();
        match parse_record(&mut fields, text, shape, cells, &mut scratch) {
            Ok(true) => blanks.after += 1,
            Ok(false) => {
                blanks.rows += 1;
                blanks.before += std::mem::take(&mut blanks.after);
            }
            Err(fault) => return Ok(Err(fault)),
        }
        // Cells know their places by 32 bits, which a record of four gigabytes exceeds.
        if u32::try_from(text.len() + cells.made()).is_err()
            && u32::try_from(fields.position() + cells.made()).is_err()
        {
            let limit = shape.field_limit;
            return Ok(Err(Fault {
                at,
                field: 1,
                kind: FaultKind::TooLong { limit },
            }));
        }
    }
    Ok(Ok(blanks))
}

/// The first records as a table. The text may end within a record, and then there is none.
pub fn sample(text: &str, names: &[String], shape: Shape<'_>) -> Option<Table> {
    let mut cells = Cells::new(names.len());
    let read = read_records(text, shape, &mut cells, &Progress::default());
    read.ok()?.ok()?;
    Table::new(columns_of(names, text, cells)?).ok()
}
