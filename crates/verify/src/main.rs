//! `cloakroom-verify DIR [--json]`: checks a release from its own files alone.
#![allow(clippy::print_stderr, clippy::print_stdout)]

use cloakroom_verify::{Unwatched, in_words, verify};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// The answer is no.
const NOT_SATISFIED: u8 = 1;
/// There is no answer: bad arguments, or no release.
const BAD_INPUT: u8 = 2;

const USAGE: &str = "\
Checks a release folder of Cloakroom from its own files alone.

Usage: cloakroom-verify DIR [--json]

  DIR     the folder with the released file, certificate.json and report.html
  --json  print the answer as JSON

Exit status: 0 everything holds, 1 something does not, 2 this is no release.
";

enum Asked {
    Help,
    Version,
    Folder { folder: PathBuf, json: bool },
}

fn main() -> ExitCode {
    let asked = match arguments(std::env::args_os().skip(1)) {
        Ok(asked) => asked,
        Err(message) => {
            eprintln!("error: {message}\n\n{USAGE}");
            return ExitCode::from(BAD_INPUT);
        }
    };
    match asked {
        Asked::Help => {
            print!("{USAGE}");
            ExitCode::SUCCESS
        }
        Asked::Version => {
            println!("cloakroom-verify {}", env!("CARGO_PKG_VERSION"));
            ExitCode::SUCCESS
        }
        Asked::Folder { folder, json } => run(&folder, json),
    }
}

fn arguments(given: impl Iterator<Item = std::ffi::OsString>) -> Result<Asked, String> {
    let (mut folder, mut json) = (None, false);
    let mut only_names = false;
    for argument in given {
        match argument.to_str() {
            Some("--") if !only_names => only_names = true,
            Some("--json") if !only_names => json = true,
            Some("--help" | "-h") if !only_names => return Ok(Asked::Help),
            Some("--version" | "-V") if !only_names => return Ok(Asked::Version),
            Some(option) if option.starts_with('-') && option.len() > 1 && !only_names => {
                return Err(format!("unknown option {option}; expected --json"));
            }
            _ if folder.is_some() => return Err("expected one folder".to_owned()),
            _ => folder = Some(PathBuf::from(argument)),
        }
    }
    let folder = folder.ok_or("expected the folder of a release")?;
    Ok(Asked::Folder { folder, json })
}

fn run(folder: &std::path::Path, json: bool) -> ExitCode {
    let answer = match verify(folder, &Unwatched) {
        Ok(answer) => answer,
        Err(failure) => {
            eprintln!("error: {failure}");
            return ExitCode::from(BAD_INPUT);
        }
    };
    let printed = if json {
        serde_json::to_string(&answer)
    } else {
        Ok(in_words(&answer))
    };
    match printed {
        // Whoever reads may have seen enough; the answer is in the exit status too.
        Ok(text) => drop(writeln!(std::io::stdout(), "{}", text.trim_end())),
        Err(error) => {
            eprintln!("error: cannot write JSON: {error}");
            return ExitCode::from(BAD_INPUT);
        }
    }
    if answer.satisfied {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(NOT_SATISFIED)
    }
}
