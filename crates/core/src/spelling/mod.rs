//! Values that are equal are one value, however they are written: numbers are compared by size, dates by day,
//! texts without the white space around them and with their letters composed. Each value has one spelling, which
//! follows from its own text and from nothing else: what stands in other cells, perhaps of people who are left out,
//! changes nothing.
//!
//! What may be a value in another spelling and may be something else stays as it is written: `007` and other codes with
//! zeros at their beginning, `1E3` (an ICD code), `+49301234567` (to be called), more than 18 digits (an account) and
//! `1,000` unless it was declared what commas mean; `03/04/2024` unless it was declared of its column whether the day or
//! the month stands first: it is no date then, but has two digits for both. Declared, it is that day, and written as
//! every date is. What a column looks like is proposed ([`order_in`]) and never assumed. Where the sensitive values of a release hold such a text beside the number or the day that it may be, the
//! release is refused ([`Spelling::has_twins`]), so that two spellings never count as two values. Three things remain:
//! `007` beside `7`, which are two codes; two times of day in different zones that are one instant; and white space
//! within a text, of which there may be one or more.

mod dates;
mod folding;
mod loose;
mod numbers;
mod texts;

pub use dates::{DateOrder, OrderFound, order_in};
pub use folding::{FoldError, Folded, Told, fold_column, fold_values};

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Which spellings are taken for the same value when a file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Fold {
    /// `5`, `5.0`, `+5` and `5e0`; `1,000,000` and `1000000`.
    pub numbers: bool,
    /// `2024-01-31`, `2024-1-31`, `31.01.2024` and `2024-01-31T00:00`.
    pub dates: bool,
    /// Also in names: white space at the ends, what nobody sees, and letters of one or of two characters.
    pub texts: bool,
    /// `1,000` is a number too: said by somebody who knows the file, since it may be a decimal.
    pub thousands: bool,
    /// `1528,11` and `1.528,11` are decimals: said likewise. Then no comma parts thousands.
    pub decimal_comma: bool,
}

impl Default for Fold {
    fn default() -> Self {
        Self {
            numbers: true,
            dates: true,
            texts: true,
            thousands: false,
            decimal_comma: false,
        }
    }
}

impl Fold {
    /// Every spelling is a value of its own.
    pub const NOTHING: Self = Self {
        numbers: false,
        dates: false,
        texts: false,
        thousands: false,
        decimal_comma: false,
    };

    /// For what is a name, even where it is made of digits: people, issues, items.
    #[must_use]
    pub fn of_names(self) -> Self {
        Self {
            texts: self.texts,
            ..Self::NOTHING
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spelling {
    fold: Fold,
    /// Where it was said of the column.
    order: Option<DateOrder>,
}

impl Default for Spelling {
    fn default() -> Self {
        Self::new(Fold::NOTHING)
    }
}

impl From<Fold> for Spelling {
    fn from(fold: Fold) -> Self {
        Self::new(fold)
    }
}

impl Spelling {
    pub fn new(fold: Fold) -> Self {
        Self { fold, order: None }
    }

    /// The same for a column of dates in an order that was said.
    #[must_use]
    pub fn with_order(self, order: DateOrder) -> Self {
        Self {
            order: Some(order),
            ..self
        }
    }

    /// The one spelling of the value that a text stands for.
    pub fn of<'t>(self, text: &'t str) -> Cow<'t, str> {
        let named = self.name(text);
        if !may_be_measured(&named) {
            return named;
        }
        let numbers = self.fold.numbers;
        let number = || numbers::spelled(&named, self.fold);
        let date = || dates::spelled(&named, self.order);
        let measured = numbers.then(number).flatten();
        let has_dates = self.fold.dates || self.order.is_some();
        match measured.or_else(|| has_dates.then(date).flatten()) {
            Some(spelled) => Cow::Owned(spelled),
            None => named,
        }
    }

    /// How a name is spelled that is no value itself, such as that of a group of values.
    pub fn name(self, name: &str) -> Cow<'_, str> {
        self.fold.name(name)
    }

    /// Whether texts are left as they are.
    pub fn is_plain(self) -> bool {
        self == Self::default()
    }
}

/// Numbers and dates begin so: most texts need no closer look.
fn may_be_measured(text: &str) -> bool {
    matches!(
        text.as_bytes().first(),
        Some(b'0'..=b'9' | b'+' | b'-' | b'.')
    )
}

#[cfg(test)]
mod tests;
