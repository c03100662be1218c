//! Everything that is measured of released ratings.

use super::{Measures, Metric};
use crate::model::pulse::{Pulse, Stopped};
use crate::model::survey::{Survey, apart};
use crate::privacy::survey::Target;

#[derive(Clone, Copy, Debug)]
pub struct SurveyRelease<'a> {
    pub survey: &'a Survey,
    pub released: &'a [u16],
    pub kept: &'a [u32],
    pub left_out: &'a [u32],
    pub target: Target,
    pub predicted: Option<usize>,
    pub seed: u64,
}

pub fn measure(release: &SurveyRelease<'_>, _pulse: &Pulse) -> Result<Measures, Stopped> {
    let r = release.survey.r();
    let cells = release.survey.dense().unwrap_or(&[]);
    let sum: u64 = cells
        .iter()
        .zip(release.released)
        .map(|(&a, &b)| u64::from(apart(a, b, r)))
        .sum();
    Ok(Measures(vec![(Metric::Distortion, sum as f64)]))
}
