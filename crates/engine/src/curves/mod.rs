//! Curves: what every method costs for every value of a parameter, point by point, the coarse picture first.
//!
//! A point is remembered by its recipe: another metric, another visit or a method that joins later costs nothing
//! twice.

mod compute;
mod span;
mod store;

#[cfg(test)]
mod tests;

pub use compute::{coarse_first, compute};
pub use span::{Span, spread};
pub use store::{CurvePoint, Keys, PointKey, PointStore};

use super::sweep::{Parameter, Setting, SweepAnswer, SweepRow};
use cloakroom_core::{MethodName, Settings};

/// One parameter varies; all else is as the settings say.
#[derive(Clone, Debug, PartialEq)]
pub struct CurveQuestion {
    pub settings: Settings,
    pub parameter: Parameter,
    /// In the whole numbers that the parameter is counted in, ascending.
    pub values: Vec<u64>,
    pub methods: Vec<MethodName>,
}

impl CurveQuestion {
    /// The settings of one point.
    pub fn at(&self, value: u64, method: MethodName) -> Settings {
        let mut settings = self.settings.clone();
        self.parameter.set(value, &mut settings);
        settings.method.name = method;
        settings
    }

    /// The keys of all points, by method and value.
    pub fn keys(&self) -> Vec<Vec<PointKey>> {
        let keys = Keys::of(&self.settings);
        let of_method = |method: MethodName| {
            let values = self.values.iter();
            values
                .map(|&value| keys.key(&self.at(value, method)))
                .collect()
        };
        self.methods.iter().copied().map(of_method).collect()
    }

    /// The points that are there, as a sweep would list them.
    pub fn rows(&self, store: &PointStore) -> SweepAnswer {
        let mut rows = Vec::new();
        for (&method, keys) in self.methods.iter().zip(self.keys()) {
            for (&value, key) in self.values.iter().zip(keys) {
                let Some(point) = store.get(&key) else {
                    continue;
                };
                let setting = Setting::of(&self.at(value, method));
                rows.push(SweepRow {
                    method,
                    parameters: vec![(self.parameter, self.parameter.amount(&setting))],
                    outcome: point.outcome.clone(),
                    seconds: point.seconds,
                });
            }
        }
        SweepAnswer { rows }
    }
}
