//! The table that leaves the house: identifiers dropped, rows in their new order, only values in use.

use super::declared::push_role;
use super::shuffle::{Fingerprint, content};
use cloakroom_core::io::csv::write::is_formula;
use cloakroom_core::{Column, DictionaryBuilder, Failure, Problem, Progress, Role, Roles, Table};
use cloakroom_microdata::method::Anonymized;
use cloakroom_verify::declaration::Roles as ReleasedRoles;
use std::borrow::Cow;

/// How many cells are copied between two looks at the progress.
const STRIDE: usize = 1 << 16;
const UNSEEN: u32 = u32::MAX;

#[derive(Debug)]
pub struct ReleasedTable {
    pub table: Table,
    /// The names as they are released, and those of the identifiers that are not.
    pub roles: ReleasedRoles,
    /// Cells that a spreadsheet would run as formulas, names of columns included.
    pub formula_cells: usize,
}

/// `rows` are the input's rows that are released, in the order of the release.
pub fn build(
    input: &Table,
    roles: &Roles,
    anonymized: &Anonymized,
    rows: &[u32],
    escape_formulas: bool,
    progress: &Progress,
) -> Result<ReleasedTable, Failure> {
    progress.stage("arranging", (rows.len() * input.columns().len()) as u64);
    let mut formulas = Formulas {
        escape: escape_formulas,
        cells: 0,
    };
    let mut certified = ReleasedRoles::default();
    let mut columns = Vec::new();
    for at in 0..input.columns().len() {
        let Some(column) = anonymized.column(input, at) else {
            continue;
        };
        let role = decided_role(roles, column.name())?;
        if role.is_removed() {
            push_role(&mut certified, role, column.name());
            continue;
        }
        let name = formulas.pass(column.name(), 1).into_owned();
        push_role(&mut certified, role, name.as_str());
        columns.push(arrange(column, name, rows, &mut formulas, progress)?);
    }
    let table = Table::new(columns)?;
    Ok(ReleasedTable {
        table,
        roles: certified,
        formula_cells: formulas.cells,
    })
}

/// What each of these rows of the input shows once it is released.
pub fn contents(
    input: &Table,
    roles: &Roles,
    anonymized: &Anonymized,
    rows: &[u32],
    escape_formulas: bool,
    progress: &Progress,
) -> Result<Vec<Fingerprint>, Failure> {
    let mut shown = Vec::with_capacity(input.columns().len());
    for column in (0..input.columns().len()).filter_map(|at| anonymized.column(input, at)) {
        if !decided_role(roles, column.name())?.is_removed() {
            shown.push(column);
        }
    }
    Ok(content::of_rows(&shown, rows, escape_formulas, progress)?)
}

fn decided_role(roles: &Roles, name: &str) -> Result<Role, Problem> {
    roles.of(name).ok_or_else(|| {
        Problem::new(format!(
            "column \"{name}\" is undecided: give it a role before the release"
        ))
    })
}

/// Counts formulas and, where the user asks for it, takes their sting.
struct Formulas {
    escape: bool,
    cells: usize,
}

impl Formulas {
    fn pass<'a>(&mut self, text: &'a str, cells: usize) -> Cow<'a, str> {
        if is_formula(text) {
            self.cells += cells;
        }
        released_text(text, self.escape)
    }
}

/// What a cell reads in the release. What looks like an escaped formula already gets one more apostrophe, so that no two
/// texts become one: classes and values are after it what they were before.
pub(crate) fn released_text(text: &str, escape_formulas: bool) -> Cow<'_, str> {
    if escape_formulas && is_formula(text.trim_start_matches('\'')) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// Codes are given anew in the order of the release: a value that only left-out records had must not
/// travel along in a dictionary, and neither may the order of the input.
fn arrange(
    column: &Column,
    name: String,
    rows: &[u32],
    formulas: &mut Formulas,
    progress: &Progress,
) -> Result<Column, Failure> {
    let mut new_codes = vec![UNSEEN; column.dictionary().len()];
    let mut counts = vec![0usize; column.dictionary().len()];
    let mut builder = DictionaryBuilder::default();
    let mut null = None;
    let mut codes = Vec::with_capacity(rows.len());
    for part in rows.chunks(STRIDE) {
        progress.check()?;
        for &row in part {
            let code = column.codes()[row as usize];
            let new = &mut new_codes[code as usize];
            if *new == UNSEEN {
                let text = column.dictionary().get(code);
                let released = formulas.pass(text, 0);
                *new = builder.intern(&released)?;
                if Some(code) == column.null() {
                    null = Some(*new);
                }
            }
            counts[code as usize] += column.weight(row as usize) as usize;
            codes.push(*new);
        }
        progress.advance(part.len() as u64);
    }
    for (code, &count) in counts.iter().enumerate() {
        if count > 0 && is_formula(column.dictionary().get(code as u32)) {
            formulas.cells += count;
        }
    }
    let weights = column
        .weights()
        .map(|weights| rows.iter().map(|&row| weights[row as usize]).collect());
    Ok(Column::weighed(
        name,
        builder.finish(),
        codes,
        null,
        weights,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_microdata::method::ChangedColumn;

    fn input() -> (Table, Roles) {
        let table = Table::new(vec![
            Column::from_texts("name", ["Ann", "Bob", "Cy"]).unwrap(),
            Column::from_texts("zip", ["2", "", "1"]).unwrap(),
            Column::from_texts("=note", ["=1+1", "plain", "=1+1"]).unwrap(),
        ])
        .unwrap();
        let mut roles = Roles::default();
        roles.set("name", Some(Role::Identifier));
        roles.set("zip", Some(Role::Quasi));
        roles.set("=note", Some(Role::Insensitive));
        (table, roles)
    }

    fn build_rows(rows: &[u32], escape: bool) -> ReleasedTable {
        let (table, roles) = input();
        let anonymized = Anonymized::default();
        build(
            &table,
            &roles,
            &anonymized,
            rows,
            escape,
            &Progress::default(),
        )
        .unwrap()
    }

    #[test]
    fn no_two_texts_are_escaped_to_one() {
        let texts = ["=1", "'=1", "''=1", "-5", "'-5", "'x", "x", "'", ""];
        let released: Vec<Cow<'_, str>> = texts.map(|text| released_text(text, true)).to_vec();
        let expected = ["'=1", "''=1", "'''=1", "-5", "'-5", "'x", "x", "'", ""];
        assert_eq!(released, expected);
        assert!(texts.iter().all(|text| released_text(text, false) == *text));
    }

    #[test]
    fn identifiers_stay_and_rows_come_in_the_new_order() {
        let released = build_rows(&[2, 1], false);
        let zip = released.table.column("zip").unwrap();
        assert_eq!((zip.text(0), zip.text(1)), ("1", ""));
        assert!(zip.is_null(1));
        assert!(released.table.column("name").is_none());
        assert_eq!(released.roles.identifier, ["name"]);
        // Nobody who is left out remains in a dictionary.
        assert_eq!(zip.dictionary().iter().collect::<Vec<_>>(), ["1", ""]);
    }

    #[test]
    fn formulas_are_counted_and_escaped_on_request() {
        let plain = build_rows(&[0, 1, 2], false);
        assert_eq!(plain.formula_cells, 3);
        assert_eq!(plain.table.column("=note").unwrap().text(0), "=1+1");
        let escaped = build_rows(&[0, 1, 2], true);
        assert_eq!(escaped.formula_cells, 3);
        assert_eq!(escaped.roles.insensitive, ["'=note"]);
        assert_eq!(escaped.table.column("'=note").unwrap().text(2), "'=1+1");
    }

    #[test]
    fn an_undecided_column_blocks() {
        let (table, mut roles) = input();
        roles.set("zip", None);
        let anonymized = Anonymized::default();
        let failure = build(
            &table,
            &roles,
            &anonymized,
            &[0],
            false,
            &Progress::default(),
        )
        .unwrap_err();
        assert!(failure.to_string().contains("\"zip\" is undecided"));
    }

    #[test]
    fn changed_columns_take_the_place_of_the_old() {
        let (table, roles) = input();
        let anonymized = Anonymized {
            changed: vec![ChangedColumn {
                at: 1,
                column: Column::from_texts("zip", ["*", "*", "1"]).unwrap(),
                loss_of_code: vec![1.0, 0.25],
            }],
            kept: vec![0, 2],
            left_out: vec![1],
            ..Anonymized::default()
        };
        let progress = Progress::default();
        let released = build(&table, &roles, &anonymized, &[2, 0], false, &progress).unwrap();
        let zip = released.table.column("zip").unwrap();
        assert_eq!((zip.text(0), zip.text(1)), ("1", "*"));
    }
}
