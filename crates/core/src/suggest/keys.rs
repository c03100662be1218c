//! Keys of people that no name tells: numbers and codes of one form that few records share, and columns that say the same as
//! one that was found.

use crate::{Column, ValueType};
use std::collections::HashMap;

/// Fewer values number nobody.
const FEWEST: usize = 20;

/// More records than this, on average, are not those of one person or case.
const MOST_RECORDS: usize = 20;

/// Shorter numbers are counts, years or postcodes.
const SHORTEST_NUMBER: usize = 6;
const SHORTEST_CODE: usize = 6;

/// Of so many numbers in a row, a key has one: measures lie closer together.
const SPARSE: f64 = 10.0;

/// Values that are looked at.
const LOOKED_AT: usize = 20_000;

/// Why the values may number people or cases, as a sentence.
pub fn numbers_somebody(column: &Column) -> Option<String> {
    let filled = column.len() - column.nulls();
    let distinct = column.distinct();
    if distinct < FEWEST || filled > distinct * MOST_RECORDS {
        return None;
    }
    let texts = || {
        let texts = column.dictionary().iter().map(str::trim);
        texts.filter(|text| !text.is_empty()).take(LOOKED_AT)
    };
    let whose = match distinct * 10 >= filled * 9 {
        true => "nearly every record has its own",
        false => "few records share one",
    };
    match column.value_type() {
        ValueType::Whole => {
            let is_counted_through = is_counted_through(column) && distinct * 10 >= filled * 9;
            let is_key = is_counted_through || are_of_one_length(texts()) && is_sparse(column);
            is_key.then(|| match is_counted_through {
                true => "It counts the records or people from first to last.".to_owned(),
                false => format!("It holds numbers of one length, and {whose}: they may be those of people or cases."),
            })
        }
        ValueType::Text => are_codes(texts()).then(|| {
            format!(
                "It holds codes of one form, and {whose}: they may be those of people or cases."
            )
        }),
        ValueType::Decimal | ValueType::Date => None,
    }
}

/// One after the other, as rows or people are numbered.
fn is_counted_through(column: &Column) -> bool {
    range(column).is_some_and(|(low, high)| {
        (0.0..=1.0).contains(&low) && high - low + 1.0 <= column.distinct() as f64 * 1.1
    })
}

fn range(column: &Column) -> Option<(f64, f64)> {
    let numbers = (0..column.dictionary().len() as u32).filter_map(|code| column.number(code));
    numbers.fold(None, |range, number| {
        let (low, high) = range.unwrap_or((number, number));
        Some((low.min(number), high.max(number)))
    })
}

/// Drawn from many more, rounded nowhere, and no days.
fn is_sparse(column: &Column) -> bool {
    let Some((low, high)) = range(column) else {
        return false;
    };
    let values = column.dictionary().iter().filter(|text| !text.is_empty());
    let (mut all, mut round, mut days) = (0, 0, 0);
    for text in values.take(LOOKED_AT) {
        all += 1;
        round += usize::from(text.ends_with('0'));
        days += usize::from(is_day(text));
    }
    high - low + 1.0 >= column.distinct() as f64 * SPARSE && round * 4 <= all && days < all
}

/// `20240131`.
fn is_day(text: &str) -> bool {
    let part =
        |from: usize, to: usize| text.get(from..to).and_then(|part| part.parse::<u32>().ok());
    let is = |part: Option<u32>, low: u32, high: u32| {
        part.is_some_and(|part| (low..=high).contains(&part))
    };
    text.len() == 8 && is(part(0, 4), 1850, 2150) && is(part(4, 6), 1, 12) && is(part(6, 8), 1, 31)
}

fn are_of_one_length<'t>(texts: impl Iterator<Item = &'t str>) -> bool {
    let mut lengths = texts.map(str::len);
    lengths
        .next()
        .is_some_and(|first| first >= SHORTEST_NUMBER && lengths.all(|length| length == first))
}

/// Letters and digits in one pattern, with hardly an exception.
fn are_codes<'t>(texts: impl Iterator<Item = &'t str>) -> bool {
    let mut patterns: HashMap<String, usize> = HashMap::new();
    let mut all = 0;
    for text in texts {
        all += 1;
        *patterns.entry(pattern(text)).or_default() += 1;
    }
    let most = patterns
        .into_iter()
        .max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(&a.0)));
    most.is_some_and(|(pattern, count)| {
        let digits = pattern.bytes().filter(|&letter| letter == b'9').count();
        let is_other = pattern.contains([' ', ':', '%', '<', '>']) || pattern == "9999-99";
        count * 100 >= all * 95 && pattern.len() >= SHORTEST_CODE && digits >= 3 && !is_other
    })
}

/// `AB-1234` as `A-9999` is written in letters and digits alone.
fn pattern(text: &str) -> String {
    let letters = text.chars().take(64);
    letters
        .map(|letter| match letter {
            letter if letter.is_ascii_digit() => '9',
            letter if letter.is_alphabetic() => 'A',
            other => other,
        })
        .collect()
}

/// A date with a time of day, for most values, that few records share.
pub fn are_moments(column: &Column) -> bool {
    let filled = column.len() - column.nulls();
    if column.value_type() != ValueType::Text || filled < FEWEST || column.distinct() * 2 < filled {
        return false;
    }
    let texts = column
        .dictionary()
        .iter()
        .filter(|text| !text.is_empty())
        .take(LOOKED_AT);
    let (mut all, mut moments) = (0, 0);
    for text in texts {
        all += 1;
        let day = text
            .get(..10)
            .is_some_and(|day| day.bytes().filter(u8::is_ascii_digit).count() == 8);
        let clock = text
            .get(10..)
            .is_some_and(|clock| clock.starts_with([' ', 'T']) && clock.contains(':'));
        moments += usize::from(day && clock);
    }
    moments * 10 >= all * 9
}

/// Whether each value of one column goes with one of the other and the other way round, and that says something: each is in
/// several records.
pub fn says_the_same(column: &Column, key: &Column) -> bool {
    let distinct = column.distinct();
    let filled = column.len() - column.nulls();
    if distinct < FEWEST
        || distinct != key.distinct()
        || distinct * 10 > filled * 9
        || column.nulls() != key.nulls()
    {
        return false;
    }
    let mut of: HashMap<u32, u32> = HashMap::with_capacity(distinct);
    let mut back: HashMap<u32, u32> = HashMap::with_capacity(distinct);
    let mut pairs = column.codes().iter().zip(key.codes());
    pairs.all(|(&a, &b)| *of.entry(a).or_insert(b) == b && *back.entry(b).or_insert(a) == a)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that follow from nothing.
    fn drawn(at: usize, below: u64) -> u64 {
        let mut state = (at as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        state = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        state = (state ^ (state >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (state ^ (state >> 31)) % below
    }

    fn numbers(of: impl Fn(usize) -> String) -> bool {
        let column = Column::from_texts("x17", (0..400).map(of)).unwrap();
        numbers_somebody(&column).is_some()
    }

    #[test]
    fn keys_are_known_by_their_values() {
        assert!(numbers(
            |row| (1_000_000 + drawn(row, 9_000_000)).to_string()
        ));
        assert!(numbers(
            |row| (1_000_000 + drawn(row / 3, 9_000_000)).to_string()
        ));
        assert!(numbers(|row| (row + 1).to_string()));
        assert!(numbers(|row| format!("P{:06}", drawn(row / 4, 1_000_000))));
        assert!(numbers(|row| format!(
            "{:02}-{:05}",
            row % 17,
            drawn(row / 2, 100_000)
        )));
    }

    #[test]
    fn measures_days_and_places_are_no_keys() {
        // Heights in millimetres, incomes, days, postcodes, years, decimals, times and months.
        assert!(!numbers(|row| (1_500 + drawn(row, 500)).to_string()));
        assert!(!numbers(|row| (10_000 + drawn(row, 900) * 100).to_string()));
        assert!(!numbers(|row| (500 + drawn(row, 900_000)).to_string()));
        assert!(!numbers(|row| format!(
            "20{:02}{:02}{:02}",
            drawn(row, 24),
            1 + drawn(row, 12),
            1 + drawn(row, 28)
        )));
        assert!(!numbers(|row| (10_000 + drawn(row, 89_000)).to_string()));
        assert!(!numbers(|row| format!(
            "{}.{:02}",
            drawn(row, 90_000),
            drawn(row + 7, 100)
        )));
        assert!(!numbers(|row| format!(
            "{:02}:{:02}:{:02}",
            drawn(row, 24),
            drawn(row + 1, 60),
            drawn(row + 2, 60)
        )));
        assert!(!numbers(|row| format!(
            "20{:02}-{:02}",
            drawn(row, 24),
            1 + drawn(row, 12)
        )));
        assert!(!numbers(|row| format!(
            "E{:02}.{}",
            drawn(row, 90),
            drawn(row, 9)
        )));
    }
}
