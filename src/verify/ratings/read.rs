//! Released ratings become points of the scale. Whatever is not one, or is not accounted for, is a fault.

use super::super::promise::{compare_columns, compare_names, compare_roles};
use crate::model::certificate::{Certificate, CertifiedRatings};
use crate::model::column::Column;
use crate::model::pulse::{Pulse, Stopped};
use crate::model::ratings::Scale;
use crate::model::table::Table;
use std::collections::HashMap;

/// An issue that somebody did not rate.
pub(super) const UNRATED: u16 = u16::MAX;

/// Rows between two looks at the pulse.
const BLOCK: usize = 1 << 16;

/// What everybody rated, in points of the scale.
pub(super) struct People {
    /// `starts[person]..starts[person + 1]` are the places of a person's ratings.
    pub starts: Vec<usize>,
    /// Compared issues, ascending for each person.
    pub issue: Vec<u32>,
    pub point: Vec<u16>,
    /// By sensitive issue, a point for everybody or [`UNRATED`].
    pub secrets: Vec<Vec<u16>>,
}

impl People {
    pub fn count(&self) -> usize {
        self.starts.len() - 1
    }

    pub fn issues_of(&self, person: u32) -> &[u32] {
        &self.issue[self.starts[person as usize]..self.starts[person as usize + 1]]
    }

    pub fn points_of(&self, person: u32) -> &[u16] {
        &self.point[self.starts[person as usize]..self.starts[person as usize + 1]]
    }
}

/// A row per person, a column per issue.
pub(super) fn wide(
    certificate: &Certificate,
    described: &CertifiedRatings,
    table: &Table,
    faults: &mut Vec<String>,
    pulse: &Pulse,
) -> Result<Option<People>, Stopped> {
    let before = faults.len();
    let names: Vec<&str> = table.columns().iter().map(Column::name).collect();
    compare_columns(certificate, &names, table.rows(), faults);
    let roles = &certificate.roles;
    let mut read = |names: &[String]| {
        let columns = names.iter().filter_map(|name| table.column(name));
        columns
            .map(|column| {
                pulse.check()?;
                Ok(points(column, described, certificate.formulas_escaped)
                    .map_err(|row| faults.push(off_scale(row, column.name())))
                    .unwrap_or_default())
            })
            .collect::<Result<Vec<Vec<u16>>, Stopped>>()
    };
    let issues = read(&roles.quasi)?;
    let secrets = read(&roles.sensitive)?;
    if faults.len() > before || table.rows() != described.people {
        return Ok(None);
    }
    let mut people = People {
        starts: vec![0],
        issue: Vec::new(),
        point: Vec::new(),
        secrets,
    };
    for person in 0..table.rows() {
        if person.is_multiple_of(BLOCK) {
            pulse.check()?;
        }
        for (issue, points) in issues.iter().enumerate() {
            if points[person] != UNRATED {
                people.issue.push(issue as u32);
                people.point.push(points[person]);
            }
        }
        people.starts.push(people.issue.len());
    }
    Ok(Some(people))
}

/// The points of a column; `Err` is the first row that holds none.
fn points(column: &Column, described: &CertifiedRatings, escaped: bool) -> Result<Vec<u16>, usize> {
    let scale = described.scale();
    let of_code: Vec<Option<u16>> = column
        .dictionary()
        .iter()
        .map(|text| match text {
            "" => Some(UNRATED),
            text => point(text, &scale, escaped),
        })
        .collect();
    let rows = column.codes().iter().enumerate();
    rows.map(|(row, &code)| of_code[code as usize].ok_or(row))
        .collect()
}

/// A plain decimal that is one of the scale's points.
fn point(text: &str, scale: &Scale, escaped: bool) -> Option<u16> {
    let plain = match text.strip_prefix('\'') {
        Some(plain) if escaped => plain,
        _ => text,
    };
    scale.point(plain.parse().ok()?)
}

fn off_scale(row: usize, column: &str) -> String {
    format!(
        "row {} of \"{column}\" holds no rating on the scale",
        row + 1
    )
}

/// What an issue is to the promises.
#[derive(Clone, Copy)]
enum Part {
    Compared(u32),
    Secret(usize),
    Aside,
}

/// A row per rating: the person's number, the issue, the rating.
pub(super) fn long(
    certificate: &Certificate,
    described: &CertifiedRatings,
    table: &Table,
    faults: &mut Vec<String>,
    pulse: &Pulse,
) -> Result<Option<People>, Stopped> {
    let before = faults.len();
    compare_names(certificate, table, faults);
    compare_roles(&certificate.roles, faults);
    let [person, issue, rating] = table.columns() else {
        faults
            .push("the release has other columns than a person, an issue and a rating".to_owned());
        return Ok(None);
    };
    let number = numbers(person, described.people, faults);
    let parts = parts(issue, certificate, faults);
    let points = points(rating, described, certificate.formulas_escaped)
        .map_err(|row| faults.push(off_scale(row, rating.name())))
        .unwrap_or_default();
    if let Some(row) = points.iter().position(|&point| point == UNRATED) {
        faults.push(format!("row {} has no rating", row + 1));
    }
    if faults.len() > before {
        return Ok(None);
    }
    let secrets = vec![vec![UNRATED; described.people]; certificate.roles.sensitive.len()];
    let mut sorting = Sorting::new(described.people, secrets);
    // Once to count, once to fill.
    for filling in [false, true] {
        if filling {
            sorting.begin_to_fill();
        }
        for row in 0..table.rows() {
            if row.is_multiple_of(BLOCK) {
                pulse.check()?;
            }
            let person = number[person.codes()[row] as usize];
            match parts[issue.codes()[row] as usize] {
                Part::Compared(issue) if filling => sorting.put(person, issue, points[row]),
                Part::Compared(_) => sorting.starts[person + 1] += 1,
                Part::Secret(secret) if filling => {
                    let known =
                        std::mem::replace(&mut sorting.secrets[secret][person], points[row]);
                    sorting.has_twice |= known != UNRATED;
                }
                Part::Secret(_) | Part::Aside => {}
            }
        }
    }
    let people = sorting.finish(pulse)?;
    if people.is_none() {
        faults.push("somebody rates an issue twice".to_owned());
    }
    Ok(people)
}

/// By code of the person column: the person, counted from 0.
fn numbers(column: &Column, people: usize, faults: &mut Vec<String>) -> Vec<usize> {
    let numbers: Option<Vec<usize>> = column
        .dictionary()
        .iter()
        .map(|text| {
            let number: usize = text.parse().ok()?;
            ((1..=people).contains(&number) && number.to_string() == text).then(|| number - 1)
        })
        .collect();
    numbers.unwrap_or_else(|| {
        faults.push(format!(
            "\"{}\" holds something else than numbers from 1 to {people}, the people of the certificate",
            column.name()
        ));
        Vec::new()
    })
}

/// By code of the issue column.
fn parts(column: &Column, certificate: &Certificate, faults: &mut Vec<String>) -> Vec<Part> {
    let roles = &certificate.roles;
    let mut known: HashMap<&str, Part> = HashMap::new();
    let compared = (0..).zip(&roles.quasi);
    known.extend(compared.map(|(at, name)| (name.as_str(), Part::Compared(at))));
    let secrets = roles.sensitive.iter().enumerate();
    known.extend(secrets.map(|(at, name)| (name.as_str(), Part::Secret(at))));
    let aside = roles.insensitive.iter();
    known.extend(aside.map(|name| (name.as_str(), Part::Aside)));
    let parts: Option<Vec<Part>> = column
        .dictionary()
        .iter()
        .map(|name| known.get(name).copied())
        .collect();
    parts.unwrap_or_else(|| {
        faults.push("a released issue has no role in the certificate".to_owned());
        Vec::new()
    })
}

/// Rows in any order become ratings by person.
struct Sorting {
    starts: Vec<usize>,
    next: Vec<usize>,
    cells: Vec<(u32, u16)>,
    secrets: Vec<Vec<u16>>,
    has_twice: bool,
}

impl Sorting {
    fn new(people: usize, secrets: Vec<Vec<u16>>) -> Self {
        Self {
            starts: vec![0; people + 1],
            next: Vec::new(),
            cells: Vec::new(),
            secrets,
            has_twice: false,
        }
    }

    fn begin_to_fill(&mut self) {
        for at in 1..self.starts.len() {
            self.starts[at] += self.starts[at - 1];
        }
        self.next = self.starts.clone();
        self.cells = vec![(0, 0); self.starts[self.starts.len() - 1]];
    }

    fn put(&mut self, person: usize, issue: u32, point: u16) {
        self.cells[self.next[person]] = (issue, point);
        self.next[person] += 1;
    }

    /// `None` if somebody rates an issue twice.
    fn finish(mut self, pulse: &Pulse) -> Result<Option<People>, Stopped> {
        for pair in self.starts.windows(2) {
            pulse.check()?;
            let own = &mut self.cells[pair[0]..pair[1]];
            own.sort_unstable();
            self.has_twice |= own.windows(2).any(|pair| pair[0].0 == pair[1].0);
        }
        let (issue, point) = self.cells.into_iter().unzip();
        Ok((!self.has_twice).then_some(People {
            starts: self.starts,
            issue,
            point,
            secrets: self.secrets,
        }))
    }
}
