//! V-MDAV: groups around the records farthest from the centre, which take in more records while those lie nearer to
//! the group than to other records.

use super::leftover::{Groups, Leftover};
use super::nearest::Found;
use super::points::{Place, Points, Sums};
use cloakroom_core::{Progress, Stopped};

/// Groups of `k` to `2k - 1` before the records that remain join the nearest ones. With `gamma` 0 every group has `k`.
pub fn v_mdav(
    points: &Points,
    k: usize,
    gamma: f64,
    progress: &Progress,
) -> Result<Groups, Stopped> {
    let mut left = Leftover::new(points, progress)?;
    let mut place = Place::default();
    place.at_centre(points, &left.sums);
    let mut order: Vec<(u64, u32)> = (0..points.rows() as u32)
        .map(|row| (!place.distance(points, row).to_bits(), row))
        .collect();
    order.sort_unstable();
    let mut groups = Vec::with_capacity(points.rows() / k);
    for (_, row) in order {
        if left.len() < k {
            break;
        }
        if !left.holds(row) {
            continue;
        }
        progress.check()?;
        left.take(row)?;
        let mut group = left.take_group(row, k)?;
        extend(&mut left, &mut group, k, gamma)?;
        progress.advance(group.len() as u64);
        groups.push(group);
    }
    let rest = left.rows();
    if groups.is_empty() {
        groups.push(rest);
        return Ok(groups);
    }
    let homes = homes(points, &groups, &rest);
    for (row, home) in rest.into_iter().zip(homes) {
        groups[home].push(row);
    }
    Ok(groups)
}

/// Lets a group grow while the nearest record is nearer to it than, by `gamma`, to any other.
fn extend(
    left: &mut Leftover<'_>,
    group: &mut Vec<u32>,
    k: usize,
    gamma: f64,
) -> Result<(), Stopped> {
    if gamma <= 0.0 {
        return Ok(());
    }
    // The nearest free record of every member; found again when it was taken.
    let mut nearest: Vec<Option<Found>> = Vec::with_capacity(2 * k);
    while group.len() + 1 < 2 * k {
        for (at, &member) in group.iter().enumerate() {
            match nearest.get(at) {
                Some(Some(found)) if left.holds(found.row) => {}
                known => {
                    let is_new = known.is_none();
                    let found = left.nearest_to(member);
                    if is_new {
                        nearest.push(found);
                    } else {
                        nearest[at] = found;
                    }
                }
            }
        }
        let Some(next) = nearest.iter().flatten().min().copied() else {
            break;
        };
        let other = left
            .nearest_other(next.row)
            .map_or(f64::INFINITY, Found::distance);
        if next.distance() >= left.points.gauge.reach(gamma) * other {
            break;
        }
        left.take(next.row)?;
        group.push(next.row);
    }
    Ok(())
}

/// The group with the nearest centre for each of the rows.
fn homes(points: &Points, groups: &Groups, rows: &[u32]) -> Vec<usize> {
    let mut nearest = vec![(f64::INFINITY, 0); rows.len()];
    let (mut sums, mut place) = (Sums::none(points), Place::default());
    for (at, group) in groups.iter().enumerate() {
        sums.clear();
        group.iter().for_each(|&row| sums.add(points, row));
        place.at_centre(points, &sums);
        for (nearest, &row) in nearest.iter_mut().zip(rows) {
            let distance = place.distance(points, row);
            if distance < nearest.0 {
                *nearest = (distance, at);
            }
        }
    }
    nearest.into_iter().map(|(_, at)| at).collect()
}
