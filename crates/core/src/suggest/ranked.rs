//! Few quasi-identifiers for a table of many columns: those that others likely know, and among them those that tell people
//! apart.

use super::uniqueness::Classes;
use super::{Suggestion, UNKNOWN, has_own_values};
use crate::words::percent;
use crate::{Role, Table, ValueType};
use rayon::prelude::*;

/// Of a table of more than [`MANY_COLUMNS`], and of one of fewer.
const MOST_OF_MANY: usize = 8;
const MOST: usize = 10;
const MANY_COLUMNS: usize = 20;
/// Cells that are looked at in every round.
const CELLS: usize = 800_000;
const ROWS: std::ops::RangeInclusive<usize> = 2_000..=20_000;
/// Whatever nobody is known to know must single out so many more records, in percent of all.
const LEAST_GAIN: usize = 2;

/// Values of so many records in a hundred are of one alone: such a column does not leave by suggestion.
const OWN: usize = 90;

/// A quasi-identifier in question.
struct Candidate {
    column: usize,
    /// How likely others know it.
    likely: f32,
    /// Whether its name or its values say so.
    is_known: bool,
}

/// Leaves the best of the quasi-identifiers, with the reason for each: of the others, what is known does not leave, and what
/// nobody is known to know is insensitive.
pub fn keep_few(table: &Table, suggestions: &mut [Suggestion]) {
    let most = match suggestions.len() {
        0..=MANY_COLUMNS => MOST,
        _ => MOST_OF_MANY,
    };
    let mut left: Vec<Candidate> = suggestions
        .iter()
        .enumerate()
        .filter(|(_, suggestion)| suggestion.role == Role::Quasi)
        .map(|(column, suggestion)| Candidate {
            column,
            likely: suggestion.score,
            is_known: suggestion.score > UNKNOWN,
        })
        .collect();
    let rows = (CELLS / left.len().max(1)).clamp(*ROWS.start(), *ROWS.end());
    let mut classes = Classes::new(table, rows);
    let mut unique = 0;
    for rank in 0..most {
        let Some(best) = best(table, &classes, unique, &left) else {
            break;
        };
        let chosen = left.swap_remove(best);
        unique = classes.with(table, chosen.column).unique;
        classes.refine(table, chosen.column);
        let share = unique as f64 * 100.0 / classes.rows().max(1) as f64;
        let suggestion = &mut suggestions[chosen.column];
        suggestion.score = 0.9 - 0.02 * rank as f32;
        suggestion.reason = match rank {
            0 => suggestion.reason.clone(),
            _ => format!(
                "{} With those above, {} of the records are unique.",
                suggestion.reason,
                part(share)
            ),
        };
    }
    for candidate in left {
        let suggestion = &mut suggestions[candidate.column];
        let is_own = has_own_values(&table.columns()[candidate.column], OWN);
        suggestion.role = match candidate.is_known || is_own {
            true => Role::Identifier,
            false => Role::Insensitive,
        };
        suggestion.score = candidate.likely * 0.5;
        suggestion.reason = reason_against(table, &candidate);
    }
}

/// `96 %`, out of percent.
fn part(share: f64) -> String {
    match share {
        0.0 => "none".to_owned(),
        share if share < 100.0 => percent(share / 100.0),
        _ => "all".to_owned(),
    }
}

/// What is known comes first; among equals, what parts the records into more classes. Whatever nobody is known to know
/// must be worth it.
fn best(table: &Table, classes: &Classes, unique: usize, left: &[Candidate]) -> Option<usize> {
    let rows = classes.rows().max(1);
    let any_known = left.iter().any(|candidate| candidate.is_known);
    let worth: Vec<Option<f32>> = left
        .par_iter()
        .map(|candidate| {
            if any_known != candidate.is_known {
                return None;
            }
            let split = classes.with(table, candidate.column);
            let gain = split.unique.saturating_sub(unique);
            if !candidate.is_known && gain * 100 < rows * LEAST_GAIN {
                return None;
            }
            let parted = split.classes as f32 / rows as f32;
            Some(candidate.likely * candidate.likely * (0.1 + parted) * plain(table, candidate))
        })
        .collect();
    let worth = worth.into_iter().enumerate();
    let worth = worth.filter_map(|(at, worth)| Some((at, worth?)));
    // The first of equals in the table's order: `left` is not in it any more.
    worth
        .max_by(|a, b| {
            let order = a.1.total_cmp(&b.1);
            order.then(left[b.0].column.cmp(&left[a.0].column))
        })
        .map(|(at, _)| at)
}

/// Nobody knows a decimal of somebody else.
fn plain(table: &Table, candidate: &Candidate) -> f32 {
    let value_type = table.columns()[candidate.column].value_type();
    match value_type {
        ValueType::Decimal if !candidate.is_known => 0.2,
        _ => 1.0,
    }
}

fn reason_against(table: &Table, candidate: &Candidate) -> String {
    let column = &table.columns()[candidate.column];
    let filled = column.len() - column.nulls();
    if candidate.is_known {
        return "Others may know it, and there are enough such columns without it, so it does not leave; mark it if it is needed."
            .to_owned();
    }
    if has_own_values(column, OWN) {
        return "Nearly every record has a value of its own, so it does not leave; mark it if it is needed.".to_owned();
    }
    if column.distinct() * 5 > filled {
        return "Others hardly know it, as far as its name tells; but many of its values occur once, so look at it before it is released."
            .to_owned();
    }
    "Others hardly know it, as far as its name and values tell; mark it if they may.".to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::suggest_roles;
    use super::*;
    use crate::{Column, Kind};

    fn mixed(row: usize, column: usize) -> usize {
        (row * 7919 + column * 104_729 + row * column * 31) % 1009
    }

    fn table(names: &[String], values: impl Fn(usize, usize) -> String) -> Table {
        let columns = names.iter().enumerate().map(|(at, name)| {
            Column::from_texts(name.as_str(), (0..600).map(|row| values(row, at))).unwrap()
        });
        Table::new(columns.collect()).unwrap()
    }

    fn quasi(found: &[Suggestion]) -> Vec<&str> {
        let quasi = found.iter().filter(|found| found.role == Role::Quasi);
        quasi.map(|found| found.column.as_str()).collect()
    }

    #[test]
    fn a_wide_table_gets_few_quasi_identifiers() {
        let mut names: Vec<String> = (0..40).map(|at| format!("v{at}")).collect();
        names[7] = "Age".to_owned();
        names[21] = "Geschlecht".to_owned();
        names[30] = "diagnosis".to_owned();
        let values =
            |row: usize, at: usize| (mixed(row, at) % (if at == 21 { 2 } else { 20 })).to_string();
        let found = suggest_roles(&table(&names, values), Kind::Microdata, &[]);
        let chosen = quasi(&found);
        assert!(
            chosen.contains(&"Age") && chosen.contains(&"Geschlecht"),
            "{chosen:?}"
        );
        assert!(chosen.len() <= 8, "{chosen:?}");
        assert_eq!(found[30].role, Role::Sensitive);
        assert!(found[7].score > found[0].score);
        // The same every time, and in the same order.
        assert_eq!(
            found,
            suggest_roles(&table(&names, values), Kind::Microdata, &[])
        );
        let few = &names[..12];
        let found = suggest_roles(&table(few, values), Kind::Microdata, &[]);
        assert_eq!(quasi(&found).len(), 12);
    }

    #[test]
    fn columns_that_add_nothing_are_not_chosen() {
        let names: Vec<String> = (0..30).map(|at| format!("v{at}")).collect();
        let found = suggest_roles(
            &table(&names, |row, _| (row % 3).to_string()),
            Kind::Microdata,
            &[],
        );
        assert_eq!(quasi(&found), Vec::<&str>::new());
        assert!(found[0].reason.starts_with("Others hardly know it"));
    }
}
