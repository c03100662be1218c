//! Ratings side by side: every issue of every person.

use super::anonymize::RatingsCandidate;
use crate::side_by_side::{ALL, BLOCK, Beside, Sum, flags};
use cloakroom_core::{Failure, Progress, Ratings, Settings, Stopped};
use cloakroom_ratings::ratings::{PreparedRatings, apart};
use std::sync::Arc;

/// Each candidate with the survey that it was made from. Issues that both have are compared; what a cell has lost is
/// how far it was moved, as a share of the scale.
pub fn people(
    sides: [(&RatingsCandidate, &PreparedRatings); 2],
    progress: &Progress,
) -> Result<Beside, Stopped> {
    let people = sides[0].1.people().min(sides[1].1.people());
    let left_out = sides.map(|(candidate, _)| flags(&candidate.anonymized.left_out, people));
    let shared: Vec<[usize; 2]> = sides[0]
        .1
        .issues
        .iter()
        .enumerate()
        .filter_map(|(at, name)| {
            let other = sides[1].1.issues.iter().position(|other| other == name)?;
            Some([at, other])
        })
        .collect();
    let mut sums = vec![Sum::default(); shared.len()];
    let mut differing = Vec::new();
    let mut original = Vec::new();
    for (person, out) in left_out[0]
        .iter()
        .zip(&left_out[1])
        .take(people)
        .enumerate()
    {
        progress.check_every(BLOCK, person)?;
        sides[0].1.row(person, &mut original);
        let released = sides.map(|(candidate, survey)| {
            let width = survey.issues.len();
            let cells = &candidate.anonymized.cells;
            cells
                .get(person * width..(person + 1) * width)
                .unwrap_or(&[])
        });
        let out = [*out.0, *out.1];
        let mut differs = out[0] != out[1];
        for (sum, places) in sums.iter_mut().zip(&shared) {
            let cells = [0, 1].map(|side| released[side].get(places[side]).copied());
            sum.add([0, 1].map(|side| match (out[side], cells[side]) {
                (false, Some(cell)) => {
                    let r = sides[side].1.r();
                    let moved = apart(original[places[0]], cell, r);
                    f64::from(moved) / f64::from(r.max(1))
                }
                _ => ALL,
            }));
            differs |= !(out[0] && out[1]) && cells[0] != cells[1];
        }
        if differs {
            differing.push(person as u32);
        }
    }
    let names = shared.iter().map(|places| &sides[0].1.issues[places[0]]);
    Ok(Beside {
        columns: sums
            .into_iter()
            .zip(names)
            .map(|(sum, name)| sum.named(name))
            .collect(),
        differing,
        records: people,
        left_out: sides.map(|(candidate, _)| candidate.anonymized.left_out.len()),
    })
}

/// What was run could be read; if not, there is nothing to compare.
pub fn survey(
    ratings: Option<&Ratings>,
    settings: &Settings,
    progress: &Progress,
) -> Result<Option<Arc<PreparedRatings>>, Stopped> {
    let read = ratings.map(|ratings| PreparedRatings::new(ratings, &settings.roles, progress));
    match read {
        Some(Ok(survey)) => Ok(Some(Arc::new(survey))),
        Some(Err(Failure::Stopped(stopped))) => Err(stopped),
        Some(Err(Failure::Problem(_))) | None => Ok(None),
    }
}
