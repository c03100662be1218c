//! A text table in batches: cut into stretches of whole records, each read by one of several threads.

use super::batch_reader::{Found, Reader, Trouble};
use super::dialect::{Dialect, newline_of};
use super::header::Header;
use super::merge::merge;
use super::nulls::Nulls;
use super::parse::{Shape, parse_part};
use super::stream::Division;
use super::stretches::Stretches;
use super::{AS_LATIN_1, BAD_DELIMITER, EMPTY, Limits, NO_RECORDS, notes_on, sniff};
use crate::io::batches::{BatchSink, BatchedFile, Head};
use crate::io::encoding::{BOM, not_a_text, not_utf_8, place, refuse_mixed};
use crate::kind::Kind;
use crate::load_options::{LoadOptions, TextEncoding};
use crate::problem::{Failure, Problem};
use crate::progress::{Progress, Stopped};
use crate::table::Table;
use memchr::memrchr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// The first record must begin and end within so many bytes.
const LONGEST_BEGINNING: usize = 64 << 20;

pub fn read<S: BatchSink>(
    path: &Path,
    options: &LoadOptions,
    begin: impl Fn(&Head<'_>) -> Result<(Vec<usize>, S), Failure>,
    division: Division,
    progress: &Progress,
) -> Result<(BatchedFile, S), Failure> {
    let mut attempt = Attempt {
        path,
        options,
        begin: &begin,
        division,
        progress,
        encoding: options.encoding.unwrap_or(TextEncoding::Utf8),
        delimiter: options.delimiter.clone(),
    };
    loop {
        match attempt.run()? {
            Outcome::Read(read) => return Ok(*read),
            Outcome::NotUtf8 => {
                refuse_mixed(path, progress)?;
                attempt.encoding = TextEncoding::Latin1;
            }
            // A space after every comma of the first records was chance.
            Outcome::NoSpaces => attempt.delimiter = Some(",".to_owned()),
        }
    }
}

struct Attempt<'a, B> {
    path: &'a Path,
    options: &'a LoadOptions,
    begin: &'a B,
    division: Division,
    progress: &'a Progress,
    encoding: TextEncoding,
    delimiter: Option<String>,
}

enum Outcome<S> {
    Read(Box<(BatchedFile, S)>),
    NotUtf8,
    NoSpaces,
}

/// What the beginning of the file tells.
struct Plan {
    dialect: Dialect,
    header: Header,
}

impl<S: BatchSink, B: Fn(&Head<'_>) -> Result<(Vec<usize>, S), Failure>> Attempt<'_, B> {
    /// Of several things that are wrong with the file, the one is told that reading it at once would tell.
    fn run(&self) -> Result<Outcome<S>, Failure> {
        let size = self.division.stretch;
        let mut stretches = Stretches::begin(self.path, self.encoding, size, self.progress)?;
        stretches.hold_a_line(LONGEST_BEGINNING)?;
        let (held, is_all) = stretches.early();
        if let Some(message) = not_a_text(held) {
            return Err(Problem::in_file(self.path, message).into());
        }
        let early = match memrchr(b'\n', held) {
            Some(end) if !is_all => &held[..end + 1],
            _ => held,
        };
        let is_utf_8 = self.encoding == TextEncoding::Utf8;
        let mark = if is_utf_8 && early.starts_with(BOM) {
            BOM.len()
        } else {
            0
        };
        let may_be_latin = self.options.encoding.is_none() && is_utf_8 && mark == 0;
        let text = match std::str::from_utf8(early) {
            Ok(text) => &text[mark..],
            Err(_) if may_be_latin => return Ok(Outcome::NotUtf8),
            Err(error) => {
                let (line, column) = place(early, error.valid_up_to());
                return Err(not_utf_8(self.path).at(line, column).into());
            }
        };
        let nulls = Nulls::new(self.options.nulls.as_deref());
        let mut is_unsure = false;
        let plan = match self.plan(text, &nulls, &mut is_unsure) {
            Ok(plan) => plan,
            Err(_) if is_unsure => return Ok(Outcome::NoSpaces),
            Err(problem) => return Err(problem.of(self.path).into()),
        };
        let shape = Shape {
            dialect: &plan.dialect,
            columns: plan.header.names.len(),
            nulls: &nulls,
            field_limit: limits().field_bytes,
        };
        let options = self.options_used(&plan, &nulls);
        let head = Head {
            names: &plan.header.names,
            options: &options,
            sample: &|| sample(&text[plan.header.body..], &plan.header.names, shape),
        };
        let (places, sink) = match (self.begin)(&head) {
            // With other names they may be the right ones.
            Err(Failure::Problem(_)) if is_unsure => return Ok(Outcome::NoSpaces),
            begun => begun?,
        };
        stretches.skip(mark + plan.header.body, &plan.dialect);
        let found = self.gather(&mut stretches, &plan, shape, &places, &sink)?;
        let source = stretches.finish()?;
        if let Some(problem) = found.first(|trouble| match trouble {
            Trouble::NotUtf8(problem) => Some(problem),
            Trouble::Fault(_) => None,
        }) {
            return if may_be_latin {
                Ok(Outcome::NotUtf8)
            } else {
                Err(problem.into())
            };
        }
        let fault = found.first(|trouble| match trouble {
            Trouble::Fault(problem) => Some(problem),
            Trouble::NotUtf8(_) => None,
        });
        let is_empty = found.blocks.iter().all(|block| block.blanks.rows == 0);
        let wrong = fault.or_else(|| is_empty.then(|| Problem::new(NO_RECORDS)));
        match wrong {
            Some(_) if is_unsure => return Ok(Outcome::NoSpaces),
            Some(problem) => return Err(problem.of(self.path).into()),
            None => {}
        }
        let mut blocks = found.blocks;
        blocks.sort_unstable_by_key(|block| block.number);
        let rows = blocks.iter().map(|block| block.blanks.rows).collect();
        let blanks = blocks.into_iter().map(|block| block.blanks);
        let mut notes = notes_on(&plan.dialect, &plan.header, blanks);
        if self.encoding == TextEncoding::Latin1 {
            notes.insert(0, AS_LATIN_1.to_owned());
        }
        let file = BatchedFile {
            source,
            options,
            notes,
            names: plan.header.names,
            rows,
        };
        Ok(Outcome::Read(Box::new((file, sink))))
    }

    fn plan(&self, text: &str, nulls: &Nulls, is_unsure: &mut bool) -> Result<Plan, Problem> {
        if text.bytes().all(|byte| byte == b'\n' || byte == b'\r') {
            return Err(Problem::new(EMPTY));
        }
        let newline = newline_of(text);
        let delimiter = match &self.delimiter {
            Some(delimiter) => delimiter.as_str(),
            None => sniff::delimiter(text, newline),
        };
        *is_unsure = self.delimiter.is_none() && delimiter == ", ";
        let dialect =
            Dialect::new(delimiter, newline).ok_or_else(|| Problem::new(BAD_DELIMITER))?;
        let header = Header::read(
            text,
            &dialect,
            self.options.header,
            nulls,
            self.options.fold,
            limits(),
        )?;
        Ok(Plan { dialect, header })
    }

    fn options_used(&self, plan: &Plan, nulls: &Nulls) -> LoadOptions {
        let mut options = self.options.clone();
        options.kind = Some(Kind::Microdata);
        options.encoding = Some(self.encoding);
        options.delimiter = Some(plan.dialect.delimiter().to_owned());
        options.header = Some(plan.header.present);
        options.nulls = Some(nulls.tokens().to_vec());
        options.batches = Some(true);
        options
    }

    /// Cuts the file and has every stretch read.
    fn gather(
        &self,
        stretches: &mut Stretches<'_>,
        plan: &Plan,
        shape: Shape<'_>,
        places: &[usize],
        sink: &S,
    ) -> Result<Found, Failure> {
        let of_field: Vec<Option<usize>> = (0..shape.columns)
            .map(|field| places.iter().position(|&place| place == field))
            .collect();
        let faulty = AtomicU32::new(u32::MAX);
        let halted = AtomicBool::new(false);
        let reader = Reader {
            path: self.path,
            shape,
            has_header: plan.header.present,
            places,
            of_field: &of_field,
            faulty: &faulty,
            halted: &halted,
            sink,
            progress: self.progress,
        };
        let threads = self.division.threads.max(1);
        let (sender, receiver) = crossbeam_channel::bounded(threads + 1);
        std::thread::scope(|scope| {
            let reader = &reader;
            let readers: Vec<_> = (0..threads)
                .map(|_| {
                    let receiver = receiver.clone();
                    scope.spawn(move || reader.run(receiver))
                })
                .collect();
            drop(receiver);
            let mut cut = Ok(());
            while !halted.load(Ordering::Relaxed) {
                match stretches.next(&plan.dialect) {
                    Ok(Some(stretch)) => {
                        if sender.send(stretch).is_err() {
                            break;
                        }
                    }
                    Ok(None) => break,
                    Err(failure) => {
                        cut = Err(failure);
                        halted.store(true, Ordering::Relaxed);
                        sink.give_up();
                        break;
                    }
                }
            }
            drop(sender);
            let mut all = Found::default();
            let mut wrong = None;
            let mut is_stopped = false;
            for reader in readers {
                let joined = reader.join();
                match joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic)) {
                    Ok(found) => {
                        all.blocks.extend(found.blocks);
                        all.troubles.extend(found.troubles);
                    }
                    Err(Failure::Problem(problem)) => wrong = wrong.or(Some(problem)),
                    Err(Failure::Stopped(_)) => is_stopped = true,
                }
            }
            cut?;
            if let Some(problem) = wrong {
                return Err(problem.into());
            }
            self.progress.check()?;
            // Some stopped because of a trouble that others met.
            if is_stopped && all.troubles.is_empty() {
                return Err(Stopped.into());
            }
            Ok(all)
        })
    }
}

fn limits() -> Limits {
    Limits::for_kind(Some(Kind::Microdata))
}

/// The first records as a table. It may end within a record, and then there is none.
fn sample(text: &str, names: &[String], shape: Shape<'_>) -> Option<Table> {
    let progress = Progress::default();
    let part = parse_part(text, shape, &progress).ok()?;
    Table::new(merge(names.to_vec(), vec![part], &progress).ok()?).ok()
}
