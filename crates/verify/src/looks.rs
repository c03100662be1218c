//! What a column looks like, found out while it is read: how many values it has, how many of its cells a spreadsheet
//! would run, and whether it looks like names, addresses or numbers that belong to one person.

use crate::figures::MOST_VALUES;
use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

/// Of fewer records nobody can say whether a column tells people apart.
const FEWEST_RECORDS: u64 = 5;

/// Parts of names of columns that are seldom anything but identifiers.
const TELLING_NAMES: [&str; 22] = [
    "name",
    "firstname",
    "lastname",
    "fullname",
    "surname",
    "forename",
    "nachname",
    "vorname",
    "nom",
    "prenom",
    "email",
    "mail",
    "phone",
    "telephone",
    "mobile",
    "ssn",
    "passport",
    "iban",
    "address",
    "street",
    "uuid",
    "username",
];

pub(crate) struct Looks {
    hasher: RandomState,
    values: HashSet<u64>,
    /// Records that were read before the values became too many.
    full_at: Option<u64>,
    records: u64,
    /// Cells that are not empty.
    filled: u64,
    mails: u64,
    phones: u64,
    numbers_of_people: u64,
    pub formulas: u64,
    /// Formulas that an apostrophe makes harmless.
    pub escaped: u64,
}

impl Default for Looks {
    fn default() -> Self {
        Self {
            hasher: RandomState::new(),
            values: HashSet::new(),
            full_at: None,
            records: 0,
            filled: 0,
            mails: 0,
            phones: 0,
            numbers_of_people: 0,
            formulas: 0,
            escaped: 0,
        }
    }
}

impl Looks {
    pub fn note(&mut self, text: &str) {
        self.records += 1;
        if self.full_at.is_none() {
            self.values.insert(self.hasher.hash_one(text));
            if self.values.len() > MOST_VALUES {
                self.full_at = Some(self.records);
                self.values = HashSet::new();
            }
        }
        if text.is_empty() {
            return;
        }
        self.filled += 1;
        self.formulas += u64::from(is_formula(text));
        self.escaped += u64::from(text.strip_prefix('\'').is_some_and(is_formula));
        self.mails += u64::from(is_mail(text));
        let digits = text.bytes().filter(u8::is_ascii_digit).count();
        self.phones += u64::from(is_phone(text, digits));
        self.numbers_of_people += u64::from(is_social_security(text, digits));
    }

    /// How many different ones there are; `None` if too many to be counted.
    pub fn values(&self) -> Option<u64> {
        self.full_at.is_none().then_some(self.values.len() as u64)
    }

    /// Whether nearly every record has a value of its own.
    fn tells_apart(&self) -> bool {
        let (values, records) = match self.full_at {
            Some(records) => (MOST_VALUES as u64, records),
            None => (self.values.len() as u64, self.records),
        };
        records >= FEWEST_RECORDS && values * 10 >= records * 9
    }

    /// What is odd about a column that is released as it is, after its name; nothing if nothing is.
    pub fn warning(&self, name: &str) -> Option<String> {
        let mostly = |count: u64| self.filled > 0 && count * 2 > self.filled;
        let looks = if mostly(self.mails) {
            Some("holds e-mail addresses")
        } else if mostly(self.numbers_of_people) {
            Some("holds what look like social security numbers")
        } else if mostly(self.phones) {
            Some("holds what look like telephone numbers")
        } else if has_telling_name(name) {
            Some("is called what identifiers are called")
        } else {
            None
        };
        let unique = self
            .tells_apart()
            .then_some("has another value in almost every record");
        let said = match (looks, unique) {
            (Some(looks), Some(unique)) => format!("{looks} and {unique}"),
            (Some(one), None) | (None, Some(one)) => one.to_owned(),
            (None, None) => return None,
        };
        Some(said)
    }
}

/// Whether a spreadsheet would run this cell instead of showing it. A plain number never is a formula.
pub(crate) fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_signed_number(text)
}

fn is_signed_number(text: &str) -> bool {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && unsigned.parse::<f64>().is_ok()
}

fn is_mail(text: &str) -> bool {
    let Some((name, host)) = text.trim().split_once('@') else {
        return false;
    };
    let has_point = host
        .split_once('.')
        .is_some_and(|(a, b)| !a.is_empty() && !b.is_empty());
    !name.is_empty() && has_point && !text.trim().contains(char::is_whitespace)
}

/// Digits in groups, and enough of them; a plain number or a date is none.
fn is_phone(text: &str, digits: usize) -> bool {
    let text = text.trim();
    let allowed = |c: char| c.is_ascii_digit() || " -/()+.".contains(c);
    let is_grouped =
        text.starts_with('+') || text.starts_with("00") || text.contains([' ', '(', '-', '/']);
    (7..=15).contains(&digits)
        && is_grouped
        && text.chars().all(allowed)
        && text.parse::<f64>().is_err()
        && crate::value::place(text).is_none()
        && !is_range(text)
}

/// Two numbers and a dash are a released range.
fn is_range(text: &str) -> bool {
    text.split_once('-').is_some_and(|(low, high)| {
        low.trim().parse::<f64>().is_ok() && high.trim().parse::<f64>().is_ok()
    })
}

fn is_social_security(text: &str, digits: usize) -> bool {
    let parts: Vec<usize> = text.trim().split('-').map(str::len).collect();
    digits == 9 && parts == [3, 2, 4]
}

fn has_telling_name(name: &str) -> bool {
    let lower = name.to_lowercase();
    let whole: String = lower.chars().filter(|c| c.is_alphanumeric()).collect();
    let mut parts = lower.split(|c: char| !c.is_alphanumeric());
    TELLING_NAMES.contains(&whole.as_str()) || parts.any(|part| TELLING_NAMES.contains(&part))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warning(name: &str, texts: &[&str]) -> Option<String> {
        let mut looks = Looks::default();
        texts.iter().for_each(|text| looks.note(text));
        looks.warning(name)
    }

    #[test]
    fn what_looks_like_an_identifier_is_told() {
        let mails = ["a@b.org", "c.d@e.com", "", "x@y.net"];
        assert_eq!(warning("note", &mails).unwrap(), "holds e-mail addresses");
        let phones = ["+49 30 123456", "030/1234567", "(212) 555-0142"];
        assert!(warning("x", &phones).unwrap().contains("telephone"));
        let numbers = ["123-45-6789", "987-65-4321"];
        assert!(warning("x", &numbers).unwrap().contains("social security"));
        assert!(
            warning("Full name", &["a", "a"])
                .unwrap()
                .contains("called")
        );
        let ids = ["a", "b", "c", "d", "e", "f"];
        assert!(
            warning("code", &ids)
                .unwrap()
                .contains("almost every record")
        );
        for (name, texts) in [
            ("income", ["50000", "50000", "60000", "60000", "1"]),
            (
                "range",
                ["1000000-2000000", "1000000-2000000", "*", "*", "*"],
            ),
            ("date", ["2024-01-31", "2024-01-31", "2024-01-31", "", ""]),
            ("renamed", ["a", "a", "a", "b", "b"]),
        ] {
            assert_eq!(warning(name, &texts), None, "{name}");
        }
    }

    #[test]
    fn formulas_are_counted() {
        let mut looks = Looks::default();
        for text in ["=1+1", "-5", "'=1", "@x", "'quoted", ""] {
            looks.note(text);
        }
        assert_eq!((looks.formulas, looks.escaped), (2, 1));
        assert_eq!(looks.values(), Some(6));
    }

    #[test]
    fn many_values_are_not_kept() {
        let mut looks = Looks::default();
        for at in 0..MOST_VALUES + 2 {
            looks.note(&at.to_string());
        }
        assert_eq!(looks.values(), None);
        assert!(looks.tells_apart() && looks.values.is_empty());
    }
}
