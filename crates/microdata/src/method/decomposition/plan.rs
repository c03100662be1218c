//! What is to be done before the data are changed: whom the recipe's purpose finds useful, what share of the degree
//! each column has, and the level that this means.

use super::aim::Aim;
use super::inverse::losses;
use crate::profile::dependency::DependencyProfile;
use cloakroom_core::purpose::{Decomposition, Priorities, Purpose, Target};
use cloakroom_core::{PreparedTable, Problem};
use std::collections::BTreeMap;

/// Without a purpose every column has this priority, so that all share alike, whether what is useful is spared or not.
const NO_PURPOSE: f64 = 0.5;

/// The decomposition of a degree, column by column.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The name of the purpose.
    pub purpose: Option<String>,
    /// In the subject's order, as `columns`.
    pub aim: Aim,
    /// In the subject's order.
    pub columns: Vec<PlannedColumn>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PlannedColumn {
    pub name: String,
    /// 1 for the most useful column, 0 for the least useful one.
    pub priority: f64,
    /// Its weight in the degree.
    pub share: f64,
    /// The degree that falls to it.
    pub degree: f64,
    /// The level that it is to go up to.
    pub level: u32,
    /// The level of its top.
    pub height: u32,
}

/// Tells in a sentence what a decomposition cannot be made of, before anything is computed.
pub fn refuse(
    prepared: &PreparedTable<'_>,
    told: &Decomposition,
    purposes: &BTreeMap<String, Purpose>,
) -> Result<(), Problem> {
    let (what, share) = match told.target {
        Target::Degree(degree) => ("degree of anonymisation", degree),
        Target::Trust(trust) => ("trust", trust),
    };
    if !(0.0..=1.0).contains(&share) {
        return Err(Problem::new(format!(
            "the {what} is {share}; expected a number from 0 to 1"
        )));
    }
    if let Some(fault) = told.projection.fault() {
        return Err(Problem::new(format!(
            "the projection from trust to degree cannot be used: {fault}"
        )));
    }
    if !(told.beta >= 1.0 && told.beta.is_finite()) {
        return Err(Problem::new(format!(
            "beta is {}; expected a number of at least 1",
            told.beta
        )));
    }
    match named(told, purposes)? {
        Some((name, purpose)) => refuse_purpose(prepared, name, purpose),
        None => Ok(()),
    }
}

fn refuse_purpose(
    prepared: &PreparedTable<'_>,
    name: &str,
    purpose: &Purpose,
) -> Result<(), Problem> {
    let Priorities::Outright(of) = &purpose.priorities else {
        return places(prepared, name, purpose).map(|_| ());
    };
    let quasi = || prepared.quasi.iter().map(|quasi| quasi.column.name());
    if let Some(column) = of
        .keys()
        .find(|column| !quasi().any(|name| name == *column))
    {
        return Err(Problem::new(format!(
            "the purpose \"{name}\" gives a priority to \"{column}\", which is no quasi-identifier; expected {}",
            listed(quasi())
        )));
    }
    if let Some(column) = quasi().find(|column| !of.contains_key(*column)) {
        return Err(Problem::new(format!(
            "the purpose \"{name}\" gives no priority to \"{column}\"; expected one for every quasi-identifier"
        )));
    }
    match of.values().all(|priority| (0.0..=1.0).contains(priority)) {
        true => Ok(()),
        false => Err(Problem::new(format!(
            "a priority of the purpose \"{name}\" is not what it must be; expected numbers from 0 to 1"
        ))),
    }
}

fn named<'a>(
    told: &'a Decomposition,
    purposes: &'a BTreeMap<String, Purpose>,
) -> Result<Option<(&'a str, &'a Purpose)>, Problem> {
    let Some(name) = told.purpose.as_deref() else {
        return Ok(None);
    };
    match purposes.get(name) {
        Some(purpose) => Ok(Some((name, purpose))),
        None if purposes.is_empty() => Err(Problem::new(format!(
            "there is no purpose \"{name}\"; expected it under [purposes], with the most and the least useful column"
        ))),
        None => Err(Problem::new(format!(
            "there is no purpose \"{name}\"; expected {}",
            listed(purposes.keys().map(String::as_str))
        ))),
    }
}

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = names.map(|name| format!("\"{name}\"")).collect();
    match quoted.as_slice() {
        [all @ .., last] if !all.is_empty() => format!("{} or {last}", all.join(", ")),
        _ => quoted.concat(),
    }
}

/// The columns that a purpose names, by their place among the quasi-identifiers.
struct Named {
    most: usize,
    between: Vec<usize>,
    least: usize,
}

fn places(prepared: &PreparedTable<'_>, name: &str, purpose: &Purpose) -> Result<Named, Problem> {
    let mut seen = Vec::new();
    let mut place = |column: &str| {
        let quasi = &prepared.quasi;
        let Some(at) = quasi.iter().position(|quasi| quasi.column.name() == column) else {
            return Err(Problem::new(format!(
                "the purpose \"{name}\" names \"{column}\", which is no quasi-identifier; expected {}",
                listed(quasi.iter().map(|quasi| quasi.column.name()))
            )));
        };
        if seen.contains(&at) {
            return Err(Problem::new(format!(
                "the purpose \"{name}\" names \"{column}\" twice; expected every column once"
            )));
        }
        let counts = quasi[at].column.counts();
        if counts.iter().filter(|&&count| count > 0).count() < 2 {
            let what = if quasi[at].column.nulls() > 0 {
                "no value in any record"
            } else {
                "the same value in every record"
            };
            return Err(Problem::new(format!(
                "the purpose \"{name}\" names \"{column}\", which has {what} and so is of no more use than any other; \
                 expected a column with at least two values"
            )));
        }
        seen.push(at);
        Ok(at)
    };
    Ok(Named {
        most: place(&purpose.most)?,
        least: place(&purpose.least)?,
        between: purpose
            .between
            .iter()
            .flatten()
            .map(|column| place(column))
            .collect::<Result<_, _>>()?,
    })
}

/// The priorities of columns, of which `order` has the places by use, the most useful first; by their place in the
/// profile.
pub fn priorities_in(from: &Priorities, order: &[usize], profile: &DependencyProfile) -> Vec<f64> {
    match from {
        Priorities::Dependence => profile.priorities(order),
        Priorities::Equal => {
            let steps = order.len().saturating_sub(1).max(1) as f64;
            let mut priorities = vec![0.0; profile.names().len()];
            for (place, &at) in order.iter().enumerate() {
                priorities[at] = 1.0 - place as f64 / steps;
            }
            priorities
        }
        Priorities::Outright(of) => {
            let names = profile.names().iter();
            names
                .map(|name| of.get(name).copied().unwrap_or(0.0))
                .collect()
        }
    }
}

/// The priority of every quasi-identifier for a purpose. `profile` is that of the quasi-identifiers, in the subject's
/// order. Those that the purpose does not name stand after those that it names between its ends, in the order that the
/// data suggest.
pub fn priorities(
    prepared: &PreparedTable<'_>,
    name: &str,
    purpose: &Purpose,
    profile: &DependencyProfile,
) -> Result<Vec<f64>, Problem> {
    if let Priorities::Outright(_) = purpose.priorities {
        refuse_purpose(prepared, name, purpose)?;
        return Ok(priorities_in(&purpose.priorities, &[], profile));
    }
    let named = places(prepared, name, purpose)?;
    let mut order = vec![named.most];
    order.extend(&named.between);
    for at in profile.suggested_order(named.most, named.least) {
        if at != named.least && !order.contains(&at) {
            order.push(at);
        }
    }
    order.push(named.least);
    Ok(priorities_in(&purpose.priorities, &order, profile))
}

impl Plan {
    /// `profile` is that of the quasi-identifiers, in the subject's order; a plan without a purpose needs none.
    pub fn new(
        prepared: &PreparedTable<'_>,
        told: &Decomposition,
        purposes: &BTreeMap<String, Purpose>,
        profile: Option<&DependencyProfile>,
    ) -> Result<Self, Problem> {
        let priorities = match (named(told, purposes)?, profile) {
            (Some((name, purpose)), Some(profile)) => priorities(prepared, name, purpose, profile)?,
            (Some((name, _)), None) => {
                return Err(Problem::new(format!(
                    "the priorities of the purpose \"{name}\" follow from the data, which were not looked at"
                )));
            }
            (None, _) => vec![NO_PURPOSE; prepared.quasi.len()],
        };
        let quasi = prepared.quasi.iter();
        let losses: Vec<Vec<f64>> = quasi
            .map(|quasi| losses(quasi.column, &quasi.hierarchy))
            .collect();
        let aim = Aim::new(told, &priorities, &losses)?;
        let columns = aim
            .levels()
            .into_iter()
            .enumerate()
            .map(|(at, (degree, level))| PlannedColumn {
                name: prepared.quasi[at].column.name().to_owned(),
                priority: priorities[at],
                share: aim.shares[at],
                degree,
                level,
                height: aim.heights()[at],
            })
            .collect();
        Ok(Self {
            purpose: told.purpose.clone(),
            aim,
            columns,
        })
    }

    /// The levels that the degree asks for: the target node of the lattice.
    pub fn levels(&self) -> Vec<u32> {
        self.columns.iter().map(|column| column.level).collect()
    }
}
