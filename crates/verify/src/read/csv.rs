//! Comma-separated values with a header, in UTF-8, by the parser at the heart of the `csv` crate: used by itself, a
//! record cannot take more memory than it is given. Cells are written in one way: quotes that need not be there, other
//! ends of lines and blank lines could carry what nobody sees.

use super::{Hashed, LONGEST_RECORD, Record, Rows, not_text, too_long};
use crate::problem::{Failure, Problem};
use crate::watch::Watch;
use csv_core::{ReadRecordResult, Reader};
use std::path::Path;

/// The raw bytes of a record, and where its fields end.
struct Fields {
    bytes: Vec<u8>,
    ends: Vec<usize>,
    filled: usize,
    count: usize,
}

pub(super) fn read(path: &Path, rows: &mut dyn Rows, watch: &dyn Watch) -> Result<String, Failure> {
    let mut file = Hashed::open(path, watch)?;
    let mut parser = Reader::new();
    let mut fields = Fields {
        bytes: vec![0; 1 << 12],
        ends: vec![0; 64],
        filled: 0,
        count: 0,
    };
    let mut record = Record::default();
    // The bytes of the record that is being read, as they lie in the file.
    let mut raw = Vec::new();
    let mut width = None;
    // Where the record that is being read began.
    let mut line = 1;
    loop {
        // An empty input tells the parser that this is the end.
        let input = file.next()?;
        let is_last = input.is_empty();
        let mut rest = input;
        loop {
            let (result, read, written, ended) = parser.read_record(
                rest,
                &mut fields.bytes[fields.filled..],
                &mut fields.ends[fields.count..],
            );
            raw.extend_from_slice(&rest[..read]);
            // Quotes double at most; blank lines are no part of a record.
            if raw.len() > 3 * LONGEST_RECORD {
                return Err(too_long(path, line));
            }
            rest = &rest[read..];
            fields.filled += written;
            fields.count += ended;
            match result {
                ReadRecordResult::InputEmpty => break,
                ReadRecordResult::OutputFull => {
                    if fields.bytes.len() >= LONGEST_RECORD {
                        return Err(too_long(path, line));
                    }
                    fields.bytes.resize(2 * fields.bytes.len(), 0);
                }
                ReadRecordResult::OutputEndsFull => {
                    if fields.ends.len() >= LONGEST_RECORD / 8 {
                        return Err(too_long(path, line));
                    }
                    fields.ends.resize(2 * fields.ends.len(), 0);
                }
                ReadRecordResult::Record => {
                    fields
                        .give(&mut record)
                        .ok_or_else(|| not_text(path, line))?;
                    if !is_as_written(&raw, &record) {
                        return Err(written_otherwise(path, line));
                    }
                    raw.clear();
                    match width {
                        None => {
                            width = Some(record.len());
                            rows.names(record.cells().map(str::to_owned).collect())?;
                        }
                        Some(width) if width != record.len() => {
                            let message = format!(
                                "expected {width} fields as in the header, found {}",
                                record.len()
                            );
                            return Err(Problem::in_file(path, message).at_line(line).into());
                        }
                        Some(_) => rows.row(&record)?,
                    }
                    line = parser.line();
                }
                ReadRecordResult::End if raw.is_empty() => break,
                ReadRecordResult::End => return Err(written_otherwise(path, line)),
            }
        }
        if is_last {
            break;
        }
    }
    if width.is_none() {
        return Err(Problem::in_file(path, "the file is empty; expected a header").into());
    }
    Ok(file.finish())
}

fn written_otherwise(path: &Path, line: u64) -> Failure {
    let message = "this record is not written as a release is: expected quotes only around cells that need them, a line \
                   feed at the end, and no blank lines";
    Problem::in_file(path, message).at_line(line).into()
}

/// Whether these are the bytes that the record is written as.
fn is_as_written(raw: &[u8], record: &Record) -> bool {
    let is_plain = |byte: &u8| !matches!(byte, b'"' | b'\r' | b'\n' | 0xef);
    // Most records: no cell needs quotes and none has some.
    if let [cells @ .., b'\n'] = raw
        && !cells.is_empty()
        && cells.iter().all(is_plain)
    {
        return true;
    }
    let mut written = String::with_capacity(raw.len());
    for (at, cell) in record.cells().enumerate() {
        if at > 0 {
            written.push(',');
        }
        if cell.contains(['"', '\n', '\r', ',']) || cell.starts_with('\u{feff}') {
            written.push('"');
            written.push_str(&cell.replace('"', "\"\""));
            written.push('"');
        } else {
            written.push_str(cell);
        }
    }
    if written.is_empty() {
        written.push_str("\"\"");
    }
    written.push('\n');
    written.as_bytes() == raw
}

impl Fields {
    /// `None` if a field is no text.
    fn give(&mut self, record: &mut Record) -> Option<()> {
        record.clear();
        let text = std::str::from_utf8(&self.bytes[..self.filled]).ok()?;
        let ends = &self.ends[..self.count];
        // Two halves of a letter in two fields are no text, though they make one side by side.
        if !ends.iter().all(|&end| text.is_char_boundary(end)) {
            return None;
        }
        record.text.push_str(text);
        record.ends.extend_from_slice(ends);
        (self.filled, self.count) = (0, 0);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;
    use crate::declaration::Format;
    use crate::watch::Unwatched;

    #[derive(Default)]
    struct Kept(Vec<Vec<String>>);

    impl Rows for Kept {
        fn names(&mut self, names: Vec<String>) -> Result<(), Failure> {
            self.0.push(names);
            Ok(())
        }

        fn row(&mut self, record: &Record) -> Result<(), Failure> {
            self.0.push(record.cells().map(str::to_owned).collect());
            Ok(())
        }
    }

    fn table(bytes: &[u8], format: Format) -> Result<Vec<Vec<String>>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::fs::write(&path, bytes).unwrap();
        let mut kept = Kept::default();
        match read(&path, format, &Default::default(), &mut kept, &Unwatched) {
            Ok(hash) => {
                assert_eq!(hash, super::super::hash_of(&path, &Unwatched).unwrap());
                Ok(kept.0)
            }
            Err(failure) => Err(failure.to_string()),
        }
    }

    #[test]
    fn cells_are_texts_and_nothing_else() {
        let read = table(
            b"a,\"b \"\"q\"\"\"\n1.50,\n\"x,y\",NULL\n\"two\nlines\",'\n",
            Format::Csv,
        );
        assert_eq!(
            read.unwrap(),
            [
                ["a", "b \"q\""],
                ["1.50", ""],
                ["x,y", "NULL"],
                ["two\nlines", "'"]
            ]
        );
        assert_eq!(
            table(b"a\n\"\"\nx\n", Format::Csv).unwrap(),
            [["a"], [""], ["x"]]
        );
        let long = "x".repeat(1_000_000);
        let read = table(format!("a,b\n{long},1\n2,{long}\n").as_bytes(), Format::Csv);
        assert_eq!(read.unwrap()[2], ["2".to_owned(), long]);
    }

    #[test]
    fn what_is_no_table_is_told() {
        let told = |bytes: &[u8]| table(bytes, Format::Csv).unwrap_err();
        assert!(told(b"").contains("expected a header"));
        assert!(
            told(b"a,b\n1\n").contains("line 2: expected 2 fields"),
            "{}",
            told(b"a,b\n1\n")
        );
        assert!(told(b"a,b\n\xff,1\n").contains("not UTF-8"));
        assert!(told(b"a,b\n\xc3,\xa9\n").contains("not UTF-8"));
    }

    #[test]
    fn there_is_one_way_to_write_a_table() {
        for (bytes, line) in [
            (&b"\xef\xbb\xbfa,b\n1,2\n"[..], 1),
            (b"a,b\r\n1,2\r\n", 1),
            (b"a,b\n1,2\r\n", 2),
            (b"a,b\n1,2", 2),
            (b"a,b\n\n1,2\n", 2),
            (b"a,b\n1,2\n\n", 3),
            (b"a,b\n\"1\",2\n", 2),
            (b"a,b\n1,\"\"\n", 2),
            (b"a,b\n1,2\"\n", 2),
            (b"a,b\n\"1\n\",2\n3,\"4\"\n", 4),
            (b"a,b\n\xef\xbb\xbf1,2\n1,\xef\xbb\xbf2\n", 2),
        ] {
            let told = table(bytes, Format::Csv).unwrap_err();
            let expected = format!("line {line}: this record is not written as a release is");
            assert!(told.contains(&expected), "{bytes:?}: {told}");
        }
        assert!(table("a,b\n\u{ff21},\"\u{feff}2\"\n".as_bytes(), Format::Csv).is_ok());
    }

    #[test]
    fn every_line_of_baskets_is_one() {
        let lines = |bytes: &[u8]| table(bytes, Format::Dat);
        assert_eq!(
            lines(b"a b\n\nc\n").unwrap(),
            [vec![], vec!["a b"], vec![""], vec!["c"]]
        );
        assert!(lines(b"a\nb").unwrap_err().contains("does not end"));
        assert_eq!(lines(b"").unwrap(), [Vec::<String>::new()]);
        assert!(lines(b"a\n\xff\n").unwrap_err().contains("line 2"));
    }
}
