//! k means on two tables from the same starting points: how many records change their cluster, labels matched
//! as well as they can be.

use super::coded::Coded;
use super::share;
use crate::{Progress, Stopped, Stream};
use rayon::prelude::*;

const CLUSTERS: usize = 5;
const MOST_ROUNDS: usize = 20;
/// How many records are looked at between two looks at the progress.
const STRIDE: usize = 1 << 13;
/// Streams of other metrics count from 0.
const STREAM: u64 = 1 << 41;

/// One column of one of the two tables: what its codes mean for distances.
pub trait Axis: Coded {
    /// Where a cluster lies on it.
    type Middle: Clone + Sync;

    /// The middle of so many records, given how many of them have each code.
    fn middle(&self, mass: &[f64], records: f64) -> Self::Middle;

    /// By code, the squared distance from a middle.
    fn distances(&self, middle: &Self::Middle) -> Vec<f64>;
}

/// The middle of so many records on a line, given how many of them lie at each of its places.
pub fn middle_of(places: &[f64], mass: &[f64], records: f64) -> f64 {
    let weighed = places.iter().zip(mass);
    weighed.map(|(place, mass)| place * mass).sum::<f64>() / records
}

/// By place, the squared distance from a middle.
pub fn squared(places: &[f64], middle: f64) -> Vec<f64> {
    let squared = |place: &f64| (place - middle) * (place - middle);
    places.iter().map(squared).collect()
}

type Centre<A> = Vec<<A as Axis>::Middle>;

/// The share of these rows that change their cluster; `None` if too few of them differ.
pub fn changed<A: Axis>(
    original: Vec<A>,
    released: Vec<A>,
    rows: &[u32],
    seed: u64,
    progress: &Progress,
) -> Result<Option<f64>, Stopped> {
    let original = Space { axes: original };
    let released = Space { axes: released };
    let Some(start) = starting_points(&original, rows, seed, progress)? else {
        return Ok(None);
    };
    let before = clustered(&original, start.clone(), rows, progress)?;
    let after = clustered(&released, start, rows, progress)?;
    let same = share(matched(&before, &after) as f64, rows.len() as f64);
    Ok(Some(1.0 - same))
}

/// The share of all records, where one that is left out counts as changed.
pub fn among_all(changed: f64, kept: usize, left_out: usize) -> f64 {
    let (kept, left_out) = (kept as f64, left_out as f64);
    (changed * kept + left_out) / (kept + left_out)
}

struct Space<A> {
    axes: Vec<A>,
}

impl<A: Axis> Space<A> {
    /// The cluster around one record.
    fn around(&self, row: u32) -> Centre<A> {
        self.axes
            .iter()
            .map(|axis| {
                let mut mass = vec![0.0; axis.values()];
                mass[axis.code(row)] = 1.0;
                axis.middle(&mass, 1.0)
            })
            .collect()
    }

    /// By axis and code, the distances from the centres.
    fn tables(&self, centres: &[Centre<A>]) -> Vec<Vec<[f64; CLUSTERS]>> {
        self.axes
            .iter()
            .enumerate()
            .map(|(at, axis)| {
                let mut table = vec![[0.0; CLUSTERS]; axis.values()];
                for (number, centre) in centres.iter().enumerate() {
                    let distances = axis.distances(&centre[at]);
                    for (of_code, distance) in table.iter_mut().zip(distances) {
                        of_code[number] = distance;
                    }
                }
                table
            })
            .collect()
    }

    /// The nearest centre of every row, the first of equals, and how far it is.
    fn nearest(
        &self,
        centres: &[Centre<A>],
        rows: &[u32],
        progress: &Progress,
    ) -> Result<Vec<(usize, f64)>, Stopped> {
        let tables = self.tables(centres);
        let parts = rows
            .par_chunks(STRIDE)
            .map(|part| {
                progress.check()?;
                let nearest = |&row: &u32| {
                    let mut distances = [0.0; CLUSTERS];
                    for (axis, table) in self.axes.iter().zip(&tables) {
                        for (distance, more) in distances.iter_mut().zip(&table[axis.code(row)]) {
                            *distance += more;
                        }
                    }
                    let mut best = 0;
                    for centre in 1..centres.len() {
                        if distances[centre] < distances[best] {
                            best = centre;
                        }
                    }
                    (best, distances[best])
                };
                Ok(part.iter().map(nearest).collect())
            })
            .collect::<Result<Vec<Vec<(usize, f64)>>, Stopped>>()?;
        Ok(parts.concat())
    }

    /// The middles of the records of each cluster; an empty cluster stays where it is.
    fn moved(&self, centres: &mut [Centre<A>], cluster_of: &[usize], rows: &[u32]) {
        let mut members = vec![0u32; centres.len()];
        for &cluster in cluster_of {
            members[cluster] += 1;
        }
        for (at, axis) in self.axes.iter().enumerate() {
            let mut mass = vec![vec![0.0; axis.values()]; centres.len()];
            for (&row, &cluster) in rows.iter().zip(cluster_of) {
                mass[cluster][axis.code(row)] += 1.0;
            }
            for ((centre, mass), &members) in centres.iter_mut().zip(&mass).zip(&members) {
                if members > 0 {
                    centre[at] = axis.middle(mass, f64::from(members));
                }
            }
        }
    }
}

/// Records far from each other, each chosen with a chance that grows with its distance from those before.
fn starting_points<A: Axis>(
    space: &Space<A>,
    rows: &[u32],
    seed: u64,
    progress: &Progress,
) -> Result<Option<Vec<Centre<A>>>, Stopped> {
    if rows.is_empty() {
        return Ok(None);
    }
    let mut stream = Stream::new(seed, STREAM);
    let first = stream.below(rows.len() as u32) as usize;
    let mut centres = vec![space.around(rows[first])];
    while centres.len() < CLUSTERS {
        let nearest = space.nearest(&centres, rows, progress)?;
        let total: f64 = nearest.iter().map(|(_, distance)| distance).sum();
        if total <= 0.0 {
            break;
        }
        let mut ball = f64::from(stream.below(u32::MAX)) / f64::from(u32::MAX) * total;
        let drawn = nearest
            .iter()
            .position(|(_, distance)| {
                ball -= distance;
                ball < 0.0
            })
            .unwrap_or(rows.len() - 1);
        centres.push(space.around(rows[drawn]));
    }
    Ok((centres.len() > 1).then_some(centres))
}

fn clustered<A: Axis>(
    space: &Space<A>,
    mut centres: Vec<Centre<A>>,
    rows: &[u32],
    progress: &Progress,
) -> Result<Vec<usize>, Stopped> {
    let mut cluster_of: Vec<usize> = Vec::new();
    for _ in 0..MOST_ROUNDS {
        let nearest = space.nearest(&centres, rows, progress)?;
        let now: Vec<usize> = nearest.into_iter().map(|(cluster, _)| cluster).collect();
        if now == cluster_of {
            break;
        }
        cluster_of = now;
        space.moved(&mut centres, &cluster_of, rows);
    }
    Ok(cluster_of)
}

/// How many records stay when every cluster of the one is matched with one of the other, at best.
fn matched(before: &[usize], after: &[usize]) -> u64 {
    let mut common = [[0u64; CLUSTERS]; CLUSTERS];
    for (&before, &after) in before.iter().zip(after) {
        common[before][after] += 1;
    }
    // By set of matched clusters of `after`: those of `before` are matched in order.
    let mut best = [0u64; 1 << CLUSTERS];
    for set in 1..best.len() {
        let row = &common[set.count_ones() as usize - 1];
        best[set] = (0..CLUSTERS)
            .filter(|cluster| set >> cluster & 1 == 1)
            .map(|cluster| best[set & !(1 << cluster)] + row[cluster])
            .max()
            .unwrap_or(0);
    }
    best[best.len() - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_matched_as_well_as_they_can_be() {
        // Renamed 0 → 2 → 1 → 0, and one record has moved.
        let before = [0, 0, 0, 1, 1, 2, 2, 2];
        let after = [2, 2, 2, 0, 0, 1, 1, 0];
        assert_eq!(matched(&before, &after), 7);
        assert_eq!(matched(&[0, 1, 2, 3, 4], &[4, 3, 2, 1, 0]), 5);
    }
}
