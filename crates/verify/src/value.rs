//! When two texts are one value: `5` and `5.0`, `2024-01-31` and `31.01.2024`, `HIV` and `HIV `.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use unicode_normalization::{UnicodeNormalization, is_nfc};

/// Which spellings are one value. Whatever is switched off counts as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Equality {
    #[serde(default = "yes")]
    pub numbers: bool,
    #[serde(default = "yes")]
    pub dates: bool,
    /// Whether white space around a text counts for nothing.
    #[serde(default = "yes")]
    pub trimmed: bool,
    /// Whether composed and decomposed letters are the same.
    #[serde(default = "yes")]
    pub composed: bool,
}

fn yes() -> bool {
    true
}

impl Default for Equality {
    fn default() -> Self {
        Self {
            numbers: true,
            dates: true,
            trimmed: true,
            composed: true,
        }
    }
}

impl Equality {
    pub(crate) fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// The same for a column with these values: numbers are compared as such in a column of numbers, and dates in a
    /// column of dates.
    #[must_use]
    pub(crate) fn of_column<'t>(self, texts: impl Iterator<Item = &'t str> + Clone) -> Self {
        let filled = texts.map(trimmed).filter(|text| !text.is_empty());
        Self {
            numbers: self.numbers && filled.clone().all(|text| number(text).is_some()),
            dates: self.dates && filled.clone().all(|text| whole_date(text).is_some()),
            ..self
        }
    }

    /// Equal for texts that are one value, and different for all others.
    pub(crate) fn key(self, text: &str) -> Key<'_> {
        let text = if self.trimmed { trimmed(text) } else { text };
        if self.numbers
            && let Some(number) = number(text)
        {
            return Key::Number(number.to_bits());
        }
        if self.dates
            && let Some(date) = whole_date(text)
        {
            return Key::Date(date);
        }
        Key::Text(if self.composed && !is_nfc(text) {
            Cow::Owned(text.nfc().collect())
        } else {
            Cow::Borrowed(text)
        })
    }
}

/// Without white space at its ends, nor characters that nobody sees.
fn trimmed(text: &str) -> &str {
    text.trim_matches(|letter: char| letter.is_whitespace() || INVISIBLE.contains(&letter))
}

/// Unicode does not count these as white space.
const INVISIBLE: [char; 3] = ['\u{200b}', '\u{2060}', '\u{feff}'];

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Key<'a> {
    /// The bits of a number that is finite, and 0 for both zeros.
    Number(u64),
    Date(i64),
    Text(Cow<'a, str>),
}

/// Where a value stands among ordered ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Place {
    Number(f64),
    Date(i64),
}

/// A number or a date; `None` for any other text.
pub(crate) fn place(text: &str) -> Option<Place> {
    number(text)
        .map(Place::Number)
        .or_else(|| date(text).map(Place::Date))
}

/// A plain decimal, perhaps with an exponent. `007` is none: a code that loses its zeros is another code; and neither
/// is one of so many digits that two of them may be the same number.
fn number(text: &str) -> Option<f64> {
    let digits = text.strip_prefix('-').unwrap_or(text).as_bytes();
    if !matches!(digits.first(), Some(b'0'..=b'9' | b'.')) {
        return None;
    }
    let whole = digits.iter().take_while(|b| b.is_ascii_digit()).count();
    if whole > 1 && digits[0] == b'0' || digits.len() > MOST_DIGITS {
        return None;
    }
    let is_decimal = digits
        .iter()
        .all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'-' | b'+'));
    let number: f64 = is_decimal.then(|| text.parse().ok()).flatten()?;
    // Both zeros are one.
    number.is_finite().then_some(number + 0.0)
}

/// Two texts of no more characters than this are the same number only if they mean the same.
const MOST_DIGITS: usize = 15;

/// A date without a time of day: two times of one day are not one value.
fn whole_date(text: &str) -> Option<i64> {
    (text.len() == 10).then(|| date(text)).flatten()
}

/// Days of `2024-03-31`, `2024/03/31` or `31.03.2024`, or the first of these followed by a time.
fn date(text: &str) -> Option<i64> {
    let (date, rest) = text.split_at_checked(10)?;
    let is_time = rest.is_empty()
        || rest.starts_with(['T', ' '])
            && (6..=20).contains(&rest.len())
            && rest[1..]
                .trim_end_matches('Z')
                .bytes()
                .all(|b| b.is_ascii_digit() || b":.+-".contains(&b));
    if !is_time {
        return None;
    }
    let bytes = date.as_bytes();
    let (year, month, day) = match (bytes[4], bytes[7], bytes[2], bytes[5]) {
        (b'-', b'-', ..) | (b'/', b'/', ..) => (date.get(0..4)?, date.get(5..7)?, date.get(8..10)?),
        (_, _, b'.', b'.') => (date.get(6..10)?, date.get(3..5)?, date.get(0..2)?),
        _ => return None,
    };
    let part = |text: &str| -> Option<i64> {
        let is_whole = text.bytes().all(|b| b.is_ascii_digit());
        is_whole.then(|| text.parse().ok()).flatten()
    };
    let (year, month, day) = (part(year)?, part(month)?, part(day)?);
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let lengths = [
        31,
        28 + i64::from(is_leap),
        31,
        30,
        31,
        30,
        31,
        31,
        30,
        31,
        30,
        31,
    ];
    let before = usize::try_from(month).ok()?.checked_sub(1)?;
    let length = *lengths.get(before)?;
    if !(1..=length).contains(&day) {
        return None;
    }
    let leap_days = |year: i64| year / 4 - year / 100 + year / 400;
    let of_years = if year == 0 {
        0
    } else {
        // Year 0 is a leap year itself.
        year * 365 + leap_days(year - 1) + 1
    };
    let of_months: i64 = lengths[..before].iter().sum();
    Some(of_years + of_months + day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(left: &str, right: &str) -> bool {
        let all = Equality::default();
        all.key(left) == all.key(right)
    }

    #[test]
    fn equal_values_are_one_value() {
        for (left, right) in [
            ("5", "5.0"),
            ("5", " 5 "),
            ("-0", "0"),
            ("1e3", "1000"),
            ("2024-01-31", "31.01.2024"),
            ("2024-01-31", "2024/01/31"),
            ("HIV", "HIV "),
            ("HIV", "\u{200b}HIV"),
            ("\u{e9}", "e\u{301}"),
        ] {
            assert!(same(left, right), "{left} and {right}");
        }
        for (left, right) in [
            ("007", "7"),
            ("5", "5x"),
            ("", "0"),
            ("nan", "NaN"),
            ("2024-02-30", "30.02.2024"),
            ("2024-01-31 10:00", "2024-01-31 11:00"),
            ("12345678901234567", "12345678901234568"),
            ("hiv", "HIV"),
        ] {
            assert!(!same(left, right), "{left} and {right}");
        }
    }

    #[test]
    fn numbers_are_compared_in_columns_of_numbers() {
        let of = |texts: &'static [&str]| Equality::default().of_column(texts.iter().copied());
        assert!(of(&["5", "5.0", "", " 7 "]).numbers);
        assert!(!of(&["5", "5.0", "unknown"]).numbers);
        assert!(of(&["2024-01-31", "31.01.2024"]).dates);
        assert!(!of(&["2024-01-31", "5"]).dates);
    }

    #[test]
    fn each_rule_can_be_switched_off() {
        let as_written = Equality {
            numbers: false,
            dates: false,
            trimmed: false,
            composed: false,
        };
        for (left, right) in [
            ("5", "5.0"),
            ("2024-01-31", "31.01.2024"),
            ("HIV", "HIV "),
            ("\u{e9}", "e\u{301}"),
        ] {
            assert_ne!(as_written.key(left), as_written.key(right));
        }
    }

    #[test]
    fn dates_follow_each_other() {
        let days = |text: &str| date(text).unwrap();
        for (one, next) in [
            ("2023-12-31", "2024-01-01"),
            ("2024-02-28", "2024-02-29"),
            ("2024-02-29", "2024-03-01"),
            ("1900-02-28", "1900-03-01"),
            ("0000-12-31", "0001-01-01"),
            ("2000-02-29", "2000-03-01"),
        ] {
            assert_eq!(days(one) + 1, days(next), "{one}");
        }
        assert_eq!(days("2024-01-31T10:11:12Z"), days("2024-01-31"));
        for none in [
            "2023-02-29",
            "2024-13-01",
            "03/04/2024",
            "2024-1-31",
            "\u{e9}24-01-311",
        ] {
            assert_eq!(date(none), None, "{none}");
        }
    }
}
