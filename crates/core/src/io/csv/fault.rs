//! What can be wrong with a text table, and the sentence that says so.

use super::dialect::Dialect;
use super::fields::QuoteFault;
use crate::problem::Problem;
use memchr::memchr_iter;
use std::path::Path;

/// Something wrong at a byte of the text, in the field of that number (from 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    pub at: usize,
    pub field: usize,
    pub kind: FaultKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    Unclosed,
    TextAfterQuote { opened: usize },
    Ragged { expected: usize, found: usize },
    TooLong { limit: usize },
    DictionaryFull,
}

impl Fault {
    pub fn of_quote(fault: QuoteFault, field: usize) -> Self {
        match fault {
            QuoteFault::Unclosed { opened } => Self {
                at: opened,
                field,
                kind: FaultKind::Unclosed,
            },
            QuoteFault::TextAfter { opened, at } => Self {
                at,
                field,
                kind: FaultKind::TextAfterQuote { opened },
            },
        }
    }

    /// `header` tells where the expected number of fields comes from.
    pub fn problem(self, file: &Path, text: &str, dialect: &Dialect, header: bool) -> Problem {
        self.problem_after(0, file, text, dialect, header)
    }

    /// The same in a text that so many lines come before.
    pub fn problem_after(
        self,
        lines: u64,
        file: &Path,
        text: &str,
        dialect: &Dialect,
        header: bool,
    ) -> Problem {
        let line_of = |at| lines + line_of(text, dialect, at);
        let line = line_of(self.at);
        let message = match self.kind {
            FaultKind::Unclosed => format!(
                "the quote that opens field {} is never closed; expected a closing quote before the \
                 end of the file",
                self.field
            ),
            FaultKind::TextAfterQuote { opened } => {
                let opened = line_of(opened);
                let where_opened = if opened == line {
                    String::new()
                } else {
                    format!(", which opens on line {opened}")
                };
                format!(
                    "text follows the closing quote of field {}{where_opened}; expected a delimiter \
                     or the end of the line",
                    self.field
                )
            }
            FaultKind::Ragged { expected, found } => format!(
                "expected {expected} {} as in the {}, found {found}",
                if expected == 1 { "field" } else { "fields" },
                if header { "header" } else { "first record" },
            ),
            FaultKind::TooLong { limit } => format!(
                "field {} is longer than {}; is a quote missing?",
                self.field,
                size_in_words(limit)
            ),
            FaultKind::DictionaryFull => format!(
                "the distinct values of column {} are larger than 4 GiB together",
                self.field
            ),
        };
        Problem::in_file(file, message).at(line, self.field as u64)
    }
}

/// The line, from 1, as an editor counts it. Looked up only when something is wrong.
pub fn line_of(text: &str, dialect: &Dialect, at: usize) -> u64 {
    let before = text.as_bytes().get(..at).unwrap_or(text.as_bytes());
    memchr_iter(dialect.newline(), before).count() as u64 + 1
}

fn size_in_words(bytes: usize) -> String {
    if bytes >= 1 << 20 {
        format!("{} MiB", bytes >> 20)
    } else {
        format!("{bytes} bytes")
    }
}
