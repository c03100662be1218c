//! From arranged blocks to a table that may be released: deviations mended, everything checked.

use super::check;
use super::deviation::join_until_it_holds;
use super::ground::{Ground, MOST_POINTS};
use super::group::{Fitter, Group, lay_out};
use crate::method::{AnonymizedRatings, RatingsOutcome, RatingsTask};
use cloakroom_core::{Failure, Problem, Progress, Stopped};

/// What was made of one block.
#[derive(Clone, Debug, Default)]
pub struct Arrangement {
    pub people: Vec<u32>,
    /// As surveys write them, row after row of `people`.
    pub cells: Vec<u16>,
    pub left_out: Vec<u32>,
    /// Who was arranged together: hubs and others.
    pub together: Vec<(Vec<u32>, Vec<u32>)>,
}

impl Arrangement {
    /// `out` are rows of the ground that are in no group.
    pub fn of_groups(ground: &Ground, groups: &[Group], out: &[u32]) -> Self {
        Self::new(ground, &lay_out(ground, groups), groups, out)
    }

    pub fn new(ground: &Ground, cells: &[u16], groups: &[Group], out: &[u32]) -> Self {
        let mut is_kept = vec![true; ground.size()];
        for &row in out {
            is_kept[row as usize] = false;
        }
        let rows = (0..ground.size()).filter(|&row| is_kept[row]);
        let persons = |rows: &[u32]| -> Vec<u32> {
            let person = |&row: &u32| ground.people[row as usize];
            rows.iter().map(person).collect()
        };
        let mut released = Vec::with_capacity(ground.size() * ground.width);
        for row in rows.clone() {
            let cells = &cells[row * ground.stride..][..ground.width];
            released.extend(cells.iter().map(|&cell| ground.released(cell)));
        }
        Self {
            people: rows.map(|row| ground.people[row]).collect(),
            cells: released,
            left_out: persons(out),
            together: groups
                .iter()
                .map(|group| (persons(&group.hubs), persons(&group.others)))
                .collect(),
        }
    }
}

pub fn refuse_fine_scales(task: &RatingsTask<'_>) -> Result<(), Problem> {
    let points = task.survey.scale.points();
    if points > MOST_POINTS {
        return Err(Problem::new(format!(
            "this method works on scales of up to {MOST_POINTS} points, and this one has {points}"
        )));
    }
    Ok(())
}

/// How many people of a block may be left out.
pub fn share_of(task: &RatingsTask<'_>, people: usize) -> usize {
    let all = task.survey.people().max(1);
    let share = task.may_leave_out as u128 * people as u128 / all as u128;
    (share as usize).min(people.saturating_sub(task.target.k as usize))
}

/// The survey unchanged, if that keeps the promise: perhaps without those who break it.
pub fn as_it_is(
    task: &RatingsTask<'_>,
    progress: &Progress,
) -> Result<Option<RatingsOutcome>, Stopped> {
    progress.stage("looking at everybody", 0);
    let mut kept: Vec<u32> = (0..task.survey.people() as u32).collect();
    loop {
        let ground = Ground::new(task, kept.clone());
        let cells: Vec<u16> = (0..ground.size() as u32)
            .flat_map(|row| ground.own(row).iter().copied())
            .collect();
        let may_go = task.may_leave_out - (task.survey.people() - kept.len());
        let Some(failing) = check::failing(task, &ground, &cells, may_go, progress)? else {
            return Ok(None);
        };
        if failing.is_empty() {
            break;
        }
        let mut is_kept = vec![true; kept.len()];
        for row in failing {
            is_kept[row as usize] = false;
        }
        let mut stays = is_kept.into_iter();
        kept.retain(|_| stays.next() == Some(true));
        if kept.is_empty() {
            return Ok(None);
        }
    }
    Ok(Some(RatingsOutcome::Reached(finish(
        task,
        task.cells.to_vec(),
        kept,
    ))))
}

/// The table of all blocks together, once it is sure that it keeps the promise.
pub fn release(
    task: &RatingsTask<'_>,
    blocks: Vec<Arrangement>,
    progress: &Progress,
) -> Result<RatingsOutcome, Failure> {
    progress.stage("checking the result", 0);
    let width = task.width();
    let mut cells = task.cells.to_vec();
    let mut holds = true;
    for block in &blocks {
        for (at, &person) in block.people.iter().enumerate() {
            let row = &block.cells[at * width..(at + 1) * width];
            cells[person as usize * width..][..width].copy_from_slice(row);
        }
        if task.target.deviation == 0 {
            holds &= keeps(task, &cells, block.people.clone(), progress)?;
        }
    }
    let mut kept: Vec<u32> = blocks
        .iter()
        .flat_map(|block| &block.people)
        .copied()
        .collect();
    kept.sort_unstable();
    if task.target.deviation > 0 && !keeps(task, &cells, kept.clone(), progress)? {
        let together = blocks.iter().flat_map(|block| &block.together);
        match mended(task, &kept, together, progress)? {
            Some(mended) => cells = mended,
            None => {
                return Ok(RatingsOutcome::NotReached(format!(
                    "even if everybody is in one group, the ratings of a sensitive issue have a standard \
                     deviation below {}",
                    task.target.deviation as f64 / 1e6
                )));
            }
        }
        holds = keeps(task, &cells, kept.clone(), progress)?;
    }
    if !holds {
        return Err(broken().into());
    }
    Ok(RatingsOutcome::Reached(finish(task, cells, kept)))
}

/// Refuses a table that does not keep the promise.
pub fn insist(
    task: &RatingsTask<'_>,
    table: &AnonymizedRatings,
    progress: &Progress,
) -> Result<(), Failure> {
    if keeps(task, &table.cells, table.kept.clone(), progress)? {
        return Ok(());
    }
    Err(broken().into())
}

fn broken() -> Problem {
    Problem::new("the table that was found does not keep the promise; nothing is released")
}

/// Whether these people keep the promise among themselves in a table of the survey's shape.
fn keeps(
    task: &RatingsTask<'_>,
    cells: &[u16],
    people: Vec<u32>,
    progress: &Progress,
) -> Result<bool, Stopped> {
    let ground = Ground::new(&RatingsTask { cells, ..*task }, people);
    let cells: Vec<u16> = (0..ground.size() as u32)
        .flat_map(|row| ground.own(row).iter().copied())
        .collect();
    Ok(check::failing(task, &ground, &cells, 0, progress)?.is_some())
}

/// All cells with groups joined until deviations are reached, if they can be.
fn mended<'a>(
    task: &RatingsTask<'_>,
    kept: &[u32],
    together: impl Iterator<Item = &'a (Vec<u32>, Vec<u32>)>,
    progress: &Progress,
) -> Result<Option<Vec<u16>>, Stopped> {
    let ground = Ground::new(task, kept.to_vec());
    let mut row_of = vec![0u32; task.survey.people()];
    for (row, &person) in kept.iter().enumerate() {
        row_of[person as usize] = row as u32;
    }
    let mut fitter = Fitter::default();
    let mut groups: Vec<Group> = together
        .map(|(hubs, others)| {
            let rows = |people: &[u32]| people.iter().map(|&at| row_of[at as usize]).collect();
            let mut group = Group {
                hubs: rows(hubs),
                ..Group::alike(rows(others))
            };
            fitter.fit(&ground, &mut group);
            group
        })
        .collect();
    if !join_until_it_holds(task, &ground, &mut groups, progress)? {
        return Ok(None);
    }
    let placed = lay_out(&ground, &groups);
    let mut cells = task.cells.to_vec();
    let width = task.width();
    for (row, &person) in kept.iter().enumerate() {
        let from = &placed[row * ground.stride..][..width];
        for (cell, &to) in cells[person as usize * width..][..width]
            .iter_mut()
            .zip(from)
        {
            *cell = ground.released(to);
        }
    }
    Ok(Some(cells))
}

fn finish(task: &RatingsTask<'_>, mut cells: Vec<u16>, kept: Vec<u32>) -> AnonymizedRatings {
    let width = task.width();
    let mut is_kept = vec![false; task.survey.people()];
    for &person in &kept {
        is_kept[person as usize] = true;
    }
    let left_out: Vec<u32> = (0..task.survey.people() as u32)
        .filter(|&person| !is_kept[person as usize])
        .collect();
    for &person in &left_out {
        let at = person as usize * width;
        cells[at..at + width].copy_from_slice(task.row(person as usize));
    }
    AnonymizedRatings {
        cells,
        kept,
        left_out,
    }
}
