//! Values that are equal are one value, however they are written: numbers are compared by size, dates by day,
//! texts without the white space around them and with their letters composed. Each value has one spelling, which
//! follows from the value and not from how others wrote it.

mod dates;
mod folding;
mod numbers;
mod texts;
mod types;

pub use folding::{FoldError, Folded, Told, fold_column, fold_values};
pub use types::Types;

use super::value_type::ValueType;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Which spellings are taken for the same value when a file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Fold {
    /// In columns of numbers: `5`, `5.0`, `+5` and `5e0`; where there are words too, `5`, `5.0` and `+5`.
    pub numbers: bool,
    /// In columns of dates: `2024-01-31`, `2024-1-31` and `31.01.2024`.
    pub dates: bool,
    /// In all columns, and in names: white space at the ends, and letters of one or of two characters.
    pub texts: bool,
}

impl Default for Fold {
    fn default() -> Self {
        Self {
            numbers: true,
            dates: true,
            texts: true,
        }
    }
}

impl Fold {
    /// Every spelling is a value of its own.
    pub const NOTHING: Self = Self {
        numbers: false,
        dates: false,
        texts: false,
    };

    /// For what is a name, even where it is made of digits: people, issues, items.
    #[must_use]
    pub fn of_names(self) -> Self {
        Self {
            numbers: false,
            dates: false,
            ..self
        }
    }

    /// How a name is spelled.
    pub fn name(self, name: &str) -> Cow<'_, str> {
        if self.texts {
            texts::spelled(name)
        } else {
            Cow::Borrowed(name)
        }
    }

    /// The same for one that is kept.
    pub fn tidy(self, name: &mut String) {
        let other = self.name(name);
        if *other != **name {
            *name = other.into_owned();
        }
    }
}

/// How the values of one column are spelled, and so how a text from elsewhere must be spelled to be compared with
/// them. The default leaves every text as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spelling {
    texts: bool,
    values: Option<Measured>,
}

/// What the values of a column are compared by, other than their letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measured {
    /// `grouped`: commas part thousands.
    Numbers {
        grouped: bool,
    },
    Dates,
    /// Some are numbers and some are words, or it is not certain what a comma means.
    Mixed {
        plus_is_sign: bool,
        is_unsure: bool,
    },
}

impl Spelling {
    /// That of a column whose values have this type, white space and letters already being what they should be.
    pub fn of_type(value_type: ValueType, fold: Fold) -> Self {
        let values = match value_type {
            ValueType::Whole | ValueType::Decimal => {
                fold.numbers.then_some(Measured::Numbers { grouped: false })
            }
            ValueType::Date => fold.dates.then_some(Measured::Dates),
            ValueType::Text => None,
        };
        Self {
            texts: fold.texts,
            values,
        }
    }

    /// The one spelling of the value that a text stands for.
    pub fn of<'t>(self, text: &'t str) -> Cow<'t, str> {
        let named = self.name(text);
        let measured = match self.values {
            None => return named,
            Some(Measured::Numbers { grouped }) => numbers::spelled(&named, grouped),
            Some(Measured::Dates) => dates::spelled(&named),
            Some(Measured::Mixed { plus_is_sign, .. }) => {
                numbers::without_zeros(&named, plus_is_sign)
            }
        };
        match measured {
            Some(spelled) => Cow::Owned(spelled),
            None => named,
        }
    }

    /// How a name is spelled that is no value itself, such as that of a group of values.
    pub fn name(self, name: &str) -> Cow<'_, str> {
        let fold = Fold {
            texts: self.texts,
            ..Fold::NOTHING
        };
        fold.name(name)
    }

    /// Whether texts are left as they are.
    pub fn is_plain(self) -> bool {
        self == Self::default()
    }

    /// Whether numbers with commas stay as they are written, since a comma may be that of a decimal or part thousands.
    pub fn is_unsure_of_commas(self) -> bool {
        matches!(
            self.values,
            Some(Measured::Mixed {
                is_unsure: true,
                ..
            })
        )
    }

    /// What one of the values is called, what several are, and how they are written.
    fn words(self) -> (&'static str, &'static str, &'static str) {
        match self.values {
            None => (
                "value",
                "values",
                "without white space around them and with their letters composed",
            ),
            Some(Measured::Mixed { .. }) => (
                "value",
                "values",
                "without white space around them, with their letters composed, and numbers among them without a plus \
                 and without zeros at the end of a fraction",
            ),
            Some(Measured::Numbers { .. }) => ("number", "numbers", "in plain digits"),
            Some(Measured::Dates) => ("date", "dates", "as year-month-day"),
        }
    }
}

/// Whether a text that is spelled so stands for no value.
fn is_missing(spelled: &str, spelling: Spelling, missing: &[String]) -> bool {
    missing.iter().any(|token| *spelling.of(token) == *spelled)
}

#[cfg(test)]
mod tests;
