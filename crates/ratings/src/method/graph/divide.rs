//! Divides people into groups of at least k that are cheaper to press together one by one.

use super::super::RatingsTask;
use super::super::check::spreads;
use super::super::mould::{Mould, Rated};
use super::cuts::{between_poles, by_rating};
use cloakroom_core::{Progress, Stopped};
use std::cmp::Reverse;

/// How many of the issues that cost most are tried as the place of a cut.
const TRIED: usize = 4;

/// Groups of people, each with what it is pressed into. A group is never divided if that saves nothing, or if
/// a half would have fewer than k people or not spread enough.
pub fn divide(
    task: &RatingsTask<'_>,
    people: Vec<u32>,
    progress: &Progress,
) -> Result<Vec<(Vec<u32>, Mould)>, Stopped> {
    let mould = mould(task, &people, progress)?;
    let mut groups = Vec::new();
    let mut open = vec![(people, mould)];
    while let Some((people, mould)) = open.pop() {
        match best_cut(task, &people, &mould, progress)? {
            // The lower half comes next, so that the groups are in the order of the cuts.
            Some((lower, upper)) => open.extend([upper, lower]),
            None => groups.push((people, mould)),
        }
    }
    Ok(groups)
}

pub fn mould(
    task: &RatingsTask<'_>,
    people: &[u32],
    progress: &Progress,
) -> Result<Mould, Stopped> {
    Mould::of(task, people, Rated::by(task.settings.nulls), progress)
}

type Half = (Vec<u32>, Mould);

fn best_cut(
    task: &RatingsTask<'_>,
    people: &[u32],
    whole: &Mould,
    progress: &Progress,
) -> Result<Option<(Half, Half)>, Stopped> {
    let k = task.target.k as usize;
    if whole.cost == 0 || people.len() < 2 * k {
        return Ok(None);
    }
    let mut issues: Vec<usize> = (0..task.width()).collect();
    issues.sort_by_key(|&issue| (Reverse(whole.costs[issue]), issue));
    let by_issue = issues
        .into_iter()
        .take(TRIED)
        .flat_map(|issue| by_rating(task, people, issue));
    let mut best: Option<(Half, Half)> = None;
    let mut least = whole.cost;
    for (mut lower, mut upper) in by_issue.chain([between_poles(task, people, whole)]) {
        progress.check()?;
        let fits = |half: &[u32]| half.len() >= k && spreads(task, half);
        if !fits(&lower) || !fits(&upper) {
            continue;
        }
        lower.sort_unstable();
        upper.sort_unstable();
        let moulds = (
            mould(task, &lower, progress)?,
            mould(task, &upper, progress)?,
        );
        let cost = moulds.0.cost + moulds.1.cost;
        if cost < least {
            least = cost;
            best = Some(((lower, moulds.0), (upper, moulds.1)));
        }
    }
    Ok(best)
}
