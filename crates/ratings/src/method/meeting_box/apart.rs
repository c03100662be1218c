//! Better spots where the neighbours of everybody must differ in what is sensitive.

use super::meet::find_spot;
use super::standing::{Journal, Standing};
use crate::method::clustered::check::is_spread;
use crate::method::clustered::ground::Ground;
use crate::method::{AnonymizedRatings, RatingsTask};
use crate::ratings::NULL;
use cloakroom_core::{Progress, Stopped};

/// How often everybody is offered a better spot.
const PASSES: usize = 6;

/// Moves people of a table that keeps the promise to cheaper spots, one at a time, as long as everybody
/// concerned still keeps it. Surveys of more than `most` people stay as they are.
pub fn polish(
    task: &RatingsTask<'_>,
    mut table: AnonymizedRatings,
    most: usize,
    progress: &Progress,
) -> Result<AnonymizedRatings, Stopped> {
    if table.kept.len() > most {
        return Ok(table);
    }
    let ground = Ground::new(task, table.kept.clone());
    let (width, stride) = (ground.width, ground.stride);
    let mut cells = vec![0; ground.size() * stride];
    for (row, &person) in table.kept.iter().enumerate() {
        let from = &table.cells[person as usize * width..][..width];
        for (cell, &to) in cells[row * stride..].iter_mut().zip(from) {
            *cell = if to == NULL { ground.null } else { to };
        }
    }
    let mut standing = Standing::new(&ground, cells, progress)?;
    for _ in 0..PASSES {
        let before = standing.total();
        for row in 0..ground.size() as u32 {
            progress.check()?;
            offer(task, &mut standing, row);
        }
        if standing.total() == before {
            break;
        }
    }
    for (row, &person) in table.kept.iter().enumerate() {
        let to = &mut table.cells[person as usize * width..][..width];
        for (cell, &from) in to.iter_mut().zip(standing.at(row as u32)) {
            *cell = ground.released(from);
        }
    }
    Ok(table)
}

fn offer(task: &RatingsTask<'_>, standing: &mut Standing<'_>, row: u32) {
    let paid = standing.paid(row);
    if paid == 0 {
        return;
    }
    let Some(spot) = find_spot(standing, row, &standing.leash(row), paid - 1) else {
        return;
    };
    let mut concerned: Vec<u32> = standing.near(row).collect();
    let mut journal = Journal::default();
    standing.put_noted(row, &spot.cells, &mut journal);
    concerned.extend(standing.near(row));
    concerned.sort_unstable();
    concerned.dedup();
    let holds = concerned.into_iter().all(|other| {
        let people = standing
            .near(other)
            .map(|at| standing.ground.people[at as usize]);
        is_spread(task, people)
    });
    if !holds {
        standing.take_back(journal);
    }
}
