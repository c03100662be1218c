//! SAS transport files (`.xpt`, version 5): records of 80 bytes, numbers as the mainframes of 1980 had them.

use super::bytes::{Bytes, until_zero, without_blanks};
use super::dates::{OF_1960, Shown, Unit};
use super::{Cells, Fault, Found, Pace, placed};
use crate::dictionary::DictionaryFull;
use crate::io::keyed::{Keyed, Texts};
use crate::io::placed::PlacedTable;
use crate::load_options::LoadOptions;
use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use encoding_rs::WINDOWS_1252;
use std::borrow::Cow;
use std::path::Path;

const TITLE: &str = "SAS transport";
const RECORD: usize = 80;
const LIBRARY: &[u8] = b"HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!";
const MEMBER: &[u8] = b"HEADER RECORD*******MEMBER  HEADER RECORD!!!!!!!";
const VARIABLES: &[u8] = b"HEADER RECORD*******NAMESTR HEADER RECORD!!!!!!!";
const RECORDS: &[u8] = b"HEADER RECORD*******OBS     HEADER RECORD!!!!!!!";
const NEWER: &[u8] = b"HEADER RECORD*******LIBV8   HEADER RECORD!!!!!!!";

pub fn begins(bytes: &[u8]) -> bool {
    bytes.starts_with(LIBRARY) || bytes.starts_with(NEWER)
}

pub fn read_transport<'a>(
    file: &'a Path,
    bytes: Vec<u8>,
    options: LoadOptions,
    progress: &Progress,
) -> Result<PlacedTable<'a>, Failure> {
    if !bytes.starts_with(LIBRARY) {
        let message = match bytes.starts_with(NEWER) {
            true => {
                "this is a SAS transport file of version 8, which is not read; write it with the XPORT engine (version 5) \
                 or as CSV"
            }
            false => "this is no SAS transport file, whatever it is called",
        };
        return Err(Problem::in_file(file, message).into());
    }
    progress.stage("reading records", 0);
    let found = read(&bytes, progress).map_err(|fault| fault.told(file, TITLE))?;
    drop(bytes);
    placed(file, TITLE, found, options)
}

struct Variable {
    name: String,
    is_text: bool,
    place: usize,
    length: usize,
    unit: Unit,
}

fn full(full: DictionaryFull) -> Fault {
    Fault::Told(Problem::new(full.to_string()))
}

fn text(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = without_blanks(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0,
    }
}

fn read(bytes: &[u8], progress: &Progress) -> Result<Found, Fault> {
    let mut from = Bytes::new(bytes);
    from.is_big = true;
    from.take(3 * RECORD)?;
    from.expect(MEMBER)?;
    // How long a description of a variable is stands at the end of the record: shorter on one system.
    let rest = from.take(RECORD - MEMBER.len())?;
    let description = number(&rest[26..30])?;
    if !matches!(description, 136 | 140) {
        return Err(Fault::Damaged);
    }
    from.take(3 * RECORD)?;
    from.expect(VARIABLES)?;
    let rest = from.take(RECORD - VARIABLES.len())?;
    let many = number(&rest[6..10])?;
    let begin = from.at();
    let mut variables = Vec::new();
    for _ in 0..many {
        progress.check()?;
        variables.push(variable(from.take(description)?)?);
    }
    let filled = (from.at() - begin).next_multiple_of(RECORD) - (from.at() - begin);
    from.take(filled)?;
    from.expect(RECORDS)?;
    from.take(RECORD - RECORDS.len())?;
    let data = from.take(from.left())?;
    let (data, is_alone) = match next_member(data, progress)? {
        Some(end) => (&data[..end], false),
        None => (data, true),
    };
    let mut found = records(variables, data, progress)?;
    if !is_alone {
        found
            .notes
            .push("The file holds several tables; the first is read.".to_owned());
    }
    Ok(found)
}

fn number(digits: &[u8]) -> Result<usize, Fault> {
    let digits = std::str::from_utf8(digits).map_err(|_| Fault::Damaged)?;
    digits.trim().parse().map_err(|_| Fault::Damaged)
}

fn variable(bytes: &[u8]) -> Result<Variable, Fault> {
    let mut from = Bytes::new(bytes);
    from.is_big = true;
    let is_text = match from.u16()? {
        1 => false,
        2 => true,
        _ => return Err(Fault::Damaged),
    };
    from.u16()?;
    let length = usize::from(from.u16()?);
    from.u16()?;
    let name = text(until_zero(from.take(8)?)).into_owned();
    from.take(40)?;
    let format = from.take(8)?;
    from.go_to(84)?;
    let place = from.count()?;
    let is_possible = length > 0 && (is_text || (2..=8).contains(&length));
    if !is_possible || name.is_empty() {
        return Err(Fault::Damaged);
    }
    Ok(Variable {
        name,
        is_text,
        place,
        length,
        unit: unit_of(without_blanks(format)),
    })
}

fn unit_of(format: &[u8]) -> Unit {
    match format {
        b"DATE" | b"MMDDYY" | b"DDMMYY" | b"YYMMDD" | b"DATE9" | b"YYMMDDD" | b"YYMMDDS"
        | b"YYMMDDN" | b"MMDDYYD" | b"MMDDYYS" | b"DDMMYYD" | b"DDMMYYS" | b"DDMMYYP"
        | b"JULIAN" | b"E8601DA" | b"B8601DA" | b"IS8601DA" | b"WEEKDATE" | b"WEEKDATX"
        | b"WORDDATE" | b"EURDFDD" | b"EURDFDE" | b"NLDATE" => Unit::Days(OF_1960),
        b"DATETIME" | b"E8601DT" | b"B8601DT" | b"IS8601DT" | b"DATEAMPM" | b"NLDATM" => {
            Unit::Seconds(OF_1960)
        }
        b"TIME" | b"HHMM" | b"TOD" | b"E8601TM" | b"TIMEAMPM" => Unit::Time,
        _ => Unit::Number,
    }
}

/// Where the next table begins: at the beginning of a record of 80 bytes.
fn next_member(data: &[u8], progress: &Progress) -> Result<Option<usize>, Fault> {
    for (at, record) in data.chunks(RECORD).enumerate() {
        if at.is_multiple_of(super::BLOCK) {
            progress.check()?;
        }
        if record.starts_with(MEMBER) {
            return Ok(Some(at * RECORD));
        }
    }
    Ok(None)
}

fn records(variables: Vec<Variable>, data: &[u8], progress: &Progress) -> Result<Found, Fault> {
    let ends = variables
        .iter()
        .map(|variable| variable.place.checked_add(variable.length));
    let length = ends.collect::<Option<Vec<usize>>>().ok_or(Fault::Damaged)?;
    let length = length.into_iter().max().unwrap_or(0);
    let mut columns: Vec<Cells> = variables
        .iter()
        .map(|variable| match variable.is_text {
            true => Cells::Texts(Texts::default()),
            false => Cells::Numbers(Keyed::default()),
        })
        .collect();
    let mut records = match length {
        0 => 0,
        length => data.len() / length,
    };
    // The last 80 bytes are filled with blanks, in which short records would have room.
    let mut left = RECORD - 1;
    while records > 0 && length <= left {
        let last = &data[(records - 1) * length..records * length];
        let filled = data.len() - (records - 1) * length;
        if filled > RECORD - 1 || last.iter().any(|&byte| byte != b' ') {
            break;
        }
        left -= length;
        records -= 1;
    }
    let mut pace = Pace::new(progress, columns.len());
    for (at, record) in data.chunks_exact(length.max(1)).take(records).enumerate() {
        for (variable, cells) in variables.iter().zip(&mut columns) {
            let bytes = &record[variable.place..variable.place + variable.length];
            match cells {
                Cells::Texts(cells) => cells.push(&text(bytes)).map_err(full)?,
                Cells::Numbers(cells) => cells.push(mainframe_number(bytes).map(f64::to_bits)),
            }
        }
        pace.record(at + 1)?;
    }
    let mut found = Found {
        names: Vec::new(),
        columns: Vec::new(),
        records,
        notes: Vec::new(),
    };
    for (variable, cells) in variables.into_iter().zip(columns) {
        let shown = Shown::new(variable.unit);
        let column = cells.finish(&variable.name, |bits| shown.text(bits));
        found.columns.push(column.map_err(full)?);
        found.names.push(variable.name);
    }
    Ok(found)
}

/// A sign, seven bits of an exponent to the base of 16, and the digits; `None` for what is missing.
fn mainframe_number(bytes: &[u8]) -> Option<f64> {
    let mut padded = [0u8; 8];
    padded[..bytes.len()].copy_from_slice(bytes);
    let bits = u64::from_be_bytes(padded);
    let digits = bits & 0x00ff_ffff_ffff_ffff;
    if digits == 0 {
        // A dot, an underscore or a letter and no digits.
        let is_missing = matches!(bytes[0], b'.' | b'_' | b'A'..=b'Z');
        return (!is_missing).then_some(0.0);
    }
    let exponent = i32::from(padded[0] & 0x7f) - 64;
    let size = digits as f64 * 2f64.powi(4 * exponent - 56);
    Some(if bits >> 63 == 1 { -size } else { size })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_mainframes_are_read() {
        for (bytes, number) in [
            (&[0x41, 0x10, 0, 0, 0, 0, 0, 0][..], Some(1.0)),
            (&[0xc1, 0x10, 0, 0, 0, 0, 0, 0], Some(-1.0)),
            (&[0x40, 0x80, 0, 0], Some(0.5)),
            (&[0x42, 0x64, 0], Some(100.0)),
            (&[0; 8], Some(0.0)),
            (&[b'.', 0, 0, 0, 0, 0, 0, 0], None),
            (&[b'Z', 0, 0], None),
        ] {
            assert_eq!(mainframe_number(bytes), number);
        }
    }
}
