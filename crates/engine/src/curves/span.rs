//! Where a curve begins and ends unless the user says otherwise, and which values lie between.

use crate::sweep::Parameter;
use cloakroom_core::promise::{Curve, End, Unit};
use cloakroom_core::{Dataset, Role, Settings};
use cloakroom_microdata::privacy::PrivacyModel;

const MILLION: u64 = 1_000_000;

/// In the whole numbers that the parameter is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub low: u64,
    pub high: u64,
    /// Values are whole multiples of it above `low`.
    pub step: u64,
    /// No value below makes sense.
    pub least: u64,
    /// No value above makes sense.
    pub most: u64,
}

impl Span {
    /// What is worth looking at, given the data and what is asked for now.
    pub fn of(parameter: Parameter, dataset: &Dataset, settings: &Settings) -> Self {
        let now = parameter.wanted(settings).unwrap_or(0);
        let counts = |least: u64, high: u64, most: u64| {
            let most = most.max(least);
            // What is asked for now lies within, with as much behind it.
            let high = if now > high { now * 2 } else { high };
            Self {
                low: least.min(most),
                high: high.clamp(least, most),
                step: 1,
                least: 1,
                most,
            }
        };
        let decimals = |low: u64, high: u64, step: u64, most: u64| Self {
            low,
            high: if now > high {
                (now * 2).min(most)
            } else {
                high
            },
            step,
            least: 0,
            most,
        };
        let distinct = || distinct(dataset, settings).max(1);
        match parameter {
            // Of transactions, how many public items are known.
            Parameter::Model(PrivacyModel::P) if dataset.records_table().is_none() => {
                counts(1, 5, 1_000)
            }
            Parameter::Model(model) => {
                let promise = model.promise();
                let Curve {
                    low,
                    high,
                    step,
                    end,
                } = promise.curve;
                let categories = || settings.categories.values().map(Vec::len);
                let most = promise.counted(match end {
                    End::Records => dataset.records() as f64,
                    End::Values => distinct() as f64,
                    End::Categories => categories().min().unwrap_or(1).max(1) as f64,
                    // Weights run from 0 to 1, evenly.
                    End::Weights => (categories().max().unwrap_or(2) as f64 / 2.0).max(1.0),
                    End::Number(number) => number,
                });
                let (low, high) = (promise.counted(low), promise.counted(high));
                match promise.unit {
                    Unit::Count => counts(low, high, most),
                    Unit::Decimal | Unit::Share => Self {
                        least: promise.counted(promise.least),
                        ..decimals(low, high.min(most), promise.counted(step), most)
                    },
                }
            }
            Parameter::Epsilon => scale_span(dataset, now),
            Parameter::Deviation => {
                let Some(ratings) = dataset.ratings() else {
                    return decimals(0, MILLION, 10_000, MILLION);
                };
                // No two ratings are farther apart than the scale, so no deviation is above half of it.
                let half = (ratings.scale().r() * 5e5) as u64;
                decimals(0, half, 10_000, half)
            }
            Parameter::SetSize => counts(1, 5, 1_000),
            Parameter::PrivateShare => decimals(50_000, MILLION, 1_000, MILLION),
            Parameter::Trust | Parameter::Degree => decimals(0, MILLION, 1_000, MILLION),
        }
    }

    /// So many values between two ends, evenly spread, none twice: there may be fewer.
    pub fn values(&self, low: u64, high: u64, points: usize) -> Vec<u64> {
        let low = low.clamp(self.least, self.most);
        let high = high.clamp(low, self.most);
        spread(low, high, self.step, points)
    }
}

/// All distances below the one at which everybody would be close to everybody.
fn scale_span(dataset: &Dataset, now: u64) -> Span {
    let Some(ratings) = dataset.ratings() else {
        return Span {
            low: 0,
            high: now.max(MILLION),
            step: MILLION,
            least: 0,
            most: now.max(MILLION),
        };
    };
    let scale = ratings.scale();
    let millionths = |number: f64| (number * 1e6).round() as u64;
    let step = millionths(scale.step).max(1);
    let widest = millionths(scale.distance(scale.widest()));
    Span {
        low: 0,
        high: widest,
        step,
        least: 0,
        most: widest,
    }
}

/// So many values from `low` to `high`, both included, each a whole number of steps above `low`.
pub fn spread(low: u64, high: u64, step: u64, points: usize) -> Vec<u64> {
    let (step, last) = (step.max(1), points.max(2) as u64 - 1);
    let steps = high.saturating_sub(low) / step;
    let at = |place: u64| {
        let exact = u128::from(steps) * u128::from(place);
        low + ((exact + u128::from(last) / 2) / u128::from(last)) as u64 * step
    };
    let mut values: Vec<u64> = (0..=last).map(at).collect();
    values.dedup();
    values
}

/// The fewest distinct values that a sensitive column holds: no class can have more in all of them.
fn distinct(dataset: &Dataset, settings: &Settings) -> u64 {
    let columns = dataset.table().map_or(&[][..], |table| table.columns());
    let sensitive = columns
        .iter()
        .filter(|column| settings.roles.of(column.name()) == Some(Role::Sensitive));
    let distinct = sensitive.map(|column| column.distinct() as u64);
    distinct.min().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_spread_evenly_and_none_comes_twice() {
        assert_eq!(spread(2, 21, 1, 20), (2..=21).collect::<Vec<_>>());
        assert_eq!(spread(2, 4, 1, 20), [2, 3, 4]);
        assert_eq!(spread(0, 100, 1, 3), [0, 50, 100]);
        assert_eq!(spread(0, 1_000_000, 250_000, 9).len(), 5);
        assert_eq!(spread(7, 7, 1, 20), [7]);
        assert_eq!(spread(9, 2, 1, 5), [9]);
        let wide = spread(2, 200, 1, 20);
        assert_eq!((wide.len(), wide[0], wide[19]), (20, 2, 200));
    }

    #[test]
    fn what_is_asked_for_lies_within() {
        use cloakroom_core::{Column, Table};
        let column = Column::from_texts("zip", (0..300).map(|at| at.to_string())).unwrap();
        let dataset = Dataset::from(Table::new(vec![column]).unwrap());
        let mut settings = Settings::default();
        let k = Parameter::Model(PrivacyModel::KAnonymity);
        settings.requirement.k = Some(5);
        let span = Span::of(k, &dataset, &settings);
        assert_eq!((span.low, span.high), (2, 21));
        settings.requirement.k = Some(50);
        assert_eq!(Span::of(k, &dataset, &settings).high, 100);
        settings.requirement.k = Some(250);
        assert_eq!(Span::of(k, &dataset, &settings).high, 300);
        assert_eq!(span.values(0, 9_999, 3), [1, 151, 300]);
    }
}
