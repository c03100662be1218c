//! Runs the methods and measures their classes and what learners make of them.

use super::prediction::predict;
use super::weighted::{discernibility, mean};
use crate::figure::{Point, Series};
use cloakroom_core::purpose::{LevelWeights, Projection, Rule, Target};
use cloakroom_core::{
    Dataset, Failure, MethodName, Metric, Problem, Progress, Requirement, Settings, Trees,
};
use cloakroom_engine::anonymize::run;
use cloakroom_engine::check::CheckedTask;
use cloakroom_engine::measures::{Learned, learned, predicted};
use cloakroom_microdata::method::decomposition::{priorities, refuse};
use cloakroom_microdata::method::{Anonymized, MethodOutcome};
use cloakroom_microdata::metrics::of_classes;
use cloakroom_microdata::profile::dependency::DependencyProfile;
use std::time::Instant;

pub(super) struct Laboratory<'a> {
    dataset: &'a Dataset,
    trees: &'a Trees,
    /// With the weights and the projection of the thesis.
    settings: Settings,
    pub columns: Vec<String>,
    /// What learners predict.
    pub class: Option<String>,
    /// Of the purpose that weighted DM is measured for, in the subject's order.
    priorities: Option<Vec<f64>>,
}

/// What is run at a point.
#[derive(Clone, Copy)]
pub(super) enum Run {
    /// The decomposition as it is released: the promise is kept.
    Kept(f64),
    /// The levels of the degree alone.
    Alone(f64),
    /// The levels that keep the promise and whose own degree is nearest.
    Nearest(f64),
    Method(MethodName),
}

impl Run {
    pub const MONDRIAN: Self = Self::Method(MethodName::Mondrian);
    pub const TDS: Self = Self::Method(MethodName::Tds);
}

/// What is run for a trust.
pub(super) type TrustCurve = fn(f64) -> Run;

/// What the classes of one release measure.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    pub at: f64,
    pub outcome: Result<Measured, String>,
    pub seconds: f64,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Measured {
    pub dm: f64,
    pub cavg: f64,
    /// Records in classes below k.
    pub unprotected: usize,
    pub learned: Option<Learned>,
    /// The same where training and test records are released apart.
    pub predicted: Option<Learned>,
    pub weighted: Option<f64>,
}

/// A curve of trials.
pub(super) struct Trials {
    pub name: String,
    pub trials: Vec<Trial>,
}

impl Trials {
    pub fn series(&self, value: impl Fn(&Measured) -> Option<f64>) -> Series {
        let point = |trial: &Trial| Point {
            at: trial.at,
            value: trial.outcome.as_ref().ok().and_then(&value),
            seconds: trial.seconds,
            why: trial.outcome.as_ref().err().cloned(),
        };
        Series {
            name: self.name.clone(),
            points: self.trials.iter().map(point).collect(),
        }
    }
}

/// Against trust.
pub(super) struct ByTrust {
    pub kept: Trials,
    pub alone: Trials,
    pub mondrian: Trials,
    pub tds: Trials,
}

impl ByTrust {
    pub fn unprotected(&self) -> Vec<(f64, usize)> {
        let trials = self.alone.trials.iter();
        trials
            .filter_map(|trial| Some((trial.at, trial.outcome.as_ref().ok()?.unprotected)))
            .collect()
    }
}

/// Against k.
pub(super) struct ByK {
    /// For every trust.
    pub kept: [Trials; 3],
    pub alone: [Trials; 3],
    pub mondrian: Trials,
    pub tds: Trials,
}

impl<'a> Laboratory<'a> {
    pub fn new(
        dataset: &'a Dataset,
        settings: &Settings,
        trees: &'a Trees,
    ) -> Result<Self, Problem> {
        let mut settings = settings.clone();
        let told = &mut settings.method.decomposition;
        told.weights = LevelWeights::Utility;
        told.beta = 1.0;
        told.rule = Rule::Printed;
        told.projection = Projection::Quadratic;
        let laboratory = Self {
            dataset,
            trees,
            settings,
            columns: Vec::new(),
            class: None,
            priorities: None,
        };
        // What is wrong is told before anything runs.
        let settings = laboratory.with(Run::Kept(0.0), 2);
        let checked = CheckedTask::new(dataset, &settings, &trees.hierarchies)?;
        let told = &settings.method.decomposition;
        refuse(&checked.prepared, told, &settings.purposes)?;
        Ok(Self {
            columns: names(&checked),
            class: predicted(&checked, &settings.method)
                .map(|at| checked.prepared.table.columns()[at].name().to_owned()),
            ..laboratory
        })
    }

    /// The purposes of the recipe with their most and their least useful column.
    pub fn purposes(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        let purposes = self.settings.purposes.iter();
        purposes
            .map(|(name, purpose)| (name.as_str(), purpose.most.as_str(), purpose.least.as_str()))
    }

    /// The same laboratory for one of the purposes.
    pub fn with_purpose(&self, name: &str, progress: &Progress) -> Result<Self, Failure> {
        let mut settings = self.settings.clone();
        settings.method.decomposition.purpose = Some(name.to_owned());
        let checked = CheckedTask::new(self.dataset, &settings, &self.trees.hierarchies)?;
        let told = &settings.method.decomposition;
        refuse(&checked.prepared, told, &settings.purposes)?;
        let places: Vec<usize> = checked
            .prepared
            .quasi
            .iter()
            .map(|quasi| quasi.at)
            .collect();
        let profile = DependencyProfile::compute(checked.prepared.table, &places, progress)?;
        let purpose = settings.purposes.get(name);
        let priorities = purpose
            .map(|purpose| priorities(&checked.prepared, name, purpose, &profile))
            .transpose()?;
        Ok(Self {
            dataset: self.dataset,
            trees: self.trees,
            columns: self.columns.clone(),
            class: self.class.clone(),
            priorities,
            settings,
        })
    }

    /// Mondrian and top-down specialization know nothing of trust: their curves are flat.
    pub fn by_trust(
        &self,
        trusts: &[f64],
        k: u32,
        progress: &Progress,
    ) -> Result<ByTrust, Failure> {
        let curve =
            |name: &str, run: TrustCurve| self.against_trust(name, run, trusts, k, progress);
        Ok(ByTrust {
            kept: curve("decomposition", Run::Kept)?,
            alone: curve("degree alone", Run::Alone)?,
            mondrian: curve(MethodName::Mondrian.name(), |_| Run::MONDRIAN)?,
            tds: curve(MethodName::Tds.name(), |_| Run::TDS)?,
        })
    }

    /// What does not ask for a trust is run once.
    pub fn against_trust(
        &self,
        name: &str,
        run: TrustCurve,
        trusts: &[f64],
        k: u32,
        progress: &Progress,
    ) -> Result<Trials, Failure> {
        let mut flat: Option<Trial> = None;
        let trials = trusts.iter().map(|&trust| {
            if let Some(known) = &flat {
                return Ok(Trial {
                    at: trust,
                    ..known.clone()
                });
            }
            let trial = self.trial(trust, run(trust), k, false, progress)?;
            if matches!(run(trust), Run::Method(_)) {
                flat = Some(trial.clone());
            }
            Ok(trial)
        });
        Ok(Trials {
            name: name.to_owned(),
            trials: trials.collect::<Result<Vec<_>, Failure>>()?,
        })
    }

    pub fn by_k(&self, ks: &[u32], trusts: [f64; 3], progress: &Progress) -> Result<ByK, Failure> {
        let [a, b, c] = trusts;
        let curve = |name: String, run: Run| self.against_k(name, run, ks, progress);
        let kept = |trust: f64| curve(format!("decomposition {trust}"), Run::Kept(trust));
        let alone = |trust: f64| curve(format!("degree alone {trust}"), Run::Alone(trust));
        let method = |method: MethodName| curve(method.name().to_owned(), Run::Method(method));
        Ok(ByK {
            kept: [kept(a)?, kept(b)?, kept(c)?],
            alone: [alone(a)?, alone(b)?, alone(c)?],
            mondrian: method(MethodName::Mondrian)?,
            tds: method(MethodName::Tds)?,
        })
    }

    fn against_k(
        &self,
        name: String,
        run: Run,
        ks: &[u32],
        progress: &Progress,
    ) -> Result<Trials, Failure> {
        let trials = ks
            .iter()
            .map(|&k| self.trial(f64::from(k), run, k, true, progress))
            .collect::<Result<Vec<_>, Failure>>()?;
        Ok(Trials { name, trials })
    }

    /// The settings of one trial: k and nothing else is promised, so that all methods are asked for the same.
    fn with(&self, run: Run, k: u32) -> Settings {
        let mut settings = self.settings.clone();
        let k = match run {
            Run::Alone(_) => 1,
            _ => k,
        };
        settings.requirement = Requirement {
            k: Some(k),
            ..Requirement::default()
        };
        settings.method.name = match run {
            Run::Method(method) => method,
            Run::Kept(_) | Run::Alone(_) | Run::Nearest(_) => MethodName::Decomposition,
        };
        if let Run::Kept(trust) | Run::Alone(trust) | Run::Nearest(trust) = run {
            settings.method.decomposition.target = Target::Trust(trust);
        }
        if let Run::Nearest(_) = run {
            settings.method.decomposition.rule = Rule::Nearest;
        }
        settings
    }

    /// One release, measured; learners are asked only where that is told.
    fn trial(
        &self,
        at: f64,
        run_of: Run,
        k: u32,
        is_learned: bool,
        progress: &Progress,
    ) -> Result<Trial, Failure> {
        let settings = self.with(run_of, k);
        let checked = CheckedTask::new(self.dataset, &settings, &self.trees.hierarchies)?;
        let start = Instant::now();
        let outcome = run(&checked, &settings, progress)?;
        let seconds = start.elapsed().as_secs_f64();
        let outcome = match outcome {
            MethodOutcome::NotReached(why) => Err(why),
            MethodOutcome::Reached(anonymized) => {
                let classes = anonymized.classes(&checked.prepared, progress)?;
                let measured = of_classes(classes.sizes(), k);
                let value = |metric: Metric| {
                    let found = measured.iter().find(|(measured, _)| *measured == metric);
                    found.map_or(0.0, |&(_, value)| value)
                };
                let weighted = self.weighted(&checked, &anonymized);
                let small = classes.sizes().iter().filter(|&&size| size < k);
                Ok(Measured {
                    dm: value(Metric::Dm),
                    cavg: value(Metric::Cavg),
                    unprotected: small.map(|&size| size as usize).sum(),
                    learned: if is_learned {
                        learned(&checked, &settings.method, &anonymized, &classes, progress)?
                    } else {
                        None
                    },
                    predicted: if is_learned {
                        predict(checked.prepared.table, &settings, self.trees, progress)?
                    } else {
                        None
                    },
                    weighted,
                })
            }
        };
        Ok(Trial {
            at,
            outcome,
            seconds,
        })
    }

    fn weighted(&self, checked: &CheckedTask<'_>, made: &Anonymized) -> Option<f64> {
        let priorities = self.priorities.as_ref()?;
        let prepared = &checked.prepared;
        let each = prepared.quasi.iter().map(|quasi| {
            let column = made.column(prepared.table, quasi.at);
            column.map_or(0.0, |column| discernibility(column, &made.kept))
        });
        mean(&each.collect::<Vec<f64>>(), priorities)
    }
}

fn names(checked: &CheckedTask<'_>) -> Vec<String> {
    let quasi = checked.prepared.quasi.iter();
    quasi.map(|quasi| quasi.column.name().to_owned()).collect()
}
