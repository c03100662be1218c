//! A figure by which candidates are compared: a metric, or what is counted beside the metrics.

use super::kinds::about;
use super::sweep::SweepPoint;
use cloakroom_core::metrics::{Aspect, Direction};
use cloakroom_core::recipe::is_for;
use cloakroom_core::{Amount, CheckAnswer, Kind, Metric};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Figure {
    Metric(Metric),
    /// Records or people that the release lacks.
    LeftOut,
    /// One divided by the k that the release reaches, where no metric tells of risk.
    LargestRisk,
}

impl Figure {
    /// What a kind of data is measured by: utility first, then risk.
    pub fn of_kind(kind: Kind) -> Vec<Self> {
        let metrics = |aspect: Aspect| {
            let metrics = Metric::ALL.into_iter();
            metrics
                .filter(move |metric| metric.aspect() == aspect && metric.kinds().contains(&kind))
                .map(Self::Metric)
        };
        let mut figures: Vec<Self> = metrics(Aspect::Utility).collect();
        if is_for("suppression", kind) {
            figures.push(Self::LeftOut);
        }
        let risks: Vec<Self> = metrics(Aspect::Risk).collect();
        if risks.is_empty() {
            figures.push(Self::LargestRisk);
        }
        figures.extend(risks);
        figures
    }

    /// What curves can be drawn of: what is measured of every point.
    pub fn of_curves(kind: Kind) -> Vec<Self> {
        let mut figures = Self::of_kind(kind);
        figures.retain(|figure| *figure != Self::LargestRisk);
        figures
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Metric(metric) => metric.name(),
            Self::LeftOut => "records_left_out",
            Self::LargestRisk => "largest_risk",
        }
    }

    pub fn title(self, kind: Kind) -> &'static str {
        match self {
            Self::Metric(metric) => metric.title(),
            Self::LeftOut => about(kind).left_out,
            Self::LargestRisk => "Largest risk",
        }
    }

    pub fn sentence(self) -> &'static str {
        match self {
            Self::Metric(metric) => metric.sentence(),
            Self::LeftOut => {
                "What the release would lack because it could not be made safe otherwise."
            }
            Self::LargestRisk => {
                "The chance of picking the right one for somebody who knows as much as the requirement allows for: \
                 one divided by the k that the release reaches."
            }
        }
    }

    pub fn unit(self, kind: Kind) -> &'static str {
        match self {
            Self::Metric(metric) => metric.unit(),
            Self::LeftOut => kind.record(2),
            Self::LargestRisk => "probability, 0 to 1",
        }
    }

    pub fn direction(self) -> Direction {
        match self {
            Self::Metric(metric) => metric.direction(),
            _ => Direction::Lower,
        }
    }

    pub fn aspect(self) -> Aspect {
        match self {
            Self::Metric(metric) => metric.aspect(),
            Self::LeftOut => Aspect::Utility,
            Self::LargestRisk => Aspect::Risk,
        }
    }

    /// Whether it tells of the original data and so is the same for every candidate.
    pub fn is_of_original(self) -> bool {
        matches!(self, Self::Metric(metric) if metric.is_of_original())
    }

    /// Its value at a point of a curve.
    pub fn at(self, point: &SweepPoint) -> Option<f64> {
        match self {
            Self::Metric(metric) => point.metrics.get(metric),
            Self::LeftOut => Some(point.left_out as f64),
            Self::LargestRisk => None,
        }
    }
}

/// One divided by the k that a release reaches; `None` where k is not asked for.
pub fn largest_risk(check: &CheckAnswer) -> Option<f64> {
    let k = check.requirements.iter().find(|line| line.name == "k")?;
    match k.reached? {
        Amount::Count(k) if k > 0 => Some(1.0 / k as f64),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_risk_and_a_loss() {
        for kind in Kind::ALL {
            let figures = Figure::of_kind(kind);
            for aspect in [Aspect::Utility, Aspect::Risk] {
                assert!(figures.iter().any(|figure| figure.aspect() == aspect));
            }
            for figure in figures {
                assert!(!figure.title(kind).is_empty() && !figure.unit(kind).is_empty());
            }
        }
    }
}
