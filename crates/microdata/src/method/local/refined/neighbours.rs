//! For every point, the groups that a record there would cost least to join.

use super::groups::Groups;
use crate::method::local::axis::{Axis, Shape};
use crate::method::local::space::Space;
use cloakroom_core::{Progress, Stopped};
use rayon::prelude::*;

/// How many groups are kept for a point.
pub const KEPT: usize = 16;
/// Points that one thread handles between two looks at the progress.
const STRETCH: usize = 64;

/// Where a record may go.
#[derive(Debug)]
pub enum Neighbours {
    /// To every group: there are few.
    All,
    /// To the near groups of its point, as they were when they were looked for; nearest first.
    Near(Vec<u32>),
}

/// Points, and the groups that are compared with them.
pub type Region = (Vec<u32>, Vec<u32>);

impl Neighbours {
    /// Nobody is near anybody yet.
    pub fn nobody(space: &Space) -> Self {
        Self::Near(vec![u32::MAX; space.points() * KEPT])
    }

    /// Compares the points of each region with its groups; those that were near stay if none of them is
    /// nearer.
    pub fn update(
        &mut self,
        groups: &Groups<'_>,
        regions: &[Region],
        progress: &Progress,
    ) -> Result<(), Stopped> {
        let Self::Near(near) = self else {
            return Ok(());
        };
        for (points, among) in regions {
            let board = Board::new(groups, among);
            let found: Vec<Vec<u32>> = points
                .par_chunks(STRETCH)
                .map(|points| {
                    progress.check()?;
                    let mut found = Vec::with_capacity(points.len() * KEPT);
                    let mut scratch = Vec::new();
                    for &point in points {
                        let old = &near[point as usize * KEPT..][..KEPT];
                        board.nearest(groups, point, old, &mut scratch, &mut found);
                    }
                    Ok(found)
                })
                .collect::<Result<_, Stopped>>()?;
            for (points, found) in points.chunks(STRETCH).zip(&found) {
                for (&point, found) in points.iter().zip(found.chunks(KEPT)) {
                    near[point as usize * KEPT..][..KEPT].copy_from_slice(found);
                }
            }
        }
        Ok(())
    }

    #[inline]
    pub fn of<'a>(
        &'a self,
        groups: &Groups<'_>,
        record: u32,
    ) -> impl Iterator<Item = u32> + use<'a> {
        let (all, near) = match self {
            Self::All => (groups.len() as u32, &[][..]),
            Self::Near(near) => (0, &near[groups.point(record) as usize * KEPT..][..KEPT]),
        };
        (0..all).chain(near.iter().copied().take_while(|&group| group != u32::MAX))
    }
}

/// Some groups laid out by axis, for looking at all of them in a row.
struct Board {
    groups: Vec<u32>,
    sizes: Vec<u64>,
    costs: Vec<u64>,
    low: Vec<Vec<u32>>,
    high: Vec<Vec<u32>>,
}

impl Board {
    fn new(groups: &Groups<'_>, among: &[u32]) -> Self {
        let axes = groups.space.axes.len();
        let column = |pick: fn(crate::method::local::axis::Cell) -> u32| {
            (0..axes)
                .map(|axis| {
                    among
                        .iter()
                        .map(|&group| pick(groups.cells(group)[axis]))
                        .collect()
                })
                .collect()
        };
        Self {
            groups: among.to_vec(),
            sizes: among.iter().map(|&group| groups.size(group)).collect(),
            costs: among.iter().map(|&group| groups.cost(group)).collect(),
            low: column(|cell| cell.low),
            high: column(|cell| cell.high),
        }
    }

    /// Appends the nearest of these groups and the old ones, filled up with `u32::MAX`.
    fn nearest(
        &self,
        groups: &Groups<'_>,
        point: u32,
        old: &[u32],
        sums: &mut Vec<u32>,
        found: &mut Vec<u32>,
    ) {
        let space = groups.space;
        sums.clear();
        sums.resize(self.groups.len(), 0);
        for (at, (axis, &value)) in space.axes.iter().zip(space.at(point)).enumerate() {
            add_joined(axis, value, &self.low[at], &self.high[at], sums);
        }
        let mut best = [(u64::MAX, u32::MAX); KEPT];
        let mut consider = |entry: (u64, u32)| {
            if entry < best[KEPT - 1] {
                let place = best.partition_point(|known| *known < entry);
                if best[place] != entry {
                    best.copy_within(place..KEPT - 1, place + 1);
                    best[place] = entry;
                }
            }
        };
        for &group in old {
            if group != u32::MAX && groups.size(group) > 0 {
                let joined = space.joined_loss(groups.cells(group), point);
                consider((
                    (groups.size(group) + 1) * joined - groups.cost(group),
                    group,
                ));
            }
        }
        for ((&group, &sum), (&size, &cost)) in self
            .groups
            .iter()
            .zip(&*sums)
            .zip(self.sizes.iter().zip(&self.costs))
        {
            consider(((size + 1) * u64::from(sum) - cost, group));
        }
        found.extend(best.iter().map(|&(_, group)| group));
    }
}

fn add_joined(axis: &Axis, value: u32, low: &[u32], high: &[u32], sums: &mut [u32]) {
    match &axis.shape {
        Shape::Tree(tree) => match tree.joined_losses(value) {
            Some(row) => {
                for (sum, &node) in sums.iter_mut().zip(low) {
                    *sum += row[node as usize];
                }
            }
            None => {
                for (sum, &node) in sums.iter_mut().zip(low) {
                    *sum += tree.loss[tree.meet(node, value) as usize];
                }
            }
        },
        Shape::Line => {
            for ((sum, &low), &high) in sums.iter_mut().zip(low).zip(high) {
                *sum += (high.max(value) - low.min(value)).min(axis.one);
            }
        }
    }
}
