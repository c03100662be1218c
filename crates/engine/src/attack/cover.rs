//! Which released cells may belong to somebody of whom a value is known.
//!
//! A cell covers a value if it is that value, if the hierarchy puts the value under it, or if its text says so
//! (`*`, `142**`, `20-24`). Where the cells do not say what they stand for, as means do not, a class covers what
//! lies between the smallest and the largest value of its own records: that is more than anybody outside knows, and
//! so the record of a person is always among those that cover what is known of them. A missing value stands for
//! itself alone, as it does everywhere in the program.

use super::label::{KnownValue, Label};
use super::view::{View, ViewColumn};
use cloakroom_core::hierarchy::Naming;
use cloakroom_core::{Column, Lists, Progress, Stopped, ValueType};
use std::collections::HashMap;

/// How many records are looked at between two looks at the progress.
const STRIDE: usize = 1 << 16;

/// One column of the release against the values that are known.
pub enum Cover {
    /// By what the cells say.
    Texts(Texts),
    /// By what the records of a class held before.
    Held(Held),
}

pub struct Texts {
    /// By class, which text it shows.
    pub text_of: Vec<u32>,
    /// By text, the classes that show it.
    pub classes: Lists,
    /// By known value, the texts that cover it, ascending.
    pub covering: Vec<Vec<u32>>,
}

pub struct Held {
    /// By class, the smallest and the largest number; none for a column of texts.
    ranges: Option<Vec<(f64, f64)>>,
    /// By class, its values, ascending.
    codes: Lists,
    /// By known value, its number and its codes in the column.
    known: Vec<(Option<f64>, Vec<u32>)>,
}

impl Texts {
    /// How many classes cover a known value.
    pub fn reach(&self, known: u32) -> usize {
        let texts = self.covering[known as usize].iter();
        texts.map(|&text| self.classes[text].len()).sum()
    }
}

impl Cover {
    pub fn new(
        view: &View<'_>,
        column: &ViewColumn<'_>,
        known: &[KnownValue],
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let reader = Reader::new(column);
        if reader.tells_everything(view, column, progress)? {
            return Ok(Self::Texts(texts(view, column, &reader, known, progress)?));
        }
        Ok(Self::Held(held(view, column, known, progress)?))
    }

    pub fn covers(&self, class: u32, known: u32) -> bool {
        match self {
            Self::Texts(texts) => {
                let text = texts.text_of[class as usize];
                texts.covering[known as usize].binary_search(&text).is_ok()
            }
            Self::Held(held) => held.covers(class as usize, known as usize),
        }
    }

    /// Whether anything at all covers a value.
    pub fn fits(&self, known: u32) -> bool {
        match self {
            Self::Texts(texts) => !texts.covering[known as usize].is_empty(),
            Self::Held(held) => {
                (0..held.codes.len()).any(|class| held.covers(class, known as usize))
            }
        }
    }
}

impl Held {
    fn covers(&self, class: usize, known: usize) -> bool {
        let (number, codes) = &self.known[known];
        if let (Some(ranges), Some(number)) = (&self.ranges, number) {
            let (low, high) = ranges[class];
            return low <= *number && *number <= high;
        }
        let held = &self.codes[class];
        codes.iter().any(|code| held.binary_search(code).is_ok())
    }
}

/// The codes of a column by text and by number.
pub struct CodesOf<'a> {
    column: &'a Column,
    by_text: HashMap<&'a str, Vec<u32>>,
    by_number: HashMap<u64, Vec<u32>>,
}

impl<'a> CodesOf<'a> {
    pub fn new(column: &'a Column) -> Self {
        let mut by_text: HashMap<&str, Vec<u32>> = HashMap::new();
        let mut by_number: HashMap<u64, Vec<u32>> = HashMap::new();
        for code in 0..column.dictionary().len() as u32 {
            by_text
                .entry(column.dictionary().get(code))
                .or_default()
                .push(code);
            if let Some(number) = column.number(code) {
                by_number.entry(bits(number)).or_default().push(code);
            }
        }
        Self {
            column,
            by_text,
            by_number,
        }
    }

    /// All codes that mean a known value: `25` and `25.0` are one number.
    pub fn of(&self, known: &KnownValue) -> Vec<u32> {
        let empty = Vec::new();
        let by_text = self.by_text.get(known.text.as_str());
        // Blanks around a value are nobody's intention, unless the column has them itself.
        let by_text = by_text
            .or_else(|| self.by_text.get(known.text.trim()))
            .unwrap_or(&empty);
        let number = number_in(self.column, known);
        let by_number = number.and_then(|number| self.by_number.get(&bits(number)));
        let mut codes = by_text.clone();
        codes.extend(by_number.unwrap_or(&empty));
        codes.retain(|&code| Some(code) != self.column.null());
        codes.sort_unstable();
        codes.dedup();
        codes
    }
}

/// What is known as a number of this column: days mean nothing among other numbers.
fn number_in(column: &Column, known: &KnownValue) -> Option<f64> {
    let of_dates = column.value_type() == ValueType::Date;
    known.number.filter(|_| known.is_date() == of_dates)
}

/// Zero has a sign, and none to people.
fn bits(number: f64) -> u64 {
    (number + 0.0).to_bits()
}

/// Reads the released texts of a column.
struct Reader<'a> {
    column: &'a ViewColumn<'a>,
    originals: CodesOf<'a>,
    released: CodesOf<'a>,
    /// Texts that stand for more than themselves, with their codes.
    general: Vec<(u32, Label)>,
}

impl<'a> Reader<'a> {
    fn new(column: &'a ViewColumn<'a>) -> Self {
        let texts = column.released.dictionary().iter().enumerate();
        Self {
            column,
            originals: CodesOf::new(column.original),
            released: CodesOf::new(column.released),
            general: texts
                .filter_map(|(code, text)| Some((code as u32, Label::read(text)?)))
                .collect(),
        }
    }

    /// The released codes whose texts cover a value, ascending.
    fn covering(&self, known: &KnownValue) -> Vec<u32> {
        let mut codes = self.released.of(known);
        let originals = self.originals.of(known);
        match (&self.column.hierarchy, originals.is_empty()) {
            (Some(hierarchy), false) => {
                if *hierarchy.naming() != Naming::Declared {
                    // The release names such groups in its own way, which may say what they hold.
                    codes.extend(self.taken_at_their_word(known));
                }
                for original in originals {
                    for level in 0..hierarchy.levels().len() {
                        let label = hierarchy.label(level, original);
                        if !label.is_empty() {
                            codes.extend(self.released.by_text.get(label).into_iter().flatten());
                        }
                    }
                }
            }
            // The hierarchy does not know the value, or there is none: the texts are taken at their word.
            _ => codes.extend(self.taken_at_their_word(known)),
        }
        codes.sort_unstable();
        codes.dedup();
        codes
    }

    /// Texts that say by themselves that they cover a value.
    fn taken_at_their_word(&self, known: &KnownValue) -> impl Iterator<Item = u32> {
        let general = self.general.iter();
        general
            .filter(|(_, label)| label.covers(known))
            .map(|&(code, _)| code)
    }

    /// Whether every released cell covers the value that it was made of.
    fn tells_everything(
        &self,
        view: &View<'_>,
        column: &ViewColumn<'_>,
        progress: &Progress,
    ) -> Result<bool, Stopped> {
        if std::ptr::eq(column.original, column.released) {
            return Ok(true);
        }
        let mut pairs: Vec<(u32, u32)> = Vec::with_capacity(view.kept.len());
        for rows in view.kept.chunks(STRIDE) {
            progress.check()?;
            pairs.extend(rows.iter().map(|&row| {
                let row = row as usize;
                (column.original.codes()[row], column.released.codes()[row])
            }));
        }
        pairs.sort_unstable();
        pairs.dedup();
        for same in pairs.chunk_by(|a, b| a.0 == b.0) {
            progress.check()?;
            let original = same[0].0;
            if Some(original) == column.original.null() {
                continue;
            }
            let known = KnownValue::new(column.original.dictionary().get(original));
            let covering = self.covering(&known);
            if !same
                .iter()
                .all(|(_, released)| covering.binary_search(released).is_ok())
            {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn texts(
    view: &View<'_>,
    column: &ViewColumn<'_>,
    reader: &Reader<'_>,
    known: &[KnownValue],
    progress: &Progress,
) -> Result<Texts, Stopped> {
    // Codes that look alike are one text: the classes do not tell them apart either.
    let dictionary = column.released.dictionary();
    let canonical: Vec<u32> = dictionary
        .iter()
        .map(|text| {
            reader
                .released
                .by_text
                .get(text)
                .map_or(0, |codes| codes[0])
        })
        .collect();
    let text_of: Vec<u32> = (0..view.classes.classes() as u32)
        .map(|class| {
            let row = view.kept[view.classes.members(class)[0] as usize];
            canonical[column.released.codes()[row as usize] as usize]
        })
        .collect();
    let classes = Lists::of_places(dictionary.len(), &text_of);
    let mut covering = Vec::with_capacity(known.len());
    for known in known {
        progress.check()?;
        let mut texts: Vec<u32> = reader
            .covering(known)
            .into_iter()
            .map(|code| canonical[code as usize])
            .filter(|&text| !classes[text].is_empty())
            .collect();
        texts.sort_unstable();
        texts.dedup();
        covering.push(texts);
    }
    Ok(Texts {
        text_of,
        classes,
        covering,
    })
}

fn held(
    view: &View<'_>,
    column: &ViewColumn<'_>,
    known: &[KnownValue],
    progress: &Progress,
) -> Result<Held, Stopped> {
    let original = column.original;
    let numbers: Vec<Option<f64>> = (0..original.dictionary().len() as u32)
        .map(|code| original.number(code))
        .collect();
    let mut ranges = Vec::with_capacity(view.classes.classes());
    let mut codes = Lists::default();
    for class in 0..view.classes.classes() as u32 {
        progress.check_every(STRIDE, class as usize)?;
        let mut of_class: Vec<u32> = view
            .rows(class)
            .map(|row| original.codes()[row as usize])
            .collect();
        of_class.sort_unstable();
        of_class.dedup();
        let known = of_class.iter().filter_map(|&code| numbers[code as usize]);
        ranges.push(
            known.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| {
                (low.min(number), high.max(number))
            }),
        );
        codes.push(of_class);
    }
    let is_ordered = numbers.iter().any(Option::is_some);
    let codes_of = CodesOf::new(original);
    Ok(Held {
        ranges: is_ordered.then_some(ranges),
        codes,
        known: known
            .iter()
            .map(|known| (number_in(original, known), codes_of.of(known)))
            .collect(),
    })
}
