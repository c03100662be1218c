//! Everything that is measured of released transactions.

mod items;
mod itemsets;
mod queries;
mod shelves;

#[cfg(test)]
mod tests;

use crate::transactions::PreparedTransactions;
use cloakroom_core::metrics::questions::Questions;
use cloakroom_core::metrics::{Measured, measured, only};
use cloakroom_core::{Measures, Metric, Progress, Stopped};
use shelves::Shelves;

/// What is measured. Private items that are kept apart are released as they are and are not looked at.
#[derive(Clone, Copy, Debug)]
pub struct TransactionsRelease<'a> {
    pub baskets: &'a PreparedTransactions,
    /// Parallel to `PreparedTransactions::leaf`: the node that an occurrence is shown as, or `GONE`.
    pub shown: &'a [u32],
    pub questions: Questions,
    pub seed: u64,
}

/// One way to measure, and the metrics that it may give.
struct Measure {
    gives: &'static [Metric],
    of: fn(&TransactionsRelease<'_>, &Shelves, &Progress) -> Measured,
}

/// Everything that is measured of released transactions.
const MEASURES: &[Measure] = &[
    Measure {
        gives: &[
            Metric::Loss,
            Metric::Ncp,
            Metric::ItemsSuppressed,
            Metric::OccurrencesLost,
            Metric::Exclusive,
        ],
        of: |release, _, progress| items::of_occurrences(release, progress),
    },
    Measure {
        gives: &[
            Metric::ItemsetsKept1,
            Metric::ItemsetsKept2,
            Metric::ItemsetsKept5,
        ],
        of: itemsets::kept,
    },
    Measure {
        gives: &[Metric::QueryError],
        of: |release, shelves, progress| {
            Ok(only(
                Metric::QueryError,
                queries::error(release, shelves, progress)?,
            ))
        },
    },
];

pub fn measure(
    release: &TransactionsRelease<'_>,
    progress: &Progress,
) -> Result<Measures, Stopped> {
    progress.stage("measuring", MEASURES.len() as u64 + 1);
    let shelves = Shelves::fill(release, progress)?;
    progress.advance(1);
    let take = |measure: &Measure| (measure.gives, (measure.of)(release, &shelves, progress));
    measured(MEASURES, take, progress)
}

#[cfg(test)]
mod list {
    use super::*;
    use cloakroom_core::Kind;

    #[test]
    fn every_metric_of_transactions_is_measured_once() {
        let mut given: Vec<Metric> = MEASURES.iter().flat_map(|of| of.gives).copied().collect();
        given.sort();
        let all = Metric::ALL.into_iter();
        let wanted: Vec<Metric> = all
            .filter(|metric| metric.kinds().contains(&Kind::Transactions))
            .collect();
        assert_eq!(given, wanted);
    }
}
