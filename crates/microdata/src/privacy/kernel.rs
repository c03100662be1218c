//! How each promise is measured: one kernel a promise, in whole numbers. The judge, the profile behind the sliders and the
//! lattice all ask it; the checker of a written release does not, it has its own.

use super::class::Class;
use super::explain::{few_values, number};
use super::{entropy, measure};
use cloakroom_core::PrivacyModel;
use cloakroom_core::prepared_table::Categories;

const MILLION: u128 = 1_000_000;

/// What one promise asks of one class and one sensitive column.
pub trait Kernel: Sync {
    /// The strictest parameter that the class keeps, in the whole numbers of [`super::parameter`]; `None` if it keeps none.
    fn strictest(&self, class: &Class<'_>, rank: u32) -> Option<u64>;

    /// What the class reaches, as a person reads it: not rounded to what parameters are counted in.
    fn reached(&self, class: &Class<'_>, rank: u32) -> f64;

    /// Why a class that reaches so much is too little.
    fn why(&self, told: &Told<'_>) -> String;

    /// Whether the class keeps a parameter, where that is known sooner than the strictest.
    fn decided(&self, _class: &Class<'_>, _parameter: u64) -> Option<bool> {
        None
    }

    /// The strictest parameter by which values occur alone, up to 64 of them, a bit each; `None` if that does not tell.
    fn marked(&self, _marks: u64, _categories: Option<&Categories>) -> Option<u32> {
        None
    }

    /// Whether which values occur is all that counts.
    fn reads_marks(&self) -> bool {
        false
    }

    /// Why no class can keep the parameter, whatever is generalized or left out. If all records `stay`, the whole table as
    /// one class is the best there is.
    fn impossible(&self, _whole: &Class<'_>, _asked: &Asked<'_>) -> Option<String> {
        None
    }
}

/// What is told of a class that fails.
pub struct Told<'a> {
    pub reached: f64,
    pub wanted: f64,
    pub rank: u32,
    /// The name of the sensitive column.
    pub column: &'a str,
}

/// What is asked of the whole table.
pub struct Asked<'a> {
    pub wanted: f64,
    /// The same in whole numbers.
    pub parameter: u64,
    pub rank: u32,
    /// No record may be left out.
    pub stay: bool,
    /// The name of the sensitive column.
    pub column: &'a str,
}

/// The kernel of a promise. Every promise has one: without it, this does not compile.
pub fn kernel(model: PrivacyModel) -> &'static dyn Kernel {
    match model {
        PrivacyModel::KAnonymity => &Size,
        PrivacyModel::DistinctDiversity => &Distinct { letter: "l" },
        PrivacyModel::EntropyDiversity => &Entropy,
        PrivacyModel::RecursiveDiversity => &Recursive,
        PrivacyModel::P => &Distinct { letter: "p" },
        PrivacyModel::PPlus => &PresentCategories,
        PrivacyModel::Alpha => &Weight,
        PrivacyModel::Closeness => &Closeness,
        PrivacyModel::BetaLikeness => &Likeness,
        PrivacyModel::Suppression => &LeftOut,
    }
}

struct Size;

impl Kernel for Size {
    fn strictest(&self, class: &Class<'_>, _rank: u32) -> Option<u64> {
        Some(u64::from(class.size))
    }

    fn reached(&self, class: &Class<'_>, _rank: u32) -> f64 {
        f64::from(class.size)
    }

    /// The words are those of both trades: computer scientists say quasi-identifier and class, statisticians key variable
    /// and cell.
    fn why(&self, told: &Told<'_>) -> String {
        let count = told.reached as u64;
        let share = if count == 1 {
            "1 record has these values alone".to_owned()
        } else {
            format!("{count} records share these values")
        };
        format!(
            "{share}; k asks for {} with the same quasi-identifiers (key variables)",
            told.wanted
        )
    }
}

/// Distinct values: l-diversity and p-sensitive ask for the same under two names.
struct Distinct {
    letter: &'static str,
}

impl Kernel for Distinct {
    fn strictest(&self, class: &Class<'_>, _rank: u32) -> Option<u64> {
        Some(class.tally().len() as u64)
    }

    fn reached(&self, class: &Class<'_>, _rank: u32) -> f64 {
        class.tally().len() as f64
    }

    fn why(&self, told: &Told<'_>) -> String {
        let asked = format!("{} asks for {}", self.letter, told.wanted);
        few_values(told.reached as u64, told.column, &asked)
    }

    fn marked(&self, marks: u64, _categories: Option<&Categories>) -> Option<u32> {
        Some(marks.count_ones())
    }

    fn reads_marks(&self) -> bool {
        true
    }

    fn impossible(&self, whole: &Class<'_>, asked: &Asked<'_>) -> Option<String> {
        let (distinct, what) = (whole.values.len(), self.letter);
        (asked.parameter > distinct as u64).then(|| {
            format!(
                "{what} = {} cannot be reached: \"{}\" has {distinct} distinct values, so the largest possible {what} is \
                 {distinct}",
                asked.wanted, asked.column
            )
        })
    }
}

struct Entropy;

impl Kernel for Entropy {
    fn strictest(&self, class: &Class<'_>, _rank: u32) -> Option<u64> {
        Some(entropy::largest(class.tally().counts(), class.size))
    }

    fn reached(&self, class: &Class<'_>, _rank: u32) -> f64 {
        measure::entropy(class.tally()).exp()
    }

    fn why(&self, told: &Told<'_>) -> String {
        format!(
            "their {} values are as uneven as if there were {} equally frequent ones; entropy l asks for {}",
            told.column,
            number(told.reached),
            number(told.wanted)
        )
    }

    fn decided(&self, class: &Class<'_>, parameter: u64) -> Option<bool> {
        Some(entropy::holds(
            class.tally().counts(),
            class.size,
            parameter,
        ))
    }

    fn impossible(&self, whole: &Class<'_>, asked: &Asked<'_>) -> Option<String> {
        // Leaving records out can change how values are mixed, but not how many there are.
        let most = if asked.stay {
            entropy::largest(whole.values.counts(), whole.size)
        } else {
            whole.values.len() as u64 * 1_000_000
        };
        (asked.parameter > most).then(|| {
            format!(
                "the entropy l = {} cannot be reached: the values of \"{}\" allow for {} at most",
                asked.wanted,
                asked.column,
                most as f64 / 1e6
            )
        })
    }
}

struct Recursive;

impl Recursive {
    /// The most frequent value must be rarer, not as frequent.
    fn smallest_c(most: u32, tail: u32) -> u64 {
        (u128::from(most) * MILLION / u128::from(tail) + 1) as u64
    }
}

impl Kernel for Recursive {
    fn strictest(&self, class: &Class<'_>, rank: u32) -> Option<u64> {
        let (most, tail) = measure::recursive(class.descending(), rank)?;
        Some(Self::smallest_c(most, tail))
    }

    fn reached(&self, class: &Class<'_>, rank: u32) -> f64 {
        // c must be above this.
        measure::recursive(class.descending(), rank).map_or(f64::INFINITY, |(most, tail)| {
            f64::from(most) / f64::from(tail)
        })
    }

    fn why(&self, told: &Told<'_>) -> String {
        let (column, l) = (told.column, told.rank);
        if told.reached.is_finite() {
            format!(
                "the most frequent {column} is {} times as frequent as number {l} and all rarer ones together; (c, l) asks \
                 for less than {}",
                number(told.reached),
                number(told.wanted)
            )
        } else {
            format!("they have fewer than {l} {column} values; (c, l) asks for at least {l}")
        }
    }

    fn impossible(&self, whole: &Class<'_>, asked: &Asked<'_>) -> Option<String> {
        let (c, l, name) = (asked.wanted, asked.rank, asked.column);
        let distinct = whole.values.len() as u32;
        if l > distinct {
            return Some(format!(
                "recursive ({c}, {l}) cannot be reached: \"{name}\" has {distinct} distinct values, so the largest possible \
                 l is {distinct}"
            ));
        }
        // Evenly spread values are best: then the l-th and all less frequent ones are so many times as frequent as the first.
        let (most, tail) = if asked.stay {
            measure::recursive(whole.descending(), l)?
        } else {
            (1, distinct - l + 1)
        };
        let least = Self::smallest_c(most, tail);
        (asked.parameter < least).then(|| {
            format!(
                "recursive ({c}, {l}) cannot be reached: with l = {l} the values of \"{name}\" need a c of {} at least",
                least as f64 / 1e6
            )
        })
    }
}

struct PresentCategories;

impl Kernel for PresentCategories {
    fn strictest(&self, class: &Class<'_>, _rank: u32) -> Option<u64> {
        let categories = class.column.categories.as_ref()?;
        Some(u64::from(class.categories(categories)))
    }

    fn reached(&self, class: &Class<'_>, rank: u32) -> f64 {
        self.strictest(class, rank).unwrap_or(0) as f64
    }

    fn why(&self, told: &Told<'_>) -> String {
        let (count, column, wanted) = (told.reached as u64, told.column, told.wanted);
        if count == 1 {
            format!(
                "all have the same {column} category, so who is in this class (cell) is known to have one (similarity \
                 attack); p\u{207a} asks for {wanted}"
            )
        } else {
            format!("they have {count} {column} categories; p\u{207a} asks for {wanted}")
        }
    }

    fn marked(&self, marks: u64, categories: Option<&Categories>) -> Option<u32> {
        let categories = categories?;
        let mut rest = marks;
        let mut seen = 0u64;
        while rest != 0 {
            seen |= 1 << categories.of[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        Some(seen.count_ones())
    }

    fn reads_marks(&self) -> bool {
        true
    }

    fn impossible(&self, whole: &Class<'_>, asked: &Asked<'_>) -> Option<String> {
        let present = self.strictest(whole, asked.rank)?;
        (asked.parameter > present).then(|| {
            format!(
                "p+ = {} cannot be reached: \"{}\" has values of {present} categories, so the largest possible p+ is \
                 {present}",
                asked.wanted, asked.column
            )
        })
    }
}

struct Weight;

impl Kernel for Weight {
    fn strictest(&self, class: &Class<'_>, _rank: u32) -> Option<u64> {
        let categories = class.column.categories.as_ref()?;
        let weight = u128::from(class.weight(categories)) * MILLION;
        Some((weight / u128::from(measure::weight_unit(categories))) as u64)
    }

    fn reached(&self, class: &Class<'_>, _rank: u32) -> f64 {
        class.column.categories.as_ref().map_or(0.0, |categories| {
            class.weight(categories) as f64 / measure::weight_unit(categories) as f64
        })
    }

    fn why(&self, told: &Told<'_>) -> String {
        format!(
            "their {} categories weigh {} together, since too many are among the most sensitive; \u{3b1} asks for {}",
            told.column,
            number(told.reached),
            number(told.wanted)
        )
    }

    fn impossible(&self, whole: &Class<'_>, asked: &Asked<'_>) -> Option<String> {
        let most = self.strictest(whole, asked.rank)?;
        (asked.parameter > most).then(|| {
            format!(
                "\u{3b1} = {} cannot be reached: all values of \"{}\" weigh {} together, which is the largest possible \
                 \u{3b1}",
                asked.wanted,
                asked.column,
                most as f64 / 1e6
            )
        })
    }
}

struct Closeness;

impl Closeness {
    /// As a fraction of whole numbers.
    fn distance(class: &Class<'_>) -> Option<(u128, u128)> {
        let release = class.column.release.as_ref()?;
        Some(if class.column.overlaps {
            release.units_apart(class.values, class.size)
        } else {
            release.distance(class.values, class.size)
        })
    }
}

impl Kernel for Closeness {
    fn strictest(&self, class: &Class<'_>, _rank: u32) -> Option<u64> {
        let (moved, whole) = Self::distance(class)?;
        Some((moved * MILLION).div_ceil(whole) as u64)
    }

    fn reached(&self, class: &Class<'_>, _rank: u32) -> f64 {
        Self::distance(class).map_or(1.0, |(moved, whole)| moved as f64 / whole as f64)
    }

    fn why(&self, told: &Told<'_>) -> String {
        format!(
            "their {} values are spread otherwise than in the whole table: the distance is {}; t allows {}",
            told.column,
            number(told.reached),
            number(told.wanted)
        )
    }
}

/// Merging keeps it as long as the table stays: the share of a value in a union is a mean of its shares in the parts, and so
/// at most the largest of them.
struct Likeness;

impl Likeness {
    /// The largest gain of a value, as a fraction of whole numbers: (q − p) / p, where the class has the share q of it and the
    /// release the share p. A value that the release lacks gains without bound, and the denominator is 0.
    fn gain(class: &Class<'_>) -> Option<(u128, u128)> {
        let release = class.column.release.as_ref()?;
        let (size, records) = (u128::from(class.size), u128::from(release.records()));
        let mut largest = (0, 1);
        for (code, count) in class.values.iter() {
            let like = u128::from(release.count(code)) * size;
            let more = (u128::from(count) * records).saturating_sub(like);
            // Records are counted below 2³², so these are products of two numbers below 2⁶⁴.
            if more * largest.1 > largest.0 * like {
                largest = (more, like);
            }
        }
        Some(largest)
    }
}

impl Kernel for Likeness {
    fn strictest(&self, class: &Class<'_>, _rank: u32) -> Option<u64> {
        let (more, like) = Self::gain(class).filter(|&(_, like)| like > 0)?;
        Some((more * MILLION).div_ceil(like) as u64)
    }

    fn reached(&self, class: &Class<'_>, _rank: u32) -> f64 {
        Self::gain(class).map_or(f64::INFINITY, |(more, like)| more as f64 / like as f64)
    }

    fn why(&self, told: &Told<'_>) -> String {
        format!(
            "one of their {} values is more frequent than in the whole table: its share exceeds the one there by {} times that; \
             \u{3b2} allows {}",
            told.column,
            number(told.reached),
            number(told.wanted)
        )
    }
}

/// The limit is no promise that a class keeps.
struct LeftOut;

impl Kernel for LeftOut {
    fn strictest(&self, _class: &Class<'_>, _rank: u32) -> Option<u64> {
        None
    }

    fn reached(&self, _class: &Class<'_>, _rank: u32) -> f64 {
        0.0
    }

    fn why(&self, _told: &Told<'_>) -> String {
        "more records would have to be left out than allowed".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::{Histogram, ValueColumn};
    use cloakroom_core::prepared_table::Distance;
    use cloakroom_core::{Column, Sensitive};
    use proptest::prelude::*;

    /// A sensitive column with these values, compared with all of them.
    fn compared(texts: &[impl AsRef<str>]) -> (Column, ValueColumn) {
        let column = Column::from_texts("value", texts).unwrap();
        let sensitive = Sensitive {
            at: 0,
            column: &column,
            categories: None,
            distance: Distance::Equal,
        };
        let values = ValueColumn::new(&sensitive, true, None);
        (column, values)
    }

    fn counted(column: &Column, rows: &[usize]) -> Histogram {
        let mut histogram = Histogram::new(column.dictionary().len());
        for &row in rows {
            histogram.add(column.codes()[row], 1);
        }
        histogram
    }

    fn likeness(column: &Column, values: &ValueColumn, rows: &[usize]) -> Option<u64> {
        let histogram = counted(column, rows);
        Likeness.strictest(&Class::new(rows.len() as u32, &histogram, values), 1)
    }

    /// Five of ten have flu, three a cold, two HIV. Of a class of two, one has flu, as likely as in the table; the other
    /// HIV, which is a half where it was a fifth: (1/2 − 1/5) / (1/5) = 3/2.
    #[test]
    fn likeness_worked_by_hand() {
        let texts = [
            "flu", "flu", "flu", "flu", "flu", "cold", "cold", "cold", "HIV", "HIV",
        ];
        let (column, values) = compared(&texts);
        assert_eq!(likeness(&column, &values, &[0, 8]), Some(1_500_000));
        // A cold alone: (1 − 3/10) / (3/10) = 7/3, and what is written of it must not be too little.
        assert_eq!(likeness(&column, &values, &[5, 6]), Some(2_333_334));
        let whole: Vec<usize> = (0..10).collect();
        assert_eq!(likeness(&column, &values, &whole), Some(0));
        // Without those who have HIV, a class that has it is like nothing that is released.
        let released = values.for_counts(vec![5, 3, 0], None);
        assert_eq!(likeness(&column, &released, &[0, 8]), None);
        let histogram = counted(&column, &[0, 8]);
        let class = Class::new(2, &histogram, &released);
        let loosest = PrivacyModel::BetaLikeness.promise().weakest;
        assert!(!class.keeps(PrivacyModel::BetaLikeness, loosest as u64 * 1_000_000, 1));
        assert_eq!(Likeness.reached(&class, 1), f64::INFINITY);
    }

    proptest! {
        /// By the definition, value by value: (q − p) / p ≤ β, multiplied out, and in floating point.
        #[test]
        fn likeness_is_that_of_its_definition(
            rows in prop::collection::vec((0u32..5, any::<bool>()), 1..40),
            beta in 0u64..6_000_000,
        ) {
            let texts: Vec<String> = rows.iter().map(|(value, _)| value.to_string()).collect();
            let (column, values) = compared(&texts);
            let inside: Vec<usize> = (0..rows.len()).filter(|&row| rows[row].1 || row == 0).collect();
            let histogram = counted(&column, &inside);
            let class = Class::new(inside.len() as u32, &histogram, &values);
            let shares = |value: u32| {
                let held = inside.iter().filter(|&&row| rows[row].0 == value).count() as i128;
                let there = rows.iter().filter(|row| row.0 == value).count() as i128;
                (held, there)
            };
            let (size, records) = (inside.len() as i128, rows.len() as i128);
            let holds = |beta: u64| {
                (0..5).map(shares).all(|(held, there)| {
                    (held * records - there * size) * 1_000_000 <= i128::from(beta) * there * size
                })
            };
            prop_assert_eq!(class.keeps(PrivacyModel::BetaLikeness, beta, 1), holds(beta));
            let strictest = Likeness.strictest(&class, 1).unwrap();
            prop_assert!(holds(strictest));
            prop_assert!(strictest == 0 || !holds(strictest - 1));
            let largest = (0..5)
                .map(shares)
                .filter(|&(_, there)| there > 0)
                .map(|(held, there)| {
                    let (q, p) = (held as f64 / size as f64, there as f64 / records as f64);
                    (q - p) / p
                })
                .fold(0.0, f64::max);
            prop_assert!((Likeness.reached(&class, 1) - largest).abs() < 1e-9);
        }

        /// Lattices take it for granted that classes which keep a promise keep it together.
        #[test]
        fn likeness_survives_merging(rows in prop::collection::vec((0u32..5, 0u8..3), 2..40)) {
            let texts: Vec<String> = rows.iter().map(|(value, _)| value.to_string()).collect();
            let (column, values) = compared(&texts);
            let part = |which: &[u8]| -> Vec<usize> {
                (0..rows.len()).filter(|&row| which.contains(&rows[row].1)).collect()
            };
            let of = |which: &[u8]| likeness(&column, &values, &part(which));
            prop_assert!(of(&[0, 1]) <= of(&[0]).max(of(&[1])));
        }
    }
}
