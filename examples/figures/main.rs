//! Prints the figures that the README states, each measured in this very run.
//!
//! `cargo run --release --example figures [SECTION…] [FOLDER]`; without a section, all of them. The folder is
//! that of the Adult table for the section `microdata`, of published baskets for `transactions`, and of the reference
//! sets for `microaggregation`. The section `large` runs only if it is named.
#![allow(clippy::panic, clippy::print_stderr, clippy::print_stdout)]

#[allow(clippy::unwrap_used, reason = "the window of the tests")]
#[path = "../../tests/window/bench/mod.rs"]
mod bench;
mod curves;
mod frame;
mod graph_frame;
mod journeys;
mod large;
mod lattice_frame;
mod load;
mod memory;
mod microaggregation;
mod microdata;
mod paper_transactions;
mod people;
mod raters;
mod ratings;
mod ratings_slider;
mod shoppers;
mod slider;
mod transactions;
mod wide;
mod window_frame;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

pub type Outcome = Result<(), Box<dyn Error>>;

/// A group of figures with a name to ask for it by.
type Section = (&'static str, fn(Option<&Path>) -> Outcome);

/// Takes minutes and gigabytes, so it runs only if it is named.
const LARGE: &str = "large";

const SECTIONS: &[Section] = &[
    ("load", |_| load::run()),
    ("frame", |_| frame::run()),
    ("lattice-frame", |_| lattice_frame::run()),
    ("graph-frame", |_| graph_frame::run()),
    ("window-frame", |_| window_frame::run()),
    ("journeys", |_| journeys::run()),
    ("slider", |_| slider::run()),
    ("survey-slider", |_| ratings_slider::run()),
    ("curves", |_| curves::run()),
    ("microdata", microdata::run),
    ("microaggregation", microaggregation::run),
    ("ratings", |_| ratings::run()),
    ("transactions", transactions::run),
    (LARGE, |_| large::run()),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match arguments.as_slice() {
        [first, reader, path] if first == memory::CHILD => memory::child(reader, path.as_ref()),
        names => run_sections(names),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run_sections(arguments: &[String]) -> Outcome {
    let is_section = |name: &&String| SECTIONS.iter().any(|(known, _)| known == name);
    let (names, others): (Vec<&String>, Vec<&String>) = arguments.iter().partition(is_section);
    let folder = match others.as_slice() {
        [] => None,
        [folder] if Path::new(folder).is_dir() => Some(Path::new(folder)),
        [unknown, ..] => {
            let known: Vec<&str> = SECTIONS.iter().map(|(name, _)| *name).collect();
            let known = known.join(", ");
            return Err(format!("no section or folder {unknown}; sections are: {known}").into());
        }
    };
    for &(section, run) in SECTIONS {
        let is_usual = names.is_empty() && section != LARGE;
        if is_usual || names.iter().any(|name| *name == section) {
            run(folder)?;
        }
    }
    Ok(())
}
