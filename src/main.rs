//! The program: a command line, and a window where no command is given.

use cloakroom::app::{self, OpenOn};
use cloakroom::cli::{self, CliOutcome};
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::tell_panics_in_a_sentence();
    match std::panic::catch_unwind(|| cli::run(std::env::args_os())) {
        Ok(CliOutcome::Exit(status)) => ExitCode::from(status),
        Ok(CliOutcome::OpenWindow) => open(OpenOn::Start),
        Ok(CliOutcome::OpenFile(file)) => open(OpenOn::File(file)),
        Ok(CliOutcome::OpenSample(name)) => open(OpenOn::Sample(name)),
        Err(_) => ExitCode::from(cli::REFUSED),
    }
}

fn open(on: OpenOn) -> ExitCode {
    match app::run(on) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            cli::complain(&sentence);
            ExitCode::from(cli::REFUSED)
        }
    }
}
