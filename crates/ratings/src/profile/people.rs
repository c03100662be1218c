//! The survey person by person, for the engines that follow the papers and merge nobody.

use super::Level;
use super::measure::Measure;
use crate::privacy::Spread;
use crate::ratings::{PreparedRatings, distance};
use cloakroom_core::{Progress, Stopped};
use rayon::prelude::*;

/// How far two people are apart, by the definition.
pub fn apart(survey: &PreparedRatings, a: u32, b: u32, rows: &mut (Row, Row)) -> u16 {
    let r = survey.r();
    if let Some(cells) = survey.dense() {
        let width = survey.issues.len();
        let row = |person: u32| &cells[person as usize * width..(person as usize + 1) * width];
        return distance(row(a), row(b), r);
    }
    let collect = |person: u32, row: &mut Row| {
        row.clear();
        survey.each_rated(person as usize, |issue, point| row.push((issue, point)));
    };
    collect(a, &mut rows.0);
    collect(b, &mut rows.1);
    // Both are in the same order, so the first issue that only one of them rated shows.
    let pairs = rows.0.iter().zip(&rows.1);
    let far = rows.0.len() != rows.1.len() || pairs.clone().any(|(a, b)| a.0 != b.0);
    match far {
        true => r,
        false => pairs.map(|(a, b)| a.1.abs_diff(b.1)).max().unwrap_or(0),
    }
}

/// Issues that a person rated, with their points.
pub type Row = Vec<(u32, u16)>;

/// What one person adds to a sum.
pub fn add(survey: &PreparedRatings, person: u32, sum: &mut [Spread]) {
    if survey.secrets.is_empty() {
        sum[0].people += 1;
    }
    for (sum, cells) in sum.iter_mut().zip(&survey.secrets) {
        sum.add(cells[person as usize], 1);
    }
}

/// The levels 0 to `searched` − 1, given how everybody's sums are found: a sum per level and issue.
pub fn levels(
    measure: &Measure<'_>,
    searched: u16,
    progress: &Progress,
    sums: impl Fn(u32, &mut [Spread]) -> Result<(), Stopped> + Sync,
) -> Result<Vec<Level>, Stopped> {
    let width = measure.shares.width;
    let people = measure.survey.people() as u32;
    progress.stage("finding neighbours", u64::from(people));
    let found: Vec<Vec<(u32, u64)>> = (0..people)
        .into_par_iter()
        .map(|person| {
            progress.check()?;
            let mut sum = vec![Spread::default(); usize::from(searched) * width];
            sums(person, &mut sum)?;
            progress.advance(1);
            Ok(sum.chunks(width).map(|sum| measure.of(sum)).collect())
        })
        .collect::<Result<_, Stopped>>()?;
    let firsts = &measure.patterns.first;
    let level = |d: usize| {
        firsts
            .iter()
            .map(|&person| found[person as usize][d])
            .collect()
    };
    Ok((0..usize::from(searched)).map(level).collect())
}
