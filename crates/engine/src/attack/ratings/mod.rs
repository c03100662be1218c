//! Linking released ratings with what people said about issues.
//!
//! What is known of a rating is a word or a number, and so a stretch of the scale. (k, ε) supposes that nobody knows
//! a rating more exactly than ε, so everything within ε of the stretch fits. A method may have moved ratings: the
//! stretch is widened by as much as the release moved any rating of that issue, and an issue that some ratings were
//! removed from may be unrated. So everybody in the release is among their own candidates, and with them all who are
//! close to them, at least k.

mod facts;
mod index;
mod secrets;

use super::AttackOptions;
use super::report::{Alone, AttackReport, LISTED_ROWS, PersonAttack, Summary};
use crate::ratings;
use crate::ratings::CheckedRatingsTask;
use crate::ratings::anonymize::RatingsCandidate;
use cloakroom_core::metrics::{Figure, Unit};
use cloakroom_core::words::counted;
use cloakroom_core::{Failure, NeighbourEngine, Problem, Progress, Ratings, Roles, Stopped, Table};
use cloakroom_ratings::profile::RatingsProfile;
use cloakroom_ratings::ratings::PreparedRatings;
pub use facts::long_columns;
use facts::{is_identifier, read};
use index::{Index, Leeway, moved};
use rayon::prelude::*;
use secrets::Secrets;
use std::borrow::Cow;
use std::collections::HashMap;

/// A survey, and what a method made of it if that is attacked.
pub struct RatingsAttack<'a> {
    pub checked: &'a CheckedRatingsTask,
    pub ratings: &'a Ratings,
    pub roles: &'a Roles,
    pub engine: NeighbourEngine,
    pub candidate: Option<&'a RatingsCandidate>,
}

pub fn attack(
    survey: &RatingsAttack<'_>,
    known: &Table,
    options: &AttackOptions,
    progress: &Progress,
) -> Result<AttackReport, Failure> {
    let checked = survey.checked;
    let original = checked.survey.as_ref();
    let released = survey
        .candidate
        .map_or(original, |candidate| candidate.released.as_ref());
    let (mapped, people) = read(survey, known, options, progress)?;
    let epsilon = checked.target.within;
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
    let mut issues: Vec<usize> = people
        .iter()
        .flat_map(|person| &person.facts)
        .map(|fact| fact.issue)
        .collect();
    issues.sort_unstable();
    issues.dedup();
    let exact = Index::new(&before, &issues, |_| Leeway::default(), progress)?;
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
        progress,
    )?;
    let secrets = Secrets::new(released, epsilon);
    let truth = truth(survey, known, &kept);
    progress.stage("linking", people.len() as u64);
    let each = people
        .par_iter()
        .map(|person| {
            progress.check()?;
            let candidates = loose.fitting(&person.facts);
            let in_release = !exact.fitting(&person.facts).is_empty();
            let count = candidates.len() as u64;
            let mut attack = PersonAttack {
                person: person.name.clone(),
                known: person.facts.len(),
                candidates: count,
                rows: candidates
                    .iter()
                    .take(LISTED_ROWS)
                    .map(|&place| kept[place as usize])
                    .collect(),
                in_release,
                within_promise: within >= epsilon,
                true_among: truth
                    .get(person.name.as_str())
                    .copied()
                    .flatten()
                    .map(|place| candidates.binary_search(&place).is_ok()),
                reveals: secrets.reveal(&candidates),
                ..PersonAttack::default()
            };
            attack.describe(["person", "people"]);
            progress.advance(1);
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
            kind: ratings::KIND,
            is_release: survey.candidate.is_some(),
            records: released.people(),
            k: checked.target.k,
            mapped,
            sensitive: released.sensitive.iter().map(String::as_str).collect(),
            alone: alone(survey, released, progress)?,
            notes,
        },
        each,
    ))
}

/// By name, the place among the released people, where the file names people as the data do.
fn truth<'a>(
    survey: &RatingsAttack<'a>,
    known: &Table,
    kept: &[u32],
) -> HashMap<&'a str, Option<u32>> {
    let name: Box<dyn Fn(u32) -> &'a str + 'a> = match survey.ratings {
        Ratings::Wide(table, _) => {
            let shared = table.columns().iter().find(|column| {
                is_identifier(survey, column.name()) && known.column(column.name()).is_some()
            });
            match shared {
                Some(column) => Box::new(move |person| column.text(person as usize)),
                None => return HashMap::new(),
            }
        }
        Ratings::Long(sparse) => Box::new(move |person| sparse.people.get(person)),
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
fn alone(
    survey: &RatingsAttack<'_>,
    released: &PreparedRatings,
    progress: &Progress,
) -> Result<Alone, Stopped> {
    if released.sensitive.is_empty() {
        return Ok(Alone::default());
    }
    let target = survey.checked.target;
    let computed;
    let profile = match survey.candidate {
        Some(candidate) => candidate.profile.as_ref(),
        None => {
            computed = RatingsProfile::compute(
                released,
                target.reading,
                target.within,
                survey.engine,
                progress,
            )?;
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
