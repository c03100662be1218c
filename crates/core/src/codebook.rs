//! What a file says of its columns beside their cells: what they are about, and the codes that its values have there.

use crate::column::Column;
use crate::table::Table;
use std::collections::{BTreeMap, BTreeSet};

/// By column of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Codebook {
    pub columns: BTreeMap<String, AboutColumn>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AboutColumn {
    /// What the column is about, in words of whoever made the file.
    pub about: Option<String>,
    /// The numbers that stand for values, each with the text that is shown, by number.
    pub codes: BTreeMap<i32, String>,
}

impl AboutColumn {
    pub fn is_empty(&self) -> bool {
        self.about.is_none() && self.codes.is_empty()
    }
}

/// The codes that values are written with: by column, the code of each text.
pub type Codes = BTreeMap<String, BTreeMap<String, i32>>;

/// What labels of a format can be.
#[derive(Clone, Copy, Debug)]
pub struct LabelLimits {
    /// Bytes.
    pub longest: usize,
    pub most: usize,
    /// The codes lie between this and its negative.
    pub largest: i32,
}

impl Codebook {
    /// Whether some column has codes.
    pub fn has_codes(&self) -> bool {
        self.columns.values().any(|about| !about.codes.is_empty())
    }

    /// With names and labels spelled in another way.
    #[must_use]
    pub fn spelled(
        self,
        name_of: impl Fn(&str) -> String,
        label_of: impl Fn(&str, &str) -> String,
    ) -> Self {
        let columns = self.columns.into_iter().map(|(name, mut about)| {
            for label in about.codes.values_mut() {
                *label = label_of(&name, label);
            }
            (name_of(&name), about)
        });
        Self {
            columns: columns.collect(),
        }
    }

    /// With labels spelled as the values of the table are.
    #[must_use]
    pub fn spelled_as(self, table: &Table) -> Self {
        self.spelled(str::to_owned, |name, label| match table.column(name) {
            Some(column) => column.spelling().of(label).into_owned(),
            None => label.to_owned(),
        })
    }

    /// The codes of the values that these columns show, and of no others.
    pub fn codes_of(&self, columns: &[&Column], limits: LabelLimits) -> Codes {
        let found = columns.iter().filter_map(|column| {
            let about = self.columns.get(column.name())?;
            Some((column.name().to_owned(), about.codes_of(column, limits)?))
        });
        found.collect()
    }
}

impl AboutColumn {
    /// A value that has a label has its code, the least one if there are several; a whole number without one is its own code, as
    /// it is in the file. What a method made of values gets the numbers after all of these, in the order of the letters. `None`
    /// if no value has a label of the file, or if the format has no room for them.
    fn codes_of(&self, column: &Column, limits: LabelLimits) -> Option<BTreeMap<String, i32>> {
        let used = column.dictionary().iter().zip(column.counts());
        let used = used.filter(|&(text, &count)| count > 0 && !text.is_empty());
        let mut by_label = BTreeMap::new();
        for (&code, label) in &self.codes {
            by_label.entry(label.as_str()).or_insert(code);
        }
        let mut codes = BTreeMap::new();
        let mut others = BTreeSet::new();
        let mut highest = self.codes.keys().next_back().copied().unwrap_or(0).max(0);
        for (text, _) in used {
            match (by_label.get(text), own_code(text)) {
                (Some(&code), _) => _ = codes.insert(text.to_owned(), code),
                (None, Some(number)) if !self.codes.contains_key(&number) => {
                    highest = highest.max(number);
                    if number
                        .checked_abs()
                        .is_none_or(|size| size > limits.largest)
                    {
                        return None;
                    }
                }
                _ => _ = others.insert(text.to_owned()),
            }
        }
        if codes.is_empty() {
            return None;
        }
        for text in others {
            highest = highest.checked_add(1)?;
            codes.insert(text, highest);
        }
        let fits = |(text, code): (&String, &i32)| {
            let is_code = code
                .checked_abs()
                .is_some_and(|size| size <= limits.largest);
            is_code && text.len() <= limits.longest && !text.contains('\0')
        };
        (codes.len() <= limits.most && codes.iter().all(fits)).then_some(codes)
    }
}

/// The number that a text without a label is, if it is written as numbers are.
pub fn own_code(text: &str) -> Option<i32> {
    text.parse::<i32>()
        .ok()
        .filter(|number| number.to_string() == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: LabelLimits = LabelLimits {
        longest: 20,
        most: 10,
        largest: 1_000,
    };

    fn codes(list: &[(i32, &str)], texts: &[&str]) -> Option<Vec<(String, i32)>> {
        let codes = list.iter().map(|&(code, label)| (code, label.to_owned()));
        let about = AboutColumn {
            about: None,
            codes: codes.collect(),
        };
        let book = Codebook {
            columns: [("c".to_owned(), about)].into(),
        };
        let column = Column::from_texts("c", texts).unwrap();
        let found = book.codes_of(&[&column], LIMITS).remove("c")?;
        Some(found.into_iter().collect())
    }

    #[test]
    fn what_is_released_has_the_codes_of_the_file_and_nothing_else_has() {
        let sex = [(1, "male"), (2, "female"), (9, "refused")];
        let told = |pairs: &[(&str, i32)]| {
            let pairs = pairs.iter().map(|&(text, code)| (text.to_owned(), code));
            Some(pairs.collect::<Vec<_>>())
        };
        assert_eq!(
            codes(&sex, &["male", "female", "", "male"]),
            told(&[("female", 2), ("male", 1)])
        );
        assert_eq!(
            codes(&sex, &["female", "*", "[x]"]),
            told(&[("*", 10), ("[x]", 11), ("female", 2)])
        );
        // A scale of which only the ends have labels keeps its order.
        let scale = [(1, "low"), (5, "high")];
        assert_eq!(
            codes(&scale, &["low", "2", "3", "high", "4"]),
            told(&[("high", 5), ("low", 1)])
        );
        // A number that is the code of something else is not written as that.
        assert_eq!(
            codes(&scale, &["low", "5", "7"]),
            told(&[("5", 8), ("low", 1)])
        );
        assert_eq!(
            codes(&[(1, "low"), (3, "low")], &["low"]),
            told(&[("low", 1)])
        );
        assert_eq!(codes(&scale, &["2", "3"]), None);
        assert_eq!(codes(&scale, &["low", "1001"]), None);
        assert_eq!(
            codes(
                &[(1, "a label that is too long")],
                &["a label that is too long"]
            ),
            None
        );
    }
}
