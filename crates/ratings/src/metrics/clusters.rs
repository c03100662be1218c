//! How many people change their cluster when the released ratings are clustered instead of the original ones.

use super::Tables;
use super::issue::Issue;
use super::moments::Moments;
use cloakroom_core::metrics::coded::{Coded, MOST_SAMPLED, evenly};
use cloakroom_core::metrics::kmeans::{self, among_all, changed, middle_of, squared};
use cloakroom_core::metrics::share;
use cloakroom_core::{Progress, Stopped};

/// `None` if too few people differ.
pub(super) fn change(tables: Tables<'_>, progress: &Progress) -> Result<Option<f64>, Stopped> {
    let release = tables.release;
    let (width, points) = (tables.width(), release.survey.scale.points());
    let moments = Moments::all(tables.original, width, tables.people, progress)?;
    let people: Vec<u32> = evenly(release.kept, tables.most_people().min(MOST_SAMPLED)).collect();
    // Side by side, since k means looks at the same few people again and again.
    let gathered = |cells: &[u16]| -> Vec<u16> {
        let rows = people.iter().map(|&person| person as usize * width);
        rows.flat_map(|from| &cells[from..from + width])
            .copied()
            .collect()
    };
    let (original, released) = (gathered(tables.original), gathered(release.released));
    let lines = |cells| {
        Issue::all(cells, width, points)
            .into_iter()
            .zip(&moments)
            .map(|(issue, moments)| Line::new(issue, moments, points))
            .collect()
    };
    let rows: Vec<u32> = (0..people.len() as u32).collect();
    let changed = changed(
        lines(&original),
        lines(&released),
        &rows,
        release.seed,
        progress,
    )?;
    let (kept, left_out) = (release.kept.len(), release.left_out.len());
    Ok(changed.map(|changed| among_all(changed, kept, left_out)))
}

/// An issue as a line: ratings lie in standard deviations of the original ones from their mean, and those who
/// did not rate it at the mean.
struct Line<'a> {
    issue: Issue<'a>,
    /// By code.
    places: Vec<f64>,
}

impl<'a> Line<'a> {
    fn new(issue: Issue<'a>, moments: &Moments, points: u16) -> Self {
        let place = |point: u16| share(f64::from(point) - moments.mean(), moments.deviation());
        Self {
            issue,
            places: (0..points).map(place).chain([0.0]).collect(),
        }
    }
}

impl Coded for Line<'_> {
    fn values(&self) -> usize {
        self.issue.values()
    }

    fn code(&self, row: u32) -> usize {
        self.issue.code(row)
    }
}

impl kmeans::Axis for Line<'_> {
    type Middle = f64;

    fn middle(&self, mass: &[f64], records: f64) -> f64 {
        middle_of(&self.places, mass, records)
    }

    fn distances(&self, middle: &f64) -> Vec<f64> {
        squared(&self.places, *middle)
    }
}
