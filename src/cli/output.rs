//! Answers go to standard output, everything else to standard error.

use cloakroom_core::io::fold::notes;
use cloakroom_core::words::grouped;
use cloakroom_core::{Loaded, Problem};
use serde::Serialize;
use std::io::{ErrorKind, Write};
use std::path::Path;

/// What a command has to say, and the status it ends with.
#[derive(Debug)]
pub struct Answer {
    pub text: String,
    pub status: u8,
}

impl Answer {
    /// The answer in words or, on request, as one line of JSON.
    pub fn new(
        status: u8,
        json: bool,
        value: &impl Serialize,
        words: impl FnOnce() -> String,
    ) -> Result<Self, Problem> {
        let text = if json {
            serde_json::to_string(value)
                .map_err(|error| Problem::new(format!("cannot write JSON: {error}")))?
                + "\n"
        } else {
            words()
        };
        Ok(Self { text, status })
    }

    /// With what nobody may overlook: the first line of an answer in words; beside one in JSON, on standard error.
    pub fn after(mut self, note: Option<&str>, json: bool) -> Self {
        match note {
            Some(note) if json => complain(&format!("note: {note}")),
            Some(note) => self.text.insert_str(0, &format!("Note: {note}\n")),
            None => {}
        }
        self
    }
}

/// A reader who closes the pipe has read enough; any other failure is told.
pub fn print(answer: Answer) -> Result<u8, Problem> {
    let mut out = std::io::stdout().lock();
    let written = out
        .write_all(answer.text.as_bytes())
        .and_then(|()| out.flush());
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Problem::from_io(
            Path::new("standard output"),
            "write",
            &error,
        )),
        _ => Ok(answer.status),
    }
}

/// One sentence on standard error. If nobody listens, there is nobody to tell.
pub fn complain(sentence: &str) {
    let one_line = sentence.replace(['\n', '\r'], " ");
    let _ = writeln!(std::io::stderr(), "cloakroom: {one_line}");
}

/// Which values were spelled in several ways, and which count as they are written: told beside an answer in JSON, where there is no room for notes.
pub fn tell_folded(loaded: &Loaded, json: bool) {
    if json {
        let (kind, fold) = (loaded.dataset.kind(), loaded.options.fold);
        notes(kind, fold, &loaded.folded).for_each(|note| complain(&format!("note: {note}")));
    }
}

/// A line for each.
pub fn noted<'n>(notes: impl IntoIterator<Item = &'n String>) -> String {
    let notes = notes.into_iter();
    notes.map(|note| format!("Note: {note}\n")).collect()
}

/// A metric without zeros that say nothing: `0.2`, `8,657,831`.
pub fn plain(value: f64) -> String {
    let text = format!("{:.6}", value.abs());
    let Some((whole, decimals)) = text.split_once('.') else {
        return value.to_string();
    };
    let decimals = decimals.trim_end_matches('0');
    let whole = match whole.parse::<usize>() {
        Ok(number) => grouped(number),
        Err(_) => whole.to_owned(),
    };
    let is_none = whole == "0" && decimals.is_empty();
    let sign = if value < 0.0 && !is_none { "-" } else { "" };
    match decimals {
        "" => format!("{sign}{whole}"),
        _ => format!("{sign}{whole}.{decimals}"),
    }
}

/// Lines of cells in columns: the first column to the left, the others to the right.
pub fn table(lines: &[Vec<String>]) -> Vec<String> {
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|at| {
            let cells = lines.iter().filter_map(|line| line.get(at));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        })
        .collect();
    lines
        .iter()
        .map(|line| {
            let cells = line.iter().zip(&widths).enumerate();
            let padded = cells.map(|(at, (cell, &width))| match at {
                0 => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            });
            padded.collect::<Vec<_>>().join("  ")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        for (number, shown) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), shown);
        }
    }

    #[test]
    fn numbers_are_written_as_people_write_them() {
        for (number, shown) in [
            (0.0, "0"),
            (1.0, "1"),
            (1.000_000_1, "1"),
            (0.999_999_9, "1"),
            (0.2, "0.2"),
            (10.0, "10"),
            (-0.5, "-0.5"),
            (-3.0, "-3"),
            (-0.000_000_1, "0"),
            (8_657_831.0, "8,657,831"),
            (1234.5, "1,234.5"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(plain(number), shown);
        }
    }

    #[test]
    fn columns_are_as_wide_as_they_must_be() {
        let line = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
        assert_eq!(
            table(&[line(["method", "k"]), line(["none", "100"])]),
            ["method    k", "none    100"]
        );
    }
}
