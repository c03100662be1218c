//! A text table in batches: cut into stretches of whole records, each read by one of several threads.

use super::attempt::{Attempt, Outcome, What, first, send};
use super::batch_reader::{Found, Reader};
use super::dialect::Dialect;
use super::header::Header;
use super::nulls::Nulls;
use super::parse::Shape;
use super::stream::Division;
use super::stretches::Stretches;
use super::whole::sample;
use super::{EMPTY, NO_RECORDS, notes_on, used};
use crate::io::batches::{BatchSink, BatchedFile, Head};
use crate::io::encoding::{not_utf_8, place};
use crate::io::not_a_text::not_a_text;
use crate::{Failure, Kind, LoadOptions, Problem, Progress, Stopped};
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
    let attempt = Attempt::new(path, options, division, progress);
    attempt.until_read(|attempt| {
        Batching {
            attempt,
            begin: &begin,
        }
        .run()
    })
}

struct Batching<'a, B> {
    attempt: &'a Attempt<'a>,
    begin: &'a B,
}

/// What the beginning of the file tells.
struct Plan {
    dialect: Dialect,
    header: Header,
}

impl<S: BatchSink, B: Fn(&Head<'_>) -> Result<(Vec<usize>, S), Failure>> Batching<'_, B> {
    /// Of several things that are wrong with the file, the one is told that reading it at once would tell.
    fn run(&self) -> Result<Outcome<(BatchedFile, S)>, Failure> {
        let mut stretches = Stretches::begin(self.attempt)?;
        stretches.hold_a_line(LONGEST_BEGINNING)?;
        let (held, is_all) = stretches.early();
        if let Some(message) = not_a_text(held) {
            return Err(Problem::in_file(self.attempt.path, message).into());
        }
        let early = match memrchr(b'\n', held) {
            Some(end) if !is_all => &held[..end + 1],
            _ => held,
        };
        let (mark, may_be_latin) = self.attempt.mark(early);
        let text = match std::str::from_utf8(early) {
            Ok(text) => &text[mark..],
            Err(_) if may_be_latin => return Ok(Outcome::NotUtf8),
            Err(error) => {
                let (line, column) = place(early, error.valid_up_to());
                return Err(not_utf_8(self.attempt.path).at(line, column).into());
            }
        };
        let nulls = Nulls::new(self.attempt.options.nulls.as_deref());
        let mut is_unsure = false;
        let plan = match self.plan(text, &nulls, &mut is_unsure) {
            Ok(plan) => plan,
            Err(_) if is_unsure => return Ok(Outcome::NoSpaces),
            Err(problem) => return Err(problem.of(self.attempt.path).into()),
        };
        let shape = Shape {
            dialect: &plan.dialect,
            columns: plan.header.names.len(),
            nulls: &nulls,
            field_limit: self.attempt.limits.field_bytes,
        };
        let (encoding, options) = (self.attempt.encoding, self.attempt.options);
        let options = LoadOptions {
            kind: Some(Kind::OF_ANY_TABLE),
            batches: Some(true),
            ..used(
                options,
                encoding,
                &plan.dialect,
                &plan.header,
                nulls.clone(),
            )
        };
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
        if let Some(problem) = first(&found.troubles, What::NotUtf8) {
            return if may_be_latin {
                Ok(Outcome::NotUtf8)
            } else {
                Err(problem.into())
            };
        }
        let fault = first(&found.troubles, What::Fault);
        let is_empty = found.blocks.iter().all(|block| block.blanks.rows == 0);
        let wrong = fault.or_else(|| is_empty.then(|| Problem::new(NO_RECORDS)));
        match wrong {
            Some(_) if is_unsure => return Ok(Outcome::NoSpaces),
            Some(problem) => return Err(problem.of(self.attempt.path).into()),
            None => {}
        }
        let mut blocks = found.blocks;
        blocks.sort_unstable_by_key(|block| block.number);
        let rows = blocks.iter().map(|block| block.blanks.rows).collect();
        let blanks = blocks.into_iter().map(|block| block.blanks);
        let notes = notes_on(encoding, &plan.dialect, &plan.header, blanks);
        let file = BatchedFile {
            source,
            options,
            notes,
            names: plan.header.names,
            rows,
        };
        Ok(Outcome::Read((file, sink)))
    }

    fn plan(&self, text: &str, nulls: &Nulls, is_unsure: &mut bool) -> Result<Plan, Problem> {
        if text.bytes().all(|byte| byte == b'\n' || byte == b'\r') {
            return Err(Problem::new(EMPTY));
        }
        let (dialect, header) = self.attempt.head(text, nulls, is_unsure)?;
        Ok(Plan { dialect, header })
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
            path: self.attempt.path,
            shape,
            has_header: plan.header.present,
            places,
            of_field: &of_field,
            faulty: &faulty,
            halted: &halted,
            sink,
            progress: self.attempt.progress,
        };
        let threads = self.attempt.division.threads.max(1);
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
            let is_halted = || halted.load(Ordering::Relaxed);
            let cut = send(stretches, &plan.dialect, sender, is_halted);
            if cut.is_err() {
                halted.store(true, Ordering::Relaxed);
                sink.give_up();
            }
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
            self.attempt.progress.check()?;
            // Some stopped because of a trouble that others met.
            if is_stopped && all.troubles.is_empty() {
                return Err(Stopped.into());
            }
            Ok(all)
        })
    }
}
