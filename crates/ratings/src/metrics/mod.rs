//! Everything that is measured of released ratings.

mod cells;
mod clustering;
mod clusters;
mod issue;
mod moments;
mod pinned;
mod predicting;
mod queries;

pub use issue::{Issue, Secret};
pub use pinned::{IssueSet, PinnedByIssues, pinned_by_issues};

use crate::ratings::PreparedRatings;
use cloakroom_core::metrics::questions::Questions;
use cloakroom_core::metrics::{
    BAYES, Measured, TREE, accuracies, bayes, decision_tree, measured, only,
};
use cloakroom_core::{Measures, Metric, Progress, Stopped};
use std::borrow::Cow;

/// Learners and clusters look at so many cells of a table at most: fewer people where there are many issues.
const MOST_CELLS: usize = 1 << 22;

/// What is measured. People are those of the input.
#[derive(Clone, Copy, Debug)]
pub struct RatingsRelease<'a> {
    pub survey: &'a PreparedRatings,
    /// Row after row over all people, those left out included.
    pub released: &'a [u16],
    /// Ascending.
    pub kept: &'a [u32],
    pub left_out: &'a [u32],
    /// ε in whole steps of the scale.
    pub within: u16,
    /// The sensitive issue that learners predict; the first unless it is named.
    pub predicted: Option<usize>,
    pub questions: Questions,
    pub seed: u64,
}

/// The original cells beside the released ones.
#[derive(Clone, Copy)]
struct Tables<'a> {
    release: &'a RatingsRelease<'a>,
    /// Row after row over all people.
    original: &'a [u16],
    /// Everybody.
    people: &'a [u32],
}

impl Tables<'_> {
    fn width(&self) -> usize {
        self.release.survey.issues.len()
    }

    /// How many people are looked at where all their cells are.
    fn most_people(&self) -> usize {
        (MOST_CELLS / self.width().max(1)).max(1)
    }
}

/// One way to measure, and the metrics that it may give.
struct Measure {
    gives: &'static [Metric],
    of: fn(Tables<'_>, &Progress) -> Measured,
}

/// Everything that is measured of released ratings.
const MEASURES: &[Measure] = &[
    Measure {
        gives: &[
            Metric::Distortion,
            Metric::CellsChanged,
            Metric::CellsRated,
            Metric::CellsUnrated,
            Metric::PeopleChanged,
        ],
        of: cells::of_cells,
    },
    Measure {
        gives: &[Metric::CentroidShift, Metric::SdChange],
        of: |tables, progress| Ok(moments::of_issues(tables, progress)?.into_iter().collect()),
    },
    Measure {
        gives: &[Metric::QueryError],
        of: |tables, progress| Ok(only(Metric::QueryError, queries::error(tables, progress)?)),
    },
    Measure {
        gives: &[Metric::ClusterChange],
        of: |tables, progress| {
            Ok(only(
                Metric::ClusterChange,
                clusters::change(tables, progress)?,
            ))
        },
    },
    Measure {
        gives: &BAYES,
        of: |tables, progress| {
            let found = predicting::accuracy(tables, bayes::right, progress)?;
            Ok(accuracies(BAYES, found))
        },
    },
    Measure {
        gives: &TREE,
        of: |tables, progress| {
            let found = predicting::accuracy(tables, decision_tree::right, progress)?;
            Ok(accuracies(TREE, found))
        },
    },
    Measure {
        gives: &[
            Metric::ClusteringCoefficient,
            Metric::ClusteringCoefficientOriginal,
        ],
        of: of_neighbours,
    },
];

pub fn measure(release: &RatingsRelease<'_>, progress: &Progress) -> Result<Measures, Stopped> {
    progress.stage("measuring", MEASURES.len() as u64);
    let original = original_cells(release.survey, progress)?;
    let people: Vec<u32> = (0..release.survey.people() as u32).collect();
    let tables = Tables {
        release,
        original: &original,
        people: &people,
    };
    let take = |measure: &Measure| (measure.gives, (measure.of)(tables, progress));
    measured(MEASURES, take, progress)
}

fn of_neighbours(tables: Tables<'_>, progress: &Progress) -> Measured {
    let release = tables.release;
    let coefficient = |cells: &[u16], people: &[u32]| {
        clustering::coefficient(release.survey, cells, people, release.within, progress)
    };
    let after = coefficient(release.released, release.kept)?;
    let before = coefficient(tables.original, tables.people)?;
    Ok(vec![
        (Metric::ClusteringCoefficient, after),
        (Metric::ClusteringCoefficientOriginal, before),
    ])
}

fn original_cells<'a>(
    survey: &'a PreparedRatings,
    progress: &Progress,
) -> Result<Cow<'a, [u16]>, Stopped> {
    if let Some(cells) = survey.dense() {
        return Ok(Cow::Borrowed(cells));
    }
    let mut cells = Vec::with_capacity(survey.people() * survey.issues.len());
    let mut row = Vec::new();
    for person in 0..survey.people() {
        progress.check()?;
        survey.row(person, &mut row);
        cells.extend_from_slice(&row);
    }
    Ok(Cow::Owned(cells))
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod list {
    use super::*;
    use cloakroom_core::Kind;

    #[test]
    fn every_metric_of_ratings_is_measured_once() {
        let mut given: Vec<Metric> = MEASURES.iter().flat_map(|of| of.gives).copied().collect();
        given.sort();
        let all = Metric::ALL.into_iter();
        let wanted: Vec<Metric> = all
            .filter(|metric| metric.kinds().contains(&Kind::Ratings))
            .collect();
        assert_eq!(given, wanted);
    }
}
