//! Linking released ratings with what people said about issues.
//!
//! What is known of a rating is a word or a number, and so a stretch of the scale. (k, ε) supposes that nobody knows
//! a rating more exactly than ε, so everything within ε of the stretch fits. A method may have moved ratings: the
//! stretch is widened by as much as the release moved any rating of that issue, and an issue that some ratings were
//! removed from may be unrated. So everybody in the release is among their own candidates, and with them all who are
//! close to them, at least k.

use super::AttackOptions;
use super::known::{by_name, name_of, naming};
use super::mapping::{Mapped, resolve};
use super::report::{Alone, AttackReport, Attacked, LISTED_ROWS, PersonAttack, Summary};
use super::reveal::{Everywhere, Reveal};
use super::words::Words;
use crate::engine::survey::SurveyQuestion;
use crate::engine::survey::anonymize::SurveyCandidate;
use crate::metrics::risk::words::counted;
use crate::metrics::risk::{Figure, Unit};
use crate::model::kind::Kind;
use crate::model::problem::{Failure, Problem};
use crate::model::pulse::{Pulse, Stopped};
use crate::model::ratings::Ratings;
use crate::model::roles::{Role, Roles};
use crate::model::settings::NeighbourEngine;
use crate::model::survey::{Cells, NULL, Survey};
use crate::model::table::Table;
use crate::profile::ratings::RatingsProfile;
use rayon::prelude::*;
use std::borrow::Cow;
use std::collections::HashMap;

/// A survey, and what a method made of it if that is attacked.
pub struct SurveyAttack<'a> {
    pub question: &'a SurveyQuestion,
    pub ratings: &'a Ratings,
    pub roles: &'a Roles,
    pub engine: NeighbourEngine,
    pub candidate: Option<&'a SurveyCandidate>,
}

/// A stretch of the scale that a rating lies in.
#[derive(Clone, Copy, Debug)]
struct Fact {
    issue: usize,
    low: u16,
    high: u16,
}

struct Known {
    name: String,
    facts: Vec<Fact>,
}

pub fn attack(
    survey: &SurveyAttack<'_>,
    known: &Table,
    options: &AttackOptions,
    pulse: &Pulse,
) -> Result<AttackReport, Failure> {
    let question = survey.question;
    let original = question.survey.as_ref();
    let released = survey.candidate.map_or(original, |candidate| candidate.released.as_ref());
    let (mapped, people) = read(survey, known, options)?;
    let epsilon = question.target.within;
    let within = match options.within {
        None => epsilon,
        Some(within) if within >= 0.0 && within.is_finite() => original.scale.steps(within),
        Some(_) => {
            return Err(Problem::new("how exactly a rating is known must be at least 0").into());
        }
    };
    let kept: Vec<u32> = match survey.candidate {
        Some(candidate) => candidate.anonymized.kept.clone(),
        None => (0..original.people() as u32).collect(),
    };
    let before = if survey.candidate.is_some() {
        Cow::Owned(original.picked(&kept))
    } else {
        Cow::Borrowed(original)
    };
    let mut issues: Vec<usize> = people.iter().flat_map(|person| &person.facts).map(|fact| fact.issue).collect();
    issues.sort_unstable();
    issues.dedup();
    let exact = Index::new(&before, &issues, |_| Leeway::default(), pulse)?;
    let moved = |issue: usize| moved(&before, released, issue);
    let loose = Index::new(
        released,
        &issues,
        |issue| {
            let leeway = moved(issue);
            Leeway {
                steps: leeway.steps.saturating_add(within),
                ..leeway
            }
        },
        pulse,
    )?;
    let secrets = Secrets::new(released, epsilon);
    let truth = truth(survey, known, &kept);
    pulse.stage("linking", people.len() as u64);
    let each = people
        .par_iter()
        .map(|person| {
            pulse.check()?;
            let candidates = loose.fitting(&person.facts);
            let in_release = !exact.fitting(&person.facts).is_empty();
            let count = candidates.len() as u64;
            let mut attack = PersonAttack {
                person: person.name.clone(),
                known: person.facts.len(),
                candidates: count,
                rows: candidates.iter().take(LISTED_ROWS).map(|&place| kept[place as usize]).collect(),
                in_release,
                within_promise: within >= epsilon,
                chance: if in_release && count > 0 { 1.0 / count as f64 } else { 0.0 },
                true_among: truth
                    .get(person.name.as_str())
                    .copied()
                    .flatten()
                    .map(|place| candidates.binary_search(&place).is_ok()),
                reveals: secrets.reveal(&candidates),
                sentence: String::new(),
            };
            attack.describe(("person", "people"));
            pulse.advance(1);
            Ok(attack)
        })
        .collect::<Result<Vec<_>, Stopped>>()?;
    let mut notes = Vec::new();
    if within < epsilon {
        notes.push(format!(
            "ratings are taken to be known to within {}, more exactly than the promise supposes (\u{3b5} = {}): fewer than k \
             candidates are then no fault of the release",
            original.scale.distance(within),
            original.scale.distance(epsilon)
        ));
    }
    Ok(AttackReport::new(
        Summary {
            kind: Kind::Ratings,
            attacked: match survey.candidate {
                Some(_) => Attacked::Release,
                None => Attacked::Original,
            },
            records: released.people(),
            k: question.target.k,
            mapped,
            sensitive: released.sensitive.iter().map(String::as_str).collect(),
            alone: alone(survey, released, pulse)?,
            notes,
        },
        each,
    ))
}

/// A row per person with a column per issue, or a row per person and issue.
fn read(
    survey: &SurveyAttack<'_>,
    known: &Table,
    options: &AttackOptions,
) -> Result<(Vec<Mapped>, Vec<Known>), Problem> {
    let issues: Vec<&str> = survey.question.survey.issues.iter().map(String::as_str).collect();
    if options.mappings.is_empty()
        && let Some(people) = read_long(survey, known, &options.words)?
    {
        return Ok((Vec::new(), people));
    }
    let mapped = resolve(known, &issues, &[], &options.mappings, "issue")?;
    let place: HashMap<&str, usize> = issues.iter().enumerate().map(|(at, &name)| (name, at)).collect();
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
            if !column.is_null(row) {
                let text = column.text(row);
                person.facts.push(fact(survey, &options.words, issue, text, (column.name(), row))?);
            }
        }
    }
    Ok((mapped, people))
}

fn is_identifier(survey: &SurveyAttack<'_>, name: &str) -> bool {
    survey.roles.of(name) == Some(Role::Identifier)
}

fn fact(
    survey: &SurveyAttack<'_>,
    words: &Words,
    issue: usize,
    text: &str,
    (column, row): (&str, usize),
) -> Result<Fact, Problem> {
    let scale = &survey.question.survey.scale;
    let (low, high) = words.points(text, scale).ok_or_else(|| {
        Problem::new(format!(
            "row {} of column \"{column}\" in the file of known people is neither a rating from {} to {} nor a word that is \
             known ({}, \u{2026}); say what it means with --word WORD=LOW..HIGH",
            row + 1,
            scale.low,
            scale.high,
            Words::examples()
        ))
    })?;
    Ok(Fact { issue, low, high })
}

/// `None` if the file has no columns for issues and ratings, or columns that are issues themselves.
fn read_long(
    survey: &SurveyAttack<'_>,
    known: &Table,
    words: &Words,
) -> Result<Option<Vec<Known>>, Problem> {
    let issues = &survey.question.survey.issues;
    let named = |names: &[&str]| {
        let columns = known.columns().iter();
        columns.enumerate().find(|(_, column)| names.contains(&column.name().to_lowercase().as_str()))
    };
    let (Some((at, issue)), Some((rated, rating))) =
        (named(&["issue", "item"]), named(&["rating", "comment", "word"]))
    else {
        return Ok(None);
    };
    if issues.iter().any(|name| known.column(name).is_some()) {
        return Ok(None);
    }
    let place: HashMap<&str, usize> = issues.iter().enumerate().map(|(at, name)| (name.as_str(), at)).collect();
    let names = naming(known, |name| is_identifier(survey, name), &[at, rated]);
    let mut fits = false;
    let mut people = Vec::new();
    for rows in by_name(names, known.rows()) {
        let mut facts = Vec::new();
        for &row in rows.iter().filter(|&&row| !issue.is_null(row) && !rating.is_null(row)) {
            if let Some(&at) = place.get(issue.text(row)) {
                facts.push(fact(survey, words, at, rating.text(row), (rating.name(), row))?);
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
            super::mapping::some_of(&issues.iter().map(String::as_str).collect::<Vec<_>>())
        )));
    }
    Ok(Some(people))
}

/// How far a released rating may lie from what is known, and whether it may be missing.
#[derive(Clone, Copy, Debug, Default)]
struct Leeway {
    steps: u16,
    may_be_missing: bool,
}

/// How far a release moved ratings of an issue.
fn moved(before: &Survey, released: &Survey, issue: usize) -> Leeway {
    let mut leeway = Leeway::default();
    if std::ptr::eq(before, released) {
        return leeway;
    }
    for person in 0..before.people() {
        match (cell(before, person, issue), cell(released, person, issue)) {
            (NULL, _) => {}
            (_, NULL) => leeway.may_be_missing = true,
            (a, b) => leeway.steps = leeway.steps.max(a.abs_diff(b)),
        }
    }
    leeway
}

fn cell(survey: &Survey, person: usize, issue: usize) -> u16 {
    match &survey.cells {
        Cells::Dense(cells) => cells[person * survey.issues.len() + issue],
        Cells::Sparse { ratings, place } => {
            let places = ratings.starts[person]..ratings.starts[person + 1];
            places
                .into_iter()
                .find(|&at| place[ratings.issue[at] as usize] as usize == issue)
                .map_or(NULL, |at| ratings.rating[at])
        }
    }
}

/// The people of a survey by what they rated.
struct Index<'a> {
    survey: &'a Survey,
    /// By issue that is asked for.
    issues: HashMap<usize, Posting>,
}

struct Posting {
    leeway: Leeway,
    /// `starts[point]..starts[point + 1]` in `people`; the last are those who did not rate.
    starts: Vec<u32>,
    people: Vec<u32>,
}

impl Posting {
    /// The points that fit a fact, the last one excluded.
    fn stretch(&self, fact: Fact) -> std::ops::Range<usize> {
        let points = self.starts.len() - 2;
        let low = usize::from(fact.low.saturating_sub(self.leeway.steps));
        let high = usize::from(fact.high.saturating_add(self.leeway.steps)) + 1;
        low.min(points)..high.min(points)
    }

    fn rated(&self, fact: Fact) -> &[u32] {
        let points = self.stretch(fact);
        &self.people[self.starts[points.start] as usize..self.starts[points.end] as usize]
    }

    fn missing(&self) -> &[u32] {
        let points = self.starts.len() - 2;
        match self.leeway.may_be_missing {
            true => &self.people[self.starts[points] as usize..],
            false => &[],
        }
    }

    fn fits(&self, fact: Fact, cell: u16) -> bool {
        match cell {
            NULL => self.leeway.may_be_missing,
            point => self.stretch(fact).contains(&usize::from(point)),
        }
    }
}

impl<'a> Index<'a> {
    fn new(
        survey: &'a Survey,
        issues: &[usize],
        leeway: impl Fn(usize) -> Leeway + Sync,
        pulse: &Pulse,
    ) -> Result<Self, Stopped> {
        pulse.stage("sorting ratings", issues.len() as u64);
        let points = usize::from(survey.scale.points());
        let issues = issues
            .par_iter()
            .map(|&issue| {
                pulse.check()?;
                let cells: Vec<usize> = (0..survey.people())
                    .map(|person| match cell(survey, person, issue) {
                        NULL => points,
                        point => usize::from(point),
                    })
                    .collect();
                let mut starts = vec![0u32; points + 2];
                for &cell in &cells {
                    starts[cell + 1] += 1;
                }
                for point in 0..=points {
                    starts[point + 1] += starts[point];
                }
                let mut next = starts.clone();
                let mut people = vec![0u32; cells.len()];
                for (person, &cell) in cells.iter().enumerate() {
                    people[next[cell] as usize] = person as u32;
                    next[cell] += 1;
                }
                pulse.advance(1);
                let leeway = leeway(issue);
                Ok((issue, Posting { leeway, starts, people }))
            })
            .collect::<Result<HashMap<_, _>, Stopped>>()?;
        Ok(Self { survey, issues })
    }

    /// Everybody who fits all facts, ascending.
    fn fitting(&self, facts: &[Fact]) -> Vec<u32> {
        let known: Vec<(Fact, &Posting)> = facts
            .iter()
            .filter_map(|&fact| Some((fact, self.issues.get(&fact.issue)?)))
            .collect();
        let width = |&&(fact, posting): &&(Fact, &Posting)| posting.rated(fact).len() + posting.missing().len();
        let Some(&(fact, posting)) = known.iter().min_by_key(width) else {
            return (0..self.survey.people() as u32).collect();
        };
        let fits = |person: u32| {
            known
                .iter()
                .all(|&(fact, posting)| posting.fits(fact, cell(self.survey, person as usize, fact.issue)))
        };
        let near = posting.rated(fact).iter().chain(posting.missing()).copied();
        let mut found: Vec<u32> = near.filter(|&person| fits(person)).collect();
        found.sort_unstable();
        found
    }
}

/// The sensitive ratings of a release.
struct Secrets<'a> {
    survey: &'a Survey,
    everywhere: Vec<Everywhere>,
    epsilon: u16,
}

impl<'a> Secrets<'a> {
    fn new(survey: &'a Survey, epsilon: u16) -> Self {
        let values = usize::from(survey.scale.points()) + 1;
        let everywhere = survey
            .sensitive
            .iter()
            .zip(&survey.secrets)
            .map(|(name, cells)| {
                let mut counts = vec![0u64; values];
                for &cell in cells {
                    counts[value_of(cell, values)] += 1;
                }
                Everywhere {
                    column: name.clone(),
                    counts,
                    all: cells.len() as u64,
                }
            })
            .collect();
        Self {
            survey,
            everywhere,
            epsilon,
        }
    }

    fn reveal(&self, people: &[u32]) -> Vec<Reveal> {
        let scale = &self.survey.scale;
        let values = usize::from(scale.points()) + 1;
        let columns = self.everywhere.iter().zip(&self.survey.secrets);
        columns
            .filter_map(|(everywhere, cells)| {
                let mut counts = vec![0u64; values];
                for &person in people {
                    counts[value_of(cells[person as usize], values)] += 1;
                }
                let held: Vec<(u32, u64)> =
                    (0..).zip(counts).filter(|&(_, count)| count > 0).collect();
                let text = |value: u32| match u16::try_from(value) {
                    Ok(point) if usize::from(point) + 1 < values => scale.text(point),
                    _ => "not rated".to_owned(),
                };
                let is_similar = || match (held.first(), held.last()) {
                    (Some(first), Some(last)) => {
                        (last.0 as usize) + 1 < values && last.0 - first.0 <= u32::from(self.epsilon)
                    }
                    _ => false,
                };
                everywhere.reveal(&held, text, is_similar)
            })
            .collect()
    }
}

/// Missing ratings are a value of their own, the last.
fn value_of(cell: u16, values: usize) -> usize {
    if cell == NULL { values - 1 } else { usize::from(cell) }
}

/// By name, the place among the released people, where the file names people as the data do.
fn truth<'a>(survey: &SurveyAttack<'a>, known: &Table, kept: &[u32]) -> HashMap<&'a str, Option<u32>> {
    let name: Box<dyn Fn(u32) -> &'a str> = match survey.ratings {
        Ratings::Wide(table, _) => {
            let shared = table.columns().iter().find(|column| {
                is_identifier(survey, column.name()) && known.column(column.name()).is_some()
            });
            match shared {
                Some(column) => Box::new(|person| column.text(person as usize)),
                None => return HashMap::new(),
            }
        }
        Ratings::Long(sparse) => Box::new(|person| sparse.people.get(person)),
    };
    let mut place_of: HashMap<&str, Option<u32>> = HashMap::new();
    for (place, &person) in kept.iter().enumerate() {
        // A name that two people have says nothing about which one it is.
        place_of
            .entry(name(person))
            .and_modify(|place| *place = None)
            .or_insert(Some(place as u32));
    }
    place_of
}

/// People for whom everybody close says the same about a sensitive issue.
fn alone(survey: &SurveyAttack<'_>, released: &Survey, pulse: &Pulse) -> Result<Alone, Stopped> {
    if released.sensitive.is_empty() {
        return Ok(Alone::default());
    }
    let target = survey.question.target;
    let computed;
    let profile = match survey.candidate {
        Some(candidate) => candidate.profile.as_ref(),
        None => {
            computed = RatingsProfile::compute(released, target.reading, target.within, survey.engine, pulse)?;
            &computed
        }
    };
    let level = profile.level(target.within);
    let records = level.reaches.iter().zip(&profile.patterns().weight);
    let same: usize = records
        .filter(|&(&reaches, _)| reaches == 0)
        .map(|(_, &weight)| weight as usize)
        .sum();
    let figure = Figure::new(
        "homogeneous_people",
        same as f64,
        Unit::People,
        format!(
            "For {} everybody close gives the same sensitive rating, so that it is learned without finding them.",
            counted(same, "person", "people")
        ),
    );
    Ok(Alone {
        columns: Vec::new(),
        figures: vec![figure],
    })
}
