//! What the released cells themselves have lost: loss, distortion and entropy.

use super::MicrodataRelease;
use super::meaning::Meaning;
use cloakroom_core::metrics::share;
use cloakroom_core::{Column, Metric, Progress, Stopped};

/// How many cells are looked at between two looks at the progress.
const STRIDE: usize = 1 << 16;

pub(super) fn of_cells(
    release: &MicrodataRelease<'_>,
    meanings: &[Meaning<'_>],
    progress: &Progress,
) -> Result<Vec<(Metric, f64)>, Stopped> {
    let records = release.prepared.records() as f64;
    let left_out = release.prepared.records_of(release.left_out) as f64;
    let mut lost = 0.0;
    let (mut height, mut highest) = (0.0, 0.0);
    let (mut bits, mut most_bits) = (0.0, 0.0);
    for ((quasi, released), meaning) in release
        .prepared
        .quasi
        .iter()
        .zip(release.quasi)
        .zip(meanings)
    {
        let counts = count(released.column, release.kept, progress)?;
        if let Some(losses) = released.loss_of_code {
            lost += weighted(&counts, losses);
        }
        lost += left_out;
        let top = quasi.hierarchy.height() as f64;
        height += weighted(&counts, meaning.heights()) + left_out * top;
        highest += records * top;
        let (column_bits, column_most) =
            unknown_bits(release, quasi.column, released.column, meaning, progress)?;
        bits += column_bits;
        most_bits += column_most;
    }
    let cells = records * release.quasi.len() as f64;
    Ok(vec![
        (Metric::Loss, share(lost, cells)),
        (Metric::Distortion, height),
        (Metric::DistortionRatio, share(height, highest)),
        (Metric::Entropy, share(bits, most_bits)),
    ])
}

/// Counted by code first: a sum then does not depend on the order of the rows.
pub fn count(column: &Column, kept: &[u32], progress: &Progress) -> Result<Vec<u64>, Stopped> {
    let mut counts = vec![0u64; column.dictionary().len()];
    for part in kept.chunks(STRIDE) {
        progress.check()?;
        for &row in part {
            let row = row as usize;
            counts[column.codes()[row] as usize] += u64::from(column.weight(row));
        }
    }
    Ok(counts)
}

/// The sum of a weight by code over counts by code.
pub fn weighted(counts: &[u64], weights: &[f64]) -> f64 {
    counts
        .iter()
        .zip(weights)
        .map(|(&count, weight)| count as f64 * weight)
        .sum()
}

/// The bits that the release leaves unknown of a column, and those that the fully generalized table would.
fn unknown_bits(
    release: &MicrodataRelease<'_>,
    original: &Column,
    released: &Column,
    meaning: &Meaning<'_>,
    progress: &Progress,
) -> Result<(f64, f64), Stopped> {
    let counts: Vec<f64> = original
        .counts()
        .iter()
        .map(|&count| f64::from(count))
        .collect();
    let of_value: Vec<f64> = counts.iter().map(|count| count.log2()).collect();
    let of_group: Vec<f64> = meaning
        .gather(&counts)
        .iter()
        .map(|count| count.log2())
        .collect();
    let of_all = (release.prepared.records() as f64).log2();
    let mut bits = 0.0;
    for part in release.kept.chunks(STRIDE) {
        progress.check()?;
        for &row in part {
            let row = row as usize;
            // A difference for each cell: one that is as it was adds exactly nothing.
            let more =
                of_group[released.codes()[row] as usize] - of_value[original.codes()[row] as usize];
            bits += more * f64::from(original.weight(row));
        }
    }
    for &row in release.left_out {
        let row = row as usize;
        let more = of_all - of_value[original.codes()[row] as usize];
        bits += more * f64::from(original.weight(row));
    }
    let most = counts
        .iter()
        .zip(&of_value)
        .filter(|&(&count, _)| count > 0.0)
        .map(|(count, of_value)| count * (of_all - of_value))
        .sum();
    Ok((bits, most))
}
