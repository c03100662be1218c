//! From counted tuples and a recipe to a release folder that was verified before it appeared.

use super::recoding::Recoding;
use super::spellings::Spellings;
use super::stories;
use super::tuples::Tuples;
use super::write::Writing;
use crate::anonymize::{Candidate, Outcome};
use crate::certificate_evidence;
use crate::check::Profiles;
use crate::declared::{Declared, push_role};
use crate::in_house::{Kept, mapping};
use crate::kinds::{PreparedKind, ToWrite, ToldOfRelease};
use crate::leaving::{refuse_doubts, refuse_undecided_names};
use crate::made::{Made, Ran};
use crate::open::Opened;
use crate::records::{self, CheckedRecords, aimed_at, remeasured, told_of_table};
use crate::release::{ReleaseOutcome, ReleaseTask, Whom, make_room, release_prepared};
use crate::released_table::{ReleasedTable, build, released_text};
use crate::report::story::Exposure;
use crate::shuffle::DeclaredDigest;
use cloakroom_core::io::csv::stream::Division;
use cloakroom_core::{
    CheckAnswer, Column, Dictionary, Failure, Loaded, Problem, Progress, Recipe, Role, Roles,
    Settings, Table, Trees,
};
use cloakroom_microdata::method;
use cloakroom_microdata::method::decomposition::Floor;
use cloakroom_microdata::profile::doubts::{Asked, Doubt, Looked};
use cloakroom_verify::declaration::Roles as ReleasedRoles;
use std::path::Path;

/// What is not measured, for people.
const NOT_MEASURED: &str = "The table was read in batches and measured by how often records occur, so that the metrics \
                            that need single records (query_error, cluster_change, nb_accuracy, tree_accuracy) are left out.";

/// Counted data, and what is to be done with them.
#[derive(Clone, Copy)]
pub struct CountedData<'a> {
    pub recipe: &'a Recipe,
    pub loaded: &'a Loaded,
    pub trees: &'a Trees,
    /// Of all columns of the file.
    pub names: &'a [String],
    /// What speaks against columns that are released as they are.
    pub looked: &'a Looked,
    /// What a method made before, perhaps of the same.
    pub made: Option<&'a Made>,
    /// Where it goes what the method makes, if it runs.
    pub ran: Option<&'a Ran>,
}

impl<'a> CountedData<'a> {
    pub fn of(opened: &'a Opened) -> Self {
        Self {
            recipe: &opened.recipe,
            loaded: &opened.loaded,
            trees: &opened.trees,
            names: opened.in_batches.as_deref().unwrap_or_default(),
            looked: &opened.looked,
            made: None,
            ran: None,
        }
    }
}

/// What cannot be done with a table that is read in batches.
fn refuse(recipe: &Recipe, names: &[String]) -> Result<(), Problem> {
    recipe.refuse_open()?;
    refuse_undecided_names(names.iter().map(String::as_str), records::KIND, recipe)?;
    method::refuse_counted(recipe.settings.method.name)?;
    if recipe.settings.release.sql {
        return Err(Problem::new(
            "release.sql is not written for a table that is read in batches; expected no release.sql",
        ));
    }
    Ok(())
}

/// What speaks against columns that are released as they are, as far as somebody looked at them.
fn known_doubts(names: &[String], looked: &Looked, roles: &Roles) -> Result<Vec<Doubt>, Problem> {
    let asked = Asked::of(names.iter().map(String::as_str), roles);
    looked.answer(&asked).ok_or_else(|| {
        Problem::new(
            "columns that are released as they are were not looked at with the roles of now: count the table again",
        )
    })
}

/// Anonymizes, writes, verifies what was written, and only then lets the folder appear.
pub fn release(
    data: CountedData<'_>,
    out: &Path,
    progress: &Progress,
) -> Result<ReleaseOutcome, Failure> {
    release_in(data, out, Division::default(), progress)
}

/// However the work is divided, the release is the same.
pub(super) fn release_in(
    data: CountedData<'_>,
    out: &Path,
    division: Division,
    progress: &Progress,
) -> Result<ReleaseOutcome, Failure> {
    let CountedData {
        recipe,
        loaded,
        trees,
        names,
        looked,
        made,
        ran,
    } = data;
    let task = ReleaseTask {
        loaded,
        recipe,
        trees,
        whom: Whom::default(),
        made,
        ran,
    };
    refuse(recipe, names)?;
    refuse_doubts(
        &known_doubts(names, looked, &recipe.settings.roles)?,
        &recipe.settings.roles,
    )?;
    make_room(&task, out, progress)?;
    let counted = PreparedCounts {
        records: CheckedRecords::new(&loaded.dataset, &recipe.settings, trees)?,
        names,
        looked,
        division,
    };
    release_prepared(&counted, &task, out, progress)
}

/// Counted records and settings that were checked against each other: what is asked of records is answered from their
/// counts, and only what is written is read once more.
struct PreparedCounts<'a> {
    records: CheckedRecords<'a>,
    /// Of all columns of the file.
    names: &'a [String],
    looked: &'a Looked,
    division: Division,
}

/// What the counted columns show, in the order of the tuples, and what is told of all columns.
struct ArrangedCounts {
    counted: ReleasedTable,
    /// Without records, which are nowhere but in the file.
    described: ReleasedTable,
}

impl PreparedKind for PreparedCounts<'_> {
    type Profile = Profiles;
    type Candidate = Candidate;
    type Arranged = ArrangedCounts;

    fn profile(&self, progress: &Progress) -> Result<Profiles, Failure> {
        self.records.profile(progress)
    }

    /// Violating rows are mostly many, and the audit file of a release is no place to list half of a large table.
    fn status(&self, profile: &Profiles, progress: &Progress) -> Result<CheckAnswer, Failure> {
        let mut status = self.records.status(profile, progress)?;
        let violating = std::mem::take(&mut status.violating_rows);
        status.unlisted_rows = self.records.checked.prepared.records_of(&violating);
        Ok(status)
    }

    fn anonymize(
        &self,
        floor: Option<&Floor>,
        progress: &Progress,
    ) -> Result<Outcome<Candidate>, Failure> {
        PreparedKind::anonymize(&self.records, floor, progress)
    }

    fn decided(&self, candidate: &Candidate, progress: &Progress) -> Result<CheckAnswer, Failure> {
        self.records.decided(candidate, progress)
    }

    fn explain(
        &self,
        candidate: &Candidate,
        progress: &Progress,
    ) -> Result<Vec<(String, String)>, Failure> {
        let CheckedRecords { checked, settings } = &self.records;
        stories::explanations(checked, self.names, settings, candidate, progress)
    }

    fn columns_with_roles(&self) -> Vec<&str> {
        self.names.iter().map(String::as_str).collect()
    }

    fn refuse_promises(&self) -> Result<(), Problem> {
        self.records.refuse_promises()
    }

    fn refuse_method(&self) -> Result<(), Problem> {
        self.records.refuse_method()
    }

    fn doubts(&self, _: &Progress) -> Result<Vec<Doubt>, Failure> {
        let roles = &self.records.settings.roles;
        Ok(known_doubts(self.names, self.looked, roles)?)
    }

    fn exposure(
        &self,
        profile: &Profiles,
        before: &CheckAnswer,
        progress: &Progress,
    ) -> Result<Exposure, Failure> {
        self.records.exposure(profile, before, progress)
    }

    fn arrange(
        &self,
        _: &ReleaseTask<'_>,
        candidate: &Candidate,
        progress: &Progress,
    ) -> Result<ArrangedCounts, Failure> {
        let CheckedRecords { checked, settings } = &self.records;
        let (table, anonymized) = (checked.prepared.table, &candidate.anonymized);
        let escape = settings.release.escape_formulas;
        let rows = &anonymized.kept;
        Ok(ArrangedCounts {
            counted: build(table, &settings.roles, anonymized, rows, escape, progress)?,
            described: described(self.names, settings)?,
        })
    }

    fn as_arranged(
        &self,
        candidate: &Candidate,
        arranged: &ArrangedCounts,
        progress: &Progress,
    ) -> Result<Option<Candidate>, Failure> {
        let rows = &candidate.anonymized.kept;
        remeasured(&self.records, candidate, &arranged.counted, rows, progress)
    }

    fn refuse_arranged(
        &self,
        task: &ReleaseTask<'_>,
        arranged: &ArrangedCounts,
        progress: &Progress,
    ) -> Result<(), Failure> {
        let CheckedRecords { checked, settings } = &self.records;
        let released = &arranged.counted;
        certificate_evidence::refuse_hidden_type(&checked.prepared, settings, released)?;
        certificate_evidence::refuse_two_spellings(released, task.recipe.load.fold, progress)
    }

    fn in_house(
        &self,
        _: &ReleaseTask<'_>,
        before: Exposure,
        candidate: &Candidate,
        arranged: &ArrangedCounts,
        progress: &Progress,
    ) -> Result<Kept, Failure> {
        let CheckedRecords { checked, settings } = &self.records;
        let counted = &arranged.counted;
        let mut in_house =
            records::in_house::in_house(checked, settings, before, candidate, counted, progress)?;
        stories::complete(&mut in_house, self.names, settings);
        in_house.notes.push(NOT_MEASURED.to_owned());
        let (anonymized, options) = (&candidate.anonymized, &settings.release);
        Ok(Kept {
            in_house,
            trace: None,
            mapping: options
                .mapping
                .then(|| mapping::of_table(checked, anonymized, options.escape_formulas, progress))
                .transpose()?,
            sql: None,
        })
    }

    fn to_write<'w>(
        &'w self,
        task: &'w ReleaseTask<'_>,
        candidate: &'w Candidate,
        arranged: &'w ArrangedCounts,
        progress: &'w Progress,
    ) -> Result<ToWrite<'w>, Failure> {
        let CheckedRecords { checked, settings } = &self.records;
        let (prepared, anonymized) = (&checked.prepared, &candidate.anonymized);
        let (loaded, division) = (task.loaded, self.division);
        let records = prepared.records_of(&anonymized.kept);
        let left_out = Tuples::new(prepared, &anonymized.left_out, progress)?;
        let shown = self.names.iter().map(String::as_str);
        let shown: Vec<&str> = shown
            .filter(|name| !settings.roles.of(name).is_some_and(Role::is_removed))
            .collect();
        let spellings = Spellings::new(shown.iter().copied(), &loaded.options);
        let recoding = Recoding::new(shown, prepared, anonymized, &settings.release);
        let declared = DeclaredDigest::of(settings, records::KIND, None);
        let released = &arranged.described;
        let sensitive = certificate_evidence::sensitive(prepared, settings, &arranged.counted);
        Ok(ToWrite {
            released,
            records,
            left_out: &[],
            declared: Declared {
                degree: aimed_at(anonymized),
                ..Declared::table(released.roles.clone(), sensitive)
            },
            units: None,
            batches: Some(Box::new(move |file, _, folder| {
                let writing = Writing {
                    loaded,
                    recoding: &recoding,
                    spellings: &spellings,
                    left_out: &left_out,
                    released: records,
                    declared: declared.clone(),
                    division,
                    progress,
                };
                writing.write(file, folder)
            })),
        })
    }

    fn told(&self, candidate: &Candidate, _: &ArrangedCounts) -> ToldOfRelease {
        let mut told = told_of_table(&self.records, candidate);
        told.notes.insert(0, NOT_MEASURED.to_owned());
        told
    }
}

/// The released columns by name and role; their records are nowhere but in the file.
fn described(names: &[String], settings: &Settings) -> Result<ReleasedTable, Problem> {
    let mut roles = ReleasedRoles::default();
    let mut columns = Vec::new();
    for name in names {
        // Undecided columns were refused before.
        let role = settings.roles.of(name).unwrap_or(Role::Identifier);
        if role.is_removed() {
            push_role(&mut roles, role, name);
            continue;
        }
        let name = released_text(name, settings.release.escape_formulas).into_owned();
        push_role(&mut roles, role, name.as_str());
        columns.push(Column::new(name, Dictionary::default(), Vec::new(), None));
    }
    Ok(ReleasedTable {
        table: Table::new(columns)?,
        roles,
        formula_cells: 0,
    })
}
