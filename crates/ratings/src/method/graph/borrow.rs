//! Fills up people who are fewer than k from those who hold: by borrowing some who can be spared, or by taking
//! in all that hold together, whichever costs less (003, case 3).

use super::super::RatingsTask;
use super::super::mould::Mould;
use super::divide::{divide, mould};
use crate::ratings::are_close;
use cloakroom_core::{Progress, Stopped};

/// So many candidates are tried at most; those after them cost more.
const MOST_TRIED: usize = 1_000;

/// Groups of at least k people out of `few` and of some from `blocks`, which hold each by itself and lose
/// those who are taken.
pub fn fill_up(
    task: &RatingsTask<'_>,
    few: &[u32],
    blocks: &mut Vec<Vec<u32>>,
    progress: &Progress,
) -> Result<Vec<(Vec<u32>, Mould)>, Stopped> {
    let mut best = borrowed(task, few, blocks, progress)?;
    for block in blocks.iter() {
        progress.check()?;
        let groups = divide(task, joined(few, block), progress)?;
        let cost = groups.iter().map(|(_, mould)| mould.cost).sum();
        if best.as_ref().is_none_or(|best| cost < best.cost) {
            best = Some(Filled {
                cost,
                groups,
                taken: block.clone(),
            });
        }
    }
    let Some(best) = best else {
        return Ok(Vec::new());
    };
    for block in blocks.iter_mut() {
        block.retain(|person| best.taken.binary_search(person).is_err());
    }
    blocks.retain(|block| !block.is_empty());
    Ok(best.groups)
}

struct Filled {
    cost: u64,
    groups: Vec<(Vec<u32>, Mould)>,
    /// Ascending.
    taken: Vec<u32>,
}

fn joined(few: &[u32], more: &[u32]) -> Vec<u32> {
    let mut all = [few, more].concat();
    all.sort_unstable();
    all
}

/// With the cheapest people who can go while everybody else still has k people close.
fn borrowed(
    task: &RatingsTask<'_>,
    few: &[u32],
    blocks: &[Vec<u32>],
    progress: &Progress,
) -> Result<Option<Filled>, Stopped> {
    let wanted = task.target.k as usize - few.len();
    let first = mould(task, few, progress)?;
    let r = task.survey.r();
    let mut candidates = Vec::new();
    for (at, block) in blocks.iter().enumerate() {
        progress.check()?;
        candidates.extend(block.iter().map(|&person| {
            let cost = first.cost_of(task.row(person as usize), r);
            (cost, person, at)
        }));
    }
    candidates.sort_unstable();
    let mut taken: Vec<u32> = Vec::new();
    for (_, person, at) in candidates.into_iter().take(MOST_TRIED) {
        if taken.len() == wanted {
            break;
        }
        progress.check()?;
        if can_be_spared(task, person, &blocks[at], &taken) {
            taken.push(person);
        }
    }
    if taken.len() < wanted {
        return Ok(None);
    }
    taken.sort_unstable();
    let all = joined(few, &taken);
    let mould = mould(task, &all, progress)?;
    Ok(Some(Filled {
        cost: mould.cost,
        groups: vec![(all, mould)],
        taken,
    }))
}

/// Whether everybody close to this person has k others left, with those gone who were taken before.
fn can_be_spared(task: &RatingsTask<'_>, person: u32, block: &[u32], taken: &[u32]) -> bool {
    let row = |person: u32| task.row(person as usize);
    let (within, r) = (task.target.within, task.survey.r());
    let is_near = |a: u32, b: u32| are_close(row(a), row(b), within, r);
    let stays = |other: u32| other != person && !taken.contains(&other);
    let needed = task.target.k as usize;
    block
        .iter()
        .filter(|&&other| stays(other) && is_near(person, other))
        .all(|&other| {
            let near = block
                .iter()
                .filter(|&&third| stays(third) && is_near(other, third));
            near.take(needed).count() == needed
        })
}
