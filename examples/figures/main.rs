//! Prints the figures that the README states, each measured in this very run.
//!
//! `cargo run --release --example figures [SECTION…] [FOLDER]`; without a section, all of them. The folder is
//! that of the Adult table for the section `microdata`, of published baskets for `transactions`, and of the reference
//! sets for `microaggregation`. The section `large` runs only if it is named.

mod curves;
mod frame;
mod graph_frame;
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

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

pub type Outcome = Result<(), Box<dyn Error>>;

/// A group of figures with a name to ask for it by.
struct Section {
    name: &'static str,
    run: fn(Option<&Path>) -> Outcome,
}

/// Takes minutes and gigabytes, so it runs only if it is named.
const LARGE: &str = "large";

const SECTIONS: &[Section] = &[
    Section {
        name: "load",
        run: |_| load::run(),
    },
    Section {
        name: "frame",
        run: |_| frame::run(),
    },
    Section {
        name: "lattice-frame",
        run: |_| lattice_frame::run(),
    },
    Section {
        name: "graph-frame",
        run: |_| graph_frame::run(),
    },
    Section {
        name: "slider",
        run: |_| slider::run(),
    },
    Section {
        name: "survey-slider",
        run: |_| ratings_slider::run(),
    },
    Section {
        name: "curves",
        run: |_| curves::run(),
    },
    Section {
        name: "microdata",
        run: microdata::run,
    },
    Section {
        name: "microaggregation",
        run: microaggregation::run,
    },
    Section {
        name: "ratings",
        run: |_| ratings::run(),
    },
    Section {
        name: "transactions",
        run: transactions::run,
    },
    Section {
        name: LARGE,
        run: |_| large::run(),
    },
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
    let is_section = |name: &&String| SECTIONS.iter().any(|section| section.name == *name);
    let (names, others): (Vec<&String>, Vec<&String>) = arguments.iter().partition(is_section);
    let folder = match others.as_slice() {
        [] => None,
        [folder] if Path::new(folder).is_dir() => Some(Path::new(folder)),
        [unknown, ..] => {
            let known: Vec<&str> = SECTIONS.iter().map(|section| section.name).collect();
            let known = known.join(", ");
            return Err(format!("no section or folder {unknown}; sections are: {known}").into());
        }
    };
    for section in SECTIONS {
        let is_usual = names.is_empty() && section.name != LARGE;
        if is_usual || names.iter().any(|name| *name == section.name) {
            (section.run)(folder)?;
        }
    }
    Ok(())
}
