//! Baskets, one a line: an empty line is a basket that shows nothing.

use super::{Hashed, LONGEST_RECORD, Record, Rows, not_text, too_long};
use crate::problem::{Failure, Problem};
use crate::watch::Watch;
use std::path::Path;

pub(super) fn read(path: &Path, rows: &mut dyn Rows, watch: &dyn Watch) -> Result<String, Failure> {
    let mut file = Hashed::open(path, watch)?;
    rows.names(Vec::new())?;
    let mut lines = Lines {
        path,
        rows,
        record: Record::default(),
        number: 0,
    };
    let mut begun: Vec<u8> = Vec::new();
    loop {
        let bytes = file.next()?;
        if bytes.is_empty() {
            break;
        }
        let mut parts = bytes.split(|&byte| byte == b'\n');
        // The last part is the beginning of a line that goes on in the next bytes.
        let last = parts.next_back().unwrap_or_default();
        for part in parts {
            if begun.is_empty() {
                lines.take(part)?;
            } else {
                begun.extend_from_slice(part);
                lines.take(&begun)?;
                begun.clear();
            }
        }
        begun.extend_from_slice(last);
        if begun.len() > LONGEST_RECORD {
            return Err(too_long(path, lines.number + 1));
        }
    }
    if !begun.is_empty() {
        let message = "the last line does not end; expected a line end after every basket";
        return Err(Problem::in_file(path, message).into());
    }
    Ok(file.finish())
}

struct Lines<'a> {
    path: &'a Path,
    rows: &'a mut dyn Rows,
    record: Record,
    number: u64,
}

impl Lines<'_> {
    fn take(&mut self, line: &[u8]) -> Result<(), Failure> {
        self.number += 1;
        let text = std::str::from_utf8(line).map_err(|_| not_text(self.path, self.number))?;
        self.record.clear();
        self.record.push(text);
        self.rows.row(&self.record)
    }
}
