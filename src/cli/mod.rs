//! The command line: everything that the window can do to data, from a recipe file.
//!
//! Exit status: 0 done or satisfied, 1 not satisfied or not reachable, 2 bad usage, recipe or data with one
//! sentence on standard error.

mod attack;
mod batch;
mod check;
mod experiment;
mod import;
mod methods;
mod output;
mod pool;
mod prepare;
mod recipients;
mod release;
mod risk;
mod sample;
mod show;
mod solve;
mod sweep;
mod verify;
mod watch;

use clap::{Parser, Subcommand};
use cloakroom_core::guard;
use cloakroom_core::io::temporary::{finished_here, finished_in_words};
use cloakroom_core::{Failure, Problem};
pub use experiment::Counting;
use output::Answer;
pub use output::complain;
use std::ffi::OsString;
use std::panic::AssertUnwindSafe;
use std::path::PathBuf;

/// Done, or satisfied.
pub const DONE: u8 = 0;
/// Not satisfied, or cannot be reached.
pub const NOT_SATISFIED: u8 = 1;
/// Bad usage, a bad recipe or bad data.
pub const REFUSED: u8 = 2;
/// Ended by the user, as shells count it.
const INTERRUPTED: u8 = 130;

/// Turns a table of people into a table that may be released. Without a command, opens the workbench.
#[derive(Debug, Parser)]
#[command(name = "cloakroom", version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Open the workbench on a project, a recipe, a data file or a built-in sample
    Open {
        #[arg(required_unless_present = "sample")]
        file: Option<PathBuf>,
        /// A built-in sample instead of a file
        #[arg(long, value_name = "NAME", conflicts_with = "file")]
        sample: Option<String>,
    },
    /// List the built-in samples, or write one (data, hierarchies, recipe) into a folder
    Sample {
        /// The sample to write; without it, the samples are listed
        #[arg(requires = "dir")]
        name: Option<String>,
        /// The folder to write it into
        dir: Option<PathBuf>,
    },
    /// Turn a project of ARX (.deid) into a recipe with its data and hierarchies, and tell what is not as it was
    Import {
        file: PathBuf,
        /// The folder to write it into
        dir: PathBuf,
    },
    /// List methods, models and metrics, each with one sentence
    Methods {
        #[arg(long)]
        json: bool,
    },
    /// Carry out what [prepare] does before roles: what each step leaves, and the table if it is wanted
    Prepare(prepare::Asked),
    /// Does the data satisfy the requirement as it stands, and which records do not?
    Check {
        recipe: PathBuf,
        #[arg(long)]
        json: bool,
    },
    /// Find the parameters that [require] leaves as "?": the strictest that the data keep as they stand
    Solve {
        recipe: PathBuf,
        #[arg(long)]
        json: bool,
    },
    /// Anonymize, verify by definition, write the release
    Release(release::Asked),
    /// How easily people are found and what would be learned about them, as the data stand and as they would be released
    Risk(risk::Asked),
    /// Link a file of known people with the release that the recipe makes, and count what is found
    Attack(attack::Asked),
    /// One release after another with other parameters or methods, measured and not written: the data of curves
    Sweep(sweep::Asked),
    /// Repeat an experiment of the papers on a table of your own
    Experiment {
        #[command(subcommand)]
        experiment: experiment::Experiment,
    },
    /// What a picture of the window holds, as text or JSON
    Show {
        #[command(subcommand)]
        picture: show::Picture,
    },
    /// How few people everybody stands among if these releases are pooled, from their audit files
    Pool {
        /// Release folders with their audit files beside them, or the audit files
        #[arg(required = true, num_args = 2.., value_name = "RELEASE")]
        releases: Vec<PathBuf>,
        /// Releases of different files: the column that tells who is who; the files are read again
        #[arg(long, value_name = "COLUMN")]
        by: Option<String>,
        #[arg(long)]
        json: bool,
    },
    /// Re-check a written release from its own files alone
    Verify {
        dir: PathBuf,
        #[arg(long)]
        json: bool,
    },
}

/// The status of an answer.
fn status(is_satisfied: bool) -> u8 {
    if is_satisfied { DONE } else { NOT_SATISFIED }
}

/// What is left for the caller to do.
#[derive(Debug, PartialEq, Eq)]
pub enum CliOutcome {
    Exit(u8),
    OpenWindow,
    OpenFile(PathBuf),
    OpenSample(&'static str),
}

/// Runs a command line, the program's name first.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> CliOutcome {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(usage) => {
            // Help and version are answers, the rest is bad usage; a closed pipe is nobody's fault.
            if usage.use_stderr() {
                complain(&usage_in_a_sentence(&usage.to_string()));
                return CliOutcome::Exit(REFUSED);
            }
            let _ = usage.print();
            return CliOutcome::Exit(DONE);
        }
    };
    let answer = match arguments.command {
        None => return CliOutcome::OpenWindow,
        Some(Command::Open { file, sample }) => match open(file, sample.as_deref()) {
            Ok(outcome) => return outcome,
            Err(problem) => Err(problem.into()),
        },
        Some(Command::Sample { name, dir }) => sample::run(name.as_deref(), dir.as_deref()),
        Some(Command::Import { file, dir }) => import::run(&file, &dir),
        Some(Command::Methods { json }) => methods::run(json),
        Some(Command::Prepare(asked)) => prepare::run(&asked),
        Some(Command::Check { recipe, json }) => check::run(&recipe, json),
        Some(Command::Solve { recipe, json }) => solve::run(&recipe, json),
        Some(Command::Release(asked)) if asked.recipients => recipients::run(&asked),
        Some(Command::Release(asked)) => release::run(&asked),
        Some(Command::Risk(asked)) => risk::run(&asked),
        Some(Command::Attack(asked)) => attack::run(&asked),
        Some(Command::Sweep(asked)) => sweep::run(&asked),
        Some(Command::Experiment { experiment }) => experiment::run(&experiment),
        Some(Command::Show { picture }) => show::run(&picture),
        Some(Command::Pool { releases, by, json }) => pool::run(&releases, by.as_deref(), json),
        Some(Command::Verify { dir, json }) => verify::run(&dir, json),
    };
    CliOutcome::Exit(report(answer))
}

/// The first paragraph of what clap says, in one line.
fn usage_in_a_sentence(text: &str) -> String {
    let words: Vec<&str> = text
        .lines()
        .take_while(|line| !line.trim().is_empty())
        .map(str::trim)
        .collect();
    let sentence = words.join(" ");
    let sentence = sentence.strip_prefix("error: ").unwrap_or(&sentence);
    format!("{sentence}; see cloakroom --help")
}

fn open(file: Option<PathBuf>, sample: Option<&str>) -> Result<CliOutcome, Problem> {
    if let Some(name) = sample {
        return Ok(CliOutcome::OpenSample(sample::find(name)?.name));
    }
    let Some(file) = file else {
        return Ok(CliOutcome::OpenWindow);
    };
    match std::fs::metadata(&file) {
        Ok(_) => Ok(CliOutcome::OpenFile(file)),
        Err(error) => Err(Problem::from_io(&file, "open", &error)),
    }
}

fn report(answer: Result<Answer, Failure>) -> u8 {
    let answered = answer.and_then(|answer| {
        // Nobody hears the answer, but what was written is there.
        output::print(answer).map_err(|problem| match finished_here().is_empty() {
            true => problem.into(),
            false => told_otherwise(problem),
        })
    });
    let failure = match answered {
        Ok(status) => return status,
        Err(failure) => failure,
    };
    match failure {
        Failure::Stopped(_) => {
            complain(&format!("stopped; {}", finished_in_words()));
            INTERRUPTED
        }
        Failure::Problem(problem) => {
            complain(&problem.to_string());
            REFUSED
        }
    }
}

fn told_otherwise(problem: Problem) -> Failure {
    Problem {
        message: format!("{}; {}", problem.message, finished_in_words()),
        ..problem
    }
    .into()
}

/// A panic says nothing by itself: its message could quote data. `tell_fault` tells of it.
pub fn keep_panics_back() {
    std::panic::set_hook(Box::new(|panic| {
        if !guard::is_guarded() {
            guard::remember_place(panic.location());
        }
    }));
}

/// Runs work of this thread to its end. A fault of ours is told in one sentence, once what was begun is cleared away:
/// where it is, and what was written before.
pub fn or_tell_fault<T>(work: impl FnOnce() -> T) -> Option<T> {
    let outcome = std::panic::catch_unwind(AssertUnwindSafe(work));
    if outcome.is_err() {
        let (place, written) = (guard::take_place(), finished_in_words());
        complain(&format!("internal error at {place}; {written}"));
    }
    outcome.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(arguments: &[&str]) -> CliOutcome {
        run(arguments.iter().map(OsString::from))
    }

    #[test]
    fn without_a_command_the_window_opens() {
        assert_eq!(outcome(&["cloakroom"]), CliOutcome::OpenWindow);
        let here = env!("CARGO_MANIFEST_DIR");
        assert_eq!(
            outcome(&["cloakroom", "open", here]),
            CliOutcome::OpenFile(here.into())
        );
        assert_eq!(
            outcome(&["cloakroom", "open", "/no/such"]),
            CliOutcome::Exit(REFUSED)
        );
    }

    #[test]
    fn the_arguments_are_consistent() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
    }
}
