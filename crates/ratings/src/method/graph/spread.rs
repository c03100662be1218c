//! Joins groups until the sensitive ratings around everybody spread far enough.

use super::super::RatingsTask;
use super::super::check::violators;
use super::super::mould::Mould;
use super::divide::mould;
use super::plan::Plan;
use cloakroom_core::{Progress, Stopped};

/// Whether the plan holds in the end. Those around whom ratings are too alike are joined with the nearest
/// group, until that is so for nobody or all are one group.
///
/// Groups that are pressed together may come close to others, so who fails is seen only in the release.
pub fn until_enough(
    task: &RatingsTask<'_>,
    plan: &mut Plan,
    progress: &Progress,
) -> Result<bool, Stopped> {
    if task.target.deviation == 0 {
        return Ok(true);
    }
    loop {
        let made = plan.made(task, progress)?;
        let released = task.survey.with_cells(made.cells).picked(&made.kept);
        let failing = violators(task, &released, progress)?;
        if failing.is_empty() {
            return Ok(true);
        }
        if plan.groups.len() + plan.blocks.len() < 2 {
            return Ok(false);
        }
        let mut fails = vec![false; task.survey.people()];
        for at in failing {
            fails[made.kept[at as usize] as usize] = true;
        }
        join_failing(task, plan, &fails, progress)?;
    }
}

fn join_failing(
    task: &RatingsTask<'_>,
    plan: &mut Plan,
    fails: &[bool],
    progress: &Progress,
) -> Result<(), Stopped> {
    let mut sets: Vec<(Vec<u32>, Mould)> = std::mem::take(&mut plan.groups);
    let pressed = sets.len();
    for block in std::mem::take(&mut plan.blocks) {
        let mould = mould(task, &block, progress)?;
        sets.push((block, mould));
    }
    let fails = |members: &[u32]| members.iter().any(|&person| fails[person as usize]);
    // Each set that fails points at the nearest; sets that are linked in this way become one.
    let mut head: Vec<usize> = (0..sets.len()).collect();
    for at in 0..sets.len() {
        progress.check()?;
        if !fails(&sets[at].0) {
            continue;
        }
        let r = task.survey.r();
        let others = (0..sets.len()).filter(|&other| other != at);
        let nearest = others.min_by_key(|&other| sets[at].1.apart(&sets[other].1, r));
        let (one, other) = (find(&head, at), find(&head, nearest.unwrap_or(at)));
        head[one.max(other)] = one.min(other);
    }
    let mut joined: Vec<Vec<u32>> = vec![Vec::new(); sets.len()];
    let mut links = vec![0; sets.len()];
    for (at, (members, _)) in sets.iter().enumerate() {
        let root = find(&head, at);
        joined[root].extend(members);
        links[root] += 1;
    }
    for (root, mut members) in joined.into_iter().enumerate() {
        progress.check()?;
        members.sort_unstable();
        match links[root] {
            0 => {}
            1 if root >= pressed => plan.blocks.push(members),
            1 => plan.groups.push((members, sets[root].1.clone())),
            _ => {
                let mould = mould(task, &members, progress)?;
                plan.groups.push((members, mould));
            }
        }
    }
    Ok(())
}

fn find(head: &[usize], mut at: usize) -> usize {
    while head[at] != at {
        at = head[at];
    }
    at
}
