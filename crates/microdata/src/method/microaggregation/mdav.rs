//! MDAV: again and again the record farthest from the centre and the one farthest from that, each with its nearest.

use super::leftover::{Groups, Leftover, nearest_centre};
use super::points::{Points, Sums};
use cloakroom_core::{Progress, Stopped};

/// Groups of `k` to `2k - 1`, except that up to `k - 1` records that remain join the group with the nearest centre.
/// There are at least `k` records. Ties go to the smallest row.
pub fn mdav(points: &Points, k: usize, progress: &Progress) -> Result<Groups, Stopped> {
    let mut left = Leftover::new(points, progress)?;
    let mut groups = Vec::with_capacity(points.rows() / k);
    while left.len() >= 2 * k {
        progress.check()?;
        let Some(first) = left.farthest_from_centre() else {
            break;
        };
        left.take(first)?;
        // Reserved, so that the first group cannot swallow it.
        let Some(second) = left.farthest_from(first) else {
            break;
        };
        left.take(second)?;
        groups.push(left.take_group(first, k)?);
        groups.push(left.take_group(second, k)?);
        progress.advance(2 * k as u64);
    }
    let rest = left.rows();
    if rest.len() >= k || groups.is_empty() {
        groups.push(rest);
    } else if !rest.is_empty() {
        let mut sums = Sums::none(points);
        rest.iter().for_each(|&row| sums.add(points, row));
        let nearest = nearest_centre(points, &groups, &sums);
        groups[nearest].extend(rest);
    }
    Ok(groups)
}
