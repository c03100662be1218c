//! What a kernel looks at: the sensitive values of one class, however they are stored.

use super::closeness::Reference;
use super::histogram::Histogram;
use super::kernel::kernel;
use super::measure;
use super::parameter;
use cloakroom_core::prepared_table::Categories;
use cloakroom_core::{PrivacyModel, Sensitive, Units};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::cmp::Reverse;

/// A sensitive column with what the promises need to know about it.
#[derive(Clone, Debug)]
pub struct ValueColumn {
    /// How many values the dictionary has.
    pub values: usize,
    pub categories: Option<Categories>,
    /// What is released, where classes are compared with it.
    pub release: Option<Reference>,
    /// Units are counted, and one of them may show several values.
    pub overlaps: bool,
}

impl ValueColumn {
    /// Compared with the whole table.
    pub fn new(sensitive: &Sensitive<'_>, compares: bool, units: Option<&Units<'_>>) -> Self {
        let column = sensitive.column;
        let release = compares.then(|| match units {
            None => Reference::new(sensitive, column.counts().to_vec()),
            Some(units) => {
                let counts = units_showing(column.codes(), column.dictionary().len(), units);
                Reference::new(sensitive, counts).of_units(units.count() as u64)
            }
        });
        Self {
            values: column.dictionary().len(),
            categories: sensitive.categories.clone(),
            release,
            overlaps: units.is_some(),
        }
    }

    /// The same column in a release in which each value occurs so often; of so many units, where units are counted.
    #[must_use]
    pub fn for_counts(&self, counts: Vec<u32>, units: Option<u64>) -> Self {
        let release = self.release.as_ref().map(|release| {
            let release = release.for_counts(counts);
            match units {
                Some(units) => release.of_units(units),
                None => release,
            }
        });
        Self {
            values: self.values,
            categories: self.categories.clone(),
            release,
            overlaps: self.overlaps,
        }
    }
}

/// How many units show each of so many values.
fn units_showing(codes: &[u32], values: usize, units: &Units<'_>) -> Vec<u32> {
    let mut shown: Vec<(u32, u32)> = codes
        .iter()
        .copied()
        .zip(units.of_rows().iter().copied())
        .collect();
    shown.sort_unstable();
    shown.dedup();
    let mut counts = vec![0u32; values];
    shown
        .iter()
        .for_each(|&(code, _)| counts[code as usize] += 1);
    counts
}

/// Values with their records, each once.
#[derive(Clone, Copy, Debug)]
pub enum Values<'a> {
    Counted(&'a Histogram),
    /// Codes and records, the most frequent first.
    Descending(&'a [u32], &'a [u32]),
    Paired(&'a [(u32, u32)]),
}

impl<'a> Values<'a> {
    /// Distinct values.
    pub fn len(self) -> usize {
        match self {
            Self::Counted(histogram) => histogram.present().len(),
            Self::Descending(codes, _) => codes.len(),
            Self::Paired(pairs) => pairs.len(),
        }
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    fn at(self, place: usize) -> (u32, u32) {
        match self {
            Self::Counted(histogram) => {
                let code = histogram.present()[place];
                (code, histogram.count(code))
            }
            Self::Descending(codes, counts) => (codes[place], counts[place]),
            Self::Paired(pairs) => pairs[place],
        }
    }

    /// Codes and records.
    pub fn iter(self) -> impl Iterator<Item = (u32, u32)> + Clone + 'a {
        (0..self.len()).map(move |place| self.at(place))
    }

    pub fn codes(self) -> impl Iterator<Item = u32> + Clone + 'a {
        self.iter().map(|(code, _)| code)
    }

    pub fn counts(self) -> impl Iterator<Item = u32> + Clone + 'a {
        self.iter().map(|(_, count)| count)
    }
}

impl<'a> From<&'a Histogram> for Values<'a> {
    fn from(histogram: &'a Histogram) -> Self {
        Self::Counted(histogram)
    }
}

/// One class and one sensitive column.
///
/// Where units are counted, the size is that of units, and a value counts the units that show it. Then a class keeps a promise
/// if it keeps it however one record of each unit is picked, and so if it keeps it for the worst *tally*: as many picks as
/// there are units, of each value at most as many as show it. Where every unit has one record there is one tally only.
#[derive(Debug)]
pub struct Class<'a> {
    pub size: u32,
    pub values: Values<'a>,
    pub column: &'a ValueColumn,
    tally: OnceCell<Vec<(u32, u32)>>,
    descending: OnceCell<Cow<'a, [u32]>>,
}

impl<'a> Class<'a> {
    pub fn new(size: u32, values: impl Into<Values<'a>>, column: &'a ValueColumn) -> Self {
        Self {
            size,
            values: values.into(),
            column,
            tally: OnceCell::new(),
            descending: OnceCell::new(),
        }
    }

    /// The values that are looked at: those of the records, or the most uneven tally. No other tally has fewer values, less
    /// entropy, or a more frequent first and rarer last values.
    pub fn tally(&self) -> Values<'_> {
        if !self.column.overlaps {
            return self.values;
        }
        Values::Paired(self.tally.get_or_init(|| {
            let mut shown: Vec<(u32, u32)> = self.values.iter().collect();
            shown.sort_unstable_by_key(|&(code, count)| (Reverse(count), code));
            picked(shown, self.size)
        }))
    }

    /// How many categories are among the values that are looked at. Those who show several values of one may be fewer than
    /// they are counted here, and never more.
    pub fn categories(&self, categories: &Categories) -> u32 {
        if !self.column.overlaps {
            return measure::categories(self.values, categories);
        }
        let mut shown = vec![0u32; categories.count as usize];
        for (code, count) in self.values.iter() {
            let shown = &mut shown[categories.of[code as usize] as usize];
            *shown = shown.saturating_add(count).min(self.size);
        }
        let mut shown: Vec<(u32, u32)> = (0..).zip(shown).filter(|&(_, count)| count > 0).collect();
        shown.sort_unstable_by_key(|&(_, count)| Reverse(count));
        picked(shown, self.size).len() as u32
    }

    /// The least that the categories can weigh, as [`measure::weight`] counts.
    pub fn weight(&self, categories: &Categories) -> u64 {
        if !self.column.overlaps {
            return measure::weight(self.values, categories);
        }
        let mut shown: Vec<(u32, u32)> = self.values.iter().collect();
        shown.sort_unstable_by_key(|&(code, _)| categories.of[code as usize]);
        measure::weight(Values::Paired(&picked(shown, self.size)), categories)
    }

    /// Records per value, the most frequent first.
    pub fn descending(&self) -> &[u32] {
        self.descending.get_or_init(|| match self.values {
            Values::Descending(_, counts) if !self.column.overlaps => Cow::Borrowed(counts),
            _ => {
                let mut counts: Vec<u32> = self.tally().counts().collect();
                counts.sort_unstable_by(|a, b| b.cmp(a));
                Cow::Owned(counts)
            }
        })
    }

    /// What the class reaches of a promise, as [`parameter::safety`] counts; 0 if it keeps no parameter.
    pub fn safety(&self, model: PrivacyModel, rank: u32) -> u64 {
        let strictest = kernel(model).strictest(self, rank);
        strictest.map_or(0, |strictest| parameter::safety(model, strictest))
    }

    /// Whether the class keeps a promise with this parameter.
    pub fn keeps(&self, model: PrivacyModel, parameter: u64, rank: u32) -> bool {
        let decided = kernel(model).decided(self, parameter);
        decided.unwrap_or_else(|| self.safety(model, rank) >= parameter::safety(model, parameter))
    }
}

/// The first of these until there are so many.
fn picked(mut shown: Vec<(u32, u32)>, size: u32) -> Vec<(u32, u32)> {
    let mut left = size;
    shown.retain_mut(|(_, count)| {
        *count = left.min(*count);
        left -= *count;
        *count > 0
    });
    shown
}
