//! The command line: everything that the window can do to data, from a recipe file.
//!
//! Exit status: 0 done or satisfied, 1 not satisfied or not reachable, 2 bad usage, recipe or data with one
//! sentence on standard error.

mod attack;
mod batch;
mod check;
mod experiment;
mod methods;
mod output;
mod pool;
mod recipients;
mod release;
mod risk;
mod sample;
mod solve;
mod sweep;
mod verify;
mod watch;

use clap::{Parser, Subcommand};
use cloakroom_core::guard;
use cloakroom_core::io::temporary::{finished_here, finished_in_words};
use cloakroom_core::problem::{Failure, Problem};
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
    /// List methods, models and metrics, each with one sentence
    Methods {
        #[arg(long)]
        json: bool,
    },
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
    Release {
        recipe: PathBuf,
        /// The folder to write; it must be new or empty
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        /// Also write the mapping that was applied beside the folder, a file per column; it stays in house
        #[arg(long)]
        mapping: bool,
        /// Also write the recoding as SQL beside the folder, for methods that raise whole columns; it stays in house
        #[arg(long)]
        sql: bool,
        /// Methods by name: a release for each, in DIR/NAME
        #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with_all = ["recipient", "recipients"])]
        methods: Vec<String>,
        /// The release for one recipient of the recipe, by name
        #[arg(long, value_name = "NAME")]
        recipient: Option<String>,
        /// A release for every recipient of the recipe, each in a folder of its own in DIR
        #[arg(long, conflicts_with = "recipient")]
        recipients: bool,
        /// With recipients: every release is made of unions of the classes of the more exact ones, so that nothing is learned
        /// from several of them
        #[arg(long, conflicts_with = "methods")]
        nested: bool,
        #[arg(long)]
        json: bool,
    },
    /// How easily people are found and what would be learned about them, as the data stand and as they would be released
    Risk {
        recipe: PathBuf,
        /// A table of the people whom the data were drawn from, with the quasi-identifiers
        #[arg(long, value_name = "FILE")]
        population: Option<PathBuf>,
        /// A chance above this counts as high
        #[arg(long, value_name = "CHANCE", default_value_t = 0.2)]
        threshold: f64,
        /// Also of what the recipe's method would release
        #[arg(long)]
        released: bool,
        #[arg(long)]
        json: bool,
    },
    /// Link a file of known people with the release that the recipe makes, and count what is found
    Attack {
        recipe: PathBuf,
        /// A row per known person: values of columns, ratings or words about issues, or items
        #[arg(long, value_name = "FILE")]
        known: PathBuf,
        /// A column of the file and the one of the release that says the same; may be given again. Equal names need none
        #[arg(long, value_name = "EXTERNAL=RELEASED")]
        map: Vec<String>,
        /// A column of the file that is not compared, whatever its name; may be given again
        #[arg(long, value_name = "EXTERNAL")]
        skip: Vec<String>,
        /// Ratings: what a word means, such as excellent=5..6; may be given again
        #[arg(long, value_name = "WORD=LOW..HIGH")]
        word: Vec<String>,
        /// Ratings: how exactly ratings are known; without this, as exactly as epsilon
        #[arg(long, value_name = "DISTANCE")]
        within: Option<f64>,
        /// The data as they stand instead of the release
        #[arg(long)]
        original: bool,
        #[arg(long)]
        json: bool,
    },
    /// One release after another with other parameters or methods, measured and not written: the data of curves
    Sweep {
        recipe: PathBuf,
        /// A parameter and its values: k=2..20, t=0.1..0.5:0.1, trust=0..1:0.1 or suppression=0,0.02; may be given again
        #[arg(long, value_name = "PARAMETER=VALUES", required = true)]
        vary: Vec<String>,
        /// Methods by name; without this, the recipe's own
        #[arg(long, value_name = "NAMES", value_delimiter = ',')]
        methods: Vec<String>,
        #[arg(long)]
        json: bool,
        /// As a table for a spreadsheet, with every metric
        #[arg(long, conflicts_with = "json")]
        csv: bool,
    },
    /// Repeat an experiment of the papers on a table of your own
    Experiment {
        #[command(subcommand)]
        experiment: Experiment,
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

#[derive(Debug, Subcommand)]
enum Experiment {
    /// Which minimal tables of p-, p+- and (p, alpha)-sensitive 2-anonymity are open to the similarity attack?
    Similarity {
        /// Names the quasi-identifiers and their hierarchies; the sensitive column is made up
        recipe: PathBuf,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        #[arg(long)]
        json: bool,
    },
    /// The figures of the papers on ratings: time, distortion, query error and the like, by k, epsilon and people
    Ratings {
        /// Names the ratings; one sensitive issue is needed for some of the figures
        recipe: PathBuf,
        /// A figure by name, such as 003-15a; may be repeated. Without this, all of them
        #[arg(long, value_name = "NAME")]
        figure: Vec<String>,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Draw every figure into a new folder, as SVG files
        #[arg(long, value_name = "FOLDER")]
        svg: Option<PathBuf>,
        #[arg(long)]
        json: bool,
    },
    /// MDAV against MDAV on key columns: time and loss by size, k and number of columns (thesis, section 5.4)
    Microaggregation {
        /// Names the quasi-identifiers
        recipe: PathBuf,
        /// Draw every figure into a new folder, as SVG files
        #[arg(long, value_name = "FOLDER")]
        svg: Option<PathBuf>,
        #[arg(long)]
        json: bool,
    },
    /// What trust and k do to classes and to learners, with Mondrian and top-down specialization (thesis, section 4.5)
    Trust {
        /// Names the quasi-identifiers, their hierarchies and what is to be predicted; [method] may name a purpose
        recipe: PathBuf,
        /// Draw every figure into a new folder, as SVG files
        #[arg(long, value_name = "FOLDER")]
        svg: Option<PathBuf>,
        #[arg(long)]
        json: bool,
    },
    /// Information loss of every method by k and by m, and time by the number of transactions
    Transactions {
        /// Names the transactions and their taxonomy
        recipe: PathBuf,
        /// loss-by-k, loss-by-m or time-by-size; may be repeated. Without this, all of them
        #[arg(long, value_name = "NAME")]
        figure: Vec<String>,
        /// Such as mhghs,refined. Without this, mm, aa, lg, mhghs and refined
        #[arg(long, value_name = "NAMES")]
        methods: Vec<String>,
        /// Where k does not vary; 5 unless given
        #[arg(long)]
        k: Option<u32>,
        /// Where m does not vary; 7 unless given
        #[arg(long)]
        m: Option<u32>,
        /// Draw every figure into a new folder, as SVG files
        #[arg(long, value_name = "FOLDER")]
        svg: Option<PathBuf>,
        #[arg(long)]
        json: bool,
    },
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
                output::complain(&usage_in_a_sentence(&usage.to_string()));
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
        Some(Command::Methods { json }) => methods::run(json),
        Some(Command::Check { recipe, json }) => check::run(&recipe, json),
        Some(Command::Solve { recipe, json }) => solve::run(&recipe, json),
        Some(Command::Release {
            recipe,
            out,
            mapping,
            sql,
            methods,
            recipient,
            recipients,
            nested,
            json,
        }) => {
            let wanted = release::Wanted {
                mapping,
                sql,
                nested,
                methods: &methods,
                recipient: recipient.as_deref(),
            };
            if nested && !recipients && recipient.is_none() {
                let words =
                    "--nested is for releases to recipients; expected --recipients or --recipient";
                output::complain(words);
                return CliOutcome::Exit(REFUSED);
            }
            if recipients {
                recipients::run(&recipe, &out, &wanted, json)
            } else {
                release::run(&recipe, &out, &wanted, json)
            }
        }
        Some(Command::Risk {
            recipe,
            population,
            threshold,
            released,
            json,
        }) => risk::run(&recipe, population.as_deref(), threshold, released, json),
        Some(Command::Attack {
            recipe,
            known,
            map,
            skip,
            word,
            within,
            original,
            json,
        }) => {
            let asked = attack::Asked {
                known: &known,
                map: &map,
                skip: &skip,
                word: &word,
                within,
                original,
            };
            attack::run(&recipe, &asked, json)
        }
        Some(Command::Sweep {
            recipe,
            vary,
            methods,
            json,
            csv,
        }) => {
            let form = match (json, csv) {
                (true, _) => sweep::Form::Json,
                (_, true) => sweep::Form::Csv,
                _ => sweep::Form::Words,
            };
            sweep::run(&recipe, &vary, &methods, form)
        }
        Some(Command::Experiment {
            experiment: Experiment::Similarity { recipe, seed, json },
        }) => experiment::similarity::run(&recipe, seed, json),
        Some(Command::Experiment {
            experiment:
                Experiment::Ratings {
                    recipe,
                    figure,
                    seed,
                    svg,
                    json,
                },
        }) => experiment::ratings::run(&recipe, &figure, seed, svg.as_deref(), json),
        Some(Command::Experiment {
            experiment: Experiment::Microaggregation { recipe, svg, json },
        }) => experiment::microaggregation::run(&recipe, svg.as_deref(), json),
        Some(Command::Experiment {
            experiment: Experiment::Trust { recipe, svg, json },
        }) => experiment::trust::run(&recipe, svg.as_deref(), json),
        Some(Command::Experiment {
            experiment:
                Experiment::Transactions {
                    recipe,
                    figure,
                    methods,
                    k,
                    m,
                    svg,
                    json,
                },
        }) => {
            let wanted = experiment::transactions::Wanted {
                figures: &figure,
                methods: &methods,
                k,
                m,
            };
            experiment::transactions::run(&recipe, &wanted, svg.as_deref(), json)
        }
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
            output::complain(&format!("stopped; {}", finished_in_words()));
            INTERRUPTED
        }
        Failure::Problem(problem) => {
            output::complain(&problem.to_string());
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
        output::complain(&format!("internal error at {place}; {written}"));
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
