//! What the values of a column are, all of them looked at: how they are spelled follows from it.

use super::numbers::{Digits, Form};
use super::{Fold, Measured, Spelling, is_missing};
use crate::value_type::ValueType;

/// The types that values have.
#[derive(Clone, Copy, Debug, Default)]
pub struct Types {
    /// Numbers that are no telephone number.
    has_numbers: bool,
    /// With a point or an exponent.
    has_measured: bool,
    has_long: bool,
    has_called: bool,
    has_grouped: bool,
    has_certainly_grouped: bool,
    has_other_commas: bool,
    has_dates: bool,
    has_texts: bool,
}

impl Types {
    /// Missing values have no type.
    pub fn note(&mut self, text: &str, fold: Fold, missing: &[String]) {
        let spelling = Spelling::of_type(ValueType::Text, fold);
        let spelled = spelling.of(text);
        let was_other = *spelled != *text;
        if spelled.is_empty() || was_other && is_missing(&spelled, spelling, missing) {
            return;
        }
        match Form::of(&spelled) {
            Form::Number(digits) => {
                self.has_measured |= digits == Digits::Measured;
                self.has_long |= digits == Digits::Long;
                self.has_called |= digits == Digits::Called;
                self.has_numbers |= digits != Digits::Called;
            }
            Form::Grouped { is_certain } => {
                self.has_grouped = true;
                self.has_certainly_grouped |= is_certain;
            }
            Form::Commas => self.has_other_commas = true,
            Form::Other if ValueType::of(&spelled) == ValueType::Date => self.has_dates = true,
            Form::Other => self.has_texts = true,
        }
    }

    /// Those of two parts of a column.
    pub fn and(&mut self, other: Self) {
        self.has_numbers |= other.has_numbers;
        self.has_measured |= other.has_measured;
        self.has_long |= other.has_long;
        self.has_called |= other.has_called;
        self.has_grouped |= other.has_grouped;
        self.has_certainly_grouped |= other.has_certainly_grouped;
        self.has_other_commas |= other.has_other_commas;
        self.has_dates |= other.has_dates;
        self.has_texts |= other.has_texts;
    }

    /// How a column with these values is spelled.
    pub fn spelling(self, fold: Fold) -> Spelling {
        let values = if self.are_dates() {
            fold.dates.then_some(Measured::Dates)
        } else if !fold.numbers {
            None
        } else if self.are_numbers() {
            Some(Measured::Numbers {
                grouped: self.has_grouped,
            })
        } else {
            self.mixed()
        };
        Spelling {
            texts: fold.texts,
            values,
        }
    }

    fn are_dates(self) -> bool {
        self.has_dates && !self.has_texts && !self.has_any_number()
    }

    fn has_any_number(self) -> bool {
        self.has_numbers || self.has_called || self.has_grouped || self.has_other_commas
    }

    fn are_numbers(self) -> bool {
        // Among quantities a long number is one too; alone they are numbers of accounts, which keep their digits.
        let are_long_numbers = !self.has_long || self.has_measured;
        // Where every number has a plus and many digits, they are to be called.
        let are_quantities = self.has_numbers || self.has_grouped;
        !self.has_texts
            && !self.has_dates
            && are_quantities
            && are_long_numbers
            && self.are_groups()
    }

    /// Whether commas, where there are any, part thousands: all of them may, and a number without one, or one with two,
    /// says that they do.
    fn are_groups(self) -> bool {
        let is_said = self.has_certainly_grouped || self.has_numbers;
        !self.has_other_commas && (!self.has_grouped || is_said)
    }

    /// Numbers among other values, if there are some.
    fn mixed(self) -> Option<Measured> {
        let is_unsure = !self.has_texts
            && !self.has_dates
            && (self.has_grouped || self.has_other_commas)
            && !self.are_groups();
        (self.has_numbers || is_unsure).then_some(Measured::Mixed {
            plus_is_sign: self.has_numbers,
            is_unsure,
        })
    }
}
