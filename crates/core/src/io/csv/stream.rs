//! Some columns of a text table that is too large to be held: the file is read in stretches, and what stays
//! of each are narrow codes.
//!
//! Every thread has dictionaries of its own and remembers on which line each value first stood, so that in
//! the end the codes are those of one reader, whichever thread read what.

use super::attempt::{Attempt, Outcome, What, first, send};
use super::codes::Codes;
use super::dialect::Dialect;
use super::header::Header;
use super::nulls::Nulls;
use super::parse::Shape;
use super::stream_reader::{Read, Reader};
use super::stretches::Stretches;
use super::{BAD_DELIMITER, Blanks, EMPTY, NO_RECORDS, notes_on, used};
use crate::io::encoding::{not_utf_8, place};
use crate::io::loaded::SourceFile;
use crate::io::not_a_text::not_a_text;
use crate::{
    Dictionary, DictionaryBuilder, DictionaryFull, Failure, LoadOptions, Problem, Progress, Stopped,
};
use memchr::memrchr;
use rayon::prelude::*;
use std::path::Path;
use std::sync::atomic::AtomicU32;

/// How the work is divided; for tests, what is read is the same however it is.
#[derive(Clone, Copy, Debug)]
pub struct Division {
    pub threads: usize,
    pub stretch: usize,
}

impl Default for Division {
    fn default() -> Self {
        Self {
            threads: rayon::current_num_threads(),
            stretch: 4 << 20,
        }
    }
}

/// The columns that were chosen, and what was found out about the file.
#[derive(Debug)]
pub struct Streamed {
    pub source: SourceFile,
    /// As they were used.
    pub options: LoadOptions,
    pub notes: Vec<String>,
    pub names: Vec<String>,
    /// Those of the chosen columns among the names.
    pub places: Vec<usize>,
    pub columns: Vec<StreamedColumn>,
    /// The records in the order of the file.
    pub blocks: Vec<Block>,
}

#[derive(Debug, Default)]
pub struct StreamedColumn {
    pub values: Dictionary,
    /// By code, how many records have it and the line of the first, from 1.
    pub counts: Vec<u64>,
    pub first_line: Vec<u64>,
    /// Of a missing value.
    pub null: Option<u32>,
}

/// Some records, a list of codes per chosen column.
#[derive(Debug)]
pub struct Block {
    pub columns: Vec<Codes>,
    pub rows: usize,
}

/// Reads the columns that `choose` finds among the names; it is told whether the file has a header, and an
/// error is a sentence. `None` if the file does not lend itself to a stream, small ones mostly.
pub fn read_columns(
    path: &Path,
    options: &LoadOptions,
    choose: impl Fn(&[&str], bool) -> Result<Vec<usize>, String>,
    division: Division,
    progress: &Progress,
) -> Result<Option<Streamed>, Failure> {
    let attempt = Attempt::new(path, options, division, progress);
    attempt.until_read(|attempt| {
        Streaming {
            attempt,
            choose: &choose,
        }
        .run()
    })
}

struct Streaming<'a, C> {
    attempt: &'a Attempt<'a>,
    choose: &'a C,
}

/// `None` if the file does not lend itself to a stream.
type Tried = Result<Outcome<Option<Streamed>>, Failure>;

/// What the beginning of the file tells.
struct Plan {
    dialect: Dialect,
    header: Header,
    places: Result<Vec<usize>, Problem>,
}

impl<C: Fn(&[&str], bool) -> Result<Vec<usize>, String>> Streaming<'_, C> {
    /// Of several things that are wrong, the one is told that reading the whole file at once would tell: that
    /// it is no text, then that it is no table, then that it has not the right columns.
    fn run(&self) -> Tried {
        let mut stretches = Stretches::begin(self.attempt)?;
        let (held, is_all) = stretches.early();
        if let Some(message) = not_a_text(held) {
            return Err(Problem::in_file(self.attempt.path, message).into());
        }
        let early = match memrchr(b'\n', held) {
            _ if is_all => held,
            Some(end) => &held[..end + 1],
            None => return Ok(Outcome::Read(None)),
        };
        let (mark, may_be_latin) = self.attempt.mark(early);
        let is_blank = early[mark..].iter().all(|byte| b"\r\n".contains(byte));
        if is_blank && !is_all {
            return Ok(Outcome::Read(None));
        }
        let nulls = Nulls::new(self.attempt.options.nulls.as_deref());
        let mut is_unsure = false;
        let plan = match std::str::from_utf8(early) {
            Ok(_) if is_blank => Err(Problem::new(EMPTY)),
            Ok(text) => self.plan(&text[mark..], &nulls, &mut is_unsure),
            Err(_) if may_be_latin => return Ok(Outcome::NotUtf8),
            Err(error) => {
                let (line, column) = place(early, error.valid_up_to());
                Err(not_utf_8(self.attempt.path).at(line, column))
            }
        };
        let places = plan
            .as_ref()
            .ok()
            .and_then(|plan| plan.places.as_ref().ok());
        if places.is_some_and(|places| has_twice(places)) {
            return Ok(Outcome::Read(None));
        }
        if let Ok(plan) = &plan {
            stretches.skip(mark + plan.header.body, &plan.dialect);
        }
        let reads = self.gather(&mut stretches, plan.as_ref().ok(), &nulls)?;
        let source = stretches.finish()?;
        let troubles = || reads.iter().flat_map(|read| &read.troubles);
        if let Some(problem) = first(troubles(), What::NotUtf8) {
            return if may_be_latin {
                Ok(Outcome::NotUtf8)
            } else {
                Err(problem.into())
            };
        }
        let tabled = plan.and_then(|plan| {
            let is_empty = reads.iter().all(|read| read.rows() == 0);
            match first(troubles(), What::Fault) {
                Some(problem) => Err(problem),
                None if is_empty => Err(Problem::new(NO_RECORDS)),
                None => Ok(plan),
            }
        });
        let plan = match tabled {
            Ok(plan) => plan,
            Err(_) if is_unsure => return Ok(Outcome::NoSpaces),
            Err(problem) => return Err(problem.of(self.attempt.path).into()),
        };
        self.finish(source, plan, reads, nulls)
    }

    fn plan(&self, text: &str, nulls: &Nulls, is_unsure: &mut bool) -> Result<Plan, Problem> {
        let (dialect, header) = self.attempt.head(text, nulls, is_unsure)?;
        let names: Vec<&str> = header.names.iter().map(String::as_str).collect();
        let places = (self.choose)(&names, header.present).map_err(Problem::new);
        Ok(Plan {
            dialect,
            header,
            places,
        })
    }

    /// Cuts the file and has every stretch read; without a plan only whether it is text.
    fn gather(
        &self,
        stretches: &mut Stretches<'_>,
        plan: Option<&Plan>,
        nulls: &Nulls,
    ) -> Result<Vec<Read>, Failure> {
        let by_lines = Dialect::new(",", b'\n').ok_or_else(|| Problem::new(BAD_DELIMITER))?;
        let dialect = plan.map_or(&by_lines, |plan| &plan.dialect);
        let faulty = AtomicU32::new(u32::MAX);
        let places = plan.and_then(|plan| plan.places.as_deref().ok());
        let reader = || Reader {
            path: self.attempt.path,
            shape: plan.map(|plan| Shape {
                dialect: &plan.dialect,
                columns: plan.header.names.len(),
                nulls,
                field_limit: self.attempt.limits.field_bytes,
            }),
            has_header: plan.is_some_and(|plan| plan.header.present),
            places: places.unwrap_or_default(),
            faulty: &faulty,
            progress: self.attempt.progress,
        };
        let (sender, receiver) = crossbeam_channel::bounded(self.attempt.division.threads + 1);
        std::thread::scope(|scope| {
            let readers: Vec<_> = (0..self.attempt.division.threads.max(1))
                .map(|_| {
                    let (receiver, reader) = (receiver.clone(), reader());
                    scope.spawn(move || reader.run(receiver))
                })
                .collect();
            drop(receiver);
            let cut = send(stretches, dialect, sender, || false);
            let reads: Result<Vec<Read>, Stopped> = readers
                .into_iter()
                .map(|reader| {
                    let joined = reader.join();
                    joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                })
                .collect();
            cut.and_then(|()| Ok(reads?))
        })
    }

    fn finish(&self, source: SourceFile, plan: Plan, mut reads: Vec<Read>, nulls: Nulls) -> Tried {
        let places = plan
            .places
            .map_err(|problem| problem.of(self.attempt.path))?;
        self.attempt
            .progress
            .stage("building columns", places.len() as u64);
        let mut columns = Vec::new();
        // By reader and column, the new code of each of its codes.
        let mut renumbered: Vec<Vec<Vec<u32>>> = reads.iter().map(|_| Vec::new()).collect();
        for (at, place) in places.iter().enumerate() {
            self.attempt.progress.check()?;
            let (column, new) = merge(&reads, at).map_err(|_| {
                let message = format!(
                    "the distinct values of column {} are larger than 4 GiB together",
                    place + 1
                );
                Problem::in_file(self.attempt.path, message)
            })?;
            columns.push(column);
            for (all, new) in renumbered.iter_mut().zip(new) {
                all.push(new);
            }
            self.attempt.progress.advance(1);
        }
        let blocks: Vec<_> = reads
            .iter_mut()
            .enumerate()
            .flat_map(|(reader, read)| {
                let blocks = std::mem::take(&mut read.blocks).into_iter();
                blocks.map(move |block| (reader, block))
            })
            .collect();
        drop(reads);
        let mut blocks = blocks
            .into_par_iter()
            .map(|(reader, mut block)| {
                self.attempt.progress.check()?;
                for (codes, new) in block.columns.iter_mut().zip(&renumbered[reader]) {
                    codes.renumber(new);
                }
                Ok(block)
            })
            .collect::<Result<Vec<_>, Stopped>>()?;
        blocks.sort_unstable_by_key(|block| block.number);
        let blanks = blocks.iter().map(|block| Blanks {
            rows: block.rows,
            before: block.blank_before,
            after: block.blank_after,
        });
        let (encoding, options) = (self.attempt.encoding, self.attempt.options);
        let notes = notes_on(encoding, &plan.dialect, &plan.header, blanks);
        let options = used(options, encoding, &plan.dialect, &plan.header, nulls);
        Ok(Outcome::Read(Some(Streamed {
            source,
            options,
            notes,
            names: plan.header.names,
            places,
            columns,
            blocks: blocks
                .into_iter()
                .map(|block| Block {
                    columns: block.columns,
                    rows: block.rows,
                })
                .collect(),
        })))
    }
}

fn has_twice(places: &[usize]) -> bool {
    (1..places.len()).any(|at| places[..at].contains(&places[at]))
}

/// One column of all readers, its values in the order in which they stand in the file; and by reader the
/// new code of each of its codes.
fn merge(reads: &[Read], at: usize) -> Result<(StreamedColumn, Vec<Vec<u32>>), DictionaryFull> {
    let mut status: Vec<(u64, usize, u32)> = Vec::new();
    for (reader, read) in reads.iter().enumerate() {
        let codes = (0..).zip(&read.columns[at].first_line);
        status.extend(codes.map(|(code, &line)| (line, reader, code)));
    }
    status.par_sort_unstable();
    let mut values = DictionaryBuilder::default();
    let mut column = StreamedColumn::default();
    let mut new: Vec<Vec<u32>> = reads
        .iter()
        .map(|read| vec![0; read.columns[at].first_line.len()])
        .collect();
    for (line, reader, code) in status {
        let theirs = &reads[reader].columns[at];
        let own = values.intern(theirs.values().get(code))?;
        if own as usize == column.counts.len() {
            column.counts.push(0);
            column.first_line.push(line);
        }
        column.counts[own as usize] += theirs.counts[code as usize];
        new[reader][code as usize] = own;
    }
    column.null = values.find("");
    column.values = values.finish();
    Ok((column, new))
}
