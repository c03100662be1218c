//! How often two people who are close to a third are close to each other, on average over people.

use super::crowd::Crowd;
use super::people::People;
use crate::table::share;
use crate::watch::{Stopped, Watch};
use rayon::prelude::*;

/// Of more people than this, so many are asked, evenly over the file.
const MOST_ASKED: usize = 1_000;
/// Of more neighbours than this, so many are looked at.
const MOST_NEIGHBOURS: usize = 60;

/// 0 counts for whoever has fewer than two neighbours.
pub(super) fn coefficient(
    people: &People,
    crowd: &Crowd,
    within: u16,
    unrated_from: u16,
    watch: &dyn Watch,
) -> Result<f64, Stopped> {
    let all = people.count();
    if within >= unrated_from {
        // Everybody is close to everybody, whatever they rated.
        return Ok(if all > 2 { 1.0 } else { 0.0 });
    }
    let mut place_of = vec![(0u32, 0u32); all];
    for (at, group) in crowd.groups.iter().enumerate() {
        for place in 0..group.records() {
            for &person in group.members(place) {
                place_of[person as usize] = (at as u32, place as u32);
            }
        }
    }
    let asked: Vec<u32> = evenly(all, MOST_ASKED).map(|at| at as u32).collect();
    let shares = asked
        .par_iter()
        .map(|&person| {
            watch.check()?;
            let (group, place) = place_of[person as usize];
            let group = &crowd.groups[group as usize];
            let mut near: Vec<u32> = Vec::new();
            group
                .boxes
                .each_within(place as usize, within, &mut |places| {
                    for place in places {
                        near.extend(
                            group
                                .members(place)
                                .iter()
                                .filter(|&&other| other != person),
                        );
                    }
                    true
                });
            // In the order of the file, so that which of many are looked at follows from it.
            near.sort_unstable();
            let near: Vec<&[u16]> = evenly(near.len(), MOST_NEIGHBOURS)
                .map(|at| people.points_of(near[at]))
                .collect();
            let mut edges = 0u32;
            for (at, one) in near.iter().enumerate() {
                let others = near[at + 1..].iter();
                edges += others.filter(|other| are_close(one, other, within)).count() as u32;
            }
            let pairs = near.len() * near.len().saturating_sub(1) / 2;
            Ok(share(f64::from(edges), pairs as f64))
        })
        .collect::<Result<Vec<f64>, Stopped>>()?;
    Ok(share(shares.iter().sum(), asked.len() as f64))
}

/// Of people who rated the same issues.
fn are_close(one: &[u16], other: &[u16], within: u16) -> bool {
    let mut both = one.iter().zip(other);
    both.all(|(a, &b)| a.abs_diff(b) <= within)
}

/// At most `most` places below `count`, evenly spread.
fn evenly(count: usize, most: usize) -> impl Iterator<Item = usize> {
    let taken = count.min(most);
    (0..taken).map(move |at| at * count / taken)
}
