//! Means and standard deviations of the issues before and after (003, Figure 17).

use super::laboratory::Laboratory;
use super::releases::five;
use crate::figure::Series;
use cloakroom_core::{Failure, MethodName, Progress};
use cloakroom_ratings::privacy::Spread;
use cloakroom_ratings::ratings::PreparedRatings;
use std::sync::Arc;

/// Mean and standard deviation of every issue that somebody rated, in ratings.
fn moments(survey: &PreparedRatings, cells: &[u16]) -> Vec<(f64, f64)> {
    let mut spreads = vec![Spread::default(); survey.issues.len()];
    for row in cells.chunks_exact(survey.issues.len().max(1)) {
        for (spread, &cell) in spreads.iter_mut().zip(row) {
            spread.add(cell, 1);
        }
    }
    let scale = &survey.scale;
    let rated = spreads.iter().filter(|spread| spread.rated > 0);
    rated
        .map(|spread| {
            let rated = f64::from(spread.rated);
            let mean = spread.sum as f64 / rated;
            let variance = (spread.squares as f64 / rated - mean * mean).max(0.0);
            (scale.low + mean * scale.step, variance.sqrt() * scale.step)
        })
        .collect()
}

/// The inner product of the means with themselves.
fn product(moments: &[(f64, f64)]) -> f64 {
    moments.iter().map(|(mean, _)| mean * mean).sum()
}

/// The average standard deviation.
fn deviation(moments: &[(f64, f64)]) -> Option<f64> {
    let sum: f64 = moments.iter().map(|(_, deviation)| deviation).sum();
    (!moments.is_empty()).then(|| sum / moments.len() as f64)
}

type Points = Vec<(f64, Option<f64>)>;

impl Laboratory<'_> {
    /// What is found in the release and in the original.
    fn both(
        &self,
        survey: &Arc<PreparedRatings>,
        k: u32,
        steps: u16,
        of: fn(&[(f64, f64)]) -> Option<f64>,
        progress: &Progress,
    ) -> Result<[Option<f64>; 2], Failure> {
        let before = moments(survey, survey.dense().unwrap_or(&[]));
        let made = self.released(survey, MethodName::Graph, k, steps, progress)?;
        let after = made.map(|made| moments(survey, &made.cells));
        Ok([after.and_then(|after| of(&after)), of(&before)])
    }

    pub fn products_by_people(&self, progress: &Progress) -> Result<Vec<Series>, Failure> {
        let points = self.shares().map(|percent| {
            let some = self.sampled(percent);
            let found = self.both(&some, 20, 2, |moments| Some(product(moments)), progress)?;
            Ok((f64::from(percent), found))
        });
        apart(points)
    }

    pub fn products_by_k(&self, progress: &Progress) -> Result<Vec<Series>, Failure> {
        let points = five(5..=35).map(|k| {
            let product = |moments: &[(f64, f64)]| Some(product(moments));
            let found = self.both(&self.survey, k, 2, product, progress)?;
            Ok((f64::from(k), found))
        });
        apart(points)
    }

    /// With the bound that the paper gives.
    pub fn deviations(&self, progress: &Progress) -> Result<Vec<Series>, Failure> {
        let points = self.epsilons().map(|steps| {
            let found = self.both(&self.survey, 10, steps, deviation, progress)?;
            Ok((self.survey.scale.distance(steps), found))
        });
        let mut series = apart(points)?;
        let bound = series[0].points.iter();
        let bound: Points = bound
            .map(|point| (point.at, Some(point.at / 2.0)))
            .collect();
        series.push(Series::new("half of epsilon", bound));
        Ok(series)
    }
}

fn apart(
    points: impl Iterator<Item = Result<(f64, [Option<f64>; 2]), Failure>>,
) -> Result<Vec<Series>, Failure> {
    let points = points.collect::<Result<Vec<_>, Failure>>()?;
    let names = ["released", "original"].into_iter().enumerate();
    Ok(names
        .map(|(which, name)| {
            let of = points.iter().map(|(at, found)| (*at, found[which]));
            Series::new(name, of)
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::Scale;
    use cloakroom_ratings::ratings::NULL;

    #[test]
    fn issues_that_nobody_rated_do_not_count() {
        let rows = [vec![0, NULL, 4], vec![2, NULL, 4]];
        let survey = PreparedRatings::from_rows(Scale::default(), &rows, Vec::new());
        let found = moments(&survey, survey.dense().unwrap());
        assert_eq!(found, [(2.0, 1.0), (5.0, 0.0)]);
        assert_eq!(product(&found), 29.0);
        assert_eq!(deviation(&found), Some(0.5));
        assert_eq!(deviation(&[]), None);
    }
}
