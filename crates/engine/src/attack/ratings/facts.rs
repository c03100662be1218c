//! What is known of people, as stretches of the scale.

use super::RatingsAttack;
use crate::attack::AttackOptions;
use crate::attack::known::{by_name, name_of, naming};
use crate::attack::mapping::{Comparable, Mapped, resolve, some_of};
use crate::attack::words::Words;
use cloakroom_core::{Failure, Problem, Progress, Role, Table};
use std::collections::HashMap;

/// A stretch of the scale that a rating lies in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fact {
    pub issue: usize,
    pub low: u16,
    pub high: u16,
}

pub(super) struct Known {
    pub name: String,
    pub facts: Vec<Fact>,
}

/// A row per person with a column per issue, or a row per person and issue.
pub(super) fn read(
    survey: &RatingsAttack<'_>,
    known: &Table,
    options: &AttackOptions,
    progress: &Progress,
) -> Result<(Vec<Mapped>, Vec<Known>), Failure> {
    let issues: Vec<&str> = survey
        .checked
        .survey
        .issues
        .iter()
        .map(String::as_str)
        .collect();
    if options.mappings.is_empty()
        && let Some(people) = read_long(survey, known, &options.words, progress)?
    {
        return Ok((Vec::new(), people));
    }
    let with = Comparable {
        by_name: &issues,
        what: "issue",
        ..Comparable::default()
    };
    let mapped = resolve(known, with, &options.mappings, &options.not_used)?;
    let place: HashMap<&str, usize> = issues
        .iter()
        .enumerate()
        .map(|(at, &name)| (name, at))
        .collect();
    let compared: Vec<usize> = mapped.iter().map(|pair| pair.at).collect();
    let names = naming(known, |name| is_identifier(survey, name), &compared);
    let mut people: Vec<Known> = (0..known.rows())
        .map(|row| Known {
            name: name_of(names, row),
            facts: Vec::new(),
        })
        .collect();
    for pair in &mapped {
        let column = &known.columns()[pair.at];
        let Some(&issue) = place.get(pair.released.as_str()) else {
            continue;
        };
        for (row, person) in people.iter_mut().enumerate() {
            progress.check_every(1 << 10, row)?;
            if !column.is_null(row) {
                let text = column.text(row);
                person.facts.push(fact(
                    survey,
                    &options.words,
                    issue,
                    text,
                    (column.name(), row),
                )?);
            }
        }
    }
    Ok((mapped, people))
}

pub(super) fn is_identifier(survey: &RatingsAttack<'_>, name: &str) -> bool {
    survey.roles.of(name) == Some(Role::Identifier)
}

fn fact(
    survey: &RatingsAttack<'_>,
    words: &Words,
    issue: usize,
    text: &str,
    (column, row): (&str, usize),
) -> Result<Fact, Problem> {
    let scale = &survey.checked.survey.scale;
    let (low, high) = words.points(text, scale).ok_or_else(|| {
        Problem::new(format!(
            "row {} of column \"{column}\" in the file of known people is neither a rating from {} to {} nor a word that is \
             known ({}, \u{2026}); say what it means (on the command line with --word WORD=LOW..HIGH)",
            row + 1,
            scale.low,
            scale.high,
            Words::examples()
        ))
    })?;
    Ok(Fact { issue, low, high })
}

/// The places of the columns that name an issue and what was said about it, where a file has a row for each.
pub fn long_columns(known: &Table) -> Option<[usize; 2]> {
    let named = |names: &[&str]| {
        let mut columns = known.columns().iter();
        columns.position(|column| names.contains(&column.name().to_lowercase().as_str()))
    };
    let issue = named(&["issue", "item"])?;
    let rating = named(&["rating", "comment", "word"])?;
    Some([issue, rating])
}

/// `None` if the file has no columns for issues and ratings, or columns that are issues themselves.
fn read_long(
    survey: &RatingsAttack<'_>,
    known: &Table,
    words: &Words,
    progress: &Progress,
) -> Result<Option<Vec<Known>>, Failure> {
    let issues = &survey.checked.survey.issues;
    let Some([at, rated]) = long_columns(known) else {
        return Ok(None);
    };
    let (issue, rating) = (&known.columns()[at], &known.columns()[rated]);
    if issues.iter().any(|name| known.column(name).is_some()) {
        return Ok(None);
    }
    let place: HashMap<&str, usize> = issues
        .iter()
        .enumerate()
        .map(|(at, name)| (name.as_str(), at))
        .collect();
    let names = naming(known, |name| is_identifier(survey, name), &[at, rated]);
    let mut fits = false;
    let mut people = Vec::new();
    for rows in by_name(names, known.rows()) {
        progress.check()?;
        let mut facts = Vec::new();
        for &row in rows
            .iter()
            .filter(|&&row| !issue.is_null(row) && !rating.is_null(row))
        {
            if let Some(&at) = place.get(issue.text(row)) {
                facts.push(fact(
                    survey,
                    words,
                    at,
                    rating.text(row),
                    (rating.name(), row),
                )?);
                fits = true;
            }
        }
        people.push(Known {
            name: name_of(names, rows[0]),
            facts,
        });
    }
    if !fits {
        return Err(Problem::new(format!(
            "no value of \"{}\" in the file of known people is an issue of the survey; expected names such as {}",
            issue.name(),
            some_of(&issues.iter().map(String::as_str).collect::<Vec<_>>())
        ))
        .into());
    }
    Ok(Some(people))
}
