//! How a group of rows is cut along one axis.

use super::axis::{Cell, Shape};
use super::referee::Referee;
use super::space::Space;
use cloakroom_core::{Progress, Stopped};

/// How many records are asked to change sides, beyond those that numbers alone need.
const ASKED: usize = 256;

/// Rows under each child of the node that covers them, in the order of the children's nodes; the two
/// halves of a line. A single part if there is nothing to cut.
pub fn parts(space: &Space, at: usize, cell: Cell, rows: &[u32]) -> Vec<Vec<u32>> {
    let place = |row: u32| space.at(space.point_of(row))[at];
    match &space.axes[at].shape {
        Shape::Tree(tree) => {
            if tree.is_value(cell.low) {
                return vec![rows.to_vec()];
            }
            let mut keyed: Vec<(u32, u32)> = rows
                .iter()
                .map(|&row| (tree.child(cell.low, place(row)), row))
                .collect();
            // Stable: rows keep their order within a part.
            keyed.sort_by_key(|&(child, _)| child);
            keyed
                .chunk_by(|a, b| a.0 == b.0)
                .map(|part| part.iter().map(|&(_, row)| row).collect())
                .collect()
        }
        Shape::Line => match median(rows.iter().map(|&row| place(row)).collect()) {
            Some(from) => {
                let (low, high) = rows.iter().partition(|&&row| place(row) < from);
                vec![low, high]
            }
            None => vec![rows.to_vec()],
        },
    }
}

/// The place from which on the upper half lies, as near to the middle as equal places allow; `None` if all
/// are equal.
fn median(mut places: Vec<u32>) -> Option<u32> {
    places.sort_unstable();
    let half = places.len() / 2;
    let middle = places[half];
    let below = places.partition_point(|&place| place < middle);
    let above = places.partition_point(|&place| place <= middle);
    if below == 0 {
        return places.get(above).copied();
    }
    match places.get(above) {
        Some(&next) if above - half < half - below => Some(next),
        _ => Some(middle),
    }
}

/// Parts that fail go together, and if they still fail the smallest of the others go to them. The cut is
/// good if two parts or more are left; the part of the rest comes last.
pub fn mend(
    parts: Vec<Vec<u32>>,
    referee: &mut Referee<'_>,
    progress: &Progress,
) -> Result<Option<Vec<Vec<u32>>>, Stopped> {
    let (mut good, bad): (Vec<_>, Vec<_>) = parts
        .into_iter()
        .partition(|part| referee.passes(part.iter().copied()));
    let mut rest: Vec<u32> = bad.concat();
    while !rest.is_empty() && !referee.passes(rest.iter().copied()) {
        progress.check()?;
        let Some(smallest) = (0..good.len()).min_by_key(|&at| good[at].len()) else {
            return Ok(None);
        };
        rest.extend(good.remove(smallest));
    }
    if !rest.is_empty() {
        good.push(rest);
    }
    Ok((good.len() > 1).then_some(good))
}

/// Like [`mend`], but the rest takes single records from the others, those that cost it least, as long as
/// all of them can spare them.
pub fn borrow(
    space: &Space,
    parts: Vec<Vec<u32>>,
    referee: &mut Referee<'_>,
    progress: &Progress,
) -> Result<Option<Vec<Vec<u32>>>, Stopped> {
    let (mut good, bad): (Vec<_>, Vec<_>) = parts
        .into_iter()
        .partition(|part| referee.passes(part.iter().copied()));
    let mut rest: Vec<u32> = bad.concat();
    if !rest.is_empty() && !referee.passes(rest.iter().copied()) {
        let cells = space.cover(&rest);
        let mut spare: Vec<(u64, u32, usize)> = good
            .iter()
            .enumerate()
            .flat_map(|(part, rows)| rows.iter().map(move |&row| (row, part)))
            .map(|(row, part)| (space.joined_loss(&cells, space.point_of(row)), row, part))
            .collect();
        spare.sort_unstable();
        let mut missing = referee.shortfall(rest.iter().copied());
        let needed = referee.k as usize;
        for (_, row, part) in spare.into_iter().take(needed + ASKED) {
            progress.check()?;
            let then = referee.shortfall(rest.iter().copied().chain([row]));
            if then >= missing {
                continue;
            }
            let left = good[part].iter().copied().filter(|&other| other != row);
            if !referee.passes(left) {
                continue;
            }
            good[part].retain(|&other| other != row);
            rest.push(row);
            missing = then;
            if missing == 0.0 {
                break;
            }
        }
        if missing > 0.0 {
            return Ok(None);
        }
    }
    if !rest.is_empty() {
        good.push(rest);
    }
    Ok((good.len() > 1).then_some(good))
}

/// Rows along an axis, so that those under one node lie side by side; equal ones by number.
pub fn sort_along(space: &Space, at: usize, rows: &mut [u32]) {
    let shape = &space.axes[at].shape;
    rows.sort_by_cached_key(|&row| {
        let value = space.at(space.point_of(row))[at];
        let place = match shape {
            Shape::Tree(tree) => tree.rank[value as usize],
            Shape::Line => value,
        };
        (place, row)
    });
}
