//! Decides whether a class of records keeps every promise of a requirement.
//!
//! Every promise here is monotone: two classes that keep it keep it when they are merged. (t-closeness too, as
//! long as the table that classes are compared with stays the same.)

use super::closeness::Reference;
use super::entropy;
use super::histogram::Histogram;
use super::measure;
use super::models::PrivacyModel;
use cloakroom_core::requirement::{Requirement, millionths};
use cloakroom_core::subject::{Categories, Subject};

const MILLION: u128 = 1_000_000;

/// A requirement made ready for a table. Methods and profiles ask it; the checker of a written release
/// does not.
#[derive(Clone, Debug)]
pub struct Judge {
    requirement: Requirement,
    columns: Vec<Judged>,
}

/// One sensitive column.
#[derive(Clone, Debug)]
struct Judged {
    values: usize,
    categories: Option<Categories>,
    reference: Option<Reference>,
}

/// A promise that a class breaks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Failing {
    pub model: PrivacyModel,
    /// Which of the sensitive columns, by place in the subject; `None` for k.
    pub sensitive: Option<usize>,
    /// What the class reaches of the parameter.
    pub reached: f64,
}

impl Judge {
    pub fn new(requirement: &Requirement, subject: &Subject<'_>) -> Self {
        let columns = subject
            .sensitive
            .iter()
            .map(|sensitive| Judged {
                values: sensitive.column.dictionary().len(),
                categories: sensitive.categories.clone(),
                reference: requirement
                    .t
                    .map(|_| Reference::new(sensitive, sensitive.column.counts().to_vec())),
            })
            .collect();
        Self {
            requirement: requirement.clone(),
            columns,
        }
    }

    /// The same requirement for a release of some of the rows: a class is as close to the table as the
    /// released records make it.
    #[must_use]
    pub fn for_rows(&self, subject: &Subject<'_>, rows: &[u32]) -> Self {
        let counts = subject
            .sensitive
            .iter()
            .map(|sensitive| {
                let mut counts = vec![0u32; sensitive.column.dictionary().len()];
                for &row in rows {
                    let row = row as usize;
                    counts[sensitive.column.codes()[row] as usize] += sensitive.column.weight(row);
                }
                counts
            })
            .collect();
        self.for_counts(counts)
    }

    /// The same requirement for a release in which each sensitive value occurs so often, by column and code.
    #[must_use]
    pub fn for_counts(&self, counts: Vec<Vec<u32>>) -> Self {
        let mut judge = self.clone();
        if self.requirement.t.is_none() {
            return judge;
        }
        for (judged, counts) in judge.columns.iter_mut().zip(counts) {
            judged.reference = judged
                .reference
                .as_ref()
                .map(|reference| reference.for_counts(counts));
        }
        judge
    }

    pub fn requirement(&self) -> &Requirement {
        &self.requirement
    }

    /// The least size of a class.
    pub fn k(&self) -> u32 {
        self.requirement.least_size()
    }

    /// Whether sizes alone do not decide. If not, `passes` may be given no histograms.
    pub fn looks_at_values(&self) -> bool {
        self.requirement.looks_at_values() && !self.columns.is_empty()
    }

    /// Whether which records are left out changes what the others must reach.
    pub fn depends_on_release(&self) -> bool {
        self.requirement.t.is_some() && !self.columns.is_empty()
    }

    /// Empty histograms, one per sensitive column.
    pub fn histograms(&self) -> Vec<Histogram> {
        self.columns
            .iter()
            .map(|column| Histogram::new(column.values))
            .collect()
    }

    /// Whether a class of `size` records with these sensitive values keeps every promise.
    pub fn passes(&self, size: u32, histograms: &[Histogram]) -> bool {
        size >= self.k()
            && (!self.looks_at_values()
                || self
                    .columns
                    .iter()
                    .zip(histograms)
                    .all(|(column, histogram)| self.column_passes(column, size, histogram)))
    }

    fn column_passes(&self, column: &Judged, size: u32, histogram: &Histogram) -> bool {
        let requirement = &self.requirement;
        let distinct = histogram.distinct();
        requirement.p.is_none_or(|p| distinct >= p)
            && requirement.l.distinct.is_none_or(|l| distinct >= l)
            && requirement
                .p_plus
                .is_none_or(|p| self.categories(column, histogram) >= p)
            && requirement
                .alpha
                .is_none_or(|alpha| heavy(column, histogram, alpha))
            && requirement.l.recursive.is_none_or(|(c, l)| {
                measure::recursive(histogram, l)
                    .is_some_and(|(most, tail)| recursive_holds(most, tail, c))
            })
            && requirement
                .l
                .entropy
                .is_none_or(|l| entropy_holds(histogram, size, l))
            && requirement
                .t
                .is_none_or(|t| close(column, histogram, size, t))
    }

    fn categories(&self, column: &Judged, histogram: &Histogram) -> u32 {
        column
            .categories
            .as_ref()
            .map_or(0, |categories| measure::categories(histogram, categories))
    }

    /// Every promise that a class breaks, with what it reaches.
    pub fn failures(&self, size: u32, histograms: &[Histogram]) -> Vec<Failing> {
        let mut failures = Vec::new();
        if size < self.k() {
            failures.push(Failing {
                model: PrivacyModel::KAnonymity,
                sensitive: None,
                reached: f64::from(size),
            });
        }
        if !self.looks_at_values() {
            return failures;
        }
        for (at, (column, histogram)) in self.columns.iter().zip(histograms).enumerate() {
            let mut tell = |model, holds: bool, reached: f64| {
                if !holds {
                    failures.push(Failing {
                        model,
                        sensitive: Some(at),
                        reached,
                    });
                }
            };
            let requirement = &self.requirement;
            let distinct = histogram.distinct();
            if let Some(l) = requirement.l.distinct {
                let model = PrivacyModel::DistinctDiversity;
                tell(model, distinct >= l, f64::from(distinct));
            }
            if let Some(l) = requirement.l.entropy {
                let reached = measure::entropy(histogram).exp();
                let model = PrivacyModel::EntropyDiversity;
                tell(model, entropy_holds(histogram, size, l), reached);
            }
            if let Some((c, l)) = requirement.l.recursive {
                let model = PrivacyModel::RecursiveDiversity;
                match measure::recursive(histogram, l) {
                    // c must be above this.
                    Some((most, tail)) => tell(
                        model,
                        recursive_holds(most, tail, c),
                        f64::from(most) / f64::from(tail),
                    ),
                    None => tell(model, false, f64::INFINITY),
                }
            }
            if let Some(p) = requirement.p {
                tell(PrivacyModel::P, distinct >= p, f64::from(distinct));
            }
            if let Some(p) = requirement.p_plus {
                let reached = self.categories(column, histogram);
                tell(PrivacyModel::PPlus, reached >= p, f64::from(reached));
            }
            if let Some(alpha) = requirement.alpha {
                let reached = column.categories.as_ref().map_or(0.0, |categories| {
                    measure::weight(histogram, categories) as f64
                        / measure::weight_unit(categories) as f64
                });
                tell(
                    PrivacyModel::Alpha,
                    heavy(column, histogram, alpha),
                    reached,
                );
            }
            if let (Some(t), Some(reference)) = (requirement.t, &column.reference) {
                let (moved, whole) = reference.distance(histogram, size);
                let model = PrivacyModel::Closeness;
                let reached = moved as f64 / whole as f64;
                tell(model, close(column, histogram, size, t), reached);
            }
        }
        failures
    }
}

fn recursive_holds(most: u32, tail: u32, c: f64) -> bool {
    u128::from(most) * MILLION < u128::from(millionths(c)) * u128::from(tail)
}

fn entropy_holds(histogram: &Histogram, size: u32, l: f64) -> bool {
    let counts = histogram
        .present()
        .iter()
        .map(|&code| histogram.count(code));
    entropy::at_least(counts, size, l)
}

fn heavy(column: &Judged, histogram: &Histogram, alpha: f64) -> bool {
    column.categories.as_ref().is_some_and(|categories| {
        let weight = u128::from(measure::weight(histogram, categories));
        let unit = u128::from(measure::weight_unit(categories));
        weight * MILLION >= u128::from(millionths(alpha)) * unit
    })
}

fn close(column: &Judged, histogram: &Histogram, size: u32, t: f64) -> bool {
    column.reference.as_ref().is_some_and(|reference| {
        let (moved, whole) = reference.distance(histogram, size);
        moved * MILLION <= u128::from(millionths(t)) * whole
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::column::Column;
    use cloakroom_core::hierarchy::Hierarchies;
    use cloakroom_core::requirement::Diversity;
    use cloakroom_core::roles::Role;
    use cloakroom_core::settings::Settings;
    use cloakroom_core::table::Table;

    fn judged(requirement: Requirement, values: &[&str], class: &[usize]) -> Vec<PrivacyModel> {
        let table = Table::new(vec![Column::from_texts("illness", values).unwrap()]).unwrap();
        let mut settings = Settings {
            requirement,
            ..Settings::default()
        };
        settings.roles.set("illness", Some(Role::Sensitive));
        let order = [&["HIV", "Cancer"][..], &["Flu", "Cough"]]
            .map(|group| group.iter().map(|&value| value.to_owned()).collect());
        settings
            .categories
            .insert("illness".to_owned(), order.to_vec());
        let subject = Subject::new(&table, &settings, &Hierarchies::default()).unwrap();
        let judge = Judge::new(&settings.requirement, &subject);
        let mut histograms = judge.histograms();
        for &row in class {
            histograms[0].add(table.columns()[0].codes()[row], 1);
        }
        let size = class.len() as u32;
        let failures = judge.failures(size, &histograms);
        assert_eq!(judge.passes(size, &histograms), failures.is_empty());
        failures.iter().map(|failing| failing.model).collect()
    }

    #[test]
    fn every_model_is_judged() {
        let values = ["Flu", "Cough", "HIV", "Cancer"];
        let none = Requirement::default;
        let similar = &[0, 1][..];
        let p = Requirement {
            p: Some(2),
            ..none()
        };
        assert_eq!(judged(p.clone(), &values, similar), []);
        // Two values of one category are open to the similarity attack, and only p+ sees it.
        let p_plus = Requirement {
            p_plus: Some(2),
            alpha: Some(1.0),
            ..none()
        };
        assert_eq!(judged(p_plus, &values, similar), [PrivacyModel::PPlus]);
        let alpha = Requirement {
            alpha: Some(1.0),
            ..none()
        };
        assert_eq!(
            judged(alpha.clone(), &values, &[2, 3]),
            [PrivacyModel::Alpha]
        );
        assert_eq!(judged(alpha, &values, &[0, 3]), []);
        let all = Requirement {
            k: Some(3),
            l: Diversity {
                distinct: Some(3),
                entropy: Some(2.5),
                recursive: Some((1.0, 2)),
            },
            t: Some(0.25),
            ..none()
        };
        assert_eq!(
            judged(all.clone(), &values, similar),
            [
                PrivacyModel::KAnonymity,
                PrivacyModel::DistinctDiversity,
                PrivacyModel::EntropyDiversity,
                PrivacyModel::RecursiveDiversity,
                PrivacyModel::Closeness
            ]
        );
        assert_eq!(judged(all, &values, &[0, 1, 2]), []);
    }
}
