//! Takes a few neighbouring groups apart and builds them anew: out of the valleys that single changes
//! cannot leave. Parts that share no group are rebuilt side by side.

use super::descent::{Allowance, Looked, descend};
use super::groups::Groups;
use super::neighbours::Neighbours;
use super::reshape;
use crate::method::local::axis::Cell;
use crate::method::local::referee::Referee;
use crate::method::local::space::Space;
use cloakroom_core::{Progress, Random, Stopped};

/// A better partition of the rows of some groups, if one is found.
pub fn rebuild(
    space: &Space,
    old: Vec<Vec<u32>>,
    referee: &mut Referee<'_>,
    tries: usize,
    random: &mut Random,
    progress: &Progress,
) -> Result<Option<Vec<Vec<u32>>>, Stopped> {
    let rows: Vec<u32> = old.concat();
    let mut least = space.lost(&old);
    let mut best = None;
    for _ in 0..tries {
        progress.check()?;
        let Some(members) = scatter(space, &rows, referee, random, progress)? else {
            continue;
        };
        let mut groups = Groups::new(space, rows.clone(), members);
        descend(
            &mut groups,
            &Neighbours::All,
            referee,
            &mut Allowance::default(),
            &mut Looked::never(rows.len()),
            progress,
        )?;
        for group in 0..groups.len() as u32 {
            reshape::split(&mut groups, referee, group, progress)?;
        }
        let total = groups.total();
        if total < least {
            least = total;
            best = Some(groups.to_rows());
        }
    }
    Ok(best)
}

/// The cheapest record that lessens what is missing.
fn helpful(
    rows: &[u32],
    referee: &mut Referee<'_>,
    group: &[u32],
    ranked: &[(u64, u32)],
    progress: &Progress,
) -> Result<Option<u32>, Stopped> {
    let row = |record: u32| rows[record as usize];
    let members = group.iter().map(|&record| row(record));
    let now = referee.shortfall(members.clone());
    let mut tried: Vec<u32> = Vec::new();
    for &(_, record) in ranked {
        progress.check()?;
        if tried
            .iter()
            .any(|&other| referee.are_alike(row(other), row(record)))
        {
            continue;
        }
        if referee.shortfall(members.clone().chain([row(record)])) < now {
            return Ok(Some(record));
        }
        tried.push(record);
    }
    Ok(None)
}

/// Groups grown from random records; the last ones join the nearest. `None` if that does not come out.
fn scatter(
    space: &Space,
    rows: &[u32],
    referee: &mut Referee<'_>,
    random: &mut Random,
    progress: &Progress,
) -> Result<Option<Vec<Vec<u32>>>, Stopped> {
    let k = referee.k.max(1) as usize;
    let point = |record: u32| space.point_of(rows[record as usize]);
    let mut left: Vec<u32> = (0..rows.len() as u32).collect();
    let mut groups: Vec<(Vec<u32>, Vec<Cell>)> = Vec::new();
    while left.len() >= k {
        let mut group = vec![left.swap_remove(random.below(left.len()))];
        let mut cells: Vec<Cell> = space.cells_of(point(group[0])).collect();
        while group.len() < k
            || referee.looks_at_values
                && !referee.passes(group.iter().map(|&record| rows[record as usize]))
        {
            progress.check()?;
            let enough = group.len() >= k;
            let mut ranked: Vec<(u64, u32)> = left
                .iter()
                .map(|&record| (space.joined_loss(&cells, point(record)), record))
                .collect();
            ranked.sort_unstable();
            let found = if enough {
                helpful(rows, referee, &group, &ranked, progress)?
            } else {
                ranked.first().map(|&(_, record)| record)
            };
            let Some(record) = found else {
                return Ok(None);
            };
            left.retain(|&other| other != record);
            space.join(&mut cells, point(record));
            group.push(record);
        }
        groups.push((group, cells));
    }
    for record in left {
        progress.check()?;
        let nearest = (0..groups.len()).min_by_key(|&at| {
            let (group, cells) = &groups[at];
            let size = group.len() as u64;
            let grown = (size + 1) * space.joined_loss(cells, point(record));
            (grown - size * space.loss(cells), at)
        });
        let Some(at) = nearest else {
            return Ok(None);
        };
        let (group, cells) = &mut groups[at];
        space.join(cells, point(record));
        group.push(record);
    }
    let holds = !referee.looks_at_values
        || groups
            .iter()
            .all(|(group, _)| referee.passes(group.iter().map(|&record| rows[record as usize])));
    Ok(holds.then(|| groups.into_iter().map(|(group, _)| group).collect()))
}
