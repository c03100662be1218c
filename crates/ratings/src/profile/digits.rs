//! The records of a Hamming group in the form that bitmaps look up: sorted, and one or two issues to a digit.

use super::STRIDE;
use super::groups::Rows;
use cloakroom_core::{Progress, Stopped};
use rayon::prelude::*;

/// Up to so many points of the scale two issues make one digit: a table of all pairs still fits a cache.
const MOST_PAIRED: usize = 10;

/// A scale with more points is looked up in so many steps at most, and what is found compared exactly.
const MOST_STEPS: usize = 64;

/// Records from the first to the last in the order of their digits, those of the most telling issues first:
/// so records that lie beside each other have much in common.
pub struct Digits {
    /// Places among the rows.
    pub order: Vec<u32>,
    /// Row after row.
    digits: Vec<u8>,
    /// Digits of a row.
    pub count: usize,
    /// Issues to a digit: one or two.
    pub issues: usize,
    /// How many different ratings of an issue are told apart.
    pub steps: usize,
    /// Points of the scale to a step.
    pub coarse: usize,
}

impl Digits {
    /// `points` are those of the scale.
    pub fn of(rows: &Rows, points: usize, progress: &Progress) -> Result<Self, Stopped> {
        let coarse = points.div_ceil(MOST_STEPS).max(1);
        let steps = points.div_ceil(coarse).max(1);
        let issues = if steps <= MOST_PAIRED { 2 } else { 1 };
        let count = rows.width.div_ceil(issues);
        let telling = telling_first(rows, points, progress)?;
        let order = sorted(rows, &telling, points, progress)?;
        let mut digits = vec![0u8; rows.len() * count];
        digits
            .par_chunks_mut(STRIDE * count)
            .zip(order.par_chunks(STRIDE))
            .try_for_each(|(digits, order)| {
                progress.check()?;
                for (digits, &at) in digits.chunks_mut(count).zip(order) {
                    let row = rows.row(at as usize);
                    let step = |issue: usize| usize::from(row[issue]) / coarse;
                    for (digit, part) in digits.iter_mut().zip(telling.chunks(issues)) {
                        // An odd issue at the end is paired with one that everybody rated lowest.
                        let at = |at: usize| part.get(at).map_or(0, |&issue| step(issue));
                        *digit =
                            (0..issues).fold(0, |digit, place| digit * steps + at(place)) as u8;
                    }
                }
                Ok(())
            })?;
        Ok(Self {
            order,
            digits,
            count,
            issues,
            steps,
            coarse,
        })
    }

    /// How many values a digit can have.
    pub fn values(&self) -> usize {
        self.steps.pow(self.issues as u32)
    }

    /// Whether records that are found by their digits are always close.
    pub fn are_exact(&self) -> bool {
        self.coarse == 1
    }

    /// The digits of the record at a place of the order.
    #[inline]
    pub fn row(&self, place: u32) -> &[u8] {
        let start = place as usize * self.count;
        &self.digits[start..start + self.count]
    }

    /// The steps of all issues of the record at a place of the order.
    pub fn steps_of(&self, place: u32) -> impl Iterator<Item = u8> {
        let (steps, pairs) = (self.steps as u8, self.issues == 2);
        self.row(place).iter().flat_map(move |&digit| {
            let first = pairs.then(|| digit / steps);
            first.into_iter().chain([digit % steps])
        })
    }
}

/// Issues by how many pairs of people they keep apart, those that part the most first.
fn telling_first(rows: &Rows, points: usize, progress: &Progress) -> Result<Vec<usize>, Stopped> {
    let mut counts = vec![0u64; rows.width * points];
    for rows_of_stride in rows.cells.chunks(STRIDE * rows.width) {
        progress.check()?;
        for row in rows_of_stride.chunks(rows.width) {
            for (issue, &point) in row.iter().enumerate() {
                counts[issue * points + usize::from(point)] += 1;
            }
        }
    }
    let close = |&issue: &usize| -> u64 {
        let counts = &counts[issue * points..(issue + 1) * points];
        let equal: u64 = counts.iter().map(|count| count * count).sum();
        let beside: u64 = counts.windows(2).map(|pair| 2 * pair[0] * pair[1]).sum();
        equal + beside
    };
    let mut issues: Vec<usize> = (0..rows.width).collect();
    issues.sort_by_cached_key(close);
    Ok(issues)
}

/// Rows in the order of their most telling issues.
fn sorted(
    rows: &Rows,
    telling: &[usize],
    points: usize,
    progress: &Progress,
) -> Result<Vec<u32>, Stopped> {
    let mut keyed: Vec<(u64, u32)> = (0..rows.len() as u32)
        .into_par_iter()
        .map(|at| (sorting_key(rows.row(at as usize), telling, points), at))
        .collect();
    progress.check()?;
    keyed.par_sort_unstable();
    progress.check()?;
    Ok(keyed.into_iter().map(|(_, at)| at).collect())
}

/// As many issues as one number holds: records that agree in all of them may lie in any order.
fn sorting_key(row: &[u16], telling: &[usize], points: usize) -> u64 {
    let mut key = 0u64;
    for &issue in telling {
        let longer = key.checked_mul(points as u64);
        match longer.and_then(|key| key.checked_add(u64::from(row[issue]))) {
            Some(longer) => key = longer,
            None => break,
        }
    }
    key
}
