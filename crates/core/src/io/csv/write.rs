//! Tables become CSV: quotes only where the text needs them, a missing value is an empty field.

use super::dialect::QUOTE;
use crate::{Column, Progress, Stopped};
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, Write};

/// Bytes between two writes and two looks at the progress.
const BLOCK: usize = 256 << 10;

/// How a table is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteOptions {
    pub delimiter: String,
    /// Put an apostrophe before cells that a spreadsheet would run.
    pub escape_formulas: bool,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self {
            delimiter: ",".to_owned(),
            escape_formulas: false,
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    #[error(transparent)]
    Stopped(#[from] Stopped),
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes a header and the given rows of the given columns, in the order given. Lines end in a line feed.
/// A row that the columns do not have is left out.
pub fn write_table(
    out: &mut impl Write,
    columns: &[&Column],
    rows: impl IntoIterator<Item = usize>,
    options: &WriteOptions,
    progress: &Progress,
) -> Result<(), WriteError> {
    let cells: Vec<Cells<'_>> = columns
        .iter()
        .map(|column| Cells::new(column, options))
        .collect();
    let delimiter = options.delimiter.as_bytes();
    let mut block = Vec::with_capacity(BLOCK + BLOCK / 4);
    let names = columns.iter().map(|column| encode(column.name(), options));
    for (at, name) in names.enumerate() {
        if at > 0 {
            block.extend_from_slice(delimiter);
        }
        block.extend_from_slice(name.as_bytes());
    }
    end_record(&mut block, 0);
    let records = columns.iter().map(|column| column.len()).min().unwrap_or(0);
    for row in rows.into_iter().filter(|&row| row < records) {
        let start = block.len();
        for (at, column) in cells.iter().enumerate() {
            if at > 0 {
                block.extend_from_slice(delimiter);
            }
            block.extend_from_slice(column.cell(row).as_bytes());
        }
        end_record(&mut block, start);
        if block.len() >= BLOCK {
            progress.check()?;
            out.write_all(&block)?;
            block.clear();
        }
    }
    out.write_all(&block)?;
    Ok(())
}

/// The text as [`write_table`] would write it.
pub fn cell<'a>(text: &'a str, options: &WriteOptions) -> Cow<'a, str> {
    encode(text, options)
}

/// Writes the end of a record that began at `start`; see [`write_table`].
pub fn end_line(block: &mut Vec<u8>, start: usize) {
    end_record(block, start);
}

/// An empty line would be no record, so a lone missing value is written as `""`.
fn end_record(block: &mut Vec<u8>, start: usize) {
    if block.len() == start {
        block.extend_from_slice(&[QUOTE, QUOTE]);
    }
    block.push(b'\n');
}

/// A column with the few values that cannot be written as they are.
struct Cells<'a> {
    column: &'a Column,
    altered: HashMap<u32, String>,
}

impl<'a> Cells<'a> {
    fn new(column: &'a Column, options: &WriteOptions) -> Self {
        let altered = column
            .dictionary()
            .iter()
            .enumerate()
            .filter_map(|(code, text)| match encode(text, options) {
                Cow::Borrowed(_) => None,
                Cow::Owned(text) => Some((code as u32, text)),
            })
            .collect();
        Self { column, altered }
    }

    fn cell(&self, row: usize) -> &str {
        if !self.altered.is_empty()
            && let Some(text) = self.altered.get(&self.column.codes()[row])
        {
            return text;
        }
        self.column.text(row)
    }
}

/// The text as it stands in the file; borrowed where nothing has to be done.
fn encode<'a>(text: &'a str, options: &WriteOptions) -> Cow<'a, str> {
    let text: Cow<'a, str> = if options.escape_formulas && is_formula(text) {
        format!("'{text}").into()
    } else {
        text.into()
    };
    // Of a delimiter of several characters a part is enough to mislead: `a:` before `::`.
    let needs_quotes = text.contains(['"', '\n', '\r'])
        || text.contains(|c| options.delimiter.contains(c))
        || text.starts_with('\u{feff}');
    if needs_quotes {
        format!("\"{}\"", text.replace('"', "\"\"")).into()
    } else {
        text
    }
}

/// Whether a spreadsheet would run this cell instead of showing it. A plain number never is a formula.
pub fn is_formula(text: &str) -> bool {
    begins_formula(text) && !is_plain_number(text)
}

/// Whether a cell that goes on after this text may be run as a formula.
pub fn begins_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r'])
}

fn is_plain_number(text: &str) -> bool {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && unsigned.parse::<f64>().is_ok()
}

/// Cells of the column that a spreadsheet would run. Looks at each distinct value once.
pub fn formula_cells(column: &Column) -> usize {
    let counts = column.counts();
    column
        .dictionary()
        .iter()
        .zip(counts)
        .filter(|(text, _)| is_formula(text))
        .map(|(_, &count)| count as usize)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(columns: &[Column], options: &WriteOptions) -> String {
        let columns: Vec<&Column> = columns.iter().collect();
        let rows = 0..columns.first().map_or(0, |column| column.len());
        let mut out = Vec::new();
        write_table(&mut out, &columns, rows, options, &Progress::default()).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn column(name: &str, texts: &[&str]) -> Column {
        Column::from_texts(name, texts).unwrap()
    }

    #[test]
    fn quotes_only_where_they_are_needed() {
        let columns = [
            column("a", &["1.50", "x,y", "", "two\nlines"]),
            column("b \"q\"", &["", "5\" pipe", "", "'"]),
        ];
        assert_eq!(
            written(&columns, &WriteOptions::default()),
            "a,\"b \"\"q\"\"\"\n1.50,\n\"x,y\",\"5\"\" pipe\"\n,\n\"two\nlines\",'\n"
        );
    }

    #[test]
    fn a_lone_missing_value_is_no_blank_line() {
        let columns = [column("a", &["1", "", "2"])];
        assert_eq!(
            written(&columns, &WriteOptions::default()),
            "a\n1\n\"\"\n2\n"
        );
    }

    #[test]
    fn formulas_are_counted_and_escaped_on_request() {
        let texts = [
            "=1+1", "-5", "+49 30", "@x", "a=b", "=1+1", "-2.5e3", "-", "\tx",
        ];
        let column = column("a", &texts);
        assert_eq!(formula_cells(&column), 6);
        let options = WriteOptions {
            escape_formulas: true,
            ..WriteOptions::default()
        };
        assert_eq!(
            written(&[column], &options),
            "a\n'=1+1\n-5\n'+49 30\n'@x\na=b\n'=1+1\n-2.5e3\n'-\n'\tx\n"
        );
    }

    #[test]
    fn rows_are_written_in_the_order_given() {
        let column = column("a", &["x", "y", "z"]);
        let mut out = Vec::new();
        write_table(
            &mut out,
            &[&column],
            [2, 0, 9],
            &WriteOptions::default(),
            &Progress::default(),
        )
        .unwrap();
        assert_eq!(out, b"a\nz\nx\n");
    }
}
