//! Stata (`.dta` of Stata 13 and later). Labels are what is shown, so a value is its label where it has one.

mod header;

use super::bytes::{Bytes, until_zero};
use super::dates::Shown;
use super::{Cells, Fault, Found, Pace, placed};
use crate::dictionary::DictionaryFull;
use crate::io::keyed::{Keyed, Texts};
use crate::io::placed::PlacedTable;
use crate::load_options::LoadOptions;
use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use header::{Header, Type};
use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;

const TITLE: &str = "Stata";
const BEGIN: &[u8] = b"<stata_dta>";

pub fn begins(bytes: &[u8]) -> bool {
    bytes.starts_with(BEGIN)
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
            Some(102..=115) => {
                "this is a Stata file of version 12 or earlier, which is not read; open it in Stata 13 or later and save \
                 it, or write it as CSV"
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

fn full(full: DictionaryFull) -> Fault {
    Fault::Told(Problem::new(full.to_string()))
}

fn read(bytes: &[u8], progress: &Progress) -> Result<Found, Fault> {
    let header = Header::read(bytes)?;
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
        for (variable, cells) in header.variables.iter().zip(&mut columns) {
            match (cells, variable.of) {
                (Cells::Texts(cells), Type::Text(width)) => {
                    let text = until_zero(from.take(usize::from(width))?);
                    cells.push(&header.text(text)).map_err(full)?;
                }
                (Cells::Texts(cells), _) => {
                    let key: [u8; 8] = from.array()?;
                    let text = long.get(&header.key(key)).copied();
                    cells
                        .push(&text.map_or(Cow::Borrowed(""), |text| header.text(text)))
                        .map_err(full)?;
                }
                (Cells::Numbers(cells), of) => {
                    let number = header::number(of, &mut from)?;
                    cells.push(number.map(|number| (number + 0.0).to_bits()));
                }
            }
        }
        pace.record(record + 1)?;
    }
    from.expect(b"</data>")?;
    finish(header, columns, &labels)
}

type Labels = HashMap<String, HashMap<i32, String>>;

fn finish(header: Header, columns: Vec<Cells>, labels: &Labels) -> Result<Found, Fault> {
    let mut found = Found {
        names: Vec::new(),
        columns: Vec::new(),
        records: header.records,
        notes: Vec::new(),
    };
    for (variable, cells) in header.variables.into_iter().zip(columns) {
        let labels = labels.get(&variable.labels);
        let shown = Shown::new(variable.unit);
        let label = |bits: u64| {
            let number = f64::from_bits(bits);
            let whole = number as i32;
            let labels = labels.filter(|_| f64::from(whole) == number);
            labels.and_then(|labels| labels.get(&whole)).cloned()
        };
        let column = cells.finish(&variable.name, |bits| {
            label(bits).unwrap_or_else(|| shown.text(bits))
        });
        found.columns.push(column.map_err(full)?);
        found.names.push(variable.name);
    }
    Ok(found)
}

/// Texts that cells only point to.
fn long_texts<'b>(
    header: &Header,
    bytes: &'b [u8],
    progress: &Progress,
) -> Result<HashMap<(u64, u64), &'b [u8]>, Fault> {
    let mut from = header.at(bytes, header.texts, b"<strls>")?;
    let mut texts = HashMap::new();
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

fn labels(header: &Header, bytes: &[u8], progress: &Progress) -> Result<Labels, Fault> {
    let mut from = header.at(bytes, header.labels, b"<value_labels>")?;
    let mut all = Labels::new();
    loop {
        progress.check()?;
        if from.take(5)? != b"<lbl>" {
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
        let mut labels = HashMap::new();
        for _ in 0..many {
            let text = texts.get(places.count()?..).ok_or(Fault::Damaged)?;
            labels.insert(values.i32()?, header.text(until_zero(text)).into_owned());
        }
        all.insert(name, labels);
        from.expect(b"</lbl>")?;
    }
}

fn within<'b>(from: &mut Bytes<'b>, count: usize) -> Result<Bytes<'b>, Fault> {
    let mut within = Bytes::new(from.take(count)?);
    within.is_big = from.is_big;
    Ok(within)
}
