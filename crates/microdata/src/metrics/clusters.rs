//! How many records change their cluster when the release is clustered instead of the original.
//!
//! A number is a place on a line, in standard deviations. Any other value is a corner of its own, all corners
//! equally far apart; a generalized value lies in the middle of what it stands for.

use super::MicrodataRelease;
use super::meaning::Meaning;
use cloakroom_core::metrics::coded::{Coded, sampled};
use cloakroom_core::metrics::kmeans::{self, among_all, changed, middle_of, squared};
use cloakroom_core::{Column, Progress, Stopped};

/// `None` if too few records differ.
pub(super) fn change(
    release: &MicrodataRelease<'_>,
    meanings: &[Meaning<'_>],
    progress: &Progress,
) -> Result<Option<f64>, Stopped> {
    let prepared = release.prepared;
    let identity: Vec<Meaning<'_>> = prepared.quasi.iter().map(Meaning::unchanged).collect();
    let original = prepared
        .quasi
        .iter()
        .zip(&identity)
        .map(|(quasi, meaning)| Axis::new(quasi.column, quasi.column, meaning))
        .collect();
    let released = prepared
        .quasi
        .iter()
        .zip(release.quasi)
        .zip(meanings)
        .map(|((quasi, released), meaning)| Axis::new(quasi.column, released.column, meaning))
        .collect();
    let rows: Vec<u32> = sampled(release.kept).collect();
    let changed = changed(original, released, &rows, release.seed, progress)?;
    let (kept, left_out) = (release.kept.len(), release.left_out.len());
    Ok(changed.map(|changed| among_all(changed, kept, left_out)))
}

/// One column of one of the two tables.
struct Axis<'a> {
    column: &'a Column,
    meaning: &'a Meaning<'a>,
    /// By code, where numbers lie.
    places: Option<Vec<f64>>,
}

/// Where a cluster lies on one axis.
#[derive(Clone, Debug)]
pub(super) enum Middle {
    Place(f64),
    /// How much of each original value.
    Mixture(Vec<f64>),
}

impl<'a> Axis<'a> {
    fn new(original: &Column, column: &'a Column, meaning: &'a Meaning<'a>) -> Self {
        let places = standardized(original).map(|standard| {
            meaning
                .gather(&standard)
                .iter()
                .zip(meaning.sizes())
                .map(|(&sum, &size)| share_of(sum, size))
                .collect()
        });
        Self {
            column,
            meaning,
            places,
        }
    }
}

impl Coded for Axis<'_> {
    fn values(&self) -> usize {
        self.column.values()
    }

    fn code(&self, row: u32) -> usize {
        self.column.code(row)
    }
}

impl kmeans::Axis for Axis<'_> {
    type Middle = Middle;

    fn middle(&self, mass: &[f64], records: f64) -> Middle {
        match &self.places {
            Some(places) => Middle::Place(middle_of(places, mass, records)),
            None => {
                let each: Vec<f64> = mass.iter().map(|mass| mass / records).collect();
                Middle::Mixture(self.meaning.scatter(&each))
            }
        }
    }

    fn distances(&self, middle: &Middle) -> Vec<f64> {
        match (&self.places, middle) {
            (Some(places), Middle::Place(middle)) => squared(places, *middle),
            (_, Middle::Mixture(mixture)) => {
                let length: f64 = mixture.iter().map(|part| part * part).sum();
                // Half of |x − c|², so that two different values are 1 apart.
                self.meaning
                    .gather(mixture)
                    .iter()
                    .zip(self.meaning.sizes())
                    .map(|(&common, &size)| {
                        0.5 * (share_of(1.0, size) - 2.0 * share_of(common, size) + length)
                    })
                    .collect()
            }
            (None, Middle::Place(_)) => Vec::new(),
        }
    }
}

fn share_of(part: f64, size: f64) -> f64 {
    if size > 0.0 { part / size } else { 0.0 }
}

/// The numbers of a column in standard deviations from the mean; a missing one lies at the mean.
fn standardized(column: &Column) -> Option<Vec<f64>> {
    let numbers: Vec<Option<f64>> = (0..column.dictionary().len() as u32)
        .map(|code| column.number(code))
        .collect();
    let counts = column.counts();
    let known = || {
        numbers
            .iter()
            .zip(counts)
            .filter_map(|(number, &count)| number.map(|number| (number, f64::from(count))))
    };
    let records: f64 = known().map(|(_, count)| count).sum();
    if records == 0.0 {
        return None;
    }
    let mean = known().map(|(number, count)| number * count).sum::<f64>() / records;
    let variance = known()
        .map(|(number, count)| (number - mean) * (number - mean) * count)
        .sum::<f64>()
        / records;
    let deviation = variance.sqrt();
    Some(
        numbers
            .iter()
            .map(|number| number.map_or(0.0, |number| share_of(number - mean, deviation)))
            .collect(),
    )
}
