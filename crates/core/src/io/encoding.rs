//! Bytes become text: UTF-8 where they are UTF-8, Windows-1252 otherwise; what is no text is named. A file that is
//! partly the one and partly the other is refused: one byte of one record would change the letters of all others.

use super::not_a_text::{called_otherwise, not_a_text};
use super::stream::SourceStream;
use crate::load_options::TextEncoding;
use crate::{Failure, Problem, Progress};
use encoding_rs::WINDOWS_1252;
use memchr::{memchr, memchr_iter, memrchr};
use rayon::prelude::*;
use std::path::Path;

pub(super) const BOM: &[u8] = b"\xef\xbb\xbf";
/// Some milliseconds of work, so that a stop is heard in time.
const BLOCK: usize = 4 << 20;

/// The text of a file without its byte-order mark.
#[derive(Clone, Debug)]
pub struct Decoded {
    text: String,
    /// Where the text begins: taking a mark away would move every byte.
    start: usize,
    pub encoding: TextEncoding,
}

impl Decoded {
    pub fn text(&self) -> &str {
        self.text.get(self.start..).unwrap_or_default()
    }
}

/// Without `wanted`, bytes that are not UTF-8 are read as Windows-1252, unless there are letters in UTF-8 among them.
pub fn decode(
    file: &Path,
    bytes: Vec<u8>,
    wanted: Option<TextEncoding>,
    progress: &Progress,
) -> Result<Decoded, Failure> {
    if let Some(message) = not_a_text(&bytes) {
        return Err(Problem::in_file(file, message).into());
    }
    let zero = bytes
        .par_chunks(BLOCK)
        .enumerate()
        .find_map_first(|(block, part)| memchr(0, part).map(|at| block * BLOCK + at));
    progress.check()?;
    if let Some(at) = zero {
        if let Some(message) = called_otherwise(file) {
            return Err(Problem::in_file(file, message).into());
        }
        let (line, column) = place(&bytes, at);
        return Err(zero_byte(file).at(line, column).into());
    }
    let marked = bytes.starts_with(BOM);
    if wanted == Some(TextEncoding::Latin1) {
        return Ok(Decoded {
            text: from_windows_1252(&bytes, progress)?,
            start: 0,
            encoding: TextEncoding::Latin1,
        });
    }
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => {
            return Ok(Decoded {
                text,
                start: if marked { BOM.len() } else { 0 },
                encoding: TextEncoding::Utf8,
            });
        }
        Err(error) if wanted == Some(TextEncoding::Utf8) || marked => {
            let at = error.utf8_error().valid_up_to();
            let (line, column) = place(error.as_bytes(), at);
            return Err(not_utf_8(file).at(line, column).into());
        }
        Err(error) => error.into_bytes(),
    };
    let mut mixture = Mixture::default();
    for part in bytes.chunks(BLOCK) {
        progress.check()?;
        mixture.pass(part);
    }
    mixture.refuse(file)?;
    Ok(Decoded {
        text: from_windows_1252(&bytes, progress)?,
        start: 0,
        encoding: TextEncoding::Latin1,
    })
}

/// The same for a file that is not held as a whole and is known not to be UTF-8.
pub(super) fn refuse_mixed(
    file: &Path,
    mut source: SourceStream<'_>,
    progress: &Progress,
) -> Result<(), Failure> {
    let mut mixture = Mixture::default();
    loop {
        progress.check()?;
        let mut part = Vec::new();
        source.read(&mut part, BLOCK)?;
        if part.is_empty() {
            return Ok(mixture.refuse(file)?);
        }
        mixture.pass(&part);
    }
}

/// Bytes that are no UTF-8, and letters that are.
#[derive(Default)]
struct Mixture {
    /// Line and byte of the line that was reached, both from 0.
    line: u64,
    column: u64,
    /// The beginning of what may be a letter: the next bytes say.
    begun: Vec<u8>,
    /// Line and byte of the line of the first byte that is no UTF-8, both from 1.
    first: Option<(u64, u64)>,
    has_letters: bool,
}

impl Mixture {
    fn pass(&mut self, bytes: &[u8]) {
        let joined = [std::mem::take(&mut self.begun).as_slice(), bytes].concat();
        let mut at = 0;
        for chunk in joined.utf8_chunks() {
            let (text, other) = (chunk.valid().as_bytes(), chunk.invalid());
            self.has_letters |= !text.is_ascii();
            self.advance(text);
            at += text.len() + other.len();
            let may_go_on =
                std::str::from_utf8(other).is_err_and(|error| error.error_len().is_none());
            if at == joined.len() && may_go_on {
                self.begun = other.to_vec();
            } else if !other.is_empty() {
                self.first.get_or_insert((self.line + 1, self.column + 1));
                self.advance(other);
            }
        }
    }

    fn advance(&mut self, bytes: &[u8]) {
        self.line += memchr_iter(b'\n', bytes).count() as u64;
        self.column = match memrchr(b'\n', bytes) {
            Some(at) => (bytes.len() - at - 1) as u64,
            None => self.column + bytes.len() as u64,
        };
    }

    fn refuse(self, file: &Path) -> Result<(), Problem> {
        let cut = (self.line + 1, self.column + 1);
        let (line, column) = self.first.unwrap_or(cut);
        if !self.has_letters {
            return Ok(());
        }
        let message = "the text is not valid UTF-8 at this byte, though it has letters in UTF-8 elsewhere; expected one \
                       encoding, or data.encoding = \"latin-1\" if every byte is a letter of its own";
        Err(Problem::in_file(file, message).at(line, column))
    }
}

pub(super) fn zero_byte(file: &Path) -> Problem {
    Problem::in_file(file, "this is not a text file: it holds a zero byte")
}

pub(super) fn not_utf_8(file: &Path) -> Problem {
    let message =
        "the text is not valid UTF-8 at this byte; read it as latin-1 if it was saved that way";
    Problem::in_file(file, message)
}

/// Every byte is a character of its own, so blocks need no care at their ends.
pub(super) fn from_windows_1252(bytes: &[u8], progress: &Progress) -> Result<String, Failure> {
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    for part in bytes.chunks(BLOCK) {
        progress.check()?;
        text.push_str(&WINDOWS_1252.decode_without_bom_handling(part).0);
    }
    Ok(text)
}

/// Line and byte of the line, both from 1.
pub(super) fn place(bytes: &[u8], at: usize) -> (u64, u64) {
    let before = bytes.get(..at).unwrap_or(bytes);
    let line = memchr_iter(b'\n', before).count() as u64 + 1;
    let start = memrchr(b'\n', before).map_or(0, |at| at + 1);
    (line, (before.len() - start) as u64 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8], wanted: Option<TextEncoding>) -> Result<Decoded, Failure> {
        decode(
            Path::new("t.csv"),
            bytes.to_vec(),
            wanted,
            &Progress::default(),
        )
    }

    fn sentence(bytes: &[u8], wanted: Option<TextEncoding>) -> String {
        decoded(bytes, wanted).unwrap_err().to_string()
    }

    #[test]
    fn a_text_in_two_encodings_is_refused() {
        let told = sentence(b"n\nK\xc3\xb6ln\nxM\xfcnster\n", None);
        assert!(
            told.starts_with(
                "t.csv, line 3, column 3: the text is not valid UTF-8 at this byte, though"
            ),
            "{told}"
        );
        // Half a letter at the end is none.
        let told = sentence(b"K\xc3\xb6ln\nM\xc3", None);
        assert!(told.starts_with("t.csv, line 2, column 2"), "{told}");
        let decoded = |wanted| {
            let bytes = b"K\xc3\xb6ln M\xfcnster".to_vec();
            decode(Path::new("t.csv"), bytes, wanted, &Progress::default())
        };
        assert!(decoded(Some(TextEncoding::Latin1)).is_ok());
        // Letters that lie across two parts are found.
        for cut in 0..5 {
            let bytes = b"\xff\xe2\x82\xac\n";
            let mut mixture = Mixture::default();
            mixture.pass(&bytes[..cut]);
            mixture.pass(&bytes[cut..]);
            let refused = mixture.refuse(Path::new("t.csv")).unwrap_err();
            assert!(
                refused.to_string().starts_with("t.csv, line 1, column 1"),
                "{cut}"
            );
        }
    }

    #[test]
    fn utf_8_with_and_without_mark() {
        for bytes in ["naïve".as_bytes(), b"\xef\xbb\xbfna\xc3\xafve"] {
            let decoded = decoded(bytes, None).unwrap();
            assert_eq!(decoded.text(), "naïve");
            assert_eq!(decoded.encoding, TextEncoding::Utf8);
        }
    }

    #[test]
    fn anything_else_is_windows_1252() {
        let found = decoded(b"na\xefve \x80", None).unwrap();
        assert_eq!(found.text(), "naïve €");
        assert_eq!(found.encoding, TextEncoding::Latin1);
        let forced = decoded("ï".as_bytes(), Some(TextEncoding::Latin1)).unwrap();
        assert_eq!(forced.text(), "Ã¯");
    }

    #[test]
    fn demanded_utf_8_says_where_it_is_not() {
        assert_eq!(
            sentence(b"a\nbc\xff", Some(TextEncoding::Utf8)),
            "t.csv, line 2, column 3: the text is not valid UTF-8 at this byte; read it as latin-1 \
             if it was saved that way"
        );
    }

    #[test]
    fn what_is_no_text_is_named() {
        assert!(sentence(b"PK\x03\x04....xl/workbook.xml", None).contains("Excel workbook"));
        assert!(sentence(b"PK\x03\x04....readme", None).contains("zip archive"));
        assert!(sentence(b"%PDF-1.4", None).contains("PDF"));
        assert!(sentence(b"PAR1....PAR1", None).contains("Parquet"));
        assert!(sentence(b"\xff\xfea\0", None).contains("UTF-16"));
        assert_eq!(
            sentence(b"a,b\n1,\0\n", None),
            "t.csv, line 2, column 3: this is not a text file: it holds a zero byte"
        );
    }
}
