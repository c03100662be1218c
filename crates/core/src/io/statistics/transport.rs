//! SAS transport files (`.xpt`, versions 5 and 8): records of 80 bytes, numbers as the mainframes of 1980 had them.

use super::bytes::{Bytes, until_zero, without_blanks};
use super::dates::{OF_1960, Shown, Unit};
use super::labels::{Declared, Labels};
use super::{Cells, Fault, Found, Pace, placed};
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

/// What the parts of a file begin with.
struct Marks {
    library: &'static [u8],
    member: &'static [u8],
    variables: &'static [u8],
    records: &'static [u8],
    /// Names of more than eight letters stand elsewhere, and there is a part with what is long.
    is_long: bool,
}

const VERSIONS: [Marks; 2] = [
    Marks {
        library: b"HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!",
        member: b"HEADER RECORD*******MEMBER  HEADER RECORD!!!!!!!",
        variables: b"HEADER RECORD*******NAMESTR HEADER RECORD!!!!!!!",
        records: b"HEADER RECORD*******OBS     HEADER RECORD!!!!!!!",
        is_long: false,
    },
    Marks {
        library: b"HEADER RECORD*******LIBV8   HEADER RECORD!!!!!!!",
        member: b"HEADER RECORD*******MEMBV8  HEADER RECORD!!!!!!!",
        variables: b"HEADER RECORD*******NAMSTV8 HEADER RECORD!!!!!!!",
        records: b"HEADER RECORD*******OBSV8   HEADER RECORD!!!!!!!",
        is_long: true,
    },
];

fn marks_of(bytes: &[u8]) -> Option<&'static Marks> {
    VERSIONS
        .iter()
        .find(|marks| bytes.starts_with(marks.library))
}

pub fn begins(bytes: &[u8]) -> bool {
    marks_of(bytes).is_some()
}

pub fn read_transport<'a>(
    file: &'a Path,
    bytes: Vec<u8>,
    options: LoadOptions,
    progress: &Progress,
) -> Result<PlacedTable<'a>, Failure> {
    let Some(marks) = marks_of(&bytes) else {
        let message = "this is no SAS transport file, whatever it is called";
        return Err(Problem::in_file(file, message).into());
    };
    progress.stage("reading records", 0);
    let found = read(&bytes, marks, progress).map_err(|fault| fault.told(file, TITLE))?;
    drop(bytes);
    placed(file, TITLE, found, options)
}

struct Variable {
    name: String,
    is_text: bool,
    place: usize,
    length: usize,
    unit: Unit,
    about: String,
}

fn text(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = without_blanks(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0,
    }
}

fn read(bytes: &[u8], marks: &Marks, progress: &Progress) -> Result<Found, Fault> {
    let mut from = Bytes::new(bytes);
    from.is_big = true;
    from.take(3 * RECORD)?;
    from.expect(marks.member)?;
    // How long a description of a variable is stands at the end of the record: shorter on one system.
    let rest = from.take(RECORD - marks.member.len())?;
    let description = number(&rest[26..30])?;
    if !matches!(description, 136 | 140) {
        return Err(Fault::Damaged);
    }
    from.take(3 * RECORD)?;
    from.expect(marks.variables)?;
    let rest = from.take(RECORD - marks.variables.len())?;
    let many = number(&rest[6..10])?;
    let begin = from.at();
    let mut variables = Vec::new();
    for _ in 0..many {
        progress.check()?;
        variables.push(variable(from.take(description)?, marks)?);
    }
    let filled = (from.at() - begin).next_multiple_of(RECORD) - (from.at() - begin);
    from.take(filled)?;
    let mut mark = from.take(marks.records.len())?;
    // What is said at length of the variables lies between.
    while marks.is_long && mark != marks.records {
        progress.check()?;
        from.take(RECORD - mark.len())?;
        mark = from.take(marks.records.len())?;
    }
    if mark != marks.records {
        return Err(Fault::Damaged);
    }
    let rest = from.take(RECORD - mark.len())?;
    let claimed = match marks.is_long {
        true => number(&rest[..15]).ok().filter(|&records| records > 0),
        false => None,
    };
    let data = from.take(from.left())?;
    let (data, is_alone) = match next_member(data, marks, progress)? {
        Some(end) => (&data[..end], false),
        None => (data, true),
    };
    let mut found = records(variables, data, claimed, progress)?;
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

fn variable(bytes: &[u8], marks: &Marks) -> Result<Variable, Fault> {
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
    let mut name = text(until_zero(from.take(8)?)).into_owned();
    let about = text(until_zero(from.take(40)?)).into_owned();
    let format = from.take(8)?;
    from.go_to(84)?;
    let place = from.count()?;
    if marks.is_long {
        let long = text(until_zero(from.take(32)?));
        if !long.is_empty() {
            name = long.into_owned();
        }
    }
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
        about,
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
fn next_member(data: &[u8], marks: &Marks, progress: &Progress) -> Result<Option<usize>, Fault> {
    for (at, record) in data.chunks(RECORD).enumerate() {
        if at.is_multiple_of(super::BLOCK) {
            progress.check()?;
        }
        if record.starts_with(marks.member) {
            return Ok(Some(at * RECORD));
        }
    }
    Ok(None)
}

fn records(
    variables: Vec<Variable>,
    data: &[u8],
    claimed: Option<usize>,
    progress: &Progress,
) -> Result<Found, Fault> {
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
    let mut declared = vec![Declared::default(); columns.len()];
    let mut records = match length {
        0 => 0,
        length => data.len() / length,
    };
    if claimed.is_some_and(|claimed| claimed > records) {
        return Err(Fault::Damaged);
    }
    // The last 80 bytes are filled with blanks, in which short records would have room.
    let mut left = RECORD - 1;
    while claimed.is_none() && records > 0 && length <= left {
        let last = &data[(records - 1) * length..records * length];
        let filled = data.len() - (records - 1) * length;
        if filled > RECORD - 1 || last.iter().any(|&byte| byte != b' ') {
            break;
        }
        left -= length;
        records -= 1;
    }
    records = claimed.unwrap_or(records);
    let mut pace = Pace::new(progress, columns.len());
    for (at, record) in data.chunks_exact(length.max(1)).take(records).enumerate() {
        let all = variables.iter().zip(&mut columns).zip(&mut declared);
        for ((variable, cells), declared) in all {
            let bytes = &record[variable.place..variable.place + variable.length];
            match cells {
                Cells::Texts(cells) => cells.push(&text(bytes))?,
                Cells::Numbers(cells) => cells.push(match mainframe_number(bytes) {
                    Number::Value(number) => Some(number.to_bits()),
                    Number::Missing(b'.') => None,
                    Number::Missing(mark) => {
                        declared.note(mark);
                        None
                    }
                }),
            }
        }
        pace.record(at + 1)?;
    }
    let mut found = Found::of(records);
    let labels = Labels::default();
    let all = variables.into_iter().zip(columns).zip(declared);
    for ((variable, cells), declared) in all {
        let column = match cells {
            Cells::Texts(cells) => cells.finish(&variable.name),
            Cells::Numbers(cells) => {
                let shown = Shown::new(variable.unit);
                cells.finish(&variable.name, |bits| shown.text(bits))?
            }
        };
        let kind = |&mark: &u8| Some(format!(".{}", char::from(mark)));
        found.notes.extend(declared.told(&variable.name, kind));
        found.push(variable.name, column, &labels, &variable.about);
    }
    Ok(found)
}

#[derive(Debug, PartialEq)]
enum Number {
    Value(f64),
    /// A dot, or what SAS writes behind it for another kind.
    Missing(u8),
}

/// A sign, seven bits of an exponent to the base of 16, and the digits.
fn mainframe_number(bytes: &[u8]) -> Number {
    let mut padded = [0u8; 8];
    padded[..bytes.len()].copy_from_slice(bytes);
    let bits = u64::from_be_bytes(padded);
    let digits = bits & 0x00ff_ffff_ffff_ffff;
    if digits == 0 {
        // A dot, an underscore or a letter and no digits.
        return match bytes[0] {
            mark @ (b'.' | b'_' | b'A'..=b'Z') => Number::Missing(mark),
            _ => Number::Value(0.0),
        };
    }
    let exponent = i32::from(padded[0] & 0x7f) - 64;
    let size = digits as f64 * 2f64.powi(4 * exponent - 56);
    Number::Value(if bits >> 63 == 1 { -size } else { size })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_mainframes_are_read() {
        for (bytes, number) in [
            (&[0x41, 0x10, 0, 0, 0, 0, 0, 0][..], Number::Value(1.0)),
            (&[0xc1, 0x10, 0, 0, 0, 0, 0, 0], Number::Value(-1.0)),
            (&[0x40, 0x80, 0, 0], Number::Value(0.5)),
            (&[0x42, 0x64, 0], Number::Value(100.0)),
            (&[0; 8], Number::Value(0.0)),
            (&[b'.', 0, 0, 0, 0, 0, 0, 0], Number::Missing(b'.')),
            (&[b'Z', 0, 0], Number::Missing(b'Z')),
        ] {
            assert_eq!(mainframe_number(bytes), number);
        }
    }
}
