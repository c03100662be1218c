//! A table becomes JSON lines: an object for every record, with all columns in their order. A column whose values are all
//! numbers as JSON has them is written in bare numbers, and what is missing as `null`; everything else is a text. What is
//! written of a value follows from the column that it stands in, so that there is one way to write a table.

use crate::column::Column;
use crate::io::atomic_file::WriteError;
use crate::progress::Progress;
use std::io::Write;

/// Cells between two looks at the progress.
const BLOCK: usize = 1 << 12;

pub fn write_records(
    out: &mut impl Write,
    columns: &[&Column],
    progress: &Progress,
) -> Result<(), WriteError> {
    let rows = columns.first().map_or(0, |column| column.len());
    progress.stage("writing records", rows as u64);
    let columns = columns.iter().enumerate();
    let written: Vec<Written<'_>> = columns
        .map(|(at, column)| Written::new(at, column))
        .collect();
    let stride = (BLOCK / written.len().max(1)).max(1);
    let mut line = String::new();
    for row in 0..rows {
        if row.is_multiple_of(stride) {
            progress.check()?;
            progress.advance(stride as u64);
        }
        line.clear();
        for column in &written {
            line.push_str(&column.name);
            column.push(&mut line, row);
        }
        line.push_str("}\n");
        out.write_all(line.as_bytes())?;
    }
    Ok(())
}

/// How a column is written.
struct Written<'a> {
    column: &'a Column,
    /// With what comes before it.
    name: String,
    are_numbers: bool,
}

impl<'a> Written<'a> {
    fn new(at: usize, column: &'a Column) -> Self {
        let mut name = if at == 0 { "{" } else { "," }.to_owned();
        push_text(&mut name, column.name());
        name.push(':');
        let counts = column.counts();
        let used = column.dictionary().iter().zip(counts);
        let mut used = used.filter(|&(text, &count)| count > 0 && !text.is_empty());
        Self {
            column,
            name,
            are_numbers: used.all(|(text, _)| is_number(text)),
        }
    }

    fn push(&self, line: &mut String, row: usize) {
        match self.column.text(row) {
            "" => line.push_str("null"),
            text if self.are_numbers => line.push_str(text),
            text => push_text(line, text),
        }
    }
}

/// Whether JSON has a number that is spelled so.
fn is_number(text: &str) -> bool {
    let rest = text.strip_prefix('-').unwrap_or(text);
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(rest);
    if whole == 0 || whole > 1 && rest.starts_with('0') {
        return false;
    }
    let mut rest = &rest[whole..];
    if let Some(fraction) = rest.strip_prefix('.') {
        let count = digits(fraction);
        if count == 0 {
            return false;
        }
        rest = &fraction[count..];
    }
    let Some(exponent) = rest.strip_prefix(['e', 'E']) else {
        return rest.is_empty();
    };
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    !exponent.is_empty() && digits(exponent) == exponent.len()
}

/// With the fewest escapes.
fn push_text(line: &mut String, text: &str) {
    line.push('"');
    for char in text.chars() {
        match char {
            '"' => line.push_str("\\\""),
            '\\' => line.push_str("\\\\"),
            '\n' => line.push_str("\\n"),
            '\r' => line.push_str("\\r"),
            '\t' => line.push_str("\\t"),
            char if u32::from(char) < 0x20 => {
                line.push_str(&format!("\\u{:04x}", u32::from(char)));
            }
            char => line.push(char),
        }
    }
    line.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_bare_where_all_are_numbers() {
        let columns = [
            Column::from_texts("n\"", ["1", "", "-2.5e3"]).unwrap(),
            Column::from_texts("zip", ["01067", "1", ""]).unwrap(),
            Column::from_texts("t", ["a\t\"b\"", "ß\u{1}", "null"]).unwrap(),
        ];
        let columns: Vec<&Column> = columns.iter().collect();
        let mut out = Vec::new();
        write_records(&mut out, &columns, &Progress::default()).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "{\"n\\\"\":1,\"zip\":\"01067\",\"t\":\"a\\t\\\"b\\\"\"}\n\
             {\"n\\\"\":null,\"zip\":\"1\",\"t\":\"ß\\u0001\"}\n\
             {\"n\\\"\":-2.5e3,\"zip\":null,\"t\":\"null\"}\n"
        );
    }

    #[test]
    fn what_json_has_no_number_for_is_a_text() {
        for (text, expected) in [
            ("0", true),
            ("-0.5", true),
            ("10e+2", true),
            ("01", false),
            (".5", false),
            ("5.", false),
            ("1e", false),
            ("-", false),
            ("1 ", false),
            ("", false),
        ] {
            assert_eq!(is_number(text), expected, "{text}");
        }
    }
}
