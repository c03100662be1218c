//! Finds, for what is known of a person, the classes of the release that may hold their record.

use super::cover::{Cover, Texts};
use super::label::KnownValue;
use super::view::View;
use cloakroom_core::let_go::let_go;
use cloakroom_core::spelling::Spelling;
use cloakroom_core::{Column, Progress, Stopped};
use std::collections::HashMap;

/// Stands for a value that is not known of a person.
pub const UNKNOWN: u32 = u32::MAX;
/// Up to so many combinations of texts are looked up one by one.
const MOST_LOOKUPS: usize = 256;

/// What is known of some people in one column: distinct values, and which of them each person has.
#[derive(Clone, Debug, Default)]
pub struct KnownColumn {
    pub values: Vec<KnownValue>,
    /// By person; [`UNKNOWN`] where nothing is known.
    pub of: Vec<u32>,
}

impl KnownColumn {
    /// `spelling` is that of the column that it is compared with.
    pub fn new(column: &Column, spelling: Spelling) -> Self {
        let mut values = Vec::new();
        let mut number_of = vec![UNKNOWN; column.dictionary().len()];
        let of = column
            .codes()
            .iter()
            .map(|&code| {
                if Some(code) == column.null() {
                    return UNKNOWN;
                }
                let number = &mut number_of[code as usize];
                if *number == UNKNOWN {
                    *number = values.len() as u32;
                    let text = column.dictionary().get(code);
                    values.push(KnownValue::new(&spelling.of(text)));
                }
                *number
            })
            .collect();
        Self { values, of }
    }
}

pub struct Linker {
    covers: Vec<Cover>,
    classes: usize,
    /// The class of each combination of texts, where all columns are told by texts.
    class_of: Option<HashMap<Vec<u32>, Vec<u32>>>,
}

impl Linker {
    pub fn new(
        view: &View<'_>,
        known: &[KnownColumn],
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        progress.stage("reading what cells stand for", view.columns.len() as u64);
        let mut covers = Vec::with_capacity(view.columns.len());
        for (column, known) in view.columns.iter().zip(known) {
            covers.push(Cover::new(view, column, &known.values, progress)?);
            progress.advance(1);
        }
        let texts: Option<Vec<&Texts>> = covers
            .iter()
            .map(|cover| match cover {
                Cover::Texts(texts) => Some(texts),
                Cover::Held(_) => None,
            })
            .collect();
        let class_of = texts.map(|texts| {
            let mut class_of: HashMap<Vec<u32>, Vec<u32>> = HashMap::new();
            for class in 0..view.classes.classes() {
                let key = texts.iter().map(|texts| texts.text_of[class]).collect();
                class_of.entry(key).or_default().push(class as u32);
            }
            class_of
        });
        Ok(Self {
            covers,
            classes: view.classes.classes(),
            class_of,
        })
    }

    /// Whether any value of a column fits any cell.
    pub fn fits_anything(&self, column: usize, known: &KnownColumn) -> bool {
        known.values.is_empty()
            || (0..known.values.len() as u32).any(|value| self.covers[column].fits(value))
    }

    /// The classes that cover all that is known, ascending. `tuple` has a value for every column.
    pub fn classes(&self, tuple: &[u32]) -> Vec<u32> {
        let known = || {
            tuple
                .iter()
                .zip(&self.covers)
                .filter(|&(&value, _)| value != UNKNOWN)
        };
        let mut lookups = 1usize;
        let mut narrowest: Option<(usize, u32, &Texts)> = None;
        for (&value, cover) in known() {
            let Cover::Texts(texts) = cover else { continue };
            lookups = lookups.saturating_mul(texts.covering[value as usize].len());
            let reach = texts.reach(value);
            if narrowest.is_none_or(|(least, ..)| reach < least) {
                narrowest = Some((reach, value, texts));
            }
        }
        let all_known = tuple.iter().all(|&value| value != UNKNOWN);
        let reach = narrowest.map_or(self.classes, |(reach, ..)| reach);
        if let Some(class_of) = &self.class_of
            && all_known
            && lookups <= MOST_LOOKUPS.min(reach.max(1))
        {
            return self.looked_up(class_of, tuple);
        }
        let fits = |class: u32| known().all(|(&value, cover)| cover.covers(class, value));
        let mut found: Vec<u32> = match narrowest {
            Some((_, value, texts)) => {
                let covering = texts.covering[value as usize].iter();
                let classes = covering.flat_map(|&text| &texts.classes[text]).copied();
                classes.filter(|&class| fits(class)).collect()
            }
            None => (0..self.classes as u32)
                .filter(|&class| fits(class))
                .collect(),
        };
        found.sort_unstable();
        found
    }

    fn looked_up(&self, class_of: &HashMap<Vec<u32>, Vec<u32>>, tuple: &[u32]) -> Vec<u32> {
        let mut keys: Vec<Vec<u32>> = vec![Vec::new()];
        for (&value, cover) in tuple.iter().zip(&self.covers) {
            let Cover::Texts(texts) = cover else { continue };
            keys = keys
                .into_iter()
                .flat_map(|key| {
                    texts.covering[value as usize].iter().map(move |&text| {
                        let mut key = key.clone();
                        key.push(text);
                        key
                    })
                })
                .collect();
        }
        let mut found: Vec<u32> = keys
            .iter()
            .filter_map(|key| class_of.get(key))
            .flatten()
            .copied()
            .collect();
        found.sort_unstable();
        found
    }
}

/// Counts the released records that were, before, exactly what is known of a person.
pub struct Originals<'a> {
    view: &'a View<'a>,
    /// By column and code, the first code of the same number.
    canonical: Vec<Vec<u32>>,
    /// By column and known value, its canonical code.
    known: Vec<Vec<Option<u32>>>,
    /// By which columns are known, the records of each combination.
    counts: HashMap<Vec<bool>, HashMap<Vec<u32>, u32>>,
}

impl<'a> Originals<'a> {
    pub fn new(view: &'a View<'a>, known: &[KnownColumn]) -> Self {
        let (mut canonical, mut codes) = (Vec::new(), Vec::new());
        for (column, known) in view.columns.iter().zip(known) {
            let codes_of = super::cover::CodesOf::new(column.original);
            let of_column: Vec<u32> = (0..column.original.dictionary().len() as u32)
                .map(|code| {
                    let value = KnownValue::new(column.original.dictionary().get(code));
                    codes_of.of(&value).first().copied().unwrap_or(code)
                })
                .collect();
            let first = |value: &KnownValue| {
                codes_of
                    .of(value)
                    .first()
                    .map(|&code| of_column[code as usize])
            };
            codes.push(known.values.iter().map(first).collect());
            canonical.push(of_column);
        }
        Self {
            view,
            canonical,
            known: codes,
            counts: HashMap::new(),
        }
    }

    /// What was counted may be as large as the table.
    pub fn let_go(self) {
        let_go(self.counts);
    }

    pub fn count(&mut self, tuple: &[u32], progress: &Progress) -> Result<u32, Stopped> {
        let mut key = Vec::with_capacity(tuple.len());
        for (&value, codes) in tuple.iter().zip(&self.known) {
            if value == UNKNOWN {
                continue;
            }
            match codes[value as usize] {
                Some(code) => key.push(code),
                None => return Ok(0),
            }
        }
        let pattern: Vec<bool> = tuple.iter().map(|&value| value != UNKNOWN).collect();
        if !self.counts.contains_key(&pattern) {
            let counted = self.counted(&pattern, progress)?;
            self.counts.insert(pattern.clone(), counted);
        }
        let counts = &self.counts[&pattern];
        Ok(counts.get(&key).copied().unwrap_or(0))
    }

    fn counted(
        &self,
        pattern: &[bool],
        progress: &Progress,
    ) -> Result<HashMap<Vec<u32>, u32>, Stopped> {
        let columns: Vec<(&[u32], &[u32])> = self
            .view
            .columns
            .iter()
            .zip(&self.canonical)
            .zip(pattern)
            .filter(|&(_, &is_known)| is_known)
            .map(|((column, canonical), _)| (column.original.codes(), canonical.as_slice()))
            .collect();
        progress.check()?;
        let mut counts: HashMap<Vec<u32>, u32> = HashMap::new();
        for (at, &row) in self.view.kept.iter().enumerate() {
            if at % (1 << 12) == 0 && progress.is_stopped() {
                let_go(counts);
                return Err(Stopped);
            }
            let code =
                |&(codes, canonical): &(&[u32], &[u32])| canonical[codes[row as usize] as usize];
            *counts
                .entry(columns.iter().map(code).collect())
                .or_default() += 1;
        }
        Ok(counts)
    }
}
