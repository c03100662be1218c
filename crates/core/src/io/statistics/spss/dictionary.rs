//! What an SPSS file says of its variables, before the records.

use super::unit_of;
use crate::io::statistics::Fault;
use crate::io::statistics::bytes::{Bytes, without_blanks};
use crate::io::statistics::dates::Unit;
use crate::io::statistics::labels::Labels;
use crate::progress::Progress;
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packed {
    Not,
    /// Small numbers and blanks take a byte.
    Once,
    /// The same, and zlib.
    Twice,
}

pub struct Dictionary {
    pub is_big: bool,
    pub packed: Packed,
    pub bias: f64,
    /// The number that is none.
    pub nothing: f64,
    /// If the file says.
    pub cases: Option<usize>,
    pub variables: Vec<Variable>,
    /// Where the records begin.
    pub end: usize,
    encoding: &'static Encoding,
}

#[derive(Default)]
pub struct Variable {
    pub name: String,
    /// Bytes of a text; 0 for numbers.
    pub width: usize,
    /// Widths of the parts in which a text lies in a record.
    pub segments: Vec<usize>,
    pub unit: Unit,
    short: String,
    /// Its place among the pieces of eight bytes of a record.
    place: usize,
    missing_numbers: Vec<f64>,
    missing_range: Option<(f64, f64)>,
    missing_texts: Vec<Vec<u8>>,
    labels: HashMap<Vec<u8>, String>,
    label_texts: HashSet<String>,
    /// Of numbers.
    pub labels_of_numbers: Labels,
    /// What it is about, as it lies in the file.
    pub about: Vec<u8>,
}

impl Variable {
    pub fn is_missing_number(&self, number: f64) -> bool {
        self.missing_numbers.contains(&number)
            || self
                .missing_range
                .is_some_and(|(low, high)| (low..=high).contains(&number))
    }

    pub fn is_missing_text(&self, text: &[u8]) -> bool {
        let text = without_blanks(text);
        self.missing_texts
            .iter()
            .any(|missing| without_blanks(missing) == text)
    }

    /// Whether the number is named as missing, and does not only lie in a range.
    pub fn is_named_missing(&self, number: f64) -> bool {
        self.missing_numbers.contains(&number)
    }

    /// Whether the text stands for a value that is written otherwise.
    pub fn is_label(&self, text: &str) -> bool {
        self.label_texts.contains(text)
    }

    /// An empty label is none.
    fn label_text(&mut self, value: &[u8], label: &str) {
        if !label.is_empty() {
            let value = without_blanks(value).to_vec();
            self.labels.insert(value, label.to_owned());
            self.label_texts.insert(label.to_owned());
        }
    }

    pub fn label_of_text(&self, text: &[u8]) -> Option<&str> {
        match self.labels.is_empty() {
            true => None,
            false => self.labels.get(without_blanks(text)).map(String::as_str),
        }
    }
}

/// What is said of long texts once all variables are known.
#[derive(Default)]
struct Later<'b> {
    names: &'b [u8],
    widths: &'b [u8],
    labels: Vec<Bytes<'b>>,
    missing: Vec<Bytes<'b>>,
    encoding: Option<&'static Encoding>,
    code_page: Option<i32>,
    sets: Vec<Labelled<'b>>,
}

/// Values with labels, and the places of the variables that have them.
struct Labelled<'b> {
    values: Vec<([u8; 8], &'b [u8])>,
    places: Vec<usize>,
}

impl Dictionary {
    pub fn read(bytes: &[u8], progress: &Progress) -> Result<Self, Fault> {
        let mut from = Bytes::new(bytes);
        from.go_to(64)?;
        from.is_big = !matches!(from.i32()?, 2 | 3);
        from.go_to(72)?;
        let packed = match from.i32()? {
            0 => Packed::Not,
            1 => Packed::Once,
            2 => Packed::Twice,
            _ => return Err(Fault::Damaged),
        };
        from.i32()?;
        let cases = usize::try_from(from.i32()?).ok();
        let bias = from.f64()?;
        from.go_to(176)?;
        let mut dictionary = Self {
            is_big: from.is_big,
            packed,
            bias,
            nothing: -f64::MAX,
            cases,
            variables: Vec::new(),
            end: 0,
            encoding: WINDOWS_1252,
        };
        let mut later = Later::default();
        let mut place = 0usize;
        loop {
            progress.check()?;
            match from.i32()? {
                2 => dictionary.variable(&mut from, &mut place)?,
                3 => later.sets.push(set(&mut from)?),
                6 => {
                    let lines = from.count()?;
                    from.take(lines.checked_mul(80).ok_or(Fault::Damaged)?)?;
                }
                7 => dictionary.extension(&mut from, &mut later)?,
                999 => {
                    from.i32()?;
                    break;
                }
                _ => return Err(Fault::Damaged),
            }
        }
        dictionary.end = from.at();
        dictionary.encoding = later.encoding.unwrap_or(match later.code_page {
            Some(65001) => UTF_8,
            Some(page @ 1250..=1258) => {
                let name = format!("windows-{page}");
                Encoding::for_label(name.as_bytes()).unwrap_or(WINDOWS_1252)
            }
            _ => WINDOWS_1252,
        });
        dictionary.finish(&later)?;
        Ok(dictionary)
    }

    fn variable(&mut self, from: &mut Bytes<'_>, place: &mut usize) -> Result<(), Fault> {
        let width = from.i32()?;
        let has_label = from.i32()? == 1;
        let missing = from.i32()?;
        let format = from.i32()?;
        from.i32()?;
        let name: [u8; 8] = from.array()?;
        let mut about: &[u8] = &[];
        if has_label {
            let length = from.count()?;
            let filled = length.checked_next_multiple_of(4).ok_or(Fault::Damaged)?;
            about = from.take(filled)?.get(..length).unwrap_or_default();
        }
        let mut values = Vec::new();
        for _ in 0..missing.unsigned_abs().min(4) {
            values.push(from.array::<8>()?);
        }
        let here = *place;
        *place += 1;
        // The rest of a text that is longer than eight bytes.
        let Ok(width) = usize::try_from(width) else {
            return Ok(());
        };
        let mut variable = Variable {
            short: String::from_utf8_lossy(without_blanks(&name)).into_owned(),
            width,
            segments: vec![width],
            unit: unit_of((format >> 16) as u8),
            place: here,
            about: about.to_vec(),
            ..Variable::default()
        };
        match (width, missing) {
            (0, -3..=-2) => {
                let mut numbers = values.iter().map(|&bytes| self.number(bytes));
                let range = numbers.next().zip(numbers.next());
                variable.missing_range = range;
                variable.missing_numbers = numbers.collect();
            }
            (0, _) => {
                variable.missing_numbers = values.iter().map(|&bytes| self.number(bytes)).collect();
            }
            _ => variable.missing_texts = values.iter().map(|bytes| bytes.to_vec()).collect(),
        }
        self.variables.push(variable);
        Ok(())
    }

    fn extension<'b>(&mut self, from: &mut Bytes<'b>, later: &mut Later<'b>) -> Result<(), Fault> {
        let kind = from.i32()?;
        let size = from.count()?;
        let count = from.count()?;
        let data = from.take(size.checked_mul(count).ok_or(Fault::Damaged)?)?;
        let mut inside = Bytes::new(data);
        inside.is_big = self.is_big;
        match kind {
            3 if data.len() >= 32 => {
                inside.go_to(28)?;
                later.code_page = Some(inside.i32()?);
            }
            4 if data.len() >= 24 => self.nothing = inside.f64()?,
            13 => later.names = data,
            14 => later.widths = data,
            20 => later.encoding = Encoding::for_label(without_blanks(data)),
            21 => later.labels.push(inside),
            22 => later.missing.push(inside),
            _ => {}
        }
        Ok(())
    }

    fn finish(&mut self, later: &Later<'_>) -> Result<(), Fault> {
        self.join_segments(later.widths)?;
        let names = self.text(later.names).into_owned();
        let pairs = names.split('\t').filter_map(|pair| pair.split_once('='));
        let long: HashMap<&str, &str> = pairs.collect();
        let names: Vec<String> = self
            .variables
            .iter()
            .map(|variable| match long.get(variable.short.as_str()) {
                Some(long) => long.trim_end_matches(['\0', ' ']).to_owned(),
                None => variable.short.clone(),
            })
            .collect();
        for (variable, name) in self.variables.iter_mut().zip(names) {
            variable.name = name;
        }
        for Labelled { values, places } in &later.sets {
            let labels: Vec<String> = values
                .iter()
                .map(|(_, label)| self.text(label).into_owned())
                .collect();
            for place in places {
                let number = self
                    .variables
                    .iter()
                    .position(|variable| variable.place == *place);
                let Some(number) = number else {
                    continue;
                };
                for ((value, _), label) in values.iter().zip(&labels) {
                    if self.variables[number].width == 0 {
                        let value = self.number(*value);
                        let labels = &mut self.variables[number].labels_of_numbers;
                        labels.insert(value, label.clone());
                    } else {
                        self.variables[number].label_text(value, label);
                    }
                }
            }
        }
        for part in later.labels.clone() {
            self.long_labels(part)?;
        }
        for part in later.missing.clone() {
            self.long_missing(part)?;
        }
        Ok(())
    }

    /// `NAME=00300` says that a text is longer than a variable can be: what follows are its parts.
    fn join_segments(&mut self, widths: &[u8]) -> Result<(), Fault> {
        let text = String::from_utf8_lossy(widths).into_owned();
        let pairs = text
            .split('\t')
            .filter_map(|pair| pair.trim_matches('\0').split_once('='));
        let long: HashMap<&str, usize> = pairs
            .filter_map(|(name, width)| Some((name, width.trim_matches(['\0', ' ']).parse().ok()?)))
            .filter(|&(_, width)| width > 255)
            .collect();
        if long.is_empty() {
            return Ok(());
        }
        let mut variables = std::mem::take(&mut self.variables).into_iter();
        while let Some(mut variable) = variables.next() {
            if let Some(&width) = long.get(variable.short.as_str()) {
                let parts = width.div_ceil(252);
                variable.width = width;
                for _ in 1..parts {
                    let part = variables.next().ok_or(Fault::Damaged)?;
                    variable.segments.push(part.width);
                }
                if variable.segments.contains(&0) {
                    return Err(Fault::Damaged);
                }
            }
            self.variables.push(variable);
        }
        Ok(())
    }

    fn named(&mut self, name: &[u8]) -> Option<usize> {
        let name = self.text(name).into_owned();
        let mut variables = self.variables.iter();
        variables.position(|variable| variable.name == name || variable.short == name)
    }

    fn long_labels(&mut self, mut from: Bytes<'_>) -> Result<(), Fault> {
        while from.left() > 0 {
            let length = from.count()?;
            let number = self.named(from.take(length)?);
            from.i32()?;
            for _ in 0..from.count()? {
                let length = from.count()?;
                let value = from.take(length)?;
                let length = from.count()?;
                let label = self.text(from.take(length)?).into_owned();
                if let Some(number) = number {
                    self.variables[number].label_text(value, &label);
                }
            }
        }
        Ok(())
    }

    fn long_missing(&mut self, mut from: Bytes<'_>) -> Result<(), Fault> {
        while from.left() > 0 {
            let length = from.count()?;
            let number = self.named(from.take(length)?);
            let many = from.unsigned(1)?;
            let length = from.count()?;
            for _ in 0..many {
                let value = from.take(length)?.to_vec();
                if let Some(number) = number {
                    self.variables[number].missing_texts.push(value);
                }
            }
        }
        Ok(())
    }

    pub fn number(&self, bytes: [u8; 8]) -> f64 {
        match self.is_big {
            true => f64::from_be_bytes(bytes),
            false => f64::from_le_bytes(bytes),
        }
    }

    pub fn bytes(&self, number: f64) -> [u8; 8] {
        match self.is_big {
            true => number.to_be_bytes(),
            false => number.to_le_bytes(),
        }
    }

    pub fn text<'t>(&self, bytes: &'t [u8]) -> Cow<'t, str> {
        self.encoding
            .decode_without_bom_handling(without_blanks(bytes))
            .0
    }
}

fn set<'b>(from: &mut Bytes<'b>) -> Result<Labelled<'b>, Fault> {
    let mut values = Vec::new();
    for _ in 0..from.count()? {
        let value = from.array::<8>()?;
        let length = from.unsigned(1)? as usize;
        // With its length it takes a multiple of eight bytes.
        let label = from.take((length + 1).next_multiple_of(8) - 1)?;
        values.push((value, &label[..length]));
    }
    if from.i32()? != 4 {
        return Err(Fault::Damaged);
    }
    let mut places = Vec::new();
    for _ in 0..from.count()? {
        // Counted from 1.
        places.push(from.count()?.checked_sub(1).ok_or(Fault::Damaged)?);
    }
    Ok(Labelled { values, places })
}
