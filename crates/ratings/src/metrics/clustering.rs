//! The average clustering coefficient of the ε-graph: how often two people who are close to a third are close
//! to each other.

use crate::ratings::{PreparedRatings, are_close};
use cloakroom_core::metrics::coded::evenly;
use cloakroom_core::metrics::share;
use cloakroom_core::{Progress, Stopped};
use rayon::prelude::*;

/// Cells that may have to be compared: in large surveys fewer people are asked.
const WORK: usize = 400_000_000;
const MOST_ASKED: usize = 1_000;
const FEWEST_ASKED: usize = 20;
/// Of more neighbours than this, so many are looked at.
const MOST_NEIGHBOURS: usize = 60;
/// How many people are compared between two looks at the progress.
const STRIDE: usize = 1 << 14;

/// On average over these people; 0 counts for whoever has fewer than two neighbours.
pub(super) fn coefficient(
    survey: &PreparedRatings,
    cells: &[u16],
    people: &[u32],
    within: u16,
    progress: &Progress,
) -> Result<f64, Stopped> {
    let width = survey.issues.len();
    let pairs = MOST_NEIGHBOURS * MOST_NEIGHBOURS / 2;
    let each = (people.len() + pairs) * width.max(1);
    let asked = (WORK / each).clamp(FEWEST_ASKED, MOST_ASKED);
    let asked: Vec<u32> = evenly(people, asked).collect();
    let row = |person: u32| &cells[person as usize * width..(person as usize + 1) * width];
    let r = survey.r();
    let is_near = |a: u32, b: u32| are_close(row(a), row(b), within, r);
    let coefficients = asked
        .par_iter()
        .map(|&person| {
            let mut near = Vec::new();
            for part in people.chunks(STRIDE) {
                progress.check()?;
                let others = part.iter().copied();
                near.extend(others.filter(|&other| other != person && is_near(person, other)));
            }
            let near: Vec<u32> = evenly(&near, MOST_NEIGHBOURS).collect();
            let mut edges = 0u32;
            for (at, &one) in near.iter().enumerate() {
                let others = near[at + 1..].iter();
                edges += others.filter(|&&other| is_near(one, other)).count() as u32;
            }
            let pairs = near.len() * near.len().saturating_sub(1) / 2;
            Ok(share(f64::from(edges), pairs as f64))
        })
        .collect::<Result<Vec<f64>, Stopped>>()?;
    Ok(share(coefficients.iter().sum(), asked.len() as f64))
}
