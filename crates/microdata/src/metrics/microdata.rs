//! Everything that is measured of a released table of records.

use super::degree::of_table;
use super::meaning::Meaning;
use super::{classes, clusters, disclosure, learners, queries, recoding, squares};
use cloakroom_core::column::Column;
use cloakroom_core::metrics::{Measures, Metric};
use cloakroom_core::pulse::{Pulse, Stopped};
use cloakroom_core::subject::Subject;

/// What is measured. Rows are those of the input.
#[derive(Clone, Copy, Debug)]
pub struct MicrodataRelease<'a> {
    pub subject: &'a Subject<'a>,
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
    /// The degree of anonymisation of the kept records, where every column has one level.
    pub degree: Option<f64>,
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

/// What the classes and the sensitive values in them tell, without a look at the other cells: risks and class sizes.
pub fn exposure(release: &MicrodataRelease<'_>, pulse: &Pulse) -> Result<Measures, Stopped> {
    let mut measured = classes::of_classes(release.class_sizes, release.k);
    measured.extend(disclosure::of_values(release, pulse)?);
    measured.sort_by_key(|&(metric, _)| metric);
    Ok(Measures(measured))
}

pub fn measure(release: &MicrodataRelease<'_>, pulse: &Pulse) -> Result<Measures, Stopped> {
    pulse.stage("measuring", 6);
    let meanings = release
        .subject
        .quasi
        .iter()
        .zip(release.quasi)
        .map(|(quasi, released)| Meaning::find(quasi, released, release.kept, pulse))
        .collect::<Result<Vec<_>, Stopped>>()?;
    pulse.advance(1);
    let mut measured = classes::of_classes(release.class_sizes, release.k);
    measured.extend(recoding::of_cells(release, &meanings, pulse)?);
    measured.extend(squares::of_numbers(release, pulse)?);
    pulse.advance(1);
    if let Some(degree) = release.degree {
        let subject = release.subject;
        let (kept, left_out) = (release.kept, release.left_out);
        let records = [
            (degree, subject.records_of(kept)),
            (1.0, subject.records_of(left_out)),
        ];
        measured.push((Metric::DegreeOfAnonymisation, of_table(&records)));
    }
    measured.extend(disclosure::of_values(release, pulse)?);
    pulse.advance(1);
    // The others draw single records, which counted ones are not any more.
    if release.subject.table.is_counted() {
        measured.sort_by_key(|&(metric, _)| metric);
        return Ok(Measures(measured));
    }
    let error = queries::error(release, &meanings, pulse)?;
    measured.extend(error.map(|error| (Metric::QueryError, error)));
    pulse.advance(1);
    let change = clusters::change(release, &meanings, pulse)?;
    measured.extend(change.map(|change| (Metric::ClusterChange, change)));
    pulse.advance(1);
    if let Some((released, original)) = learners::accuracy(release, pulse)? {
        measured.push((Metric::NbAccuracy, released));
        measured.push((Metric::NbAccuracyOriginal, original));
    }
    measured.sort_by_key(|&(metric, _)| metric);
    Ok(Measures(measured))
}
