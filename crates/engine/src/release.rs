//! From a table and a recipe to a release folder that was verified before it appeared.

use super::anonymize::{Candidate, Outcome, anonymize_above};
use super::beside::{Beside, refuse_beforehand};
use super::check::{Profiles, Question};
use super::declared::Declared;
use super::explain;
use super::in_house::{self, Kept, mapping, sql, trace};
use super::leaving::{
    confirmed_notes, refuse_unconfirmed, refuse_undecided, unique_sensitive_note,
};
use super::leftovers::clear_beside;
use super::naming;
use super::promised;
use super::released_table::{ReleasedTable, build, contents};
use super::shuffle::{DeclaredDigest, released_order};
use super::write_release::{Release, write};
use crate::report::audit::Timing;
use crate::report::story::Exposure;
use cloakroom_core::dataset::Dataset;
use cloakroom_core::io::loaded::Loaded;
use cloakroom_core::io::making::refuse_nowhere;
use cloakroom_core::kind::Kind;
use cloakroom_core::method::MethodName;
use cloakroom_core::metrics::Measures;
use cloakroom_core::problem::{Failure, Problem};
use cloakroom_core::pulse::Pulse;
use cloakroom_core::recipe::Recipe;
use cloakroom_core::settings::Settings;
use cloakroom_core::subject::Subject;
use cloakroom_core::table::Table;
use cloakroom_core::trees::Trees;
use cloakroom_core::verdict::CheckAnswer;
use cloakroom_microdata::method::decomposition::{self, DecompositionReport, Floor};
use cloakroom_microdata::method::{Anonymized, SearchReport};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

pub use super::in_house::sql::is_for as is_sql_for;

#[derive(Clone, Debug, PartialEq)]
pub enum ReleaseOutcome {
    Written(Box<ReleaseAnswer>),
    /// The requirement does not hold and the method cannot make it hold. Nothing was written.
    NotReached(NotReached),
}

/// What `release --json` prints: the check of the released data, and what was done.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReleaseAnswer {
    #[serde(flatten)]
    pub check: CheckAnswer,
    pub method: MethodName,
    pub metrics: Measures,
    /// Rows of the input that were left out.
    pub suppressed_rows: Vec<u32>,
    /// For whole levels: the level of each quasi-identifier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<BTreeMap<String, u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchReport>,
    /// By column or issue, why it looks as it does.
    #[serde(serialize_with = "as_map", skip_serializing_if = "Vec::is_empty")]
    pub explanations: Vec<(String, String)>,
    /// For `decomposition`: what became of the degree of anonymisation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decomposition: Option<Box<DecompositionReport>>,
    /// Of transactions that are shown alike everywhere: the nodes of the taxonomy that items are shown as, and
    /// those of them that are shown nowhere.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub cut: Option<ReleasedCut>,
    /// What the user should know, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Cells that a spreadsheet would run as formulas, or would have run if they were not escaped.
    pub formula_cells: usize,
    pub formulas_escaped: bool,
    #[serde(skip)]
    pub folder: PathBuf,
    #[serde(skip)]
    pub audit: PathBuf,
    /// All that stays in house, the audit file included.
    #[serde(skip)]
    pub beside: Beside,
}

fn as_map<S: Serializer>(pairs: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, sentence)| (name, sentence)))
}

/// By name, in the order of the taxonomy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReleasedCut {
    pub cut: Vec<String>,
    pub suppressed_items: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NotReached {
    /// Of the data as they were read.
    #[serde(flatten)]
    pub check: CheckAnswer,
    pub method: MethodName,
    pub why: String,
}

/// A table of records that can be released: what is wrong is told before anything runs.
pub(super) fn ready<'a>(
    loaded: &'a Loaded,
    recipe: &Recipe,
    trees: &Trees,
) -> Result<Question<'a>, Problem> {
    recipe.refuse_open()?;
    let settings = &recipe.settings;
    let question = Question::new(&loaded.dataset, settings, &trees.hierarchies)?;
    refuse_undecided(question.subject.table, Kind::Microdata, recipe)?;
    naming::refuse_distance_by_data(&question.subject, settings)?;
    refuse_method(settings.method.name, loaded)?;
    if settings.method.name == MethodName::Decomposition {
        let told = &settings.method.decomposition;
        decomposition::refuse(&question.subject, told, &settings.purposes)?;
    }
    Ok(question)
}

/// Anonymizes, writes, verifies what was written, and only then lets the folder appear. The recipe's
/// roles must be resolved.
pub fn release(
    loaded: &Loaded,
    recipe: &Recipe,
    trees: &Trees,
    out: &Path,
    pulse: &Pulse,
) -> Result<ReleaseOutcome, Failure> {
    release_for(loaded, recipe, trees, Whom::default(), out, pulse)
}

/// Whom a release is for, if it is for somebody.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Whom<'a> {
    /// The certificate tells of them.
    pub recipient: Option<&'a str>,
    /// What a more exact release shows that this one is nested in.
    pub floor: Option<&'a Floor>,
}

/// The same for somebody by name. The recipe must be made for them.
pub(super) fn release_for(
    loaded: &Loaded,
    recipe: &Recipe,
    trees: &Trees,
    whom: Whom<'_>,
    out: &Path,
    pulse: &Pulse,
) -> Result<ReleaseOutcome, Failure> {
    let Whom { recipient, floor } = whom;
    recipe.refuse_open()?;
    in_house::sql::refuse(&recipe.settings, loaded)?;
    naming::refuse_ranges(&recipe.settings, loaded.dataset.kind())?;
    refuse_nowhere(out)?;
    clear_beside(out, pulse);
    refuse_beforehand(out)?;
    match &loaded.dataset {
        Dataset::Ratings(ratings) => {
            return super::survey::release::release(loaded, ratings, recipe, out, pulse);
        }
        Dataset::Transactions(transactions) => {
            return super::baskets::release::release(
                loaded,
                transactions,
                recipe,
                trees,
                out,
                pulse,
            );
        }
        Dataset::Microdata(_) => {}
    }
    let settings = &recipe.settings;
    let question = ready(loaded, recipe, trees)?;
    let table = question.subject.table;
    let doubts = refuse_unconfirmed(table, &settings.roles, pulse)?;

    let mut clock = Clock::start();
    pulse.up_to(plan::CHECKED);
    let profiles = Profiles::compute(&question, pulse)?;
    let before = profiles.answer(&settings.requirement, pulse)?;
    let exposed = in_house::columns::before(&question, &profiles.classes, &before, pulse)?;
    drop(profiles);
    clock.lap("checking");

    pulse.up_to(plan::ANONYMIZED);
    let candidate = match anonymize_above(&question, settings, floor, pulse)? {
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
    let rows = released_rows(table, &candidate.anonymized, settings, recipient, pulse)?;
    let released = build(
        table,
        &settings.roles,
        &candidate.anonymized,
        &rows,
        escape,
        pulse,
    )?;
    promised::refuse_hidden_type(&question.subject, settings, &released)?;
    promised::refuse_two_spellings(&released, recipe.load.fold, pulse)?;
    clock.lap("arranging");
    let explanations = explain::columns(&question, &settings.roles, &candidate, pulse)?;
    clock.lap("explaining");

    let mut kept = kept(
        loaded, settings, &question, exposed, &candidate, &released, pulse,
    )?;
    kept.in_house
        .notes
        .extend(confirmed_notes(&doubts, &settings.roles));
    clock.lap("recording");

    let beside = write(
        Release {
            loaded,
            recipe,
            before: &before,
            released: &released,
            records: released.table.rows(),
            measures: &candidate.measures,
            left_out: &candidate.anonymized.left_out,
            declared: Declared {
                recipient: recipient.map(str::to_owned),
                degree: aimed_at(&candidate.anonymized),
                ..Declared::table(
                    released.roles.clone(),
                    promised::sensitive(&question.subject, settings, &released),
                )
            },
            kept,
            in_batches: None,
        },
        out,
        clock,
        pulse,
    )?;
    Ok(ReleaseOutcome::Written(Box::new(ReleaseAnswer {
        check: candidate.check,
        method: settings.method.name,
        metrics: candidate.measures,
        levels: levels(&question.subject, &candidate.anonymized),
        cut: None,
        notes: unique_sensitive_note(table, &settings.roles)
            .into_iter()
            .collect(),
        explanations,
        search: candidate.anonymized.search,
        decomposition: candidate.anonymized.decomposition.map(|mut report| {
            report.recipient = recipient.map(str::to_owned);
            report
        }),
        suppressed_rows: candidate.anonymized.left_out,
        formula_cells: released.formula_cells,
        formulas_escaped: escape,
        folder: out.to_owned(),
        audit: beside.audit.clone(),
        beside,
    })))
}

/// What is told of a table in house.
fn kept(
    loaded: &Loaded,
    settings: &Settings,
    question: &Question<'_>,
    before: Exposure,
    candidate: &Candidate,
    released: &ReleasedTable,
    pulse: &Pulse,
) -> Result<Kept, Failure> {
    let anonymized = &candidate.anonymized;
    let options = &settings.release;
    Ok(Kept {
        in_house: in_house::columns::in_house(
            question, settings, before, candidate, released, pulse,
        )?,
        trace: Some(trace::of_table(question, candidate, pulse)?),
        mapping: options
            .mapping
            .then(|| mapping::of_table(question, anonymized, options.escape_formulas, pulse))
            .transpose()?,
        sql: options
            .sql
            .then(|| sql::transformation(loaded, question, settings, anonymized, pulse))
            .transpose()?,
    })
}

/// The degree of anonymisation that was asked for; what was reached is measured in the source and stays in house.
pub(super) fn aimed_at(anonymized: &Anonymized) -> Option<f64> {
    let report = anonymized.decomposition.as_ref()?;
    Some(report.target_degree)
}

pub(super) fn levels(
    subject: &Subject<'_>,
    anonymized: &Anonymized,
) -> Option<BTreeMap<String, u32>> {
    let levels = anonymized.levels.as_ref()?;
    let names = subject.quasi.iter().map(|quasi| quasi.column.name());
    Some(
        names
            .map(str::to_owned)
            .zip(levels.iter().copied())
            .collect(),
    )
}

pub(super) fn refuse_method(name: MethodName, loaded: &Loaded) -> Result<(), Problem> {
    let kind = loaded.dataset.kind();
    if name.kinds().contains(&kind) {
        return Ok(());
    }
    Err(Problem::new(format!(
        "the method {} is not for {}",
        name.name(),
        kind.name()
    )))
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

/// What share of the whole is done after each part of a release, roughly.
pub(super) mod plan {
    pub const CHECKED: f64 = 0.1;
    pub const ANONYMIZED: f64 = 0.7;
    /// Arranged, explained, and told in house.
    pub const TOLD: f64 = 0.85;
    pub const WRITTEN: f64 = 0.93;
    pub const VERIFIED: f64 = 1.0;
}

/// How long each stage took, for the audit file.
pub(super) struct Clock {
    last: Instant,
    pub timings: Vec<Timing>,
}

impl Clock {
    pub fn start() -> Self {
        Self {
            last: Instant::now(),
            timings: Vec::new(),
        }
    }

    pub fn lap(&mut self, stage: &'static str) {
        let seconds = self.last.elapsed().as_secs_f64();
        self.timings.push(Timing { stage, seconds });
        self.last = Instant::now();
    }
}
