//! The text of a hierarchy file, line by line and field by field.

use crate::io::bounded::{HIERARCHY, read_bounded, refuse_many_fields};
use crate::problem::Problem;
use std::path::Path;

/// Lines that hold something, each with its number.
#[derive(Debug)]
pub(super) struct Lines {
    pub fields: Vec<Vec<String>>,
    pub numbers: Vec<u64>,
    pub delimiter: char,
}

impl Lines {
    pub fn split(file: &Path, text: &str) -> Result<Self, Problem> {
        // A comma is often part of a label ("Smith, John"), so it only counts where no semicolon does.
        let delimiter = [';', ',', '\t']
            .into_iter()
            .find(|&delimiter| text.lines().any(|line| stands_free(line, delimiter)))
            .unwrap_or(';');
        let mut lines = Self {
            fields: Vec::new(),
            numbers: Vec::new(),
            delimiter,
        };
        for (at, line) in text.lines().enumerate() {
            if line.trim().is_empty() {
                continue;
            }
            let number = at as u64 + 1;
            let fields = split(line, delimiter).ok_or_else(|| {
                Problem::in_file(file, "a quote is not closed on this line").at_line(number)
            })?;
            lines.fields.push(fields);
            lines.numbers.push(number);
        }
        if lines.fields.is_empty() {
            return Err(Problem::in_file(
                file,
                "the hierarchy file is empty; expected one line per value",
            ));
        }
        Ok(lines)
    }
}

/// A problem in the line that holds this field list or link, if it is known.
pub(super) fn problem_at(
    file: &Path,
    numbers: &[u64],
    line: Option<usize>,
    message: &str,
) -> Problem {
    let problem = Problem::in_file(file, message);
    match line.and_then(|line| numbers.get(line)) {
        Some(&number) => problem.at_line(number),
        None => problem,
    }
}

pub(super) fn read_text(file: &Path) -> Result<String, Problem> {
    let bytes = read_bounded(file, HIERARCHY)?;
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(error.as_bytes());
            text.into_owned()
        }
    };
    refuse_many_fields(file, &text)?;
    if text.contains('\0') {
        return Err(Problem::in_file(
            file,
            "this is not a text file; expected a hierarchy",
        ));
    }
    Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned())
}

/// Whether a line has this character outside of quotes. A quote opens at the start of a field only.
fn stands_free(line: &str, delimiter: char) -> bool {
    let mut quoted = false;
    let mut before = ';';
    for letter in line.chars() {
        match letter {
            '"' if quoted => quoted = false,
            // A doubled quote is a closing one and an opening one.
            '"' if matches!(before, ';' | ',' | '\t' | '"') => quoted = true,
            _ if letter == delimiter && !quoted => return true,
            _ => {}
        }
        before = letter;
    }
    false
}

/// Fields of a line; one in quotes may hold the delimiter and doubled quotes.
fn split(line: &str, delimiter: char) -> Option<Vec<String>> {
    let mut fields = Vec::new();
    let mut rest = line;
    loop {
        if let Some(quoted) = rest.strip_prefix('"') {
            let mut field = String::new();
            let mut inside = quoted;
            loop {
                let end = inside.find('"')?;
                field.push_str(&inside[..end]);
                inside = &inside[end + 1..];
                match inside.strip_prefix('"') {
                    Some(more) => {
                        field.push('"');
                        inside = more;
                    }
                    None => break,
                }
            }
            fields.push(field);
            if inside.is_empty() {
                return Some(fields);
            }
            rest = inside.strip_prefix(delimiter)?;
        } else {
            match rest.split_once(delimiter) {
                Some((field, more)) => {
                    fields.push(field.to_owned());
                    rest = more;
                }
                None => {
                    fields.push(rest.to_owned());
                    return Some(fields);
                }
            }
        }
    }
}
