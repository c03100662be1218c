//! The mean and the standard deviation of every issue, before and after.

use super::{Metric, Tables};
use crate::ratings::NULL;
use cloakroom_core::metrics::share;
use cloakroom_core::{Progress, Stopped};
use rayon::prelude::*;

/// Cells that one thread looks at between two looks at the progress.
const STRIDE: usize = 1 << 18;

/// The ratings of one issue, in points of the scale.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moments {
    pub ratings: u64,
    sum: u64,
    squares: u64,
}

impl Moments {
    pub fn mean(&self) -> f64 {
        share(self.sum as f64, self.ratings as f64)
    }

    pub fn deviation(&self) -> f64 {
        let (ratings, sum) = (u128::from(self.ratings), u128::from(self.sum));
        // Never below 0, and in whole numbers no digits are lost.
        let around = ratings * u128::from(self.squares) - sum * sum;
        share((around as f64).sqrt(), self.ratings as f64)
    }

    /// By issue, over some rows of a table of cells.
    pub fn all(
        cells: &[u16],
        width: usize,
        people: &[u32],
        progress: &Progress,
    ) -> Result<Vec<Self>, Stopped> {
        people
            .par_chunks((STRIDE / width.max(1)).max(1))
            .map(|part| {
                progress.check()?;
                let mut moments = vec![Self::default(); width];
                for &person in part {
                    let row = &cells[person as usize * width..(person as usize + 1) * width];
                    for (moments, &cell) in moments.iter_mut().zip(row) {
                        if cell != NULL {
                            let point = u64::from(cell);
                            moments.ratings += 1;
                            moments.sum += point;
                            moments.squares += point * point;
                        }
                    }
                }
                Ok(moments)
            })
            .try_reduce(
                || vec![Self::default(); width],
                |mut all, part| {
                    for (all, part) in all.iter_mut().zip(part) {
                        all.ratings += part.ratings;
                        all.sum += part.sum;
                        all.squares += part.squares;
                    }
                    Ok(all)
                },
            )
    }
}

pub(super) fn of_issues(
    tables: Tables<'_>,
    progress: &Progress,
) -> Result<Vec<(Metric, f64)>, Stopped> {
    let release = tables.release;
    let width = tables.width();
    let before = Moments::all(tables.original, width, tables.people, progress)?;
    let after = Moments::all(release.released, width, release.kept, progress)?;
    let step = release.survey.scale.step;
    let (mut issues, mut means, mut deviations) = (0.0, 0.0, 0.0);
    for (before, after) in before.iter().zip(&after) {
        if before.ratings > 0 && after.ratings > 0 {
            issues += 1.0;
            means += (before.mean() - after.mean()).abs();
            deviations += (before.deviation() - after.deviation()).abs();
        }
    }
    if issues == 0.0 {
        return Ok(Vec::new());
    }
    Ok(vec![
        (Metric::CentroidShift, means / issues * step),
        (Metric::SdChange, deviations / issues * step),
    ])
}
