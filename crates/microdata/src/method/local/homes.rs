//! Finds a home for records that no group was built for.

use super::axis::Cell;
use super::referee::Referee;
use super::space::Space;
use cloakroom_core::{Progress, Stopped};
use rayon::prelude::*;

/// How many of the nearest groups are asked whether they can take a record in.
const ASKED: usize = 64;

/// Each of the leftovers joins the group where it costs least among those that still pass with it. Those
/// that none of the near groups can take become a group of their own, together with as many of the nearest
/// groups as it needs: all records together pass.
pub fn find(
    space: &Space,
    referee: &mut Referee<'_>,
    groups: &mut Vec<Vec<u32>>,
    leftovers: Vec<u32>,
    progress: &Progress,
) -> Result<(), Stopped> {
    let mut cells: Vec<Vec<Cell>> = groups.par_iter().map(|rows| space.cover(rows)).collect();
    let mut homeless = Vec::new();
    for row in leftovers {
        progress.check()?;
        let point = space.point_of(row);
        let mut costs: Vec<(u64, usize)> = groups
            .par_iter()
            .zip(&cells)
            .enumerate()
            .map(|(at, (rows, cells))| (added(space, cells, rows.len(), point), at))
            .collect();
        let near = costs.len().min(ASKED);
        if near == 0 {
            homeless.push(row);
            continue;
        }
        costs.select_nth_unstable(near - 1);
        costs.truncate(near);
        costs.sort_unstable();
        let home = costs.iter().map(|&(_, at)| at).find(|&at| {
            !referee.looks_at_values || referee.passes(groups[at].iter().copied().chain([row]))
        });
        match home {
            Some(at) => {
                space.join(&mut cells[at], point);
                groups[at].push(row);
            }
            None => homeless.push(row),
        }
    }
    gather(space, referee, groups, cells, homeless, progress)
}

/// What a record at `point` costs a group of `size` that shows `cells`.
pub fn added(space: &Space, cells: &[Cell], size: usize, point: u32) -> u64 {
    (size as u64 + 1) * space.joined_loss(cells, point) - size as u64 * space.loss(cells)
}

/// One group out of the homeless and, until it passes, the groups that cost it least.
fn gather(
    space: &Space,
    referee: &mut Referee<'_>,
    groups: &mut Vec<Vec<u32>>,
    mut cells: Vec<Vec<Cell>>,
    mut homeless: Vec<u32>,
    progress: &Progress,
) -> Result<(), Stopped> {
    if homeless.is_empty() {
        return Ok(());
    }
    let mut cover = space.cover(&homeless);
    while !referee.passes(homeless.iter().copied()) && !groups.is_empty() {
        progress.check()?;
        let nearest = (0..groups.len())
            .min_by_key(|&at| {
                let both = space.loss(&space.merged(&cover, &cells[at]));
                let size = (homeless.len() + groups[at].len()) as u64;
                let apart = groups[at].len() as u64 * space.loss(&cells[at]);
                (size * both - apart, at)
            })
            .unwrap_or_default();
        cover = space.merged(&cover, &cells.swap_remove(nearest));
        homeless.extend(groups.swap_remove(nearest));
    }
    groups.push(homeless);
    Ok(())
}
