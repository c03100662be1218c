//! Tables: people stand together who share a class in every release.

use super::secret::Secret;
use super::{Audited, Counted, Finding, Pooled, damaged, weakest};
use crate::check::Profiles;
use crate::report::trace::{SensitiveTrace, TableTrace};
use cloakroom_core::io::packed::Packed;
use cloakroom_core::{
    Column, Dictionary, DictionaryFull, Failure, Problem, Progress, Requirement, Role, Sensitive,
};
use cloakroom_microdata::privacy::PrivacyModel;
use cloakroom_microdata::profile::classes::ClassProfile;
use hashbrown::HashMap;

/// A release, what it tells, and the person of every row of its input.
type Told<'a> = (&'a Audited, &'a TableTrace, &'a [u32]);

pub(crate) fn counted<'a>(
    releases: &[Pooled<'a>],
    people: usize,
    progress: &Progress,
) -> Result<Counted, Failure> {
    let told = |&(release, rows): &Pooled<'a>| Some((release, release.trace.table()?, rows));
    let releases: Vec<Told<'_>> = releases.iter().filter_map(told).collect();
    let releases = releases.as_slice();
    refuse_shown_as_known(releases)?;
    let mut labels = Vec::new();
    let mut is_in = vec![false; people];
    let mut released = Vec::with_capacity(releases.len());
    for &(release, trace, rows) in releases {
        progress.check()?;
        let of_row = unpacked(release, &trace.class_of, rows.len())?;
        let mut class_of = vec![0; people];
        for (&person, &class) in rows.iter().zip(&of_row) {
            class_of[person as usize] = class;
            is_in[person as usize] |= class > 0;
        }
        for known in shown_as_known(releases, release, trace) {
            let values = unpacked(release, &known.value_of, rows.len())?;
            let mut value_of = vec![0; people];
            for ((&person, &value), &class) in rows.iter().zip(&values).zip(&of_row) {
                if class > 0 {
                    value_of[person as usize] = value.saturating_add(1);
                }
            }
            labels.push(value_of);
        }
        labels.push(class_of);
        released.push(of_row);
    }
    let pool: Vec<u32> = (0..people as u32)
        .filter(|&person| is_in[person as usize])
        .collect();
    let columns: Vec<Column> = labels
        .into_iter()
        .map(|labels| numbered(pool.iter().map(|&person| labels[person as usize])))
        .collect::<Result<_, DictionaryFull>>()?;
    let columns: Vec<&Column> = columns.iter().collect();
    let joint = ClassProfile::compute(&columns, pool.len(), progress)?;
    let mut class_of = vec![0; people];
    for (&person, &class) in pool.iter().zip(joint.class_of_rows()) {
        class_of[person as usize] = class;
    }
    let requirements = || releases.iter().map(|told| requirement(told.0));
    let mut findings = Vec::new();
    for (&(release, trace, rows), of_row) in releases.iter().zip(&released) {
        let own = weakest(requirement(release), requirements());
        let rows: Vec<(u32, u32)> = (0..)
            .zip(rows)
            .zip(of_row)
            .filter(|&(_, &class)| class > 0)
            .map(|((row, &person), _)| (row, person))
            .collect();
        findings.extend(decided((release, trace), &own, &rows, &class_of, progress)?);
    }
    Ok(Counted {
        people: pool.len(),
        among: joint.size_of_rows().to_vec(),
        findings,
    })
}

fn requirement(release: &Audited) -> &Requirement {
    &release.recipe.settings.requirement
}

/// The promises of one release on the classes of the pool. A class of the pool lies in a release as a whole or not at
/// all, so that those of its own people are all that it takes.
fn decided(
    (release, trace): (&Audited, &TableTrace),
    own: &Requirement,
    rows: &[(u32, u32)],
    class_of: &[u32],
    progress: &Progress,
) -> Result<Vec<Finding>, Failure> {
    if rows.is_empty() {
        // Of nobody everything holds.
        return Ok(Vec::new());
    }
    let classes = rows.iter().map(|&(_, person)| class_of[person as usize]);
    let classes = numbered(classes)?;
    let classes = ClassProfile::compute(&[&classes], rows.len(), progress)?;
    if own.looks_at_values() && trace.sensitive.is_empty() {
        let problem = Problem::new("it has no sensitive values, and promises something of them");
        return Err(damaged(release, &problem).into());
    }
    let secrets = if own.looks_at_values() {
        trace
            .sensitive
            .iter()
            .map(|trace| Secret::read(release, trace, rows))
            .collect::<Result<Vec<_>, Problem>>()?
    } else {
        Vec::new()
    };
    let sensitive: Vec<Sensitive<'_>> = secrets.iter().map(Secret::sensitive).collect();
    let profiles = Profiles::with_values(classes, &sensitive, None, own, progress)?;
    let mut findings = Vec::new();
    for model in PrivacyModel::asked(own) {
        let check = profiles.answer(&model.alone(own), progress)?;
        let mut violating: Vec<u32> = check
            .violating_rows
            .iter()
            .map(|&at| rows[at as usize].1)
            .collect();
        violating.sort_unstable();
        let line = check
            .requirements
            .into_iter()
            .find(|line| line.name == model.name());
        findings.extend(line.map(|verdict| Finding { verdict, violating }));
    }
    Ok(findings)
}

/// A column of numbers, which are no texts: each is called by the order in which it comes first.
fn numbered(numbers: impl Iterator<Item = u32>) -> Result<Column, DictionaryFull> {
    let mut code_of: HashMap<u32, u32> = HashMap::new();
    let codes: Vec<u32> = numbers
        .map(|number| {
            let next = code_of.len() as u32;
            *code_of.entry(number).or_insert(next)
        })
        .collect();
    let texts: Vec<String> = (0..code_of.len()).map(|code| format!("n{code}")).collect();
    Ok(Column::new("", Dictionary::listed(&texts)?, codes, None))
}

fn unpacked(release: &Audited, packed: &Packed, expected: usize) -> Result<Vec<u32>, Problem> {
    let numbers = packed
        .unpack()
        .map_err(|problem| damaged(release, &problem))?;
    if numbers.len() != expected {
        let problem = Problem::new(format!("it lists {} of {expected} records", numbers.len()));
        return Err(damaged(release, &problem));
    }
    Ok(numbers)
}

/// Sensitive columns of a release that another one takes for known: whoever knows them finds people by them.
fn shown_as_known<'a>(
    releases: &'a [Told<'_>],
    release: &'a Audited,
    trace: &'a TableTrace,
) -> impl Iterator<Item = &'a SensitiveTrace> {
    trace
        .sensitive
        .iter()
        .filter(move |sensitive| is_known(releases, release, &sensitive.column))
}

/// Whether a column is a quasi-identifier of another release.
fn is_known(releases: &[Told<'_>], release: &Audited, column: &str) -> bool {
    releases
        .iter()
        .filter(|other| other.0.file != release.file)
        .any(|other| other.0.recipe.settings.roles.of(column) == Some(Role::Quasi))
}

/// The values of columns that are nobody's business are not in the audit file.
fn refuse_shown_as_known(releases: &[Told<'_>]) -> Result<(), Problem> {
    for &(release, _, _) in releases {
        let roles = &release.recipe.settings.roles.columns;
        let shown = roles.iter().find(|&(column, &role)| {
            role == Role::Insensitive && is_known(releases, release, column)
        });
        if let Some((column, _)) = shown {
            return Err(Problem::in_file(
                &release.file,
                format!(
                    "the column \"{column}\" is released as it is, and a quasi-identifier of another release: whoever \
                     knows it finds people by it, and nothing that was promised holds"
                ),
            ));
        }
    }
    Ok(())
}
