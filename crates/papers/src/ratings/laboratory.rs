//! What all figures are measured with: the survey, parts of it, and the requirement of a point.

use super::catalogue::FigureName;
use super::{RatingsPlan, claims};
use crate::figure::{Figure, Series};
use cloakroom_core::{
    Failure, MethodName, MethodSettings, Metric, NeighbourEngine, Progress, Requirement, Stream,
};
use cloakroom_engine::ratings::CheckedRatingsTask;
use cloakroom_ratings::ratings::PreparedRatings;
use std::sync::Arc;

pub(super) struct Laboratory<'a> {
    pub survey: Arc<PreparedRatings>,
    pub settings: MethodSettings,
    pub plan: RatingsPlan<'a>,
}

impl<'a> Laboratory<'a> {
    pub fn new(
        survey: Arc<PreparedRatings>,
        settings: MethodSettings,
        plan: RatingsPlan<'a>,
    ) -> Self {
        Self {
            survey,
            settings: MethodSettings {
                seed: plan.seed,
                ..settings
            },
            plan,
        }
    }

    pub fn figure(&self, name: FigureName, progress: &Progress) -> Result<Figure, Failure> {
        let series = self.series(name, progress)?;
        let about = name.about();
        Ok(Figure {
            name: about.name.to_owned(),
            title: about.title.to_owned(),
            across: about.across,
            up: about.up,
            claims: claims::of(name, &series, &self.survey),
            series,
        })
    }

    fn series(&self, name: FigureName, progress: &Progress) -> Result<Vec<Series>, Failure> {
        use FigureName as F;
        const BOTH: [NeighbourEngine; 2] = [NeighbourEngine::Slicing, NeighbourEngine::Pairwise];
        let (greedy, graph) = (MethodName::Greedy, MethodName::Graph);
        let by_epsilon =
            |method: MethodName, k, metric| Ok(vec![self.by_epsilon(method, k, metric, progress)?]);
        let by_k = |method: MethodName, ks, metric| {
            Ok(vec![self.by_k(
                method.name(),
                method,
                ks,
                2,
                metric,
                progress,
            )?])
        };
        match name {
            F::GreedyTimePeople => self.time_of_people(greedy, 40, 2, progress),
            F::GraphTimePeople => self.time_of_people(graph, 20, 1, progress),
            F::GreedyTimeK => self.time_of_k(greedy, progress),
            F::GraphTimeK => self.time_of_k(graph, progress),
            F::GraphTimeEpsilon => self.time_of_epsilon(graph, 20, progress),
            F::GreedyDistortionEpsilon => by_epsilon(greedy, 40, Metric::Distortion),
            F::QueryErrorEpsilon => by_epsilon(graph, 10, Metric::QueryError),
            F::GreedyDistortionK => by_k(greedy, 20..=60, Metric::Distortion),
            F::QueryErrorK => by_k(graph, 10..=50, Metric::QueryError),
            F::ClusterChangeK => by_k(graph, 20..=60, Metric::ClusterChange),
            F::QueryErrorBoth => [1, 2]
                .into_iter()
                .map(|steps| {
                    let name = format!("epsilon {}", self.survey.scale.distance(steps));
                    self.by_k(&name, graph, 20..=40, steps, Metric::QueryError, progress)
                })
                .collect(),
            F::ClusteringK => {
                let metrics = [
                    ("released", Metric::ClusteringCoefficient),
                    ("original", Metric::ClusteringCoefficientOriginal),
                ];
                metrics
                    .into_iter()
                    .map(|(name, metric)| self.by_k(name, graph, 5..=25, 2, metric, progress))
                    .collect()
            }
            F::GreedyAccuracy => self.predicted(greedy, 2, progress),
            F::GraphAccuracy => self.predicted(graph, 1, progress),
            F::CentroidPeople => self.products_by_people(progress),
            F::CentroidK => self.products_by_k(progress),
            F::DeviationEpsilon => self.deviations(progress),
            F::SlicingTimePeople => self.checks_of_people(&BOTH[..1], progress),
            F::SlicingTimeEpsilon => self.checks_of_epsilon(&BOTH[..1], progress),
            F::SlicingTimeK => self.checks_of_k(&BOTH[..1], progress),
            F::SlicingTimeL => self.checks_of_l(&BOTH[..1], progress),
            F::SlicingAgainstPairwisePeople => self.checks_of_people(&BOTH, progress),
            F::SlicingAgainstPairwiseEpsilon => self.checks_of_epsilon(&BOTH, progress),
            F::SlicingAgainstPairwiseK => self.checks_of_k(&BOTH, progress),
            F::SlicingAgainstPairwiseL => self.checks_of_l(&BOTH, progress),
            F::SlicingAgainstPairwiseIssues => self.checks_of_issues(progress),
            F::MemoryPeople => self.memory_of_people(progress),
            F::MemoryEpsilon => self.memory_of_epsilon(progress),
            F::MemoryK => self.memory_of_k(progress),
            F::MemoryL => self.memory_of_l(progress),
        }
    }

    pub fn shares(&self) -> impl Iterator<Item = u32> + use<> {
        (1..=5).map(|fifth| fifth * 20)
    }

    /// From 0 to what is just no longer everything.
    pub fn epsilons(&self) -> impl Iterator<Item = u16> + use<> {
        0..(self.survey.widest() + 1).min(8)
    }

    /// So many percent of the people, the same for the same seed.
    pub fn sampled(&self, percent: u32) -> Arc<PreparedRatings> {
        if percent >= 100 {
            return self.survey.clone();
        }
        let mut stream = Stream::new(self.plan.seed, u64::from(percent));
        let mut people: Vec<u32> = (0..self.survey.people() as u32)
            .filter(|_| stream.below(100) < percent)
            .collect();
        if people.is_empty() {
            people.push(0);
        }
        Arc::new(self.survey.picked(&people))
    }

    pub fn checked(
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

    pub fn told(&self, method: MethodName) -> MethodSettings {
        MethodSettings {
            name: method,
            ..self.settings.clone()
        }
    }
}
