//! What a table of records answers, the steps of a release included.

use super::CheckedRecords;
use super::in_house;
use crate::anonymize::{Candidate, Outcome, anonymize_above, decided, measured};
use crate::attack::{self, AttackOptions, AttackReport};
use crate::certificate_evidence;
use crate::check::Profiles;
use crate::declared::Declared;
use crate::explain;
use crate::headline;
use crate::in_house::{Kept, mapping, sql};
use crate::kinds::{HeldKind, PreparedKind, ToWrite, ToldOfRelease};
use crate::leaving::{doubts_of, unique_sensitive_note};
use crate::naming;
use crate::release::ReleaseTask;
use crate::released_table::{ReleasedTable, build, contents};
use crate::report::story::Exposure;
use crate::risk::{Risk, RiskOptions, microdata};
use crate::shuffle::{DeclaredDigest, released_order};
use cloakroom_core::{
    CheckAnswer, Column, Failure, Kind, Loaded, MethodName, PreparedTable, Problem, Progress,
    Settings, Stopped, Table, Units,
};
use cloakroom_microdata::method::Anonymized;
use cloakroom_microdata::method::decomposition::{self, Floor};
use cloakroom_microdata::profile::classes::ClassProfile;
use cloakroom_microdata::profile::doubts::Doubt;
use std::collections::{BTreeMap, HashMap};

/// So many rows are gone over before somebody asks whether to stop.
const BETWEEN_LOOKS: usize = 1 << 16;

/// The table that is written, and the input's rows behind its own.
pub(crate) struct ArrangedRecords {
    released: ReleasedTable,
    rows: Vec<u32>,
}

impl PreparedKind for CheckedRecords<'_> {
    type Profile = Profiles;
    type Candidate = Candidate;
    type Arranged = ArrangedRecords;

    fn profile(&self, progress: &Progress) -> Result<Profiles, Failure> {
        Ok(Profiles::compute(&self.checked, progress)?)
    }

    fn status(&self, profile: &Profiles, progress: &Progress) -> Result<CheckAnswer, Failure> {
        profile.answer(&self.settings.requirement, progress)
    }

    fn anonymize(
        &self,
        floor: Option<&Floor>,
        progress: &Progress,
    ) -> Result<Outcome<Candidate>, Failure> {
        anonymize_above(&self.checked, self.settings, floor, progress)
    }

    fn decided(&self, candidate: &Candidate, progress: &Progress) -> Result<CheckAnswer, Failure> {
        decided(&self.checked, &candidate.anonymized, progress)
    }

    fn explain(
        &self,
        candidate: &Candidate,
        progress: &Progress,
    ) -> Result<Vec<(String, String)>, Failure> {
        explain::columns(&self.checked, &self.settings.roles, candidate, progress)
    }

    fn columns_with_roles(&self) -> Vec<&str> {
        let columns = self.checked.prepared.table.columns().iter();
        columns.map(Column::name).collect()
    }

    fn refuse_promises(&self) -> Result<(), Problem> {
        naming::refuse_distance_by_data(&self.checked.prepared, self.settings)
    }

    fn refuse_method(&self) -> Result<(), Problem> {
        if self.settings.method.name != MethodName::Decomposition {
            return Ok(());
        }
        let told = &self.settings.method.decomposition;
        decomposition::refuse(&self.checked.prepared, told, &self.settings.purposes)
    }

    fn doubts(&self, progress: &Progress) -> Result<Vec<Doubt>, Failure> {
        doubts_of(self.checked.prepared.table, &self.settings.roles, progress)
    }

    fn exposure(
        &self,
        profile: &Profiles,
        before: &CheckAnswer,
        progress: &Progress,
    ) -> Result<Exposure, Failure> {
        Ok(in_house::before(
            &self.checked,
            &profile.classes,
            before,
            progress,
        )?)
    }

    fn arrange(
        &self,
        task: &ReleaseTask<'_>,
        candidate: &Candidate,
        progress: &Progress,
    ) -> Result<ArrangedRecords, Failure> {
        let (table, settings) = (self.checked.prepared.table, self.settings);
        let anonymized = &candidate.anonymized;
        let rows = released_rows(table, anonymized, settings, task.whom.recipient, progress)?;
        let escape = settings.release.escape_formulas;
        let released = build(table, &settings.roles, anonymized, &rows, escape, progress)?;
        Ok(ArrangedRecords { released, rows })
    }

    fn as_arranged(
        &self,
        candidate: &Candidate,
        arranged: &ArrangedRecords,
        progress: &Progress,
    ) -> Result<Option<Candidate>, Failure> {
        remeasured(
            self,
            candidate,
            &arranged.released,
            &arranged.rows,
            progress,
        )
    }

    fn refuse_arranged(
        &self,
        task: &ReleaseTask<'_>,
        arranged: &ArrangedRecords,
        progress: &Progress,
    ) -> Result<(), Failure> {
        let (prepared, released) = (&self.checked.prepared, &arranged.released);
        certificate_evidence::refuse_hidden_type(prepared, self.settings, released)?;
        certificate_evidence::refuse_two_spellings(released, task.recipe.load.fold, progress)
    }

    fn in_house(
        &self,
        task: &ReleaseTask<'_>,
        before: Exposure,
        candidate: &Candidate,
        arranged: &ArrangedRecords,
        progress: &Progress,
    ) -> Result<Kept, Failure> {
        let (checked, settings) = (&self.checked, self.settings);
        let (anonymized, options) = (&candidate.anonymized, &settings.release);
        Ok(Kept {
            in_house: in_house::in_house(
                checked,
                settings,
                before,
                candidate,
                &arranged.released,
                progress,
            )?,
            trace: Some(in_house::trace(checked, candidate, progress)?),
            mapping: options
                .mapping
                .then(|| mapping::of_table(checked, anonymized, options.escape_formulas, progress))
                .transpose()?,
            sql: options
                .sql
                .then(|| sql::transformation(task.loaded, checked, settings, anonymized, progress))
                .transpose()?,
        })
    }

    fn to_write<'w>(
        &'w self,
        _: &'w ReleaseTask<'_>,
        candidate: &'w Candidate,
        arranged: &'w ArrangedRecords,
        _: &'w Progress,
    ) -> Result<ToWrite<'w>, Failure> {
        let released = &arranged.released;
        let sensitive =
            certificate_evidence::sensitive(&self.checked.prepared, self.settings, released);
        let units = self.checked.prepared.units.as_ref();
        Ok(ToWrite {
            released,
            records: released.table.rows(),
            left_out: &candidate.anonymized.left_out,
            declared: Declared {
                degree: aimed_at(&candidate.anonymized),
                counts: units.map(|units| units.counted),
                ..Declared::table(released.roles.clone(), sensitive)
            },
            units: units.map(|units| arranged.rows.iter().map(|&row| units.of(row)).collect()),
            batches: None,
        })
    }

    fn told(&self, candidate: &Candidate, _: &ArrangedRecords) -> ToldOfRelease {
        told_of_table(self, candidate)
    }
}

impl HeldKind for CheckedRecords<'_> {
    fn headline(&self, candidate: &Candidate, progress: &Progress) -> Result<Vec<String>, Failure> {
        let prepared = &self.checked.prepared;
        let kept = candidate.records_kept;
        let cells = kept * prepared.quasi.len();
        let changed = changed_cells(prepared, &candidate.anonymized, progress)?;
        let counts = headline::counts_off(&candidate.measures, "records");
        let changed = format!(
            "{} of quasi-identifiers are changed.",
            headline::part(changed, cells, "cell", "cells")
        );
        let left_out = candidate.records_left_out;
        let missing = headline::missing(left_out, kept + left_out, "record", "records");
        let erased = headline::nothing_left(&HeldKind::erased(self, candidate, progress)?);
        let told = erased.into_iter().chain(counts);
        Ok(told.chain([changed, missing]).collect())
    }

    fn erased(&self, candidate: &Candidate, progress: &Progress) -> Result<Vec<String>, Failure> {
        Ok(erased_columns(
            &self.checked.prepared,
            &candidate.anonymized,
            progress,
        )?)
    }

    fn risk(
        &self,
        candidate: Option<&Candidate>,
        options: &RiskOptions<'_>,
        progress: &Progress,
    ) -> Result<Risk, Failure> {
        let risk = microdata(&self.checked, candidate, options, progress)?;
        Ok(Risk::Microdata(Box::new(risk)))
    }

    fn attack(
        &self,
        _: &Loaded,
        candidate: Option<&Candidate>,
        known: &Table,
        options: &AttackOptions,
        progress: &Progress,
    ) -> Result<AttackReport, Failure> {
        let roles = &self.settings.roles;
        attack::microdata::attack(&self.checked, roles, candidate, known, options, progress)
    }
}

/// Cells of quasi-identifiers of kept records that are not what they were.
fn changed_cells(
    prepared: &PreparedTable<'_>,
    anonymized: &Anonymized,
    progress: &Progress,
) -> Result<usize, Stopped> {
    let mut rows = Vec::new();
    let mut cells = 0;
    for changed in &anonymized.changed {
        let (own, shown) = (&prepared.table.columns()[changed.at], &changed.column);
        let code_of: HashMap<&str, u32> = own.dictionary().iter().zip(0..).collect();
        let texts = shown.dictionary().iter();
        let own_code: Vec<Option<u32>> = texts.map(|text| code_of.get(text).copied()).collect();
        let is_changed = |&row: &u32| {
            let (was, is) = (own.codes()[row as usize], shown.codes()[row as usize]);
            own_code[is as usize] != Some(was)
        };
        rows.clear();
        for some in anonymized.kept.chunks(BETWEEN_LOOKS) {
            progress.check()?;
            rows.extend(some.iter().copied().filter(is_changed));
        }
        cells += prepared.records_of(&rows);
    }
    Ok(cells)
}

/// Columns whose kept cells all say nothing any more, though they were not all the same before.
pub(super) fn erased_columns(
    prepared: &PreparedTable<'_>,
    anonymized: &Anonymized,
    progress: &Progress,
) -> Result<Vec<String>, Stopped> {
    let mut erased = Vec::new();
    for changed in &anonymized.changed {
        let (own, shown) = (&prepared.table.columns()[changed.at], &changed.column);
        let Some(&first) = anonymized.kept.first() else {
            break;
        };
        let is_empty = |row: u32| {
            let code = shown.codes()[row as usize] as usize;
            changed
                .loss_of_code
                .get(code)
                .is_some_and(|&loss| loss >= 1.0)
        };
        let (mut is_erased, mut told_apart) = (true, false);
        for some in anonymized.kept.chunks(BETWEEN_LOOKS) {
            progress.check()?;
            is_erased = some.iter().all(|&row| is_empty(row));
            told_apart |= some
                .iter()
                .any(|&row| own.codes()[row as usize] != own.codes()[first as usize]);
            if !is_erased {
                break;
            }
        }
        if is_erased && told_apart {
            erased.push(own.name().to_owned());
        }
    }
    Ok(erased)
}

/// Levels and what the method reports, with a word on sensitive values.
pub(crate) fn told_of_table(data: &CheckedRecords<'_>, candidate: &Candidate) -> ToldOfRelease {
    let prepared = &data.checked.prepared;
    let anonymized = &candidate.anonymized;
    ToldOfRelease {
        levels: levels(prepared, anonymized),
        search: anonymized.search.clone(),
        decomposition: anonymized.decomposition.clone(),
        cut: None,
        notes: unique_sensitive_note(prepared.table, &data.settings.roles)
            .into_iter()
            .collect(),
    }
}

/// The input's rows that are released, in the order of the release.
fn released_rows(
    table: &Table,
    anonymized: &Anonymized,
    settings: &Settings,
    recipient: Option<&str>,
    progress: &Progress,
) -> Result<Vec<u32>, Failure> {
    let kept = &anonymized.kept;
    let escape = settings.release.escape_formulas;
    let declared = DeclaredDigest::of(settings, Kind::Microdata, recipient);
    let contents = || contents(table, &settings.roles, anonymized, kept, escape, progress);
    let order = released_order(kept.len(), declared.as_ref(), contents, progress)?;
    Ok(order.into_iter().map(|at| kept[at as usize]).collect())
}

/// An escaped value may be one that was there before, so that two classes became one; nothing where none is. `rows` are the input's rows behind
/// those of the released table.
pub(crate) fn remeasured(
    data: &CheckedRecords<'_>,
    candidate: &Candidate,
    released: &ReleasedTable,
    rows: &[u32],
    progress: &Progress,
) -> Result<Option<Candidate>, Failure> {
    if !data.settings.release.escape_formulas || released.formula_cells == 0 {
        return Ok(None);
    }
    let anonymized = candidate.anonymized.clone();
    let units = data.checked.prepared.units.as_ref();
    let classes = arranged_classes(released, units, &anonymized.kept, rows, progress)?;
    measured(&data.checked, data.settings, anonymized, classes, progress).map(Some)
}

/// The classes of the released table, with its records in the order of `kept`: what is measured looks at
/// the input's order.
fn arranged_classes(
    released: &ReleasedTable,
    units: Option<&Units<'_>>,
    kept: &[u32],
    rows: &[u32],
    progress: &Progress,
) -> Result<ClassProfile, Stopped> {
    let mut place: Vec<u32> = (0..rows.len() as u32).collect();
    place.sort_unstable_by_key(|&at| rows[at as usize]);
    debug_assert!(
        place
            .iter()
            .zip(kept)
            .all(|(&at, &row)| rows[at as usize] == row)
    );
    let columns: Vec<Column> = released
        .roles
        .quasi
        .iter()
        .filter_map(|name| released.table.column(name))
        .map(|column| column.picked(&place))
        .collect();
    let columns: Vec<&Column> = columns.iter().collect();
    let units = units.map(|units| units.picked(kept));
    ClassProfile::counting(&columns, rows.len(), units.as_ref(), progress)
}

/// The degree of anonymisation that was asked for; what was reached is measured in the source and stays in house.
pub(crate) fn aimed_at(anonymized: &Anonymized) -> Option<f64> {
    let report = anonymized.decomposition.as_ref()?;
    Some(report.target_degree)
}

fn levels(prepared: &PreparedTable<'_>, anonymized: &Anonymized) -> Option<BTreeMap<String, u32>> {
    let levels = anonymized.levels.as_ref()?;
    let names = prepared.quasi.iter().map(|quasi| quasi.column.name());
    Some(
        names
            .map(str::to_owned)
            .zip(levels.iter().copied())
            .collect(),
    )
}
