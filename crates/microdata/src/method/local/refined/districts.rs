//! Which points are compared with which groups, and which groups are rebuilt together.

use super::groups::Groups;
use super::neighbours::{KEPT, Neighbours, Region};
use crate::method::Task;
use crate::method::local::mondrian;
use crate::method::local::space::Space;
use cloakroom_core::{Progress, Random, Stopped};

/// How many look-ups comparing all points with all groups may take before the table is cut into blocks.
const LOOK_UPS: usize = 2_000_000_000;
const SMALLEST_BLOCK: usize = 1_000;
/// How many groups are rebuilt together.
const TOGETHER: usize = 6;

/// The blocks of a table: points are compared with the groups of their own block only. A table of moderate
/// size is one block.
pub struct Blocks {
    of_row: Vec<u32>,
    points: Vec<Vec<u32>>,
}

impl Blocks {
    pub fn new(task: Task<'_>, space: &Space, progress: &Progress) -> Result<Self, Stopped> {
        let k = task.judge.k().max(1) as usize;
        let each = (space.points() * space.axes.len()).max(1);
        let most = (LOOK_UPS / each).saturating_mul(k).max(SMALLEST_BLOCK);
        let blocks = mondrian::blocks(task, space, most, progress)?;
        let mut of_row = vec![0u32; space.rows()];
        for (block, rows) in blocks.iter().enumerate() {
            for &row in rows {
                of_row[row as usize] = block as u32;
            }
        }
        let mut points = vec![Vec::new(); blocks.len()];
        for point in 0..space.points() as u32 {
            let first = space.rows_of(point)[0];
            points[of_row[first as usize] as usize].push(point);
        }
        Ok(Self { of_row, points })
    }

    /// The points of every block with those of its groups that changed after `since`, or all.
    pub fn regions(&self, groups: &Groups<'_>, since: Option<u32>) -> Vec<Region> {
        let mut regions: Vec<Region> = self
            .points
            .iter()
            .map(|points| (points.clone(), Vec::new()))
            .collect();
        for group in 0..groups.len() as u32 {
            let is_new = since.is_none_or(|since| groups.changed(group) > since);
            if let Some(&record) = groups.members(group).first()
                && is_new
            {
                let block = self.of_row[groups.row(record) as usize];
                regions[block as usize].1.push(group);
            }
        }
        regions
    }
}

/// Sets of neighbouring groups; no group is in two of them.
pub fn neighbourhoods(
    groups: &Groups<'_>,
    near: &Neighbours,
    random: &mut Random,
) -> Vec<Vec<u32>> {
    let mut order: Vec<u32> = (0..groups.len() as u32)
        .filter(|&group| groups.size(group) > 0)
        .collect();
    random.shuffle(&mut order);
    let mut is_taken = vec![false; groups.len()];
    let mut sets = Vec::new();
    for group in order {
        if std::mem::replace(&mut is_taken[group as usize], true) {
            continue;
        }
        let mut set = vec![group];
        let lists: Vec<Vec<u32>> = groups
            .members(group)
            .iter()
            .map(|&record| near.of(groups, record).collect())
            .collect();
        // The nearest of every record first, then the second of every record, and so on.
        let by_rank =
            (0..KEPT).flat_map(|rank| lists.iter().filter_map(move |list| list.get(rank)));
        for &other in by_rank {
            if set.len() == TOGETHER {
                break;
            }
            if groups.size(other) > 0 && !std::mem::replace(&mut is_taken[other as usize], true) {
                set.push(other);
            }
        }
        if set.len() > 1 {
            sets.push(set);
        }
    }
    sets
}
