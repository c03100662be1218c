//! What the values of a column tell where its name tells nothing. Modest: a hint, never a certainty.

use crate::{Column, ValueType};

/// Values that are looked through for addresses and numbers at which somebody can be reached.
const LOOKED_THROUGH: usize = 20_000;

/// What in some of its values leads to somebody, whatever else they hold.
pub fn contact(column: &Column) -> Option<&'static str> {
    let value_type = column.value_type();
    if value_type.is_number() || value_type == ValueType::Date {
        return None;
    }
    let has = |is: fn(&str) -> bool| column.dictionary().iter().take(LOOKED_THROUGH).any(is);
    if has(|text| text.contains('@') && text.split_whitespace().any(is_mail)) {
        return Some("e-mail addresses");
    }
    has(names_a_telephone).then_some("telephone numbers")
}

fn is_mail(word: &str) -> bool {
    let Some((before, after)) = word.split_once('@') else {
        return false;
    };
    let end = after.trim_end_matches(|letter: char| !letter.is_alphanumeric());
    let is_named = before.chars().any(char::is_alphanumeric);
    is_named && end.split('.').count() >= 2 && end.split('.').all(|part| !part.is_empty())
}

/// A number of seven digits or more in parts, among words.
fn names_a_telephone(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let is_said = words.clone().count() >= 2
        && words
            .clone()
            .any(|word| word.chars().all(char::is_alphabetic));
    is_said
        && words.any(|word| {
            let digits = word.bytes().filter(u8::is_ascii_digit).count();
            let is_plain = |letter: char| letter.is_ascii_digit() || "+-/.()".contains(letter);
            (7..=15).contains(&digits)
                && word.contains('-')
                && word.chars().all(is_plain)
                && !is_day(word)
        })
}

/// `2024-11-02` and the like.
fn is_day(word: &str) -> bool {
    let parts: Vec<usize> = word.split('-').map(str::len).collect();
    matches!(parts[..], [4, 1..=2, 1..=2] | [1..=2, 1..=2, 4])
}

/// What a column seems to hold, as it ends a sentence, and how likely others know it.
pub fn looks_known(column: &Column) -> Option<(&'static str, f32)> {
    if column.distinct() < 2 {
        return None;
    }
    if is_age(column) {
        return Some(("ages", 0.7));
    }
    let texts: Vec<String> = column
        .dictionary()
        .iter()
        .take(MOST)
        .map(|text| text.trim().to_lowercase())
        .filter(|text| !text.is_empty())
        .collect();
    let sexes = [
        "m",
        "f",
        "w",
        "d",
        "male",
        "female",
        "man",
        "woman",
        "mann",
        "frau",
        "männlich",
        "weiblich",
    ];
    if texts.len() <= 4
        && texts
            .iter()
            .filter(|text| sexes.contains(&text.as_str()))
            .count()
            >= 2
    {
        return Some(("sexes", 0.7));
    }
    let holds = |stems: &[&str]| {
        let has = |stem: &&&str| texts.iter().any(|text| text.contains(**stem));
        stems.iter().filter(has).count()
    };
    let known: [(&str, &[&str]); 4] = [
        (
            "marital status",
            &[
                "married",
                "divorced",
                "widow",
                "single",
                "verheiratet",
                "ledig",
                "geschieden",
                "verwitwet",
            ],
        ),
        (
            "education",
            &[
                "bachelor",
                "high school",
                "doctorate",
                "masters",
                "college",
                "abitur",
                "hauptschul",
                "realschul",
            ],
        ),
        (
            "countries",
            &[
                "germany",
                "united-states",
                "united states",
                "mexico",
                "france",
                "poland",
                "china",
                "deutschland",
            ],
        ),
        ("origins", &["white", "black", "hispanic", "asian"]),
    ];
    let found = known.iter().find(|(_, stems)| holds(stems) >= 3);
    found.map(|&(name, _)| (name, 0.6))
}

/// More values than this are no list of such words.
const MOST: usize = 1_000;

/// Whole numbers from childhood to old age, most of them there.
fn is_age(column: &Column) -> bool {
    if column.value_type() != ValueType::Whole || !(30..=121).contains(&column.distinct()) {
        return false;
    }
    let numbers = (0..column.dictionary().len() as u32).filter_map(|code| column.number(code));
    let (low, high) = numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| {
        (low.min(number), high.max(number))
    });
    (0.0..=25.0).contains(&low)
        && (50.0..=120.0).contains(&high)
        && column.distinct() as f64 >= (high - low) * 0.7
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(texts: &[&str]) -> Option<&'static str> {
        let column = Column::from_texts("column1", texts).unwrap();
        looks_known(&column).map(|seen| seen.0)
    }

    #[test]
    fn values_tell_what_others_know() {
        let ages: Vec<String> = (17..90).map(|age| age.to_string()).collect();
        let ages: Vec<&str> = ages.iter().map(String::as_str).collect();
        assert_eq!(seen(&ages), Some("ages"));
        assert_eq!(seen(&["Male", "Female", "Male"]), Some("sexes"));
        assert_eq!(
            seen(&["Divorced", "Never married", "Widowed"]),
            Some("marital status")
        );
        assert_eq!(seen(&["red", "green", "blue"]), None);
        assert_eq!(seen(&["0", "1"]), None);
    }
}
