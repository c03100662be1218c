//! Prints the figures that the README states, each measured in this very run.
//!
//! `cargo run --release --example figures [SECTION…]`; without a section, all of them.

mod frame;
mod load;
mod memory;
mod people;
mod slider;

use std::error::Error;
use std::process::ExitCode;

pub type Outcome = Result<(), Box<dyn Error>>;

/// A group of figures with a name to ask for it by.
struct Section {
    name: &'static str,
    run: fn() -> Outcome,
}

const SECTIONS: &[Section] = &[
    Section {
        name: "load",
        run: load::run,
    },
    Section {
        name: "frame",
        run: frame::run,
    },
    Section {
        name: "slider",
        run: slider::run,
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

fn run_sections(names: &[String]) -> Outcome {
    if let Some(unknown) = names
        .iter()
        .find(|name| SECTIONS.iter().all(|section| section.name != *name))
    {
        let known: Vec<&str> = SECTIONS.iter().map(|section| section.name).collect();
        return Err(format!("no section {unknown}; there are: {}", known.join(", ")).into());
    }
    for section in SECTIONS {
        if names.is_empty() || names.iter().any(|name| name == section.name) {
            (section.run)()?;
        }
    }
    Ok(())
}
