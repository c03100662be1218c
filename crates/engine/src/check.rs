//! Does a data set satisfy its requirement as it stands, and which records do not?

use super::kinds::prepare;
use super::records;
use cloakroom_core::hierarchy::Hierarchies;
use cloakroom_core::prepared_table::Distance;
use cloakroom_core::promise::letters_of_values;
use cloakroom_core::purpose::Purpose;
use cloakroom_core::verdict::RequirementVerdict;
use cloakroom_core::{
    Amount, CheckAnswer, Counted, Dataset, Failure, PreparedTable, Problem, Progress, Requirement,
    Role, Sensitive, Settings, Stopped, Table, Trees, UnitCount, Units,
};
use cloakroom_microdata::privacy::{Judge, PrivacyModel, parameter};
use cloakroom_microdata::profile::classes::ClassProfile;
use cloakroom_microdata::profile::reach::reached;
use cloakroom_microdata::profile::scan::ModelCount;
use cloakroom_microdata::profile::suppression::{Suppression, suppression};
use cloakroom_microdata::profile::values::ValueProfile;

pub fn check(
    dataset: &Dataset,
    settings: &Settings,
    trees: &Trees,
    progress: &Progress,
) -> Result<CheckAnswer, Failure> {
    prepare(dataset, settings, trees, progress)?.check(progress)
}

/// What a table is asked about, computed once.
#[derive(Debug)]
pub struct Profiles {
    pub classes: ClassProfile,
    /// Only if something is asked of the sensitive values.
    pub values: Option<ValueProfile>,
    /// What is counted, where that is not every record by itself.
    counted: Option<Counted>,
}

impl Profiles {
    pub fn compute(checked: &CheckedTask<'_>, progress: &Progress) -> Result<Self, Stopped> {
        let prepared = &checked.prepared;
        let (columns, rows) = (prepared.quasi_columns(), prepared.rows());
        let units = prepared.units.as_ref();
        let classes = ClassProfile::counting(&columns, rows, units, progress)?;
        let requirement = checked.judge.requirement();
        Self::with_values(classes, &prepared.sensitive, units, requirement, progress)
    }

    /// The sensitive columns and the units must have the rows of the classes.
    pub fn with_values(
        classes: ClassProfile,
        sensitive: &[Sensitive<'_>],
        units: Option<&Units<'_>>,
        requirement: &Requirement,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let values = requirement
            .looks_at_values()
            .then(|| ValueProfile::counting(&classes, sensitive, units, progress))
            .transpose()?;
        Ok(Self {
            classes,
            values,
            counted: units.map(|units| units.counted),
        })
    }

    /// The answer for any parameters of the models that the profiles were computed for.
    pub fn answer(
        &self,
        requirement: &Requirement,
        progress: &Progress,
    ) -> Result<CheckAnswer, Failure> {
        let answer = answer(&self.classes, self.values.as_ref(), requirement, progress)?;
        let all = self.classes.all_counted();
        let units = self.counted.map(|counted| UnitCount::of(counted, all));
        Ok(CheckAnswer { units, ..answer })
    }
}

/// A data set and settings that can be asked about: checked once, so that nobody need check again.
#[derive(Debug)]
pub struct CheckedTask<'a> {
    pub prepared: PreparedTable<'a>,
    pub judge: Judge,
    /// What the method is told that the data are for, by name.
    pub purpose: Option<(String, Purpose)>,
}

impl<'a> CheckedTask<'a> {
    pub fn new(
        dataset: &'a Dataset,
        settings: &Settings,
        hierarchies: &Hierarchies,
    ) -> Result<Self, Problem> {
        let Some(table) = dataset.records_table() else {
            return Err(Problem::new("expected a table of records"));
        };
        refuse_senseless(&settings.requirement)?;
        if table.rows() == 0 {
            return Err(Problem::new("the table has no records"));
        }
        refuse_uncounted(table, settings)?;
        let prepared = PreparedTable::new(table, settings, hierarchies)?;
        if prepared.quasi.is_empty() {
            return Err(Problem::new(
                "no column is marked as quasi-identifier, so k would hold of nothing: name those that \
                 somebody could know from elsewhere",
            ));
        }
        if settings.requirement.looks_at_values() && prepared.sensitive.is_empty() {
            return Err(Problem::new(format!(
                "no column is marked as sensitive, so {} would hold of nothing: name those whose values must not be \
                 found out",
                letters_of_values()
            )));
        }
        refuse_uncountable(&prepared, &settings.requirement)?;
        let judge = Judge::new(&settings.requirement, &prepared);
        let named = settings.method.decomposition.purpose.as_ref();
        let purpose = named.and_then(|name| settings.purposes.get_key_value(name));
        Ok(Self {
            prepared,
            judge,
            purpose: purpose.map(|(name, purpose)| (name.clone(), purpose.clone())),
        })
    }
}

/// What cannot be said of people or groups.
fn refuse_uncountable(
    prepared: &PreparedTable<'_>,
    requirement: &Requirement,
) -> Result<(), Problem> {
    let Some(units) = &prepared.units else {
        return Ok(());
    };
    let is_equal = |sensitive: &&Sensitive<'_>| sensitive.distance == Distance::Equal;
    let mut columns = prepared.sensitive.iter();
    let other = columns.find(|sensitive| requirement.t.is_some() && !is_equal(sensitive));
    match other {
        None => Ok(()),
        Some(sensitive) => {
            let name = sensitive.column.name();
            Err(Problem::new(format!(
                "where {} are counted, t compares how many of them show each value, all values equally far apart; expected \
                 [require.{name}] with distance = \"equal\"",
                units.counted.name(2)
            )))
        }
    }
}

/// Of a counted table only what was counted can be asked about.
fn refuse_uncounted(table: &Table, settings: &Settings) -> Result<(), Problem> {
    if !table.is_counted() {
        return Ok(());
    }
    if settings.roles.counts_units() {
        return Err(Problem::new(
            "people and groups cannot be counted in a table that is read in batches, since only equal records are counted \
             there; expected a table that fits into the memory, or no person and no group under [roles]",
        ));
    }
    let mut roles = settings.roles.columns.iter();
    let uncounted = roles.find(|(name, role)| {
        matches!(role, Role::Quasi | Role::Sensitive) && table.column(name).is_none()
    });
    match uncounted {
        None => Ok(()),
        Some((name, role)) => Err(Problem::new(format!(
            "the column \"{name}\" is marked as {} and was not counted; count the table again",
            role.label(records::KIND)
        ))),
    }
}

fn refuse_senseless(requirement: &Requirement) -> Result<(), Problem> {
    // First the limit, which concerns all promises.
    let limit = [PrivacyModel::Suppression].into_iter();
    let mut all = limit.chain(PrivacyModel::ALL);
    if let Some(why) = all.find_map(|model| model.promise().refused(requirement)) {
        return Err(Problem::new(why));
    }
    if requirement.is_empty() {
        return Err(Problem::new(
            "nothing is required: set k, the least number of records that share their quasi-identifiers",
        ));
    }
    Ok(())
}

/// The answer out of profiles that were computed before, for any parameters and any limit at once.
pub fn answer(
    classes: &ClassProfile,
    values: Option<&ValueProfile>,
    requirement: &Requirement,
    progress: &Progress,
) -> Result<CheckAnswer, Failure> {
    let Some(suppressed) = suppression(classes, values, requirement, progress)? else {
        return Err(Problem::new(
            "the sensitive values that the requirement speaks of were not counted",
        )
        .into());
    };
    let counted = classes.all_counted();
    let mut requirements = Vec::new();
    for &count in &suppressed.scan.by_model {
        let reached = reached(
            classes,
            values,
            requirement,
            &suppressed,
            count.model,
            progress,
        )?;
        let alone = match reached {
            Some(_) => None,
            None => reached_alone(classes, values, requirement, count.model, progress)?,
        };
        requirements.push(RequirementVerdict {
            alone,
            ..verdict(count, reached, requirement, &suppressed, classes)
        });
    }
    if requirement.suppression > 0.0 {
        let left_out = suppressed.left_out;
        requirements.push(suppression_verdict(requirement, left_out, counted));
    }
    Ok(CheckAnswer {
        kind: records::KIND,
        records: classes.records(),
        units: None,
        satisfied: suppressed.holds,
        requirements,
        violating_rows: suppressed.scan.violating_rows(classes),
        unlisted_rows: 0,
    })
}

/// What one promise reaches if nothing else is asked for but the share that may be left out.
fn reached_alone(
    classes: &ClassProfile,
    values: Option<&ValueProfile>,
    requirement: &Requirement,
    model: PrivacyModel,
    progress: &Progress,
) -> Result<Option<Amount>, Stopped> {
    let promise = model.promise();
    let mut only = Requirement {
        suppression: requirement.suppression,
        ..Requirement::default()
    };
    (promise.set)(&mut only, (promise.get)(requirement));
    if let Some(second) = &promise.rank {
        (second.set)(&mut only, model.rank(requirement));
    }
    let Some(suppressed) = suppression(classes, values, &only, progress)? else {
        return Ok(None);
    };
    let found = reached(classes, values, &only, &suppressed, model, progress)?;
    Ok(found.map(|found| parameter::amount(model, found, &only)))
}

fn verdict(
    count: ModelCount,
    reached: Option<u64>,
    requirement: &Requirement,
    suppressed: &Suppression,
    classes: &ClassProfile,
) -> RequirementVerdict {
    let model = count.model;
    let amount = |parameter| parameter::amount(model, parameter, requirement);
    let records = classes.records();
    // Who is in one class that fails is in others too, so that of units only all promises together tell.
    let may = match classes.crowd() {
        Some(_) => 0,
        None => requirement.may_leave_out(records),
    };
    RequirementVerdict {
        name: model.name().to_owned(),
        wanted: amount(parameter::wanted(model, requirement).unwrap_or(0)),
        reached: reached.map(amount),
        alone: None,
        // Two promises may each be within the limit and not both together: the line of suppression says so.
        satisfied: suppressed.holds || count.records <= may && count.records < records,
        violations: count.records,
    }
}

/// A check of what is released, with what was left out of so many records weighed against what may be.
pub fn with_left_out(
    mut check: CheckAnswer,
    requirement: &Requirement,
    left_out: usize,
    records: usize,
) -> CheckAnswer {
    if requirement.suppression > 0.0 {
        let verdict = suppression_verdict(requirement, left_out, records);
        check.satisfied &= verdict.satisfied;
        check.requirements.push(verdict);
    }
    check
}

/// How many of `records` (or people, or groups, where these are counted) must be left out, against how many may be.
pub fn suppression_verdict(
    requirement: &Requirement,
    left_out: usize,
    records: usize,
) -> RequirementVerdict {
    let allowed = requirement.may_leave_out(records);
    // To leave out everybody satisfies nothing.
    let enough = left_out <= allowed && left_out < records;
    RequirementVerdict {
        name: PrivacyModel::Suppression.name().to_owned(),
        wanted: Amount::Share(requirement.suppression),
        reached: (left_out < records).then(|| Amount::Share(left_out as f64 / records as f64)),
        alone: None,
        satisfied: enough,
        violations: left_out.saturating_sub(allowed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::{Column, Roles};

    fn dataset() -> Dataset {
        // Classes of 1, 2 and 4 records; the second column is nobody's business.
        let zip = Column::from_texts("zip", ["3", "2", "1", "3", "2", "3", "3"]).unwrap();
        let name = Column::from_texts("name", ["a", "b", "c", "d", "e", "f", "g"]).unwrap();
        Dataset::from(Table::new(vec![zip, name]).unwrap())
    }

    fn settings(k: Option<u32>, suppression: f64) -> Settings {
        let mut roles = Roles::default();
        roles.set("zip", Some(Role::Quasi));
        roles.set("name", Some(Role::Identifier));
        Settings {
            roles,
            requirement: Requirement {
                k,
                suppression,
                ..Requirement::default()
            },
            ..Settings::default()
        }
    }

    fn ask(dataset: &Dataset, settings: &Settings) -> Result<CheckAnswer, Failure> {
        check(dataset, settings, &Trees::default(), &Progress::default())
    }

    fn checked(k: u32, suppression: f64) -> CheckAnswer {
        check(
            &dataset(),
            &settings(Some(k), suppression),
            &Trees::default(),
            &Progress::default(),
        )
        .unwrap()
    }

    #[test]
    fn violating_rows_are_complete_and_sorted() {
        let answer = checked(3, 0.0);
        assert!(!answer.satisfied);
        assert_eq!(answer.violating_rows, [1, 2, 4]);
        assert_eq!(answer.requirements.len(), 1);
        assert_eq!(answer.requirements[0].reached, Some(Amount::Count(1)));
        assert_eq!(answer.requirements[0].violations, 3);
        assert!(checked(1, 0.0).satisfied);
    }

    #[test]
    fn suppression_raises_what_is_reached_and_answers_for_itself() {
        let answer = checked(3, 0.43);
        assert!(answer.satisfied);
        assert_eq!(answer.violating_rows, [1, 2, 4]);
        assert_eq!(answer.requirements[0].reached, Some(Amount::Count(4)));
        assert_eq!(
            answer.requirements[1].reached,
            Some(Amount::Share(3.0 / 7.0))
        );
        let short = checked(3, 0.2);
        assert!(!short.satisfied && !short.requirements[1].satisfied);
        assert_eq!(short.requirements[1].violations, 2);
        assert_eq!(short.requirements[0].reached, Some(Amount::Count(2)));
    }

    #[test]
    fn to_leave_out_everybody_satisfies_nothing() {
        let answer = checked(5, 1.0);
        assert!(!answer.satisfied);
        assert_eq!(answer.requirements[0].reached, Some(Amount::Count(4)));
        assert!(!answer.requirements[1].satisfied);
        assert_eq!(answer.requirements[1].reached, None);
    }

    #[test]
    fn a_question_that_means_nothing_is_refused() {
        let refused = |settings: &Settings| {
            let failure = ask(&dataset(), settings).unwrap_err();
            failure.to_string()
        };
        assert!(refused(&settings(None, 0.1)).contains("nothing is required"));
        assert!(refused(&settings(Some(0), 0.0)).contains("at least 1"));
        assert!(refused(&settings(Some(2), 1.5)).contains("between 0 and 1"));
        assert!(refused(&settings(Some(2), f64::NAN)).contains("between 0 and 1"));
        let mut unmarked = settings(Some(2), 0.0);
        unmarked.roles = Roles::default();
        assert!(refused(&unmarked).contains("quasi-identifier"));
    }

    #[test]
    fn transactions_need_a_taxonomy() {
        let dataset = Dataset::Transactions(Default::default());
        let failure = ask(&dataset, &settings(Some(2), 0.0)).unwrap_err();
        assert!(failure.to_string().contains("taxonomy"));
    }
}
