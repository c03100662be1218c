//! The labels of values, and values that a file itself declares missing.

use super::dates::Shown;
use crate::column::Column;
use crate::dictionary::DictionaryFull;
use crate::io::keyed::Keyed;
use crate::words::listed;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Things that are told one by one.
const SHOWN: usize = 5;

#[derive(Clone, Debug, Default)]
pub struct Labels {
    /// By the bits of a number, what is shown in its place.
    numbers: HashMap<u64, String>,
    /// Of missing values that have a letter.
    letters: BTreeMap<u8, String>,
}

impl Labels {
    /// An empty label is none.
    pub fn insert(&mut self, number: f64, label: String) {
        if !label.is_empty() {
            // There is one zero.
            self.numbers.insert((number + 0.0).to_bits(), label);
        }
    }

    pub fn get(&self, number: f64) -> Option<&str> {
        self.numbers
            .get(&(number + 0.0).to_bits())
            .map(String::as_str)
    }

    pub fn insert_letter(&mut self, letter: u8, label: String) {
        if !label.is_empty() {
            self.letters.insert(letter, label);
        }
    }

    pub fn of_letter(&self, letter: u8) -> Option<&str> {
        self.letters.get(&letter).map(String::as_str)
    }

    /// Those that whole numbers have.
    pub fn codes(&self) -> BTreeMap<i32, String> {
        let whole = self.numbers.iter().filter_map(|(&bits, label)| {
            let number = f64::from_bits(bits);
            let whole = number as i32;
            (f64::from(whole) == number).then(|| (whole, label.clone()))
        });
        whole.collect()
    }

    /// A column in which numbers are shown by their labels, and a sentence about numbers that are shown alike.
    pub fn column(
        &self,
        name: &str,
        cells: Keyed<u64>,
        shown: &Shown,
    ) -> Result<(Column, Option<String>), DictionaryFull> {
        let labels: HashSet<&str> = self.numbers.values().map(String::as_str).collect();
        let mut alike = Alike::default();
        let column = cells.finish(name, |bits| {
            let number = shown.text(bits);
            let text = self.numbers.get(&bits).unwrap_or(&number).clone();
            if labels.contains(text.as_str()) {
                alike.note(&text, number);
            }
            text
        })?;
        Ok((column, alike.told(name)))
    }
}

/// What is shown, and the values in whose place it is.
#[derive(Default)]
pub struct Alike(BTreeMap<String, Vec<String>>);

impl Alike {
    pub fn note(&mut self, shown: &str, value: String) {
        let values = self.0.entry(shown.to_owned()).or_default();
        if !values.contains(&value) {
            values.push(value);
        }
    }

    /// A sentence about values that are shown alike, and so are one from now on.
    pub fn told(self, name: &str) -> Option<String> {
        let several = self.0.into_iter().filter(|(_, values)| values.len() > 1);
        let words: Vec<String> = several
            .map(|(shown, mut values)| {
                values.sort();
                format!("{} are shown as \"{shown}\"", listed(&values))
            })
            .collect();
        let more = match words.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        (!words.is_empty()).then(|| {
            format!(
                "Column \"{name}\": codes with one label are read as one value: {}{more}.",
                words[..words.len().min(SHOWN)].join("; ")
            )
        })
    }
}

/// Cells that the file declares missing, by what stands in them.
#[derive(Clone, Debug)]
pub struct Declared<K>(BTreeMap<K, usize>);

impl<K> Default for Declared<K> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<K: Ord> Declared<K> {
    pub fn note(&mut self, value: K) {
        *self.0.entry(value).or_default() += 1;
    }

    /// A sentence about them; `named` has words for what the file names, and none for what is only within a range.
    pub fn told(&self, name: &str, named: impl Fn(&K) -> Option<String>) -> Option<String> {
        let cells: usize = self.0.values().sum();
        let values = match cells {
            0 => return None,
            1 => "1 value that the file declares missing is".to_owned(),
            _ => format!("{cells} values that the file declares missing are"),
        };
        let mut kinds: Vec<String> = self.0.keys().filter_map(named).collect();
        if kinds.len() > SHOWN {
            let more = kinds.len() - SHOWN;
            kinds.truncate(SHOWN);
            kinds.push(format!("{more} more"));
        }
        let which = match kinds.is_empty() {
            true => String::new(),
            false => format!(": {}", listed(&kinds)),
        };
        Some(format!(
            "Column \"{name}\": {values} read as missing{which}."
        ))
    }
}

/// `9 (refused)`, or what stands there alone.
pub fn with_label(value: &str, label: Option<&str>) -> String {
    match label {
        Some(label) => format!("{value} ({label})"),
        None => value.to_owned(),
    }
}
