//! One release after another, each with other parameters or another method: the data of curves.

mod csv;
mod ground;
mod parameter;
mod vary;

pub use csv::{header, setting, to_csv};
pub use ground::Ground;
pub(crate) use ground::point_of;
pub use parameter::{Parameter, Setting};
pub use vary::Varied;

use cloakroom_core::{
    Amount, Dataset, Failure, Kind, Measures, MethodName, Problem, Progress, Requirement, Settings,
    Trees,
};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::time::Instant;

/// More settings than this are a mistake in a range.
const MOST_POINTS: usize = 10_000;

/// What `sweep --json` prints.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SweepAnswer {
    pub rows: Vec<SweepRow>,
}

/// One setting and one method.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepRow {
    pub method: MethodName,
    /// The parameters that vary.
    pub parameters: Vec<(Parameter, Amount)>,
    pub outcome: Result<SweepPoint, String>,
    pub seconds: f64,
}

/// What was reached.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepPoint {
    pub metrics: Measures,
    pub left_out: usize,
    /// For whole levels, by column.
    pub levels: Option<BTreeMap<String, u32>>,
}

impl Serialize for SweepRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("method", &self.method)?;
        for (model, amount) in &self.parameters {
            map.serialize_entry(model.name(), amount)?;
        }
        map.serialize_entry("satisfied", &self.outcome.is_ok())?;
        match &self.outcome {
            Ok(point) => {
                map.serialize_entry("metrics", &point.metrics)?;
                map.serialize_entry("records_left_out", &point.left_out)?;
                if let Some(levels) = &point.levels {
                    map.serialize_entry("levels", levels)?;
                }
            }
            Err(why) => {
                map.serialize_entry("metrics", &Measures::default())?;
                map.serialize_entry("why", why)?;
            }
        }
        map.serialize_entry("seconds", &self.seconds)?;
        map.end()
    }
}

/// Every combination of the varied parameters with every method; the first parameter varies slowest. A point
/// that cannot be reached is a row like the others.
pub fn sweep(
    dataset: &Dataset,
    settings: &Settings,
    trees: &Trees,
    varied: &[Varied],
    methods: &[MethodName],
    progress: &Progress,
) -> Result<SweepAnswer, Failure> {
    refuse_foreign(dataset.kind(), varied, methods)?;
    let points = points(&settings.requirement, varied)?;
    let ground = Ground::new(dataset, settings, trees, progress)?;
    let mut rows = Vec::with_capacity(points.len() * methods.len());
    for &method in methods {
        for at in &points {
            let mut settings = settings.clone();
            settings.requirement = at.requirement.clone();
            if let Some(target) = at.target {
                settings.method.decomposition.target = target;
            }
            settings.method.name = method;
            progress.one_of(rows.len(), points.len() * methods.len());
            let start = Instant::now();
            let outcome = ground.point(&settings, progress)?;
            rows.push(SweepRow {
                method,
                parameters: parameters_of(varied, at),
                outcome,
                seconds: start.elapsed().as_secs_f64(),
            });
        }
    }
    Ok(SweepAnswer { rows })
}

fn parameters_of(varied: &[Varied], at: &Setting) -> Vec<(Parameter, Amount)> {
    varied
        .iter()
        .map(|varied| (varied.parameter, varied.parameter.amount(at)))
        .collect()
}

fn refuse_foreign(kind: Kind, varied: &[Varied], methods: &[MethodName]) -> Result<(), Problem> {
    let foreign = |what: &str, name: &str| {
        Err(Problem::new(format!(
            "the {what} {name} is not for {}",
            kind.name()
        )))
    };
    if let Some(one) = varied.iter().find(|one| !one.parameter.is_for(kind)) {
        return foreign("parameter", one.parameter.name());
    }
    if let Some(method) = methods
        .iter()
        .find(|method| !method.kinds().contains(&kind))
    {
        return foreign("method", method.name());
    }
    let mut targets = varied.iter().filter(|one| one.parameter.is_target());
    let Some(target) = targets.next() else {
        return Ok(());
    };
    if targets.next().is_some() {
        return Err(Problem::new(
            "trust and degree both say how far to go; expected one of them to vary",
        ));
    }
    match methods
        .iter()
        .find(|&&method| method != MethodName::Decomposition)
    {
        Some(other) => Err(Problem::new(format!(
            "{} varies for the method decomposition only, and {} takes no notice of it; expected --methods decomposition",
            target.parameter.name(),
            other.name()
        ))),
        None => Ok(()),
    }
}

/// Every combination of values; the first parameter varies slowest.
fn points(base: &Requirement, varied: &[Varied]) -> Result<Vec<Setting>, Problem> {
    if varied.is_empty() {
        return Err(Problem::new(
            "nothing varies: name a parameter and its values, as in --vary k=2..20",
        ));
    }
    for (at, one) in varied.iter().enumerate() {
        if varied[..at]
            .iter()
            .any(|other| other.parameter == one.parameter)
        {
            return Err(Problem::new(format!(
                "{} varies twice; expected each parameter once",
                one.parameter.name()
            )));
        }
    }
    let points = varied.iter().try_fold(1usize, |points, varied| {
        points.checked_mul(varied.values.len())
    });
    if points.is_none_or(|points| points > MOST_POINTS) {
        return Err(Problem::new(format!(
            "that is more than {MOST_POINTS} settings; make the ranges shorter or the steps wider"
        )));
    }
    let mut settings = vec![Setting {
        requirement: base.clone(),
        target: None,
    }];
    for varied in varied {
        settings = settings
            .iter()
            .flat_map(|setting| {
                varied
                    .values
                    .iter()
                    .map(|&value| varied.parameter.with(value, setting))
            })
            .collect();
    }
    Ok(settings)
}
