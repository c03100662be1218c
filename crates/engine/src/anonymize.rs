//! Runs a method and measures what it made: what the window shows before anything is written, and what a
//! release writes.

use super::check::{CheckedTask, Profiles, with_left_out};
use super::infeasible::impossible;
use super::measures::measures;
use super::naming;
use cloakroom_core::{
    CheckAnswer, Column, Failure, Measures, Progress, Requirement, Sensitive, Settings, Stopped,
};
use cloakroom_microdata::method::decomposition::Floor;
use cloakroom_microdata::method::{self, Anonymized, MethodOutcome, Task};
use cloakroom_microdata::profile::classes::ClassProfile;
use cloakroom_microdata::profile::crowd::Crowd;

/// Of a table, or of any other kind by what its methods make.
#[derive(Debug)]
pub enum Outcome<C = Candidate> {
    Reached(Box<C>),
    /// Why, in a sentence.
    NotReached(String),
}

/// What a method made of a table, not yet arranged for a release.
#[derive(Debug)]
pub struct Candidate {
    pub anonymized: Anonymized,
    /// Of the kept records.
    pub check: CheckAnswer,
    pub measures: Measures,
    /// Of the kept records, by their place among them.
    pub classes: ClassProfile,
    /// Records, of which a row of a counted table stands for several.
    pub records_kept: usize,
    pub records_left_out: usize,
    /// People or groups that are left out, where these are counted.
    pub units_left_out: Option<usize>,
    /// Sensitive columns, and how many of the kept records, or people or groups where these are counted, are in classes that
    /// have one value of each: where nothing is promised of values, so that nothing else tells it.
    pub sharing: Vec<(String, usize)>,
}

/// Every method decides its own result before it hands it out; this is the second look.
pub(super) const BROKEN: &str =
    "what the method made does not keep the promise, so it was thrown away";
/// The method looked at its own names; those of the release may have made two classes one.
const BROKEN_BY_NAMES: &str = "the promises hold of the groups that were found, but not once they are named as they would be \
                               released; nothing can be released so";
/// That it does follows from the more exact release.
const BROKEN_BY_NESTING: &str =
    "what would be nested in the more exact release does not keep the promise";

pub fn anonymize(
    checked: &CheckedTask<'_>,
    settings: &Settings,
    progress: &Progress,
) -> Result<Outcome, Failure> {
    let anonymized = match run(checked, settings, progress)? {
        MethodOutcome::Reached(anonymized) => anonymized,
        MethodOutcome::NotReached(why) => return Ok(Outcome::NotReached(why)),
    };
    let classes = anonymized.classes(&checked.prepared, progress)?;
    let candidate = measured(checked, settings, anonymized, classes, progress)?;
    Ok(Outcome::second_look(candidate, BROKEN_BY_NAMES))
}

/// The same for a table of which a more exact release is out already, if there is one.
pub fn anonymize_above(
    checked: &CheckedTask<'_>,
    settings: &Settings,
    floor: Option<&Floor>,
    progress: &Progress,
) -> Result<Outcome, Failure> {
    let Some(floor) = floor else {
        return anonymize(checked, settings, progress);
    };
    let mut anonymized = method::run_nested(task(checked, settings), floor, progress)?;
    naming::from_release(&checked.prepared, settings, &mut anonymized, progress)?;
    let classes = anonymized.classes(&checked.prepared, progress)?;
    let candidate = measured(checked, settings, anonymized, classes, progress)?;
    Ok(Outcome::second_look(candidate, BROKEN_BY_NESTING))
}

fn task<'a>(checked: &'a CheckedTask<'_>, settings: &'a Settings) -> Task<'a> {
    Task {
        prepared: &checked.prepared,
        judge: &checked.judge,
        settings: &settings.method,
        purposes: &settings.purposes,
    }
}

/// Runs the method, unless no method could do what is asked, and names what it shows from what is released.
pub fn run(
    checked: &CheckedTask<'_>,
    settings: &Settings,
    progress: &Progress,
) -> Result<MethodOutcome, Failure> {
    if let Some(why) = impossible(&checked.prepared, &settings.requirement) {
        return Ok(MethodOutcome::NotReached(why));
    }
    let mut outcome = method::run(settings.method.name, task(checked, settings), progress)?;
    if let MethodOutcome::Reached(anonymized) = &mut outcome {
        naming::from_release(&checked.prepared, settings, anonymized, progress)?;
    }
    Ok(outcome)
}

/// `classes` are those of the kept records as they are released.
pub(super) fn measured(
    checked: &CheckedTask<'_>,
    settings: &Settings,
    anonymized: Anonymized,
    classes: ClassProfile,
    progress: &Progress,
) -> Result<Candidate, Failure> {
    let measures = measures(checked, &settings.method, &anonymized, &classes, progress)?;
    let profiles = released_profiles(checked, &anonymized, classes, progress)?;
    let check = released_check(&profiles, checked, &anonymized, progress)?;
    let prepared = &checked.prepared;
    Ok(Candidate {
        records_kept: prepared.records_of(&anonymized.kept),
        records_left_out: prepared.records_of(&anonymized.left_out),
        units_left_out: prepared
            .units
            .as_ref()
            .map(|units| units.among(&anonymized.left_out)),
        sharing: sharing(checked, &anonymized, &profiles.classes, progress)?,
        anonymized,
        check,
        measures,
        classes: profiles.classes,
    })
}

fn sharing(
    checked: &CheckedTask<'_>,
    anonymized: &Anonymized,
    classes: &ClassProfile,
    progress: &Progress,
) -> Result<Vec<(String, usize)>, Stopped> {
    if checked.judge.requirement().looks_at_values() {
        return Ok(Vec::new());
    }
    let kept = &anonymized.kept;
    let units = checked.prepared.units.as_ref();
    let units = units.map(|units| units.picked(kept));
    let records = |codes: &[u32]| -> Result<usize, Stopped> {
        let code = |place: &u32| codes[kept[*place as usize] as usize];
        // Where people are counted, a value that all of them show is shared, whatever else they show.
        let crowd = units.as_ref().map(|units| {
            let codes: Vec<u32> = kept.iter().map(|&row| codes[row as usize]).collect();
            let class_of = classes.class_of_rows();
            Crowd::new(class_of, classes.classes(), units, &[&codes], progress)
        });
        let crowd = crowd.transpose()?;
        let share = |class: &u32| match (&crowd, classes.members(*class)) {
            (Some(crowd), _) => crowd.agrees(0, *class as usize),
            (None, []) => false,
            (None, [first, others @ ..]) => others.iter().all(|other| code(other) == code(first)),
        };
        Ok(classes.counted_in(|class| share(&class)))
    };
    let columns = checked.prepared.sensitive.iter();
    columns
        .map(|sensitive| {
            let column = sensitive.column;
            Ok((column.name().to_owned(), records(column.codes())?))
        })
        .collect()
}

/// Whether what a method made keeps the requirement.
pub(super) fn decided(
    checked: &CheckedTask<'_>,
    anonymized: &Anonymized,
    progress: &Progress,
) -> Result<CheckAnswer, Failure> {
    let classes = anonymized.classes(&checked.prepared, progress)?;
    let profiles = released_profiles(checked, anonymized, classes, progress)?;
    released_check(&profiles, checked, anonymized, progress)
}

fn released_profiles(
    checked: &CheckedTask<'_>,
    anonymized: &Anonymized,
    classes: ClassProfile,
    progress: &Progress,
) -> Result<Profiles, Failure> {
    let columns = &checked.prepared.sensitive;
    let picked: Vec<Column> = columns
        .iter()
        .map(|sensitive| sensitive.column.picked(&anonymized.kept))
        .collect();
    let sensitive: Vec<Sensitive<'_>> = columns
        .iter()
        .zip(&picked)
        .map(|(sensitive, column)| Sensitive {
            column,
            ..sensitive.clone()
        })
        .collect();
    let requirement = checked.judge.requirement();
    let units = checked.prepared.units.as_ref();
    let units = units.map(|units| units.picked(&anonymized.kept));
    let units = units.as_ref();
    let profiles = Profiles::with_values(classes, &sensitive, units, requirement, progress)?;
    Ok(profiles)
}

/// The check of the released data. Nothing more may be left out of them; what was left out is weighed
/// against the input.
fn released_check(
    profiles: &Profiles,
    checked: &CheckedTask<'_>,
    anonymized: &Anonymized,
    progress: &Progress,
) -> Result<CheckAnswer, Failure> {
    let requirement = checked.judge.requirement();
    let strict = Requirement {
        suppression: 0.0,
        ..requirement.clone()
    };
    let check = profiles.answer(&strict, progress)?;
    let prepared = &checked.prepared;
    let left_out = prepared.counted_of(&anonymized.left_out);
    Ok(with_left_out(
        check,
        requirement,
        left_out,
        prepared.counted(),
    ))
}
