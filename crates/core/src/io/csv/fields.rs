//! Takes a text apart into fields by the rules of RFC 4180.
//!
//! A quote opens a quoted field only where the field begins; elsewhere it is a character like any other.

use super::dialect::{After, Dialect, QUOTE};
use super::marks::Marks;
use memchr::memchr;
use std::ops::Range;

/// A field as it lies in the text, without the quotes around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub range: Range<usize>,
    pub after: After,
    quotes: Quotes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quotes {
    None,
    Around,
    /// Around, and doubled ones inside, each of which stands for one.
    Doubled,
}

impl Field {
    pub fn is_doubled(&self) -> bool {
        self.quotes == Quotes::Doubled
    }

    /// What the field says. `scratch` is used where the text has to be put together.
    #[inline]
    pub fn value<'a>(&self, text: &'a str, scratch: &'a mut String) -> &'a str {
        let raw = text.get(self.range.clone()).unwrap_or_default();
        if !self.is_doubled() {
            return raw;
        }
        scratch.clear();
        let mut rest = raw;
        while let Some((before, after)) = rest.split_once("\"\"") {
            scratch.push_str(before);
            scratch.push('"');
            rest = after;
        }
        scratch.push_str(rest);
        scratch
    }

    /// A line with nothing on it: no record.
    pub fn is_blank_line(&self) -> bool {
        self.range.is_empty() && self.quotes == Quotes::None && self.after != After::Field
    }
}

/// Why a field cannot be taken, and at which byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuoteFault {
    Unclosed { opened: usize },
    TextAfter { opened: usize, at: usize },
}

/// Walks over the fields of a text from one record's start on.
#[derive(Clone, Debug)]
pub struct Fields<'a> {
    bytes: &'a [u8],
    dialect: &'a Dialect,
    marks: Marks<'a>,
    at: usize,
}

impl<'a> Fields<'a> {
    pub fn new(text: &'a str, dialect: &'a Dialect) -> Self {
        Self::of_bytes(text.as_bytes(), dialect)
    }

    /// Where fields end can be told before it is known that the bytes are a text.
    pub fn of_bytes(bytes: &'a [u8], dialect: &'a Dialect) -> Self {
        let first = dialect.delimiter().as_bytes().first().copied();
        Self {
            bytes,
            dialect,
            marks: Marks::new(bytes, first.unwrap_or(dialect.newline()), dialect.newline()),
            at: 0,
        }
    }

    /// Where the next field begins.
    pub fn position(&self) -> usize {
        self.at
    }

    pub fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    #[inline]
    pub fn next_field(&mut self) -> Result<Field, QuoteFault> {
        if self.is_at_quote() {
            self.quoted_field()
        } else {
            Ok(self.plain_field())
        }
    }

    #[inline]
    pub fn is_at_quote(&self) -> bool {
        self.bytes.get(self.at) == Some(&QUOTE)
    }

    /// The next field where [`Self::is_at_quote`] does not hold. Apart from [`Self::next_field`] because
    /// it is called for nearly every cell: without a result around it the field stays in registers.
    #[inline(always)]
    pub fn plain_field(&mut self) -> Field {
        let start = self.at;
        let newline = self.dialect.newline();
        let delimiter = self.dialect.delimiter().as_bytes();
        loop {
            let hit = self.marks.next_hit();
            let Some(&byte) = self.bytes.get(hit) else {
                self.at = self.bytes.len();
                return plain(start..self.without_return(start, hit), After::Text);
            };
            if byte == newline {
                self.at = hit + 1;
                return plain(start..self.without_return(start, hit), After::Record);
            }
            if delimiter.len() == 1 {
                self.at = hit + 1;
                return plain(start..hit, After::Field);
            }
            if self.bytes[hit..].starts_with(delimiter) {
                self.at = hit + delimiter.len();
                self.marks.seek(self.at);
                return plain(start..hit, After::Field);
            }
        }
    }

    /// The carriage return of a Windows line end is no part of the field.
    #[inline]
    fn without_return(&self, start: usize, end: usize) -> usize {
        let has_return = end > start && self.bytes.get(end - 1) == Some(&b'\r');
        end - usize::from(has_return)
    }

    #[inline(never)]
    pub fn quoted_field(&mut self) -> Result<Field, QuoteFault> {
        let opened = self.at;
        let start = opened + 1;
        let mut doubled = false;
        let mut from = start;
        let end = loop {
            let rest = self.bytes.get(from..).unwrap_or_default();
            let Some(found) = memchr(QUOTE, rest) else {
                return Err(QuoteFault::Unclosed { opened });
            };
            if rest.get(found + 1) != Some(&QUOTE) {
                break from + found;
            }
            doubled = true;
            from += found + 2;
        };
        let Some((after, length)) = self.dialect.after_field(self.bytes, end + 1) else {
            return Err(QuoteFault::TextAfter {
                opened,
                at: end + 1,
            });
        };
        self.at = end + 1 + length;
        self.marks.seek(self.at);
        Ok(Field {
            range: start..end,
            after,
            quotes: if doubled {
                Quotes::Doubled
            } else {
                Quotes::Around
            },
        })
    }
}

#[inline]
fn plain(range: Range<usize>, after: After) -> Field {
    Field {
        range,
        after,
        quotes: Quotes::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(text: &str, delimiter: &str) -> Vec<Vec<String>> {
        let dialect = Dialect::new(delimiter, super::super::dialect::newline_of(text)).unwrap();
        let mut fields = Fields::new(text, &dialect);
        let mut records = vec![Vec::new()];
        let mut scratch = String::new();
        while !fields.is_at_end() {
            let field = fields.next_field().unwrap();
            let value = field.value(text, &mut scratch).to_owned();
            records.last_mut().unwrap().push(value);
            if field.after == After::Record {
                records.push(Vec::new());
            }
        }
        records
    }

    #[test]
    fn quotes_hold_delimiters_newlines_and_quotes() {
        assert_eq!(
            records("a,\"b,\n\"\"c\"\"\",5\" pipe\r\nd,,\"\"\r", ","),
            [vec!["a", "b,\n\"c\"", "5\" pipe"], vec!["d", "", ""]]
        );
    }

    #[test]
    fn delimiters_of_two_characters() {
        assert_eq!(
            records("1::a:b::\"x::y\"::\n:::\n", "::"),
            [vec!["1", "a:b", "x::y", ""], vec!["", ":"], vec![]]
        );
    }

    #[test]
    fn lone_carriage_returns_end_lines_where_nothing_else_does() {
        assert_eq!(records("a,b\r\"1\",2", ","), [["a", "b"], ["1", "2"]]);
    }

    #[test]
    fn quotes_that_go_wrong() {
        let dialect = Dialect::new(",", b'\n').unwrap();
        let fault = |text: &str| Fields::new(text, &dialect).next_field().unwrap_err();
        assert_eq!(fault("\"abc"), QuoteFault::Unclosed { opened: 0 });
        assert_eq!(fault("\"abc\"\""), QuoteFault::Unclosed { opened: 0 });
        assert_eq!(
            fault("\"abc\"d"),
            QuoteFault::TextAfter { opened: 0, at: 5 }
        );
    }
}
