//! The two directions of the picture.

use super::points::Points;
use super::{Direction, Place};
use cloakroom_core::progress::{Progress, Stopped};

/// Directions are found from at most so many records, evenly picked.
const LOOKED_AT: usize = 20_000;
const MOST_ROUNDS: usize = 300;
/// Columns that are named for a direction.
const NAMED: usize = 3;

type Found = ([Direction; 2], Vec<Place>, Vec<Place>);

/// The two directions in which the points vary most.
pub fn principal(points: &Points, progress: &Progress) -> Result<Found, Stopped> {
    let covariance = covariance(points, progress)?;
    let size = points.coordinates.len();
    let whole: f64 = (0..size).map(|at| covariance[at * size + at]).sum();
    let first = leading(&covariance, size, None, progress)?;
    let second = leading(&covariance, size, Some(&first), progress)?;
    let direction = |name: &str, vector: &[f64]| Direction {
        name: name.to_owned(),
        shows: match whole > 0.0 {
            true => spread_along(&covariance, vector) / whole,
            false => 0.0,
        },
        weights: weights(points, vector),
        ends: None,
    };
    let directions = [
        direction("first component", &first),
        direction("second component", &second),
    ];
    progress.check()?;
    let place = |after: bool, count: usize| -> Vec<Place> {
        let mut places = vec![[0.0f32; 2]; count];
        for (at, coordinate) in points.coordinates.iter().enumerate() {
            let values = match after {
                true => &coordinate.after,
                false => &coordinate.before,
            };
            let (x, y) = (first[at] as f32, second[at] as f32);
            for (place, &value) in places.iter_mut().zip(values) {
                place[0] += x * value;
                place[1] += y * value;
            }
        }
        places
    };
    let records = points.columns.first().map_or(0, |scale| scale.before.len());
    let groups = points.columns.first().map_or(0, |scale| scale.after.len());
    Ok((directions, place(false, records), place(true, groups)))
}

/// Two columns side by side.
pub fn columns(points: &Points, x: usize, y: usize) -> Found {
    let last = points.columns.len().saturating_sub(1);
    let sides = [x.min(last), y.min(last)];
    let direction = |at: usize| Direction {
        name: points.names.get(at).cloned().unwrap_or_default(),
        shows: 0.0,
        weights: Vec::new(),
        ends: points.columns.get(at).map(|scale| scale.ends.clone()),
    };
    let [x, y] = sides.map(|at| points.columns.get(at));
    let pairs = |one: Option<&Vec<f32>>, other: Option<&Vec<f32>>| -> Vec<Place> {
        let (one, other) = (one.into_iter().flatten(), other.into_iter().flatten());
        one.zip(other).map(|(&x, &y)| [x, y]).collect()
    };
    (
        sides.map(direction),
        pairs(x.map(|x| &x.before), y.map(|y| &y.before)),
        pairs(x.map(|x| &x.after), y.map(|y| &y.after)),
    )
}

fn covariance(points: &Points, progress: &Progress) -> Result<Vec<f64>, Stopped> {
    let size = points.coordinates.len();
    let mut covariance = vec![0.0; size * size];
    let records = points.coordinates.first();
    let records = records.map_or(0, |coordinate| coordinate.before.len());
    let step = records.div_ceil(LOOKED_AT).max(1);
    let picked: Vec<Vec<f32>> = points
        .coordinates
        .iter()
        .map(|coordinate| coordinate.before.iter().step_by(step).copied().collect())
        .collect();
    for a in 0..size {
        progress.check()?;
        for b in a..size {
            let products = picked[a].iter().zip(&picked[b]);
            let sum: f64 = products.map(|(x, y)| f64::from(x * y)).sum();
            let mean = sum / picked[a].len().max(1) as f64;
            covariance[a * size + b] = mean;
            covariance[b * size + a] = mean;
        }
    }
    Ok(covariance)
}

fn times(matrix: &[f64], vector: &[f64]) -> Vec<f64> {
    let size = vector.len();
    (0..size)
        .map(|row| {
            let row = &matrix[row * size..(row + 1) * size];
            row.iter().zip(vector).map(|(a, b)| a * b).sum()
        })
        .collect()
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

fn spread_along(covariance: &[f64], vector: &[f64]) -> f64 {
    dot(&times(covariance, vector), vector).max(0.0)
}

/// The direction of most variance, at a right angle to another: by repeated multiplication, from a start that is the
/// same every time.
fn leading(
    covariance: &[f64],
    size: usize,
    apart_from: Option<&[f64]>,
    progress: &Progress,
) -> Result<Vec<f64>, Stopped> {
    let mut vector: Vec<f64> = (0..size)
        .map(|at| 1.0 + 0.37 * ((at * 7 % 11) as f64))
        .collect();
    for _ in 0..MOST_ROUNDS {
        progress.check()?;
        if let Some(other) = apart_from {
            let along = dot(&vector, other);
            for (value, other) in vector.iter_mut().zip(other) {
                *value -= along * other;
            }
        }
        let length = dot(&vector, &vector).sqrt();
        if length <= 1e-12 {
            return Ok(vec![0.0; size]);
        }
        for value in &mut vector {
            *value /= length;
        }
        let next = times(covariance, &vector);
        let moved: f64 = {
            let length = dot(&next, &next).sqrt();
            if length <= 1e-12 {
                break;
            }
            let changes = next.iter().zip(&vector);
            changes.map(|(a, b)| (a / length - b).abs()).sum()
        };
        vector = next;
        if moved < 1e-9 {
            break;
        }
    }
    if let Some(other) = apart_from {
        let along = dot(&vector, other);
        for (value, other) in vector.iter_mut().zip(other) {
            *value -= along * other;
        }
    }
    let length = dot(&vector, &vector).sqrt();
    if length > 1e-12 {
        for value in &mut vector {
            *value /= length;
        }
    }
    // The side is arbitrary: the heaviest coordinate points to the right.
    let heaviest = vector.iter().fold(0.0f64, |heaviest, &value| {
        if value.abs() > heaviest.abs() + 1e-9 {
            value
        } else {
            heaviest
        }
    });
    if heaviest < 0.0 {
        for value in &mut vector {
            *value = -*value;
        }
    }
    Ok(vector)
}

/// The columns that weigh most, all coordinates of a column together.
fn weights(points: &Points, vector: &[f64]) -> Vec<(String, f64)> {
    let mut of = vec![0.0; points.names.len()];
    for (coordinate, weight) in points.coordinates.iter().zip(vector) {
        if let Some(sum) = of.get_mut(coordinate.column) {
            *sum += weight * weight;
        }
    }
    let mut named: Vec<(String, f64)> = points.names.iter().cloned().zip(of).collect();
    named.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    named.truncate(NAMED);
    named.retain(|(_, weight)| *weight > 0.0);
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_directions_are_those_of_most_variance() {
        // Variances 4, 1 and 2 along the first, second and third coordinate.
        let covariance = [4.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 2.0];
        let progress = Progress::default();
        let first = leading(&covariance, 3, None, &progress).unwrap();
        let second = leading(&covariance, 3, Some(&first), &progress).unwrap();
        assert!(first[0] > 0.999_999, "{first:?}");
        assert!(second[2] > 0.999_999, "{second:?}");
        assert!((spread_along(&covariance, &second) - 2.0).abs() < 1e-6);
    }

    #[test]
    fn without_variance_there_is_no_direction() {
        let none = leading(&[0.0; 4], 2, None, &Progress::default()).unwrap();
        assert!(none.iter().all(|value| value.is_finite()));
        let second = leading(&[0.0; 4], 2, Some(&none), &Progress::default()).unwrap();
        assert!(second.iter().all(|value| value.is_finite()));
    }
}
