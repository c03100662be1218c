//! From data and a recipe to a release folder that was verified before it appeared: one order of steps for every kind of
//! data, whether they are held or read in batches.

use super::anonymize::Outcome;
use super::declared::Declared;
use super::in_house;
use super::internal_paths::{InternalPaths, refuse_beforehand};
use super::kinds::{AnyCandidate, MadeByMethod, PreparedKind, ToWrite, prepare};
use super::leaving::{confirmed_notes, refuse_doubts, refuse_format, refuse_undecided_names};
use super::leftovers::clear_beside;
use super::made::{Made, Ran};
use super::naming;
use super::records;
use super::records::CheckedRecords;
use super::write_release::{Release, write};
use crate::report::audit::Timing;
use cloakroom_core::io::making::refuse_nowhere;
use cloakroom_core::{
    CheckAnswer, Failure, Kind, Loaded, Measures, MethodName, Problem, Progress, Recipe, Trees,
};
use cloakroom_microdata::method::SearchReport;
use cloakroom_microdata::method::decomposition::{DecompositionReport, Floor};
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
    pub internal_paths: InternalPaths,
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

/// What is released, and for whom. The data are those that were prepared with the recipe's settings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReleaseTask<'a> {
    pub loaded: &'a Loaded,
    pub recipe: &'a Recipe,
    pub trees: &'a Trees,
    pub whom: Whom<'a>,
    /// What a method made before, perhaps of the same.
    pub made: Option<&'a Made>,
    /// Where it goes what the method makes, if it runs.
    pub ran: Option<&'a Ran>,
}

impl<'a> ReleaseTask<'a> {
    /// What was made before, if it is what the method would make now. Nothing made before is nested in another release.
    fn made_of_the_same(&self) -> Option<&'a AnyCandidate> {
        let settings = &self.recipe.settings;
        let made = self.made.filter(|_| self.whom.floor.is_none())?;
        made.for_same(self.loaded, settings, self.trees)
    }
}

/// Whom a release is for, if it is for somebody.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Whom<'a> {
    /// The certificate tells of them.
    pub recipient: Option<&'a str>,
    /// What a more exact release shows that this one is nested in.
    pub floor: Option<&'a Floor>,
    /// What the audit file keeps as the recipe, where that is not the one which is carried out.
    pub repeated_by: Option<&'a Recipe>,
}

/// Anonymizes, writes, verifies what was written, and only then lets the folder appear. The recipe's
/// roles must be resolved.
pub fn release(
    loaded: &Loaded,
    recipe: &Recipe,
    trees: &Trees,
    out: &Path,
    progress: &Progress,
) -> Result<ReleaseOutcome, Failure> {
    release_taking(loaded, recipe, trees, None, out, progress)
}

/// The same, and the method does not run where `made` is of the same data and settings; otherwise it does.
pub fn release_taking(
    loaded: &Loaded,
    recipe: &Recipe,
    trees: &Trees,
    made: Option<&Made>,
    out: &Path,
    progress: &Progress,
) -> Result<ReleaseOutcome, Failure> {
    release_handing_out(loaded, recipe, trees, (made, None), out, progress)
}

/// The same, and where the method runs, what it made goes to `ran`.
pub fn release_handing_out(
    loaded: &Loaded,
    recipe: &Recipe,
    trees: &Trees,
    (made, ran): (Option<&Made>, Option<&Ran>),
    out: &Path,
    progress: &Progress,
) -> Result<ReleaseOutcome, Failure> {
    let task = ReleaseTask {
        loaded,
        recipe,
        trees,
        whom: Whom::default(),
        made,
        ran,
    };
    release_of(task, out, progress)
}

/// The same for somebody by name, if the recipe was made for them.
pub(super) fn release_of(
    task: ReleaseTask<'_>,
    out: &Path,
    progress: &Progress,
) -> Result<ReleaseOutcome, Failure> {
    let settings = &task.recipe.settings;
    task.recipe.refuse_open()?;
    in_house::sql::refuse(settings, task.loaded)?;
    make_room(&task, out, progress)?;
    let prepared = prepare(&task.loaded.dataset, settings, task.trees, progress)?;
    prepared.release(&task, out, progress)
}

/// Whether there is room for the folder and what belongs beside it, told before the work and not after it. What a run
/// that was killed left there is cleared away.
pub(super) fn make_room(
    task: &ReleaseTask<'_>,
    out: &Path,
    progress: &Progress,
) -> Result<(), Failure> {
    naming::refuse_ranges(&task.recipe.settings, task.loaded.dataset.kind())?;
    refuse_nowhere(out)?;
    clear_beside(out, progress);
    refuse_beforehand(out)?;
    Ok(())
}

/// Records that can be released, but for what nobody answers for: what is wrong is told before anything runs.
pub(super) fn ready<'a>(
    loaded: &'a Loaded,
    recipe: &'a Recipe,
    trees: &Trees,
) -> Result<CheckedRecords<'a>, Problem> {
    recipe.refuse_open()?;
    let data = CheckedRecords::new(&loaded.dataset, &recipe.settings, trees)?;
    refuse_unfit(&data, recipe, loaded.dataset.kind())?;
    Ok(data)
}

/// What keeps prepared data from leaving, before any work is done for them.
fn refuse_unfit<K: PreparedKind>(data: &K, recipe: &Recipe, kind: Kind) -> Result<(), Problem> {
    refuse_undecided_names(data.columns_with_roles().into_iter(), kind, recipe)?;
    if kind == records::KIND {
        refuse_format(data.columns_with_roles().into_iter(), &recipe.settings)?;
    }
    data.refuse_promises()?;
    refuse_method(recipe.settings.method.name, kind)?;
    data.refuse_method()
}

fn refuse_method(name: MethodName, kind: Kind) -> Result<(), Problem> {
    if name.kinds().contains(&kind) {
        return Ok(());
    }
    Err(Problem::new(format!(
        "the method {} is not for {}",
        name.name(),
        kind.name()
    )))
}

/// Every release, of whatever kind. Nothing is arranged that was not checked anew after the method, nothing is written
/// that was not checked as it is arranged, and writing comes last: it lets the folder appear once its files have passed
/// their own verification, and nothing that can fail or be stopped comes after it.
pub(super) fn release_prepared<K: PreparedKind>(
    data: &K,
    task: &ReleaseTask<'_>,
    out: &Path,
    progress: &Progress,
) -> Result<ReleaseOutcome, Failure> {
    let settings = &task.recipe.settings;
    refuse_unfit(data, task.recipe, task.loaded.dataset.kind())?;
    let doubts = data.doubts(progress)?;
    refuse_doubts(&doubts, &settings.roles)?;

    let mut clock = Clock::start();
    progress.up_to(plan::CHECKED);
    let profile = data.profile(progress)?;
    let before = data.status(&profile, progress)?;
    let exposed = data.exposure(&profile, &before, progress)?;
    drop(profile);
    clock.lap("checking");

    progress.up_to(plan::ANONYMIZED);
    let mut own = None;
    let ended_early;
    let candidate = match taken(data, task, progress)? {
        Some(taken) => {
            clock.lap(TAKEN);
            ended_early = task.made.is_some_and(Made::has_ended_early);
            taken
        }
        None => {
            let begun = Instant::now();
            let candidate = data.anonymize(task.whom.floor, progress)?;
            progress.withdraw();
            ended_early = progress.has_ended_early();
            let candidate = match candidate {
                Outcome::Reached(candidate) => candidate,
                Outcome::NotReached(why) => {
                    return Ok(ReleaseOutcome::NotReached(NotReached {
                        check: before,
                        method: settings.method.name,
                        why,
                    }));
                }
            };
            clock.lap("anonymizing");
            let (candidate, _) = own.insert((candidate, begun.elapsed()));
            &**candidate
        }
    };

    progress.up_to(plan::TOLD);
    let arranged = data.arrange(task, candidate, progress)?;
    let changed = data.as_arranged(candidate, &arranged, progress)?;
    let candidate = changed.as_ref().unwrap_or(candidate);
    refuse_broken(candidate)?;
    data.refuse_arranged(task, &arranged, progress)?;
    clock.lap("arranging");
    let explanations = data.explain(candidate, progress)?;
    if !explanations.is_empty() {
        clock.lap("explaining");
    }
    let mut kept = data.in_house(task, exposed, candidate, &arranged, progress)?;
    let confirmed = confirmed_notes(&doubts, &settings.roles);
    kept.in_house.notes.extend(confirmed);
    if ended_early {
        kept.in_house.notes.push(ENDED_EARLY.to_owned());
    }
    clock.lap("recording");

    let ToWrite {
        released,
        records,
        left_out,
        declared,
        units,
        batches,
    } = data.to_write(task, candidate, &arranged, progress)?;
    if batches.is_some() {
        clock.lap("comparing values");
    }
    let recipient = task.whom.recipient.map(str::to_owned);
    let told = data.told(candidate, &arranged);
    let (internal_paths, written) = write(
        Release {
            loaded: task.loaded,
            recipe: task.recipe,
            repeated_by: task.whom.repeated_by.unwrap_or(task.recipe),
            before: &before,
            released,
            records,
            measures: candidate.measures(),
            left_out,
            declared: Declared {
                recipient: recipient.clone(),
                ..declared
            },
            kept,
            ended_early,
            units: units.as_deref(),
            batches: batches.as_deref(),
        },
        out,
        clock,
        progress,
    )?;
    let answer = ReleaseAnswer {
        check: candidate.check().clone(),
        method: settings.method.name,
        metrics: candidate.measures().clone(),
        levels: told.levels,
        search: told.search,
        explanations,
        decomposition: told.decomposition.map(|mut report| {
            report.recipient = recipient;
            report
        }),
        cut: told.cut,
        notes: told.notes,
        suppressed_rows: written.left_out,
        formula_cells: written.formula_cells,
        formulas_escaped: settings.release.escape_formulas,
        folder: out.to_owned(),
        audit: internal_paths.audit.clone(),
        internal_paths,
    };
    drop(batches);
    if let (Some((own, took)), Some(ran)) = (own, task.ran) {
        ran.put((*own).into_any(), ended_early, took);
    }
    Ok(ReleaseOutcome::Written(Box::new(answer)))
}

/// What was made before of the same data and settings, decided anew from a profile of its own. Should that say anything
/// else than it said then, the method runs.
fn taken<'a, K: PreparedKind>(
    data: &K,
    task: &ReleaseTask<'a>,
    progress: &Progress,
) -> Result<Option<&'a K::Candidate>, Failure> {
    let Some(candidate) = task.made_of_the_same().and_then(K::Candidate::of) else {
        return Ok(None);
    };
    let check = data.decided(candidate, progress)?;
    let is_kept = check.satisfied && check == *candidate.check();
    Ok(is_kept.then_some(candidate))
}

/// What is escaped is measured anew, and must keep what was promised before.
fn refuse_broken(candidate: &impl MadeByMethod) -> Result<(), Problem> {
    if candidate.check().satisfied {
        return Ok(());
    }
    Err(Problem::new(
        "the promise does not hold any more once formulas are escaped; expected no release.escape_formulas",
    ))
}

/// For the house alone: how long somebody waited does not follow from what is released.
const ENDED_EARLY: &str = "The method was ended early and what it had by then was taken, so that running it again gives \
                           another release.";
/// The stage of an audit file that stands for a run that was not needed.
const TAKEN: &str = "checking the last run";

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
