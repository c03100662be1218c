//! The profile behind the sliders of the sensitive values: what every class reaches of every parameter.
//!
//! Computed once for the classes and the sensitive columns; after that a parameter is a comparison per class
//! (`scan`), whatever is asked for.

use super::classes::ClassProfile;
use crate::privacy::closeness::Reference;
use crate::privacy::{Histogram, entropy, measure};
use cloakroom_core::pulse::{Pulse, Stopped};
use cloakroom_core::subject::{Categories, Sensitive};
use std::sync::OnceLock;

/// How many classes are measured between two looks at the pulse.
const STRIDE: usize = 1 << 10;

/// Per class, what its least diverse sensitive column reaches.
#[derive(Debug)]
pub struct ValueProfile {
    columns: Vec<ColumnValues>,
    /// Distinct values.
    pub distinct: Measure,
    /// The largest l of entropy diversity, in millionths.
    pub entropy: Measure,
    /// How much below 1 the smallest t is, in millionths: compared with the whole table.
    pub closeness: Measure,
    /// Distinct categories, if every sensitive column has categories.
    pub categories: Option<Measure>,
    /// Total weight, in millionths.
    pub weight: Option<Measure>,
}

/// What each class reaches; more is safer.
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
    /// How many values the dictionary has.
    values: usize,
    pub(super) reference: Reference,
    categories: Option<Categories>,
}

impl ValueProfile {
    /// The sensitive columns must have the rows of the classes.
    pub fn compute(
        classes: &ClassProfile,
        sensitive: &[Sensitive<'_>],
        pulse: &Pulse,
    ) -> Result<Self, Stopped> {
        pulse.stage("counting sensitive values", 0);
        let columns = sensitive
            .iter()
            .map(|sensitive| ColumnValues::count(classes, sensitive, pulse))
            .collect::<Result<Vec<_>, _>>()?;
        let have_categories =
            !columns.is_empty() && columns.iter().all(|column| column.categories.is_some());
        let most = || Measure::most(classes.classes());
        let mut profile = Self {
            distinct: most(),
            entropy: most(),
            closeness: most(),
            categories: have_categories.then(most),
            weight: have_categories.then(most),
            columns: Vec::new(),
        };
        for column in &columns {
            profile.lower(classes, column, pulse)?;
        }
        profile.columns = columns;
        Ok(profile)
    }

    pub fn columns(&self) -> &[ColumnValues] {
        &self.columns
    }

    /// A promise holds of every column, so the least that a class reaches counts.
    fn lower(
        &mut self,
        classes: &ClassProfile,
        column: &ColumnValues,
        pulse: &Pulse,
    ) -> Result<(), Stopped> {
        let mut histogram = column.scratch();
        for (class, &size) in classes.sizes().iter().enumerate() {
            if class % STRIDE == 0 {
                pulse.check()?;
            }
            column.fill(class, &mut histogram);
            let counts = column.counts(class);
            self.distinct.lower(class, counts.len() as u64);
            let l = entropy::largest(counts.iter().copied(), size);
            self.entropy.lower(class, l);
            let t = column.reference.smallest_t(&histogram, size);
            self.closeness.lower(class, slack(t));
            if let (Some(measure), Some(categories)) = (&mut self.categories, &column.categories) {
                let reached = measure::categories(&histogram, categories);
                measure.lower(class, u64::from(reached));
            }
            if let (Some(measure), Some(categories)) = (&mut self.weight, &column.categories) {
                let weight = u128::from(measure::weight(&histogram, categories)) * 1_000_000;
                let unit = u128::from(measure::weight_unit(categories));
                measure.lower(class, (weight / unit) as u64);
            }
        }
        Ok(())
    }

    /// What a class reaches of c for recursive diversity with this l: the larger, the smaller c may be; 0 if
    /// it has fewer than l values.
    pub fn recursive(&self, class: usize, l: u32) -> u64 {
        let reached = self.columns.iter().map(|column| {
            let counts = column.counts(class);
            let from = l.max(1) as usize - 1;
            if counts.len() <= from {
                return 0;
            }
            let tail: u64 = counts[from..].iter().map(|&count| u64::from(count)).sum();
            // c must be above most / tail.
            let c = u128::from(counts[0]) * 1_000_000 / u128::from(tail) + 1;
            u64::MAX - c as u64
        });
        reached.min().unwrap_or(0)
    }
}

/// A t in millionths as something of which more is safer.
pub(super) fn slack(t: u32) -> u64 {
    1_000_000 - u64::from(t.min(1_000_000))
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
        pulse: &Pulse,
    ) -> Result<Self, Stopped> {
        let column = sensitive.column;
        let values = column.dictionary().len();
        let mut table = Self {
            starts: Vec::with_capacity(classes.classes() + 1),
            codes: Vec::new(),
            counts: Vec::new(),
            values,
            reference: Reference::new(sensitive, column.counts().to_vec()),
            categories: sensitive.categories.clone(),
        };
        table.starts.push(0);
        let mut histogram = Histogram::new(values);
        let mut held: Vec<(u32, u32)> = Vec::new();
        for class in 0..classes.classes() {
            if class % STRIDE == 0 {
                pulse.check()?;
            }
            histogram.clear();
            for &row in classes.members(class as u32) {
                histogram.add(column.codes()[row as usize], column.weight(row as usize));
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

    /// An empty histogram for [`ColumnValues::fill`].
    pub fn scratch(&self) -> Histogram {
        Histogram::new(self.values)
    }

    pub fn fill(&self, class: usize, histogram: &mut Histogram) {
        histogram.clear();
        for (&code, &count) in self.codes(class).iter().zip(self.counts(class)) {
            histogram.add(code, count);
        }
    }

    /// The table that is left when only some classes stay.
    pub(super) fn reference_of(&self, stays: &[bool]) -> Reference {
        let mut counts = vec![0u32; self.values];
        for class in (0..stays.len()).filter(|&class| stays[class]) {
            for (&code, &count) in self.codes(class).iter().zip(self.counts(class)) {
                counts[code as usize] += count;
            }
        }
        self.reference.for_counts(counts)
    }
}
