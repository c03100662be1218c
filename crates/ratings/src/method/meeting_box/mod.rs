//! Our own: everybody moves as little as possible into a box where at least k − 1 others are close.
//!
//! The definition asks for neighbours, not for cliques. So a few people in the middle of a group, its hubs,
//! are enough for all others around them, who may lie twice as far apart; and whoever has enough people near
//! as they are need not move at all.

mod apart;
mod circles;
mod meet;
mod opening;
mod solve;
mod standing;
#[cfg(test)]
mod tests;

use super::clustered::blocks;
use super::clustered::ground::Ground;
use super::clustered::release::{self, Arrangement, release, share_of};
use super::{RatingsOutcome, RatingsTask};
use cloakroom_core::{Failure, Progress, Stopped};
use rayon::prelude::*;

/// People are compared with all others of their block.
const BLOCK: usize = 3_000;

pub fn run(task: RatingsTask<'_>, progress: &Progress) -> Result<RatingsOutcome, Failure> {
    release::refuse_fine_scales(&task)?;
    if let Some(unchanged) = release::as_it_is(&task, progress)? {
        return Ok(unchanged);
    }
    let blocks = blocks::cut(&task, BLOCK, progress)?;
    progress.stage(
        "looking for places to meet",
        blocks.len() as u64 * (solve::STEPS + 1),
    );
    let arranged: Vec<Arrangement> = blocks
        .into_par_iter()
        .map(|people| {
            let most = share_of(&task, people.len());
            let ground = Ground::new(&task, people);
            let arrangement = solve::solve(&task, &ground, most, progress)?;
            // What comes after its rounds is a step too.
            progress.advance(1);
            Ok(arrangement)
        })
        .collect::<Result<_, Stopped>>()?;
    let outcome = release(&task, arranged, progress)?;
    match outcome {
        RatingsOutcome::Reached(table) if task.target.deviation > 0 => {
            let table = apart::polish(&task, table, BLOCK, progress)?;
            release::insist(&task, &table, progress)?;
            Ok(RatingsOutcome::Reached(table))
        }
        outcome => Ok(outcome),
    }
}
