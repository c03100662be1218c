//! What was changed, cell by cell.

use super::{Metric, Tables};
use crate::ratings::{NULL, apart};
use cloakroom_core::{Progress, Stopped};
use rayon::prelude::*;

/// How many people are looked at between two looks at the progress.
const STRIDE: usize = 1 << 10;

#[derive(Clone, Copy, Debug, Default)]
struct Changes {
    steps: u64,
    changed: u64,
    rated: u64,
    unrated: u64,
    people: u64,
}

/// People who are left out count in none of these.
pub(super) fn of_cells(
    tables: Tables<'_>,
    progress: &Progress,
) -> Result<Vec<(Metric, f64)>, Stopped> {
    let survey = tables.release.survey;
    let (width, r) = (tables.width(), survey.r());
    let parts = tables
        .release
        .kept
        .par_chunks(STRIDE)
        .map(|part| {
            progress.check()?;
            let mut changes = Changes::default();
            for &person in part {
                let row = person as usize * width..(person as usize + 1) * width;
                let before = changes.changed;
                let cells = tables.original[row.clone()]
                    .iter()
                    .zip(&tables.release.released[row]);
                for (&was, &is) in cells.filter(|(was, is)| was != is) {
                    changes.steps += u64::from(apart(was, is, r));
                    changes.changed += 1;
                    changes.rated += u64::from(was == NULL);
                    changes.unrated += u64::from(is == NULL);
                }
                changes.people += u64::from(changes.changed > before);
            }
            Ok(changes)
        })
        .collect::<Result<Vec<Changes>, Stopped>>()?;
    let sum = |field: fn(&Changes) -> u64| parts.iter().map(field).sum::<u64>() as f64;
    Ok(vec![
        (
            Metric::Distortion,
            sum(|changes| changes.steps) * survey.scale.step,
        ),
        (Metric::CellsChanged, sum(|changes| changes.changed)),
        (Metric::CellsRated, sum(|changes| changes.rated)),
        (Metric::CellsUnrated, sum(|changes| changes.unrated)),
        (Metric::PeopleChanged, sum(|changes| changes.people)),
    ])
}
