//! From counted tuples and a recipe to a release folder that was verified before it appeared.

use super::recoding::Recoding;
use super::spellings::Spellings;
use super::stories;
use super::tuples::Tuples;
use super::write::Writing;
use crate::anonymize::{Outcome, anonymize};
use crate::beside::refuse_beforehand;
use crate::check::{Profiles, Question};
use crate::declared::{Declared, push_role};
use crate::in_house::{self, Kept, mapping};
use crate::leaving::{
    confirmed_notes, refuse_doubts, refuse_undecided_names, unique_sensitive_note,
};
use crate::leftovers::clear_beside;
use crate::naming;
use crate::open::Opened;
use crate::promised;
use crate::release::{Clock, NotReached, ReleaseAnswer, ReleaseOutcome, aimed_at, levels, plan};
use crate::released_table::{ReleasedTable, build, released_text};
use crate::shuffle::DeclaredDigest;
use crate::write_release::{Release, write_all};
use cloakroom_core::column::Column;
use cloakroom_core::dictionary::Dictionary;
use cloakroom_core::io::csv::stream::Division;
use cloakroom_core::io::loaded::Loaded;
use cloakroom_core::io::making::refuse_nowhere;
use cloakroom_core::kind::Kind;
use cloakroom_core::method::MethodName;
use cloakroom_core::problem::{Failure, Problem};
use cloakroom_core::pulse::Pulse;
use cloakroom_core::recipe::Recipe;
use cloakroom_core::roles::{Role, Roles};
use cloakroom_core::settings::Settings;
use cloakroom_core::table::Table;
use cloakroom_core::trees::Trees;
use cloakroom_microdata::method::{self, decomposition};
use cloakroom_microdata::profile::doubts::{Asked, Doubt, Looked};
use cloakroom_verify::declaration::Roles as ReleasedRoles;
use std::path::Path;

/// What is not measured, for people.
const NOT_MEASURED: &str = "The table was read in batches and measured by how often records occur, so that the metrics \
                            that need single records (query_error, cluster_change, nb_accuracy) are left out.";

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
}

impl<'a> CountedData<'a> {
    pub fn of(opened: &'a Opened) -> Self {
        Self {
            recipe: &opened.recipe,
            loaded: &opened.loaded,
            trees: &opened.trees,
            names: opened.in_batches.as_deref().unwrap_or_default(),
            looked: &opened.looked,
        }
    }
}

/// What cannot be done with a table that is read in batches.
fn refuse(recipe: &Recipe, names: &[String]) -> Result<(), Problem> {
    recipe.refuse_open()?;
    refuse_undecided_names(names.iter().map(String::as_str), Kind::Microdata, recipe)?;
    method::refuse_counted(recipe.settings.method.name)?;
    if recipe.settings.release.sql {
        return Err(Problem::new(
            "release.sql is not written for a table that is read in batches; expected no release.sql",
        ));
    }
    Ok(())
}

/// Refuses what nobody answers for, and what nobody looked at; what speaks against the rest.
fn refuse_doubted(names: &[String], looked: &Looked, roles: &Roles) -> Result<Vec<Doubt>, Problem> {
    let asked = Asked::of(names.iter().map(String::as_str), roles);
    let Some(doubts) = looked.answer(&asked) else {
        return Err(Problem::new(
            "columns that are released as they are were not looked at with the roles of now: count the table again",
        ));
    };
    refuse_doubts(&doubts, roles)?;
    Ok(doubts)
}

/// Anonymizes, writes, verifies what was written, and only then lets the folder appear.
pub fn release(
    data: CountedData<'_>,
    out: &Path,
    pulse: &Pulse,
) -> Result<ReleaseOutcome, Failure> {
    release_in(data, out, Division::default(), pulse)
}

/// However the work is divided, the release is the same.
pub(super) fn release_in(
    data: CountedData<'_>,
    out: &Path,
    division: Division,
    pulse: &Pulse,
) -> Result<ReleaseOutcome, Failure> {
    let CountedData {
        recipe,
        loaded,
        trees,
        names,
        looked,
    } = data;
    refuse(recipe, names)?;
    let doubts = refuse_doubted(names, looked, &recipe.settings.roles)?;
    refuse_nowhere(out)?;
    clear_beside(out, pulse);
    refuse_beforehand(out)?;
    let settings = &recipe.settings;
    let question = Question::new(&loaded.dataset, settings, &trees.hierarchies)?;
    let subject = &question.subject;
    naming::refuse_distance_by_data(subject, settings)?;
    if settings.method.name == MethodName::Decomposition {
        let told = &settings.method.decomposition;
        decomposition::refuse(subject, told, &settings.purposes)?;
    }

    let mut clock = Clock::start();
    pulse.up_to(plan::CHECKED);
    let profiles = Profiles::compute(&question, pulse)?;
    let mut before = profiles.answer(&settings.requirement, pulse)?;
    // Mostly they are many, and the audit file of a release is no place to list half of a large table.
    before.unlisted_rows = subject.records_of(&std::mem::take(&mut before.violating_rows));
    let exposed = in_house::columns::before(&question, &profiles.classes, &before, pulse)?;
    drop(profiles);
    clock.lap("checking");

    pulse.up_to(plan::ANONYMIZED);
    let candidate = match anonymize(&question, settings, pulse)? {
        Outcome::Reached(candidate) => *candidate,
        Outcome::NotReached(why) => {
            return Ok(ReleaseOutcome::NotReached(NotReached {
                check: before,
                method: settings.method.name,
                why,
            }));
        }
    };
    clock.lap("anonymizing");

    pulse.up_to(plan::TOLD);
    let escape = settings.release.escape_formulas;
    let kept_rows = candidate.anonymized.kept.clone();
    let (roles, anonymized) = (&settings.roles, &candidate.anonymized);
    let counted = build(subject.table, roles, anonymized, &kept_rows, escape, pulse)?;
    promised::refuse_hidden_type(subject, settings, &counted)?;
    promised::refuse_two_spellings(&counted, recipe.load.fold, pulse)?;
    clock.lap("arranging");
    let explanations = stories::explanations(&question, names, settings, &candidate, pulse)?;
    clock.lap("explaining");
    let mut in_house =
        in_house::columns::in_house(&question, settings, exposed, &candidate, &counted, pulse)?;
    stories::complete(&mut in_house, names, settings);
    in_house.notes.push(NOT_MEASURED.to_owned());
    in_house
        .notes
        .extend(confirmed_notes(&doubts, &settings.roles));
    let kept = Kept {
        in_house,
        trace: None,
        mapping: settings
            .release
            .mapping
            .then(|| mapping::of_table(&question, &candidate.anonymized, escape, pulse))
            .transpose()?,
        sql: None,
    };
    clock.lap("recording");

    let released = described(names, settings)?;
    let records = subject.records_of(&kept_rows);
    let left_out = Tuples::new(subject, &candidate.anonymized.left_out, pulse)?;
    let shown = names.iter().map(String::as_str);
    let shown: Vec<&str> = shown
        .filter(|name| settings.roles.of(name) != Some(Role::Identifier))
        .collect();
    let spellings = Spellings::read(&shown, subject.table, loaded, division, pulse)?;
    clock.lap("comparing values");
    let recoding = Recoding::new(shown, subject, &candidate.anonymized, &settings.release);
    let writing = Writing {
        loaded,
        recoding: &recoding,
        spellings: &spellings,
        left_out: &left_out,
        released: records,
        declared: DeclaredDigest::of(settings, Kind::Microdata, None),
        division,
        pulse,
    };
    let search = candidate.anonymized.search.clone();
    let decomposition = candidate.anonymized.decomposition.clone();
    let (beside, written) = write_all(
        Release {
            loaded,
            recipe,
            before: &before,
            released: &released,
            records,
            measures: &candidate.measures,
            left_out: &[],
            declared: Declared {
                degree: aimed_at(&candidate.anonymized),
                ..Declared::table(
                    released.roles.clone(),
                    promised::sensitive(subject, settings, &counted),
                )
            },
            kept,
            in_batches: Some(&|file, _, folder| writing.write(file, folder)),
        },
        out,
        clock,
        pulse,
    )?;
    Ok(ReleaseOutcome::Written(Box::new(ReleaseAnswer {
        check: candidate.check,
        method: settings.method.name,
        metrics: candidate.measures,
        levels: levels(subject, &candidate.anonymized),
        cut: None,
        notes: [NOT_MEASURED.to_owned()]
            .into_iter()
            .chain(unique_sensitive_note(subject.table, &settings.roles))
            .collect(),
        explanations,
        search,
        decomposition,
        suppressed_rows: written.left_out,
        formula_cells: written.formula_cells,
        formulas_escaped: escape,
        folder: out.to_owned(),
        audit: beside.audit.clone(),
        beside,
    })))
}

/// The released columns by name and role; their records are nowhere but in the file.
fn described(names: &[String], settings: &Settings) -> Result<ReleasedTable, Problem> {
    let mut roles = ReleasedRoles::default();
    let mut columns = Vec::new();
    for name in names {
        // Undecided columns were refused before.
        let role = settings.roles.of(name).unwrap_or(Role::Identifier);
        if role == Role::Identifier {
            push_role(&mut roles, role, name);
            continue;
        }
        let name = released_text(name, settings.release.escape_formulas).into_owned();
        push_role(&mut roles, role, name.as_str());
        columns.push(Column::new(name, Dictionary::default(), Vec::new(), None));
    }
    Ok(ReleasedTable {
        table: Table::new(columns).map_err(|error| Problem::new(error.to_string()))?,
        roles,
        formula_cells: 0,
    })
}
