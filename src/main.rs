//! The program: a command line, and a window where no command is given.

use cloakroom::cli::{self, CliOutcome};
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::tell_panics_in_a_sentence();
    match std::panic::catch_unwind(|| cli::run(std::env::args_os())) {
        Ok(CliOutcome::Exit(status)) => ExitCode::from(status),
        Ok(CliOutcome::OpenWindow(_)) => ExitCode::from(cli::REFUSED),
        Err(_) => ExitCode::from(cli::REFUSED),
    }
}
