//! The one way in which the rows of a released sheet are written: what was read is written anew and compared.

use super::{OTHERWISE, Unread, letters_of};
use crate::read::Record;

pub(super) const BEGIN: &str = concat!(
    r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#,
    "\n",
    r#"<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>"#
);
pub(super) const END: &str = "</sheetData></worksheet>";

pub(super) const MOST_ROWS: u64 = 1_048_576;
pub(super) const MOST_COLUMNS: usize = 16_384;
/// In UTF-16, as Excel counts.
const LONGEST_TEXT: usize = 32_767;
/// No number has as many letters.
const LONGEST_NUMBER: usize = 32;

/// What the records of a column hold.
#[derive(Clone, Copy, Default)]
struct Held {
    has_numbers: bool,
    has_texts: bool,
    /// Whether one of the texts could not be a number.
    has_words: bool,
}

#[derive(Default)]
pub(super) struct Anew {
    columns: Vec<Held>,
    line: String,
}

impl Anew {
    pub fn header(&mut self, record: &Record) -> Result<&[u8], Unread> {
        if record.len() > MOST_COLUMNS {
            return Err(OTHERWISE);
        }
        self.columns = vec![Held::default(); record.len()];
        self.line.clear();
        self.line.push_str("<row r=\"1\">");
        for (at, name) in record.cells().enumerate() {
            self.text(&format!("{}1", letters_of(at)), name)?;
        }
        self.line.push_str("</row>");
        Ok(self.line.as_bytes())
    }

    /// `are_numbers` tells which cells were numbers.
    pub fn row(
        &mut self,
        row: u64,
        record: &Record,
        are_numbers: &[bool],
    ) -> Result<&[u8], Unread> {
        if row > MOST_ROWS {
            return Err(OTHERWISE);
        }
        self.line.clear();
        self.line.push_str(&format!("<row r=\"{row}\">"));
        for (at, (text, &is_number)) in record.cells().zip(are_numbers).enumerate() {
            let place = format!("{}{row}", letters_of(at));
            let held = self.columns.get_mut(at).ok_or(OTHERWISE)?;
            if text.is_empty() {
                self.line.push_str(&format!("<c r=\"{place}\" s=\"1\"/>"));
            } else if is_number {
                held.has_numbers = true;
                if !is_spelled_so(text) {
                    return Err(OTHERWISE);
                }
                let cell = format!("<c r=\"{place}\"><v>{text}</v></c>");
                self.line.push_str(&cell);
            } else {
                held.has_texts = true;
                held.has_words = held.has_words || !is_spelled_so(text);
                self.text(&place, text)?;
            }
        }
        self.line.push_str("</row>");
        Ok(self.line.as_bytes())
    }

    /// Once all rows are there: a column of numbers is written as numbers, any other as texts.
    pub fn columns_are_of_one_kind(&self) -> Result<(), Unread> {
        let is_kept = |held: &Held| match held.has_numbers {
            true => !held.has_texts,
            false => held.has_words || !held.has_texts,
        };
        self.columns
            .iter()
            .all(is_kept)
            .then_some(())
            .ok_or(OTHERWISE)
    }

    fn text(&mut self, place: &str, text: &str) -> Result<(), Unread> {
        if text.len() > LONGEST_TEXT && text.encode_utf16().count() > LONGEST_TEXT {
            return Err(OTHERWISE);
        }
        let begin =
            format!("<c r=\"{place}\" s=\"1\" t=\"inlineStr\"><is><t xml:space=\"preserve\">");
        self.line.push_str(&begin);
        for (at, letter) in text.char_indices() {
            match letter {
                '&' => self.line.push_str("&amp;"),
                '<' => self.line.push_str("&lt;"),
                '>' => self.line.push_str("&gt;"),
                '_' if looks_escaped(&text.as_bytes()[at..]) => self.line.push_str("_x005F_"),
                '\t' | '\n' => self.line.push(letter),
                '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => {
                    let code = format!("_x{:04X}_", u32::from(letter));
                    self.line.push_str(&code);
                }
                other => self.line.push(other),
            }
        }
        self.line.push_str("</t></is></c>");
        Ok(())
    }
}

/// `_x000D_` would be read as another letter.
fn looks_escaped(bytes: &[u8]) -> bool {
    bytes.len() >= 7
        && bytes.starts_with(b"_x")
        && bytes[2..6].iter().all(u8::is_ascii_hexdigit)
        && bytes[6] == b'_'
}

/// Whether a number is written as this text and no other: in the fewest digits, with an exponent only if it is very large or
/// very small.
pub(super) fn is_spelled_so(text: &str) -> bool {
    let number = (text.len() <= LONGEST_NUMBER).then(|| text.parse::<f64>().ok());
    let Some(number) = number.flatten().filter(|number| number.is_finite()) else {
        return false;
    };
    // There is one zero.
    let number = number + 0.0;
    let size = number.abs();
    let spelled = match size == 0.0 || (1e-6..1e16).contains(&size) {
        true => format!("{number}"),
        false => format!("{number:e}"),
    };
    spelled == text
}
