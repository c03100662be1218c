//! Large tables are cut into blocks at medians, and groups are found within each.

use super::leftover::Groups;
use super::points::Points;
use cloakroom_core::{Progress, Stopped};
use rayon::prelude::*;

/// Finds groups of all records, in blocks of at most `most` and side by side where there are more. `most` is at least
/// four times as large as a group must be.
pub fn in_blocks(
    points: &Points,
    most: usize,
    find: impl Fn(&Points) -> Result<Groups, Stopped> + Sync,
    progress: &Progress,
) -> Result<Groups, Stopped> {
    if points.rows() <= most {
        return find(points);
    }
    let mut blocks = Vec::new();
    cut(
        points,
        (0..points.rows() as u32).collect(),
        most,
        &mut blocks,
        progress,
    )?;
    let found: Vec<Groups> = blocks
        .par_iter()
        .map(|rows| {
            let mut groups = find(&points.picked(rows))?;
            for row in groups.iter_mut().flatten() {
                *row = rows[*row as usize];
            }
            Ok(groups)
        })
        .collect::<Result<_, Stopped>>()?;
    Ok(found.into_iter().flatten().collect())
}

/// Halves records along the axis on which they differ most, until there are few enough.
fn cut(
    points: &Points,
    mut rows: Vec<u32>,
    most: usize,
    blocks: &mut Vec<Vec<u32>>,
    progress: &Progress,
) -> Result<(), Stopped> {
    progress.check()?;
    if rows.len() <= most {
        rows.sort_unstable();
        blocks.push(rows);
        return Ok(());
    }
    let middle = rows.len() / 2;
    match points.widest(&rows) {
        Some(Widest::Number(axis)) => {
            let numbers = &points.numbers[axis];
            rows.select_nth_unstable_by(middle, |&a, &b| {
                numbers[a as usize]
                    .total_cmp(&numbers[b as usize])
                    .then(a.cmp(&b))
            });
        }
        Some(Widest::Category(axis)) => {
            let codes = &points.categories[axis].codes;
            rows.select_nth_unstable_by_key(middle, |&row| (codes[row as usize], row));
        }
        None => {}
    }
    let above = rows.split_off(middle);
    cut(points, rows, most, blocks, progress)?;
    cut(points, above, most, blocks, progress)
}

enum Widest {
    Number(usize),
    Category(usize),
}

impl Points {
    /// The axis that adds most to the squared error of these rows as one group.
    fn widest(&self, rows: &[u32]) -> Option<Widest> {
        let mut widest = (0.0, None);
        for (axis, numbers) in self.numbers.iter().enumerate() {
            let count = rows.len() as f64;
            let mean = rows.iter().map(|&row| numbers[row as usize]).sum::<f64>() / count;
            let spread: f64 = rows
                .iter()
                .map(|&row| (numbers[row as usize] - mean).powi(2))
                .sum();
            if spread > widest.0 {
                widest = (spread, Some(Widest::Number(axis)));
            }
        }
        for (axis, category) in self.categories.iter().enumerate() {
            let mut counts = vec![0; category.values()];
            for &row in rows {
                counts[category.codes[row as usize] as usize] += 1;
            }
            let spread = category.error(&counts);
            if spread > widest.0 {
                widest = (spread, Some(Widest::Category(axis)));
            }
        }
        widest.1
    }
}
