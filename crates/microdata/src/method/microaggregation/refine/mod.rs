//! Refined MDAV: groups that are there already, made better by moving, swapping and regrouping records.
//!
//! The records are parted into regions, anew in every round; regions are worked on side by side, each with its own
//! random numbers and its own share of a budget that is counted in distances and not in time. So the result is the same
//! on every machine, and more effort goes on where less effort ended.

mod exchange;
mod near;
mod part;
mod regions;
mod shake;

use crate::method::microaggregation::leftover::Groups;
use crate::method::microaggregation::points::Points;
use cloakroom_core::{Progress, Random, Stopped};
use near::Near;
use part::Part;
use rayon::prelude::*;

/// What a unit of effort may spend: about a second of two cores.
const WORK_OF_EFFORT: u64 = 540_000_000;
/// Small tables are settled long before: for every two records, so many distances at most.
const WORK_OF_PAIR: u64 = 1_000;
/// Regions have about so many records.
const REGION: usize = 4096;
/// Fewer records than this are one region: parted, there would be too few groups to choose from.
const WHOLE: usize = 256;
/// Records that a whole unit of effort goes over in one round; a smaller table has several rounds for it.
const ROUND: usize = 16_384;

/// How the search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    pub k: usize,
    pub seed: u64,
    pub effort: u32,
}

pub fn refine(
    points: &Points,
    groups: Groups,
    search: Search,
    progress: &Progress,
) -> Result<Groups, Stopped> {
    if search.k < 2 || search.effort == 0 || groups.len() < 2 {
        return Ok(groups);
    }
    let near = Near::find(points, search.k, progress)?;
    let rounds_of_effort = (ROUND / points.rows().max(1)).clamp(1, 8) as u64;
    let rounds = u64::from(search.effort) * rounds_of_effort;
    progress.stage("refining", rounds);
    let regions = match points.rows() {
        ..WHOLE => 1,
        rows => rows.div_ceil(REGION).next_power_of_two().max(2),
    };
    let all = points.rows() as u64;
    let work = WORK_OF_EFFORT.min(WORK_OF_PAIR.saturating_mul(all * all)) / rounds_of_effort;
    let mut groups: Vec<part::Group> = groups.into_iter().map(part::Group::new).collect();
    // Every group has k records from the start; other promises are seen to in the end, however good the groups are.
    progress.offer();
    for round in 0..rounds {
        if progress.is_enough() {
            break;
        }
        progress.check()?;
        let seed = Random::new(search.seed, round).draw();
        let parted = regions::part(points, groups, regions, seed);
        groups = parted
            .into_par_iter()
            .enumerate()
            .map(|(region, groups)| {
                let records: usize = groups.iter().map(|group| group.rows.len()).sum();
                let work = (u128::from(work) * records as u128 / u128::from(all)) as u64;
                let mut part = Part::new(points, &near, groups, search.k);
                part.run(work, Random::new(seed, region as u64 + 1).draw(), progress)?;
                Ok(part.finish())
            })
            .collect::<Result<Vec<_>, Stopped>>()?
            .into_iter()
            .flatten()
            .collect();
        progress.advance(1);
    }
    Ok(groups.into_iter().map(|group| group.rows).collect())
}
