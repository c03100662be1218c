//! `[method]`: which method, and the settings that it heeds.

use super::section::{Entry, unknown_key};
use crate::model::method::{MethodName, SearchMetric};
use crate::model::problem::Problem;
use crate::model::settings::{MethodSettings, NeighbourEngine, NullPolicy};
use std::collections::BTreeMap;

/// Settings of methods that this version does not have.
const LATER: [&str; 3] = ["degree", "trust", "purpose"];

/// No hierarchy is so high.
const HIGHEST_LEVEL: u64 = 1000;

/// More rounds than this end by themselves.
const LARGEST_EFFORT: u64 = 1_000_000;

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
        if LATER.contains(&entry.key) {
            return Err(entry.problem(format!(
                "{} belongs to methods that are not in this version; available methods: {available}",
                entry.name
            )));
        }
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
            _ => {
                let known = "name, seed, metric, levels, class, suppress, effort, nulls, engine, keep_means or exclusive";
                return Err(unknown_key(&entry, known));
            }
        }
    }
    Ok(method)
}

/// The methods that heed a setting; `None` for those that every recipe may name. A metric is one of
/// them: it says what an optimal search would minimise, so that a recipe stays good when its method changes.
fn used_by(key: &str) -> Option<&'static [MethodName]> {
    match key {
        "levels" => Some(&[MethodName::Levels]),
        "suppress" => Some(&[MethodName::LocalRecoding]),
        "effort" => Some(&[MethodName::Refined, MethodName::MeetingBox]),
        "nulls" => Some(&[
            MethodName::Greedy,
            MethodName::Graph,
            MethodName::Clustered,
            MethodName::MeetingBox,
        ]),
        "keep_means" => Some(&[MethodName::Graph]),
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
