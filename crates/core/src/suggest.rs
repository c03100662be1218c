//! Suggestions for roles, each with its reason. The user decides.

use super::column::Column;
use super::kind::Kind;
use super::roles::Role;
use super::table::Table;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    pub column: String,
    pub role: Role,
    /// Why, in a sentence that ends the line "Suggested: quasi-identifier."
    pub reason: String,
}

pub fn suggest_roles(table: &Table, kind: Kind) -> Vec<Suggestion> {
    table
        .columns()
        .iter()
        .map(|column| {
            let (role, reason) = match kind {
                Kind::Ratings => suggest_for_ratings(column),
                Kind::Microdata | Kind::Transactions => suggest_for_microdata(column),
            };
            Suggestion {
                column: column.name().to_owned(),
                role,
                reason,
            }
        })
        .collect()
}

const IDENTIFIER_WORDS: &[&str] = &[
    "id",
    "name",
    "surname",
    "firstname",
    "lastname",
    "vorname",
    "nachname",
    "customer",
    "pupil",
    "email",
    "mail",
    "phone",
    "tel",
    "mobile",
    "fax",
    "ssn",
    "passport",
    "iban",
    "account",
    "username",
    "login",
    "ip",
    "mac",
    "url",
    "uuid",
    "guid",
    "patient",
    "address",
    "street",
    "plate",
    "licence",
    "license",
    "nr",
    "number",
];
const QUASI_WORDS: &[&str] = &[
    "zip",
    "zipcode",
    "postcode",
    "postal",
    "plz",
    "city",
    "town",
    "county",
    "region",
    "state",
    "province",
    "country",
    "nationality",
    "citizenship",
    "birth",
    "dob",
    "born",
    "birthday",
    "birthdate",
    "age",
    "sex",
    "gender",
    "race",
    "ethnicity",
    "marital",
    "education",
    "school",
    "occupation",
    "job",
    "profession",
    "work",
    "workclass",
    "employer",
    "language",
    "household",
    "children",
    "height",
    "weight",
    "admission",
    "discharge",
    "nation",
];
const SENSITIVE_WORDS: &[&str] = &[
    "disease",
    "diagnosis",
    "illness",
    "condition",
    "icd",
    "treatment",
    "medication",
    "drug",
    "hiv",
    "cancer",
    "symptom",
    "salary",
    "income",
    "wage",
    "debt",
    "credit",
    "religion",
    "faith",
    "party",
    "vote",
    "political",
    "orientation",
    "crime",
    "offence",
    "conviction",
    "secret",
    "sensitive",
    "grade",
    "score",
];

/// The words of a column name: `birthDate`, `birth_date` and `BIRTH DATE` all give birth, date.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut previous_lower = false;
    for letter in name.chars() {
        let boundary = !letter.is_alphanumeric() || (letter.is_uppercase() && previous_lower);
        if boundary {
            words.push(String::new());
        }
        if letter.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(letter.to_lowercase());
        }
        previous_lower = letter.is_lowercase() || letter.is_numeric();
    }
    words.retain(|word| !word.is_empty());
    words
}

fn names_one_of(column: &Column, list: &[&str]) -> Option<String> {
    one_of(column.name(), list)
}

fn one_of(name: &str, list: &[&str]) -> Option<String> {
    words(name)
        .into_iter()
        .find(|word| list.contains(&word.as_str()))
}

/// The word in the name of a column that says that it names people, and nothing else that is known about them.
pub fn word_for_people(name: &str) -> Option<String> {
    let is_of_another = one_of(name, QUASI_WORDS).or_else(|| one_of(name, SENSITIVE_WORDS));
    match is_of_another {
        Some(_) => None,
        None => one_of(name, IDENTIFIER_WORDS),
    }
}

/// Whether the name of a column says that others may know it about a person.
pub fn is_known_to_others(name: &str) -> bool {
    one_of(name, QUASI_WORDS).is_some()
}

/// The share of records whose value nobody else has, decided by distinct values.
fn is_nearly_unique(column: &Column) -> bool {
    let filled = column.len() - column.nulls();
    filled >= 20 && column.distinct() * 100 >= filled * 98
}

fn suggest_for_microdata(column: &Column) -> (Role, String) {
    let filled = column.len() - column.nulls();
    if filled == 0 {
        return (Role::Insensitive, "It is empty.".to_owned());
    }
    let sensitive = names_one_of(column, SENSITIVE_WORDS);
    let quasi = names_one_of(column, QUASI_WORDS);
    let identifier = names_one_of(column, IDENTIFIER_WORDS);
    let unique = is_nearly_unique(column) && !column.value_type().is_number()
        || column.distinct() == filled && filled >= 20;
    if let Some(word) = &sensitive {
        return (Role::Sensitive, format!("Its name says \"{word}\"."));
    }
    if let Some(word) = &quasi {
        return (
            Role::Quasi,
            format!("Its name says \"{word}\", which others may know about a person."),
        );
    }
    if unique {
        return (
            Role::Identifier,
            "Nearly every record has a value of its own.".to_owned(),
        );
    }
    if let Some(word) = &identifier {
        return (Role::Identifier, format!("Its name says \"{word}\"."));
    }
    if column.distinct() <= 1 {
        return (
            Role::Insensitive,
            "Every record has the same value.".to_owned(),
        );
    }
    if column.distinct() * 10 < filled && column.distinct() <= 100 {
        return (
            Role::Quasi,
            format!(
                "It parts the records into {} groups; an outsider may know which one a person is in.",
                column.distinct()
            ),
        );
    }
    (
        Role::Quasi,
        "It is not known to be harmless, so it is treated as known to outsiders.".to_owned(),
    )
}

fn suggest_for_ratings(column: &Column) -> (Role, String) {
    if !column.value_type().is_number() {
        return (Role::Identifier, "It holds no numbers.".to_owned());
    }
    let filled = column.len() - column.nulls();
    if column.distinct() == filled && filled > 20 {
        return (
            Role::Identifier,
            "Every person has a value of their own.".to_owned(),
        );
    }
    if let Some(word) = names_one_of(
        column,
        &["id", "user", "userid", "person", "respondent", "caseid"],
    ) {
        return (Role::Identifier, format!("Its name says \"{word}\"."));
    }
    if let Some(word) = names_one_of(column, SENSITIVE_WORDS) {
        return (Role::Sensitive, format!("Its name says \"{word}\"."));
    }
    (Role::Quasi, "It holds ratings.".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn role(name: &str, texts: impl IntoIterator<Item = String>) -> Role {
        let column = Column::from_texts(name, texts).unwrap();
        let table = Table::new(vec![column]).unwrap();
        suggest_roles(&table, Kind::Microdata)[0].role
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
    fn names_are_split_at_case_and_punctuation() {
        assert_eq!(
            words("maritalStatus-2 (old)"),
            ["marital", "status", "2", "old"]
        );
        assert_eq!(words("ZIP"), ["zip"]);
    }
}
