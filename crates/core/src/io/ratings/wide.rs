//! A row per person and a column per issue; an empty cell is an issue that the person did not rate.

use super::rating_number;
use super::scale::{Grid, find_grid, in_words, says_scale};
use crate::column::Column;
use crate::io::placed::{PlacedTable, Read, bare};
use crate::load_options::Layout;
use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use crate::ratings::Ratings;
use crate::value_type::ValueType;
use std::collections::HashSet;

/// Names of columns that number the people.
const NUMBERING: [&str; 14] = [
    "id",
    "user",
    "userid",
    "person",
    "personid",
    "participant",
    "participantid",
    "respondent",
    "respondentid",
    "subject",
    "subjectid",
    "case",
    "caseid",
    "no",
];

/// Checks that every issue's cells lie on the scale; which columns are issues is noted if it was assumed.
pub fn read_wide(
    mut placed: PlacedTable<'_>,
    progress: &Progress,
) -> Result<Read<Ratings>, Failure> {
    for name in &placed.options.not_issues {
        if placed.table.position(name).is_none() {
            let message = format!(
                "there is no column \"{name}\" in the data; expected one of {}",
                placed.names_in_words()
            );
            return Err(Problem::in_file(placed.file, message).into());
        }
    }
    let mut not_issues: HashSet<String> = placed.options.not_issues.iter().cloned().collect();
    for column in placed.table.columns() {
        if not_issues.contains(column.name()) {
            continue;
        }
        if let Some(why) = why_no_issue(column) {
            placed.notes.push(format!(
                "Column \"{}\" {why}, so it is taken not to be an issue.",
                column.name()
            ));
            not_issues.insert(column.name().to_owned());
        }
    }
    let issues: Vec<(usize, &Column)> = placed
        .table
        .columns()
        .iter()
        .enumerate()
        .filter(|(_, column)| !not_issues.contains(column.name()))
        .collect();
    if issues.is_empty() {
        let message = "no column holds ratings; expected a column of numbers for each issue";
        return Err(Problem::in_file(placed.file, message).into());
    }
    progress.stage("checking the ratings", issues.len() as u64);
    let mut values: Vec<(f64, u64)> = Vec::new();
    for (_, column) in &issues {
        progress.check()?;
        values.extend(ratings_of(column));
    }
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    let grid = find_grid(&values, &placed.options)
        .map_err(|why| Problem::in_file(placed.file, format!("the scale does not fit: {why}")))?;
    let mut first: Option<(usize, usize)> = None;
    for &(at, column) in &issues {
        progress.check()?;
        if let Some(row) = first_without_point(column, &grid) {
            first = Some(first.map_or((row, at), |known| known.min((row, at))));
        }
        progress.advance(1);
    }
    if let Some((row, column)) = first {
        return Err(placed.problem(row, column, &grid.refusal()).into());
    }
    let scale = grid.scale;
    if says_scale(placed.options.scale.as_deref(), &scale) {
        placed
            .notes
            .push(format!("The scale is taken to be {}.", in_words(&scale)));
    }
    placed.notes.extend(grid.note(&values));
    let mut options = placed.options;
    options.layout = Some(Layout::Wide);
    options.not_issues = not_issues.into_iter().collect();
    options.not_issues.sort();
    Ok(Read {
        data: Ratings::Wide(placed.table, scale),
        options,
        notes: placed.notes,
        folded: placed.folded,
    })
}

fn why_no_issue(column: &Column) -> Option<&'static str> {
    if column.distinct() == 0 {
        // An issue that nobody rated.
        return None;
    }
    match column.value_type() {
        ValueType::Date => Some("holds dates"),
        ValueType::Text if column.mixture().is_none() => {
            // `007` is a text to a table, but a survey may well write `01` to `05`.
            let numbers = (0..column.dictionary().len() as u32)
                .filter(|&code| Some(code) != column.null())
                .all(|code| rating_number(column.dictionary().get(code)).is_some());
            (!numbers).then_some("holds texts")
        }
        ValueType::Whole if column.distinct() == column.len() && is_numbering(column.name()) => {
            Some("numbers the people")
        }
        _ => None,
    }
}

fn is_numbering(name: &str) -> bool {
    let name = bare(name);
    NUMBERING.contains(&name.as_str())
}

/// Distinct ratings and how often each occurs.
fn ratings_of(column: &Column) -> impl Iterator<Item = (f64, u64)> {
    let counts = column.counts();
    column
        .dictionary()
        .iter()
        .enumerate()
        .filter(|&(code, _)| Some(code as u32) != column.null())
        .filter_map(|(code, text)| Some((rating_number(text)?, u64::from(counts[code]))))
}

fn first_without_point(column: &Column, grid: &Grid) -> Option<usize> {
    let fits: Vec<bool> = column
        .dictionary()
        .iter()
        .enumerate()
        .map(|(code, text)| {
            Some(code as u32) == column.null()
                || rating_number(text).is_some_and(|value| grid.point(value).is_some())
        })
        .collect();
    if fits.iter().all(|&fits| fits) {
        return None;
    }
    column.codes().iter().position(|&code| !fits[code as usize])
}
