//! From a release folder to an answer.

use crate::certificate::Certificate;
use crate::declaration::{Declaration, Kind};
use crate::figures::{Figures, METRICS, is_same};
use crate::folder::{foreign, other_report};
use crate::measure::{Found, Room, measure};
use crate::problem::{Failure, Problem};
use crate::read::hash_of;
use crate::verdict::{Answer, TakenAs};
use crate::watch::Watch;
use std::collections::BTreeMap;
use std::path::Path;

const CHOSEN_BY: &str = "whoever wrote the certificate";

/// Re-checks the release in `folder`. A folder that holds no release is a problem; a release that does not
/// keep its promise is an answer.
pub fn verify(folder: &Path, watch: &dyn Watch) -> Result<Answer, Failure> {
    verify_within(folder, Room::available(), watch)
}

/// The same with so much memory.
pub fn verify_within(folder: &Path, room: Room, watch: &dyn Watch) -> Result<Answer, Failure> {
    let certificate = Certificate::read(folder)?;
    let declared = &certificate.declared;
    let path = folder.join(&declared.file);
    if declared.format.is_hashed_first() {
        let sha256 = hash_of(&path, watch)?;
        if sha256 != certificate.release_sha256 {
            return Ok(not_the_file(&certificate, sha256));
        }
    }
    match measure(&path, declared, room, watch) {
        Ok(found) => compare(folder, &certificate, found, watch),
        Err(Failure::Problem(problem)) => unreadable(&certificate, &path, problem, watch),
        Err(stopped) => Err(stopped),
    }
}

/// Whether the files of a folder belong to what was found in its released file, without counting that again.
pub fn check_folder(folder: &Path, found: &Found, watch: &dyn Watch) -> Result<Answer, Failure> {
    let certificate = Certificate::read(folder)?;
    let sha256 = hash_of(&folder.join(&certificate.declared.file), watch)?;
    if sha256 != found.sha256 {
        return Ok(not_the_file(&certificate, sha256));
    }
    compare(folder, &certificate, found.clone(), watch)
}

fn compare(
    folder: &Path,
    certificate: &Certificate,
    found: Found,
    watch: &dyn Watch,
) -> Result<Answer, Failure> {
    let mut answer = begun(certificate, found.sha256);
    answer.records = found.figures.records;
    answer.requirements = found.verdicts;
    answer.violating_rows = found.violating_rows;
    answer.unlisted_rows = found.unlisted_rows;
    answer.warnings = found.empty;
    answer.warnings.extend(found.warnings);
    answer.notes = found.notes;
    answer
        .faults
        .extend(other_report(folder, certificate, watch)?);
    answer.faults.extend(foreign(folder, certificate)?);
    answer.faults.extend(found.faults);
    compare_figures(
        certificate.declared.kind,
        &certificate.measured,
        &found.figures,
        &mut answer.faults,
    );
    let promises = answer.requirements.iter().all(|verdict| verdict.satisfied);
    answer.satisfied = promises && !answer.requirements.is_empty() && answer.faults.is_empty();
    Ok(answer)
}

fn begun(certificate: &Certificate, sha256: String) -> Answer {
    let mut answer = Answer {
        kind: certificate.declared.kind,
        records: 0,
        satisfied: false,
        counts: certificate.declared.counts,
        requirements: Vec::new(),
        violating_rows: Vec::new(),
        unlisted_rows: 0,
        file: certificate.declared.file.clone(),
        hash_matches: sha256 == certificate.release_sha256,
        sha256,
        columns: taken_as(&certificate.declared),
        warnings: Vec::new(),
        faults: Vec::new(),
        notes: Vec::new(),
    };
    if !answer.hash_matches {
        answer.faults.push(format!(
            "{} is not the file that the certificate describes: its SHA-256 differs",
            answer.file
        ));
    }
    answer
}

fn taken_as(declared: &Declaration) -> TakenAs {
    let roles = &declared.roles;
    let known = match declared.kind {
        Kind::Transactions => vec![known_items(declared)],
        _ => roles.quasi.clone(),
    };
    TakenAs {
        known,
        sensitive: roles.sensitive.clone(),
        as_they_are: roles.insensitive.clone(),
        removed: roles.identifier.clone(),
        chosen_by: CHOSEN_BY,
    }
}

/// What somebody may know of a basket.
fn known_items(declared: &Declaration) -> String {
    let requirement = &declared.requirement;
    match (requirement.m, requirement.p) {
        (Some(m), _) if m.most() == u32::MAX => "all items of a basket".to_owned(),
        (Some(m), _) => format!("at most {m} items of a basket"),
        (None, Some(p)) => format!("at most {p} public items of a basket"),
        (None, None) => "all items of a basket".to_owned(),
    }
}

/// A file that cannot be read is damaged if it should have been readable, and foreign otherwise.
fn unreadable(
    certificate: &Certificate,
    path: &Path,
    problem: Problem,
    watch: &dyn Watch,
) -> Result<Answer, Failure> {
    let sha256 = hash_of(path, watch)?;
    if sha256 == certificate.release_sha256 {
        return Err(problem.into());
    }
    let mut answer = not_the_file(certificate, sha256);
    answer.faults.push(problem.to_string());
    Ok(answer)
}

/// The file has other bytes than promised, and nothing else is known about it.
fn not_the_file(certificate: &Certificate, sha256: String) -> Answer {
    begun(certificate, sha256)
}

/// Every figure that is claimed must be what is found, and what is found must be claimed.
fn compare_figures(kind: Kind, claimed: &Figures, found: &Figures, faults: &mut Vec<String>) {
    if claimed.records != found.records {
        faults.push(format!(
            "the release holds {} {} where the certificate says {}",
            found.records,
            kind.record(found.records),
            claimed.records
        ));
    }
    if claimed.k != found.k {
        faults.push(format!(
            "{} {} where the certificate says {}",
            match kind {
                Kind::Microdata => "the records of the smallest class are",
                Kind::Ratings => "the fewest people who are close to anybody are",
                Kind::Transactions => "the fewest baskets that share what may be known are",
            },
            found.k,
            claimed.k
        ));
    }
    if claimed.classes != found.classes {
        faults.push(format!(
            "the release has {} {} where the certificate says {}",
            found.classes,
            match kind {
                Kind::Microdata => "classes",
                Kind::Ratings => "different sets of rated issues",
                Kind::Transactions => "different baskets",
            },
            claimed.classes
        ));
    }
    compare_names(claimed, found, faults);
    let pairs = [
        (claimed.items, found.items, "number of items"),
        (
            claimed.empty,
            found.empty,
            "number of baskets that show nothing",
        ),
        (
            Some(claimed.formula_cells),
            Some(found.formula_cells),
            "number of formulas",
        ),
    ];
    for (claimed, found, name) in pairs {
        if claimed != found {
            faults.push(format!(
                "the certificate's {name} is not that of the release"
            ));
        }
    }
    let scales = claimed
        .scale
        .iter()
        .flatten()
        .zip(found.scale.iter().flatten());
    let is_scale = claimed.scale.is_some() == found.scale.is_some();
    if !is_scale || scales.into_iter().any(|(a, b)| !is_same(*a, *b)) {
        faults.push("the certificate's scale is not that of the released ratings".to_owned());
    }
    for name in claimed.reached.keys() {
        if !found.reached.contains_key(name) {
            faults.push(format!(
                "the certificate says what was reached of {name}, and the release reaches nothing of it"
            ));
        }
    }
    for (name, &reached) in &found.reached {
        if !claimed
            .reached
            .get(name)
            .is_some_and(|&said| is_same(said, reached))
        {
            faults.push(format!(
                "what the certificate says was reached of {name} is not what the release reaches"
            ));
        }
    }
    compare_metrics(&claimed.metrics, &found.metrics, faults);
}

fn compare_names(claimed: &Figures, found: &Figures, faults: &mut Vec<String>) {
    let names = |figures: &Figures| -> Vec<String> {
        let columns = figures.columns.iter();
        columns.map(|column| column.name.clone()).collect()
    };
    if names(claimed) != names(found) {
        faults.push("the released columns are not those that the certificate lists".to_owned());
        return;
    }
    for (claimed, found) in claimed.columns.iter().zip(&found.columns) {
        if claimed.values != found.values {
            faults.push(format!(
                "the certificate's number of values of \"{}\" is not that of the release",
                found.name
            ));
        }
    }
}

fn compare_metrics(
    claimed: &BTreeMap<String, f64>,
    found: &BTreeMap<String, f64>,
    faults: &mut Vec<String>,
) {
    for (name, &value) in claimed {
        match found.get(name) {
            Some(&found) if is_same(value, found) => {}
            Some(_) => faults.push(format!(
                "the certificate's {name} is not that of the release"
            )),
            None if METRICS.contains(&name.as_str()) => faults.push(format!(
                "the certificate claims {name}, which this release does not have"
            )),
            None => faults.push(format!(
                "the certificate claims \"{name}\", which does not follow from a release"
            )),
        }
    }
    for name in found.keys() {
        if !claimed.contains_key(name) {
            faults.push(format!("the certificate does not tell the {name}"));
        }
    }
}
