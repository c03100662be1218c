//! A row per person and a column per issue; an empty cell is an issue that the person did not rate.

use super::majority::{Majority, Span, thousandths};
use super::rating_number;
use super::scale::{Grid, find_grid, in_words, says_scale};
use crate::io::placed::{PlacedTable, Read, bare};
use crate::io::understood::some_of;
use crate::suggest::words::known_by;
use crate::{Column, Failure, Layout, Problem, Progress, Ratings, ValueType};
use std::collections::{BTreeMap, HashSet};

/// Fewer people may agree on an issue by chance.
const ENOUGH: usize = 20;

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

/// Checks that every issue's cells lie on the scale; which columns are issues is noted if it was assumed. Where the kind
/// of data is a guess, a column with some texts among its numbers is no reason to refuse the rest.
pub fn read_wide(
    mut placed: PlacedTable<'_>,
    is_guess: bool,
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
    let aside = set_aside(&placed, is_guess);
    for (why, names) in &aside {
        placed.notes.push(why.note(names));
    }
    not_issues.extend(aside.into_iter().flat_map(|(_, names)| names));
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
        buyers: None,
    })
}

/// Why a column is taken not to be an issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Aside {
    Dates,
    Texts,
    Mixed,
    Numbering,
    Constant,
    Beside,
    Known,
}

impl Aside {
    /// At most five names: a survey may have hundreds of such columns.
    fn note(self, names: &[String]) -> String {
        let (one, many) = match self {
            Self::Dates => ("holds dates", "hold dates"),
            Self::Texts => ("holds texts", "hold texts"),
            Self::Mixed => (
                "holds texts among its numbers",
                "hold texts among their numbers",
            ),
            Self::Numbering => ("numbers the people", "number the people"),
            Self::Constant => ("holds one value only", "hold one value only"),
            Self::Beside => (
                "holds numbers beside the scale that most columns share",
                "hold numbers beside the scale that most columns share",
            ),
            Self::Known => (
                "is named like what others know of a person",
                "are named like what others know of a person",
            ),
        };
        let shown: Vec<&str> = names.iter().map(String::as_str).collect();
        match names.len() {
            1 => format!(
                "Column {} {one}, so it is taken not to be an issue.",
                some_of(&shown)
            ),
            _ => format!(
                "Columns {} {many}, so they are taken not to be issues.",
                some_of(&shown)
            ),
        }
    }
}

/// The columns that are taken not to be issues though nobody said so, by reason. A scale that somebody gave stands: then
/// numbers beside it are faults.
fn set_aside(placed: &PlacedTable<'_>, is_guess: bool) -> Vec<(Aside, Vec<String>)> {
    let named: HashSet<&String> = placed.options.not_issues.iter().collect();
    let mut aside: BTreeMap<Aside, Vec<String>> = BTreeMap::new();
    let mut others: Vec<&Column> = Vec::new();
    for column in placed.table.columns() {
        match why_no_issue(column, is_guess) {
            _ if named.contains(&column.name().to_owned()) => {}
            Some(why) => aside.entry(why).or_default().push(column.name().to_owned()),
            None => others.push(column),
        }
    }
    if placed.options.scale.is_none() && !placed.options.round {
        for (why, name) in beside_the_scale(&others) {
            others.retain(|column| column.name() != name);
            aside.entry(why).or_default().push(name);
        }
    }
    // A sex of 1 or 2 lies on most scales.
    if is_guess {
        let known = others.iter().map(|column| column.name().to_owned());
        let known: Vec<String> = known
            .filter(|name| is_about_the_person(name) && !named.contains(name))
            .collect();
        if !known.is_empty() {
            aside.insert(Aside::Known, known);
        }
    }
    aside.into_iter().collect()
}

/// Columns that do not hold what most hold, such as an age among answers from 1 to 5.
fn beside_the_scale(columns: &[&Column]) -> Vec<(Aside, String)> {
    let spans: Vec<Option<Span>> = columns
        .iter()
        .map(|column| Span::of(ratings_of(column).filter_map(|(number, _)| thousandths(number))))
        .collect();
    let known: Vec<Span> = spans.iter().copied().flatten().collect();
    let Some(scale) = Majority::of(&known, known.len()) else {
        return Vec::new();
    };
    let why = |column: &Column, span: Span| {
        let filled = column.len() - column.nulls();
        if !scale.holds(span) {
            Some(Aside::Beside)
        } else {
            (span.low == span.high && filled >= ENOUGH).then_some(Aside::Constant)
        }
    };
    let both = columns.iter().zip(spans);
    both.filter_map(|(column, span)| Some((why(column, span?)?, column.name().to_owned())))
        .collect()
}

fn why_no_issue(column: &Column, is_guess: bool) -> Option<Aside> {
    if column.distinct() == 0 {
        // An issue that nobody rated.
        return None;
    }
    match column.value_type() {
        ValueType::Date => Some(Aside::Dates),
        ValueType::Text if column.mixture().is_none() || is_guess => {
            // `007` is a text to a table, but a survey may well write `01` to `05`.
            let numbers = (0..column.dictionary().len() as u32)
                .filter(|&code| Some(code) != column.null())
                .all(|code| rating_number(column.dictionary().get(code)).is_some());
            let why = match column.mixture() {
                Some(_) => Aside::Mixed,
                None => Aside::Texts,
            };
            (!numbers).then_some(why)
        }
        ValueType::Whole if column.distinct() == column.len() && is_numbering(column.name()) => {
            Some(Aside::Numbering)
        }
        _ => None,
    }
}

/// The whole name is a word for what everybody knows of somebody.
fn is_about_the_person(name: &str) -> bool {
    let is_one_word = name.chars().all(char::is_alphabetic);
    is_one_word && known_by(name).is_some_and(|(_, likely)| likely >= 1.0)
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
