//! The profile behind the sliders of the sensitive values: what every class reaches of every parameter.
//!
//! Computed once for the classes and the sensitive columns; after that a parameter is a comparison per class
//! (`scan`), whatever is asked for.

use super::classes::ClassProfile;
use super::crowd::Crowd;
use crate::privacy::{Class, Histogram, PrivacyModel, ValueColumn, Values};
use cloakroom_core::promise::Needs;
use cloakroom_core::{Progress, Sensitive, Stopped, Units};
use std::sync::OnceLock;

/// Per class, what its least diverse sensitive column reaches.
#[derive(Debug)]
pub struct ValueProfile {
    columns: Vec<ColumnValues>,
    /// By promise; `None` for those that are not about values, that have a second number, or that lack categories.
    measures: Vec<Option<Measure>>,
    /// Who shows what in which class, where units are counted.
    crowd: Option<Box<Crowd>>,
}

/// What each class reaches, as [`crate::privacy::parameter::safety`] counts: more is safer.
#[derive(Debug, Default)]
pub struct Measure {
    pub of_class: Vec<u64>,
    order: OnceLock<Vec<u32>>,
}

/// How often each value of one sensitive column occurs in each class.
#[derive(Debug)]
pub struct ColumnValues {
    /// `starts[class]..starts[class + 1]` are the values of one class, the most frequent first.
    starts: Vec<u32>,
    codes: Vec<u32>,
    counts: Vec<u32>,
    column: ValueColumn,
}

impl ValueProfile {
    /// The sensitive columns must have the rows of the classes.
    pub fn compute(
        classes: &ClassProfile,
        sensitive: &[Sensitive<'_>],
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        Self::counting(classes, sensitive, None, progress)
    }

    /// The same where a value counts the units that show it; the classes must count them too.
    pub fn counting(
        classes: &ClassProfile,
        sensitive: &[Sensitive<'_>],
        units: Option<&Units<'_>>,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        progress.stage("counting sensitive values", 0);
        let columns = sensitive
            .iter()
            .map(|sensitive| ColumnValues::count(classes, sensitive, units, progress))
            .collect::<Result<Vec<_>, _>>()?;
        let crowd = units
            .map(|units| {
                let codes: Vec<&[u32]> = sensitive.iter().map(|of| of.column.codes()).collect();
                let class_of = classes.class_of_rows();
                Crowd::new(class_of, classes.classes(), units, &codes, progress)
            })
            .transpose()?;
        let have_categories = !columns.is_empty()
            && columns
                .iter()
                .all(|values| values.column.categories.is_some());
        let measures = PrivacyModel::ALL.map(|model| {
            let known = match model.promise().needs {
                Needs::Nothing => false,
                Needs::Sensitive => true,
                Needs::Categories => have_categories,
            };
            (known && !model.has_rank()).then(|| Measure::most(classes.classes()))
        });
        let mut profile = Self {
            columns: Vec::new(),
            measures: measures.into(),
            crowd: crowd.map(Box::new),
        };
        for column in &columns {
            profile.lower(classes, column, progress)?;
        }
        profile.columns = columns;
        Ok(profile)
    }

    /// What every class reaches of a promise, where that was computed.
    pub fn measure(&self, model: PrivacyModel) -> Option<&Measure> {
        self.measures[model as usize].as_ref()
    }

    pub fn measures(&self) -> impl Iterator<Item = &Measure> {
        self.measures.iter().flatten()
    }

    pub fn columns(&self) -> &[ColumnValues] {
        &self.columns
    }

    /// Who shows what in which class, where units are counted.
    pub fn crowd(&self) -> Option<&Crowd> {
        self.crowd.as_deref()
    }

    /// A promise holds of every column, so the least that a class reaches counts.
    fn lower(
        &mut self,
        classes: &ClassProfile,
        column: &ColumnValues,
        progress: &Progress,
    ) -> Result<(), Stopped> {
        for (class, &size) in classes.counted().iter().enumerate() {
            let seen = column.class(class, size);
            for (model, measure) in PrivacyModel::ALL.into_iter().zip(&mut self.measures) {
                if let Some(measure) = measure {
                    // A class may hold most of the records, each with a value of its own.
                    progress.check()?;
                    measure.lower(class, seen.safety(model, 1));
                }
            }
        }
        Ok(())
    }

    /// What a class reaches of a promise with a second number.
    pub fn ranked(&self, model: PrivacyModel, class: usize, size: u32, rank: u32) -> u64 {
        let reached = self
            .columns
            .iter()
            .map(|column| column.class(class, size).safety(model, rank));
        reached.min().unwrap_or(0)
    }
}

impl Measure {
    fn most(classes: usize) -> Self {
        Self {
            of_class: vec![u64::MAX; classes],
            order: OnceLock::new(),
        }
    }

    fn lower(&mut self, class: usize, reached: u64) {
        let place = &mut self.of_class[class];
        *place = reached.min(*place);
    }

    /// Classes from the one that reaches least.
    pub fn order(&self) -> &[u32] {
        self.order.get_or_init(|| {
            let mut order: Vec<u32> = (0..self.of_class.len() as u32).collect();
            order.sort_by_key(|&class| self.of_class[class as usize]);
            order
        })
    }
}

impl ColumnValues {
    fn count(
        classes: &ClassProfile,
        sensitive: &Sensitive<'_>,
        units: Option<&Units<'_>>,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let column = sensitive.column;
        let values = column.dictionary().len();
        let mut table = Self {
            starts: Vec::with_capacity(classes.classes() + 1),
            codes: Vec::new(),
            counts: Vec::new(),
            column: ValueColumn::new(sensitive, true, units),
        };
        table.starts.push(0);
        let mut histogram = Histogram::new(values);
        let mut held: Vec<(u32, u32)> = Vec::new();
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for class in 0..classes.classes() {
            progress.check()?;
            histogram.clear();
            let members = classes.members(class as u32);
            if let Some(units) = units {
                pairs.clear();
                pairs.extend(
                    members
                        .iter()
                        .map(|&row| (column.codes()[row as usize], units.of(row))),
                );
                pairs.sort_unstable();
                pairs.dedup();
                pairs.iter().for_each(|&(code, _)| histogram.add(code, 1));
            } else {
                for &row in members {
                    histogram.add(column.codes()[row as usize], column.weight(row as usize));
                }
            }
            held.clear();
            let present = histogram.present().iter();
            held.extend(present.map(|&code| (u32::MAX - histogram.count(code), code)));
            held.sort_unstable();
            table.codes.extend(held.iter().map(|&(_, code)| code));
            let counts = held.iter().map(|&(rarity, _)| u32::MAX - rarity);
            table.counts.extend(counts);
            table.starts.push(table.codes.len() as u32);
        }
        Ok(table)
    }

    fn range(&self, class: usize) -> std::ops::Range<usize> {
        self.starts[class] as usize..self.starts[class + 1] as usize
    }

    /// Records per value of a class, the most frequent first.
    pub fn counts(&self, class: usize) -> &[u32] {
        &self.counts[self.range(class)]
    }

    /// The values of a class, the most frequent first.
    pub fn codes(&self, class: usize) -> &[u32] {
        &self.codes[self.range(class)]
    }

    /// The column, compared with the whole table.
    pub fn column(&self) -> &ValueColumn {
        &self.column
    }

    /// A class as the promises look at it, compared with the whole table.
    pub fn class(&self, class: usize, size: u32) -> Class<'_> {
        self.class_in(class, size, &self.column)
    }

    /// The same, compared with another release.
    pub fn class_in<'a>(&'a self, class: usize, size: u32, release: &'a ValueColumn) -> Class<'a> {
        let values = Values::Descending(self.codes(class), self.counts(class));
        Class::new(size, values, release)
    }

    pub fn fill(&self, class: usize, histogram: &mut Histogram) {
        histogram.clear();
        for (&code, &count) in self.codes(class).iter().zip(self.counts(class)) {
            histogram.add(code, count);
        }
    }

    /// The column in the table that is left when only some classes stay.
    pub(super) fn release_of(&self, stays: &[bool]) -> ValueColumn {
        let mut counts = vec![0u32; self.column.values];
        for class in (0..stays.len()).filter(|&class| stays[class]) {
            for (&code, &count) in self.codes(class).iter().zip(self.counts(class)) {
                counts[code as usize] += count;
            }
        }
        self.column.for_counts(counts, None)
    }
}
