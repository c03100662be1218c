//! Which column of the file of known people is which column of the release.

use cloakroom_core::{Problem, Table};
use serde::Serialize;

/// Names that a sentence lists.
const SHOWN_NAMES: usize = 10;

/// `external=released`, as a user says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    pub external: String,
    pub released: String,
}

impl Mapping {
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let parts = text
            .split_once('=')
            .map(|(external, released)| (external.trim(), released.trim()));
        match parts {
            Some((external, released)) if !external.is_empty() && !released.is_empty() => {
                Ok(Self {
                    external: external.to_owned(),
                    released: released.to_owned(),
                })
            }
            _ => Err(Problem::new(format!(
                "\"{text}\" says not which columns belong together; expected external=released, such as born=age"
            ))),
        }
    }
}

/// A pair of columns that are compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mapped {
    pub external: String,
    pub released: String,
    /// Whether the user said so; otherwise the names are equal.
    #[serde(skip)]
    pub by_hand: bool,
    /// The place of the external column in its table.
    #[serde(skip)]
    pub at: usize,
}

/// What a column of the file can be compared with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Comparable<'a> {
    /// Compared if the names are equal.
    pub by_name: &'a [&'a str],
    /// Can be mapped by hand only.
    pub others: &'a [&'a str],
    /// What they are called in a sentence.
    pub what: &'a str,
    /// Several columns of the file may say something about the same one.
    pub several: bool,
}

/// The pairs, in the order of the external file. Columns that are `not_used` are left aside whatever they are called.
pub fn resolve(
    external: &Table,
    with: Comparable<'_>,
    mappings: &[Mapping],
    not_used: &[String],
) -> Result<Vec<Mapped>, Problem> {
    let Comparable {
        by_name,
        others,
        what,
        several,
    } = with;
    let names: Vec<&str> = external
        .columns()
        .iter()
        .map(|column| column.name())
        .collect();
    if let Some(strange) = not_used.iter().find(|name| !names.contains(&name.as_str())) {
        return Err(Problem::new(format!(
            "there is no column \"{strange}\" in the file of known people; expected one of {}",
            some_of(&names)
        )));
    }
    for (at, mapping) in mappings.iter().enumerate() {
        if !names.contains(&mapping.external.as_str()) {
            return Err(Problem::new(format!(
                "there is no column \"{}\" in the file of known people; expected one of {}",
                mapping.external,
                some_of(&names)
            )));
        }
        let is_known = |name: &&&str| **name == mapping.released;
        if !by_name.iter().chain(others).any(|name| is_known(&name)) {
            let all: Vec<&str> = by_name.iter().chain(others).copied().collect();
            return Err(Problem::new(format!(
                "there is no {what} \"{}\" in the release; expected one of {}",
                mapping.released,
                some_of(&all)
            )));
        }
        let again = |other: &&Mapping| {
            let same = other.released == mapping.released && !several;
            other.external == mapping.external || same
        };
        if let Some(twice) = mappings[..at].iter().find(again) {
            return Err(Problem::new(format!(
                "\"{}\" and \"{}\" are mapped twice; expected one column for each",
                twice.external, twice.released
            )));
        }
    }
    let mut pairs = Vec::new();
    for (at, &name) in names.iter().enumerate() {
        if not_used.iter().any(|other| other == name) {
            continue;
        }
        let by_hand = mappings.iter().find(|mapping| mapping.external == name);
        let released = match by_hand {
            Some(mapping) => mapping.released.as_str(),
            None => {
                let taken = mappings.iter().any(|mapping| mapping.released == name);
                if taken || !by_name.contains(&name) {
                    continue;
                }
                name
            }
        };
        pairs.push(Mapped {
            external: name.to_owned(),
            released: released.to_owned(),
            by_hand: by_hand.is_some(),
            at,
        });
    }
    if pairs.is_empty() {
        return Err(Problem::new(format!(
            "the file of known people and the release have no {what} in common: the file has {}, the release has {}; say \
             which belong together (on the command line with --map external=released)",
            some_of(&names),
            some_of(by_name)
        )));
    }
    Ok(pairs)
}

/// The first of many names.
pub fn some_of(names: &[&str]) -> String {
    let shown = names[..names.len().min(SHOWN_NAMES)].join(", ");
    match names.len() {
        0 => "none".to_owned(),
        many if many > SHOWN_NAMES => format!("{shown}, \u{2026}"),
        _ => shown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::Column;

    fn external() -> Table {
        let column = |name: &str| Column::from_texts(name, ["1"]).unwrap();
        Table::new(vec![
            column("name"),
            column("born"),
            column("zip"),
            column("pay"),
        ])
        .unwrap()
    }

    const PEOPLE: Comparable<'_> = Comparable {
        by_name: &["age", "zip"],
        others: &["pay"],
        what: "column",
        several: false,
    };

    fn pairs(mappings: &[&str]) -> Result<Vec<(String, String)>, String> {
        let mappings: Vec<Mapping> = mappings
            .iter()
            .map(|text| Mapping::parse(text).unwrap())
            .collect();
        resolve(&external(), PEOPLE, &mappings, &[])
            .map(|pairs| {
                pairs
                    .into_iter()
                    .map(|pair| (pair.external, pair.released))
                    .collect()
            })
            .map_err(|problem| problem.to_string())
    }

    fn owned(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs
            .iter()
            .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()))
            .collect()
    }

    #[test]
    fn equal_names_belong_together_and_the_user_says_the_rest() {
        assert_eq!(pairs(&[]), Ok(owned(&[("zip", "zip")])));
        assert_eq!(
            pairs(&["born=age"]),
            Ok(owned(&[("born", "age"), ("zip", "zip")]))
        );
        assert_eq!(
            pairs(&["pay=pay"]),
            Ok(owned(&[("zip", "zip"), ("pay", "pay")]))
        );
        assert_eq!(pairs(&["born=zip"]), Ok(owned(&[("born", "zip")])));
    }

    #[test]
    fn what_fits_nothing_is_refused_with_what_there_is() {
        assert!(
            pairs(&["birth=age"])
                .unwrap_err()
                .contains("no column \"birth\"")
        );
        assert!(
            pairs(&["born=year"])
                .unwrap_err()
                .contains("no column \"year\"")
        );
        assert!(
            pairs(&["born=age", "zip=age"])
                .unwrap_err()
                .contains("mapped twice")
        );
        assert!(Mapping::parse("born").is_err() && Mapping::parse("=age").is_err());
        let age = Comparable {
            by_name: &["age"],
            ..PEOPLE
        };
        let nothing = resolve(&external(), age, &[], &[]).unwrap_err().to_string();
        assert!(nothing.contains("name, born, zip, pay") && nothing.contains("age"));
    }

    #[test]
    fn what_is_not_used_is_left_aside() {
        let resolved = |not_used: &[&str], several: bool| {
            let not_used: Vec<String> = not_used.iter().map(|&name| name.to_owned()).collect();
            let with = Comparable { several, ..PEOPLE };
            let mappings = ["born=age", "pay=age"].map(|text| Mapping::parse(text).unwrap());
            let pairs = resolve(&external(), with, &mappings, &not_used);
            pairs.map(|pairs| pairs.len()).map_err(|_| ())
        };
        assert_eq!(resolved(&[], false), Err(()));
        assert_eq!(resolved(&[], true), Ok(3));
        assert_eq!(resolved(&["zip"], true), Ok(2));
        assert_eq!(resolved(&["street"], true), Err(()));
    }
}
