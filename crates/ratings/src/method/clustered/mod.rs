//! Groups of at least k people who would have to change least to be close to each other; then everybody is
//! moved into the windows of their group.

pub mod blocks;
pub mod check;
pub mod deviation;
pub mod ground;
pub mod group;
pub mod growth;
pub mod release;
pub mod spare;
pub mod swaps;

use super::{RatingsOutcome, RatingsTask};
use cloakroom_core::{Failure, Progress, Stopped};
use ground::Ground;
use group::Group;
use rayon::prelude::*;
use release::{Arrangement, release, share_of};

/// People are compared with all others of their block.
const BLOCK: usize = 4_000;

pub fn run(task: RatingsTask<'_>, progress: &Progress) -> Result<RatingsOutcome, Failure> {
    release::refuse_fine_scales(&task)?;
    if let Some(unchanged) = release::as_it_is(&task, progress)? {
        return Ok(unchanged);
    }
    let blocks = blocks::cut(&task, BLOCK, progress)?;
    progress.stage("grouping people", blocks.len() as u64);
    let arranged: Vec<Arrangement> = blocks
        .into_par_iter()
        .map(|people| {
            let most = share_of(&task, people.len());
            let ground = Ground::new(&task, people);
            let mut groups = partition(&task, &ground, progress)?;
            let out = spare::leave_out(&ground, &mut groups, most, progress)?;
            progress.advance(1);
            Ok(Arrangement::of_groups(&ground, &groups, &out))
        })
        .collect::<Result<_, Stopped>>()?;
    release(&task, arranged, progress)
}

/// The groups of one block, all in one window each.
pub fn partition(
    task: &RatingsTask<'_>,
    ground: &Ground,
    progress: &Progress,
) -> Result<Vec<Group>, Stopped> {
    let mut groups = growth::grow(ground, progress)?;
    // Groups are large enough as they grew. Those of other blocks grow before anybody asks whether that is enough.
    progress.offer();
    for _ in 0..task.settings.effort {
        if progress.is_enough() || !swaps::improve(ground, &mut groups, progress)? {
            break;
        }
    }
    Ok(groups)
}
