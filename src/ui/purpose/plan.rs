//! What a purpose and a degree mean for every column, before anything runs: the method's own arithmetic, without its
//! classes, so that it follows a slider.

use super::order::UseOrder;
use super::place;
use cloakroom_core::hierarchy::Hierarchies;
use cloakroom_core::problem::Problem;
use cloakroom_core::purpose::Decomposition;
use cloakroom_core::settings::Settings;
use cloakroom_core::table::Table;
use cloakroom_microdata::method::decomposition::{self, Aim, weights_of_columns};
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
    /// In the order of the columns that were compared; `None` until the hierarchies are read.
    pub aim: Option<Aim>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    pub name: String,
    pub priority: f64,
    /// Its weight in the degree; together they are 1.
    pub share: f64,
    /// The level that follows; `None` until the hierarchies are read.
    pub level: Option<u32>,
    pub top: u32,
}

/// What the levels of columns lose. Without a hierarchy of its own a column has its values and `*`.
pub fn losses(table: &Table, hierarchies: &Hierarchies, names: &[String]) -> Vec<Vec<f64>> {
    let of = |name: &String| match (table.column(name), hierarchies.get(name)) {
        (Some(column), Some(hierarchy)) => decomposition::losses(column, hierarchy),
        _ => vec![0.0, 1.0],
    };
    names.iter().map(of).collect()
}

impl Plan {
    /// `losses` are those of the columns that were compared, in their order.
    pub fn new(
        order: &UseOrder,
        profile: &DependencyProfile,
        losses: Option<&[Vec<f64>]>,
        told: &Decomposition,
    ) -> Result<Self, Problem> {
        let columns = order.columns.iter();
        let places: Vec<usize> = columns.filter_map(|name| place(profile, name)).collect();
        let priorities = decomposition::priorities_in(&order.priorities, &places, profile);
        Self::of(&places, &priorities, profile, losses, told)
    }

    /// For the settings as they are; `None` where there is no plan, and without a purpose all columns count alike.
    pub fn for_settings(
        settings: &Settings,
        profile: &DependencyProfile,
        losses: &[Vec<f64>],
    ) -> Option<Self> {
        let told = &settings.method.decomposition;
        let plan = match &told.purpose {
            Some(name) => {
                let order = UseOrder::of(settings.purposes.get(name)?, profile).ok()?;
                Self::new(&order, profile, Some(losses), told)
            }
            None => {
                let places: Vec<usize> = (0..profile.names().len()).collect();
                let alike = vec![NO_PURPOSE; places.len()];
                Self::of(&places, &alike, profile, Some(losses), told)
            }
        };
        plan.ok()
    }

    fn of(
        places: &[usize],
        priorities: &[f64],
        profile: &DependencyProfile,
        losses: Option<&[Vec<f64>]>,
        told: &Decomposition,
    ) -> Result<Self, Problem> {
        let shares = weights_of_columns(told, priorities)?;
        let aim = match losses {
            Some(losses) => Some(Aim::new(told, priorities, losses)?),
            None => None,
        };
        let levels: Option<Vec<u32>> = aim
            .as_ref()
            .map(|aim| aim.levels().into_iter().map(|(_, level)| level).collect());
        let names = profile.names();
        Ok(Self {
            columns: places
                .iter()
                .map(|&at| Planned {
                    name: names[at].clone(),
                    priority: priorities[at],
                    share: shares[at],
                    level: levels.as_ref().map(|levels| levels[at]),
                    top: aim.as_ref().map_or(0, |aim| aim.heights()[at]),
                })
                .collect(),
            asked: told.degree(),
            reached: aim
                .as_ref()
                .zip(levels.as_ref())
                .map(|(aim, levels)| aim.achieved(levels)),
            aim,
        })
    }

    /// The target level of a column.
    pub fn level(&self, column: &str) -> Option<u32> {
        let planned = self.columns.iter().find(|planned| planned.name == column)?;
        planned.level
    }
}
