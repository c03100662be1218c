//! JSON lines as releases are written: an object for every record, with all columns in their order, `null` where a value is
//! missing, and in every column either bare numbers or texts. What was read is written anew and has to be the same bytes:
//! whatever could be written in two ways could carry something beside the table.

use super::lines::each_line;
use super::{Hashed, Record, Rows, not_text};
use crate::problem::{Failure, Problem};
use crate::watch::Watch;
use std::path::Path;

/// Half a sentence about what is wrong.
type Unread = &'static str;

const OTHERWISE: Unread = "it is not written as a release is";
const OTHERS: Unread = "the record has other columns than the first";

pub(super) fn read(path: &Path, rows: &mut dyn Rows, watch: &dyn Watch) -> Result<String, Failure> {
    let mut file = Hashed::open(path, watch)?;
    let mut lines = Lines {
        path,
        rows,
        names: Vec::new(),
        kinds: Vec::new(),
        record: Record::default(),
        anew: String::new(),
    };
    let read = each_line(&mut file, "record", |line, number| lines.take(line, number))?;
    if read == 0 {
        let message = "the file is empty; expected a record on every line";
        return Err(Problem::in_file(path, message).into());
    }
    Ok(file.finish())
}

/// How the values of a column are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Text,
}

struct Lines<'a> {
    path: &'a Path,
    rows: &'a mut dyn Rows,
    names: Vec<String>,
    /// `None` as long as a column has no value.
    kinds: Vec<Option<Kind>>,
    record: Record,
    /// The line as it has to be.
    anew: String,
}

impl Lines<'_> {
    fn take(&mut self, line: &[u8], number: u64) -> Result<(), Failure> {
        let text = std::str::from_utf8(line).map_err(|_| not_text(self.path, number))?;
        let path = self.path;
        let refused =
            |what: Unread| -> Failure { Problem::in_file(path, what).at_line(number).into() };
        let cells = object(text).ok_or_else(|| refused(OTHERWISE))?;
        if number == 1 {
            self.names = cells.iter().map(|cell| cell.name.clone()).collect();
            self.kinds = vec![None; cells.len()];
            self.rows.names(self.names.clone())?;
        }
        if cells.len() != self.names.len() {
            return Err(refused(OTHERS));
        }
        self.record.clear();
        self.anew.clear();
        for (at, cell) in cells.iter().enumerate() {
            if cell.name != self.names[at] {
                return Err(refused(OTHERS));
            }
            self.anew.push(if at == 0 { '{' } else { ',' });
            push_text(&mut self.anew, &cell.name);
            self.anew.push(':');
            match (&cell.value, cell.kind) {
                (value, Some(kind)) if !value.is_empty() => {
                    if *self.kinds[at].get_or_insert(kind) != kind {
                        return Err(refused("a column has numbers and texts"));
                    }
                    match kind {
                        Kind::Number => self.anew.push_str(value),
                        Kind::Text => push_text(&mut self.anew, value),
                    }
                }
                _ => self.anew.push_str("null"),
            }
            self.record.push(&cell.value);
        }
        self.anew.push('}');
        if self.anew != text {
            return Err(refused(OTHERWISE));
        }
        self.rows.row(&self.record)
    }
}

struct Cell {
    name: String,
    value: String,
    /// `None` if the value is missing.
    kind: Option<Kind>,
}

/// The cells of an object of plain values.
fn object(text: &str) -> Option<Vec<Cell>> {
    let mut cells = Vec::new();
    let mut rest = text.strip_prefix('{')?.strip_suffix('}')?;
    loop {
        let (name, after) = text_of(rest)?;
        let after = after.strip_prefix(':')?;
        let (value, kind, after) = if after.starts_with('"') {
            let (value, after) = text_of(after)?;
            (value, Some(Kind::Text), after)
        } else {
            let (bare, after) = after.split_at(after.find(',').unwrap_or(after.len()));
            match bare {
                "null" => (String::new(), None, after),
                _ if is_number(bare) => (bare.to_owned(), Some(Kind::Number), after),
                _ => return None,
            }
        };
        cells.push(Cell { name, value, kind });
        if after.is_empty() {
            return Some(cells);
        }
        rest = after.strip_prefix(',')?;
    }
}

/// A text between quotes, and what follows it.
fn text_of(from: &str) -> Option<(String, &str)> {
    let inside = from.strip_prefix('"')?;
    let mut escaped = false;
    let end = inside.bytes().position(|byte| {
        let is_end = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        is_end
    })?;
    let value = serde_json::from_str(&from[..end + 2]).ok()?;
    Some((value, &inside[end + 1..]))
}

/// As JSON has them: no zeros before, digits on both sides of a point.
fn is_number(text: &str) -> bool {
    let (number, exponent) = match text.split_once(['e', 'E']) {
        Some((number, exponent)) => (number, Some(exponent)),
        None => (text, None),
    };
    let (whole, fraction) = match number.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (number, None),
    };
    let are_digits =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let whole = whole.strip_prefix('-').unwrap_or(whole);
    let exponent = exponent.map(|text| text.strip_prefix(['+', '-']).unwrap_or(text));
    are_digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(are_digits)
        && exponent.is_none_or(are_digits)
}

/// As it has to be written.
fn push_text(line: &mut String, text: &str) {
    line.push('"');
    for char in text.chars() {
        match char {
            '"' => line.push_str("\\\""),
            '\\' => line.push_str("\\\\"),
            '\n' => line.push_str("\\n"),
            '\r' => line.push_str("\\r"),
            '\t' => line.push_str("\\t"),
            '\0'..='\u{1f}' => line.push_str(&format!("\\u{:04x}", u32::from(char))),
            char => line.push(char),
        }
    }
    line.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::Unwatched;

    #[derive(Default)]
    struct Told(Vec<Vec<String>>);

    impl Rows for Told {
        fn names(&mut self, names: Vec<String>) -> Result<(), Failure> {
            self.0.push(names);
            Ok(())
        }

        fn row(&mut self, record: &Record) -> Result<(), Failure> {
            self.0.push(record.cells().map(str::to_owned).collect());
            Ok(())
        }
    }

    fn told(text: &str) -> Result<Vec<Vec<String>>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("release.ndjson");
        std::fs::write(&path, text).unwrap();
        let mut rows = Told::default();
        let read = read(&path, &mut rows, &Unwatched);
        read.map(|_| rows.0).map_err(|failure| {
            let told = failure.to_string();
            told.split(": ").last().unwrap_or_default().to_owned()
        })
    }

    #[test]
    fn records_are_read_as_they_are_written() {
        let text = "{\"a\\\"\":1.50,\"b\":\"x\\ty\"}\n{\"a\\\"\":null,\"b\":null}\n{\"a\\\"\":-2e3,\"b\":\"5\"}\n";
        let rows = told(text).unwrap();
        assert_eq!(
            rows,
            [["a\"", "b"], ["1.50", "x\ty"], ["", ""], ["-2e3", "5"]]
        );
    }

    #[test]
    fn whatever_could_be_written_in_two_ways_is_refused() {
        for (text, expected) in [
            ("{\"a\": 1}\n", OTHERWISE),
            ("{\"a\":1}\r\n", OTHERWISE),
            ("{\"a\":\"\\u0041\"}\n", OTHERWISE),
            ("{\"a\":\"\\/\"}\n", OTHERWISE),
            ("{\"a\":\"\"}\n", OTHERWISE),
            ("{\"a\":true}\n", OTHERWISE),
            ("{\"a\":01}\n", OTHERWISE),
            ("{\"a\":[1]}\n", OTHERWISE),
            ("{}\n", OTHERWISE),
            ("\n", OTHERWISE),
            (
                "{\"a\":1}\n{\"a\":\"1\"}\n",
                "a column has numbers and texts",
            ),
            ("{\"a\":1}\n{\"b\":1}\n", OTHERS),
            ("{\"a\":1}\n{\"a\":1,\"b\":1}\n", OTHERS),
            (
                "{\"a\":1}",
                "the last line does not end; expected a line end after every record",
            ),
            ("", "the file is empty; expected a record on every line"),
        ] {
            assert_eq!(told(text), Err(expected.to_owned()), "{text}");
        }
    }
}
