//! Everything that is measured of released ratings.

mod cells;
mod clustering;
mod clusters;
mod issue;
mod moments;
mod pinned;
mod predicting;
mod queries;

pub use pinned::{IssueSet, PinnedByIssues, pinned_by_issues};

use crate::survey::Survey;
use cloakroom_core::metrics::{Measures, Metric};
use cloakroom_core::pulse::{Pulse, Stopped};
use std::borrow::Cow;

/// Learners and clusters look at so many cells of a table at most: fewer people where there are many issues.
const MOST_CELLS: usize = 1 << 22;

/// What is measured. People are those of the input.
#[derive(Clone, Copy, Debug)]
pub struct SurveyRelease<'a> {
    pub survey: &'a Survey,
    /// Row after row over all people, those left out included.
    pub released: &'a [u16],
    /// Ascending.
    pub kept: &'a [u32],
    pub left_out: &'a [u32],
    /// ε in whole steps of the scale.
    pub within: u16,
    /// The sensitive issue that learners predict; the first unless it is named.
    pub predicted: Option<usize>,
    pub seed: u64,
}

/// The original cells beside the released ones.
#[derive(Clone, Copy)]
struct Tables<'a> {
    release: &'a SurveyRelease<'a>,
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

pub fn measure(release: &SurveyRelease<'_>, pulse: &Pulse) -> Result<Measures, Stopped> {
    pulse.stage("measuring", 6);
    let original = original_cells(release.survey, pulse)?;
    let people: Vec<u32> = (0..release.survey.people() as u32).collect();
    let tables = Tables {
        release,
        original: &original,
        people: &people,
    };
    let mut measured = cells::of_cells(tables, pulse)?;
    pulse.advance(1);
    measured.extend(moments::of_issues(tables, pulse)?);
    pulse.advance(1);
    let error = queries::error(tables, pulse)?;
    measured.extend(error.map(|error| (Metric::QueryError, error)));
    pulse.advance(1);
    let change = clusters::change(tables, pulse)?;
    measured.extend(change.map(|change| (Metric::ClusterChange, change)));
    pulse.advance(1);
    if let Some((released, original)) = predicting::accuracy(tables, pulse)? {
        measured.push((Metric::NbAccuracy, released));
        measured.push((Metric::NbAccuracyOriginal, original));
    }
    pulse.advance(1);
    let coefficient = |cells: &[u16], people: &[u32]| {
        clustering::coefficient(release.survey, cells, people, release.within, pulse)
    };
    let (after, before) = (
        coefficient(release.released, release.kept)?,
        coefficient(&original, &people)?,
    );
    measured.push((Metric::ClusteringCoefficient, after));
    measured.push((Metric::ClusteringCoefficientOriginal, before));
    measured.sort_by_key(|&(metric, _)| metric);
    Ok(Measures(measured))
}

fn original_cells<'a>(survey: &'a Survey, pulse: &Pulse) -> Result<Cow<'a, [u16]>, Stopped> {
    if let Some(cells) = survey.dense() {
        return Ok(Cow::Borrowed(cells));
    }
    let mut cells = Vec::with_capacity(survey.people() * survey.issues.len());
    let mut row = Vec::new();
    for person in 0..survey.people() {
        pulse.check()?;
        survey.row(person, &mut row);
        cells.extend_from_slice(&row);
    }
    Ok(Cow::Owned(cells))
}

#[cfg(test)]
mod tests;
