//! What the words in the name of a column tell, in English, German, French and Spanish.

use super::guarded::plain;

/// Names a person by itself.
pub const IDENTIFIER_WORDS: &[&str] = &[
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
    "telefon",
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
    "adresse",
    "anschrift",
    "street",
    "strasse",
    "straße",
    "plate",
    "licence",
    "license",
    "kunde",
    "kundennummer",
    "personalnummer",
    "nom",
    "prenom",
    "apellido",
    "apellidos",
    "correo",
    "courriel",
    "telephone",
    "telefono",
    "direccion",
    "dni",
    "nif",
    "mrn",
    "versichertennummer",
    "patientennummer",
];

/// At the end of a name whose values are nearly unique: a number of somebody, whatever it is for.
pub const NUMBERS_PEOPLE: &[&str] = &["id", "no", "nr", "number", "nummer", "numero", "num", "key"];

/// Known to everybody who sees somebody, and guarded too.
pub const ORIGINS: &[&str] = &["race", "rasse", "raza", "races"];

/// Numbers people, who may have several records.
pub const PERSON_WORDS: &[&str] = &[
    "patient",
    "person",
    "customer",
    "client",
    "user",
    "userid",
    "member",
    "participant",
    "subject",
    "pupil",
    "student",
    "employee",
    "kunde",
    "kundennummer",
    "personalnummer",
    "versicherter",
    "versichertennummer",
    "patientennummer",
    "mrn",
];

/// One half of a place on a map.
pub const PLACE_WORDS: &[&str] = &[
    "lat",
    "latitude",
    "lon",
    "long",
    "lng",
    "longitude",
    "gps",
    "coord",
    "coordinate",
    "coordinates",
    "easting",
    "northing",
    "breitengrad",
    "langengrad",
    "laengengrad",
    "rechtswert",
    "hochwert",
    "latitud",
    "longitud",
];

/// Whatever somebody wrote.
pub const FREE_TEXT_WORDS: &[&str] = &[
    "comment",
    "comments",
    "remark",
    "remarks",
    "note",
    "notes",
    "memo",
    "freetext",
    "kommentar",
    "kommentare",
    "bemerkung",
    "bemerkungen",
    "anmerkung",
    "anmerkungen",
    "freitext",
    "commentaire",
    "commentaires",
    "remarque",
    "remarques",
    "comentario",
    "comentarios",
    "observaciones",
];

/// Households, with a word that says that they are numbered.
pub const GROUP_WORDS: &[&str] = &["household", "hh", "family", "haushalt", "familie"];

/// Numbers something, unless it counts something: only as the last word, and only of a column that is nearly unique.
pub const NUMBERING_WORDS: &[&str] = &["nr", "number", "nummer"];

/// What others know about a person, the better known the larger.
const KNOWN: &[(f32, &[&str])] = &[
    (
        1.0,
        &[
            "age",
            "birth",
            "dob",
            "born",
            "birthday",
            "birthdate",
            "sex",
            "gender",
            "zip",
            "zip3",
            "zip5",
            "zipcode",
            "postcode",
            "postal",
            "plz",
            "city",
            "town",
            "alter",
            "geschlecht",
            "ort",
            "stadt",
            "edad",
            "sexe",
            "sexo",
            "naissance",
            "nacimiento",
            "postal",
            "ville",
            "ciudad",
            "commune",
            "municipio",
        ],
    ),
    (
        0.8,
        &[
            "county",
            "region",
            "state",
            "province",
            "country",
            "nation",
            "nationality",
            "citizenship",
            "race",
            "ethnicity",
            "marital",
            "married",
            "spouse",
            "family",
            "familysize",
            "education",
            "occupation",
            "job",
            "profession",
            "employer",
            "children",
            "household",
            "hh",
            "employment",
            "siblings",
            "land",
            "kreis",
            "rasse",
            "raza",
            "pays",
            "pais",
            "departement",
            "provincia",
            "nationalite",
            "nacionalidad",
            "civil",
            "matrimonial",
            "metier",
            "enfants",
            "hijos",
            "hogar",
            "menage",
            "diplome",
            "estudios",
            "ocupacion",
            "profesion",
        ],
    ),
    (
        0.6,
        &[
            "school",
            "work",
            "workclass",
            "language",
            "height",
            "weight",
            "admission",
            "discharge",
        ],
    ),
];

/// Beginnings of German words, which are written together.
const KNOWN_STEMS: &[(f32, &[&str])] = &[
    (1.0, &["geburt", "postleit", "wohnort", "gemeinde"]),
    (
        0.8,
        &[
            "familienst",
            "staatsang",
            "nationalit",
            "bildung",
            "beruf",
            "kinder",
            "haushalt",
            "bundesland",
            "geschwister",
            "herkunft",
        ],
    ),
    (0.6, &["sprache", "schulab", "groesse", "größe", "gewicht"]),
];

/// Issues of a survey: what people think of other matters is no more guarded than the rest of it.
pub const SENSITIVE_ISSUES: &[&str] = &[
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
    "diagnose",
    "krankheit",
    "behandlung",
    "medikament",
    "gehalt",
    "einkommen",
    "lohn",
    "schulden",
    "konfession",
    "partei",
];

/// The words of a column name: `birthDate`, `birth_date` and `BIRTH DATE` all give birth, date.
pub fn words(name: &str) -> Vec<String> {
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

pub fn one_of(name: &str, list: &[&str]) -> Option<String> {
    words(name)
        .into_iter()
        .find(|word| list.contains(&word.as_str()) || list.contains(&&*plain(word)))
}

/// The word that others know the column by, and how likely they do.
pub fn known_by(name: &str) -> Option<(String, f32)> {
    words(name).into_iter().find_map(|word| {
        let likely = likelihood(&word)?;
        Some((word, likely))
    })
}

fn likelihood(word: &str) -> Option<f32> {
    let mut whole = KNOWN.iter();
    let mut stems = KNOWN_STEMS.iter();
    let bare = plain(word);
    let by_word = whole.find(|(_, words)| words.contains(&word) || words.contains(&&*bare));
    let by_stem = || stems.find(|(_, stems)| stems.iter().any(|stem| word.starts_with(stem)));
    by_word.or_else(by_stem).map(|(likely, _)| *likely)
}

/// The last word of a name if it is one of these.
pub fn last_of(name: &str, list: &[&str]) -> Option<String> {
    let last = words(name).pop()?;
    list.contains(&last.as_str()).then_some(last)
}

/// The last word of a name that numbers things: `house number`, not `number of children`.
pub fn numbering(name: &str) -> Option<String> {
    last_of(name, NUMBERING_WORDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_split_at_case_and_punctuation() {
        assert_eq!(
            words("maritalStatus-2 (old)"),
            ["marital", "status", "2", "old"]
        );
        assert_eq!(words("ZIP"), ["zip"]);
    }

    #[test]
    fn both_languages_tell_what_others_know() {
        assert_eq!(known_by("birth_date"), Some(("birth".to_owned(), 1.0)));
        assert_eq!(known_by("Geburtsdatum").unwrap().1, 1.0);
        assert_eq!(known_by("Familienstand").unwrap().1, 0.8);
        assert_eq!(known_by("Number of siblings").unwrap().0, "siblings");
        assert_eq!(known_by("average"), None);
    }

    #[test]
    fn a_count_numbers_nothing() {
        assert_eq!(numbering("house number").as_deref(), Some("number"));
        assert_eq!(numbering("Nr").as_deref(), Some("nr"));
        assert_eq!(numbering("Number of visits"), None);
        assert_eq!(numbering("no. of visits"), None);
    }
}
