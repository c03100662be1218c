//! How the data stand against the requirement: which classes break which promise. Made anew when a slider
//! moves, out of profiles that were computed once.

use cloakroom_core::prepared_table::{Categories, Distance, PreparedTable, Sensitive};
use cloakroom_core::progress::Progress;
use cloakroom_core::promise::Needs;
use cloakroom_core::requirement::Requirement;
use cloakroom_core::settings::HierarchySource;
use cloakroom_core::table::Table;
use cloakroom_microdata::privacy::{Failing, Judge, PrivacyModel};
use cloakroom_microdata::profile::classes::ClassProfile;
use cloakroom_microdata::profile::reach::at_once;
use cloakroom_microdata::profile::scan::{ModelCount, Scan, bit, scan};
use cloakroom_microdata::profile::suppression::suppression;
use cloakroom_microdata::profile::values::ValueProfile;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// What the classes hold of the sensitive columns, and what that was computed for.
#[derive(Debug)]
pub struct Measured {
    pub question: ValuesQuestion,
    pub values: ValueProfile,
    pub columns: Vec<SensitiveColumn>,
}

/// What a profile of sensitive values depends on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ValuesQuestion {
    pub quasi: Vec<String>,
    pub sensitive: Vec<String>,
    pub categories: BTreeMap<String, Vec<Vec<String>>>,
    pub hierarchies: BTreeMap<String, HierarchySource>,
}

/// A sensitive column with what the promises need to know about it.
#[derive(Clone, Debug)]
pub struct SensitiveColumn {
    /// Its place in the table.
    pub at: usize,
    pub name: String,
    pub categories: Option<Categories>,
    pub distance: Distance,
}

/// Why a promise cannot be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    NoSensitiveColumn,
    /// Values of this column, by its place in the table, have no category.
    Categories(usize),
    /// It is being computed.
    Values,
}

pub struct Status {
    pub classes: Arc<ClassProfile>,
    pub measured: Option<Arc<Measured>>,
    pub requirement: Requirement,
    /// Of the promises that can be looked at.
    pub scan: Scan,
    /// The promises that cannot, and why.
    pub missing: Vec<(PrivacyModel, Missing)>,
    /// Made when a class is first asked why it fails.
    judge: OnceLock<Judge>,
    /// Leaving out what violates makes the rest hold; `None` if that takes too long to know while dragging.
    pub rest_holds: Option<bool>,
}

/// Classes up to which a frame has the time to compare them with the table that is left.
const SETTLED_AT_ONCE: usize = 20_000;
/// Classes up to which a frame has the time to sort them.
const SORTED_AT_ONCE: usize = 100_000;

/// Rows that one thread looks at before it takes others.
const STRIDE: usize = 1 << 16;

impl Status {
    pub fn new(
        classes: Arc<ClassProfile>,
        measured: Option<Arc<Measured>>,
        sensitive: usize,
        requirement: &Requirement,
    ) -> Self {
        let missing: Vec<(PrivacyModel, Missing)> = PrivacyModel::asked(requirement)
            .filter_map(|model| Some((model, missing(model, measured.as_deref(), sensitive)?)))
            .collect();
        let mut known = requirement.clone();
        for (model, _) in &missing {
            model.forget(&mut known);
        }
        let values = measured.as_ref().map(|measured| &measured.values);
        let found = scan(&classes, values, &known).unwrap_or_default();
        let mut status = Self {
            classes,
            measured,
            requirement: requirement.clone(),
            scan: found,
            missing,
            judge: OnceLock::new(),
            rest_holds: None,
        };
        status.rest_holds = status.does_the_rest_hold(&known);
        status
    }

    fn does_the_rest_hold(&self, known: &Requirement) -> Option<bool> {
        let records = self.classes.records();
        let enough = self.scan.violating <= known.may_leave_out(records)
            && self.scan.violating < records.max(1);
        if !known.depends_on_release() || self.scan.violating == 0 || !enough {
            return Some(enough);
        }
        if self.classes.classes() > SETTLED_AT_ONCE {
            return None;
        }
        let suppressed = suppression(&self.classes, self.values(), known, &Progress::default());
        suppressed.ok().flatten().map(|suppressed| suppressed.holds)
    }

    pub fn values(&self) -> Option<&ValueProfile> {
        self.measured.as_ref().map(|measured| &measured.values)
    }

    pub fn records(&self) -> usize {
        self.classes.records()
    }

    /// Everything that is asked for could be looked at.
    pub fn is_complete(&self) -> bool {
        self.missing.is_empty()
    }

    pub fn missing(&self, model: PrivacyModel) -> Option<&Missing> {
        let found = self.missing.iter().find(|(other, _)| *other == model);
        found.map(|(_, missing)| missing)
    }

    /// The promises that are broken, with how many records break each.
    pub fn broken(&self) -> impl Iterator<Item = &ModelCount> {
        self.scan.by_model.iter().filter(|count| count.records > 0)
    }

    /// Whether a class breaks this promise, or any.
    pub fn fails(&self, class: u32, model: Option<PrivacyModel>) -> bool {
        let mask = model.map_or(u16::MAX, bit);
        let broken = self.scan.broken.get(class as usize);
        broken.is_some_and(|broken| broken & mask != 0)
    }

    /// Whether a record's class does.
    pub fn violates(&self, row: usize, model: Option<PrivacyModel>) -> bool {
        {
            let class = self.classes.class_of_rows().get(row);
            class.is_some_and(|&class| self.fails(class, model))
        }
    }

    /// Records whose class breaks this promise, or any, ascending.
    pub fn violating_rows(&self, model: Option<PrivacyModel>) -> Vec<u32> {
        let mask = model.map_or(u16::MAX, bit);
        let broken = &self.scan.broken;
        let parts: Vec<Vec<u32>> = self
            .classes
            .class_of_rows()
            .par_chunks(STRIDE)
            .enumerate()
            .map(|(chunk, classes)| {
                let first = (chunk * STRIDE) as u32;
                // Every row is written and kept only if it counts: no branch that cannot be foreseen.
                let mut rows = vec![0u32; classes.len()];
                let mut kept = 0;
                for (&class, row) in classes.iter().zip(first..) {
                    rows[kept] = row;
                    kept += usize::from(broken[class as usize] & mask != 0);
                }
                rows.truncate(kept);
                rows
            })
            .collect();
        parts.concat()
    }

    /// Classes that break this promise, or any, the smallest first.
    pub fn failing_classes(&self, model: Option<PrivacyModel>) -> Vec<u32> {
        let by_size = self.classes.by_size().iter().copied();
        by_size.filter(|&class| self.fails(class, model)).collect()
    }

    /// The strictest parameter that the data keep, as [`cloakroom_microdata::privacy::parameter::wanted`] counts.
    pub fn reached(&self, model: PrivacyModel) -> Option<u64> {
        let sorts = model.has_rank() && self.requirement.suppression > 0.0;
        if self.missing(model).is_some() || sorts && self.classes.classes() > SORTED_AT_ONCE {
            return None;
        }
        at_once(
            &self.classes,
            self.values(),
            &self.requirement,
            &self.scan,
            model,
        )
    }

    /// Why a class fails, promise by promise, with the sensitive column it is about.
    pub fn failures(&self, table: &Table, class: u32) -> Vec<(Failing, Option<&str>)> {
        let columns: &[SensitiveColumn] = self
            .measured
            .as_ref()
            .map_or(&[], |measured| &measured.columns);
        let judge = self.judge.get_or_init(|| self.judge_of(table, columns));
        let mut histograms = judge.histograms();
        if let Some(values) = self.values() {
            for (histogram, column) in histograms.iter_mut().zip(values.columns()) {
                column.fill(class as usize, histogram);
            }
        }
        judge
            .failures(self.classes.sizes()[class as usize], &histograms)
            .into_iter()
            .map(|failing| {
                let column = failing.sensitive.and_then(|at| columns.get(at));
                (failing, column.map(|column| column.name.as_str()))
            })
            .collect()
    }

    fn judge_of(&self, table: &Table, columns: &[SensitiveColumn]) -> Judge {
        let sensitive = columns
            .iter()
            .filter_map(|sensitive| {
                Some(Sensitive {
                    at: sensitive.at,
                    column: table.columns().get(sensitive.at)?,
                    categories: sensitive.categories.clone(),
                    distance: sensitive.distance.clone(),
                })
            })
            .collect();
        let prepared = PreparedTable {
            table,
            quasi: Vec::new(),
            sensitive,
        };
        let mut known = self.requirement.clone();
        for (model, _) in &self.missing {
            model.forget(&mut known);
        }
        Judge::new(&known, &prepared)
    }
}

/// What a promise would need before it can be looked at.
pub fn missing(
    model: PrivacyModel,
    measured: Option<&Measured>,
    sensitive: usize,
) -> Option<Missing> {
    let needs = model.promise().needs;
    match needs {
        Needs::Nothing => return None,
        _ if sensitive == 0 => return Some(Missing::NoSensitiveColumn),
        _ => {}
    }
    let Some(measured) = measured else {
        return Some(Missing::Values);
    };
    match needs {
        Needs::Categories => measured
            .columns
            .iter()
            .find(|column| column.categories.is_none())
            .map(|column| Missing::Categories(column.at)),
        _ => None,
    }
}
