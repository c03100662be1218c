//! What values look like that name people by themselves: addresses of mail, numbers of telephones and the like. Only the
//! shape is looked at; no list of real names or numbers is needed, and none is kept.

use crate::{Column, Progress, Stopped};

/// Values between two looks at the progress.
const STRIDE: usize = 1 << 14;

struct Shape {
    /// In the plural, for a sentence.
    name: &'static str,
    fits: fn(&str) -> bool,
    /// Least share of different values among the records, in percent. Towns and streets of a few words look like names
    /// too, but many people share them.
    distinct: usize,
    /// So many different values are enough with a fifth of that share: people share names as well.
    many: usize,
}

/// More names than this are hardly a list to choose from.
const MANY_NAMES: usize = 40;

const SHAPES: [Shape; 8] = [
    shape("e-mail addresses", is_mail, 0),
    shape("web addresses", is_web, 0),
    shape("UUIDs", is_uuid, 0),
    shape("social security numbers", is_security_number, 0),
    shape("bank account numbers", is_iban, 0),
    shape("network addresses", is_network, 0),
    shape("telephone numbers", is_phone, 10),
    Shape {
        many: MANY_NAMES,
        ..shape("names of people", is_person, 50)
    },
];

const fn shape(name: &'static str, fits: fn(&str) -> bool, distinct: usize) -> Shape {
    Shape {
        name,
        fits,
        distinct,
        many: usize::MAX,
    }
}

/// What most values of a column look like, if that is something that names people.
pub fn looks_like(column: &Column, progress: &Progress) -> Result<Option<&'static str>, Stopped> {
    let filled: usize = column.counts().iter().map(|&count| count as usize).sum();
    let filled = filled.saturating_sub(column.nulls());
    let mut fitting = [0usize; SHAPES.len()];
    for (at, text) in column.dictionary().iter().enumerate() {
        if at % STRIDE == 0 {
            progress.check()?;
        }
        if column.null() == Some(at as u32) {
            continue;
        }
        for (shape, fitting) in SHAPES.iter().zip(&mut fitting) {
            *fitting += usize::from((shape.fits)(text.trim()));
        }
    }
    let distinct = column.distinct();
    let found = SHAPES.iter().zip(fitting).find(|(shape, fitting)| {
        let share = if distinct >= shape.many {
            shape.distinct / 5
        } else {
            shape.distinct
        };
        *fitting > 0 && fitting * 2 >= distinct && distinct * 100 >= filled * share
    });
    Ok(found.map(|(shape, _)| shape.name))
}

fn is_mail(text: &str) -> bool {
    let Some((who, place)) = text.split_once('@') else {
        return false;
    };
    let place_fits = place
        .rsplit_once('.')
        .is_some_and(|(name, end)| !name.is_empty() && end.len() >= 2);
    !who.is_empty() && place_fits && !text.contains(char::is_whitespace)
}

fn is_web(text: &str) -> bool {
    let starts = ["http://", "https://", "www."];
    let lower = text.get(..8).unwrap_or(text).to_ascii_lowercase();
    starts.iter().any(|start| lower.starts_with(start)) && text.len() > 8
}

fn is_uuid(text: &str) -> bool {
    let text = text.trim_start_matches('{').trim_end_matches('}');
    let parts: Vec<&str> = text.split('-').collect();
    parts.iter().map(|part| part.len()).eq([8, 4, 4, 4, 12])
        && parts
            .iter()
            .all(|part| part.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

fn digits_alone(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// `123-45-6789`.
fn is_security_number(text: &str) -> bool {
    let parts: Vec<&str> = text.split(['-', ' ']).collect();
    parts.iter().map(|part| part.len()).eq([3, 2, 4]) && parts.iter().all(|part| digits_alone(part))
}

fn is_iban(text: &str) -> bool {
    let packed: Vec<u8> = text.bytes().filter(|byte| *byte != b' ').collect();
    (15..=34).contains(&packed.len())
        && packed[..2].iter().all(u8::is_ascii_uppercase)
        && packed[2..4].iter().all(u8::is_ascii_digit)
        && packed[4..].iter().all(u8::is_ascii_alphanumeric)
}

/// Four numbers below 256 with points between them, or six pairs of digits as network cards have.
fn is_network(text: &str) -> bool {
    let numbers: Vec<&str> = text.split('.').collect();
    let is_ip = numbers.len() == 4
        && numbers
            .iter()
            .all(|part| digits_alone(part) && part.parse::<u8>().is_ok());
    let pairs: Vec<&str> = text.split([':', '-']).collect();
    let is_card = pairs.len() == 6
        && pairs
            .iter()
            .all(|part| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_hexdigit()));
    is_ip || is_card
}

/// Digits in groups, with a plus, brackets or a leading zero: plain numbers and dates are not meant.
fn is_phone(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let allowed = |letter: char| letter.is_ascii_digit() || " -/()+.".contains(letter);
    let groups = text
        .split([' ', '-', '/', '.'])
        .filter(|part| !part.is_empty());
    let grouped = groups.count();
    let marked = text.starts_with('+')
        || text.starts_with('(')
        || text.starts_with('0') && grouped >= 2
        || grouped == 3 && text.split(['-', ' ', '.']).map(str::len).eq([3, 3, 4]);
    (7..=15).contains(&digits) && text.chars().all(allowed) && marked && !is_date(text)
}

fn is_date(text: &str) -> bool {
    let parts: Vec<usize> = text.split(['-', '/', '.']).map(str::len).collect();
    matches!(parts[..], [4, 1..=2, 1..=2] | [1..=2, 1..=2, 4])
}

/// Two to four words that begin with a capital, at least two of them of several letters.
fn is_person(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_word = |word: &&str| {
        let letters = word.trim_end_matches(['.', ',']);
        letters.chars().next().is_some_and(char::is_uppercase)
            && letters
                .chars()
                .all(|letter| letter.is_alphabetic() || letter == '-' || letter == '\'')
    };
    let is_long = |word: &&&str| word.chars().filter(|letter| letter.is_lowercase()).count() >= 2;
    (2..=4).contains(&words.len())
        && words.iter().all(is_word)
        && words.iter().filter(is_long).count() >= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(texts: &[&str]) -> Option<&'static str> {
        let column = Column::from_texts("x", texts).unwrap();
        looks_like(&column, &Progress::default()).unwrap()
    }

    #[test]
    fn values_that_name_people_are_known_by_their_shape() {
        let mail = ["ann@example.org", "bob.b@mail.example.com", "unknown"];
        assert_eq!(seen(&mail), Some("e-mail addresses"));
        assert_eq!(seen(&["https://example.org/ann"]), Some("web addresses"));
        let uuid = "123e4567-e89b-12d3-a456-426614174000";
        assert_eq!(seen(&[uuid]), Some("UUIDs"));
        assert_eq!(seen(&["078-05-1120"]), Some("social security numbers"));
        let account = "GB82 WEST 1234 5698 7654 32";
        assert_eq!(seen(&[account]), Some("bank account numbers"));
        assert_eq!(seen(&["192.168.0.17"]), Some("network addresses"));
        assert_eq!(seen(&["00:1b:44:11:3a:b7"]), Some("network addresses"));
        for phone in [
            "+44 20 7946 0958",
            "(555) 010-9999",
            "030 901820",
            "555-010-9999",
        ] {
            assert_eq!(seen(&[phone]), Some("telephone numbers"), "{phone}");
        }
        let people = ["Ann Lee", "Bob van Houten", "Carla M. Diaz", "Émile Zola"];
        assert_eq!(seen(&people), Some("names of people"));
        // Sixteen first names and twelve last ones, each pair borne by three.
        let letters = ["a", "e", "i", "o"];
        let names: Vec<String> = (0..3 * 16 * 12)
            .map(|at| {
                let (first, last) = (at % 16, at / 16 % 12);
                format!(
                    "An{}{} Be{}{}",
                    letters[first / 4],
                    letters[first % 4],
                    letters[last / 4],
                    letters[last % 4]
                )
            })
            .collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(seen(&names), Some("names of people"));
    }

    #[test]
    fn other_values_are_left_alone() {
        for texts in [
            &["1.5", "2.75", "1000000"][..],
            &["2024-01-31", "1999-12-01"],
            &["31.01.2024", "01.02.2023"],
            &["14248", "14249"],
            &[
                "New York",
                "New York",
                "New York",
                "Los Angeles",
                "Los Angeles",
                "New York",
            ],
            &["Never-married", "Married"],
            &["50-59", "60-69"],
            &["", ""],
            &["a@b", "@", "www.", "1.2.3.4.5", "300.1.1.1"],
        ] {
            assert_eq!(seen(texts), None, "{texts:?}");
        }
    }
}
