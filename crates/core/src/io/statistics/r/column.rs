//! A column of a table of R.

use super::object::{Object, Text, Value};
use super::told;
use crate::column::Column;
use crate::frame::float_text;
use crate::io::keyed::{Keyed, Texts};
use crate::io::named::refuse_size;
use crate::io::statistics::Fault;
use crate::io::statistics::dates::{Shown, Unit};
use crate::io::statistics::labels::{Alike, Declared, Labels, with_label};
use crate::progress::Progress;
use std::collections::BTreeMap;
use std::path::Path;

/// A whole number that is missing.
const NO_NUMBER: i32 = i32::MIN;
/// The lower half of a missing number.
const NO_VALUE: u32 = 1954;

/// Rows between two looks at the progress.
const BREATH: usize = 1 << 14;

pub struct Made {
    pub column: Column,
    pub labels: Labels,
    pub notes: Vec<String>,
}

impl From<Column> for Made {
    fn from(column: Column) -> Self {
        Self {
            column,
            labels: Labels::default(),
            notes: Vec::new(),
        }
    }
}

pub fn of(
    name: &str,
    object: &Object<'_>,
    is_big: bool,
    progress: &Progress,
) -> Result<Made, Fault> {
    let wholes = |bytes: &[u8]| -> Result<Keyed<u64>, Fault> {
        let mut cells = Keyed::default();
        for (at, bytes) in bytes.as_chunks::<4>().0.iter().enumerate() {
            progress.check_every(BREATH, at)?;
            let number = Some(whole(*bytes, is_big)).filter(|&number| number != NO_NUMBER);
            cells.push(number.map(|number| f64::from(number).to_bits()));
        }
        Ok(cells)
    };
    let known = Known::of(object, is_big);
    let mut declared = Declared::default();
    let mut cells = Keyed::default();
    match &object.value {
        Value::Truths(bytes) => {
            let truth = |bits| {
                if f64::from_bits(bits) == 0.0 {
                    "false"
                } else {
                    "true"
                }
                .to_owned()
            };
            return Ok(wholes(bytes)?.finish(name, truth)?.into());
        }
        Value::Wholes(bytes) if object.is("factor") => {
            let levels = object.attribute("levels").and_then(Object::texts);
            let levels = levels.ok_or(Fault::Damaged)?;
            let level = |bits: u64| {
                let at = (f64::from_bits(bits) as usize).checked_sub(1);
                let level = at.and_then(|at| levels.get(at).copied().flatten());
                level.map_or_else(String::new, |level| level.shown().into_owned())
            };
            return Ok(wholes(bytes)?.finish(name, level)?.into());
        }
        Value::Numbers(bytes) if object.is("integer64") => {
            for (at, bytes) in bytes.as_chunks::<8>().0.iter().enumerate() {
                progress.check_every(BREATH, at)?;
                let number = number(*bytes, is_big).to_bits() as i64;
                cells.push(Some(number).filter(|&number| number != i64::MIN));
            }
            return Ok(cells.finish(name, |number: i64| number.to_string())?.into());
        }
        _ => {}
    }
    let mut cells = Keyed::default();
    match &object.value {
        Value::Wholes(bytes) => {
            for (at, bytes) in bytes.as_chunks::<4>().0.iter().enumerate() {
                progress.check_every(BREATH, at)?;
                let number = Some(whole(*bytes, is_big)).filter(|&number| number != NO_NUMBER);
                cells.push(number.and_then(|number| known.kept(f64::from(number), &mut declared)));
            }
        }
        Value::Numbers(bytes) => {
            for (at, bytes) in bytes.as_chunks::<8>().0.iter().enumerate() {
                progress.check_every(BREATH, at)?;
                cells.push(known.kept(number(*bytes, is_big), &mut declared));
            }
        }
        Value::Row(many, first, step) => {
            refuse_size(Path::new(""), 1, *many).map_err(|problem| told(problem.message))?;
            for at in 0..*many {
                progress.check_every(BREATH, at)?;
                cells.push(known.kept(first + step * at as f64, &mut declared));
            }
        }
        Value::Texts(texts) => return known.texts(name, texts, progress),
        _ => {
            return Err(told(format!(
                "column \"{name}\" holds what is neither numbers nor texts nor factors; in R, make a column of texts of it or \
                 leave it out"
            )));
        }
    }
    let shown = Shown::new(unit_of(object));
    let (column, alike) = known.labels.column(name, cells, &shown)?;
    let missing = declared.told(name, |missing| known.named(*missing));
    Ok(Made {
        column,
        labels: known.labels,
        notes: alike.into_iter().chain(missing).collect(),
    })
}

fn whole(bytes: [u8; 4], is_big: bool) -> i32 {
    match is_big {
        true => i32::from_be_bytes(bytes),
        false => i32::from_le_bytes(bytes),
    }
}

fn number(bytes: [u8; 8], is_big: bool) -> f64 {
    f64::from_bits(match is_big {
        true => u64::from_be_bytes(bytes),
        false => u64::from_le_bytes(bytes),
    })
}

fn unit_of(object: &Object<'_>) -> Unit {
    if object.is("Date") {
        Unit::Days(0)
    } else if object.is("POSIXct") {
        Unit::Seconds(0)
    } else if object.is("hms") {
        Unit::Time
    } else {
        Unit::Number
    }
}

/// A value that is declared missing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Missing {
    /// The bits of a number.
    Number(u64),
    /// A missing number that has a letter.
    Letter(u8),
}

/// What `haven` keeps of labels and of missing values.
#[derive(Default)]
struct Known {
    labels: Labels,
    labels_of_texts: BTreeMap<String, String>,
    missing_numbers: Vec<f64>,
    missing_range: Option<(f64, f64)>,
    missing_texts: Vec<String>,
}

fn numbers(object: &Object<'_>, is_big: bool) -> Vec<f64> {
    match &object.value {
        Value::Numbers(bytes) => {
            let chunks = bytes.as_chunks::<8>().0.iter();
            chunks.map(|bytes| number(*bytes, is_big)).collect()
        }
        Value::Wholes(bytes) => {
            let chunks = bytes.as_chunks::<4>().0.iter();
            chunks
                .map(|bytes| f64::from(whole(*bytes, is_big)))
                .collect()
        }
        _ => Vec::new(),
    }
}

fn texts(object: &Object<'_>) -> impl Iterator<Item = String> {
    let texts = object.texts().unwrap_or_default().iter().flatten();
    texts.map(|text| text.shown().into_owned())
}

/// The letter of a missing number, if it has one.
fn letter(number: f64) -> Option<u8> {
    let bits = number.to_bits();
    let letter = (bits >> 32) as u8;
    (number.is_nan() && bits as u32 == NO_VALUE && letter.is_ascii_alphabetic()).then_some(letter)
}

impl Known {
    fn of(object: &Object<'_>, is_big: bool) -> Self {
        let mut known = Self::default();
        if let Some(labels) = object.attribute("labels") {
            let names = labels.attribute("names").and_then(Object::texts);
            let names = names.unwrap_or_default().iter();
            let names: Vec<String> = names
                .map(|name| name.map_or_else(String::new, |name| name.shown().into_owned()))
                .collect();
            for (number, name) in numbers(labels, is_big).into_iter().zip(&names) {
                match letter(number) {
                    Some(letter) => known.labels.insert_letter(letter, name.clone()),
                    None if number.is_finite() => known.labels.insert(number, name.clone()),
                    None => {}
                }
            }
            let of_texts = texts(labels)
                .zip(names)
                .filter(|(_, name)| !name.is_empty());
            known.labels_of_texts.extend(of_texts);
        }
        if let Some(missing) = object.attribute("na_values") {
            known.missing_numbers = numbers(missing, is_big);
            known.missing_texts = texts(missing).collect();
        }
        if let Some(range) = object.attribute("na_range")
            && let [low, high] = numbers(range, is_big)[..]
        {
            known.missing_range = Some((low, high));
        }
        known
    }

    /// The bits of a value that is not missing.
    fn kept(&self, number: f64, declared: &mut Declared<Missing>) -> Option<u64> {
        if let Some(letter) = letter(number) {
            declared.note(Missing::Letter(letter));
            return None;
        }
        let within = |(low, high): (f64, f64)| (low..=high).contains(&number);
        if self.missing_numbers.contains(&number) || self.missing_range.is_some_and(within) {
            declared.note(Missing::Number((number + 0.0).to_bits()));
            return None;
        }
        number.is_finite().then(|| (number + 0.0).to_bits())
    }

    /// What is said of a missing value, if the file names it.
    fn named(&self, missing: Missing) -> Option<String> {
        match missing {
            Missing::Letter(letter) => {
                let value = format!("NA({})", char::from(letter));
                Some(with_label(&value, self.labels.of_letter(letter)))
            }
            Missing::Number(bits) => {
                let number = f64::from_bits(bits);
                let label = self.labels.get(number);
                let is_named = label.is_some() || self.missing_numbers.contains(&number);
                is_named.then(|| with_label(&float_text(number), label))
            }
        }
    }

    fn texts(
        self,
        name: &str,
        texts: &[Option<Text<'_>>],
        progress: &Progress,
    ) -> Result<Made, Fault> {
        let mut cells = Texts::default();
        let mut alike = Alike::default();
        let mut declared = Declared::default();
        let shown: Vec<&String> = self.labels_of_texts.values().collect();
        for (at, text) in texts.iter().enumerate() {
            progress.check_every(BREATH, at)?;
            let text = text.map(|text| text.shown()).unwrap_or_default();
            if self.missing_texts.iter().any(|missing| *missing == text) {
                declared.note(text.into_owned());
                cells.push("")?;
                continue;
            }
            let label = self.labels_of_texts.get(&*text);
            let label = label.map_or(&*text, String::as_str);
            if shown.iter().any(|shown| *shown == label) {
                alike.note(label, text.to_string());
            }
            cells.push(label)?;
        }
        let missing = declared.told(name, |text: &String| {
            let label = self.labels_of_texts.get(text).map(String::as_str);
            Some(with_label(&format!("\"{text}\""), label))
        });
        Ok(Made {
            column: cells.finish(name),
            labels: Labels::default(),
            notes: alike.told(name).into_iter().chain(missing).collect(),
        })
    }
}
