//! What is no release, told in one sentence: which file, where, and what was expected.

use crate::watch::Stopped;
use std::fmt::{self, Write as _};
use std::path::{Path, PathBuf};

/// Longer sentences are cut.
const LONGEST_SENTENCE: usize = 1_000;

/// Something is not as it must be, so that nothing can be decided. Never holds the contents of a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    pub file: Option<PathBuf>,
    /// Counted from 1, as editors do.
    pub line: Option<u64>,
    pub column: Option<u64>,
    pub message: String,
}

impl Problem {
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            ..Self::default()
        }
    }

    pub fn in_file(file: &Path, message: impl Into<String>) -> Self {
        Self::new(message).of(file)
    }

    /// Names the file, unless it is named already.
    #[must_use]
    pub fn of(mut self, file: &Path) -> Self {
        self.file.get_or_insert_with(|| file.to_owned());
        self
    }

    #[must_use]
    pub fn at_line(mut self, line: u64) -> Self {
        self.line = Some(line);
        self
    }

    #[must_use]
    pub fn at(mut self, line: u64, column: u64) -> Self {
        self.line = Some(line);
        self.column = Some(column);
        self
    }

    /// What the system said about a file, in our words.
    pub fn from_io(file: &Path, error: &std::io::Error) -> Self {
        use std::io::ErrorKind;
        let why = match error.kind() {
            ErrorKind::NotFound => "there is no such file".to_owned(),
            ErrorKind::PermissionDenied => "permission denied".to_owned(),
            ErrorKind::IsADirectory => "it is a folder, not a file".to_owned(),
            _ => error.to_string(),
        };
        Self::in_file(file, format!("cannot read: {why}"))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{}", file.display())?;
            if let Some(line) = self.line {
                write!(f, ", line {line}")?;
            }
            if let Some(column) = self.column {
                write!(f, ", column {column}")?;
            }
            f.write_str(": ")?;
        }
        f.write_str(&harmless(&self.message))
    }
}

/// Names come from files: they must neither steer a terminal nor fill it.
pub(crate) fn harmless(text: &str) -> String {
    let mut safe = String::with_capacity(text.len().min(LONGEST_SENTENCE));
    for (shown, letter) in text.chars().enumerate() {
        if shown == LONGEST_SENTENCE {
            safe.push('\u{2026}');
            break;
        }
        let _ = safe.write_char(if letter.is_control() { ' ' } else { letter });
    }
    safe
}

impl std::error::Error for Problem {}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    Stopped(Stopped),
    Problem(Problem),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped(stopped) => stopped.fmt(f),
            Self::Problem(problem) => problem.fmt(f),
        }
    }
}

impl std::error::Error for Failure {}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_is_one_harmless_sentence_with_its_place() {
        let problem = Problem::in_file(Path::new("release.csv"), "no \"a\u{1b}[31m\nb\"").at(17, 3);
        assert_eq!(
            problem.to_string(),
            "release.csv, line 17, column 3: no \"a [31m b\""
        );
        assert!(Problem::new("x".repeat(5_000)).to_string().chars().count() <= 1_001);
    }
}
