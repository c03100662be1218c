//! Mondrian (LeFevre, DeWitt, Ramakrishnan): cuts the records along one axis at a time as long as every
//! part keeps the whole requirement. Of the cuts that hold the one that saves most is made.

use super::axis::Cell;
use super::cut;
use super::recode::{Partition, release};
use super::referee::Referee;
use super::space::Space;
use crate::method::{MethodOutcome, Task};
use cloakroom_core::{Failure, Progress, Stopped};
use rayon::prelude::*;

/// Smaller groups are cut on the thread that found them.
const WORTH_A_THREAD: usize = 2_000;
/// Cuts within cuts that are handed to other threads; below them one thread goes on.
const DEEPEST_SPLIT: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cuts {
    /// At the children of a node, or where the upper half of a line begins: equal records stay together.
    Strict,
    /// Equal records may go either way: halves of equal size, wherever the middle is, or the children of a
    /// node with some records lent to those that are too few.
    Relaxed,
}

pub fn run(task: Task<'_>, cuts: Cuts, progress: &Progress) -> Result<MethodOutcome, Failure> {
    let space = Space::new(task, progress)?;
    let groups = partition(task, &space, cuts, progress)?;
    let partition = Partition {
        groups,
        rows: space.rows(),
    };
    release(task, &space, &partition, progress)
}

/// Groups that keep the requirement and hold every row.
pub fn partition(
    task: Task<'_>,
    space: &Space,
    cuts: Cuts,
    progress: &Progress,
) -> Result<Vec<Vec<u32>>, Stopped> {
    progress.stage("cutting", space.rows() as u64);
    let rows = (0..space.rows() as u32).collect();
    cut_on(space, rows, cuts, &Referee::new(task), 0, progress)
}

/// Cuts a table too large for a slower method into blocks of at most so many records, each of which keeps
/// the requirement; blocks that cannot be cut stay larger.
pub fn blocks(
    task: Task<'_>,
    space: &Space,
    most: usize,
    progress: &Progress,
) -> Result<Vec<Vec<u32>>, Stopped> {
    let mut referee = Referee::new(task);
    let mut done = Vec::new();
    let mut open: Vec<Vec<u32>> = vec![(0..space.rows() as u32).collect()];
    while let Some(rows) = open.pop() {
        if rows.len() <= most {
            done.push(rows);
            continue;
        }
        match best_cut(space, &rows, Cuts::Strict, &mut referee, progress)? {
            Some(parts) => open.extend(parts.into_iter().rev()),
            None => done.push(rows),
        }
    }
    Ok(done)
}

/// Cuts on side by side while there are many records, and not too deep: records may lie so that every cut takes away a
/// few of them only.
fn cut_on(
    space: &Space,
    rows: Vec<u32>,
    cuts: Cuts,
    referee: &Referee<'_>,
    depth: usize,
    progress: &Progress,
) -> Result<Vec<Vec<u32>>, Stopped> {
    if rows.len() < WORTH_A_THREAD || depth > DEEPEST_SPLIT {
        return cut_alone(space, rows, cuts, &mut referee.clone(), progress);
    }
    progress.check()?;
    let Some(parts) = best_cut(space, &rows, cuts, &mut referee.clone(), progress)? else {
        progress.advance(rows.len() as u64);
        return Ok(vec![rows]);
    };
    let go_on = |part| cut_on(space, part, cuts, referee, depth + 1, progress);
    let done: Vec<Vec<Vec<u32>>> = parts.into_par_iter().map(go_on).collect::<Result<_, _>>()?;
    Ok(done.concat())
}

/// The same parts in the same order, one after the other.
fn cut_alone(
    space: &Space,
    rows: Vec<u32>,
    cuts: Cuts,
    referee: &mut Referee<'_>,
    progress: &Progress,
) -> Result<Vec<Vec<u32>>, Stopped> {
    let mut done = Vec::new();
    let mut open = vec![rows];
    while let Some(rows) = open.pop() {
        progress.check()?;
        match best_cut(space, &rows, cuts, referee, progress)? {
            Some(parts) => open.extend(parts.into_iter().rev()),
            None => {
                progress.advance(rows.len() as u64);
                done.push(rows);
            }
        }
    }
    Ok(done)
}

fn best_cut(
    space: &Space,
    rows: &[u32],
    cuts: Cuts,
    referee: &mut Referee<'_>,
    progress: &Progress,
) -> Result<Option<Vec<Vec<u32>>>, Stopped> {
    // Whatever else is asked for, both parts need k records.
    if rows.len() < 2 * referee.k.max(1) as usize {
        return Ok(None);
    }
    let cells = space.cover(rows);
    let mut best: Option<(u64, Vec<Vec<u32>>)> = None;
    for (at, &cell) in cells.iter().enumerate() {
        progress.check()?;
        let Some(parts) = cut_along(space, at, cell, rows, cuts, referee, progress)? else {
            continue;
        };
        let left = space.lost(&parts);
        if best.as_ref().is_none_or(|(least, _)| left < *least) {
            best = Some((left, parts));
        }
    }
    let now = rows.len() as u64 * space.loss(&cells);
    Ok(best.filter(|(left, _)| *left < now).map(|(_, parts)| parts))
}

fn cut_along(
    space: &Space,
    at: usize,
    cell: Cell,
    rows: &[u32],
    cuts: Cuts,
    referee: &mut Referee<'_>,
    progress: &Progress,
) -> Result<Option<Vec<Vec<u32>>>, Stopped> {
    if space.axes[at].loss(cell) == 0 {
        return Ok(None);
    }
    match cuts {
        Cuts::Strict => cut::mend(cut::parts(space, at, cell, rows), referee, progress),
        Cuts::Relaxed => {
            let mut low = rows.to_vec();
            cut::sort_along(space, at, &mut low);
            progress.check()?;
            let high = low.split_off(low.len() / 2);
            let holds = referee.passes(low.iter().copied()) && referee.passes(high.iter().copied());
            let halves = holds.then(|| vec![low, high]);
            let parts = cut::parts(space, at, cell, rows);
            let lent = cut::borrow(space, parts, referee, progress)?;
            progress.check()?;
            Ok([halves, lent]
                .into_iter()
                .flatten()
                .min_by_key(|parts| space.lost(parts)))
        }
    }
}
