//! What a released table costs and what risk is left, in numbers that every method is measured by.

mod classes;
mod clusters;
pub mod degree;
mod disclosure;
mod learners;
mod meaning;
mod queries;
mod recoding;
pub mod risk;
mod squares;
mod weighed;

pub use classes::of_classes;
pub use learners::{accuracy, tree_accuracy};
pub use recoding::{count, weighted};
pub use weighed::{Weighing, degrees_of_records};

#[cfg(test)]
mod tests;

use cloakroom_core::metrics::questions::Questions;
use cloakroom_core::metrics::{BAYES, Measured, TREE, accuracies, measured, only};
use cloakroom_core::{Column, Measures, Metric, PreparedTable, Progress, Stopped};
use meaning::Meaning;

/// What is measured. Rows are those of the input.
#[derive(Clone, Copy, Debug)]
pub struct MicrodataRelease<'a> {
    pub prepared: &'a PreparedTable<'a>,
    pub k: u32,
    /// In the subject's order.
    pub quasi: &'a [ReleasedQuasi<'a>],
    pub kept: &'a [u32],
    pub left_out: &'a [u32],
    pub class_sizes: &'a [u32],
    /// The class of each kept record.
    pub class_of: &'a [u32],
    /// The column that learners predict, by its place in the table.
    pub predicted: Option<usize>,
    pub weighing: &'a Weighing,
    pub questions: Questions,
    pub seed: u64,
}

/// A quasi-identifier as it is released.
#[derive(Clone, Copy, Debug)]
pub struct ReleasedQuasi<'a> {
    /// Over all rows of the input.
    pub column: &'a Column,
    /// What a cell with this code has lost; `None` if the column is as it was.
    pub loss_of_code: Option<&'a [f64]>,
    /// The level of all its cells, where they have one.
    pub level: Option<u32>,
}

/// One way to measure, and the metrics that it may give.
struct Measure {
    gives: &'static [Metric],
    looks_at: LooksAt,
    of: fn(&MicrodataRelease<'_>, &[Meaning<'_>], &Progress) -> Measured,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LooksAt {
    /// The classes and the sensitive values in them.
    Classes,
    Cells,
    /// Draws single records, which counted ones are not any more.
    SingleRecords,
}

/// Everything that is measured of a released table of records.
const MEASURES: &[Measure] = &[
    Measure {
        gives: &[
            Metric::Dm,
            Metric::Cavg,
            Metric::ProsecutorMax,
            Metric::ProsecutorAvg,
            Metric::JournalistMax,
            Metric::Marketer,
        ],
        looks_at: LooksAt::Classes,
        of: |release, _, progress| classes::of_release(release, progress),
    },
    Measure {
        gives: &[
            Metric::SimilarityAttackRecords,
            Metric::HomogeneousRecords,
            Metric::AttributeDisclosures,
        ],
        looks_at: LooksAt::Classes,
        of: |release, _, progress| disclosure::of_values(release, progress),
    },
    Measure {
        gives: &[
            Metric::Loss,
            Metric::Distortion,
            Metric::DistortionRatio,
            Metric::Entropy,
        ],
        looks_at: LooksAt::Cells,
        of: recoding::of_cells,
    },
    Measure {
        gives: &[Metric::Sse, Metric::SseSst, Metric::SseRaw],
        looks_at: LooksAt::Cells,
        of: |release, _, progress| squares::of_numbers(release, progress),
    },
    Measure {
        gives: &[Metric::DegreeOfAnonymisation, Metric::WeightedDm],
        looks_at: LooksAt::Cells,
        of: weighed::measures,
    },
    Measure {
        gives: &[Metric::QueryError],
        looks_at: LooksAt::SingleRecords,
        of: |release, meanings, progress| {
            Ok(only(
                Metric::QueryError,
                queries::error(release, meanings, progress)?,
            ))
        },
    },
    Measure {
        gives: &[Metric::ClusterChange],
        looks_at: LooksAt::SingleRecords,
        of: |release, meanings, progress| {
            Ok(only(
                Metric::ClusterChange,
                clusters::change(release, meanings, progress)?,
            ))
        },
    },
    Measure {
        gives: &BAYES,
        looks_at: LooksAt::SingleRecords,
        of: |release, _, progress| Ok(accuracies(BAYES, accuracy(release, progress)?)),
    },
    Measure {
        gives: &TREE,
        looks_at: LooksAt::SingleRecords,
        of: |release, _, progress| Ok(accuracies(TREE, tree_accuracy(release, progress)?)),
    },
];

/// What the classes and the sensitive values in them tell, without a look at the other cells: risks and class sizes.
pub fn exposure(release: &MicrodataRelease<'_>, progress: &Progress) -> Result<Measures, Stopped> {
    let of_classes = MEASURES
        .iter()
        .filter(|measure| measure.looks_at == LooksAt::Classes);
    let mut measured = Vec::new();
    for measure in of_classes {
        measured.extend((measure.of)(release, &[], progress)?);
    }
    measured.sort_by_key(|&(metric, _)| metric);
    Ok(Measures(measured))
}

pub fn measure(release: &MicrodataRelease<'_>, progress: &Progress) -> Result<Measures, Stopped> {
    let is_counted = release.prepared.table.is_counted();
    progress.stage("measuring", MEASURES.len() as u64 + 1);
    let meanings = release
        .prepared
        .quasi
        .iter()
        .zip(release.quasi)
        .map(|(quasi, released)| Meaning::find(quasi, released, release.kept, progress))
        .collect::<Result<Vec<_>, Stopped>>()?;
    progress.advance(1);
    let take = |measure: &Measure| {
        let given = match is_counted && measure.looks_at == LooksAt::SingleRecords {
            true => Ok(Vec::new()),
            false => (measure.of)(release, &meanings, progress),
        };
        (measure.gives, given)
    };
    measured(MEASURES, take, progress)
}

#[cfg(test)]
mod list {
    use super::*;
    use cloakroom_core::Kind;

    #[test]
    fn every_metric_of_records_is_measured_once() {
        let mut given: Vec<Metric> = MEASURES.iter().flat_map(|of| of.gives).copied().collect();
        given.sort();
        let all = Metric::ALL.into_iter();
        let wanted: Vec<Metric> = all
            .filter(|metric| metric.kinds().contains(&Kind::Microdata))
            .collect();
        assert_eq!(given, wanted);
    }
}
