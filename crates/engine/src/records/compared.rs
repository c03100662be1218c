//! Releases of records that are compared: many settings lead to the same one, which is then measured once.

use crate::anonymize::run;
use crate::check::CheckedTask;
use crate::kinds::Compared;
use crate::measures::measures;
use crate::sweep::SweepPoint;
use cloakroom_core::{Dataset, Failure, MethodName, Metric, Progress, Settings, Trees};
use cloakroom_microdata::method::{Anonymized, MethodOutcome};
use cloakroom_microdata::metrics::of_classes;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// More releases than this are not remembered.
const MOST_MEASURED: usize = 1_000;

pub(super) struct Records<'a> {
    dataset: &'a Dataset,
    trees: &'a Trees,
    /// By method and levels, the releases that were measured: other settings often lead to the same one.
    measured: Mutex<Releases>,
}

type Releases = BTreeMap<(MethodName, Vec<u32>), Vec<Arc<Measured>>>;

impl Compared for Records<'_> {
    fn point(
        &self,
        settings: &Settings,
        progress: &Progress,
    ) -> Result<Result<SweepPoint, String>, Failure> {
        let checked = CheckedTask::new(self.dataset, settings, &self.trees.hierarchies)?;
        self.records(&checked, settings, progress)
    }
}

impl<'a> Records<'a> {
    pub fn new(dataset: &'a Dataset, trees: &'a Trees) -> Self {
        Self {
            dataset,
            trees,
            measured: Mutex::default(),
        }
    }

    fn records(
        &self,
        checked: &CheckedTask<'_>,
        settings: &Settings,
        progress: &Progress,
    ) -> Result<Result<SweepPoint, String>, Failure> {
        let anonymized = match run(checked, settings, progress)? {
            MethodOutcome::Reached(anonymized) => anonymized,
            MethodOutcome::NotReached(why) => return Ok(Err(why)),
        };
        let method = settings.method.name;
        if let Some(measured) = self.known(method, &anonymized) {
            return Ok(Ok(measured.again(checked.judge.k())));
        }
        let classes = anonymized.classes(&checked.prepared, progress)?;
        let metrics = measures(checked, &settings.method, &anonymized, &classes, progress)?;
        let names = checked.prepared.quasi.iter();
        let names = names.map(|quasi| quasi.column.name().to_owned());
        let levels = anonymized.levels.clone();
        let point = SweepPoint {
            metrics,
            left_out: checked.prepared.records_of(&anonymized.left_out),
            levels: levels
                .as_ref()
                .map(|levels| names.zip(levels.iter().copied()).collect()),
        };
        if let Some(levels) = levels {
            let measured = Measured {
                left_out: anonymized.left_out,
                class_sizes: classes.sizes().to_vec(),
                point: point.clone(),
            };
            let mut known = self.measured.lock().unwrap_or_else(PoisonError::into_inner);
            if known.len() < MOST_MEASURED {
                let alike = known.entry((method, levels)).or_default();
                alike.push(Arc::new(measured));
            }
        }
        Ok(Ok(point))
    }

    /// The same release, if it was measured before.
    fn known(&self, method: MethodName, anonymized: &Anonymized) -> Option<Arc<Measured>> {
        let levels = anonymized.levels.clone()?;
        let known = self.measured.lock().unwrap_or_else(PoisonError::into_inner);
        let mut alike = known.get(&(method, levels))?.iter();
        alike
            .find(|measured| measured.left_out == anonymized.left_out)
            .cloned()
    }
}

/// A release of whole levels and what it measured.
struct Measured {
    left_out: Vec<u32>,
    class_sizes: Vec<u32>,
    point: SweepPoint,
}

impl Measured {
    /// The same release under another k: only what is measured in k differs.
    fn again(&self, k: u32) -> SweepPoint {
        let mut point = self.point.clone();
        let of_classes = of_classes(&self.class_sizes, k);
        for (metric, value) in &mut point.metrics.0 {
            let now = of_classes.iter().find(|(now, _)| now == metric);
            if let Some(&(Metric::Cavg, now)) = now {
                *value = now;
            }
        }
        point
    }
}
