//! Weighted DM (Figure 4.6). The thesis names it and defines it nowhere; here it is the discernibility of every
//! quasi-identifier alone, the sum over its released values of their records squared, each weighing by its priority, all
//! priorities together 1.

use super::laboratory::{Laboratory, Run, TrustCurve};
use crate::claim::Claim;
use crate::figure::{Figure, Series};
use cloakroom_core::{Column, Failure, Progress};

/// How many pairs of records look alike in one column.
pub(super) fn discernibility(column: &Column, kept: &[u32]) -> f64 {
    let mut counts = vec![0u64; column.dictionary().len()];
    for &row in kept {
        counts[column.codes()[row as usize] as usize] += 1;
    }
    counts.iter().map(|&count| (count as f64).powi(2)).sum()
}

pub(super) fn mean(each: &[f64], priorities: &[f64]) -> Option<f64> {
    let all: f64 = priorities.iter().sum();
    let weighed = each.iter().zip(priorities);
    let sum: f64 = weighed.map(|(each, priority)| each * priority).sum();
    (all > 0.0).then(|| sum / all)
}

/// A figure for every purpose that the recipe knows.
pub(super) fn figures(
    laboratory: &Laboratory<'_>,
    trusts: &[f64],
    k: u32,
    progress: &Progress,
) -> Result<Vec<Figure>, Failure> {
    laboratory
        .purposes()
        .map(|(name, most, least)| {
            let of_purpose = laboratory.with_purpose(name, progress)?;
            let curve = |curve: TrustCurve, name: &str| {
                Ok::<Series, Failure>(
                    of_purpose
                        .against_trust(name, curve, trusts, k, progress)?
                        .series(|measured| measured.weighted),
                )
            };
            let series = vec![
                curve(Run::Kept, "decomposition")?,
                curve(Run::Alone, "degree alone")?,
                curve(Run::Nearest, "nearest degree")?,
                curve(|_| Run::MONDRIAN, "mondrian")?,
                curve(|_| Run::TDS, "tds")?,
            ];
            Ok(Figure {
                name: format!("weighted-dm-{name}"),
                title: format!(
                    "Weighted DM against trust, k = {k}, priority 1 for {most} and 0 for {least} (Figure 4.6)"
                ),
                across: "trust",
                up: "weighted DM, pairs of records",
                claims: claims(&series),
                series,
            })
        })
        .collect()
}

fn claims(series: &[Series]) -> Vec<Claim> {
    let [kept, alone, nearest, mondrian, tds] = series else {
        return Vec::new();
    };
    let rivals = [mondrian, tds];
    [
        (
            "for the larger trust, above 0.5, the decomposition alone has the least weighted DM",
            alone,
        ),
        (
            "for the larger trust, above 0.5, the same with k kept has the least weighted DM",
            kept,
        ),
        (
            "for the larger trust, above 0.5, the levels of the nearest degree have the least weighted DM",
            nearest,
        ),
    ]
    .into_iter()
    .map(|(claim, mine)| Claim::below(claim, mine, &rivals, |trust| trust > 0.5))
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_weigh_by_their_priority() {
        let column = Column::from_texts("c", ["a", "a", "b", "b", "b"]).unwrap();
        let each = [discernibility(&column, &[0, 1, 2, 3]), 100.0];
        assert_eq!(each[0], 8.0);
        assert_eq!(mean(&each, &[1.0, 0.0]), Some(8.0));
        assert_eq!(mean(&each, &[1.0, 1.0]), Some(54.0));
        assert_eq!(mean(&each, &[0.0, 0.0]), None);
    }
}
