//! What a text in a cell is: a whole number, a decimal, a date or just text.
//!
//! Only texts that survive a round trip count as numbers: `007` and `+5` are texts, because a zip code
//! that loses its zeros is another zip code. What else is a number among numbers, `spelling` finds out.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueType {
    Whole,
    Decimal,
    Date,
    Text,
}

impl ValueType {
    pub fn label(self) -> &'static str {
        match self {
            Self::Whole => "whole number",
            Self::Decimal => "decimal",
            Self::Date => "date",
            Self::Text => "text",
        }
    }

    pub fn is_number(self) -> bool {
        matches!(self, Self::Whole | Self::Decimal)
    }

    /// The narrowest type that one text has.
    pub fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let digits = bytes.strip_prefix(b"-").unwrap_or(bytes);
        match digits.first() {
            Some(b'0'..=b'9' | b'.') => {}
            _ => return Self::Text,
        }
        let whole_len = digits.iter().take_while(|b| b.is_ascii_digit()).count();
        let canonical = whole_len <= 1 || digits[0] != b'0';
        if whole_len == digits.len() {
            // 18 digits always fit an i64; longer ones are account numbers, not quantities.
            return if canonical && whole_len <= 18 && text != "-0" {
                Self::Whole
            } else {
                Self::Text
            };
        }
        if canonical && is_decimal_tail(&digits[whole_len..], whole_len > 0) {
            return Self::Decimal;
        }
        if parse_date(text).is_some() {
            return Self::Date;
        }
        Self::Text
    }
}

/// `.5`, `.5e-3`, `e7` after the whole part.
fn is_decimal_tail(tail: &[u8], has_whole: bool) -> bool {
    let mut rest = tail;
    let mut has_digits = has_whole;
    if let Some(after) = rest.strip_prefix(b".") {
        let fraction = after.iter().take_while(|b| b.is_ascii_digit()).count();
        has_digits |= fraction > 0;
        rest = &after[fraction..];
    }
    if !has_digits {
        return false;
    }
    if rest.is_empty() {
        return true;
    }
    let Some(exponent) = rest.strip_prefix(b"e").or_else(|| rest.strip_prefix(b"E")) else {
        return false;
    };
    let exponent = exponent
        .strip_prefix(b"-")
        .or_else(|| exponent.strip_prefix(b"+"))
        .unwrap_or(exponent);
    (1..=3).contains(&exponent.len()) && exponent.iter().all(u8::is_ascii_digit)
}

/// Days since 1970-01-01 of `2024-03-31`, `2024/3/31`, `31.03.2024` or one of these followed by
/// a time. `03/04/2024` is left alone: nobody can tell its day from its month.
pub fn parse_date(text: &str) -> Option<i64> {
    let date = match text.as_bytes() {
        [date @ .., b'Z'] if date.len() > 10 => &text[..date.len()],
        _ => text,
    };
    let (date, time) = match date.find(['T', ' ']) {
        Some(at) => (&date[..at], Some(&date[at + 1..])),
        None => (date, None),
    };
    if let Some(time) = time {
        let plausible = time.len() >= 5
            && time.len() <= 18
            && time
                .bytes()
                .all(|b| b.is_ascii_digit() || b":.+-".contains(&b));
        if !plausible {
            return None;
        }
    }
    let (year, month, day) = parts_of_date(date)?;
    let number = |text: &str| -> Option<i64> {
        text.bytes()
            .all(|b| b.is_ascii_digit())
            .then(|| text.parse().ok())
            .flatten()
    };
    days_from_civil(number(year)?, number(month)?, number(day)?)
}

/// Year, month and day: the year has four digits, the others one or two.
fn parts_of_date(date: &str) -> Option<(&str, &str, &str)> {
    // The longest is 31.12.1999, so that long texts are not looked through.
    if date.len() > 10 {
        return None;
    }
    let mark = date.bytes().find(|byte| !byte.is_ascii_digit())?;
    let mut parts = date.split(char::from(mark));
    let (first, month, last) = (parts.next()?, parts.next()?, parts.next()?);
    let (year, day) = match mark {
        b'-' | b'/' => (first, last),
        b'.' => (last, first),
        _ => return None,
    };
    let is_short = |text: &str| (1..=2).contains(&text.len());
    let is_date = parts.next().is_none() && year.len() == 4 && is_short(month) && is_short(day);
    is_date.then_some((year, month, day))
}

/// The proleptic Gregorian calendar as a count of days (Hinnant's algorithm); `None` for 31 February.
fn days_from_civil(year: i64, month: i64, day: i64) -> Option<i64> {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => return None,
    };
    if !(1..=last).contains(&day) {
        return None;
    }
    let shifted = if month <= 2 { year - 1 } else { year };
    let era = shifted.div_euclid(400);
    let year_of_era = shifted.rem_euclid(400);
    let month_from_march = (month + 9) % 12;
    let day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    Some(era * 146_097 + day_of_era - 719_468)
}

/// `2024-03-31` of days since 1970-01-01, in the proleptic Gregorian calendar.
pub fn date_text(days: i64) -> String {
    // Counted from 1 March of year 0, so that the leap day is the last of its year.
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 {
        month_from_march + 3
    } else {
        month_from_march - 9
    };
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_texts_that_survive_a_round_trip_are_numbers() {
        for (text, expected) in [
            ("0", ValueType::Whole),
            ("-17", ValueType::Whole),
            ("007", ValueType::Text),
            ("+5", ValueType::Text),
            ("-0", ValueType::Text),
            ("1234567890123456789", ValueType::Text),
            ("3.5", ValueType::Decimal),
            (".5", ValueType::Decimal),
            ("-2.", ValueType::Decimal),
            ("1e6", ValueType::Decimal),
            ("1e", ValueType::Text),
            (".", ValueType::Text),
            ("-", ValueType::Text),
            ("1.2.3", ValueType::Text),
            ("2024-02-29", ValueType::Date),
            ("2023-02-29", ValueType::Text),
            ("31.12.1999", ValueType::Date),
            ("2024-02-29T10:11:12Z", ValueType::Date),
            ("2024-02-29 noon", ValueType::Text),
            ("2024-2-29", ValueType::Date),
            ("2024/2/9", ValueType::Date),
            ("1.12.1999", ValueType::Date),
            ("1.12.99", ValueType::Text),
            ("2024-2/9", ValueType::Text),
            ("2024-2-9-1", ValueType::Text),
            ("2024-002-9", ValueType::Text),
            ("3/4/2024", ValueType::Text),
            ("inf", ValueType::Text),
            ("NaN", ValueType::Text),
            ("1,5", ValueType::Text),
        ] {
            assert_eq!(ValueType::of(text), expected, "{text}");
        }
    }

    #[test]
    fn dates_are_the_days_that_they_are_read_as() {
        for days in (-719_000..100_000).step_by(37) {
            let text = date_text(days);
            assert_eq!(parse_date(&text), Some(days), "{text}");
        }
        assert_eq!(date_text(0), "1970-01-01");
        assert_eq!(date_text(11_016), "2000-02-29");
    }

    #[test]
    fn dates_are_days() {
        assert_eq!(parse_date("1970-01-01"), Some(0));
        assert_eq!(parse_date("2000-03-01"), Some(11_017));
        assert_eq!(parse_date("1969/12/31"), Some(-1));
        assert_eq!(parse_date("日本-日"), None);
        assert_eq!(parse_date("2000-3-1"), Some(11_017));
        assert_eq!(parse_date("1.3.2000 10:00"), Some(11_017));
    }
}
