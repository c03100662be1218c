//! Bad input, told in one sentence: which file, where, and what was expected.

use super::dictionary::DictionaryFull;
use super::table::TableError;
use std::fmt::{self, Write as _};
use std::path::{Path, PathBuf};

/// Longer sentences are cut.
const LONGEST_SENTENCE: usize = 1_000;

/// Something outside the program is not as it must be. Never holds the contents of a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    pub file: Option<PathBuf>,
    /// Counted from 1, as editors do.
    pub line: Option<u64>,
    pub column: Option<u64>,
    pub message: String,
    /// Of a workbook: the sheets that could be read instead.
    pub sheets: Vec<String>,
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
    pub fn at(mut self, line: u64, column: u64) -> Self {
        self.line = Some(line);
        self.column = Some(column);
        self
    }

    #[must_use]
    pub fn at_line(mut self, line: u64) -> Self {
        self.line = Some(line);
        self
    }

    /// What the system said about a file, in our words.
    pub fn from_io(file: &Path, doing: &str, error: &std::io::Error) -> Self {
        use std::io::ErrorKind;
        let why = match error.kind() {
            ErrorKind::NotFound => "there is no such file".to_owned(),
            ErrorKind::PermissionDenied => "permission denied".to_owned(),
            ErrorKind::StorageFull => "the disk is full".to_owned(),
            ErrorKind::IsADirectory => "it is a folder, not a file".to_owned(),
            ErrorKind::ReadOnlyFilesystem => "the disk is read-only".to_owned(),
            _ => error.to_string(),
        };
        Self::in_file(file, format!("cannot {doing}: {why}"))
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
        // Names come from files: they must neither steer a terminal nor fill it.
        for (shown, letter) in self.message.chars().enumerate() {
            if shown == LONGEST_SENTENCE {
                return f.write_str("…");
            }
            f.write_char(if letter.is_control() { ' ' } else { letter })?;
        }
        Ok(())
    }
}

impl std::error::Error for Problem {}

/// Why work ended without a result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    #[error(transparent)]
    Stopped(#[from] super::progress::Stopped),
    #[error(transparent)]
    Problem(#[from] Problem),
}

impl From<DictionaryFull> for Problem {
    fn from(full: DictionaryFull) -> Self {
        Self::new(full.to_string())
    }
}

impl From<TableError> for Problem {
    fn from(error: TableError) -> Self {
        Self::new(error.to_string())
    }
}

impl Failure {
    /// Of a workbook, with the sheets that could be read instead.
    #[must_use]
    pub fn among(mut self, sheets: &[String]) -> Self {
        if let Self::Problem(problem) = &mut self {
            problem.sheets = sheets.to_vec();
        }
        self
    }
}

impl From<DictionaryFull> for Failure {
    fn from(full: DictionaryFull) -> Self {
        Problem::from(full).into()
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        Problem::from(error).into()
    }
}

impl From<cloakroom_verify::Problem> for Problem {
    fn from(problem: cloakroom_verify::Problem) -> Self {
        Self {
            file: problem.file,
            line: problem.line,
            column: problem.column,
            message: problem.message,
            ..Self::default()
        }
    }
}

impl From<cloakroom_verify::Failure> for Failure {
    fn from(failure: cloakroom_verify::Failure) -> Self {
        match failure {
            cloakroom_verify::Failure::Stopped(_) => super::progress::Stopped.into(),
            cloakroom_verify::Failure::Problem(problem) => Problem::from(problem).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_steer_the_terminal() {
        let problem = Problem::new("no column \"a\u{1b}[31m\nb\"");
        assert_eq!(problem.to_string(), "no column \"a [31m b\"");
        assert!(Problem::new("x".repeat(5_000)).to_string().chars().count() <= 1_001);
    }

    #[test]
    fn a_problem_is_one_sentence_with_its_place() {
        let problem =
            Problem::in_file(Path::new("people.csv"), "expected 5 fields, found 4").at(17, 3);
        assert_eq!(
            problem.to_string(),
            "people.csv, line 17, column 3: expected 5 fields, found 4"
        );
    }
}
