//! When two texts are one value: `5`, `+5` and `5.0`, `2024-01-31`, `2024-1-31` and `31.01.2024`, `HIV` and `HIV `.

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

    /// How the values of a column are compared, from all that it holds: numbers as such in a column of numbers, and
    /// dates in a column of dates.
    #[must_use]
    pub(crate) fn of_column<'t>(self, texts: impl Iterator<Item = &'t str> + Clone) -> Comparison {
        let compared = texts.map(move |text| if self.trimmed { trimmed(text) } else { text });
        let filled = compared.filter(|text| !text.is_empty());
        let numbers = if !self.numbers {
            Numbers::AsWritten
        } else if filled.clone().all(|text| Decimal::of(text).is_some()) {
            Numbers::BySize
        } else {
            Numbers::WithoutZeros
        };
        Comparison {
            numbers,
            dates: self.dates && filled.clone().all(|text| whole_date(text).is_some()),
            trimmed: self.trimmed,
            composed: self.composed,
        }
    }
}

/// How the values of one column are compared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comparison {
    numbers: Numbers,
    dates: bool,
    trimmed: bool,
    composed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Numbers {
    AsWritten,
    /// Among words: a plus and zeros at the end of a fraction count for nothing.
    WithoutZeros,
    BySize,
}

impl Comparison {
    /// Equal for texts that are one value, and different for all others.
    pub(crate) fn key(self, text: &str) -> Key<'_> {
        let text = if self.trimmed { trimmed(text) } else { text };
        let is_compared = match self.numbers {
            Numbers::AsWritten => false,
            Numbers::WithoutZeros => is_without_exponent(text),
            Numbers::BySize => true,
        };
        if is_compared && let Some(number) = Decimal::of(text) {
            return Key::Number(number);
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
    Number(Decimal),
    Date(i64),
    Text(Cow<'a, str>),
}

/// A number, exactly: its digits without zeros at either end as a whole number, times ten to the power of the exponent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Decimal {
    is_negative: bool,
    digits: String,
    exponent: i64,
}

impl Decimal {
    /// A plain decimal, perhaps with a sign and an exponent. `007` is none: a code that loses its zeros is another code.
    fn of(text: &str) -> Option<Self> {
        let (is_negative, size) = match text.strip_prefix('-') {
            Some(size) => (true, size),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (mantissa, exponent) = match size.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, of_exponent(exponent)?),
            None => (size, 0),
        };
        let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let is_code = whole.len() > 1 && whole.starts_with('0');
        let is_empty = whole.is_empty() && part.is_empty();
        if is_code || is_empty || !are_digits(whole) || !are_digits(part) {
            return None;
        }
        let all = format!("{whole}{part}");
        let kept = all.trim_end_matches('0');
        let digits = kept.trim_start_matches('0').to_owned();
        let zeros = (all.len() - kept.len()) as i64;
        Some(if digits.is_empty() {
            // All zeros are one.
            Self {
                is_negative: false,
                digits,
                exponent: 0,
            }
        } else {
            Self {
                is_negative,
                digits,
                exponent: exponent - part.len() as i64 + zeros,
            }
        })
    }
}

/// At most three digits: nobody means more.
fn of_exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let is_one = (1..=3).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    is_one.then(|| text.parse().ok()).flatten()
}

/// A digit before the point, one after it if there is one, and nothing else: what a decimal among words must be to be
/// compared as a number.
fn is_without_exponent(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    are_digits(whole) && are_digits(part)
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
    (text.len() <= 10).then(|| date(text)).flatten()
}

/// Days of `2024-03-31`, `2024/3/31` or `31.03.2024`, or of one of these followed by a time.
fn date(text: &str) -> Option<i64> {
    let (date, rest) = text.split_at(text.find(['T', ' ']).unwrap_or(text.len()));
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
    let (year, month, day) = parts_of(date)?;
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

/// Year, month and day of a date, as they are written.
fn parts_of(date: &str) -> Option<(&str, &str, &str)> {
    let mut parts = date.split(['-', '/', '.']);
    let (first, month, last) = (parts.next()?, parts.next()?, parts.next()?);
    let marks: Vec<u8> = date.bytes().filter(|b| !b.is_ascii_digit()).collect();
    let (year, day) = match marks.as_slice() {
        b"--" | b"//" => (first, last),
        b".." => (last, first),
        _ => return None,
    };
    let is_date = year.len() == 4
        && [month, day]
            .iter()
            .all(|part| (1..=2).contains(&part.len()));
    is_date.then_some((year, month, day))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(left: &str, right: &str) -> bool {
        let column = Equality::default().of_column([left, right].into_iter());
        column.key(left) == column.key(right)
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
            ("2024-01-31", "2024-1-31"),
            ("2024-01-01", "1.1.2024"),
            ("5", "+5"),
            ("5", "+5.00"),
            ("1e20", "100000000000000000000"),
            ("0.1", "1e-1"),
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
        assert_eq!(of(&["5", "5.0", "", " 7 "]).numbers, Numbers::BySize);
        assert_ne!(of(&["5", "5.0", "unknown"]).numbers, Numbers::BySize);
        assert!(of(&["2024-01-31", "31.01.2024"]).dates);
        assert!(!of(&["2024-01-31", "5"]).dates);
    }

    #[test]
    fn among_words_only_zeros_at_the_end_and_a_plus_count_for_nothing() {
        let column = Equality::default().of_column(["unknown", "5"].into_iter());
        for (left, right) in [("5", "5.0"), ("5", "+5"), ("-2.50", "-2.5"), ("0", "-0.0")] {
            assert_eq!(column.key(left), column.key(right), "{left} and {right}");
        }
        for (left, right) in [
            ("007", "7"),
            ("1e3", "1000"),
            (".5", "0.5"),
            ("5", "5."),
            ("1.0.0", "1.0"),
        ] {
            assert_ne!(column.key(left), column.key(right), "{left} and {right}");
        }
    }

    #[test]
    fn where_white_space_counts_it_makes_a_number_a_text() {
        let equal = Equality {
            trimmed: false,
            ..Equality::default()
        };
        let column = equal.of_column(["1e3", "1000", " 4"].into_iter());
        assert_ne!(column.key("1e3"), column.key("1000"));
        assert_ne!(column.key(" 4"), column.key("4"));
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
            let column = as_written.of_column([left, right].into_iter());
            assert_ne!(column.key(left), column.key(right));
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
            "2024-1.31",
            "24-1-31",
            "\u{e9}24-01-311",
        ] {
            assert_eq!(date(none), None, "{none}");
        }
    }
}
