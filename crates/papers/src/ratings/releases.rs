//! What a method's release takes and loses.

use super::laboratory::Laboratory;
use crate::figure::Series;
use crate::turns::{Work, in_turns};
use cloakroom_core::{Failure, MethodName, Metric, Progress};
use cloakroom_engine::anonymize::Outcome;
use cloakroom_engine::ratings::anonymize::anonymize;
use cloakroom_ratings::method::{AnonymizedRatings, RatingsOutcome, RatingsTask, run};
use cloakroom_ratings::ratings::PreparedRatings;
use std::ops::RangeInclusive;
use std::sync::Arc;

type Points = Vec<(f64, Option<f64>)>;

impl Laboratory<'_> {
    /// `None` where the method does not reach the requirement or the metric has no value.
    fn measured(
        &self,
        method: MethodName,
        k: u32,
        steps: u16,
        metric: Metric,
        progress: &Progress,
    ) -> Result<Option<f64>, Failure> {
        let checked = self.checked(&self.survey, k, steps)?;
        Ok(match anonymize(&checked, &self.told(method), progress)? {
            Outcome::Reached(candidate) => candidate.measures.get(metric),
            Outcome::NotReached(_) => None,
        })
    }

    /// What a method makes of a survey, with nobody left out and nothing measured.
    pub fn released(
        &self,
        survey: &Arc<PreparedRatings>,
        method: MethodName,
        k: u32,
        steps: u16,
        progress: &Progress,
    ) -> Result<Option<AnonymizedRatings>, Failure> {
        let checked = self.checked(survey, k, steps)?;
        let settings = self.told(method);
        let task = RatingsTask {
            survey,
            cells: survey.dense().unwrap_or(&[]),
            target: checked.target,
            may_leave_out: 0,
            settings: &settings,
        };
        Ok(match run(method, task, progress)? {
            RatingsOutcome::Reached(made) => Some(made),
            RatingsOutcome::NotReached(_) => None,
        })
    }

    /// Seconds of the method alone.
    fn time(
        &self,
        survey: &Arc<PreparedRatings>,
        method: MethodName,
        k: u32,
        steps: u16,
        progress: &Progress,
    ) -> Result<Option<f64>, Failure> {
        if self.released(survey, method, k, steps, progress)?.is_none() {
            return Ok(None);
        }
        let work: Work<'_> = Box::new(|| {
            self.released(survey, method, k, steps, progress)?;
            Ok(())
        });
        Ok(in_turns(&[work])?.first().copied())
    }

    pub fn time_of_people(
        &self,
        method: MethodName,
        k: u32,
        steps: u16,
        progress: &Progress,
    ) -> Result<Vec<Series>, Failure> {
        let points = self.shares().map(|percent| {
            let some = self.sampled(percent);
            let seconds = self.time(&some, method, k, steps, progress)?;
            Ok((f64::from(percent), seconds))
        });
        curve(method, points)
    }

    pub fn time_of_k(
        &self,
        method: MethodName,
        progress: &Progress,
    ) -> Result<Vec<Series>, Failure> {
        let points = (20..=60).step_by(10).map(|k| {
            let seconds = self.time(&self.survey, method, k, 2, progress)?;
            Ok((f64::from(k), seconds))
        });
        curve(method, points)
    }

    pub fn time_of_epsilon(
        &self,
        method: MethodName,
        k: u32,
        progress: &Progress,
    ) -> Result<Vec<Series>, Failure> {
        let points = self.epsilons().map(|steps| {
            let seconds = self.time(&self.survey, method, k, steps, progress)?;
            Ok((self.survey.scale.distance(steps), seconds))
        });
        curve(method, points)
    }

    pub fn by_epsilon(
        &self,
        method: MethodName,
        k: u32,
        metric: Metric,
        progress: &Progress,
    ) -> Result<Series, Failure> {
        let points = self.epsilons().map(|steps| {
            let found = self.measured(method, k, steps, metric, progress)?;
            Ok((self.survey.scale.distance(steps), found))
        });
        Ok(Series::new(
            method.name(),
            points.collect::<Result<Points, Failure>>()?,
        ))
    }

    pub fn by_k(
        &self,
        name: &str,
        method: MethodName,
        ks: RangeInclusive<u32>,
        steps: u16,
        metric: Metric,
        progress: &Progress,
    ) -> Result<Series, Failure> {
        let points = five(ks).map(|k| {
            let found = self.measured(method, k, steps, metric, progress)?;
            Ok((f64::from(k), found))
        });
        Ok(Series::new(
            name,
            points.collect::<Result<Points, Failure>>()?,
        ))
    }
}

/// Five values of k from the first to the last.
pub(super) fn five(ks: RangeInclusive<u32>) -> impl Iterator<Item = u32> {
    let stride = ((ks.end() - ks.start()) / 4).max(1) as usize;
    ks.step_by(stride)
}

fn curve(
    method: MethodName,
    points: impl Iterator<Item = Result<(f64, Option<f64>), Failure>>,
) -> Result<Vec<Series>, Failure> {
    let points = points.collect::<Result<Points, Failure>>()?;
    Ok(vec![Series::new(method.name(), points)])
}
