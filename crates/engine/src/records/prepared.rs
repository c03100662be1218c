//! What a table of records answers, the steps of a release included.

use super::PreparedRecords;
use crate::anonymize::{Candidate, Outcome, anonymize_above, measured};
use crate::attack::{self, AttackOptions, AttackReport};
use crate::certificate_evidence;
use crate::check::Profiles;
use crate::declared::Declared;
use crate::explain;
use crate::in_house::{self, Kept, mapping, sql, trace};
use crate::kinds::{PreparedKind, ToWrite, ToldOfRelease};
use crate::leaving::{doubts_of, unique_sensitive_note};
use crate::naming;
use crate::release::ReleaseTask;
use crate::released_table::{ReleasedTable, build, contents};
use crate::report::story::Exposure;
use crate::risk::{Risk, RiskOptions, microdata};
use crate::shuffle::{DeclaredDigest, released_order};
use cloakroom_core::column::Column;
use cloakroom_core::io::loaded::Loaded;
use cloakroom_core::kind::Kind;
use cloakroom_core::method::MethodName;
use cloakroom_core::problem::{Failure, Problem};
use cloakroom_core::pulse::{Pulse, Stopped};
use cloakroom_core::settings::Settings;
use cloakroom_core::subject::Subject;
use cloakroom_core::table::Table;
use cloakroom_core::verdict::CheckAnswer;
use cloakroom_microdata::method::Anonymized;
use cloakroom_microdata::method::decomposition::{self, Floor};
use cloakroom_microdata::profile::classes::ClassProfile;
use cloakroom_microdata::profile::doubts::Doubt;
use std::collections::BTreeMap;

/// The table that is written, and the input's rows behind its own.
pub(crate) struct ArrangedRecords {
    released: ReleasedTable,
    rows: Vec<u32>,
}

impl PreparedKind for PreparedRecords<'_> {
    type Profile = Profiles;
    type Candidate = Candidate;
    type Arranged = ArrangedRecords;

    fn profile(&self, pulse: &Pulse) -> Result<Profiles, Failure> {
        Ok(Profiles::compute(&self.question, pulse)?)
    }

    fn standing(&self, profile: &Profiles, pulse: &Pulse) -> Result<CheckAnswer, Failure> {
        profile.answer(&self.settings.requirement, pulse)
    }

    fn anonymize(
        &self,
        floor: Option<&Floor>,
        pulse: &Pulse,
    ) -> Result<Outcome<Candidate>, Failure> {
        anonymize_above(&self.question, self.settings, floor, pulse)
    }

    fn explain(
        &self,
        candidate: &Candidate,
        pulse: &Pulse,
    ) -> Result<Vec<(String, String)>, Failure> {
        explain::columns(&self.question, &self.settings.roles, candidate, pulse)
    }

    fn risk(
        &self,
        candidate: Option<&Candidate>,
        options: &RiskOptions<'_>,
        pulse: &Pulse,
    ) -> Result<Risk, Failure> {
        let risk = microdata(&self.question, candidate, options, pulse)?;
        Ok(Risk::Microdata(Box::new(risk)))
    }

    fn attack(
        &self,
        _: &Loaded,
        candidate: Option<&Candidate>,
        known: &Table,
        options: &AttackOptions,
        pulse: &Pulse,
    ) -> Result<AttackReport, Failure> {
        let roles = &self.settings.roles;
        attack::microdata::attack(&self.question, roles, candidate, known, options, pulse)
    }

    fn columns_with_roles(&self) -> Vec<&str> {
        let columns = self.question.subject.table.columns().iter();
        columns.map(Column::name).collect()
    }

    fn refuse_promises(&self) -> Result<(), Problem> {
        naming::refuse_distance_by_data(&self.question.subject, self.settings)
    }

    fn refuse_method(&self) -> Result<(), Problem> {
        if self.settings.method.name != MethodName::Decomposition {
            return Ok(());
        }
        let told = &self.settings.method.decomposition;
        decomposition::refuse(&self.question.subject, told, &self.settings.purposes)
    }

    fn doubts(&self, pulse: &Pulse) -> Result<Vec<Doubt>, Failure> {
        doubts_of(self.question.subject.table, &self.settings.roles, pulse)
    }

    fn exposure(
        &self,
        profile: &Profiles,
        before: &CheckAnswer,
        pulse: &Pulse,
    ) -> Result<Exposure, Failure> {
        Ok(in_house::columns::before(
            &self.question,
            &profile.classes,
            before,
            pulse,
        )?)
    }

    fn arrange(
        &self,
        task: &ReleaseTask<'_>,
        candidate: &Candidate,
        pulse: &Pulse,
    ) -> Result<ArrangedRecords, Failure> {
        let (table, settings) = (self.question.subject.table, self.settings);
        let anonymized = &candidate.anonymized;
        let rows = released_rows(table, anonymized, settings, task.whom.recipient, pulse)?;
        let escape = settings.release.escape_formulas;
        let released = build(table, &settings.roles, anonymized, &rows, escape, pulse)?;
        Ok(ArrangedRecords { released, rows })
    }

    fn as_arranged(
        &self,
        candidate: Candidate,
        arranged: &ArrangedRecords,
        pulse: &Pulse,
    ) -> Result<Candidate, Failure> {
        remeasured(self, candidate, &arranged.released, &arranged.rows, pulse)
    }

    fn refuse_arranged(
        &self,
        task: &ReleaseTask<'_>,
        arranged: &ArrangedRecords,
        pulse: &Pulse,
    ) -> Result<(), Failure> {
        let (subject, released) = (&self.question.subject, &arranged.released);
        certificate_evidence::refuse_hidden_type(subject, self.settings, released)?;
        certificate_evidence::refuse_two_spellings(released, task.recipe.load.fold, pulse)
    }

    fn in_house(
        &self,
        task: &ReleaseTask<'_>,
        before: Exposure,
        candidate: &Candidate,
        arranged: &ArrangedRecords,
        pulse: &Pulse,
    ) -> Result<Kept, Failure> {
        let (question, settings) = (&self.question, self.settings);
        let (anonymized, options) = (&candidate.anonymized, &settings.release);
        Ok(Kept {
            in_house: in_house::columns::in_house(
                question,
                settings,
                before,
                candidate,
                &arranged.released,
                pulse,
            )?,
            trace: Some(trace::of_table(question, candidate, pulse)?),
            mapping: options
                .mapping
                .then(|| mapping::of_table(question, anonymized, options.escape_formulas, pulse))
                .transpose()?,
            sql: options
                .sql
                .then(|| sql::transformation(task.loaded, question, settings, anonymized, pulse))
                .transpose()?,
        })
    }

    fn to_write<'w>(
        &'w self,
        _: &'w ReleaseTask<'_>,
        candidate: &'w Candidate,
        arranged: &'w ArrangedRecords,
        _: &'w Pulse,
    ) -> Result<ToWrite<'w>, Failure> {
        let released = &arranged.released;
        let sensitive =
            certificate_evidence::sensitive(&self.question.subject, self.settings, released);
        Ok(ToWrite {
            released,
            records: released.table.rows(),
            left_out: &candidate.anonymized.left_out,
            declared: Declared {
                degree: aimed_at(&candidate.anonymized),
                ..Declared::table(released.roles.clone(), sensitive)
            },
            batches: None,
        })
    }

    fn told(&self, candidate: &Candidate, _: &ArrangedRecords) -> ToldOfRelease {
        told_of_table(self, candidate)
    }
}

/// Levels and what the method reports, with a word on sensitive values.
pub(crate) fn told_of_table(data: &PreparedRecords<'_>, candidate: &Candidate) -> ToldOfRelease {
    let subject = &data.question.subject;
    let anonymized = &candidate.anonymized;
    ToldOfRelease {
        levels: levels(subject, anonymized),
        search: anonymized.search.clone(),
        decomposition: anonymized.decomposition.clone(),
        cut: None,
        notes: unique_sensitive_note(subject.table, &data.settings.roles)
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
    pulse: &Pulse,
) -> Result<Vec<u32>, Failure> {
    let kept = &anonymized.kept;
    let escape = settings.release.escape_formulas;
    let declared = DeclaredDigest::of(settings, Kind::Microdata, recipient);
    let contents = || contents(table, &settings.roles, anonymized, kept, escape, pulse);
    let order = released_order(kept.len(), declared.as_ref(), contents, pulse)?;
    Ok(order.into_iter().map(|at| kept[at as usize]).collect())
}

/// An escaped value may be one that was there before, so that two classes became one. `rows` are the input's rows behind
/// those of the released table.
pub(crate) fn remeasured(
    data: &PreparedRecords<'_>,
    candidate: Candidate,
    released: &ReleasedTable,
    rows: &[u32],
    pulse: &Pulse,
) -> Result<Candidate, Failure> {
    if !data.settings.release.escape_formulas || released.formula_cells == 0 {
        return Ok(candidate);
    }
    let classes = arranged_classes(released, &candidate.anonymized.kept, rows, pulse)?;
    let anonymized = candidate.anonymized;
    measured(&data.question, data.settings, anonymized, classes, pulse)
}

/// The classes of the released table, with its records in the order of `kept`: what is measured looks at
/// the input's order.
fn arranged_classes(
    released: &ReleasedTable,
    kept: &[u32],
    rows: &[u32],
    pulse: &Pulse,
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
    ClassProfile::compute(&columns, rows.len(), pulse)
}

/// The degree of anonymisation that was asked for; what was reached is measured in the source and stays in house.
pub(crate) fn aimed_at(anonymized: &Anonymized) -> Option<f64> {
    let report = anonymized.decomposition.as_ref()?;
    Some(report.target_degree)
}

fn levels(subject: &Subject<'_>, anonymized: &Anonymized) -> Option<BTreeMap<String, u32>> {
    let levels = anonymized.levels.as_ref()?;
    let names = subject.quasi.iter().map(|quasi| quasi.column.name());
    Some(
        names
            .map(str::to_owned)
            .zip(levels.iter().copied())
            .collect(),
    )
}
