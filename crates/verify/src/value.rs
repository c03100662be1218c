//! When two texts are one value: `5`, `+5` and `5.0`, `2024-01-31`, `2024-1-31` and `31.01.2024`, `HIV` and `HIV `.
//!
//! Whatever somebody might take for one value is one here: `1E3`, `1,000` and `+1000` are a thousand, although they may be
//! codes. Who releases both tells them apart in the declaration or not at all, and a promise that holds if they are one
//! holds if they are two.

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

    /// How the values of a column are compared, from all that it holds. Each is compared by itself; only whether a comma
    /// alone, as in `1,000`, is that of a decimal is said by the others, such as `1,5`.
    #[must_use]
    pub(crate) fn of_column<'t>(
        self,
        mut texts: impl Iterator<Item = &'t str>,
        formulas_escaped: bool,
    ) -> Comparison {
        let mut comparison = Comparison {
            equal: self,
            decimal_commas: false,
            formulas_escaped,
        };
        comparison.decimal_commas = texts.any(|text| {
            let text = comparison.seen(text);
            text.contains(',') && !is_grouped(&text) && Decimal::of(&text, true).is_some()
        });
        comparison
    }
}

/// How the values of one column are compared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comparison {
    equal: Equality,
    decimal_commas: bool,
    formulas_escaped: bool,
}

impl Comparison {
    /// Equal for texts that are one value, and different for all others.
    pub(crate) fn key(self, text: &str) -> Key<'_> {
        let text = self.seen(text);
        if self.equal.numbers
            && let Some(number) = Decimal::of(&text, self.decimal_commas)
        {
            return Key::Number(number);
        }
        if self.equal.dates
            && let Some(key) = date_key(&text)
        {
            return key;
        }
        Key::Text(text)
    }

    /// A text as somebody sees it.
    fn seen(self, text: &str) -> Cow<'_, str> {
        let text = match text.strip_prefix('\'') {
            Some(rest) if self.formulas_escaped && rest.starts_with(FORMULA) => rest,
            _ => text,
        };
        let seen = match self.equal.trimmed {
            true => visible(text),
            false => Cow::Borrowed(text),
        };
        if self.equal.composed && !is_nfc(&seen) {
            return Cow::Owned(seen.nfc().collect());
        }
        seen
    }
}

/// What an apostrophe is put before.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// Without white space at its ends and without characters that nobody sees; all spaces and all ends of lines are one.
fn visible(text: &str) -> Cow<'_, str> {
    let text = text.trim_matches(|letter: char| letter.is_whitespace() || is_unseen(letter));
    let is_plain = |letter: char| {
        matches!(letter, ' ' | '\t' | '\n') || !letter.is_whitespace() && !is_unseen(letter)
    };
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut seen = String::with_capacity(text.len());
    let mut before = ' ';
    for letter in text.chars().filter(|&letter| !is_unseen(letter)) {
        match letter {
            '\n' if before == '\r' => {}
            '\r' => seen.push('\n'),
            '\t' | '\n' => seen.push(letter),
            _ if letter.is_whitespace() => seen.push(' '),
            _ => seen.push(letter),
        }
        before = letter;
    }
    Cow::Owned(seen)
}

/// Controls, and what Unicode lets a reader ignore: joiners, marks of direction, selectors of a form, tags.
fn is_unseen(letter: char) -> bool {
    letter.is_control() && !letter.is_whitespace()
        || matches!(u32::from(letter),
            0xad | 0x34f | 0x61c | 0x115f | 0x1160 | 0x17b4 | 0x17b5 | 0x180b..=0x180f | 0x200b..=0x200f
            | 0x202a..=0x202e | 0x2060..=0x206f | 0x3164 | 0xfe00..=0xfe0f | 0xfeff | 0xffa0 | 0xfff0..=0xfffb
            | 0x1bca0..=0x1bca3 | 0x1d173..=0x1d17a | 0xe0000..=0xe0fff)
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Key<'a> {
    Number(Decimal),
    /// A day, with the time of it if one is said.
    Date(i64, String),
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
    /// Commas part thousands where they can, unless `decimal_commas` says that one alone does not.
    fn of(text: &str, decimal_commas: bool) -> Option<Self> {
        let commas = text.matches(',').count();
        if commas > 0 {
            let is_decimal = commas == 1 && !text.contains('.');
            let plain = if is_grouped(text) && !(is_decimal && decimal_commas) {
                text.replace(',', "")
            } else if is_decimal && !text.contains(['e', 'E']) {
                let (whole, part) = text.split_once(',')?;
                let is_number = whole.ends_with(|c: char| c.is_ascii_digit()) && !part.is_empty();
                is_number.then(|| format!("{whole}.{part}"))?
            } else {
                return None;
            };
            return Self::of(&plain, false);
        }
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

/// Groups of three digits with commas between, the first perhaps of fewer; then perhaps a point and digits.
fn is_grouped(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default();
    are_digits(first)
        && first.len() <= 3
        && !first.starts_with('0')
        && are_digits(part)
        && whole.contains(',')
        && groups.all(|group| group.len() == 3 && are_digits(group))
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

/// What a date is compared by: its day, and the time of it but for midnight. Where nobody can tell the day from the
/// month, zeros count for nothing.
fn date_key(text: &str) -> Option<Key<'static>> {
    if let Some(day) = date(text) {
        let time = text.find(['T', ' ']).map_or("", |at| &text[at + 1..]);
        return Some(Key::Date(day, time_key(time)));
    }
    let mark = text.chars().find(|letter| !letter.is_ascii_digit())?;
    let parts: Vec<&str> = text.split(mark).collect();
    let &[first, second, year] = parts.as_slice() else {
        return None;
    };
    let is_short = |text: &str| (1..=2).contains(&text.len());
    if !"/-".contains(mark) || year.len() != 4 || !is_short(first) || !is_short(second) {
        return None;
    }
    let day_first = date(&format!("{year}-{second}-{first}"));
    let month_first = date(&format!("{year}-{first}-{second}"));
    match (day_first, month_first) {
        (Some(one), Some(other)) if one != other => {
            let padded = format!("{first:0>2}{mark}{second:0>2}{mark}{year}");
            Some(Key::Text(Cow::Owned(padded)))
        }
        (Some(day), _) | (_, Some(day)) => Some(Key::Date(day, String::new())),
        (None, None) => None,
    }
}

/// Nothing for midnight without a zone; what is no time of a day is compared as it is written.
fn time_key(time: &str) -> String {
    let at = time.find(['Z', '+', '-']).unwrap_or(time.len());
    let (clock, zone) = time.split_at(at);
    let Some(mut parts) = clock_parts(clock) else {
        return time.to_owned();
    };
    let digits: String = zone.chars().filter(char::is_ascii_digit).collect();
    let has_form = zone.len() == 1 && zone == "Z"
        || matches!(zone.len(), 3 | 5) && digits.len() + 1 == zone.len()
        || zone.len() == 6 && digits.len() == 4 && zone.as_bytes()[3] == b':';
    if !zone.is_empty() && !has_form {
        return time.to_owned();
    }
    if !zone.is_empty() {
        let is_greenwich = digits.bytes().all(|digit| digit == b'0');
        let sign = if is_greenwich { "Z" } else { &zone[..1] };
        parts.push(format!("{sign}{}", digits.trim_end_matches("00")));
    } else if parts.iter().all(|part| part.bytes().all(|b| b == b'0')) {
        return String::new();
    }
    parts.join(":")
}

/// Hours, minutes, seconds and the fraction of one, without zeros at its end.
fn clock_parts(clock: &str) -> Option<Vec<String>> {
    let (whole, part) = match clock.split_once('.') {
        Some((_, "")) => return None,
        Some(both) => both,
        None => (clock, ""),
    };
    let mut parts: Vec<String> = whole.split(':').map(str::to_owned).collect();
    let limits = ["24", "60", "60"];
    let are_times = parts.len() <= 3
        && parts.iter().zip(limits).all(|(text, limit)| {
            text.len() == 2 && text.bytes().all(|b| b.is_ascii_digit()) && text.as_str() < limit
        });
    let is_part = part.is_empty() || parts.len() == 3 && part.bytes().all(|b| b.is_ascii_digit());
    if !are_times || !is_part || parts.len() < 2 {
        return None;
    }
    parts.resize(3, "00".to_owned());
    parts.push(part.trim_end_matches('0').to_owned());
    Some(parts)
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
        let column = Equality::default().of_column([left, right].into_iter(), false);
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
            ("HIV", "H\0I\u{200d}V\u{fe0f}"),
            ("New York", "New\u{a0}York"),
            ("one\ntwo", "one\r\ntwo"),
            ("1E3", "1000"),
            ("1e3", "1,000"),
            ("1,000,000", "+1000000"),
            ("1,000.50", "1000.5"),
            ("1,5", "1,50"),
            ("1,5", "1.5"),
            (".5", "0.50"),
            ("5.", "5"),
            ("1234567890123456789", "1234567890123456789.0"),
            ("2024-01-31", "2024-01-31T00:00:00"),
            ("31.1.2024 00:00", "2024-01-31T00:00:00.000"),
            ("2024-01-31T10:05", "31.01.2024 10:05:00.0"),
            ("2024-01-31T10:05Z", "2024-01-31 10:05:00+00:00"),
            ("2024-01-31T10:05+01", "2024-01-31 10:05:00+0100"),
            ("3/4/2024", "03/04/2024"),
            ("31/1/2024", "2024-01-31"),
            ("1/31/2024", "2024-01-31"),
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
            ("2024-01-31T00:00Z", "2024-01-31"),
            ("2024-01-31T10:05+01:00", "2024-01-31T10:05"),
            ("3/4/2024", "2024-04-03"),
            ("1,000", "1"),
            ("1,,000", "1000"),
            ("'+5", "5"),
            ("2024-01-31 10:00", "2024-01-31 11:00"),
            ("12345678901234567", "12345678901234568"),
            ("hiv", "HIV"),
        ] {
            assert!(!same(left, right), "{left} and {right}");
        }
    }

    #[test]
    fn other_cells_say_nothing_but_what_a_comma_alone_means() {
        let column = Equality::default().of_column(["unknown", "1,000"].into_iter(), false);
        for (left, right) in [
            ("5", "5.0"),
            ("1e3", "1000"),
            ("1,000", "1000"),
            (".5", "0.5"),
        ] {
            assert_eq!(column.key(left), column.key(right), "{left} and {right}");
        }
        let column = Equality::default().of_column(["unknown", "1,5"].into_iter(), false);
        assert_eq!(column.key("1,000"), column.key("1"));
        assert_ne!(column.key("1,000"), column.key("1000"));
    }

    #[test]
    fn an_apostrophe_before_a_formula_is_not_its_value() {
        let column = Equality::default().of_column(["'+5", "5"].into_iter(), true);
        assert_eq!(column.key("'+5"), column.key("5"));
        assert_ne!(column.key("'5"), column.key("5"));
    }

    #[test]
    fn where_white_space_counts_it_makes_a_number_a_text() {
        let equal = Equality {
            trimmed: false,
            ..Equality::default()
        };
        let column = equal.of_column(["1e3", "1000", " 4"].into_iter(), false);
        assert_eq!(column.key("1e3"), column.key("1000"));
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
            let column = as_written.of_column([left, right].into_iter(), false);
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
