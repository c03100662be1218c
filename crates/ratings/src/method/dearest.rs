//! Who saves most by being left out of groups that are pressed together.

use super::RatingsTask;
use super::check::GroupSpread;
use super::mould::Mould;
use cloakroom_core::{Progress, Stopped};
use std::cmp::Reverse;

/// How many people are looked at between two looks at the progress.
const STRIDE: usize = 1 << 10;

/// At most so many people whose own ratings are changed most, as long as at least k stay in their group and
/// spread as far as they must; ascending.
pub fn dearest(
    task: &RatingsTask<'_>,
    groups: &[(Vec<u32>, Mould)],
    most: usize,
    progress: &Progress,
) -> Result<Vec<u32>, Stopped> {
    let r = task.survey.r();
    let mut dear = Vec::new();
    for (at, (members, mould)) in groups.iter().enumerate() {
        for (count, &person) in members.iter().enumerate() {
            progress.check_every(STRIDE, count)?;
            let cost = mould.cost_of(task.row(person as usize), r);
            if cost > 0 {
                dear.push((Reverse(cost), person, at));
            }
        }
    }
    dear.sort_unstable();
    let mut spreads: Vec<GroupSpread> = groups
        .iter()
        .map(|(members, _)| GroupSpread::of(task, members))
        .collect();
    let mut chosen = Vec::new();
    for (count, (_, person, at)) in dear.into_iter().enumerate() {
        if chosen.len() == most {
            break;
        }
        progress.check_every(STRIDE, count)?;
        if spreads[at].can_lose(task, person) {
            spreads[at].lose(task, person);
            chosen.push(person);
        }
    }
    chosen.sort_unstable();
    Ok(chosen)
}
