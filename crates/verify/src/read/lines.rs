//! Baskets, one a line: an empty line is a basket that shows nothing.

use super::{Hashed, LONGEST_RECORD, Record, Rows, not_text, too_long};
use crate::problem::{Failure, Problem};
use crate::watch::Watch;
use std::path::Path;

pub(super) fn read(path: &Path, rows: &mut dyn Rows, watch: &dyn Watch) -> Result<String, Failure> {
    let mut file = Hashed::open(path, watch)?;
    rows.names(Vec::new())?;
    let mut record = Record::default();
    each_line(&mut file, "basket", |line, number| {
        let text = std::str::from_utf8(line).map_err(|_| not_text(path, number))?;
        record.clear();
        record.push(text);
        rows.row(&record)
    })?;
    Ok(file.finish())
}

/// Hands every line over, numbered from 1, and tells how many there are. `what` is on each of them.
pub(super) fn each_line(
    file: &mut Hashed<'_>,
    what: &str,
    mut take: impl FnMut(&[u8], u64) -> Result<(), Failure>,
) -> Result<u64, Failure> {
    let path = file.path;
    let mut begun: Vec<u8> = Vec::new();
    let mut number = 0;
    loop {
        let bytes = file.next()?;
        if bytes.is_empty() {
            break;
        }
        let mut parts = bytes.split(|&byte| byte == b'\n');
        // The last part is the beginning of a line that goes on in the next bytes.
        let last = parts.next_back().unwrap_or_default();
        for part in parts {
            number += 1;
            if begun.is_empty() {
                take(part, number)?;
            } else {
                begun.extend_from_slice(part);
                take(&begun, number)?;
                begun.clear();
            }
        }
        begun.extend_from_slice(last);
        if begun.len() > LONGEST_RECORD {
            return Err(too_long(path, number + 1));
        }
    }
    if !begun.is_empty() {
        let message = format!("the last line does not end; expected a line end after every {what}");
        return Err(Problem::in_file(path, message).into());
    }
    Ok(number)
}
