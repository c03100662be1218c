//! Top-down local recoding (thesis, chapter 3): everything starts general and is specialised part by part.
//! What would fail stays, and takes back as many records as it needs to pass.

use super::axis::{Cell, Shape};
use super::cut;
use super::move_back::move_back;
use super::recode::{Partition, release};
use super::referee::Referee;
use super::space::Space;
use crate::method::{MethodOutcome, Task};
use cloakroom_core::{Failure, Progress, Stopped};

/// Rows, what they show, and the axes along which they may still be specialised.
struct Part {
    rows: Vec<u32>,
    cells: Vec<Cell>,
    is_open: Vec<bool>,
}

/// A part specialised along one axis.
struct Specialised {
    axis: usize,
    parts: Vec<(Vec<u32>, Cell)>,
    stay: Vec<u32>,
    left_out: Vec<u32>,
    /// What the rows lose on this axis then.
    lost: u64,
}

pub fn run(task: Task<'_>, progress: &Progress) -> Result<MethodOutcome, Failure> {
    let space = Space::new(task, progress)?;
    let groups = partition(task, &space, progress)?;
    let partition = Partition {
        groups,
        rows: space.rows(),
    };
    release(task, &space, &partition, progress)
}

fn partition(task: Task<'_>, space: &Space, progress: &Progress) -> Result<Vec<Vec<u32>>, Stopped> {
    let mut referee = Referee::new(task);
    let rows: Vec<u32> = (0..space.rows() as u32).collect();
    progress.stage("specialising", rows.len() as u64);
    let mut may_leave_out = match task.settings.suppress {
        true => task.may_leave_out_singly(),
        false => 0,
    };
    let cells = space
        .axes
        .iter()
        .zip(space.cover(&rows))
        .map(|(axis, cover)| match &axis.shape {
            Shape::Tree(tree) => Cell::of(tree.top()),
            Shape::Line => cover,
        })
        .collect();
    let mut queue = std::collections::VecDeque::from([Part {
        rows,
        cells,
        is_open: vec![true; space.axes.len()],
    }]);
    let mut groups = Vec::new();
    while let Some(part) = queue.pop_front() {
        progress.check()?;
        match best(space, &part, may_leave_out, &mut referee, progress)? {
            None => {
                progress.advance(part.rows.len() as u64);
                groups.push(part.rows);
            }
            Some(specialised) => {
                may_leave_out -= specialised.left_out.len();
                let at = specialised.axis;
                for (rows, cell) in specialised.parts {
                    let mut cells = part.cells.clone();
                    cells[at] = cell;
                    queue.push_back(Part {
                        rows,
                        cells,
                        is_open: part.is_open.clone(),
                    });
                }
                if !specialised.stay.is_empty() {
                    // General on this axis for good, but maybe not on the others.
                    let mut is_open = part.is_open;
                    is_open[at] = false;
                    queue.push_back(Part {
                        rows: specialised.stay,
                        cells: part.cells,
                        is_open,
                    });
                }
            }
        }
    }
    Ok(groups)
}

/// The specialisation that saves most, of equal ones the first axis; `None` if every axis is at its end.
fn best(
    space: &Space,
    part: &Part,
    may_leave_out: usize,
    referee: &mut Referee<'_>,
    progress: &Progress,
) -> Result<Option<Specialised>, Stopped> {
    let mut best: Option<(u64, Specialised)> = None;
    for at in (0..space.axes.len()).filter(|&at| part.is_open[at]) {
        progress.check()?;
        let now = part.rows.len() as u64 * u64::from(space.axes[at].loss(part.cells[at]));
        let specialised = match specialise(space, part, at, may_leave_out, referee, progress)? {
            // Leaving records out must cost less than keeping them.
            Some(found) if !found.left_out.is_empty() => {
                match specialise(space, part, at, 0, referee, progress)? {
                    Some(kept) if kept.lost <= found.lost => Some(kept),
                    None if found.lost >= now => None,
                    _ => Some(found),
                }
            }
            found => found,
        };
        let Some(specialised) = specialised else {
            continue;
        };
        let saved = now.saturating_sub(specialised.lost);
        if best.as_ref().is_none_or(|(most, _)| saved > *most) {
            best = Some((saved, specialised));
        }
    }
    Ok(best.map(|(_, specialised)| specialised))
}

/// One level down along one axis; `None` if there is none, or if all would have to stay.
fn specialise(
    space: &Space,
    part: &Part,
    at: usize,
    may_leave_out: usize,
    referee: &mut Referee<'_>,
    progress: &Progress,
) -> Result<Option<Specialised>, Stopped> {
    let axis = &space.axes[at];
    let cell = part.cells[at];
    let is_at_end = match &axis.shape {
        Shape::Tree(tree) => tree.is_value(cell.low),
        Shape::Line => axis.loss(cell) == 0,
    };
    if is_at_end {
        return Ok(None);
    }
    let (mut good, bad): (Vec<_>, Vec<_>) = cut::parts(space, at, cell, &part.rows)
        .into_iter()
        .partition(|rows| referee.passes(rows.iter().copied()));
    if good.is_empty() {
        return Ok(None);
    }
    let mut stay: Vec<u32> = bad.concat();
    let mut left_out = Vec::new();
    if !stay.is_empty() && !referee.passes(stay.iter().copied()) {
        if stay.len() <= may_leave_out {
            left_out = std::mem::take(&mut stay);
        } else {
            move_back(&mut good, &mut stay, referee, progress)?;
            stay.sort_unstable();
        }
    }
    good.retain(|rows| !rows.is_empty());
    if good.is_empty() {
        return Ok(None);
    }
    let parts: Vec<(Vec<u32>, Cell)> = good
        .into_iter()
        .map(|rows| {
            let cell = below(space, at, cell, &rows);
            (rows, cell)
        })
        .collect();
    let lost = parts
        .iter()
        .map(|(rows, cell)| rows.len() as u64 * u64::from(axis.loss(*cell)))
        .sum::<u64>()
        + stay.len() as u64 * u64::from(axis.loss(cell))
        + left_out.len() as u64 * space.all();
    Ok(Some(Specialised {
        axis: at,
        parts,
        stay,
        left_out,
        lost,
    }))
}

/// What the rows of one part show after the cut.
fn below(space: &Space, at: usize, cell: Cell, rows: &[u32]) -> Cell {
    let place = |row: u32| space.at(space.point_of(row))[at];
    match &space.axes[at].shape {
        Shape::Tree(tree) => Cell::of(tree.child(cell.low, place(rows[0]))),
        Shape::Line => rows
            .iter()
            .map(|&row| Cell::of(place(row)))
            .reduce(|a, b| space.axes[at].merge(a, b))
            .unwrap_or(cell),
    }
}
