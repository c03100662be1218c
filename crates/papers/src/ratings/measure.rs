//! Runs what a figure needs and weighs what its paper says.

use super::catalogue::{About, FigureName};
use super::trend::Trend;
use super::{Figure, Series};
use cloakroom_core::{
    Failure, MethodName, MethodSettings, Metric, NeighbourEngine, Progress, Requirement, Stream,
};
use cloakroom_engine::anonymize::Outcome;
use cloakroom_engine::ratings::CheckedRatingsTask;
use cloakroom_engine::ratings::anonymize::anonymize;
use cloakroom_ratings::profile::RatingsProfile;
use cloakroom_ratings::ratings::PreparedRatings;
use std::sync::Arc;
use std::time::Instant;

/// Two accuracies or means nearer than this are very close.
const VERY_CLOSE: f64 = 0.05;
/// So many times faster is far faster.
const FAR_FASTER: f64 = 2.0;
/// A time is the least of so many runs.
const RUNS: usize = 3;

pub(super) struct Laboratory {
    survey: Arc<PreparedRatings>,
    settings: MethodSettings,
    seed: u64,
}

impl Laboratory {
    pub fn new(survey: Arc<PreparedRatings>, settings: MethodSettings, seed: u64) -> Self {
        Self {
            survey,
            settings: MethodSettings { seed, ..settings },
            seed,
        }
    }

    pub fn figure(&self, name: FigureName, progress: &Progress) -> Result<Figure, Failure> {
        let series = self.series(name, progress)?;
        let about = name.about();
        let (holds, sentence) = self.weigh(name, about, &series);
        Ok(Figure {
            name,
            title: about.title,
            across: about.across,
            up: about.up,
            series,
            claim: about.claim,
            holds,
            sentence,
        })
    }

    fn series(&self, name: FigureName, progress: &Progress) -> Result<Vec<Series>, Failure> {
        use FigureName as F;
        let (greedy, graph) = (MethodName::Greedy, MethodName::Graph);
        let by_epsilon = |method: MethodName, k, metric| {
            let curve = self.by_epsilon(method.name(), method, k, metric, progress)?;
            Ok(vec![curve])
        };
        let by_k = |method: MethodName, ks, metric| {
            let curve = self.by_k(method.name(), method, ks, 2, metric, progress)?;
            Ok(vec![curve])
        };
        let accuracy = [Metric::NbAccuracy, Metric::NbAccuracyOriginal];
        match name {
            F::GreedyTimePeople => self.time_of_people(greedy, 40, 2, progress),
            F::GraphTimePeople => self.time_of_people(graph, 20, 1, progress),
            F::GreedyTimeK => self.time_of_k(greedy, progress),
            F::GraphTimeK => self.time_of_k(graph, progress),
            F::GraphTimeEpsilon => {
                let points = self.epsilons().map(|steps| {
                    let seconds = self.least_time(&self.survey, graph, 20, steps, progress)?;
                    Ok((self.survey.scale.distance(steps), seconds))
                });
                Ok(vec![series("graph", points)?])
            }
            F::GreedyDistortionEpsilon => by_epsilon(greedy, 40, Metric::Distortion),
            F::QueryErrorEpsilon => by_epsilon(graph, 10, Metric::QueryError),
            F::DeviationEpsilon => by_epsilon(graph, 10, Metric::SdChange),
            F::GreedyDistortionK => by_k(greedy, 20..=60, Metric::Distortion),
            F::QueryErrorK => by_k(graph, 10..=50, Metric::QueryError),
            F::ClusterChangeK => by_k(graph, 20..=60, Metric::ClusterChange),
            F::CentroidK => by_k(graph, 5..=35, Metric::CentroidShift),
            F::QueryErrorBoth => [1, 2]
                .into_iter()
                .map(|steps| {
                    let name = format!("epsilon {}", self.survey.scale.distance(steps));
                    self.by_k(&name, graph, 20..=40, steps, Metric::QueryError, progress)
                })
                .collect(),
            F::GreedyAccuracy => self.with_original(greedy, 20..=60, 2, accuracy, progress),
            F::GraphAccuracy => self.with_original(graph, 20..=60, 1, accuracy, progress),
            F::ClusteringK => self.with_original(
                graph,
                5..=25,
                2,
                [
                    Metric::ClusteringCoefficient,
                    Metric::ClusteringCoefficientOriginal,
                ],
                progress,
            ),
            F::CentroidPeople => {
                let points = self.shares().map(|percent| {
                    let some = self.sampled(percent);
                    let found =
                        self.measured(&some, graph, 20, 2, Metric::CentroidShift, progress)?;
                    Ok((f64::from(percent), found.unwrap_or(f64::NAN)))
                });
                Ok(vec![series("graph", points)?])
            }
            F::SlicingTimePeople => {
                let engines = [NeighbourEngine::Slicing];
                self.checks_of_people(&engines, progress)
            }
            F::SlicingAgainstPairwisePeople => self.checks_of_people(&ENGINES, progress),
            F::SlicingTimeEpsilon => self.checks_of_epsilon(&[NeighbourEngine::Slicing], progress),
            F::SlicingAgainstPairwiseEpsilon => self.checks_of_epsilon(&ENGINES, progress),
        }
    }

    fn shares(&self) -> impl Iterator<Item = u32> {
        (1..=5).map(|fifth| fifth * 20)
    }

    /// From 0 to what is just no longer everything.
    fn epsilons(&self) -> impl Iterator<Item = u16> {
        0..(self.survey.widest() + 1).min(8)
    }

    /// So many percent of the people, the same for the same seed.
    fn sampled(&self, percent: u32) -> Arc<PreparedRatings> {
        if percent >= 100 {
            return self.survey.clone();
        }
        let mut stream = Stream::new(self.seed, u64::from(percent));
        let mut people: Vec<u32> = (0..self.survey.people() as u32)
            .filter(|_| stream.below(100) < percent)
            .collect();
        if people.is_empty() {
            people.push(0);
        }
        Arc::new(self.survey.picked(&people))
    }

    fn checked(
        &self,
        survey: &Arc<PreparedRatings>,
        k: u32,
        steps: u16,
    ) -> Result<CheckedRatingsTask, Failure> {
        let requirement = Requirement {
            k: Some(k.min(survey.people() as u32)),
            epsilon: Some(survey.scale.distance(steps)),
            ..Requirement::default()
        };
        // What makes sense of all people may be asked of some of them.
        let of_all = CheckedRatingsTask::of(self.survey.clone(), &requirement)?;
        Ok(CheckedRatingsTask {
            survey: survey.clone(),
            ..of_all
        })
    }

    /// `None` where the method does not reach the requirement or the metric has no value.
    fn measured(
        &self,
        survey: &Arc<PreparedRatings>,
        method: MethodName,
        k: u32,
        steps: u16,
        metric: Metric,
        progress: &Progress,
    ) -> Result<Option<f64>, Failure> {
        let settings = MethodSettings {
            name: method,
            ..self.settings.clone()
        };
        Ok(
            match anonymize(&self.checked(survey, k, steps)?, &settings, progress)? {
                Outcome::Reached(candidate) => candidate.measures.get(metric),
                Outcome::NotReached(_) => None,
            },
        )
    }

    /// Seconds of the method alone, without what is measured afterwards.
    fn least_time(
        &self,
        survey: &Arc<PreparedRatings>,
        method: MethodName,
        k: u32,
        steps: u16,
        progress: &Progress,
    ) -> Result<f64, Failure> {
        use cloakroom_ratings::method::{RatingsTask, run};
        let settings = MethodSettings {
            name: method,
            ..self.settings.clone()
        };
        let checked = self.checked(survey, k, steps)?;
        let task = RatingsTask {
            survey,
            cells: survey.dense().unwrap_or(&[]),
            target: checked.target,
            may_leave_out: 0,
            settings: &settings,
        };
        let mut least = f64::INFINITY;
        for _ in 0..RUNS {
            let start = Instant::now();
            run(method, task, progress)?;
            least = least.min(start.elapsed().as_secs_f64());
        }
        Ok(least)
    }

    fn time_of_people(
        &self,
        method: MethodName,
        k: u32,
        steps: u16,
        progress: &Progress,
    ) -> Result<Vec<Series>, Failure> {
        let points = self.shares().map(|percent| {
            let some = self.sampled(percent);
            let seconds = self.least_time(&some, method, k, steps, progress)?;
            Ok((f64::from(percent), seconds))
        });
        Ok(vec![series(method.name(), points)?])
    }

    fn time_of_k(&self, method: MethodName, progress: &Progress) -> Result<Vec<Series>, Failure> {
        let points = (20..=60).step_by(10).map(|k| {
            let seconds = self.least_time(&self.survey, method, k, 2, progress)?;
            Ok((f64::from(k), seconds))
        });
        Ok(vec![series(method.name(), points)?])
    }

    fn by_epsilon(
        &self,
        name: &str,
        method: MethodName,
        k: u32,
        metric: Metric,
        progress: &Progress,
    ) -> Result<Series, Failure> {
        let points = self.epsilons().map(|steps| {
            let found = self.measured(&self.survey, method, k, steps, metric, progress)?;
            let epsilon = self.survey.scale.distance(steps);
            Ok((epsilon, found.unwrap_or(f64::NAN)))
        });
        series(name, points)
    }

    fn by_k(
        &self,
        name: &str,
        method: MethodName,
        ks: std::ops::RangeInclusive<u32>,
        steps: u16,
        metric: Metric,
        progress: &Progress,
    ) -> Result<Series, Failure> {
        let stride = ((ks.end() - ks.start()) / 4).max(1) as usize;
        let points = ks.step_by(stride).map(|k| {
            let found = self.measured(&self.survey, method, k, steps, metric, progress)?;
            Ok((f64::from(k), found.unwrap_or(f64::NAN)))
        });
        series(name, points)
    }

    fn with_original(
        &self,
        method: MethodName,
        ks: std::ops::RangeInclusive<u32>,
        steps: u16,
        metrics: [Metric; 2],
        progress: &Progress,
    ) -> Result<Vec<Series>, Failure> {
        let names = ["released", "original"];
        names
            .into_iter()
            .zip(metrics)
            .map(|(name, metric)| self.by_k(name, method, ks.clone(), steps, metric, progress))
            .collect()
    }

    fn checks_of_people(
        &self,
        engines: &[NeighbourEngine],
        progress: &Progress,
    ) -> Result<Vec<Series>, Failure> {
        engines
            .iter()
            .map(|&engine| {
                let points = self.shares().map(|percent| {
                    let some = self.sampled(percent);
                    let seconds = self.time_of_check(&some, engine, 1, progress)?;
                    Ok((f64::from(percent), seconds))
                });
                series(engine.name(), points)
            })
            .collect()
    }

    fn checks_of_epsilon(
        &self,
        engines: &[NeighbourEngine],
        progress: &Progress,
    ) -> Result<Vec<Series>, Failure> {
        engines
            .iter()
            .map(|&engine| {
                let points = self.epsilons().map(|steps| {
                    let seconds = self.time_of_check(&self.survey, engine, steps, progress)?;
                    Ok((self.survey.scale.distance(steps), seconds))
                });
                series(engine.name(), points)
            })
            .collect()
    }

    /// Everybody's neighbours up to this distance, and what their sensitive ratings reach.
    fn time_of_check(
        &self,
        survey: &PreparedRatings,
        engine: NeighbourEngine,
        steps: u16,
        progress: &Progress,
    ) -> Result<f64, Failure> {
        let mut least = f64::INFINITY;
        for _ in 0..RUNS {
            let start = Instant::now();
            let reading = Default::default();
            RatingsProfile::compute(survey, reading, steps, engine, progress)?;
            least = least.min(start.elapsed().as_secs_f64());
        }
        Ok(least)
    }

    fn weigh(&self, name: FigureName, about: &About, series: &[Series]) -> (Option<bool>, String) {
        let Some((first, last)) = ends(&series[0].points) else {
            let words = "nothing could be measured: the figure needs a sensitive issue, or the method did not \
                         reach the requirement";
            return (None, words.to_owned());
        };
        let moved = format!("from {first:.4} to {last:.4}");
        match name {
            FigureName::GreedyAccuracy | FigureName::GraphAccuracy => {
                let farthest = farthest_apart(&series[0].points, &series[1].points);
                let words = format!("at most {farthest:.3} apart");
                (Some(farthest <= VERY_CLOSE), words)
            }
            FigureName::ClusteringK => {
                let larger = series[0].points.iter().zip(&series[1].points);
                let holds = larger
                    .into_iter()
                    .all(|(after, before)| after.1 >= before.1);
                let below = series[0].points.iter().all(|point| point.1 < 1.0);
                let words = format!("{moved}; before {:.4}", series[1].points[0].1);
                (Some(holds && below), words)
            }
            FigureName::CentroidPeople | FigureName::CentroidK => {
                let worst = series[0]
                    .points
                    .iter()
                    .map(|point| point.1)
                    .fold(0.0, f64::max);
                let bound = VERY_CLOSE * self.survey.scale.r();
                let words = format!(
                    "at most {worst:.3} ratings on a scale {:.0} wide",
                    self.survey.scale.r()
                );
                (Some(worst <= bound), words)
            }
            FigureName::SlicingAgainstPairwisePeople
            | FigureName::SlicingAgainstPairwiseEpsilon => {
                let faster = faster_at_the_end(series);
                let words = format!(
                    "slicing takes 1/{:.1} of pairwise at the end, the profile 1/{:.1}",
                    faster[0], faster[1]
                );
                (Some(faster[0] >= FAR_FASTER), words)
            }
            FigureName::SlicingTimeEpsilon | FigureName::GraphTimeEpsilon => {
                let points = &series[0].points;
                let lowest = points
                    .iter()
                    .map(|point| point.1)
                    .fold(f64::INFINITY, f64::min);
                let holds = first > lowest && last > lowest;
                (Some(holds), format!("{moved}, least {lowest:.4}"))
            }
            _ => {
                let seen: Vec<Option<bool>> = series
                    .iter()
                    .map(|series| about.trend.is_seen(&series.points))
                    .collect();
                let holds = seen
                    .iter()
                    .copied()
                    .reduce(|one, other| match (one, other) {
                        (Some(one), Some(other)) => Some(one && other),
                        _ => None,
                    });
                let way = match about.trend {
                    Trend::Rises => "rises",
                    Trend::Falls => "falls",
                };
                let words = match holds.flatten() {
                    Some(true) => format!("{way} {moved}"),
                    Some(false) => format!("goes {moved}"),
                    None => format!("neither rises nor falls, {moved}"),
                };
                (holds.flatten(), words)
            }
        }
    }
}

const ENGINES: [NeighbourEngine; 3] = [
    NeighbourEngine::Slicing,
    NeighbourEngine::Pairwise,
    NeighbourEngine::Profile,
];

/// Points that have no value are left away.
fn series(
    name: &str,
    points: impl Iterator<Item = Result<(f64, f64), Failure>>,
) -> Result<Series, Failure> {
    let points = points.collect::<Result<Vec<_>, Failure>>()?;
    Ok(Series {
        name: name.to_owned(),
        points: points
            .into_iter()
            .filter(|point| point.1.is_finite())
            .collect(),
    })
}

fn ends(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    Some((points.first()?.1, points.last()?.1))
}

fn farthest_apart(one: &[(f64, f64)], other: &[(f64, f64)]) -> f64 {
    let both = one.iter().zip(other);
    both.map(|(a, b)| (a.1 - b.1).abs()).fold(0.0, f64::max)
}

/// How many times as long pairwise takes as slicing and as the profile, on all people.
fn faster_at_the_end(series: &[Series]) -> [f64; 2] {
    let last = |at: usize| {
        let points = series.get(at).and_then(|series| series.points.last());
        points.map_or(f64::NAN, |point| point.1)
    };
    [last(1) / last(0), last(1) / last(2)]
}
