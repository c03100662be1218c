//! What a purpose and a degree mean for every column, before anything runs: the method's own arithmetic, without its
//! table, so that it follows a slider.

use super::order::UseOrder;
use super::place;
use cloakroom_core::problem::Problem;
use cloakroom_core::purpose::Decomposition;
use cloakroom_core::settings::Settings;
use cloakroom_microdata::method::decomposition::{decompose, shares};
use cloakroom_microdata::metrics::degree::{StepWeights, of_record};
use cloakroom_microdata::profile::dependency::DependencyProfile;

/// Without a purpose all columns count alike, spared or not.
const NO_PURPOSE: f64 = 0.5;

/// The decomposition of a degree, in the order of use.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub columns: Vec<Planned>,
    /// The degree that is aimed at.
    pub asked: f64,
    /// The degree that the target levels have; `None` until the hierarchies are read.
    pub reached: Option<f64>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    pub name: String,
    pub priority: f64,
    /// Its part of the degree; together they are 1.
    pub share: f64,
    /// The level that follows; `None` until the hierarchies are read.
    pub level: Option<u32>,
    pub top: u32,
}

impl Plan {
    /// `heights` are the highest levels of the columns that were compared, in their order.
    pub fn new(
        order: &UseOrder,
        profile: &DependencyProfile,
        heights: Option<&[u32]>,
        told: &Decomposition,
    ) -> Result<Self, Problem> {
        let columns = order.columns.iter();
        let places: Vec<usize> = columns.filter_map(|name| place(profile, name)).collect();
        let priorities = profile.priorities(&places);
        Self::of(&places, &priorities, profile, heights, told)
    }

    /// For the settings as they are; `None` where there is no plan, and without a purpose all columns count alike.
    pub fn for_settings(
        settings: &Settings,
        profile: &DependencyProfile,
        heights: &[u32],
    ) -> Option<Self> {
        let told = &settings.method.decomposition;
        let plan = match &told.purpose {
            Some(name) => {
                let order = UseOrder::of(settings.purposes.get(name)?, profile).ok()?;
                Self::new(&order, profile, Some(heights), told)
            }
            None => {
                let places: Vec<usize> = (0..profile.names().len()).collect();
                let alike = vec![NO_PURPOSE; places.len()];
                Self::of(&places, &alike, profile, Some(heights), told)
            }
        };
        plan.ok()
    }

    fn of(
        places: &[usize],
        priorities: &[f64],
        profile: &DependencyProfile,
        heights: Option<&[u32]>,
        told: &Decomposition,
    ) -> Result<Self, Problem> {
        let shares = shares(priorities, told.spare_useful)?;
        let asked = told.degree();
        let levels: Option<Vec<u32>> = heights.map(|heights| {
            let columns = decompose(asked, &shares, heights).into_iter();
            columns.map(|(_, level)| level).collect()
        });
        let reached = heights.zip(levels.as_ref()).and_then(|(heights, levels)| {
            let weights = StepWeights {
                weights: told.weights,
                beta: told.beta,
            };
            let degrees: Vec<f64> = levels
                .iter()
                .zip(heights)
                .map(|(&level, &height)| weights.between(0, level, height))
                .collect();
            of_record(&degrees, &shares)
        });
        let names = profile.names();
        Ok(Self {
            columns: places
                .iter()
                .map(|&at| Planned {
                    name: names[at].clone(),
                    priority: priorities[at],
                    share: shares[at],
                    level: levels.as_ref().map(|levels| levels[at]),
                    top: heights.map_or(0, |heights| heights[at]),
                })
                .collect(),
            asked,
            reached,
        })
    }

    /// The target level of a column.
    pub fn level(&self, column: &str) -> Option<u32> {
        let planned = self.columns.iter().find(|planned| planned.name == column)?;
        planned.level
    }
}
