//! What a degree asks of columns, by either rule: the arithmetic alone, without a table, so that a window can follow a
//! slider with it.

use super::inverse::{Finder, Inverse};
use super::share::{decompose, shares};
use crate::metrics::degree::{StepWeights, of_record};
use cloakroom_core::Problem;
use cloakroom_core::purpose::{Decomposition, Rule};

/// The weight of every column in the degree; together they are 1. The nearest levels are found by the degree as it is
/// defined, in which a column weighs by its priority; the printed rule can also share by 1 − priority.
pub fn weights_of_columns(told: &Decomposition, priorities: &[f64]) -> Result<Vec<f64>, Problem> {
    shares(priorities, told.rule == Rule::Printed && told.spare_useful)
}

#[derive(Clone, Debug, PartialEq)]
pub struct Aim {
    pub rule: Rule,
    /// The degree that is aimed at.
    pub degree: f64,
    pub weights: StepWeights,
    pub shares: Vec<f64>,
    heights: Vec<u32>,
    inverse: Inverse,
}

impl Aim {
    /// `losses` are those of the levels of every column, by [`super::losses`].
    pub fn new(
        told: &Decomposition,
        priorities: &[f64],
        losses: &[Vec<f64>],
    ) -> Result<Self, Problem> {
        let shares = weights_of_columns(told, priorities)?;
        let weights = StepWeights {
            weights: told.weights,
            beta: told.beta,
        };
        let height = |levels: &Vec<f64>| levels.len().saturating_sub(1) as u32;
        Ok(Self {
            rule: told.rule,
            degree: told.degree(),
            weights,
            inverse: Inverse::new(weights, &shares, losses),
            heights: losses.iter().map(height).collect(),
            shares,
        })
    }

    pub fn heights(&self) -> &[u32] {
        &self.heights
    }

    pub fn inverse(&self) -> &Inverse {
        &self.inverse
    }

    /// Ready to be asked for the levels of several degrees.
    pub fn finder(&self) -> Finder {
        self.inverse.above(&vec![0; self.heights.len()])
    }

    /// The degree and the level that each column is to have, whatever is promised.
    pub fn levels(&self) -> Vec<(f64, u32)> {
        match self.rule {
            Rule::Printed => self.printed(self.degree),
            Rule::Nearest => {
                let levels = self.finder().nearest(self.degree);
                let columns = levels.into_iter().zip(&self.heights);
                columns
                    .map(|(level, &top)| (self.weights.between(0, level, top), level))
                    .collect()
            }
        }
    }

    fn printed(&self, degree: f64) -> Vec<(f64, u32)> {
        decompose(degree, &self.shares, &self.heights)
    }

    /// The degree that levels achieve: columns weigh by their shares, as in the rule itself.
    pub fn achieved(&self, levels: &[u32]) -> f64 {
        let columns = levels.iter().zip(&self.heights);
        let degrees: Vec<f64> = columns
            .map(|(&level, &top)| self.weights.between(0, level, top))
            .collect();
        of_record(&degrees, &self.shares).unwrap_or(0.0)
    }

    /// The degrees that the levels of other degrees achieve.
    pub fn achieved_for(&self, degrees: impl IntoIterator<Item = f64>) -> Vec<f64> {
        let finder = (self.rule == Rule::Nearest).then(|| self.finder());
        let levels = |degree: f64| match &finder {
            Some(finder) => finder.nearest(degree),
            None => self
                .printed(degree)
                .into_iter()
                .map(|(_, level)| level)
                .collect(),
        };
        degrees
            .into_iter()
            .map(|degree| self.achieved(&levels(degree)))
            .collect()
    }
}
