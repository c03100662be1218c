//! The program: a command line, and a window where no command is given.

use cloakroom::app::{self, OpenOn};
use cloakroom::cli::{self, CliOutcome, Counting};
use cloakroom_core::stack::on_a_deep_stack;
use std::process::ExitCode;

/// Counts what experiments on memory ask for; otherwise it is the allocator of the system.
#[global_allocator]
static MEMORY: Counting = Counting;

fn main() -> ExitCode {
    cli::keep_panics_back();
    match on_a_deep_stack(|| cli::or_tell_fault(|| cli::run(std::env::args_os()))) {
        Some(CliOutcome::Exit(status)) => ExitCode::from(status),
        Some(CliOutcome::OpenWindow) => open(OpenOn::Start),
        Some(CliOutcome::OpenFile(file)) => open(OpenOn::File(file)),
        Some(CliOutcome::OpenSample(name)) => open(OpenOn::Sample(name)),
        None => ExitCode::from(cli::REFUSED),
    }
}

fn open(on: OpenOn) -> ExitCode {
    match cli::or_tell_fault(|| app::run(on)) {
        Some(Ok(())) => ExitCode::SUCCESS,
        Some(Err(sentence)) => {
            cli::complain(&sentence);
            ExitCode::from(cli::REFUSED)
        }
        None => ExitCode::from(cli::REFUSED),
    }
}
