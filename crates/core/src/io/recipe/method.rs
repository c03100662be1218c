//! `[method]`: which method, and the settings that it heeds.

use super::purpose;
use super::section::{Entry, unknown_key};
use crate::method::{MethodName, SearchMetric};
use crate::microaggregation::{CategoryCentre, Microaggregation};
use crate::problem::Problem;
use crate::settings::{MethodSettings, NeighbourEngine, NullPolicy};
use std::collections::BTreeMap;

/// No hierarchy is so high.
const HIGHEST_LEVEL: u64 = 1000;

/// More rounds than this end by themselves.
const LARGEST_EFFORT: u64 = 1_000_000;

/// No table has so many records in memory.
const LARGEST_BLOCK: u64 = 1 << 31;
/// More decimals than this are noise.
const MOST_DECIMALS: u64 = 15;

const KNOWN: &str = "name, seed, metric, levels, class, suppress, effort, nulls, engine, keep_means, exclusive, \
    degree, trust, purpose, projection, weights, beta, spare_useful, gamma, categories, decimals or block";

pub(super) fn method(entry: &Entry<'_, '_>) -> Result<MethodSettings, Problem> {
    let mut method = MethodSettings::default();
    let available = MethodName::ALL.map(MethodName::name).join(", ");
    let section = entry.section()?;
    if let Some(entry) = section.find("name") {
        let name = entry.text()?;
        method.name = MethodName::from_name(name).ok_or_else(|| {
            entry.problem(format!(
                "the method \"{name}\" is not in this version; available methods: {available}"
            ))
        })?;
    }
    for entry in section.entries() {
        if let Some(users) = used_by(entry.key)
            && !users.contains(&method.name)
        {
            let users: Vec<&str> = users.iter().map(|user| user.name()).collect();
            return Err(entry.problem(format!(
                "{} is a setting of the method {}; the method here is {}, which does not use it",
                entry.name,
                users.join(" or "),
                method.name.name()
            )));
        }
        match entry.key {
            "name" => {}
            "seed" => method.seed = entry.whole(0, u64::MAX)?,
            "metric" => {
                let choices = SearchMetric::ALL.map(|metric| (metric.name(), metric));
                method.metric = entry.choice(&choices)?;
            }
            "levels" => method.levels = levels(&entry)?,
            "class" => method.class = Some(entry.text()?.to_owned()),
            "suppress" => method.suppress = entry.truth()?,
            "effort" => method.effort = entry.whole(0, LARGEST_EFFORT)? as u32,
            "nulls" => {
                let choices = NullPolicy::ALL.map(|policy| (policy.name(), policy));
                method.nulls = entry.choice(&choices)?;
            }
            "engine" => {
                let choices = NeighbourEngine::ALL.map(|engine| (engine.name(), engine));
                method.engine = entry.choice(&choices)?;
            }
            "keep_means" => method.keep_means = entry.truth()?,
            "exclusive" => method.exclusive = entry.truth()?,
            _ if purpose::is_decomposition(&mut method.decomposition, &entry)? => {}
            _ if is_microaggregation(&mut method.microaggregation, &entry)? => {}
            _ => return Err(unknown_key(&entry, KNOWN)),
        }
    }
    purpose::refuse_two_targets(&section)?;
    Ok(method)
}

/// Whether the entry is a setting of microaggregation, which it then reads.
fn is_microaggregation(
    told: &mut Microaggregation,
    entry: &Entry<'_, '_>,
) -> Result<bool, Problem> {
    match entry.key {
        "gamma" => told.gamma = entry.number_within(0.0..=1e6, "a number of at least 0")?,
        "categories" => {
            let choices = CategoryCentre::ALL.map(|centre| (centre.name(), centre));
            told.categories = entry.choice(&choices)?;
        }
        "decimals" => told.decimals = Some(entry.whole(0, MOST_DECIMALS)? as u32),
        "block" => told.block = entry.whole(2, LARGEST_BLOCK)? as u32,
        _ => return Ok(false),
    }
    Ok(true)
}

/// The methods that heed a setting; `None` for those that every recipe may name. A metric is one of
/// them: it says what an optimal search would minimise, so that a recipe stays good when its method changes.
fn used_by(key: &str) -> Option<&'static [MethodName]> {
    match key {
        "levels" => Some(&[MethodName::Levels]),
        "suppress" => Some(&[MethodName::LocalRecoding]),
        "effort" => Some(&[
            MethodName::Refined,
            MethodName::RefinedMdav,
            MethodName::MeetingBox,
        ]),
        "nulls" => Some(&[
            MethodName::Greedy,
            MethodName::Graph,
            MethodName::Clustered,
            MethodName::MeetingBox,
        ]),
        "keep_means" => Some(&[
            MethodName::Graph,
            MethodName::Mdav,
            MethodName::VMdav,
            MethodName::ApproximateMdav,
            MethodName::RefinedMdav,
        ]),
        "degree" | "trust" | "purpose" | "projection" | "weights" | "beta" | "spare_useful" => {
            Some(&[MethodName::Decomposition])
        }
        "gamma" => Some(&[MethodName::VMdav]),
        "categories" | "decimals" | "block" => Some(&[
            MethodName::Mdav,
            MethodName::VMdav,
            MethodName::ApproximateMdav,
            MethodName::RefinedMdav,
        ]),
        "exclusive" => Some(&[MethodName::Refined]),
        _ => None,
    }
}

fn levels(entry: &Entry<'_, '_>) -> Result<BTreeMap<String, u32>, Problem> {
    if !entry.is_section() {
        return Err(entry.expected("the level of each column, such as { age = 2 }"));
    }
    entry
        .section()?
        .entries()
        .iter()
        .map(|entry| Ok((entry.key.to_owned(), entry.whole(0, HIGHEST_LEVEL)? as u32)))
        .collect()
}
