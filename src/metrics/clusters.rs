//! How many records change their cluster when the release is clustered instead of the original: k means from
//! the same starting points, labels matched as well as they can be.
//!
//! A number is a place on a line, in standard deviations. Any other value is a corner of its own, all corners
//! equally far apart; a generalized value lies in the middle of what it stands for.

use super::classes::share;
use super::meaning::Meaning;
use super::microdata::{MicrodataRelease, sampled};
use crate::model::column::Column;
use crate::model::pulse::{Pulse, Stopped};
use crate::model::stream::Stream;
use rayon::prelude::*;

const CLUSTERS: usize = 5;
const MOST_ROUNDS: usize = 20;
/// How many records are looked at between two looks at the pulse.
const STRIDE: usize = 1 << 13;
/// Streams of other metrics count from 0.
const STREAM: u64 = 1 << 41;

/// `None` if too few records differ.
pub(super) fn change(
    release: &MicrodataRelease<'_>,
    meanings: &[Meaning<'_>],
    pulse: &Pulse,
) -> Result<Option<f64>, Stopped> {
    let rows: Vec<u32> = sampled(release.kept).collect();
    let subject = release.subject;
    let identity: Vec<Meaning<'_>> = subject.quasi.iter().map(Meaning::unchanged).collect();
    let original = Space {
        axes: subject
            .quasi
            .iter()
            .zip(&identity)
            .map(|(quasi, meaning)| Axis::new(quasi.column, quasi.column, meaning))
            .collect(),
    };
    let released = Space {
        axes: subject
            .quasi
            .iter()
            .zip(release.quasi)
            .zip(meanings)
            .map(|((quasi, released), meaning)| Axis::new(quasi.column, released.column, meaning))
            .collect(),
    };
    let Some(start) = starting_points(&original, &rows, release.seed, pulse)? else {
        return Ok(None);
    };
    let before = clustered(&original, start.clone(), &rows, pulse)?;
    let after = clustered(&released, start, &rows, pulse)?;
    let changed = 1.0 - share(matched(&before, &after) as f64, rows.len() as f64);
    let kept = release.kept.len() as f64;
    let left_out = release.left_out.len() as f64;
    Ok(Some((changed * kept + left_out) / (kept + left_out)))
}

struct Space<'a> {
    axes: Vec<Axis<'a>>,
}

/// One column of one of the two tables.
struct Axis<'a> {
    column: &'a Column,
    meaning: &'a Meaning<'a>,
    /// By code, where numbers lie.
    places: Option<Vec<f64>>,
}

/// Where a cluster lies on one axis.
#[derive(Clone, Debug)]
enum Middle {
    Place(f64),
    /// How much of each original value.
    Mixture(Vec<f64>),
}

type Centre = Vec<Middle>;

impl<'a> Axis<'a> {
    fn new(original: &Column, column: &'a Column, meaning: &'a Meaning<'a>) -> Self {
        let places = standardized(original).map(|standard| {
            meaning
                .gather(&standard)
                .iter()
                .zip(meaning.sizes())
                .map(|(&sum, &size)| share_of(sum, size))
                .collect()
        });
        Self {
            column,
            meaning,
            places,
        }
    }

    fn middle(&self, mass: &[f64], records: f64) -> Middle {
        match &self.places {
            Some(places) => {
                let sum: f64 = places
                    .iter()
                    .zip(mass)
                    .map(|(place, mass)| place * mass)
                    .sum();
                Middle::Place(sum / records)
            }
            None => {
                let each: Vec<f64> = mass.iter().map(|mass| mass / records).collect();
                Middle::Mixture(self.meaning.scatter(&each))
            }
        }
    }

    /// By code, the squared distance from a middle.
    fn distances(&self, middle: &Middle) -> Vec<f64> {
        match (&self.places, middle) {
            (Some(places), Middle::Place(middle)) => places
                .iter()
                .map(|place| (place - middle) * (place - middle))
                .collect(),
            (_, Middle::Mixture(mixture)) => {
                let length: f64 = mixture.iter().map(|part| part * part).sum();
                // Half of |x − c|², so that two different values are 1 apart.
                self.meaning
                    .gather(mixture)
                    .iter()
                    .zip(self.meaning.sizes())
                    .map(|(&common, &size)| {
                        0.5 * (share_of(1.0, size) - 2.0 * share_of(common, size) + length)
                    })
                    .collect()
            }
            (None, Middle::Place(_)) => Vec::new(),
        }
    }
}

fn share_of(part: f64, size: f64) -> f64 {
    if size > 0.0 { part / size } else { 0.0 }
}

/// The numbers of a column in standard deviations from the mean; a missing one lies at the mean.
fn standardized(column: &Column) -> Option<Vec<f64>> {
    let numbers: Vec<Option<f64>> = (0..column.dictionary().len() as u32)
        .map(|code| column.number(code))
        .collect();
    let counts = column.counts();
    let known = || {
        numbers
            .iter()
            .zip(counts)
            .filter_map(|(number, &count)| number.map(|number| (number, f64::from(count))))
    };
    let records: f64 = known().map(|(_, count)| count).sum();
    if records == 0.0 {
        return None;
    }
    let mean = known().map(|(number, count)| number * count).sum::<f64>() / records;
    let variance = known()
        .map(|(number, count)| (number - mean) * (number - mean) * count)
        .sum::<f64>()
        / records;
    let deviation = variance.sqrt();
    Some(
        numbers
            .iter()
            .map(|number| number.map_or(0.0, |number| share_of(number - mean, deviation)))
            .collect(),
    )
}

impl Space<'_> {
    /// The cluster around one record.
    fn around(&self, row: u32) -> Centre {
        self.axes
            .iter()
            .map(|axis| {
                let mut mass = vec![0.0; axis.column.dictionary().len()];
                mass[axis.column.codes()[row as usize] as usize] = 1.0;
                axis.middle(&mass, 1.0)
            })
            .collect()
    }

    /// By axis and centre, the distances by code.
    fn tables(&self, centres: &[Centre]) -> Vec<Vec<Vec<f64>>> {
        self.axes
            .iter()
            .enumerate()
            .map(|(at, axis)| {
                centres
                    .iter()
                    .map(|centre| axis.distances(&centre[at]))
                    .collect()
            })
            .collect()
    }

    /// The nearest centre of every row, the first of equals, and how far it is.
    fn nearest(
        &self,
        centres: &[Centre],
        rows: &[u32],
        pulse: &Pulse,
    ) -> Result<Vec<(usize, f64)>, Stopped> {
        let tables = self.tables(centres);
        let parts = rows
            .par_chunks(STRIDE)
            .map(|part| {
                pulse.check()?;
                let nearest = |&row: &u32| {
                    let mut distances = [0.0; CLUSTERS];
                    for (axis, tables) in self.axes.iter().zip(&tables) {
                        let code = axis.column.codes()[row as usize] as usize;
                        for (distance, table) in distances.iter_mut().zip(tables) {
                            *distance += table[code];
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
    fn moved(&self, centres: &mut [Centre], cluster_of: &[usize], rows: &[u32]) {
        let mut members = vec![0u32; centres.len()];
        for &cluster in cluster_of {
            members[cluster] += 1;
        }
        for (at, axis) in self.axes.iter().enumerate() {
            let mut mass = vec![vec![0.0; axis.column.dictionary().len()]; centres.len()];
            for (&row, &cluster) in rows.iter().zip(cluster_of) {
                mass[cluster][axis.column.codes()[row as usize] as usize] += 1.0;
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
fn starting_points(
    space: &Space<'_>,
    rows: &[u32],
    seed: u64,
    pulse: &Pulse,
) -> Result<Option<Vec<Centre>>, Stopped> {
    if rows.is_empty() {
        return Ok(None);
    }
    let mut stream = Stream::new(seed, STREAM);
    let first = stream.below(rows.len() as u32) as usize;
    let mut centres = vec![space.around(rows[first])];
    while centres.len() < CLUSTERS {
        let nearest = space.nearest(&centres, rows, pulse)?;
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

fn clustered(
    space: &Space<'_>,
    mut centres: Vec<Centre>,
    rows: &[u32],
    pulse: &Pulse,
) -> Result<Vec<usize>, Stopped> {
    let mut cluster_of: Vec<usize> = Vec::new();
    for _ in 0..MOST_ROUNDS {
        let nearest = space.nearest(&centres, rows, pulse)?;
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
