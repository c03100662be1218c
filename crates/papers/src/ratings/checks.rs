//! Time and peak memory of deciding the satisfaction problem (thesis, 7.3 and 7.4): slicing against comparing everybody with
//! everybody, with and without the matrix of distances, and the cost model of section 7.3 beside them.

use super::laboratory::Laboratory;
use super::matrix;
use crate::figure::Series;
use crate::turns::{Work, times};
use cloakroom_core::{Failure, NeighbourEngine, NullReading, Progress};
use cloakroom_ratings::privacy::Target;
use cloakroom_ratings::profile::RatingsProfile;
use cloakroom_ratings::ratings::PreparedRatings;
use std::hint::black_box;
use std::sync::Arc;

/// As in the thesis; the steps apart are those of a figure.
const K: u32 = 20;
const KS: [u32; 6] = [10, 20, 30, 40, 50, 60];
/// In percent of the largest l that there can be (Theorem 7.2).
const LS: [u32; 5] = [0, 25, 50, 75, 100];
/// Parts of the issues.
const ISSUES: usize = 5;

/// How the satisfaction problem is decided.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    Engine(NeighbourEngine),
    /// As the thesis has it: pairwise, with all distances in a matrix.
    Matrix,
}

impl How {
    fn name(self) -> &'static str {
        match self {
            Self::Engine(engine) => engine.name(),
            Self::Matrix => "matrix",
        }
    }
}

/// A question of the satisfaction problem.
struct Question {
    survey: Arc<PreparedRatings>,
    target: Target,
}

impl Question {
    /// Without l nothing sensitive is looked at.
    fn new(survey: &Arc<PreparedRatings>, k: u32, within: u16, percent: u32) -> Arc<Self> {
        let most = survey.scale.most_spread();
        let survey = match percent {
            0 => {
                let mut plain = PreparedRatings::clone(survey);
                plain.secrets.clear();
                plain.sensitive.clear();
                Arc::new(plain)
            }
            _ => survey.clone(),
        };
        Arc::new(Self {
            survey,
            target: Target {
                k,
                within,
                deviation: (most * f64::from(percent) / 100.0 * 1e6) as u64,
                reading: NullReading::Strict,
            },
        })
    }

    fn decide(&self, how: How, progress: &Progress) -> Result<(), Failure> {
        let (survey, target) = (&self.survey, &self.target);
        let violating = match how {
            How::Engine(engine) => {
                let reading = target.reading;
                RatingsProfile::compute(survey, reading, target.within, engine, progress)?
                    .violating(target)
                    .people
            }
            How::Matrix => matrix::violating(survey, target, progress)?,
        };
        black_box(violating);
        Ok(())
    }
}

impl Laboratory<'_> {
    fn question(&self, percent_of_people: u32, within: u16) -> Arc<Question> {
        Question::new(&self.sampled(percent_of_people), K, within, 100)
    }

    /// The engines; where several are compared, also the thesis' matrix and the profile of our own.
    fn hows(&self, engines: &[NeighbourEngine]) -> Vec<How> {
        let mut hows: Vec<How> = engines.iter().copied().map(How::Engine).collect();
        if hows.len() > 1 {
            if self.survey.people() <= matrix::MOST_PEOPLE {
                hows.push(How::Matrix);
            }
            hows.push(How::Engine(NeighbourEngine::Profile));
        }
        hows
    }

    fn timed(
        &self,
        engines: &[NeighbourEngine],
        axis: impl IntoIterator<Item = f64>,
        question: impl Fn(f64) -> Arc<Question>,
        progress: &Progress,
    ) -> Result<Vec<Series>, Failure> {
        let hows = self.hows(engines);
        let names: Vec<&str> = hows.iter().map(|how| how.name()).collect();
        times(&names, axis, |at| {
            let question = question(at);
            let works = hows.iter().map(|&how| {
                let question = question.clone();
                let work: Work<'_> = Box::new(move || question.decide(how, progress));
                work
            });
            Ok(works.collect())
        })
    }

    pub fn checks_of_people(
        &self,
        engines: &[NeighbourEngine],
        progress: &Progress,
    ) -> Result<Vec<Series>, Failure> {
        let axis = self.shares().map(f64::from);
        let question = |percent: f64| self.question(percent as u32, 1);
        let mut series = self.timed(engines, axis, question, progress)?;
        let people = |percent: f64| self.sampled(percent as u32).people() as f64;
        let issues = self.survey.issues.len();
        self.beside(&mut series, |percent| {
            people(percent).powi(2) * self.model(1, issues)
        });
        Ok(series)
    }

    pub fn checks_of_epsilon(
        &self,
        engines: &[NeighbourEngine],
        progress: &Progress,
    ) -> Result<Vec<Series>, Failure> {
        let scale = self.survey.scale;
        let axis = self.epsilons().map(|steps| scale.distance(steps));
        let question = |epsilon: f64| self.question(100, scale.steps(epsilon));
        let mut series = self.timed(engines, axis, question, progress)?;
        let issues = self.survey.issues.len();
        self.beside(&mut series, |epsilon| {
            self.model(scale.steps(epsilon), issues)
        });
        Ok(series)
    }

    pub fn checks_of_k(
        &self,
        engines: &[NeighbourEngine],
        progress: &Progress,
    ) -> Result<Vec<Series>, Failure> {
        let question = |k: f64| Question::new(&self.survey, k as u32, 2, 100);
        self.timed(engines, KS.map(f64::from), question, progress)
    }

    pub fn checks_of_l(
        &self,
        engines: &[NeighbourEngine],
        progress: &Progress,
    ) -> Result<Vec<Series>, Failure> {
        self.timed(engines, self.ls(), |l| self.with_l(l), progress)
    }

    pub fn checks_of_issues(&self, progress: &Progress) -> Result<Vec<Series>, Failure> {
        const BOTH: [NeighbourEngine; 2] = [NeighbourEngine::Slicing, NeighbourEngine::Pairwise];
        let all = self.survey.issues.len();
        let mut counts: Vec<usize> = (1..=ISSUES)
            .map(|part| (all * part / ISSUES).max(1))
            .collect();
        counts.dedup();
        let axis = counts.into_iter().map(|issues| issues as f64);
        let question = |issues: f64| {
            let some = Arc::new(first_issues(&self.survey, issues as usize));
            Question::new(&some, K, 1, 100)
        };
        let mut series = self.timed(&BOTH, axis, question, progress)?;
        self.beside(&mut series, |issues| self.model(1, issues as usize));
        Ok(series)
    }

    /// The l of every part of the largest one.
    fn ls(&self) -> [f64; LS.len()] {
        let most = self.survey.scale.most_spread();
        LS.map(|percent| most * f64::from(percent) / 100.0)
    }

    fn with_l(&self, l: f64) -> Arc<Question> {
        let most = self.survey.scale.most_spread();
        let percent = if most > 0.0 { 100.0 * l / most } else { 0.0 };
        Question::new(&self.survey, K, 2, percent.round() as u32)
    }

    /// Equation 7.12 for one person: what is expected of each of the others where ratings are spread evenly over the scale.
    fn model(&self, within: u16, issues: usize) -> f64 {
        let share = (2.0 * f64::from(within) / f64::from(self.survey.r())).min(1.0);
        let trimming: f64 = (1..issues as i32).map(|issue| share.powi(issue)).sum();
        share + trimming
    }

    /// The cost model beside the first curve, in such units that the two meet in the last point.
    fn beside(&self, series: &mut Vec<Series>, cost: impl Fn(f64) -> f64) {
        let Some(last) = series.first().and_then(|first| first.known().last()) else {
            return;
        };
        let unit = cost(last.0);
        if unit <= 0.0 {
            return;
        }
        let points = series[0].points.iter();
        let points: Vec<(f64, Option<f64>)> = points
            .map(|point| (point.at, Some(cost(point.at) / unit * last.1)))
            .collect();
        series.push(Series::new("cost model", points));
    }

    fn memory(
        &self,
        axis: impl IntoIterator<Item = f64>,
        question: impl Fn(f64) -> Arc<Question>,
        progress: &Progress,
    ) -> Result<Vec<Series>, Failure> {
        const BOTH: [NeighbourEngine; 2] = [NeighbourEngine::Slicing, NeighbourEngine::Pairwise];
        let hows = self.hows(&BOTH);
        let mut rows: Vec<Vec<(f64, Option<f64>)>> = vec![Vec::new(); hows.len()];
        for at in axis {
            let question = question(at);
            for (row, &how) in rows.iter_mut().zip(&hows) {
                let peak = (self.plan.peak)(&|| question.decide(how, progress))?;
                row.push((at, peak.map(|bytes| bytes as f64 / 1e6)));
            }
        }
        let named = hows.iter().zip(rows);
        Ok(named
            .map(|(how, row)| Series::new(how.name(), row))
            .collect())
    }

    pub fn memory_of_people(&self, progress: &Progress) -> Result<Vec<Series>, Failure> {
        let axis = self.shares().map(f64::from);
        self.memory(axis, |percent| self.question(percent as u32, 1), progress)
    }

    pub fn memory_of_epsilon(&self, progress: &Progress) -> Result<Vec<Series>, Failure> {
        let scale = self.survey.scale;
        let axis = self.epsilons().map(|steps| scale.distance(steps));
        let question = |epsilon: f64| self.question(100, scale.steps(epsilon));
        self.memory(axis, question, progress)
    }

    pub fn memory_of_k(&self, progress: &Progress) -> Result<Vec<Series>, Failure> {
        let question = |k: f64| Question::new(&self.survey, k as u32, 2, 100);
        self.memory(KS.map(f64::from), question, progress)
    }

    pub fn memory_of_l(&self, progress: &Progress) -> Result<Vec<Series>, Failure> {
        self.memory(self.ls(), |l| self.with_l(l), progress)
    }
}

/// The same people with so many of their issues.
fn first_issues(survey: &PreparedRatings, count: usize) -> PreparedRatings {
    let all = survey.issues.len().max(1);
    let rows: Vec<Vec<u16>> = survey
        .dense()
        .unwrap_or(&[])
        .chunks_exact(all)
        .map(|row| row[..count].to_vec())
        .collect();
    PreparedRatings::from_rows(survey.scale, &rows, survey.secrets.clone())
}
