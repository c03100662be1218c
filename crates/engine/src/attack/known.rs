//! Reads the file of known people.

use cloakroom_core::io::load::load_people;
use cloakroom_core::load_options::USUAL_NULLS;
use cloakroom_core::spelling::Fold;
use cloakroom_core::{Column, Failure, Progress, Table};
use std::collections::HashMap;
use std::path::Path;

/// What people write where they know nothing, beside what everybody does.
const UNKNOWN: [&str; 3] = ["-", "\u{2013}", "\u{2014}"];

/// A row per person; a dash or an empty cell is not known. `fold` is how the attacked data were read: names are
/// spelled in the same way here, and values once it is known which column they are compared with.
pub fn read_known(path: &Path, fold: Fold, progress: &Progress) -> Result<Table, Failure> {
    let nulls = USUAL_NULLS
        .iter()
        .chain(&UNKNOWN)
        .map(|&text| text.to_owned());
    let nobody = "nobody is known here; expected a row per person";
    load_people(path, Some(nulls.collect()), fold, nobody, progress)
}

/// What known people are called: by a column that the data identify people by, or the first one that is not compared.
pub(super) fn naming<'a>(
    known: &'a Table,
    is_identifier: impl Fn(&str) -> bool,
    compared: &[usize],
) -> Option<&'a Column> {
    let free = || {
        let columns = known.columns().iter().enumerate();
        columns
            .filter(|(at, _)| !compared.contains(at))
            .map(|(_, column)| column)
    };
    free()
        .find(|column| is_identifier(column.name()))
        .or_else(|| free().next())
}

/// The name of the person in a row; the row itself, counted from 1, where there is none.
pub(super) fn name_of(column: Option<&Column>, row: usize) -> String {
    match column {
        Some(column) if !column.is_null(row) => column.text(row).to_owned(),
        _ => format!("row {}", row + 1),
    }
}

/// Rows that belong together, since they have the same name; without names, each row is a person.
pub(super) fn by_name(column: Option<&Column>, rows: usize) -> Vec<Vec<usize>> {
    let mut person_of: HashMap<u32, usize> = HashMap::new();
    let mut people: Vec<Vec<usize>> = Vec::new();
    for row in 0..rows {
        let code = column
            .filter(|column| !column.is_null(row))
            .map(|column| column.codes()[row]);
        let known = code.and_then(|code| person_of.get(&code).copied());
        match known {
            Some(person) => people[person].push(row),
            None => {
                if let Some(code) = code {
                    person_of.insert(code, people.len());
                }
                people.push(vec![row]);
            }
        }
    }
    people
}
