//! Runs microaggregation on parts of a table and measures time and loss.

use super::METHODS;
use crate::figure::{Point, Series};
use crate::turns::{Work, in_turns};
use cloakroom_core::{
    Column, Dataset, Failure, MethodName, Metric, Problem, Progress, Requirement, Role, Settings,
    Stopped, Table, Trees,
};
use cloakroom_engine::check::CheckedTask;
use cloakroom_engine::measures::measures;
use cloakroom_microdata::method::{MethodOutcome, Task, run};
use cloakroom_microdata::profile::dependency::DependencyProfile;
use std::hint::black_box;

/// What is lost: squares where all columns are numbers, otherwise what every method is measured by.
const LOSSES: [Metric; 2] = [Metric::SseSst, Metric::Loss];

pub(super) struct Laboratory<'a> {
    table: &'a Table,
    settings: &'a Settings,
    trees: &'a Trees,
    /// The quasi-identifiers.
    pub columns: Vec<String>,
}

/// What one release took and lost.
struct Trial {
    at: f64,
    outcome: Result<Option<(Metric, f64)>, String>,
    seconds: f64,
}

pub(super) struct Trials {
    name: &'static str,
    trials: Vec<Trial>,
}

impl Trials {
    pub fn seconds(&self) -> Series {
        self.series(|trial| trial.outcome.is_ok().then_some(trial.seconds))
    }

    pub fn loss(&self) -> Series {
        self.series(|trial| Some(trial.outcome.as_ref().ok()?.as_ref()?.1))
    }

    /// What the loss is measured in.
    pub fn measure(&self) -> Metric {
        let told = self.trials.iter();
        let mut told = told.filter_map(|trial| Some(trial.outcome.as_ref().ok()?.as_ref()?.0));
        told.next().unwrap_or(LOSSES[0])
    }

    fn series(&self, value: impl Fn(&Trial) -> Option<f64>) -> Series {
        let point = |trial: &Trial| Point {
            at: trial.at,
            value: value(trial),
            seconds: trial.seconds,
            why: trial.outcome.as_ref().err().cloned(),
        };
        Series {
            name: self.name.to_owned(),
            points: self.trials.iter().map(point).collect(),
        }
    }
}

impl<'a> Laboratory<'a> {
    pub fn new(
        table: &'a Table,
        settings: &'a Settings,
        trees: &'a Trees,
    ) -> Result<Self, Problem> {
        let quasi = |column: &&Column| settings.roles.of(column.name()) == Some(Role::Quasi);
        let columns: Vec<String> = table
            .columns()
            .iter()
            .filter(quasi)
            .map(|column| column.name().to_owned())
            .collect();
        if columns.len() < 2 {
            return Err(Problem::new(format!(
                "the experiment compares all columns with the key columns, and there are {} quasi-identifiers; \
                 expected at least 2",
                columns.len()
            )));
        }
        Ok(Self {
            table,
            settings,
            trees,
            columns,
        })
    }

    /// Of the quasi-identifiers.
    pub fn dependencies(&self, progress: &Progress) -> Result<DependencyProfile, Stopped> {
        self.dependencies_of(self.columns.len(), progress)
    }

    fn dependencies_of(
        &self,
        first: usize,
        progress: &Progress,
    ) -> Result<DependencyProfile, Stopped> {
        let places: Vec<usize> = self.columns[..first]
            .iter()
            .filter_map(|name| self.table.position(name))
            .collect();
        DependencyProfile::compute(self.table, &places, progress)
    }

    /// The first columns, more and more of them, with how many are key columns.
    pub fn keys_by_columns(
        &self,
        fewest: usize,
        progress: &Progress,
    ) -> Result<Vec<(usize, usize)>, Stopped> {
        self.widths(fewest)
            .map(|first| {
                let profile = self.dependencies_of(first, progress)?;
                Ok((first, profile.key_columns().len()))
            })
            .collect()
    }

    fn widths(&self, fewest: usize) -> std::ops::RangeInclusive<usize> {
        fewest.min(self.columns.len())..=self.columns.len()
    }

    pub fn by_size(
        &self,
        percent: &[usize],
        k: u32,
        progress: &Progress,
    ) -> Result<[Trials; 2], Failure> {
        let points = percent.iter().map(|percent| {
            let rows = self.table.rows();
            let count = rows * percent / 100;
            // Evenly chosen, so that the order of the file has no say.
            let picked: Vec<u32> = (0..count).map(|at| (at * rows / count) as u32).collect();
            let columns = self.table.columns().iter();
            let columns = columns.map(|column| column.picked(&picked)).collect();
            let table = Table::new(columns)?;
            self.trials(table, self.columns.len(), k, count as f64, progress)
        });
        apart(points)
    }

    pub fn by_k(&self, ks: &[u32], progress: &Progress) -> Result<[Trials; 2], Failure> {
        let points = ks.iter().map(|&k| {
            let (table, columns) = (self.table.clone(), self.columns.len());
            self.trials(table, columns, k, f64::from(k), progress)
        });
        apart(points)
    }

    pub fn by_columns(
        &self,
        fewest: usize,
        k: u32,
        progress: &Progress,
    ) -> Result<[Trials; 2], Failure> {
        let points = self
            .widths(fewest)
            .map(|first| self.trials(self.table.clone(), first, k, first as f64, progress));
        apart(points)
    }

    /// Both methods, timed in turns. The first columns are quasi-identifiers, the others are released as they are.
    fn trials(
        &self,
        table: Table,
        first: usize,
        k: u32,
        at: f64,
        progress: &Progress,
    ) -> Result<[Trial; 2], Failure> {
        let dataset = Dataset::Microdata(table);
        let settings = METHODS.map(|method| self.settings(method, first, k));
        let [all, keys] = settings
            .each_ref()
            .map(|settings| CheckedTask::new(&dataset, settings, &self.trees.hierarchies));
        let checked = [all?, keys?];
        let works = checked.iter().zip(&settings).map(|(checked, settings)| {
            let work: Work<'_> = Box::new(move || {
                black_box(run(
                    settings.method.name,
                    task(checked, settings),
                    progress,
                )?);
                Ok(())
            });
            work
        });
        let seconds = in_turns(&works.collect::<Vec<_>>())?;
        let trial = |which: usize| {
            Ok::<Trial, Failure>(Trial {
                at,
                outcome: lost(&checked[which], &settings[which], progress)?,
                seconds: seconds[which],
            })
        };
        Ok([trial(0)?, trial(1)?])
    }

    fn settings(&self, method: MethodName, first: usize, k: u32) -> Settings {
        let mut settings = self.settings.clone();
        settings.method.name = method;
        settings.requirement = Requirement {
            k: Some(k),
            ..Requirement::default()
        };
        for name in &self.columns[first..] {
            settings.roles.set(name, Some(Role::Insensitive));
        }
        settings
    }
}

fn task<'t>(checked: &'t CheckedTask<'_>, settings: &'t Settings) -> Task<'t> {
    Task {
        prepared: &checked.prepared,
        judge: &checked.judge,
        settings: &settings.method,
        purposes: &settings.purposes,
    }
}

/// What a release loses, or why there is none.
fn lost(
    checked: &CheckedTask<'_>,
    settings: &Settings,
    progress: &Progress,
) -> Result<Result<Option<(Metric, f64)>, String>, Failure> {
    let name = settings.method.name;
    Ok(match run(name, task(checked, settings), progress)? {
        MethodOutcome::NotReached(why) => Err(why),
        MethodOutcome::Reached(anonymized) => {
            let classes = anonymized.classes(&checked.prepared, progress)?;
            let measured = measures(checked, &settings.method, &anonymized, &classes, progress)?;
            let told = LOSSES.map(|metric| Some((metric, measured.get(metric)?)));
            Ok(told.into_iter().flatten().next())
        }
    })
}

/// The trials of each method.
fn apart(
    points: impl Iterator<Item = Result<[Trial; 2], Failure>>,
) -> Result<[Trials; 2], Failure> {
    let mut both = METHODS.map(|method| Trials {
        name: method.name(),
        trials: Vec::new(),
    });
    for point in points {
        for (trials, trial) in both.iter_mut().zip(point?) {
            trials.trials.push(trial);
        }
    }
    Ok(both)
}
