//! Finds out what a file does not say: its delimiter, and whether its first record names the columns.

use super::dialect::{After, Dialect};
use super::fields::Fields;
use super::nulls::Nulls;
use crate::value_type::ValueType;

const RECORDS: usize = 100;
/// What is looked at of a very long record.
const FIELDS: usize = 4096;
const BYTES: usize = 1 << 20;

/// From the least to the most likely inside a text: where two divide all records evenly, the rarer one
/// is meant (`1,5;2,5`).
const DELIMITERS: [&str; 5] = ["\t", "::", ";", "|", ","];

/// The first records of a text, as far as they can be read.
pub fn first_records(text: &str, dialect: &Dialect) -> Vec<Vec<String>> {
    records(text, dialect, RECORDS)
}

/// The same, with as many records as are wanted.
pub fn records(text: &str, dialect: &Dialect, most: usize) -> Vec<Vec<String>> {
    let mut records = Vec::new();
    let mut fields = Fields::new(text, dialect);
    let mut scratch = String::new();
    let mut record = Vec::new();
    while !fields.is_at_end() && records.len() < most && fields.position() < BYTES {
        let Ok(field) = fields.next_field() else {
            break;
        };
        if record.is_empty() && field.is_blank_line() {
            continue;
        }
        if record.len() < FIELDS {
            record.push(field.value(text, &mut scratch).to_owned());
        }
        if field.after != After::Field {
            records.push(std::mem::take(&mut record));
        }
    }
    records
}

/// The delimiter that divides the first records most evenly; a comma if none divides them.
pub fn delimiter(text: &str, newline: u8) -> &'static str {
    let mut best = (0.0, ",");
    for candidate in DELIMITERS {
        let Some(dialect) = Dialect::new(candidate, newline) else {
            continue;
        };
        let score = evenness(&first_records(text, &dialect));
        if score > best.0 {
            best = (score, candidate);
        }
    }
    if best.1 == "," && every_comma_has_a_space(text, newline) {
        return ", ";
    }
    best.1
}

/// The share of records that have as many fields as most have, or 0 if most have one.
fn evenness(records: &[Vec<String>]) -> f64 {
    let mut counts: Vec<usize> = records.iter().map(Vec::len).collect();
    counts.sort_unstable();
    let longest_run = counts
        .chunk_by(|a, b| a == b)
        .filter(|run| run.first().is_some_and(|&fields| fields > 1))
        .map(<[usize]>::len)
        .max()
        .unwrap_or(0);
    longest_run as f64 / counts.len().max(1) as f64
}

/// Some files (the well-known census extract among them) put a space after every comma.
fn every_comma_has_a_space(text: &str, newline: u8) -> bool {
    let Some(dialect) = Dialect::new(",", newline) else {
        return false;
    };
    let records = first_records(text, &dialect);
    let mut later_fields = records.iter().flat_map(|record| record.iter().skip(1));
    records.len() > 1
        && records.iter().all(|record| record.len() > 1)
        && later_fields.all(|field| field.starts_with(' ') && field.len() > 1)
}

/// Whether the first record names the columns: it does where a word stands over numbers or dates, and
/// does not where a number or date does. Where all is text, a first record of distinct words counts as
/// names unless one of them occurs again below it.
pub fn header(records: &[Vec<String>], nulls: &Nulls) -> bool {
    let Some((first, body)) = records.split_first() else {
        return true;
    };
    if body.is_empty() {
        return first
            .iter()
            .all(|field| ValueType::of(field) == ValueType::Text);
    }
    let counted = counts_up(first) && !body.first().is_some_and(|record| counts_up(record));
    let (mut names, mut values) = (0, 0);
    for (column, field) in first.iter().enumerate() {
        let below = || {
            body.iter()
                .filter_map(|record| record.get(column))
                .filter(|field| !nulls.contains(field))
        };
        let typed = below().next().is_some()
            && below().all(|field| ValueType::of(field) != ValueType::Text);
        let is_text = ValueType::of(field) == ValueType::Text;
        match (is_text, typed) {
            (true, true) if !nulls.contains(field) => names += 1,
            (false, _) if counted => names += 1,
            (false, _) => values += 1,
            (true, false) if !field.is_empty() && below().any(|other| other == field) => {
                values += 1;
            }
            _ => {}
        }
    }
    if names != values {
        return names > values;
    }
    // Words of which two are the same are a header with a fault, unless all of the file is made of few words.
    let distinct = |record: &[String]| {
        let mut sorted: Vec<&String> = record.iter().collect();
        sorted.sort_unstable();
        sorted.windows(2).all(|pair| pair[0] != pair[1])
    };
    distinct(first) || body.iter().all(|record| distinct(record))
}

/// `1, 2, 3` or `2019, 2020, 2021` over the columns are names although they are numbers.
fn counts_up(record: &[String]) -> bool {
    let numbers: Vec<i64> = record
        .iter()
        .filter_map(|field| field.parse().ok())
        .collect();
    numbers.len() > 2
        && numbers
            .windows(2)
            .all(|pair| pair[0].checked_add(1) == Some(pair[1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has_header(text: &str) -> bool {
        let dialect = Dialect::new(delimiter(text, b'\n'), b'\n').unwrap();
        header(&first_records(text, &dialect), &Nulls::new(None))
    }

    #[test]
    fn delimiters() {
        for (text, expected) in [
            ("a,b\n1,2\n", ","),
            ("a;b\n1,5;2,5\n", ";"),
            ("1,5;2,5\n3,5;1,5\n", ";"),
            ("a\tb\nx, y\tz, u\n", "\t"),
            ("1|24|M|technician|85711\n2|53|F|other|94043\n", "|"),
            (
                "1::Toy Story (1995)::Animation|Comedy\n2::Heat: 2::Action\n",
                "::",
            ),
            ("39, State-gov, 77516\n50, Private, 83311\n", ", "),
            ("name, first,age\nSmith, J,3\n", ","),
            ("id,tags\n1,a|b\n2,c|d\n", ","),
            ("id,tags\n1,\"a;b\"\n2,\"c;d\"\n", ","),
            ("word\nanother\n", ","),
            ("", ","),
        ] {
            assert_eq!(delimiter(text, b'\n'), expected, "{text}");
        }
    }

    #[test]
    fn headers() {
        for (text, expected) in [
            ("age,zip\n31,14248\n", true),
            ("31,14248\n32,14249\n", false),
            ("name,sex\nAnn,F\nBob,M\n", true),
            ("Ann,F\nBob,M\nCid,F\n", false),
            ("Flu,F\nFlu,M\n", false),
            ("1::1193::5::978300760\n1::661::3::978302109\n", false),
            ("196\t242\t3\t881250949\n186\t302\t3\t891717742\n", false),
            ("user,1,2,3,4\n17,5,,3,2\n", true),
            ("country,2019,2020,2021\nA,5,7,9\n", true),
            ("id,born\n?,2001-02-03\n7,2001-02-04\n", true),
            ("name,name\nAnn,Bob\nCid,Dan\n", true),
            ("yes,yes\nno,no\n", false),
            ("a,b,c\n", true),
            ("1,2,3\n", false),
        ] {
            assert_eq!(has_header(text), expected, "{text}");
        }
    }
}
