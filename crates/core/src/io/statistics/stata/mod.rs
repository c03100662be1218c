//! Stata (`.dta` of Stata 8 and later). Labels are what is shown, so a value is its label where it has one; the missing values
//! that have letters are told.

mod header;
mod old;
pub mod write;

use super::bytes::{Bytes, until_zero};
use super::dates::Shown;
use super::labels::{Declared, Labels, with_label};
use super::{Cells, Fault, Found, Pace, placed};
use crate::io::keyed::{Keyed, Texts};
use crate::io::placed::PlacedTable;
use crate::load_options::LoadOptions;
use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use header::{Header, Number, Type};
use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;

const TITLE: &str = "Stata";
const BEGIN: &[u8] = b"<stata_dta>";

pub fn begins(bytes: &[u8]) -> bool {
    bytes.starts_with(BEGIN) || old::begins(bytes)
}

pub fn read_stata<'a>(
    file: &'a Path,
    bytes: Vec<u8>,
    options: LoadOptions,
    progress: &Progress,
) -> Result<PlacedTable<'a>, Failure> {
    if !begins(&bytes) {
        // Before Stata 13 the first byte was the number of the version.
        let message = match bytes.first() {
            Some(102..=112) => {
                "this is a Stata file of version 7 or earlier, which is not read; open it in Stata 8 or later and save it, or \
                 write it as CSV"
            }
            _ => "this is no Stata file, whatever it is called",
        };
        return Err(Problem::in_file(file, message).into());
    }
    progress.stage("reading records", 0);
    let found = read(&bytes, progress).map_err(|fault| fault.told(file, TITLE))?;
    drop(bytes);
    placed(file, TITLE, found, options)
}

fn read(bytes: &[u8], progress: &Progress) -> Result<Found, Fault> {
    let header = match old::begins(bytes) {
        true => old::header(bytes)?,
        false => Header::read(bytes)?,
    };
    let long = long_texts(&header, bytes, progress)?;
    let labels = labels(&header, bytes, progress)?;
    let mut columns: Vec<Cells> = header
        .variables
        .iter()
        .map(|variable| match variable.of {
            Type::Text(_) | Type::LongText => Cells::Texts(Texts::default()),
            _ => Cells::Numbers(Keyed::default()),
        })
        .collect();
    let mut declared = vec![Declared::default(); columns.len()];
    let mut from = header.at(bytes, header.data, b"<data>")?;
    let wide: usize = header
        .variables
        .iter()
        .map(|variable| variable.of.bytes())
        .sum();
    // What is claimed must be there.
    let needed = wide.checked_mul(header.records).filter(|_| wide > 0);
    if needed.is_none_or(|needed| needed > from.left()) {
        return Err(Fault::Damaged);
    }
    let mut pace = Pace::new(progress, columns.len());
    for record in 0..header.records {
        let all = header.variables.iter().zip(&mut columns).zip(&mut declared);
        for ((variable, cells), declared) in all {
            match (cells, variable.of) {
                (Cells::Texts(cells), Type::Text(width)) => {
                    let text = until_zero(from.take(usize::from(width))?);
                    cells.push(&header.text(text))?;
                }
                (Cells::Texts(cells), _) => {
                    let key: [u8; 8] = from.array()?;
                    let text = long.get(&header.key(key)).copied();
                    cells.push(&text.map_or(Cow::Borrowed(""), |text| header.text(text)))?;
                }
                (Cells::Numbers(cells), of) => cells.push(match header::number(of, &mut from)? {
                    Number::Value(number) => Some((number + 0.0).to_bits()),
                    Number::Missing(0) => None,
                    Number::Missing(letter) => {
                        declared.note(letter);
                        None
                    }
                }),
            }
        }
        pace.record(record + 1)?;
    }
    header.expect(&mut from, b"</data>")?;
    finish(header, columns, &declared, &labels)
}

/// By the name of a list, its labels.
type Lists = HashMap<String, Labels>;

/// The label of `.a` is that of the number after this one, and so on.
const BEFORE_LETTERS: i64 = 2_147_483_621;

fn finish(
    header: Header,
    columns: Vec<Cells>,
    declared: &[Declared<u8>],
    lists: &Lists,
) -> Result<Found, Fault> {
    let mut found = Found::of(header.records);
    let all = header.variables.into_iter().zip(columns).zip(declared);
    for ((variable, cells), declared) in all {
        let labels = lists.get(&variable.labels).cloned().unwrap_or_default();
        let column = match cells {
            Cells::Texts(cells) => cells.finish(&variable.name),
            Cells::Numbers(cells) => {
                let shown = Shown::new(variable.unit);
                let (column, told) = labels.column(&variable.name, cells, &shown)?;
                found.notes.extend(told);
                column
            }
        };
        let told = declared.told(&variable.name, |&letter| {
            let letter = b'a' + letter - 1;
            let value = format!(".{}", char::from(letter));
            Some(with_label(&value, labels.of_letter(letter)))
        });
        found.notes.extend(told);
        found.push(variable.name, column, &labels, &variable.about);
    }
    Ok(found)
}

/// Texts that cells only point to.
fn long_texts<'b>(
    header: &Header,
    bytes: &'b [u8],
    progress: &Progress,
) -> Result<HashMap<(u64, u64), &'b [u8]>, Fault> {
    let mut texts = HashMap::new();
    if header.is_old() {
        return Ok(texts);
    }
    let mut from = header.at(bytes, header.texts, b"<strls>")?;
    let mut done = 0usize;
    loop {
        if done.is_multiple_of(super::BLOCK) {
            progress.check()?;
        }
        done += 1;
        let mark = from.take(3)?;
        if mark != b"GSO" {
            return Ok(texts);
        }
        let variable = from.unsigned(4)?;
        let record = from.unsigned(if header.release == 117 { 4 } else { 8 })?;
        from.take(1)?;
        let length = from.count()?;
        texts.insert((variable, record), until_zero(from.take(length)?));
    }
}

fn labels(header: &Header, bytes: &[u8], progress: &Progress) -> Result<Lists, Fault> {
    let mut from = header.at(bytes, header.labels, b"<value_labels>")?;
    let mut all = Lists::new();
    loop {
        progress.check()?;
        let ends = match header.is_old() {
            true => from.left() == 0,
            false => from.take(5)? != b"<lbl>",
        };
        if ends {
            return Ok(all);
        }
        from.i32()?;
        let name = header
            .text(until_zero(from.take(header.name_bytes())?))
            .into_owned();
        from.take(3)?;
        let (many, length) = (from.count()?, from.count()?);
        let table = many.checked_mul(4).ok_or(Fault::Damaged)?;
        let mut places = within(&mut from, table)?;
        let mut values = within(&mut from, table)?;
        let texts = from.take(length)?;
        let mut labels = Labels::default();
        for _ in 0..many {
            let text = texts.get(places.count()?..).ok_or(Fault::Damaged)?;
            let label = header.text(until_zero(text)).into_owned();
            let value = values.i32()?;
            match u8::try_from(i64::from(value) - BEFORE_LETTERS) {
                Ok(letter @ 1..=26) => labels.insert_letter(b'a' + letter - 1, label),
                _ => labels.insert(f64::from(value), label),
            }
        }
        all.insert(name, labels);
        header.expect(&mut from, b"</lbl>")?;
    }
}

fn within<'b>(from: &mut Bytes<'b>, count: usize) -> Result<Bytes<'b>, Fault> {
    let mut within = Bytes::new(from.take(count)?);
    within.is_big = from.is_big;
    Ok(within)
}
