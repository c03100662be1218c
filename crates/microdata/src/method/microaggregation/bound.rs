//! How small the squared error of groups of at least k records can be at best: a number that no groups come under.
//!
//! The squared error of a group of s records is the sum over its pairs of their squared distance, divided by s. However
//! each of these is shared between its two records, a record adds at least its s − 1 smallest shares, divided by s; and no
//! group need have 2k records or more, since parting it costs nothing. The sum of what the records add at least is
//! therefore a bound for every way of sharing, and the ways that give a large one are looked for: a record that another
//! one chooses without choosing it itself hands over some of its share.

use super::points::{Place, Points};
use cloakroom_core::{Progress, Stopped};
use rayon::prelude::*;

/// More records would take too long.
pub const MOST_RECORDS: usize = 20_000;
/// So many of the nearest records of each are looked at one by one; all others are taken to be as near as the last.
const NEAR: usize = 64;
/// Ways of sharing that are tried.
const ROUNDS: usize = 3_000;
/// Rounds without gain after which steps are halved.
const PATIENCE: usize = 25;
/// What rounding may have added, as a share: axes are rounded to a small step, and sums to what a number can hold.
const ROUNDING: f64 = 1e-6;

/// One record as another one sees it.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// Where the other one sees this one.
    back: u32,
    /// What of their squared distance is this one's.
    share: f64,
}

/// No groups of at least `k` records have a smaller squared error. `known` is that of some groups, which steps are
/// measured by.
pub fn least_error(
    points: &Points,
    k: usize,
    known: f64,
    progress: &Progress,
) -> Result<f64, Stopped> {
    if k < 2 || points.rows() < k {
        return Ok(0.0);
    }
    progress.stage("bounding", ROUNDS as u64);
    let most = (2 * k - 2).min(points.rows() - 1);
    let mut sharing = Sharing::new(points, k, most.max(NEAR), progress)?;
    let mut best = 0.0f64;
    let (mut pace, mut idle) = (1.0, 0);
    for _ in 0..ROUNDS {
        progress.check()?;
        progress.advance(1);
        let bound = sharing.choose(progress)?;
        if bound > best {
            best = bound;
            idle = 0;
        } else {
            idle += 1;
            if idle == PATIENCE {
                pace *= 0.5;
                idle = 0;
            }
        }
        if pace < 1e-4 || best >= known {
            break;
        }
        sharing.step(pace * (known * 1.02 - bound).max(0.0));
    }
    // Nothing is below the truth by more than this.
    Ok((best * (1.0 - ROUNDING)).min(known).max(0.0))
}

struct Sharing {
    k: usize,
    /// `starts[record]..starts[record + 1]` are the places of what it sees.
    starts: Vec<usize>,
    seen: Vec<Seen>,
    /// By record: no share with a record that it does not see is smaller.
    beyond: Vec<f64>,
    /// By place: 1 / s where the record chooses the other one for a group of s, otherwise 0.
    chosen: Vec<f64>,
}

impl Sharing {
    /// Both have half of every distance.
    fn new(points: &Points, k: usize, near: usize, progress: &Progress) -> Result<Self, Stopped> {
        let rows = points.rows() as u32;
        let near = near.min(points.rows() - 1);
        let nearest = |row: u32| -> Result<Vec<(f64, u32)>, Stopped> {
            progress.check()?;
            let mut place = Place::default();
            place.at_record(points, row);
            let others = (0..rows).filter(|&other| other != row);
            let mut all: Vec<(f64, u32)> = others
                .map(|other| (place.distance(points, other), other))
                .collect();
            let order = |a: &(f64, u32), b: &(f64, u32)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
            if near < all.len() {
                // One more tells how near the others are.
                all.select_nth_unstable_by(near, order);
                all.truncate(near + 1);
            }
            all.sort_unstable_by(order);
            Ok(all)
        };
        let found: Vec<Vec<(f64, u32)>> = (0..rows)
            .into_par_iter()
            .map(nearest)
            .collect::<Result<_, Stopped>>()?;
        let beyond = found.iter().map(|found| match found.get(near) {
            Some(&(distance, _)) => distance / 2.0,
            None => f64::INFINITY,
        });
        let beyond: Vec<f64> = beyond.collect();
        // Who sees is seen.
        let mut pairs: Vec<(u32, u32, f64)> = Vec::new();
        for (row, found) in (0..).zip(&found) {
            for &(distance, other) in &found[..near.min(found.len())] {
                pairs.push((row.min(other), row.max(other), distance));
            }
        }
        pairs.sort_unstable_by_key(|&(a, b, _)| (a, b));
        pairs.dedup_by_key(|&mut (a, b, _)| (a, b));
        let mut starts = vec![0usize; rows as usize + 1];
        for &(a, b, _) in &pairs {
            starts[a as usize + 1] += 1;
            starts[b as usize + 1] += 1;
        }
        for row in 0..rows as usize {
            starts[row + 1] += starts[row];
        }
        let mut next = starts.clone();
        let nobody = Seen {
            back: 0,
            share: 0.0,
        };
        let mut seen = vec![nobody; 2 * pairs.len()];
        for (a, b, distance) in pairs {
            let (at, back) = (next[a as usize], next[b as usize]);
            next[a as usize] += 1;
            next[b as usize] += 1;
            let share = distance / 2.0;
            seen[at] = Seen {
                back: back as u32,
                share,
            };
            seen[back] = Seen {
                back: at as u32,
                share,
            };
        }
        Ok(Self {
            k,
            chosen: vec![0.0; seen.len()],
            starts,
            seen,
            beyond,
        })
    }

    /// Every record chooses the group that is cheapest for it; what they all add is a bound.
    fn choose(&mut self, progress: &Progress) -> Result<f64, Stopped> {
        progress.check()?;
        self.chosen.fill(0.0);
        let most = 2 * self.k - 1;
        let mut smallest: Vec<(f64, usize)> = Vec::with_capacity(most);
        let mut bound = 0.0;
        for row in 0..self.beyond.len() {
            smallest.clear();
            for at in self.starts[row]..self.starts[row + 1] {
                let share = self.seen[at].share;
                let worst = smallest.last().map_or(f64::INFINITY, |last| last.0);
                if smallest.len() < most - 1 || share < worst {
                    let place = smallest.partition_point(|&(other, _)| other <= share);
                    smallest.insert(place, (share, at));
                    smallest.truncate(most - 1);
                }
            }
            let beyond = self.beyond[row];
            let (mut sum, mut best) = (0.0, (f64::INFINITY, 0, 1));
            for size in 2..=most {
                let share = smallest.get(size - 2).map_or(f64::INFINITY, |of| of.0);
                // As many unseen ones as one likes, each no nearer than this.
                sum += share.min(beyond);
                let each = sum / size as f64;
                if size >= self.k && each < best.0 {
                    let seen = smallest.partition_point(|&(share, _)| share <= beyond);
                    best = (each, seen.min(size - 1), size);
                }
            }
            bound += best.0;
            for &(_, at) in &smallest[..best.1] {
                self.chosen[at] = 1.0 / best.2 as f64;
            }
        }
        Ok(bound)
    }

    /// Shares go from those who are chosen without choosing to those who choose them, as far as `lacks` asks for.
    fn step(&mut self, lacks: f64) {
        let slope = |at: usize| self.chosen[at] - self.chosen[self.seen[at].back as usize];
        let square: f64 = (0..self.seen.len())
            .map(|at| slope(at).powi(2))
            .sum::<f64>()
            / 2.0;
        if square <= 0.0 {
            return;
        }
        let length = lacks / square;
        for at in 0..self.seen.len() {
            let back = self.seen[at].back as usize;
            if at < back {
                let more = length * (self.chosen[at] - self.chosen[back]);
                if more != 0.0 {
                    self.seen[at].share += more;
                    self.seen[back].share -= more;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::definition::{points, rows};
    use super::*;
    use proptest::prelude::*;

    /// The least squared error of all ways to make groups of at least `k`, by the records that are in one already.
    fn least(points: &Points, k: usize) -> f64 {
        let rows = points.rows();
        let error: Vec<f64> = (0..1usize << rows)
            .map(|set| {
                let members: Vec<u32> =
                    (0..rows as u32).filter(|row| set >> row & 1 == 1).collect();
                points.error([members.as_slice()])
            })
            .collect();
        let mut best = vec![f64::INFINITY; 1 << rows];
        best[0] = 0.0;
        for set in 1..1usize << rows {
            // The group of the first record, and the rest.
            let first = set & set.wrapping_neg();
            let mut group = set;
            while group > 0 {
                if group & first != 0 && group.count_ones() as usize >= k {
                    best[set] = best[set].min(error[group] + best[set & !group]);
                }
                group = (group - 1) & set;
            }
        }
        best[(1 << rows) - 1]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(150))]

        #[test]
        fn nothing_comes_under_the_bound(rows in rows(10), with_categories: bool, k in 2usize..5) {
            let points = points(&rows, with_categories);
            prop_assume!(points.rows() >= k);
            let least = least(&points, k);
            let progress = Progress::default();
            let bound = least_error(&points, k, f64::MAX.min(2.0 * least + 1.0), &progress).unwrap();
            prop_assert!(bound <= least + 1e-9 * (1.0 + least), "{bound} above {least}");
        }

        /// Records that are not looked at one by one cost too little, never too much.
        #[test]
        fn who_is_not_seen_makes_it_smaller(rows in rows(10), near in 1usize..6) {
            let points = points(&rows, false);
            prop_assume!(points.rows() >= 3);
            let progress = Progress::default();
            let mut few = Sharing::new(&points, 3, near.max(4), &progress).unwrap();
            let mut all = Sharing::new(&points, 3, 64, &progress).unwrap();
            let (few, all) = (few.choose(&progress).unwrap(), all.choose(&progress).unwrap());
            prop_assert!(few <= all + 1e-12);
            prop_assert!(all <= least(&points, 3) + 1e-9);
        }
    }

    /// Groups that lie apart, each of one place but for one record: the bound is what they cost.
    #[test]
    fn the_bound_of_pairs_is_their_distance() {
        let rows: Vec<(i8, i8, u8, u8)> = (0..4)
            .flat_map(|at| [(at * 30, 0, 0, 0), (at * 30, 3, 0, 0)])
            .collect();
        let points = points(&rows, false);
        let least = 4.0 * 0.5;
        let bound = least_error(&points, 2, 2.0 * least, &Progress::default()).unwrap();
        // What rounding may have added is taken off.
        assert!(
            bound <= least && least - bound <= 2.0 * ROUNDING * least,
            "{bound}"
        );
    }
}
