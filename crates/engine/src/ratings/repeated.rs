//! People who stand in a wide survey more than once: every row counts as a person, so they keep themselves company.

use cloakroom_core::{Column, Dataset, Ratings, Role, Roles};
use std::collections::HashMap;

/// A sentence if some rows have the same identifiers. Long surveys gather the ratings of a person by themselves.
pub fn note_repeated_people(dataset: &Dataset, roles: &Roles) -> Option<String> {
    let Dataset::Ratings(Ratings::Wide(table, _)) = dataset else {
        return None;
    };
    let identifiers: Vec<&Column> = table
        .columns()
        .iter()
        .filter(|column| roles.of(column.name()) == Some(Role::Identifier))
        .collect();
    if identifiers.is_empty() {
        return None;
    }
    let mut rows_of: HashMap<Vec<u32>, usize> = HashMap::new();
    for row in 0..table.rows() {
        // Nobody is known to be the same by a name that is missing.
        if identifiers.iter().any(|column| column.is_null(row)) {
            continue;
        }
        let who = identifiers.iter().map(|column| column.codes()[row]);
        *rows_of.entry(who.collect()).or_default() += 1;
    }
    let repeated = rows_of.values().filter(|&&rows| rows > 1);
    let (people, rows) = repeated.fold((0, 0), |(people, all), rows| (people + 1, all + rows));
    if people == 0 {
        return None;
    }
    let names: Vec<&str> = identifiers.iter().map(|column| column.name()).collect();
    Some(format!(
        "{rows} rows share their {} with another, {}. Every row counts as a person of its own, so somebody who \
         stands twice counts as somebody else who is close: merge those rows first if they are the same people.",
        names.join(" and "),
        match people {
            1 => "all the same".to_owned(),
            people => format!("{people} different ones"),
        }
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::{Scale, Table};

    fn told(names: &[&str]) -> Option<String> {
        let ratings = vec!["1"; names.len()];
        let columns = vec![
            Column::from_texts("person", names).unwrap(),
            Column::from_texts("tea", &ratings).unwrap(),
        ];
        let scale = Scale::default();
        let ratings = Ratings::Wide(Table::new(columns).unwrap(), scale);
        let mut roles = Roles::default();
        roles.set("person", Some(Role::Identifier));
        note_repeated_people(&Dataset::Ratings(ratings), &roles)
    }

    #[test]
    fn who_stands_twice_is_told() {
        assert_eq!(told(&["a", "b", "c"]), None);
        // Missing names say nothing of who it is.
        assert_eq!(told(&["a", "", ""]), None);
        let one = told(&["a", "b", "a"]).unwrap();
        assert!(one.starts_with("2 rows share their person with another, all the same."));
        let two = told(&["a", "b", "a", "b", "b"]).unwrap();
        assert!(two.starts_with("5 rows share their person with another, 2 different ones."));
    }
}
