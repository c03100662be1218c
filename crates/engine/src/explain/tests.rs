//! Sentences on tables small enough to see why.

use super::*;
use crate::anonymize::{Outcome, anonymize};
use cloakroom_core::hierarchy::Hierarchies;
use cloakroom_core::{Dataset, Hierarchy, MethodName, Settings, Table};
use std::sync::Arc;

/// Four zips that pair up at level 1, and a gender that all share.
fn told(change: impl FnOnce(&mut Settings)) -> BTreeMap<String, String> {
    let columns = vec![
        Column::from_texts("name", ["a", "b", "c", "d"]).unwrap(),
        Column::from_texts("zip", ["11", "12", "21", "22"]).unwrap(),
        Column::from_texts("sex", ["f", "f", "f", "f"]).unwrap(),
        Column::from_texts("illness", ["flu", "flu", "cold", "cold"]).unwrap(),
        Column::from_texts("ward", ["1", "2", "1", "2"]).unwrap(),
    ];
    let mut settings = Settings::default();
    for (name, role) in [
        ("name", Role::Identifier),
        ("zip", Role::Quasi),
        ("sex", Role::Quasi),
        ("illness", Role::Sensitive),
        ("ward", Role::Insensitive),
    ] {
        settings.roles.set(name, Some(role));
    }
    settings.requirement.k = Some(2);
    settings.method.name = MethodName::Optimal;
    change(&mut settings);
    let mask = Hierarchy::mask(&columns[1], 2).unwrap();
    let hierarchies = Hierarchies::from([("zip".to_owned(), Arc::new(mask))]);
    let dataset = Dataset::Microdata(Table::new(columns).unwrap());
    let checked = CheckedTask::new(&dataset, &settings, &hierarchies).unwrap();
    let progress = Progress::default();
    let Outcome::Reached(candidate) = anonymize(&checked, &settings, &progress).unwrap() else {
        panic!("level 1 holds");
    };
    let told = super::columns(&checked, &settings.roles, &candidate, &progress).unwrap();
    assert_eq!(told.len(), 5);
    told.into_iter().collect()
}

#[test]
fn a_level_is_explained_by_what_one_less_would_break() {
    let told = told(|_| {});
    assert_eq!(
        told["zip"],
        "Raised to level 1 of 2: at level 0, 4 records would break the promise, and none may be left out."
    );
    assert!(told["sex"].starts_with("Unchanged: with the other columns at their levels"));
    assert!(told["name"].starts_with("Left out"));
    assert!(told["illness"].contains("because it is sensitive"));
    assert!(told["ward"].contains("because it is marked as insensitive"));
}

#[test]
fn a_level_that_was_not_needed_is_called_so() {
    let told = told(|settings| {
        settings.method.name = MethodName::Levels;
        settings.method.levels = BTreeMap::from([("zip".to_owned(), 2)]);
    });
    assert!(told["zip"].starts_with("Raised to the top, level 2"));
    assert!(told["zip"].contains("although level 1 would keep the promise too"));
}

#[test]
fn a_local_recoding_is_explained_by_its_cells() {
    let told = told(|settings| settings.method.name = MethodName::Mondrian);
    assert!(told["zip"].starts_with("All of its cells were changed"));
    assert!(told["sex"].starts_with("Unchanged: the records of every class have the same value"));
}
