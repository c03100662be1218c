//! How the data stand against the requirement: which classes break which promise. Made anew when a slider
//! moves, out of profiles that were computed once.

use crate::ui::widgets::number;
use cloakroom_core::prepared_table::{Categories, Distance, PreparedTable, Sensitive};
use cloakroom_core::progress::Progress;
use cloakroom_core::promise::Needs;
use cloakroom_core::requirement::Requirement;
use cloakroom_core::roles::{Role, Roles};
use cloakroom_core::settings::HierarchySource;
use cloakroom_core::table::Table;
use cloakroom_core::units::{Counted, Units};
use cloakroom_engine::workspace::Workspace;
use cloakroom_microdata::privacy::{Failing, Judge, PrivacyModel};
use cloakroom_microdata::profile::classes::ClassProfile;
use cloakroom_microdata::profile::reach::at_once;
use cloakroom_microdata::profile::scan::{ModelCount, Scan, bit, scan};
use cloakroom_microdata::profile::suppression::suppression;
use cloakroom_microdata::profile::values::ValueProfile;
use std::collections::BTreeMap;
use std::ops::Range;
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
    pub units: UnitsQuestion,
}

/// The keys by which people or groups are counted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnitsQuestion {
    pub person: Option<String>,
    pub group: Option<String>,
}

impl UnitsQuestion {
    pub fn of(workspace: &Workspace) -> Self {
        let roles = &workspace.settings().roles;
        let key = |role| roles.key(role).map(str::to_owned);
        Self {
            person: key(Role::Person),
            group: key(Role::Group),
        }
    }

    /// Who is counted in a table; `None` where each record is.
    pub fn units<'a>(&self, table: &'a Table) -> Option<Units<'a>> {
        let key = |name: &Option<String>| table.column(name.as_ref()?);
        Units::new(key(&self.person), key(&self.group))
    }

    pub fn is_of(&self, roles: &Roles) -> bool {
        self.person.as_deref() == roles.key(Role::Person)
            && self.group.as_deref() == roles.key(Role::Group)
    }
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
    /// Made when somebody asks who violates, where people or groups are counted.
    standing: OnceLock<Vec<Standing>>,
}

/// How a person or group stands: nobody is safer than in the least safe of their classes.
#[derive(Clone, Copy)]
struct Standing {
    /// Of the smallest of the classes.
    size: u32,
    /// What any of the classes breaks; see [`bit`].
    broken: u16,
}

/// Classes up to which a frame has the time to compare them with the table that is left.
const SETTLED_AT_ONCE: usize = 20_000;
/// Classes up to which a frame has the time to sort them.
const SORTED_AT_ONCE: usize = 100_000;

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
            standing: OnceLock::new(),
        };
        status.rest_holds = status.does_the_rest_hold(&known);
        status
    }

    fn does_the_rest_hold(&self, known: &Requirement) -> Option<bool> {
        let records = self.classes.records();
        let enough = self.scan.violating <= known.may_leave_out(records)
            && self.scan.violating < records.max(1);
        // Whoever is left out of one class is left out of others, where people are counted.
        let looks_again = known.depends_on_release() || self.classes.crowd().is_some();
        if !looks_again || self.scan.violating == 0 || known.suppression == 0.0 {
            return Some(enough);
        }
        if self.classes.crowd().is_none() && !enough {
            return Some(false);
        }
        if self.classes.classes() > SETTLED_AT_ONCE {
            return None;
        }
        let suppressed = suppression(&self.classes, self.values(), known, &Progress::default());
        suppressed.ok().flatten().map(|suppressed| suppressed.holds)
    }

    /// How many records may be left out, or people or groups where these are counted.
    pub fn may_leave_out(&self) -> usize {
        self.requirement.may_leave_out(self.classes.all_counted())
    }

    /// More records violate than may be left out. Where people are counted, whoever is in a class that fails goes with all
    /// records, so that counting the records of such classes does not tell.
    pub fn has_too_many(&self) -> bool {
        let violating = self.scan.violating;
        match self.classes.counts() {
            Some(_) => violating > 0 && self.rest_holds == Some(false),
            None => {
                violating > self.may_leave_out() || violating == self.records() && violating > 0
            }
        }
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

    fn standing(&self) -> Option<&[Standing]> {
        let crowd = self.classes.crowd()?;
        Some(self.standing.get_or_init(|| {
            let of = |class: usize, size| Standing {
                size,
                broken: self.scan.broken.get(class).copied().unwrap_or(0),
            };
            let least = |one: Standing, other: Standing| Standing {
                size: one.size.min(other.size),
                broken: one.broken | other.broken,
            };
            crowd.gathered(of, least).into_iter().flatten().collect()
        }))
    }

    /// How many break this promise, or any: records, or people or groups with a class that does.
    pub fn violating(&self, model: Option<PrivacyModel>) -> usize {
        if let Some(standing) = self.standing() {
            let mask = model.map_or(u16::MAX, bit);
            let broken = standing.iter().filter(|one| one.broken & mask != 0);
            return broken.count();
        }
        match model {
            None => self.scan.violating,
            Some(model) => self.violating_records(model),
        }
    }

    /// Records in classes that break a promise.
    pub fn violating_records(&self, model: PrivacyModel) -> usize {
        let mut counts = self.scan.by_model.iter();
        let count = counts.find(|count| count.model == model);
        count.map_or(0, |count| count.records)
    }

    /// Everybody, as the size of their smallest class, whether they break a promise, and how many are told of at once.
    pub fn by_size(&self, mut tell: impl FnMut(u32, bool, u64)) {
        match self.standing() {
            Some(standing) => {
                for one in standing {
                    tell(one.size, one.broken != 0, 1);
                }
            }
            None => {
                for (&size, &broken) in self.classes.sizes().iter().zip(&self.scan.broken) {
                    tell(size, broken != 0, u64::from(size));
                }
            }
        }
    }

    /// What one of those whom k counts is called, and what several are.
    pub fn nouns(&self) -> [&'static str; 2] {
        Counted::nouns(self.classes.counts())
    }

    /// `3 people`, `1 record`.
    pub fn many(&self, count: usize) -> String {
        let [one, several] = self.nouns();
        number::counted_as(count as u64, one, several)
    }

    /// A class, or whatever has so many: `3 people, 12 records` where people are counted.
    pub fn many_with_records(&self, count: usize, records: usize) -> String {
        let records = number::counted(records as u64, "record");
        match self.classes.counts() {
            None => records,
            Some(_) => format!("{}, {records}", self.many(count)),
        }
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

    /// How many of these records are in a class that breaks this promise, or any.
    pub fn violating_among(&self, rows: Range<usize>, model: Option<PrivacyModel>) -> usize {
        let mask = model.map_or(u16::MAX, bit);
        let broken = &self.scan.broken;
        let classes = self.classes.class_of_rows()[rows].iter();
        classes
            .filter(|&&class| broken[class as usize] & mask != 0)
            .count()
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
        // Who else would be left out is too much to find out while dragging.
        if self.classes.crowd().is_some() && self.requirement.suppression > 0.0 {
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
        let judge = self.judge.get_or_init(|| match self.classes.crowd() {
            Some(_) => self.judge_of_units(),
            None => self.judge_of(table, columns),
        });
        let mut histograms = judge.histograms();
        if let Some(values) = self.values() {
            for (histogram, column) in histograms.iter_mut().zip(values.columns()) {
                column.fill(class as usize, histogram);
            }
        }
        judge
            .failures(self.classes.counted()[class as usize], &histograms)
            .into_iter()
            .map(|failing| {
                let column = failing.sensitive.and_then(|at| columns.get(at));
                (failing, column.map(|column| column.name.as_str()))
            })
            .collect()
    }

    fn judge_of_units(&self) -> Judge {
        let columns = self.values().map_or(&[][..], ValueProfile::columns);
        let columns = columns.iter().map(|column| column.column().clone());
        Judge::of_units(&self.known(), columns.collect(), self.classes.counts())
    }

    /// What of the requirement can be looked at.
    fn known(&self) -> Requirement {
        let mut known = self.requirement.clone();
        for (model, _) in &self.missing {
            model.forget(&mut known);
        }
        known
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
            units: None,
        };
        Judge::new(&self.known(), &prepared)
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
