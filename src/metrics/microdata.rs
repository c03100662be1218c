//! Utility and risk of a released table, out of its class sizes and of what its cells lost.

use super::{Measures, Metric};

/// What is measured. Sizes are those of the classes of the release.
#[derive(Clone, Copy, Debug)]
pub struct MicrodataRelease<'a> {
    pub class_sizes: &'a [u32],
    pub k: u32,
    /// The loss of all released quasi-identifier cells together.
    pub lost_in_cells: f64,
    pub quasi_columns: usize,
    pub left_out: usize,
}

pub fn measure(release: MicrodataRelease<'_>) -> Measures {
    let records: u64 = release
        .class_sizes
        .iter()
        .map(|&size| u64::from(size))
        .sum();
    let classes = release.class_sizes.len() as f64;
    let smallest = release.class_sizes.iter().min().copied().unwrap_or(0);
    let highest_risk = share(1.0, f64::from(smallest));
    let average_risk = share(classes, records as f64);
    let pairs: u128 = release
        .class_sizes
        .iter()
        .map(|&size| u128::from(size) * u128::from(size))
        .sum();
    Measures(
        Metric::ALL
            .into_iter()
            .map(|metric| {
                let value = match metric {
                    Metric::Loss => loss(release, records),
                    Metric::Dm => pairs as f64,
                    Metric::Cavg => share(share(records as f64, classes), f64::from(release.k)),
                    Metric::ProsecutorMax | Metric::JournalistMax => highest_risk,
                    Metric::ProsecutorAvg | Metric::Marketer => average_risk,
                };
                (metric, value)
            })
            .collect(),
    )
}

fn loss(release: MicrodataRelease<'_>, records: u64) -> f64 {
    let columns = release.quasi_columns as f64;
    let cells = (records as f64 + release.left_out as f64) * columns;
    share(
        release.lost_in_cells + release.left_out as f64 * columns,
        cells,
    )
}

fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_follow_their_definitions() {
        let measures = measure(MicrodataRelease {
            class_sizes: &[2, 3, 5],
            k: 2,
            lost_in_cells: 4.0,
            quasi_columns: 2,
            left_out: 2,
        });
        let value = |metric| measures.get(metric).unwrap();
        // (4 lost cells + 2 records × 2 columns) of 12 records × 2 columns.
        assert_eq!(value(Metric::Loss), 8.0 / 24.0);
        assert_eq!(value(Metric::Dm), 4.0 + 9.0 + 25.0);
        assert_eq!(value(Metric::Cavg), 10.0 / 3.0 / 2.0);
        assert_eq!(value(Metric::ProsecutorMax), 0.5);
        assert_eq!(value(Metric::JournalistMax), 0.5);
        assert_eq!(value(Metric::ProsecutorAvg), 0.3);
        assert_eq!(value(Metric::Marketer), 0.3);
    }

    #[test]
    fn names_are_unique_and_all_are_measured() {
        let measures = measure(MicrodataRelease {
            class_sizes: &[],
            k: 2,
            lost_in_cells: 0.0,
            quasi_columns: 0,
            left_out: 0,
        });
        assert!(measures.0.iter().all(|(_, value)| value.is_finite()));
        let names: Vec<&str> = measures.0.iter().map(|(metric, _)| metric.name()).collect();
        let mut unique = names.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), Metric::ALL.len());
    }
}
