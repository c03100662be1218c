//! The answers of the papers that cut people into groups of mutually close ones: a group of k is enough, but
//! not needed, so these answers are never better than those by definition.

use super::CheckedRatingsTask;
use cloakroom_core::progress::{Progress, Stopped};
use cloakroom_ratings::profile::graph::EpsilonGraph;

/// People up to which a partition is found while somebody waits.
const MOST_PEOPLE: usize = 5_000;

/// The largest k for which the parts of a partition at this distance have k people each; `None` if there are
/// too many people to tell.
pub(super) fn largest_k(
    checked: &CheckedRatingsTask,
    within: u16,
    progress: &Progress,
) -> Result<Option<u32>, Stopped> {
    let people = checked.survey.people();
    if people > MOST_PEOPLE {
        return Ok(None);
    }
    if within >= checked.survey.r() {
        return Ok(Some(people as u32));
    }
    let graph = EpsilonGraph::build(&checked.survey, within, progress)?;
    let mut parts = graph.cliques(progress)?;
    loop {
        let k = parts.iter().map(Vec::len).min().unwrap_or(0);
        let filled = graph.prune(parts.clone(), k + 1, progress)?;
        if filled.iter().any(|part| part.len() <= k) {
            return Ok(Some(k as u32));
        }
        parts = filled;
    }
}

/// The smallest distance at which every part of a partition has k people.
pub(super) fn least_within(
    checked: &CheckedRatingsTask,
    k: u32,
    progress: &Progress,
) -> Result<Option<u16>, Stopped> {
    for within in 0..=checked.survey.r() {
        match largest_k(checked, within, progress)? {
            None => return Ok(None),
            Some(found) if found >= k => return Ok(Some(within)),
            Some(_) => {}
        }
    }
    Ok(None)
}
