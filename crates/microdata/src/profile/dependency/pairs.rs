//! How often two values meet, for every pair of columns.

use super::bins::{Coded, STRETCH};
use super::entropy;
use cloakroom_core::{Progress, Stopped};
use rayon::prelude::*;

/// Up to so many pairs of values there is a place for each, which fits into the fast part of the memory.
const DENSE: usize = 1 << 18;

/// All pairs of columns, in lexicographic order.
pub(super) fn all(columns: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..columns).flat_map(move |a| (a + 1..columns).map(move |b| (a, b)))
}

/// The entropy of every pair of columns, in lexicographic order.
pub(super) fn joint_entropies(
    columns: &[Coded<'_>],
    progress: &Progress,
) -> Result<Vec<f64>, Stopped> {
    let pairs: Vec<(usize, usize)> = all(columns.len()).collect();
    progress.stage("comparing columns", pairs.len() as u64);
    pairs
        .into_par_iter()
        .map(|(a, b)| {
            let counts = meetings(&columns[a], &columns[b], progress)?;
            progress.advance(1);
            Ok(entropy::bits(counts))
        })
        .collect()
}

/// How many records have each pair of values, in any order.
fn meetings(a: &Coded<'_>, b: &Coded<'_>, progress: &Progress) -> Result<Vec<u32>, Stopped> {
    match a.counts.len().checked_mul(b.counts.len()) {
        Some(places) if places <= DENSE => dense(a, b, places, progress),
        _ if a.counts.len() <= b.counts.len() => sparse(a, b, progress),
        _ => sparse(b, a, progress),
    }
}

fn dense(
    a: &Coded<'_>,
    b: &Coded<'_>,
    places: usize,
    progress: &Progress,
) -> Result<Vec<u32>, Stopped> {
    let mut counts = vec![0u32; places];
    let width = b.counts.len();
    let stretches = a.codes.chunks(STRETCH).zip(b.codes.chunks(STRETCH));
    for (at, (a_codes, b_codes)) in stretches.enumerate() {
        progress.check()?;
        let pairs = a_codes.iter().zip(b_codes);
        match a.weights {
            None => pairs.for_each(|(&a, &b)| counts[a as usize * width + b as usize] += 1),
            Some(weights) => {
                for ((&a, &b), &weight) in pairs.zip(&weights[at * STRETCH..]) {
                    counts[a as usize * width + b as usize] += weight;
                }
            }
        }
    }
    Ok(counts)
}

/// The records are sorted by their value in `a`, and those of one value counted by their value in `b`.
fn sparse(a: &Coded<'_>, b: &Coded<'_>, progress: &Progress) -> Result<Vec<u32>, Stopped> {
    let mut next = starts(a);
    // The value in `b`, and how many records have it.
    let mut sorted = vec![(0u32, 1u32); a.codes.len()];
    let stretches = a.codes.chunks(STRETCH).zip(b.codes.chunks(STRETCH));
    for (at, (a_codes, b_codes)) in stretches.enumerate() {
        progress.check()?;
        for ((&a_code, &b_code), row) in a_codes.iter().zip(b_codes).zip(at * STRETCH..) {
            let place = &mut next[a_code as usize];
            sorted[*place] = (b_code, a.weights.map_or(1, |weights| weights[row]));
            *place += 1;
        }
    }
    let mut tally = vec![0u32; b.counts.len()];
    let mut counts = Vec::new();
    let (mut start, mut looked) = (0usize, 0usize);
    for &end in &next {
        for stretch in sorted[start..end].chunks(STRETCH) {
            for &(value, records) in stretch {
                tally[value as usize] += records;
            }
            looked += stretch.len();
            if looked >= STRETCH {
                looked = 0;
                progress.check()?;
            }
        }
        for &(value, _) in &sorted[start..end] {
            let count = std::mem::take(&mut tally[value as usize]);
            if count > 0 {
                counts.push(count);
            }
        }
        start = end;
    }
    Ok(counts)
}

/// Where the rows of each value begin once they are sorted.
fn starts(column: &Coded<'_>) -> Vec<usize> {
    let mut rows: Vec<usize> = vec![0; column.counts.len()];
    match column.weights {
        None => {
            for (rows, &count) in rows.iter_mut().zip(&column.counts) {
                *rows = count as usize;
            }
        }
        Some(_) => {
            for &code in column.codes.iter() {
                rows[code as usize] += 1;
            }
        }
    }
    let mut start = 0;
    for rows in &mut rows {
        start += std::mem::replace(rows, start);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::borrow::Cow;

    #[test]
    fn both_ways_of_counting_agree() {
        let coded = |codes: Vec<u32>, values: usize| {
            let mut counts = vec![0u32; values];
            for &code in &codes {
                counts[code as usize] += 1;
            }
            Coded {
                codes: Cow::Owned(codes),
                weights: None,
                counts,
                bins: None,
            }
        };
        let progress = Progress::default();
        let a = coded((0..1000u32).map(|row| row * row % 7).collect(), 9);
        let b = coded((0..1000u32).map(|row| row * 13 % 101).collect(), 101);
        let places = a.counts.len() * b.counts.len();
        let sorted = |mut counts: Vec<u32>| {
            counts.retain(|&count| count > 0);
            counts.sort_unstable();
            counts
        };
        let expected = sorted(dense(&a, &b, places, &progress).unwrap());
        assert_eq!(sorted(sparse(&a, &b, &progress).unwrap()), expected);
        assert_eq!(sorted(sparse(&b, &a, &progress).unwrap()), expected);
    }
}
