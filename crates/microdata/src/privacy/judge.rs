//! Decides whether a class of records keeps every promise of a requirement.
//!
//! Every promise here is monotone: two classes that keep it keep it when they are merged. (Those that compare with the
//! release too, as long as what they are compared with stays the same.) Where units are counted, only k is: of two classes
//! in which everybody shows another value, the union may be one in which everybody shows both.

use super::class::{Class, ValueColumn};
use super::histogram::Histogram;
use super::kernel::kernel;
use super::parameter;
use cloakroom_core::{Counted, PreparedTable, PrivacyModel, Requirement};

/// A requirement made ready for a table. Methods and profiles ask it; the checker of a written release
/// does not.
#[derive(Clone, Debug)]
pub struct Judge {
    requirement: Requirement,
    /// What is asked of the sensitive columns, in the order in which it is told.
    asked: Vec<Asked>,
    columns: Vec<ValueColumn>,
    counted: Option<Counted>,
}

/// A promise about sensitive values.
#[derive(Clone, Copy, Debug)]
struct Asked {
    model: PrivacyModel,
    parameter: u64,
    rank: u32,
}

/// A promise that a class breaks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Failing {
    pub model: PrivacyModel,
    /// Which of the sensitive columns, by place in the subject; `None` for k.
    pub sensitive: Option<usize>,
    /// What the class reaches of the parameter.
    pub reached: f64,
    /// What was counted, where that is not every record by itself.
    pub counted: Option<Counted>,
}

fn asked(requirement: &Requirement) -> Vec<Asked> {
    PrivacyModel::asked(requirement)
        .filter(|model| model.looks_at_values())
        .filter_map(|model| {
            Some(Asked {
                model,
                parameter: parameter::wanted(model, requirement)?,
                rank: model.rank(requirement),
            })
        })
        .collect()
}

impl Judge {
    pub fn new(requirement: &Requirement, prepared: &PreparedTable<'_>) -> Self {
        let compares = requirement.depends_on_release();
        let columns = prepared
            .sensitive
            .iter()
            .map(|sensitive| ValueColumn::new(sensitive, compares, prepared.units.as_ref()))
            .collect();
        Self {
            requirement: requirement.clone(),
            asked: asked(requirement),
            columns,
            counted: prepared.units.as_ref().map(|units| units.counted),
        }
    }

    /// A requirement for classes that were counted by units, whose values are those of these columns.
    pub fn of_units(
        requirement: &Requirement,
        columns: Vec<ValueColumn>,
        counted: Option<Counted>,
    ) -> Self {
        Self {
            requirement: requirement.clone(),
            asked: asked(requirement),
            columns,
            counted,
        }
    }

    /// The same requirement for a release of some of the rows: a class is as close to the table as the
    /// released records make it.
    #[must_use]
    pub fn for_rows(&self, prepared: &PreparedTable<'_>, rows: &[u32]) -> Self {
        let counts = prepared
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
        self.for_counts(counts, None)
    }

    /// The same requirement for a release in which each sensitive value occurs so often, by column and code; of so many
    /// units, where units are counted.
    #[must_use]
    pub fn for_counts(&self, counts: Vec<Vec<u32>>, units: Option<u64>) -> Self {
        let mut judge = self.clone();
        if !self.requirement.depends_on_release() {
            return judge;
        }
        for (column, counts) in judge.columns.iter_mut().zip(counts) {
            *column = column.for_counts(counts, units);
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

    /// Whether sizes are those of units and values are counted by the units that show them.
    pub fn counts_units(&self) -> bool {
        self.counted.is_some()
    }

    /// Whether sizes alone do not decide. If not, `passes` may be given no histograms.
    pub fn looks_at_values(&self) -> bool {
        self.requirement.looks_at_values() && !self.columns.is_empty()
    }

    /// Whether which records are left out changes what the others must reach.
    pub fn depends_on_release(&self) -> bool {
        self.requirement.depends_on_release() && !self.columns.is_empty()
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
            && self
                .columns
                .iter()
                .zip(histograms)
                .all(|(column, histogram)| {
                    let class = Class::new(size, histogram, column);
                    // What merely counts is looked at first.
                    self.keeps(&class, true) && self.keeps(&class, false)
                })
    }

    /// Whether a class keeps the promises that more records cannot break, or the others.
    fn keeps(&self, class: &Class<'_>, sure: bool) -> bool {
        let asked = self.asked.iter();
        asked
            .filter(|asked| asked.model.promise().is_sure == sure)
            .all(|asked| class.keeps(asked.model, asked.parameter, asked.rank))
    }

    /// Every promise that a class breaks, with what it reaches.
    pub fn failures(&self, size: u32, histograms: &[Histogram]) -> Vec<Failing> {
        let mut failures = Vec::new();
        if size < self.k() {
            failures.push(Failing {
                model: PrivacyModel::KAnonymity,
                sensitive: None,
                reached: f64::from(size),
                counted: self.counted,
            });
        }
        for (at, (column, histogram)) in self.columns.iter().zip(histograms).enumerate() {
            let class = Class::new(size, histogram, column);
            for &Asked {
                model,
                parameter,
                rank,
            } in &self.asked
            {
                if !class.keeps(model, parameter, rank) {
                    failures.push(Failing {
                        model,
                        sensitive: Some(at),
                        reached: kernel(model).reached(&class, rank),
                        counted: self.counted,
                    });
                }
            }
        }
        failures
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::hierarchy::Hierarchies;
    use cloakroom_core::requirement::Diversity;
    use cloakroom_core::{Column, Role, Settings, Table};

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
        let prepared = PreparedTable::new(&table, &settings, &Hierarchies::default()).unwrap();
        let judge = Judge::new(&settings.requirement, &prepared);
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
            beta: Some(0.4),
            ..none()
        };
        assert_eq!(
            judged(all.clone(), &values, similar),
            [
                PrivacyModel::KAnonymity,
                PrivacyModel::DistinctDiversity,
                PrivacyModel::EntropyDiversity,
                PrivacyModel::RecursiveDiversity,
                PrivacyModel::Closeness,
                PrivacyModel::BetaLikeness
            ]
        );
        assert_eq!(judged(all, &values, &[0, 1, 2]), []);
    }
}
