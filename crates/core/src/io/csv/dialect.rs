//! How one file is written: what stands between fields and what ends a record.

use std::borrow::Cow;

pub const QUOTE: u8 = b'"';

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dialect {
    delimiter: String,
    /// The last byte of a line end: a line feed, or a carriage return in files that have no other.
    newline: u8,
}

impl Dialect {
    /// `None` if the delimiter could not be told from the rest of the text.
    pub fn new(delimiter: &str, newline: u8) -> Option<Self> {
        let usable = !delimiter.is_empty()
            && delimiter.len() <= 16
            && !delimiter.contains(['"', '\r', '\n', '\0']);
        usable.then(|| Self {
            delimiter: delimiter.to_owned(),
            newline,
        })
    }

    pub fn delimiter(&self) -> &str {
        &self.delimiter
    }

    pub fn newline(&self) -> u8 {
        self.newline
    }

    /// What follows a field that ends at `at`, and how long that is.
    #[inline]
    pub fn after_field(&self, bytes: &[u8], at: usize) -> Option<(After, usize)> {
        let rest = bytes.get(at..).unwrap_or_default();
        let delimiter = self.delimiter.as_bytes();
        match rest {
            [] => Some((After::Text, 0)),
            [first, ..] if *first == self.newline => Some((After::Record, 1)),
            [b'\r', b'\n', ..] if self.newline == b'\n' => Some((After::Record, 2)),
            [b'\r'] => Some((After::Text, 1)),
            _ if rest.starts_with(delimiter) => Some((After::Field, delimiter.len())),
            _ => None,
        }
    }
}

/// The end of which a field is: of itself alone, of its record, or of the whole text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    Field,
    Record,
    Text,
}

/// Line feeds end lines unless the text has none: very old files use the carriage return.
pub fn newline_of(text: &str) -> u8 {
    let bytes = text.as_bytes();
    if memchr::memchr(b'\n', bytes).is_none() && memchr::memchr(b'\r', bytes).is_some() {
        b'\r'
    } else {
        b'\n'
    }
}

/// The delimiter in words that can be read.
pub fn delimiter_in_words(delimiter: &str) -> Cow<'static, str> {
    match delimiter {
        "," => "commas".into(),
        ", " => "a comma and a space".into(),
        ";" => "semicolons".into(),
        "\t" => "tabs".into(),
        "|" => "bars".into(),
        other => format!("\"{other}\"").into(),
    }
}
