//! Hands what a method made of a table to the metrics.

use super::check::CheckedTask;
use cloakroom_core::{Measures, MethodSettings, Progress, Stopped};
use cloakroom_microdata::method::{Anonymized, decomposition};
use cloakroom_microdata::metrics::degree::StepWeights;
use cloakroom_microdata::metrics::{
    MicrodataRelease, ReleasedQuasi, Weighing, accuracy, degrees_of_records, measure, tree_accuracy,
};
use cloakroom_microdata::profile::classes::ClassProfile;
use cloakroom_microdata::profile::dependency::DependencyProfile;

/// `classes` are those of the kept records as they are released.
pub fn measures(
    checked: &CheckedTask<'_>,
    settings: &MethodSettings,
    anonymized: &Anonymized,
    classes: &ClassProfile,
    progress: &Progress,
) -> Result<Measures, Stopped> {
    let quasi = released_quasi(checked, anonymized);
    let weighing = weighing(checked, settings, anonymized, progress)?;
    let release = released(checked, settings, anonymized, classes, &quasi, &weighing);
    measure(&release, progress)
}

/// The degree of anonymisation of every kept record; `None` where a cell stands at no level of its hierarchy.
pub fn degrees(
    checked: &CheckedTask<'_>,
    settings: &MethodSettings,
    anonymized: &Anonymized,
    classes: &ClassProfile,
    progress: &Progress,
) -> Result<Option<Vec<f64>>, Stopped> {
    let quasi = released_quasi(checked, anonymized);
    let weighing = weighing(checked, settings, anonymized, progress)?;
    let release = released(checked, settings, anonymized, classes, &quasi, &weighing);
    degrees_of_records(&release, progress)
}

/// How often learners are right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Learned {
    pub bayes: f64,
    pub bayes_original: f64,
    pub tree: f64,
    pub tree_original: f64,
}

/// What naive Bayes and a decision tree make of a release; `None` where there is nothing to predict.
pub fn learned(
    checked: &CheckedTask<'_>,
    settings: &MethodSettings,
    anonymized: &Anonymized,
    classes: &ClassProfile,
    progress: &Progress,
) -> Result<Option<Learned>, Stopped> {
    let quasi = released_quasi(checked, anonymized);
    let weighing = weighing(checked, settings, anonymized, progress)?;
    let release = released(checked, settings, anonymized, classes, &quasi, &weighing);
    let (Some((bayes, bayes_original)), Some((tree, tree_original))) = (
        accuracy(&release, progress)?,
        tree_accuracy(&release, progress)?,
    ) else {
        return Ok(None);
    };
    Ok(Some(Learned {
        bayes,
        bayes_original,
        tree,
        tree_original,
    }))
}

/// The place of the column that learners predict: the one that is named, or the first sensitive one.
pub fn predicted(checked: &CheckedTask<'_>, settings: &MethodSettings) -> Option<usize> {
    let prepared = &checked.prepared;
    let named = settings
        .class
        .as_ref()
        .and_then(|name| prepared.table.position(name));
    named.or_else(|| prepared.sensitive.first().map(|sensitive| sensitive.at))
}

fn released_quasi<'a>(
    checked: &'a CheckedTask<'_>,
    anonymized: &'a Anonymized,
) -> Vec<ReleasedQuasi<'a>> {
    let columns = checked.prepared.quasi.iter().enumerate();
    columns
        .map(|(place, quasi)| {
            let changed = anonymized
                .changed
                .iter()
                .find(|changed| changed.at == quasi.at);
            ReleasedQuasi {
                column: changed.map_or(quasi.column, |changed| &changed.column),
                loss_of_code: changed.map(|changed| changed.loss_of_code.as_slice()),
                level: anonymized
                    .levels
                    .as_ref()
                    .and_then(|levels| levels.get(place).copied()),
            }
        })
        .collect()
}

fn released<'a>(
    checked: &'a CheckedTask<'_>,
    settings: &MethodSettings,
    anonymized: &'a Anonymized,
    classes: &'a ClassProfile,
    quasi: &'a [ReleasedQuasi<'a>],
    weighing: &'a Weighing,
) -> MicrodataRelease<'a> {
    MicrodataRelease {
        prepared: &checked.prepared,
        k: checked.judge.k(),
        quasi,
        kept: &anonymized.kept,
        left_out: &anonymized.left_out,
        class_sizes: classes.sizes(),
        class_of: classes.class_of_rows(),
        predicted: predicted(checked, settings),
        weighing,
        questions: settings.questions,
        seed: settings.seed,
    }
}

/// What columns and steps weigh in what is measured: by the purpose that the method is told, and all alike without one.
pub fn weighing(
    checked: &CheckedTask<'_>,
    settings: &MethodSettings,
    anonymized: &Anonymized,
    progress: &Progress,
) -> Result<Weighing, Stopped> {
    let told = &settings.decomposition;
    let by_method = anonymized.decomposition.as_deref();
    Ok(Weighing {
        priorities: priorities(checked, progress)?,
        steps: StepWeights {
            weights: told.weights,
            beta: told.beta,
        },
        by_method: by_method.map(|report| report.degree_of_kept),
    })
}

/// None where the purpose does not fit the columns, which only the method that is led by it refuses.
fn priorities(checked: &CheckedTask<'_>, progress: &Progress) -> Result<Option<Vec<f64>>, Stopped> {
    let prepared = &checked.prepared;
    let Some((name, purpose)) = &checked.purpose else {
        return Ok(Some(vec![1.0; prepared.quasi.len()]));
    };
    let places: Vec<usize> = prepared.quasi.iter().map(|quasi| quasi.at).collect();
    let profile = DependencyProfile::compute(prepared.table, &places, progress)?;
    Ok(decomposition::priorities(prepared, name, purpose, &profile).ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::hierarchy::Hierarchies;
    use cloakroom_core::method::SearchMetric;
    use cloakroom_core::{
        Column, Dataset, Hierarchy, MethodName, Metric, Role, Settings, Stream, Table,
    };
    use cloakroom_microdata::method::{self, MethodOutcome, Task};
    use std::collections::BTreeMap;
    use std::sync::Arc;

    fn people(seed: u64) -> (Dataset, Settings, Hierarchies) {
        let mut stream = Stream::new(seed, 0);
        let mut texts = |limit: u32, from: u32| -> Vec<String> {
            (0..60)
                .map(|_| (from + stream.below(limit) * stream.below(3) / 2).to_string())
                .collect()
        };
        let (age, zip, sex) = (texts(40, 20), texts(30, 100), texts(2, 0));
        let columns = [("age", age), ("zip", zip), ("sex", sex)]
            .map(|(name, texts)| Column::from_texts(name, texts).unwrap());
        let hierarchies = Hierarchies::from([
            (
                "age".to_owned(),
                Arc::new(Hierarchy::intervals(&columns[0], &[5.0, 20.0]).unwrap()),
            ),
            (
                "zip".to_owned(),
                Arc::new(Hierarchy::mask(&columns[1], 3).unwrap()),
            ),
        ]);
        let mut settings = Settings::default();
        for column in &columns {
            settings.roles.set(column.name(), Some(Role::Quasi));
        }
        let table = Table::new(columns.into()).unwrap();
        (Dataset::from(table), settings, hierarchies)
    }

    /// What a method's release measures; `None` if it does not reach one.
    fn value(checked: &CheckedTask<'_>, settings: &MethodSettings, metric: Metric) -> Option<f64> {
        let progress = Progress::default();
        let purposes = BTreeMap::new();
        let task = Task {
            prepared: &checked.prepared,
            judge: &checked.judge,
            settings,
            purposes: &purposes,
        };
        let MethodOutcome::Reached(anonymized) =
            method::run(settings.name, task, &progress).unwrap()
        else {
            return None;
        };
        let classes = anonymized.classes(&checked.prepared, &progress).unwrap();
        let measured = measures(checked, settings, &anonymized, &classes, &progress);
        measured.unwrap().get(metric)
    }

    /// What a search makes smallest is what is measured: no combination of levels measures less.
    #[test]
    fn the_optimum_is_optimal_by_the_measured_number() {
        for (search, metric, suppression) in [
            (SearchMetric::Loss, Metric::Loss, 0.15),
            (SearchMetric::Entropy, Metric::Entropy, 0.15),
            (SearchMetric::DistortionRatio, Metric::DistortionRatio, 0.15),
            (SearchMetric::Dm, Metric::Dm, 0.15),
            (SearchMetric::Cavg, Metric::Cavg, 0.15),
        ] {
            for seed in 1..4 {
                let (dataset, mut settings, hierarchies) = people(seed);
                settings.requirement.k = Some(3);
                settings.requirement.suppression = suppression;
                settings.method.metric = search;
                let checked = CheckedTask::new(&dataset, &settings, &hierarchies).unwrap();
                settings.method.name = MethodName::Optimal;
                let found = value(&checked, &settings.method, metric).unwrap();
                settings.method.name = MethodName::Levels;
                let mut least = f64::INFINITY;
                for (age, zip, sex) in (0..4).flat_map(|age| {
                    (0..4).flat_map(move |zip| (0..2).map(move |sex| (age, zip, sex)))
                }) {
                    settings.method.levels = [("age", age), ("zip", zip), ("sex", sex)]
                        .map(|(name, level)| (name.to_owned(), level))
                        .into();
                    let here = value(&checked, &settings.method, metric);
                    least = least.min(here.unwrap_or(f64::INFINITY));
                }
                assert!(
                    (found - least).abs() <= 1e-8 * least.max(1.0),
                    "{search:?}, seed {seed}: {found} found, {least} there"
                );
            }
        }
    }
}
