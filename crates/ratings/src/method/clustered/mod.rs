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

use super::{SurveyOutcome, SurveyTask};
use cloakroom_core::problem::Failure;
use cloakroom_core::pulse::{Pulse, Stopped};
use ground::Ground;
use group::Group;
use rayon::prelude::*;
use release::{Arrangement, release, share_of};

/// People are compared with all others of their block.
const BLOCK: usize = 4_000;

pub fn run(task: SurveyTask<'_>, pulse: &Pulse) -> Result<SurveyOutcome, Failure> {
    release::refuse_fine_scales(&task)?;
    if let Some(unchanged) = release::as_it_is(&task, pulse)? {
        return Ok(unchanged);
    }
    let blocks = blocks::cut(&task, BLOCK, pulse)?;
    pulse.stage("grouping people", blocks.len() as u64);
    let arranged: Vec<Arrangement> = blocks
        .into_par_iter()
        .map(|people| {
            let most = share_of(&task, people.len());
            let ground = Ground::new(&task, people);
            let mut groups = partition(&task, &ground, pulse)?;
            let out = spare::leave_out(&ground, &mut groups, most, pulse)?;
            pulse.advance(1);
            Ok(Arrangement::of_groups(&ground, &groups, &out))
        })
        .collect::<Result<_, Stopped>>()?;
    release(&task, arranged, pulse)
}

/// The groups of one block, all in one window each.
pub fn partition(
    task: &SurveyTask<'_>,
    ground: &Ground,
    pulse: &Pulse,
) -> Result<Vec<Group>, Stopped> {
    let mut groups = growth::grow(ground, pulse)?;
    for _ in 0..task.settings.effort {
        if !swaps::improve(ground, &mut groups, pulse)? {
            break;
        }
    }
    Ok(groups)
}
