//! Suggestions for roles, each with its reason. The user decides.

mod guarded;
mod keys;
mod ranked;
mod uniqueness;
mod values;
pub(crate) mod words;

use crate::shapes::{LOOSE, looks_like_in};
use crate::{Column, Kind, Progress, Role, Table, ValueType};
use guarded::guarded;
use words::{
    FREE_TEXT_WORDS, GROUP_WORDS, IDENTIFIER_WORDS, NUMBERS_PEOPLE, ORIGINS, PERSON_WORDS,
    PLACE_WORDS, SENSITIVE_ISSUES, known_by, last_of, numbering, one_of,
};

#[derive(Clone, Debug, PartialEq)]
pub struct Suggestion {
    pub column: String,
    pub role: Role,
    /// Why, in a sentence that ends the line "Suggested: quasi-identifier."
    pub reason: String,
    /// From 0 to 1, how much the column helps to single people out: a page may sort by it.
    pub score: f32,
}

/// Tables of more columns get few quasi-identifiers, those that others likely know and that tell people apart; in
/// smaller ones whatever may be known is one.
const FEW_COLUMNS: usize = 12;

/// `not_issues` are the columns of ratings that were found not to hold any.
pub fn suggest_roles(table: &Table, kind: Kind, not_issues: &[String]) -> Vec<Suggestion> {
    if kind.about().has_issues {
        let columns = table.columns().iter();
        return columns
            .map(|column| suggest_for_ratings(column, not_issues))
            .collect();
    }
    let mut suggestions: Vec<Suggestion> =
        table.columns().iter().map(suggest_for_microdata).collect();
    for key in [Role::Person, Role::Group] {
        // One key is enough; what else names people is left out all the same.
        let keys = suggestions.iter_mut().filter(|found| found.role == key);
        keys.skip(1).for_each(|found| found.role = Role::Identifier);
    }
    same_as_keys(table, &mut suggestions);
    if suggestions.len() > FEW_COLUMNS {
        ranked::keep_few(table, &mut suggestions);
    }
    suggestions
}

/// What goes with each value of a key is the key under another name.
fn same_as_keys(table: &Table, suggestions: &mut [Suggestion]) {
    let keys: Vec<&Column> = suggestions
        .iter()
        .filter(|found| found.role.is_removed())
        .filter_map(|found| table.column(&found.column))
        .collect();
    for found in suggestions.iter_mut() {
        let Some(column) = table.column(&found.column) else {
            continue;
        };
        let is_measure = matches!(column.value_type(), ValueType::Decimal | ValueType::Date);
        if found.role.is_removed() || is_measure || is_known_to_others(&found.column) {
            continue;
        }
        if let Some(key) = keys.iter().find(|key| keys::says_the_same(column, key)) {
            found.role = Role::Identifier;
            found.score = 0.9;
            found.reason = format!(
                "It has one value for each of \"{}\": whoever knows the one knows the other.",
                key.name()
            );
        }
    }
}

fn suggestion(column: &Column, role: Role, score: f32, reason: impl Into<String>) -> Suggestion {
    Suggestion {
        column: column.name().to_owned(),
        role,
        reason: reason.into(),
        score,
    }
}

/// The word in the name of a column that says that it names people, and nothing else that is known about them.
pub fn word_for_people(name: &str) -> Option<String> {
    if known_by(name).is_some() || guarded(name).is_some() {
        return None;
    }
    one_of(name, IDENTIFIER_WORDS).or_else(|| numbering(name))
}

/// Whether the name of a column says that others may know it about a person.
pub fn is_known_to_others(name: &str) -> bool {
    known_by(name).is_some()
}

/// The share of records whose value nobody else has, decided by distinct values.
fn is_nearly_unique(column: &Column) -> bool {
    has_own_values(column, 98)
}

fn has_own_values(column: &Column, percent: usize) -> bool {
    let filled = column.len() - column.nulls();
    filled >= 20 && column.distinct() * 100 >= filled * percent
}

/// Values that are looked through for their shape.
const LOOKED_THROUGH: usize = 20_000;

/// What the values look like, if that names people.
fn shape_of(column: &Column) -> Option<&'static str> {
    let found = looks_like_in(column, LOOKED_THROUGH, &Progress::default());
    found.ok().flatten()
}

/// Texts of some words, hardly any of which occurs twice: nobody knows what is in them.
fn is_free_text(column: &Column) -> bool {
    const LETTERS: usize = 25;
    let filled = column.len() - column.nulls();
    if column.value_type().is_number() || filled < 20 || column.distinct() * 2 < filled {
        return false;
    }
    let texts = column.dictionary().iter().take(1_000);
    let (count, letters) = texts
        .filter(|text| text.trim().contains(' '))
        .fold((0, 0), |(count, letters), text| {
            (count + 1, letters + text.len())
        });
    count * 2 > column.distinct().min(1_000) && letters > count * LETTERS
}

/// A name for what people write, over texts of several words: a note may be a grade.
fn says_free_text(column: &Column) -> bool {
    let mut texts = column.dictionary().iter();
    one_of(column.name(), FREE_TEXT_WORDS).is_some()
        && texts.any(|text| text.split_whitespace().count() >= 3)
}

fn suggest_for_microdata(column: &Column) -> Suggestion {
    let name = column.name();
    let suggest = |role, score, reason: String| suggestion(column, role, score, reason);
    let filled = column.len() - column.nulls();
    if filled == 0 {
        return suggest(Role::Insensitive, 0.0, "It is empty.".to_owned());
    }
    let is_decimal = column.value_type() == ValueType::Decimal;
    let is_text = column.value_type() == ValueType::Text;
    // A decimal measures something, however many digits it has.
    let unique = is_text && has_own_values(column, 90)
        || is_nearly_unique(column) && !column.value_type().is_number()
        || column.distinct() == filled && filled >= 20 && !is_decimal;
    let shape = shape_of(column);
    let of_shape = |what: &str| format!("Its values look like {what}, which tell who somebody is.");
    if let Some(what) = shape.filter(|what| !LOOSE.contains(what)) {
        return suggest(Role::Identifier, 1.0, of_shape(what));
    }
    if let Some(word) = last_of(name, NUMBERS_PEOPLE).filter(|_| is_nearly_unique(column)) {
        let reason = format!("Its name says \"{word}\", and nearly every record has its own.");
        return suggest(Role::Identifier, 0.9, reason);
    }
    if let Some(found) = guarded(name) {
        let reason = format!("Its name says \"{}\": {}.", found.word, found.what);
        return match found.identifies && unique {
            true => suggest(Role::Identifier, 1.0, reason),
            false => suggest(Role::Sensitive, 0.3, reason),
        };
    }
    if let Some((role, reason)) = key_of_many(column) {
        return suggest(role, 1.0, reason);
    }
    if let Some((word, likely)) = known_by(name) {
        let mut reason = format!("Its name says \"{word}\", which others may know.");
        if ORIGINS.contains(&word.as_str()) {
            reason += " It tells ethnic origin, too (GDPR, Art. 9): mark it sensitive if that is to be protected.";
        }
        return suggest(Role::Quasi, 0.4 + 0.4 * likely, reason);
    }
    if let Some(reason) = keys::numbers_somebody(column) {
        return suggest(Role::Identifier, 1.0, reason);
    }
    if unique {
        let reason = "Nearly every record has a value of its own.".to_owned();
        return suggest(Role::Identifier, 1.0, reason);
    }
    if let Some(what) = shape {
        return suggest(Role::Identifier, 0.9, of_shape(what));
    }
    if keys::are_moments(column) {
        let reason = "It holds dates with a time of day, which few records share.".to_owned();
        return suggest(Role::Identifier, 0.9, reason);
    }
    if let Some(word) =
        one_of(name, PLACE_WORDS).filter(|_| is_decimal && has_own_values(column, 50))
    {
        let reason =
            format!("Its name says \"{word}\", and so exact a place is that of few people.");
        return suggest(Role::Identifier, 0.9, reason);
    }
    let numbers = || numbering(name).filter(|_| is_nearly_unique(column));
    if let Some(word) = one_of(name, IDENTIFIER_WORDS).or_else(numbers) {
        return suggest(Role::Identifier, 0.9, format!("Its name says \"{word}\"."));
    }
    if let Some(what) = values::contact(column) {
        let reason = format!("Some of its values hold {what}, which tell who somebody is.");
        return suggest(Role::Identifier, 0.95, reason);
    }
    if is_free_text(column) || says_free_text(column) {
        let reason = "It holds free text, which may tell who somebody is.".to_owned();
        return suggest(Role::Identifier, 0.9, reason);
    }
    if column.distinct() <= 1 {
        let reason = "Every record has the same value.".to_owned();
        return suggest(Role::Insensitive, 0.0, reason);
    }
    if let Some((what, likely)) = values::looks_known(column) {
        let reason = format!("Its values look like {what}, which others may know.");
        return suggest(Role::Quasi, 0.4 + 0.4 * likely, reason);
    }
    if column.distinct() * 10 < filled && column.distinct() <= 100 {
        let reason = format!(
            "It parts the records into {} groups; an outsider may know which one a person is in.",
            column.distinct()
        );
        return suggest(Role::Quasi, UNKNOWN, reason);
    }
    let reason = "It is not known to be harmless, so it is treated as known to outsiders.";
    suggest(Role::Quasi, UNKNOWN, reason.to_owned())
}

/// The role of a column whose name says that it numbers people or households, where many records have one in common.
fn key_of_many(column: &Column) -> Option<(Role, String)> {
    let (name, filled) = (column.name(), column.len() - column.nulls());
    if filled < 20 || column.nulls() > 0 || column.distinct() * 10 > filled * 9 {
        return None;
    }
    // A few values may be anything: a count, or a yes and a no.
    if column.distinct() < 10 {
        return None;
    }
    // Nothing else may be said there: the age of a patient is no key.
    let says_only = |list: &[&str]| {
        let is_said = |word: &String| {
            list.contains(&word.as_str()) || NUMBERS_PEOPLE.contains(&word.as_str())
        };
        words::words(name).iter().all(is_said)
    };
    let is_numbered = one_of(name, NUMBERS_PEOPLE).is_some();
    let (role, word, whose) = if says_only(GROUP_WORDS) && is_numbered {
        match one_of(name, GROUP_WORDS) {
            Some(word) => (Role::Group, word, "household or group"),
            None if name.eq_ignore_ascii_case("id") => (Role::Person, name.to_owned(), "person"),
            None => return None,
        }
    } else if says_only(PERSON_WORDS) {
        (Role::Person, one_of(name, PERSON_WORDS)?, "person")
    } else {
        return None;
    };
    let many = filled as f64 / column.distinct() as f64;
    Some((
        role,
        format!(
            "Its name says \"{word}\", and each of its values is in {many:.1} records on average: they may be those of one {whose}."
        ),
    ))
}

/// The score of a column that nothing speaks for.
const UNKNOWN: f32 = 0.3;

fn suggest_for_ratings(column: &Column, not_issues: &[String]) -> Suggestion {
    let suggest = |role, score, reason: String| suggestion(column, role, score, reason);
    if !column.value_type().is_number() {
        let reason = "It holds no numbers, so it is no issue: it does not leave with the release.";
        return suggest(Role::Identifier, 1.0, reason.to_owned());
    }
    let filled = column.len() - column.nulls();
    if column.distinct() == filled && filled > 20 {
        let reason = "Every person has a value of their own.".to_owned();
        return suggest(Role::Identifier, 1.0, reason);
    }
    let people = ["id", "user", "userid", "person", "respondent", "caseid"];
    if let Some(word) = one_of(column.name(), &people) {
        return suggest(Role::Identifier, 0.9, format!("Its name says \"{word}\"."));
    }
    if not_issues.iter().any(|name| name == column.name()) {
        let reason = "It is no issue: its numbers are not on the scale, or all alike, or its name says what others know. It does not leave \
             with the release.";
        return suggest(Role::Identifier, 0.8, reason.to_owned());
    }
    if let Some(word) = one_of(column.name(), SENSITIVE_ISSUES) {
        return suggest(Role::Sensitive, 0.3, format!("Its name says \"{word}\"."));
    }
    suggest(Role::Quasi, 0.5, "It holds ratings.".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn role(name: &str, texts: impl IntoIterator<Item = String>) -> Role {
        let column = Column::from_texts(name, texts).unwrap();
        let table = Table::new(vec![column]).unwrap();
        suggest_roles(&table, Kind::Microdata, &[])[0].role
    }

    #[test]
    fn names_and_uniqueness_decide() {
        let few = |n: usize| (0..100).map(move |row| (row % n).to_string());
        let unique = || (0..100).map(|row| format!("x{row}"));
        assert_eq!(role("zipCode", few(10)), Role::Quasi);
        assert_eq!(role("birth_date", unique()), Role::Quasi);
        assert_eq!(role("Diagnosis", few(7)), Role::Sensitive);
        assert_eq!(role("name", few(30)), Role::Identifier);
        assert_eq!(role("ref", unique()), Role::Identifier);
        assert_eq!(role("constant", few(1)), Role::Insensitive);
        assert_eq!(role("colour", few(5)), Role::Quasi);
        assert_eq!(
            role("blank", (0..100).map(|_| String::new())),
            Role::Insensitive
        );
    }

    #[test]
    fn a_number_of_people_that_many_records_have_is_their_key() {
        let few = || (0..100).map(|row| format!("x{}", row % 40));
        let unique = || (0..100).map(|row| format!("x{row}"));
        for name in ["patient_id", "PatientID", "id", "Kundennummer", "customer"] {
            assert_eq!(role(name, few()), Role::Person, "{name}");
            assert_eq!(role(name, unique()), Role::Identifier, "{name}");
        }
        assert_eq!(role("household_id", few()), Role::Group);
        assert_eq!(role("person_age", few()), Role::Quasi);
        assert_eq!(role("store_id", few()), Role::Identifier);
        let yes = (0..100).map(|row| ["yes", "no"][row % 2].to_owned());
        assert_ne!(role("member", yes), Role::Person);
        // One key is enough.
        let column = |name: &str| Column::from_texts(name, few()).unwrap();
        let table = Table::new(vec![column("id"), column("patient_nr")]).unwrap();
        let found = suggest_roles(&table, Kind::Microdata, &[]);
        assert_eq!(
            [found[0].role, found[1].role],
            [Role::Person, Role::Identifier]
        );
    }

    #[test]
    fn counts_and_remarks_are_told_apart_from_names() {
        let few = || (0..100).map(|row| (row % 7).to_string());
        let remarks =
            || (0..100).map(|row| format!("was said on the phone by number {}", row % 70));
        assert_eq!(role("Number of siblings", few()), Role::Quasi);
        assert_eq!(role("no. of visits", few()), Role::Quasi);
        assert_eq!(
            role("Case number", (0..100).map(|row| format!("A{row}"))),
            Role::Identifier
        );
        assert_eq!(role("House number", few()), Role::Quasi);
        assert_eq!(role("remarks", remarks()), Role::Identifier);
        assert_eq!(role("Geburtsjahr", few()), Role::Quasi);
        assert_eq!(role("Einkommen", few()), Role::Sensitive);
    }

    #[test]
    fn what_somebody_wrote_and_where_somebody_is_reached_do_not_leave() {
        let few = |text: &'static str| {
            (0..100).map(move |row| match row % 9 {
                0 => text.to_owned(),
                other => format!("fine {}", other % 3),
            })
        };
        for text in ["mail jd12@example.com.", "call me 802-555-0199"] {
            assert_eq!(role("answer", few(text)), Role::Identifier, "{text}");
        }
        assert_eq!(role("answer", few("since 2024-11-02")), Role::Quasi);
        assert_eq!(
            role("comment", few("nothing more to say")),
            Role::Identifier
        );
        assert_eq!(role("note", few("good")), Role::Quasi);
        // Several records of one patient have its number.
        let numbers = || (0..100).map(|row| (40_000 + row % 40).to_string());
        assert_eq!(role("MRN", numbers()), Role::Person);
    }

    /// Numbers that follow from nothing.
    fn drawn(at: usize, below: u64) -> u64 {
        let mut state = (at as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        state = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        state = (state ^ (state >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (state ^ (state >> 31)) % below
    }

    #[test]
    fn keys_that_no_name_tells_do_not_leave() {
        let of = |each: &dyn Fn(usize) -> String| role("x17", (0..300).map(each));
        let keys: [&dyn Fn(usize) -> String; 9] = [
            &|row| (1_000_000 + drawn(row, 9_000_000)).to_string(),
            &|row| (1_000_000 + drawn(row / 3, 9_000_000)).to_string(),
            &|row| format!("MR{:06}", drawn(row / 2, 1_000_000)),
            &|row| {
                format!(
                    "{:016x}{:016x}",
                    drawn(row / 4, u64::MAX),
                    drawn(row / 4 + 999, u64::MAX)
                )
            },
            &|row| {
                format!(
                    "{:08x}-0000-4000-8000-{:012x}",
                    drawn(row / 5, 1 << 32),
                    drawn(row / 5, 1 << 48)
                )
            },
            &|row| format!("u{}@example.org", drawn(row / 3, 500)),
            &|row| format!("+44 20 7946 {:04}", drawn(row, 10_000)),
            &|row| {
                format!(
                    "2024-03-{:02} {:02}:{:02}:07",
                    1 + row % 28,
                    drawn(row, 24),
                    drawn(row + 5, 60)
                )
            },
            &|row| {
                format!(
                    "asked to be called back about case {} at noon",
                    drawn(row, 250)
                )
            },
        ];
        for (at, key) in keys.iter().enumerate() {
            assert!(of(*key).is_removed(), "{at}: {}", key(7));
        }
        let measures: [&dyn Fn(usize) -> String; 5] = [
            &|row| format!("{}.{:02}", 800 + drawn(row, 9_000), drawn(row + 3, 100)),
            &|row| (1_500 + drawn(row, 500)).to_string(),
            &|row| (20_000 + drawn(row, 800) * 100).to_string(),
            &|row| {
                format!(
                    "{}-{:02}-{:02}",
                    1930 + drawn(row, 70),
                    1 + drawn(row, 12),
                    1 + drawn(row / 2, 9)
                )
            },
            &|row| (10_000 + drawn(row, 150)).to_string(),
        ];
        for (at, measure) in measures.iter().enumerate() {
            assert_eq!(of(*measure), Role::Quasi, "{at}: {}", measure(7));
        }
        assert_eq!(
            role(
                "lat",
                (0..300).map(|row| format!("48.{:05}", drawn(row, 99_999)))
            ),
            Role::Identifier
        );
    }

    #[test]
    fn what_goes_with_a_key_is_one() {
        let column = |name: &str, each: &dyn Fn(usize) -> String| {
            Column::from_texts(name, (0..300).map(each)).unwrap()
        };
        let table = Table::new(vec![
            column("patient_id", &|row| format!("x{}", row % 60)),
            column("what", &|row| {
                format!("thing number {}", (row % 60) * 7 % 60)
            }),
            column("other", &|row| format!("thing number {}", row % 30)),
        ]);
        let found = suggest_roles(&table.unwrap(), Kind::Microdata, &[]);
        assert_eq!(found[1].role, Role::Identifier);
        assert!(
            found[1]
                .reason
                .contains("one value for each of \"patient_id\"")
        );
        assert_eq!(found[2].role, Role::Quasi);
    }

    /// Wide tables get few quasi-identifiers, and what nearly every record has alone is no column to be released as it is.
    #[test]
    fn nothing_that_is_nearly_unique_is_insensitive() {
        let columns = (0..20).map(|at| {
            let text = |row: usize| match at % 2 {
                0 => format!("{}.{}", drawn(row + at * 1_000, 90_000), 1 + drawn(row, 9)),
                _ => drawn(row + at * 1_000, 3).to_string(),
            };
            Column::from_texts(format!("v{at}"), (0..600).map(text)).unwrap()
        });
        let found = suggest_roles(
            &Table::new(columns.collect()).unwrap(),
            Kind::Microdata,
            &[],
        );
        for (at, found) in found.iter().enumerate().filter(|(at, _)| at % 2 == 0) {
            assert_ne!(found.role, Role::Insensitive, "{at}");
        }
    }

    #[test]
    fn columns_of_a_survey_that_are_no_issues_are_left_out() {
        let texts = |row: usize| (18 + row % 9).to_string();
        let column = |name: &str| Column::from_texts(name, (0..50).map(texts)).unwrap();
        let table = Table::new(vec![column("age"), column("q1")]).unwrap();
        let found = suggest_roles(&table, Kind::Ratings, &["age".to_owned()]);
        assert_eq!(
            (found[0].role, found[1].role),
            (Role::Identifier, Role::Quasi)
        );
        assert!(found[0].score > found[1].score);
    }
}
