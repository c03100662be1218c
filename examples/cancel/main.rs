//! How long work goes on after it was told to stop: every method with every promise it can work with, and all that
//! happens before and after a method.
//!
//! `cargo run --release --example cancel [--records N] [--times N] [--seconds N] [--looks] [--recipe FILE] [WORDS…]`; of
//! the works, those whose names hold all of the words; instead of invented data, those of a recipe. Each runs once, for at most so many seconds, while every look at the progress is
//! noted: what is printed is the longest stretch of work of a thread, in its own processor time, between two looks, and
//! with `--looks` where it lies. Then it is cancelled so many times at moments drawn evenly from its duration, and the
//! longest time from the cancel to the end is printed.
#![allow(clippy::print_stderr, clippy::print_stdout)]

mod data;
mod looks;
#[path = "../figures/raters.rs"]
mod raters;
mod works;

use cloakroom_core::problem::Failure;
use cloakroom_core::progress::Progress;
use cloakroom_core::stream::Stream;
use crossbeam_channel::{RecvTimeoutError, bounded};
use looks::Looks;
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use works::Work;

#[derive(Clone, Debug)]
pub struct Asked {
    pub records: usize,
    times: usize,
    /// How long a work may run.
    most: Duration,
    shows_looks: bool,
    recipe: Option<PathBuf>,
    words: Vec<String>,
}

fn main() -> ExitCode {
    match asked().and_then(|asked| run(&asked)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn asked() -> Result<Asked, Box<dyn Error>> {
    let mut asked = Asked {
        records: 200_000,
        times: 50,
        most: Duration::from_secs(20),
        shows_looks: false,
        recipe: None,
        words: Vec::new(),
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or("a value is missing");
        match argument.as_str() {
            "--records" => asked.records = value()?.parse()?,
            "--times" => asked.times = value()?.parse()?,
            "--seconds" => asked.most = Duration::from_secs_f64(value()?.parse()?),
            "--recipe" => asked.recipe = Some(value()?.into()),
            "--looks" => asked.shows_looks = true,
            _ => asked.words.push(argument),
        }
    }
    Ok(asked)
}

fn run(asked: &Asked) -> Result<(), Box<dyn Error>> {
    println!(
        "| work | ran for | longest without a look | longest from cancel to end, of {} |\n| --- | --- | --- | --- |",
        asked.times
    );
    let folder = tempfile::tempdir()?;
    let (mut unlooked, mut slowest) = (Duration::ZERO, Duration::ZERO);
    works::each(asked, folder.path(), &mut |work| {
        let (gap, latency) = measured(&work, asked);
        unlooked = unlooked.max(gap);
        slowest = slowest.max(latency);
    })?;
    println!(
        "longest of all without a look: {:.0} ms; from cancel to end: {:.0} ms",
        unlooked.as_secs_f64() * 1e3,
        slowest.as_secs_f64() * 1e3
    );
    Ok(())
}

/// The longest stretch without a look, and the longest time from cancel to end.
fn measured(work: &Work<'_>, asked: &Asked) -> (Duration, Duration) {
    let looks = Arc::new(Looks::default());
    let first = cancelled(
        work,
        &Progress::witnessed(looks.clone()),
        asked.most,
        &looks,
    );
    let mut slowest = first.latency;
    let mut stream = Stream::new(1, 0);
    for _ in 0..asked.times {
        let most = first.ran.as_millis().max(1).min(u128::from(u32::MAX)) as u32;
        let wait = Duration::from_millis(stream.below(most).into());
        let once = cancelled(work, &Progress::default(), wait, &Looks::default());
        slowest = slowest.max(once.latency);
    }
    let gaps = looks.longest();
    let gap = gaps.first().map_or(Duration::ZERO, |gap| gap.time);
    println!(
        "| {}{} | {:.2} s{} | {:.0} ms | {:.0} ms |",
        work.name,
        first
            .refused
            .map_or_else(String::new, |why| format!(" ({why})")),
        first.ran.as_secs_f64(),
        if first.ran < asked.most {
            ""
        } else {
            ", cancelled"
        },
        gap.as_secs_f64() * 1e3,
        slowest.as_secs_f64() * 1e3
    );
    if asked.shows_looks {
        for gap in gaps.iter().take(5) {
            println!("    {gap}");
        }
    }
    (gap, slowest)
}

struct Once {
    ran: Duration,
    latency: Duration,
    refused: Option<String>,
}

/// Runs the work on a thread of its own and stops it after `wait`, unless it has ended by then.
fn cancelled(work: &Work<'_>, progress: &Progress, wait: Duration, looks: &Looks) -> Once {
    let (sender, receiver) = bounded::<Option<String>>(1);
    let start = Instant::now();
    thread::scope(|scope| {
        scope.spawn(|| {
            looks.begin();
            let outcome = (work.run)(progress);
            looks.end();
            // What the work made is gone by now, as it is when a job has ended.
            let refused = match outcome {
                Ok(()) | Err(Failure::Stopped(_)) => None,
                Err(Failure::Problem(problem)) => Some(problem.message),
            };
            let _ = sender.send(refused);
        });
        match receiver.recv_timeout(wait) {
            Ok(refused) => Once {
                ran: start.elapsed(),
                latency: Duration::ZERO,
                refused,
            },
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                let asked = Instant::now();
                progress.stop();
                let refused = receiver.recv().ok().flatten();
                Once {
                    ran: start.elapsed(),
                    latency: asked.elapsed(),
                    refused,
                }
            }
        }
    })
}
