//! The nearest records of every record.

use crate::method::microaggregation::nearest::Nearest;
use crate::method::microaggregation::points::{Place, Points};
use crate::method::microaggregation::tree::Tree;
use cloakroom_core::{Progress, Stopped};
use rayon::prelude::*;

const STRIDE: usize = 256;
/// Up to so many records the nearest are found exactly; beyond, nearly the nearest do as well.
const EXACT: usize = 1 << 14;
const HASTE: f64 = 2.5;

pub struct Near {
    pub each: usize,
    rows: Vec<u32>,
}

impl Near {
    pub fn find(points: &Points, k: usize, progress: &Progress) -> Result<Self, Stopped> {
        let each = (2 * k + 4)
            .clamp(12, 32)
            .min(points.rows().saturating_sub(1));
        let tree = Tree::of_all(points, progress)?;
        let mut rows = vec![0u32; each * points.rows()];
        progress.stage("looking for neighbours", points.rows() as u64);
        if each > 0 {
            rows.par_chunks_mut(each * STRIDE)
                .enumerate()
                .try_for_each(|(stretch, rows)| {
                    progress.check()?;
                    let haste = if points.rows() > EXACT { HASTE } else { 1.0 };
                    let (mut place, mut nearest, mut found) =
                        (Place::default(), Nearest::hasty(haste), Vec::new());
                    for (at, into) in rows.chunks_mut(each).enumerate() {
                        let row = (stretch * STRIDE + at) as u32;
                        place.at_record(points, row);
                        nearest.want(each + 1);
                        tree.nearest(&place, &mut nearest);
                        nearest.sorted(&mut found);
                        let others = found
                            .iter()
                            .map(|found| found.row)
                            .filter(|&other| other != row);
                        into.iter_mut()
                            .zip(others)
                            .for_each(|(into, other)| *into = other);
                    }
                    progress.advance((rows.len() / each) as u64);
                    Ok(())
                })?;
        }
        Ok(Self { each, rows })
    }

    pub fn of(&self, row: u32) -> &[u32] {
        &self.rows[row as usize * self.each..][..self.each]
    }
}
