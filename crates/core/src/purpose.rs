//! What somebody wants the data for, and how far they are trusted: what the degree of anonymisation and the
//! share of each column in it come from.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The quasi-identifiers by their use for a study.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Purpose {
    /// The most useful column.
    pub most: String,
    /// The least useful one.
    pub least: String,
    /// Those between them, the more useful first; `None` for the order that the data suggest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub between: Option<Vec<String>>,
    /// What the order is worth in numbers.
    #[serde(default, skip_serializing_if = "Priorities::is_usual")]
    pub priorities: Priorities,
}

/// Where the priorities of columns come from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Priorities {
    /// From the order and from how much columns tell of each other (thesis, definition 4.3).
    #[default]
    Dependence,
    /// From the order alone: 1 for the most useful column, 0 for the least, and equal steps between them.
    Equal,
    /// Said outright, from 0 to 1, for every column. The order of the purpose is then theirs.
    Outright(BTreeMap<String, f64>),
}

impl Priorities {
    fn is_usual(&self) -> bool {
        *self == Self::Dependence
    }
}

impl Purpose {
    /// A purpose of columns with their priorities: the larger the more useful, equal ones by their names. `None` where
    /// there is no column.
    pub fn outright(priorities: BTreeMap<String, f64>) -> Option<Self> {
        let mut columns: Vec<(&String, f64)> =
            priorities.iter().map(|(name, &p)| (name, p)).collect();
        columns.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(b.0)));
        let mut names: Vec<String> = columns.into_iter().map(|(name, _)| name.clone()).collect();
        let least = names.pop()?;
        let most = match names.is_empty() {
            true => least.clone(),
            false => names.remove(0),
        };
        Some(Self {
            most,
            least,
            between: Some(names),
            priorities: Priorities::Outright(priorities),
        })
    }
}

/// Somebody who asks for the data.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Recipient {
    pub name: String,
    /// From 0, a stranger, to 1, somebody who may see everything.
    pub trust: f64,
    /// The name of a purpose; `None` for the one that the method names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purpose: Option<String>,
}

/// From trust to the degree of anonymisation. More trust never asks for more.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Projection {
    /// (1 − trust)².
    #[default]
    Quadratic,
    /// 1 − trust.
    Linear,
    /// Straight lines between points of trust and degree, both from 0 to 1, the trust rising and the degree
    /// not; beyond the first and the last point the degree stays what it is there.
    Curve(Vec<(f64, f64)>),
}

impl Projection {
    /// The degree for a trust between 0 and 1.
    pub fn degree(&self, trust: f64) -> f64 {
        match self {
            Self::Quadratic => (1.0 - trust) * (1.0 - trust),
            Self::Linear => 1.0 - trust,
            Self::Curve(points) => on_lines(points, trust),
        }
    }

    /// What is wrong with a curve, if anything.
    pub fn fault(&self) -> Option<&'static str> {
        let Self::Curve(points) = self else {
            return None;
        };
        let share = |number: &f64| (0.0..=1.0).contains(number);
        if points.is_empty() {
            Some("a curve needs at least one point of trust and degree")
        } else if !points.iter().all(|(t, d)| share(t) && share(d)) {
            Some("the trust and the degree of every point lie between 0 and 1")
        } else if points.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
            Some("the trust of the points rises from one to the next")
        } else if points.windows(2).any(|pair| pair[0].1 < pair[1].1) {
            Some("more trust never asks for a larger degree: the degrees fall or stay")
        } else {
            None
        }
    }
}

fn on_lines(points: &[(f64, f64)], trust: f64) -> f64 {
    // A point itself is the beginning of a line, where nothing is rounded.
    let after = points.partition_point(|&(at, _)| at <= trust);
    match (
        after.checked_sub(1).and_then(|at| points.get(at)),
        points.get(after),
    ) {
        (Some(&(t0, d0)), Some(&(t1, d1))) => d0 + (d1 - d0) * (trust - t0) / (t1 - t0),
        (Some(&(_, degree)), None) | (None, Some(&(_, degree))) => degree,
        (None, None) => 1.0,
    }
}

/// How the steps of a hierarchy weigh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LevelWeights {
    /// Every step alike.
    #[default]
    Uniform,
    /// Steps near the top weigh more, the more so the larger β is.
    Utility,
}

impl LevelWeights {
    pub const ALL: [Self; 2] = [Self::Uniform, Self::Utility];

    pub fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Utility => "utility",
        }
    }
}

/// How a degree becomes levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rule {
    /// Of all levels that hold, those whose own degree is nearest to the one that is asked for.
    #[default]
    Nearest,
    /// As the thesis prints it: every column goes up by its share of the degree, and from there to what holds.
    Printed,
}

impl Rule {
    pub const ALL: [Self; 2] = [Self::Nearest, Self::Printed];

    pub fn name(self) -> &'static str {
        match self {
            Self::Nearest => "nearest",
            Self::Printed => "printed",
        }
    }

    /// What is kept without a rule was kept before there were two.
    fn before() -> Self {
        Self::Printed
    }
}

/// What the method `decomposition` is told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Decomposition {
    pub target: Target,
    /// The name of a purpose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose: Option<String>,
    pub projection: Projection,
    pub weights: LevelWeights,
    /// The exponent of utility weights, at least 1.
    pub beta: f64,
    #[serde(default = "Rule::before")]
    pub rule: Rule,
    /// For the printed rule: spare what is useful, so that columns share the degree by 1 − priority. As printed in the
    /// thesis they share it by their priority, and the most useful one is generalized most.
    pub spare_useful: bool,
}

/// How far the table is to be anonymised.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// The degree itself, from 0 to 1.
    Degree(f64),
    /// What the projection makes of a trust.
    Trust(f64),
}

impl Decomposition {
    /// The degree that is aimed at.
    pub fn degree(&self) -> f64 {
        match self.target {
            Target::Degree(degree) => degree,
            Target::Trust(trust) => self.projection.degree(trust),
        }
    }
}

impl Default for Decomposition {
    fn default() -> Self {
        Self {
            target: Target::Trust(0.5),
            purpose: None,
            projection: Projection::default(),
            weights: LevelWeights::default(),
            beta: 1.0,
            rule: Rule::default(),
            spare_useful: true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trust_becomes_a_degree() {
        assert_eq!(Projection::Quadratic.degree(0.5), 0.25);
        assert_eq!(Projection::Linear.degree(0.25), 0.75);
        let curve = Projection::Curve(vec![(0.2, 0.9), (0.6, 0.1)]);
        assert_eq!(curve.fault(), None);
        assert_eq!(curve.degree(0.0), 0.9);
        assert!((curve.degree(0.4) - 0.5).abs() < 1e-12);
        assert_eq!(curve.degree(0.6), 0.1);
        assert_eq!(curve.degree(1.0), 0.1);
    }

    #[test]
    fn a_curve_that_rewards_distrust_is_refused() {
        let fault = |points: &[(f64, f64)]| Projection::Curve(points.to_vec()).fault();
        assert!(fault(&[]).is_some());
        assert!(fault(&[(0.0, 1.2)]).is_some());
        assert!(fault(&[(0.5, 0.5), (0.5, 0.4)]).is_some());
        assert!(fault(&[(0.2, 0.3), (0.5, 0.4)]).is_some());
    }
}
