//! k-member clustering (Byun, Kamra, Bertino, Li): each cluster grows from the record farthest from the last
//! seed by the record that costs least, until it keeps the whole requirement. What is left joins the
//! cluster where it costs least.

use super::cluster::Grower;
use super::recode::{Partition, release};
use super::referee::Referee;
use super::space::Space;
use super::stock::Stock;
use super::{homes, mondrian};
use crate::method::{MethodOutcome, Task};
use cloakroom_core::{Failure, Progress, Stopped};
use rayon::prelude::*;

/// Every cluster looks at all records that are left: larger tables are first cut into blocks of at most so
/// many records.
const BLOCK: usize = 50_000;

pub fn run(task: Task<'_>, progress: &Progress) -> Result<MethodOutcome, Failure> {
    let space = Space::new(task, progress)?;
    let groups = partition(task, &space, progress)?;
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
    progress: &Progress,
) -> Result<Vec<Vec<u32>>, Stopped> {
    let blocks = mondrian::blocks(task, space, BLOCK, progress)?;
    progress.stage("clustering", space.rows() as u64);
    let done: Vec<(Vec<Vec<u32>>, Vec<u32>)> = blocks
        .into_par_iter()
        .map(|rows| clusters(task, space, &rows, progress))
        .collect::<Result<_, _>>()?;
    let mut groups = Vec::new();
    let mut leftovers = Vec::new();
    for (clusters, rest) in done {
        groups.extend(clusters);
        leftovers.extend(rest);
    }
    progress.stage("placing the rest", 0);
    homes::find(
        space,
        &mut Referee::new(task),
        &mut groups,
        leftovers,
        progress,
    )?;
    Ok(groups)
}

/// Clusters that pass, and the rows that no cluster was found for.
fn clusters(
    task: Task<'_>,
    space: &Space,
    rows: &[u32],
    progress: &Progress,
) -> Result<(Vec<Vec<u32>>, Vec<u32>), Stopped> {
    let mut stock = Stock::new(task, space, rows, progress)?;
    let mut referee = Referee::new(task);
    let mut grower = Grower::new(space);
    let (mut groups, mut leftovers) = (Vec::new(), Vec::new());
    let mut seed = stock.first(task.settings.seed);
    let mut left = rows.len();
    while let Some(kind) = seed {
        progress.check()?;
        if left < referee.k as usize {
            break;
        }
        let (rows, passes, far) = grower.grow(space, &mut stock, &mut referee, kind, progress)?;
        left -= rows.len();
        progress.advance(rows.len() as u64);
        if passes {
            groups.push(rows);
        } else {
            leftovers.extend(rows);
        }
        seed = far
            .filter(|&kind| stock.left(kind) > 0)
            .or_else(|| stock.alive().iter().copied().min());
    }
    leftovers.extend(stock.into_rows());
    leftovers.sort_unstable();
    Ok((groups, leftovers))
}
