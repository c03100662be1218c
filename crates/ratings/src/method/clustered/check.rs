//! Who breaks the promise in a table, by its definition: everybody is compared with everybody.

use super::ground::{Ground, are_close};
use crate::method::RatingsTask;
use crate::privacy::Spread;
use cloakroom_core::{Progress, Stopped};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Whether the people close to somebody are enough, and far enough apart on what is sensitive.
pub fn holds(task: &RatingsTask<'_>, near: impl Iterator<Item = u32> + Clone) -> bool {
    near.clone().count() >= task.target.k as usize && is_spread(task, near)
}

/// Whether what these people say of every sensitive issue is far enough apart.
pub fn is_spread(task: &RatingsTask<'_>, people: impl Iterator<Item = u32> + Clone) -> bool {
    let survey = task.survey;
    task.target.deviation == 0
        || survey.secrets.iter().all(|secret| {
            let spread = Spread::of(people.clone().map(|person| secret[person as usize]));
            spread.reaches(&survey.scale, task.target.reading) >= task.target.deviation
        })
}

/// The rows that break the promise if everybody of the ground lies at `cells`; `None` if they are more than
/// `most`.
pub fn failing(
    task: &RatingsTask<'_>,
    ground: &Ground,
    cells: &[u16],
    most: usize,
    progress: &Progress,
) -> Result<Option<Vec<u32>>, Stopped> {
    let found = AtomicUsize::new(0);
    let stride = ground.stride;
    let enough = if task.target.deviation == 0 {
        ground.k
    } else {
        usize::MAX
    };
    let fails = |row: usize| -> Result<bool, Stopped> {
        progress.check()?;
        if found.load(Ordering::Relaxed) > most {
            return Ok(true);
        }
        let own = &cells[row * stride..(row + 1) * stride];
        // From the row itself on: neighbours tend to lie side by side.
        let order = (row..ground.size()).chain(0..row);
        let near: Vec<u32> = order
            .filter(|&other| are_close(own, &cells[other * stride..][..stride], ground.within))
            .take(enough)
            .map(|other| ground.people[other])
            .collect();
        let fails = !holds(task, near.iter().copied());
        found.fetch_add(usize::from(fails), Ordering::Relaxed);
        Ok(fails)
    };
    let fails: Vec<bool> = (0..ground.size())
        .into_par_iter()
        .map(fails)
        .collect::<Result<_, _>>()?;
    if found.into_inner() > most {
        return Ok(None);
    }
    let rows = (0..ground.size() as u32).filter(|&row| fails[row as usize]);
    Ok(Some(rows.collect()))
}
