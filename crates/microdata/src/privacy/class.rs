//! What a kernel looks at: the sensitive values of one class, however they are stored.

use super::closeness::Reference;
use super::histogram::Histogram;
use super::kernel::kernel;
use super::parameter;
use cloakroom_core::prepared_table::Categories;
use cloakroom_core::{PrivacyModel, Sensitive};
use std::borrow::Cow;
use std::cell::OnceCell;

/// A sensitive column with what the promises need to know about it.
#[derive(Clone, Debug)]
pub struct ValueColumn {
    /// How many values the dictionary has.
    pub values: usize,
    pub categories: Option<Categories>,
    /// What is released, where classes are compared with it.
    pub release: Option<Reference>,
}

impl ValueColumn {
    /// Compared with the whole table.
    pub fn new(sensitive: &Sensitive<'_>, compares: bool) -> Self {
        Self {
            values: sensitive.column.dictionary().len(),
            categories: sensitive.categories.clone(),
            release: compares
                .then(|| Reference::new(sensitive, sensitive.column.counts().to_vec())),
        }
    }

    /// The same column in a release in which each value occurs so often.
    #[must_use]
    pub fn for_counts(&self, counts: Vec<u32>) -> Self {
        Self {
            values: self.values,
            categories: self.categories.clone(),
            release: self
                .release
                .as_ref()
                .map(|release| release.for_counts(counts)),
        }
    }
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
#[derive(Debug)]
pub struct Class<'a> {
    pub size: u32,
    pub values: Values<'a>,
    pub column: &'a ValueColumn,
    descending: OnceCell<Cow<'a, [u32]>>,
}

impl<'a> Class<'a> {
    pub fn new(size: u32, values: impl Into<Values<'a>>, column: &'a ValueColumn) -> Self {
        Self {
            size,
            values: values.into(),
            column,
            descending: OnceCell::new(),
        }
    }

    /// Records per value, the most frequent first.
    pub fn descending(&self) -> &[u32] {
        self.descending.get_or_init(|| match self.values {
            Values::Descending(_, counts) => Cow::Borrowed(counts),
            values => {
                let mut counts: Vec<u32> = values.counts().collect();
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
