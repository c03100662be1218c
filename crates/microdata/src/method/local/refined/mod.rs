//! Our own: the best of several clusterings, improved round by round until a round brings next to nothing.
//!
//! A round moves and swaps records as long as that gains, then takes neighbouring groups apart and builds
//! them anew, many at once. Every change keeps the whole requirement and lowers the loss, so the result is
//! never worse than the clusterings it starts from.

mod descent;
mod districts;
mod groups;
mod neighbours;
mod rebuild;
mod reshape;
mod search;

use super::k_member;
use super::mondrian::{self, Cuts};
use super::recode::{Partition, release};
use super::referee::Referee;
use super::space::Space;
use crate::method::{MethodOutcome, Task};
use cloakroom_core::{Failure, Progress, Random, Stopped};
use descent::{Allowance, Looked, descend};
use districts::{Blocks, neighbourhoods};
use groups::Groups;
use neighbours::Neighbours;
use rayon::prelude::*;

/// A round that lowers the loss by less than one part in so many is the last.
const LITTLE: u64 = 400;
/// In tables smaller than this a round costs next to nothing, and one without gain says little.
const SMALL: usize = 2_000;
/// How many rounds without gain in a row such tables are given.
const PATIENCE: u32 = 6;
/// How often a set of groups is built anew in a round.
const TRIES: usize = 3;

pub fn run(task: Task<'_>, progress: &Progress) -> Result<MethodOutcome, Failure> {
    let space = Space::new(task, progress)?;
    let starts = [
        k_member::partition(task, &space, progress)?,
        mondrian::partition(task, &space, Cuts::Strict, progress)?,
        mondrian::partition(task, &space, Cuts::Relaxed, progress)?,
    ];
    let start = starts
        .into_iter()
        .min_by_key(|groups| space.lost(groups))
        .unwrap_or_default();
    let rows: Vec<u32> = (0..space.rows() as u32).collect();
    let mut groups = Groups::new(&space, rows, start);
    improve(task, &mut groups, progress)?;
    let partition = Partition {
        groups: groups.to_rows(),
        rows: space.rows(),
    };
    release(task, &space, &partition, progress)
}

fn improve(task: Task<'_>, groups: &mut Groups<'_>, progress: &Progress) -> Result<(), Stopped> {
    let space = groups.space;
    let mut referee = Referee::new(task);
    let blocks = Blocks::new(task, space, progress)?;
    let mut near = Neighbours::nobody(space);
    let mut looked = Looked::never(space.rows());
    let most = task.may_leave_out_singly();
    let mut allowance = Allowance { most, out: 0 };
    let mut since = None;
    let patience = if space.rows() < SMALL { PATIENCE } else { 1 };
    let mut idle = 0;
    progress.stage("refining", u64::from(task.settings.effort));
    // The clusterings that it starts from keep the requirement, and so does every change.
    progress.offer();
    for round in 0..task.settings.effort {
        let before = groups.total();
        for group in 0..groups.len() as u32 {
            if progress.is_enough() {
                return Ok(());
            }
            progress.check()?;
            reshape::split(groups, &mut referee, group, progress)?;
        }
        near.update(groups, &blocks.regions(groups, since), progress)?;
        since = Some(groups.clock());
        descend(
            groups,
            &near,
            &mut referee,
            &mut allowance,
            &mut looked,
            progress,
        )?;
        if progress.is_enough() {
            return Ok(());
        }
        build_anew(task, groups, &near, &referee, round, progress)?;
        progress.advance(1);
        let after = groups.total();
        idle = if before - after > before / LITTLE {
            0
        } else {
            idle + 1
        };
        if idle == patience || after == 0 {
            break;
        }
    }
    Ok(())
}

/// One round of [`rebuild`]: all neighbourhoods side by side.
fn build_anew(
    task: Task<'_>,
    groups: &mut Groups<'_>,
    near: &Neighbours,
    referee: &Referee<'_>,
    round: u32,
    progress: &Progress,
) -> Result<(), Stopped> {
    let seed = task.settings.seed;
    let stream = u64::from(round) << 32;
    let sets = neighbourhoods(groups, near, &mut Random::new(seed, stream));
    let frozen = &*groups;
    let found: Vec<Option<Vec<Vec<u32>>>> = sets
        .par_iter()
        .enumerate()
        .map_init(
            || referee.clone(),
            |referee, (at, set)| {
                if progress.is_enough() {
                    return Ok(None);
                }
                let mut random = Random::new(seed, stream | (at as u64 + 1));
                let old = set.iter().map(|&group| frozen.rows_of(group)).collect();
                rebuild::rebuild(frozen.space, old, referee, TRIES, &mut random, progress)
            },
        )
        .collect::<Result<_, _>>()?;
    for (set, found) in sets.iter().zip(found) {
        // All rows are in the list of records in their own order: a row is its own record.
        if let Some(found) = found {
            groups.replace(set, &found);
        }
    }
    Ok(())
}
