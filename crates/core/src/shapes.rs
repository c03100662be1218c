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
    /// Least share of different values that fit, in percent, and the fewest: of numbers without a pattern, one in eleven fits
    /// by chance.
    fitting: usize,
    fewest: usize,
}

/// What is said of columns whose values others may share, or that only look so.
pub const LOOSE: [&str; 2] = ["telephone numbers", "names of people"];

/// More names than this are hardly a list to choose from.
const MANY_NAMES: usize = 40;

const SHAPES: [Shape; 16] = [
    shape("e-mail addresses", is_mail, 0),
    shape("web addresses", is_web, 0),
    shape("UUIDs", is_uuid, 0),
    shape("social security numbers", is_security_number, 0),
    shape("bank account numbers", is_iban, 0),
    shape("network addresses", is_network, 0),
    shape("hashes", is_hash, 0),
    shape("tax codes", is_codice_fiscale, 0),
    checked("AHV numbers", is_ahv),
    checked("numbers of identity cards", is_dni),
    checked("NHS numbers", is_nhs),
    checked("social security numbers", is_nir),
    checked("tax numbers", is_tax_number),
    checked("numbers of cards", is_luhn),
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
        fitting: 50,
        fewest: 1,
    }
}

/// Numbers that only a check digit tells from others.
const fn checked(name: &'static str, fits: fn(&str) -> bool) -> Shape {
    Shape {
        fitting: 95,
        fewest: 10,
        ..shape(name, fits, 0)
    }
}

/// What most values of a column look like, if that is something that names people.
pub fn looks_like(column: &Column, progress: &Progress) -> Result<Option<&'static str>, Stopped> {
    looks_like_in(column, usize::MAX, progress)
}

/// The same by so many of its values at most.
pub fn looks_like_in(
    column: &Column,
    most: usize,
    progress: &Progress,
) -> Result<Option<&'static str>, Stopped> {
    let filled: usize = column.counts().iter().map(|&count| count as usize).sum();
    let filled = filled.saturating_sub(column.nulls());
    let mut fitting = [0usize; SHAPES.len()];
    for (at, text) in column.dictionary().iter().take(most).enumerate() {
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
    let looked_at = distinct.min(most);
    let found = SHAPES.iter().zip(fitting).find(|(shape, fitting)| {
        let share = if distinct >= shape.many {
            shape.distinct / 5
        } else {
            shape.distinct
        };
        *fitting >= shape.fewest
            && fitting * 100 >= looked_at * shape.fitting
            && distinct * 100 >= filled * share
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

/// As MD5, SHA-1 and SHA-256 are written.
fn is_hash(text: &str) -> bool {
    matches!(text.len(), 32 | 40 | 64)
        && text.bytes().all(|byte| byte.is_ascii_hexdigit())
        && text.bytes().any(|byte| byte.is_ascii_digit())
        && text.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// Italian: `RSSMRA85T10A562S`.
fn is_codice_fiscale(text: &str) -> bool {
    let kinds = text.bytes().map(|byte| match byte {
        b'0'..=b'9' => b'9',
        b'A'..=b'Z' | b'a'..=b'z' => b'A',
        _ => b'?',
    });
    kinds.eq(*b"AAAAAA99A99A999A")
}

/// The digits of a number that may be written in groups.
fn digits_of(text: &str, between: &[char]) -> Option<Vec<u32>> {
    let letters = text.chars().filter(|letter| !between.contains(letter));
    letters.map(|letter| letter.to_digit(10)).collect()
}

/// Swiss: `756.9217.0769.85`, thirteen digits with the check digit of bar codes.
fn is_ahv(text: &str) -> bool {
    digits_of(text, &['.', ' ']).is_some_and(|digits| {
        let weighted = digits.iter().zip([1, 3].into_iter().cycle());
        let sum: u32 = weighted.map(|(digit, weight)| digit * weight).sum();
        digits.len() == 13 && digits.starts_with(&[7, 5, 6]) && sum.is_multiple_of(10)
    })
}

/// Spanish: eight digits, or seven behind an X, Y or Z, and the letter that follows from them.
fn is_dni(text: &str) -> bool {
    const LETTERS: &[u8; 23] = b"TRWAGMYFPDXBNJZSQVHLCKE";
    let text = text.replace('-', "").to_ascii_uppercase();
    if text.len() != 9 || !text.is_ascii() {
        return false;
    }
    let (number, letter) = text.split_at(8);
    let first = match number.as_bytes()[0] {
        b'X' => "0",
        b'Y' => "1",
        b'Z' => "2",
        _ => &number[..1],
    };
    let number: Option<usize> = format!("{first}{}", &number[1..]).parse().ok();
    number.is_some_and(|number| letter.as_bytes()[0] == LETTERS[number % 23])
}

/// British: ten digits, the last of which follows from the others.
fn is_nhs(text: &str) -> bool {
    digits_of(text, &[' ', '-']).is_some_and(|digits| {
        let weighted = digits.iter().zip((2..=10).rev());
        let sum: u32 = weighted.map(|(digit, weight)| digit * weight).sum();
        digits.len() == 10 && (11 - sum % 11) % 11 == digits[9]
    })
}

/// French: fifteen digits, the last two of which follow from the others.
fn is_nir(text: &str) -> bool {
    digits_of(text, &[' ']).is_some_and(|digits| {
        let number = |digits: &[u32]| {
            digits
                .iter()
                .fold(0u64, |number, &digit| number * 10 + u64::from(digit))
        };
        digits.len() == 15 && 97 - number(&digits[..13]) % 97 == number(&digits[13..])
    })
}

/// German: eleven digits, the last of which follows from the others.
fn is_tax_number(text: &str) -> bool {
    digits_of(text, &[' ']).is_some_and(|digits| {
        let product = digits.iter().take(10).fold(10, |product, digit| {
            let sum = match (digit + product) % 10 {
                0 => 10,
                sum => sum,
            };
            sum * 2 % 11
        });
        digits.len() == 11 && digits[0] > 0 && (11 - product) % 10 == digits[10]
    })
}

/// Payment cards, and numbers of citizens of many countries.
fn is_luhn(text: &str) -> bool {
    digits_of(text, &[' ', '-']).is_some_and(|digits| {
        let sum: u32 = digits
            .iter()
            .rev()
            .zip([1, 2].into_iter().cycle())
            .map(|(digit, weight)| digit * weight / 10 + digit * weight % 10)
            .sum();
        (9..=19).contains(&digits.len()) && sum.is_multiple_of(10)
    })
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

    /// Twelve numbers whose last digits make them right, and the same with others.
    #[test]
    fn numbers_are_known_by_their_check_digits() {
        for (name, begin, ends, fits) in [
            (
                "AHV numbers",
                "75612345678",
                100,
                is_ahv as fn(&str) -> bool,
            ),
            ("NHS numbers", "94347659", 100, is_nhs),
            ("social security numbers", "2840375116001", 100, is_nir),
            ("tax numbers", "8609574271", 10, is_tax_number),
            ("numbers of cards", "4539148803436", 1000, is_luhn),
        ] {
            let width = format!("{ends}").len() - 1;
            let number = |at: u64, end: u64| {
                let begin: u64 = begin.parse::<u64>().unwrap() + at * 7;
                format!("{begin}{end:0width$}")
            };
            let right: Vec<String> = (0..40u64)
                .filter_map(|at| (0..ends).map(|end| number(at, end)).find(|text| fits(text)))
                .collect();
            let texts: Vec<&str> = right.iter().map(String::as_str).collect();
            assert!(texts.len() >= 12, "{name}");
            assert_eq!(seen(&texts), Some(name));
            let any: Vec<String> = (0..40u64).map(|at| number(at, at * 3 % ends)).collect();
            let texts: Vec<&str> = any.iter().map(String::as_str).collect();
            assert_eq!(seen(&texts), None, "{name}");
        }
        assert!(is_ahv("756.9217.0769.85") && is_dni("12345678Z") && is_nhs("943 476 5919"));
        assert!(is_luhn("4111 1111 1111 1111") && is_tax_number("86095742719"));
        assert_eq!(seen(&["RSSMRA85T10A562S"]), Some("tax codes"));
        assert_eq!(seen(&["d41d8cd98f00b204e9800998ecf8427e"]), Some("hashes"));
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
