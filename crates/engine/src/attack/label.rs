//! What a released text stands for, as far as the text itself tells: `*`, `142**`, `20-24`, `[0.2, 0.4)`, `<30`,
//! `2024-01-01 to 2024-03-31`, `2020s`.

use cloakroom_core::hierarchy::TOP;
use cloakroom_core::value_type::parse_date;

/// A value that somebody knows of a person.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownValue {
    pub text: String,
    /// The number, or the days since 1970 of a date.
    pub number: Option<f64>,
    is_date: bool,
}

impl KnownValue {
    pub fn new(text: &str) -> Self {
        let trimmed = text.trim();
        let number = plain_number(trimmed);
        let date = if number.is_none() {
            parse_date(trimmed)
        } else {
            None
        };
        Self {
            text: text.to_owned(),
            number: number.or(date.map(|days| days as f64)),
            is_date: date.is_some(),
        }
    }

    pub fn is_date(&self) -> bool {
        self.is_date
    }
}

fn plain_number(text: &str) -> Option<f64> {
    // Words such as `inf` and `nan` are no numbers to people.
    let digit = text.bytes().any(|byte| byte.is_ascii_digit());
    let letters = text
        .bytes()
        .all(|byte| !byte.is_ascii_alphabetic() || matches!(byte, b'e' | b'E'));
    (digit && letters).then(|| text.parse().ok()).flatten()
}

/// A text that stands for more than itself.
#[derive(Clone, Debug, PartialEq)]
pub enum Label {
    Everything,
    Span(Span),
    /// Letters, with `None` where one is hidden.
    Mask(Vec<Option<char>>),
    /// A month, a quarter, a year or a decade.
    Days {
        from: f64,
        to: f64,
    },
}

/// From one number to another; the ends may be left open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    low: f64,
    high: f64,
    holds_low: bool,
    holds_high: bool,
    dates: bool,
}

impl Label {
    /// `None` for a text that stands for itself alone.
    pub fn read(text: &str) -> Option<Self> {
        if text == TOP {
            return Some(Self::Everything);
        }
        if let Some(span) = span(text) {
            return Some(Self::Span(span));
        }
        if let Some((from, to)) = period(text) {
            return Some(Self::Days { from, to });
        }
        text.contains('*').then(|| {
            let letters = text.chars().map(|letter| (letter != '*').then_some(letter));
            Self::Mask(letters.collect())
        })
    }

    pub fn covers(&self, known: &KnownValue) -> bool {
        match self {
            Self::Everything => true,
            Self::Span(span) => {
                let number = known.number.filter(|_| span.dates == known.is_date);
                number.is_some_and(|number| span.holds(number))
            }
            Self::Days { from, to } => {
                let day = known.number.filter(|_| known.is_date);
                day.is_some_and(|day| *from <= day && day <= *to)
            }
            Self::Mask(letters) => {
                let mut known = known.text.chars();
                let fits = letters.iter().all(|letter| {
                    known
                        .next()
                        .is_some_and(|known| letter.is_none_or(|letter| letter == known))
                });
                fits && known.next().is_none()
            }
        }
    }
}

impl Span {
    fn holds(self, number: f64) -> bool {
        let above = number > self.low || self.holds_low && number == self.low;
        let below = number < self.high || self.holds_high && number == self.high;
        above && below
    }
}

/// A number or a date.
fn end(text: &str) -> Option<(f64, bool)> {
    let known = KnownValue::new(text);
    known.number.map(|number| (number, known.is_date))
}

fn span(text: &str) -> Option<Span> {
    let open = |mark: &str, sign: f64, holds: bool| {
        let (number, dates) = end(text.strip_prefix(mark)?)?;
        let (low, high) = if sign < 0.0 {
            (f64::NEG_INFINITY, number)
        } else {
            (number, f64::INFINITY)
        };
        Some(Span {
            low,
            high,
            holds_low: holds && sign > 0.0,
            holds_high: holds && sign < 0.0,
            dates,
        })
    };
    let open = open("<=", -1.0, true)
        .or_else(|| open(">=", 1.0, true))
        .or_else(|| open("<", -1.0, false))
        .or_else(|| open(">", 1.0, false));
    if open.is_some() {
        return open;
    }
    let (holds_low, inner) = match text.strip_prefix('[') {
        Some(inner) => (true, Some(inner)),
        None => (false, text.strip_prefix('(')),
    };
    let (ends, holds_low, holds_high) = match inner {
        None => (text, true, true),
        Some(inner) => match inner.strip_suffix(']') {
            Some(ends) => (ends, holds_low, true),
            None => (inner.strip_suffix(')')?, holds_low, false),
        },
    };
    // A text in brackets may be parted by a comma; otherwise it is `17-23` or `… to …`.
    let marks: &[&str] = if inner.is_some() {
        &[",", ";", " to ", "-"]
    } else {
        &[" to ", "-"]
    };
    let ((low, dates), (high, _)) = marks.iter().find_map(|mark| parted(ends, mark))?;
    Some(Span {
        low,
        high,
        holds_low,
        holds_high,
        dates,
    })
}

/// Two ends around a mark. A minus may be a sign, so every place of the mark is tried.
fn parted(text: &str, mark: &str) -> Option<((f64, bool), (f64, bool))> {
    text.match_indices(mark).find_map(|(at, _)| {
        let (low, high) = (end(&text[..at])?, end(&text[at + mark.len()..])?);
        (low.1 == high.1 && low.0 <= high.0).then_some((low, high))
    })
}

/// The first and the last day of `2024-03`, `2024 Q1`, `2024` or `2020s`. A year alone is a number too, and stands
/// for itself; it is a period only for dates.
fn period(text: &str) -> Option<(f64, f64)> {
    let year = |text: &str| {
        let digits = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse::<i64>().ok()).flatten()
    };
    let first = |year: i64, month: i64| {
        let (year, month) = (
            year + (month - 1).div_euclid(12),
            (month - 1).rem_euclid(12) + 1,
        );
        parse_date(&format!("{year:04}-{month:02}-01"))
    };
    let days = |year: i64, month: i64, months: i64| {
        let from = first(year, month)?;
        let to = first(year, month + months)? - 1;
        Some((from as f64, to as f64))
    };
    if let Some(decade) = text.strip_suffix('s').and_then(year) {
        return days(decade, 1, 120);
    }
    if let Some((of, quarter)) = text.split_once(" Q") {
        let quarter: i64 = quarter
            .parse()
            .ok()
            .filter(|quarter| (1..=4).contains(quarter))?;
        return days(year(of)?, quarter * 3 - 2, 3);
    }
    if let Some((of, month)) = text.split_once(['-', '/']) {
        let month: i64 = (month.len() == 2).then(|| month.parse().ok()).flatten()?;
        return days(year(of)?, (1..=12).contains(&month).then_some(month)?, 1);
    }
    days(year(text)?, 1, 12)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covers(label: &str, known: &str) -> bool {
        Label::read(label).is_some_and(|label| label.covers(&KnownValue::new(known)))
    }

    #[test]
    fn labels_cover_what_they_say() {
        let yes = [
            ("*", "anything"),
            ("142**", "14248"),
            ("**48", "1248"),
            ("20-24", "24"),
            ("[22-34]", "28"),
            ("[0.2, 0.4)", "0.2"),
            ("[-10, -5)", "-7"),
            ("-10--5", "-7"),
            ("<30", "29.5"),
            (">=40", "40"),
            (">40", "41"),
            ("2024-01-01 to 2024-03-31", "31.03.2024"),
            ("[2024-01-01, 2024-03-31)", "2024-03-30"),
            ("2024-03", "2024-03-31"),
            ("2024 Q1", "2024-02-29"),
            ("2020s", "2029-12-31"),
            ("2024", "2024-07-01"),
        ];
        for (label, known) in yes {
            assert!(covers(label, known), "{label} covers {known}");
        }
        let no = [
            ("142**", "142480"),
            ("142**", "1424"),
            ("142**", "15248"),
            ("20-24", "25"),
            ("20-24", "two"),
            ("[0.2, 0.4)", "0.4"),
            ("<30", "30"),
            (">40", "40"),
            ("24-20", "22"),
            ("2024-03", "2024-04-01"),
            ("2024", "2024"),
            ("flu", "flu"),
            ("20-24", "2020-01-01"),
        ];
        for (label, known) in no {
            assert!(!covers(label, known), "{label} does not cover {known}");
        }
    }

    #[test]
    fn words_are_no_numbers() {
        assert_eq!(KnownValue::new("inf").number, None);
        assert_eq!(KnownValue::new(" 1e3 ").number, Some(1000.0));
        assert!(KnownValue::new("31.03.2024").is_date());
    }
}
