//! SPSS (`.sav`, and packed once more, `.zsav`). Labels are what is shown, so a value is its label where it has one; what
//! the file declares missing is missing.

mod cases;
mod dictionary;

use super::bytes::without_blanks;
use super::dates::{OF_1582, Shown, Unit};
use super::labels::{Alike, Declared, with_label};
use super::{Cells, Fault, Found, Pace, placed};
use crate::frame::float_text;
use crate::io::keyed::{Keyed, Texts};
use crate::io::placed::PlacedTable;
use crate::load_options::LoadOptions;
use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use cases::{Cases, Element};
use dictionary::{Dictionary, Variable};
use std::path::Path;

const TITLE: &str = "SPSS";

pub fn begins(bytes: &[u8]) -> bool {
    bytes.starts_with(b"$FL2") || bytes.starts_with(b"$FL3")
}

pub fn read_spss<'a>(
    file: &'a Path,
    bytes: Vec<u8>,
    options: LoadOptions,
    progress: &Progress,
) -> Result<PlacedTable<'a>, Failure> {
    if !begins(&bytes) {
        let message = "this is no SPSS file, whatever it is called";
        return Err(Problem::in_file(file, message).into());
    }
    progress.stage("reading records", 0);
    let found = read(&bytes, progress).map_err(|fault| fault.told(file, TITLE))?;
    drop(bytes);
    placed(file, TITLE, found, options)
}

fn read(bytes: &[u8], progress: &Progress) -> Result<Found, Fault> {
    let dictionary = Dictionary::read(bytes, progress)?;
    let mut columns: Vec<Cells> = dictionary
        .variables
        .iter()
        .map(|variable| match variable.width {
            0 => Cells::Numbers(Keyed::default()),
            _ => Cells::Texts(Texts::default()),
        })
        .collect();
    let mut beside: Vec<Beside> = Vec::new();
    beside.resize_with(columns.len(), Beside::default);
    let mut records = 0usize;
    let mut cases = Cases::open(bytes, &dictionary, progress)?;
    let mut pace = Pace::new(progress, columns.len());
    let mut value = Vec::new();
    // A file without variables holds nothing, whatever follows.
    'records: while !columns.is_empty() {
        let all = dictionary
            .variables
            .iter()
            .zip(&mut columns)
            .zip(&mut beside);
        for (place, ((variable, cells), beside)) in all.enumerate() {
            match cells {
                Cells::Numbers(cells) => {
                    let number = match cases.next()? {
                        None if place == 0 => break 'records,
                        None => return Err(Fault::Damaged),
                        Some(Element::Number(number)) => number,
                        Some(Element::Bytes(bytes)) => dictionary.number(bytes),
                    };
                    let is_missing = variable.is_missing_number(number);
                    if is_missing {
                        beside.numbers.note((number + 0.0).to_bits());
                    }
                    let is_value =
                        number.is_finite() && number != dictionary.nothing && !is_missing;
                    // There is one zero.
                    cells.push(is_value.then_some((number + 0.0).to_bits()));
                }
                Cells::Texts(cells) => {
                    value.clear();
                    for (at, part) in variable.parts().enumerate() {
                        let begin = value.len();
                        for element in 0..part.elements {
                            match cases.next()? {
                                None if place == 0 && at == 0 && element == 0 => break 'records,
                                None => return Err(Fault::Damaged),
                                Some(Element::Number(number)) => {
                                    value.extend_from_slice(&dictionary.bytes(number));
                                }
                                Some(Element::Bytes(bytes)) => value.extend_from_slice(&bytes),
                            }
                        }
                        value.truncate(begin + part.bytes);
                    }
                    value.truncate(variable.width);
                    if variable.is_missing_text(&value) {
                        beside.texts.note(without_blanks(&value).to_vec());
                        cells.push("")?;
                    } else {
                        let text = dictionary.text(&value);
                        let shown = variable.label_of_text(&value).unwrap_or(&text);
                        if variable.is_label(shown) {
                            beside.alike.note(shown, text.to_string());
                        }
                        cells.push(shown)?;
                    }
                }
            }
        }
        records += 1;
        pace.record(records)?;
    }
    if dictionary.cases.is_some_and(|cases| cases != records) {
        return Err(Fault::Damaged);
    }
    finish(&dictionary, columns, records, beside)
}

/// What is told of the cells of a column.
#[derive(Default)]
struct Beside {
    numbers: Declared<u64>,
    texts: Declared<Vec<u8>>,
    /// Texts that have labels.
    alike: Alike,
}

fn finish(
    dictionary: &Dictionary,
    columns: Vec<Cells>,
    records: usize,
    beside: Vec<Beside>,
) -> Result<Found, Fault> {
    let mut found = Found::of(records);
    let all = dictionary.variables.iter().zip(columns).zip(beside);
    for ((variable, cells), beside) in all {
        let name = variable.name.clone();
        let labels = &variable.labels_of_numbers;
        let (column, alike) = match cells {
            Cells::Numbers(cells) => {
                let shown = Shown::new(variable.unit);
                labels.column(&name, cells, &shown)?
            }
            Cells::Texts(cells) => (cells.finish(&name), beside.alike.told(&name)),
        };
        found.notes.extend(alike);
        let numbers = beside.numbers.told(&name, |&bits| {
            let number = f64::from_bits(bits);
            let label = labels.get(number);
            let is_named = label.is_some() || variable.is_named_missing(number);
            is_named.then(|| with_label(&float_text(number), label))
        });
        let texts = beside.texts.told(&name, |bytes| {
            let label = variable.label_of_text(bytes);
            Some(with_label(
                &format!("\"{}\"", dictionary.text(bytes)),
                label,
            ))
        });
        found.notes.extend(numbers.or(texts));
        found.push(name, column, labels, &dictionary.text(&variable.about));
    }
    Ok(found)
}

/// What the numbers of a variable are, by the format that they are printed in.
fn unit_of(format: u8) -> Unit {
    match format {
        20 | 22..=24 | 28..=30 | 38 | 39 | 41 => Unit::Seconds(OF_1582),
        21 | 25 | 40 => Unit::Time,
        _ => Unit::Number,
    }
}

/// How a text of so many bytes lies in a record: longer ones in parts of 255 bytes.
struct Part {
    elements: usize,
    /// That belong to the text.
    bytes: usize,
}

impl Variable {
    fn parts(&self) -> impl Iterator<Item = Part> {
        let many = self.segments.len();
        self.segments
            .iter()
            .enumerate()
            .map(move |(at, &width)| Part {
                elements: width.div_ceil(8),
                bytes: if at + 1 < many { width.min(255) } else { width },
            })
    }
}
