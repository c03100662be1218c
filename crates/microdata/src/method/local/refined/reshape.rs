//! Whole groups at a time: dissolved among their neighbours, or split in two.

use super::groups::Groups;
use super::neighbours::Neighbours;
use crate::method::local::axis::Cell;
use crate::method::local::referee::Referee;
use cloakroom_core::{Progress, Stopped};

/// Whether a group was dissolved: every record goes where it costs least at that moment, and all come back if
/// that is not better.
pub fn dissolve(
    groups: &mut Groups<'_>,
    near: &Neighbours,
    referee: &mut Referee<'_>,
    group: u32,
    progress: &Progress,
) -> Result<bool, Stopped> {
    let records = groups.members(group).to_vec();
    if records.is_empty() {
        return Ok(false);
    }
    let before = groups.cost(group);
    // A look at each record alone says whether it is worth trying.
    let most = before + before / 2;
    let mut alone = 0;
    for &record in &records {
        progress.check()?;
        match cheapest(groups, near, referee, record, group) {
            Some((cost, _)) if alone + cost <= most => alone += cost,
            _ => return Ok(false),
        }
    }
    let mut spent = 0;
    let mut done: Vec<(u32, u32)> = Vec::new();
    for &record in &records {
        progress.check()?;
        let Some((cost, to)) = cheapest(groups, near, referee, record, group) else {
            spent = u64::MAX;
            break;
        };
        spent += cost;
        if spent >= before {
            break;
        }
        // The group itself is on its way out: only where its records go counts.
        groups.apply(&[(record, to)]);
        done.push((record, group));
    }
    if spent >= before {
        groups.apply(&done);
        return Ok(false);
    }
    Ok(true)
}

/// What joining the cheapest of the near groups costs, and which it is.
fn cheapest(
    groups: &Groups<'_>,
    near: &Neighbours,
    referee: &mut Referee<'_>,
    record: u32,
    but: u32,
) -> Option<(u64, u32)> {
    let point = groups.point(record);
    let mut costs: Vec<(u64, u32)> = near
        .of(groups, record)
        .filter(|&group| group != but && groups.size(group) > 0)
        .map(|group| {
            let joined = groups.space.joined_loss(groups.cells(group), point);
            let cost = (groups.size(group) + 1) * joined - groups.cost(group);
            (cost, group)
        })
        .collect();
    costs.sort_unstable();
    costs.into_iter().find(|&(_, group)| {
        !referee.looks_at_values
            || passes(
                groups,
                referee,
                groups.members(group).iter().copied().chain([record]),
            )
    })
}

/// Whether a group was split in two that lose less: one grows around the record that sticks out most.
pub fn split(
    groups: &mut Groups<'_>,
    referee: &mut Referee<'_>,
    group: u32,
    progress: &Progress,
) -> Result<bool, Stopped> {
    let k = referee.k.max(1) as usize;
    let records = groups.members(group);
    if records.len() < 2 * k || groups.loss(group) == 0 {
        return Ok(false);
    }
    let space = groups.space;
    let Some(&seed) = records
        .iter()
        .min_by_key(|&&record| (groups.without_loss(record), record))
    else {
        return Ok(false);
    };
    let mut rest: Vec<u32> = records
        .iter()
        .copied()
        .filter(|&record| record != seed)
        .collect();
    let mut part = vec![seed];
    let mut cells: Vec<Cell> = space.cells_of(groups.point(seed)).collect();
    let before = groups.cost(group);
    let mut best: Option<(u64, Vec<u32>)> = None;
    while rest.len() > k {
        // A group may hold most of the table.
        progress.check()?;
        let Some(next) = (0..rest.len()).min_by_key(|&at| {
            let record = rest[at];
            (space.joined_loss(&cells, groups.point(record)), record)
        }) else {
            break;
        };
        let record = rest.swap_remove(next);
        space.join(&mut cells, groups.point(record));
        part.push(record);
        if part.len() < k {
            continue;
        }
        let cost = part.len() as u64 * space.loss(&cells)
            + rest.len() as u64 * space.loss(&cover(groups, &rest));
        let least = best.as_ref().map_or(before, |(least, _)| *least);
        if cost < least
            && passes(groups, referee, part.iter().copied())
            && passes(groups, referee, rest.iter().copied())
        {
            best = Some((cost, part.clone()));
        }
    }
    match best {
        Some((_, part)) => {
            groups.open(&part);
            Ok(true)
        }
        None => Ok(false),
    }
}

fn cover(groups: &Groups<'_>, records: &[u32]) -> Vec<Cell> {
    let rows: Vec<u32> = records.iter().map(|&record| groups.row(record)).collect();
    groups.space.cover(&rows)
}

fn passes(
    groups: &Groups<'_>,
    referee: &mut Referee<'_>,
    records: impl Iterator<Item = u32> + Clone,
) -> bool {
    referee.passes(records.map(|record| groups.row(record)))
}
