//! Reads what a release folder promises, and compares it with what the released file shows.

use super::classes::Classes;
use crate::model::certificate::{
    CERTIFICATE_EDITION, CERTIFICATE_FILE, Certificate, CertifiedRoles,
};
use crate::model::kind::Kind;
use crate::model::problem::Problem;
use crate::model::table::Table;
use crate::model::verdict::{Amount, RequirementVerdict};
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

/// A certificate holds names and numbers; anything larger is something else.
const LARGEST_CERTIFICATE: u64 = 64 << 20;

pub(super) fn read(folder: &Path) -> Result<Certificate, Problem> {
    let metadata = fs::metadata(folder).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => Problem::in_file(folder, "there is no such folder"),
        _ => Problem::from_io(folder, "read", &error),
    })?;
    if !metadata.is_dir() {
        return Err(Problem::in_file(
            folder,
            "it is a file; expected the folder of a release",
        ));
    }
    let path = folder.join(CERTIFICATE_FILE);
    if !path.is_file() {
        return Err(Problem::in_file(
            folder,
            format!("this is not the folder of a release: it has no {CERTIFICATE_FILE}"),
        ));
    }
    let mut text = Vec::new();
    File::open(&path)
        .and_then(|file| file.take(LARGEST_CERTIFICATE + 1).read_to_end(&mut text))
        .map_err(|error| Problem::from_io(&path, "read", &error))?;
    if text.len() as u64 > LARGEST_CERTIFICATE {
        return Err(Problem::in_file(
            &path,
            "this is not a certificate: it is too large",
        ));
    }
    let certificate = serde_json::from_slice(&text).map_err(|error| {
        // The message of the parser may quote the file; its place is enough to find the fault.
        Problem::in_file(
            &path,
            "this is not a certificate that this version can read",
        )
        .at(error.line().max(1) as u64, error.column().max(1) as u64)
    })?;
    refuse_foreign(&certificate).map_err(|problem| problem.of(&path))?;
    let file = folder.join(&certificate.release.file);
    if !file.is_file() {
        return Err(Problem::in_file(
            folder,
            format!("the released file {} is missing", certificate.release.file),
        ));
    }
    Ok(certificate)
}

/// Beyond this a decimal is not compared in millionths any more.
const LARGEST: f64 = 1e9;

/// What cannot be checked must not look as if it had been.
fn refuse_foreign(certificate: &Certificate) -> Result<(), Problem> {
    if certificate.certificate != CERTIFICATE_EDITION {
        return Err(Problem::new(format!(
            "this certificate has edition {}, and this version reads edition {CERTIFICATE_EDITION}",
            certificate.certificate
        )));
    }
    let release = &certificate.release;
    let expected = format!("release.{}", release.format.extension());
    // A name with a path in it could point at any file of the reader's machine.
    if release.file != expected {
        return Err(Problem::new(format!(
            "expected the released file to be named {expected}"
        )));
    }
    match certificate.kind {
        Kind::Microdata => refuse_no_microdata(certificate)?,
        Kind::Ratings => super::ratings::refuse_foreign(certificate)?,
        Kind::Transactions => super::transactions::refuse_foreign(certificate)?,
    }
    let requirement = &certificate.requirement;
    let diversity = &requirement.l;
    let counts = [
        requirement.k,
        diversity.distinct,
        diversity.recursive.map(|(_, l)| l),
        requirement.p,
        requirement.p_plus,
    ];
    let shares = [Some(requirement.suppression), requirement.t, requirement.h];
    let numbers = [
        diversity.entropy,
        diversity.recursive.map(|(c, _)| c),
        requirement.alpha,
        requirement.epsilon,
        requirement.l_sd,
    ];
    let sensible = !counts.contains(&Some(0))
        && shares
            .iter()
            .flatten()
            .all(|share| (0.0..=1.0).contains(share))
        && numbers
            .iter()
            .flatten()
            .all(|number| (0.0..=LARGEST).contains(number));
    if !sensible {
        return Err(Problem::new(
            "a requirement of the certificate is out of its range, so it promises nothing",
        ));
    }
    Ok(())
}

fn refuse_no_microdata(certificate: &Certificate) -> Result<(), Problem> {
    let requirement = &certificate.requirement;
    if requirement.is_empty() || certificate.roles.quasi.is_empty() {
        return Err(Problem::new(
            "the certificate promises nothing that can be verified: it names no k, l, p, p+, \u{3b1} or t, or no \
             quasi-identifier",
        ));
    }
    let for_ratings = requirement.epsilon.is_some() || requirement.l_sd.is_some();
    if for_ratings || certificate.ratings.is_some() {
        return Err(Problem::new(
            "the certificate promises something about ratings, and the release is called microdata",
        ));
    }
    let for_baskets = requirement.m.is_some() || requirement.h.is_some() || requirement.duplicates;
    if for_baskets || certificate.transactions.is_some() {
        return Err(Problem::new(
            "the certificate promises something about transactions, and the release is called microdata",
        ));
    }
    Ok(())
}

/// `found` are the names of the released columns.
pub(super) fn compare_columns(
    certificate: &Certificate,
    found: &[&str],
    records: usize,
    faults: &mut Vec<String>,
) {
    let is_there = |name: &String| found.contains(&name.as_str());
    let roles = &certificate.roles;
    for name in &roles.identifier {
        if is_there(name) {
            faults.push(format!(
                "the identifier column \"{name}\" is in the release"
            ));
        }
    }
    for name in &roles.quasi {
        if !is_there(name) {
            faults.push(format!(
                "the quasi-identifier \"{name}\" is not in the release"
            ));
        }
    }
    compare_roles(roles, faults);
    for name in roles.sensitive.iter().chain(&roles.insensitive) {
        if !is_there(name) {
            faults.push(format!("the column \"{name}\" is not in the release"));
        }
    }
    compare_listed(certificate, found, faults);
    let undecided = found.iter().any(|name| {
        ![&roles.quasi, &roles.sensitive, &roles.insensitive]
            .into_iter()
            .flatten()
            .any(|known| known == name)
    });
    if undecided {
        faults.push("a released column has no role in the certificate".to_owned());
    }
    if records != certificate.release.records {
        faults.push(format!(
            "the release holds {records} {} where the certificate says {}",
            certificate.kind.record(records),
            certificate.release.records
        ));
    }
}

pub(super) fn compare_names(certificate: &Certificate, table: &Table, faults: &mut Vec<String>) {
    let found: Vec<&str> = table.columns().iter().map(|column| column.name()).collect();
    compare_listed(certificate, &found, faults);
}

fn compare_listed(certificate: &Certificate, found: &[&str], faults: &mut Vec<String>) {
    if found != certificate.release.columns {
        faults.push("the released columns are not those that the certificate lists".to_owned());
    }
}

/// A name has one role.
pub(super) fn compare_roles(roles: &CertifiedRoles, faults: &mut Vec<String>) {
    let mut named: Vec<&String> = [
        &roles.identifier,
        &roles.quasi,
        &roles.sensitive,
        &roles.insensitive,
    ]
    .into_iter()
    .flatten()
    .collect();
    named.sort_unstable();
    if let Some(twice) = named.windows(2).find(|pair| pair[0] == pair[1]) {
        faults.push(format!("the certificate gives \"{}\" two roles", twice[0]));
    }
}

/// The same where finding out may take too long: what is not known is not compared.
pub(super) fn compare_known(
    certificate: &Certificate,
    verdicts: &[RequirementVerdict],
    faults: &mut Vec<String>,
) {
    let mut known = certificate.clone();
    known.measured.reached.retain(|name, _| {
        let verdict = verdicts.iter().find(|verdict| verdict.name == *name);
        verdict.is_none_or(|verdict| verdict.reached.is_some())
    });
    compare_reached(&known, verdicts, faults);
}

/// What the certificate says was reached must be what is found.
pub(super) fn compare_reached(
    certificate: &Certificate,
    verdicts: &[RequirementVerdict],
    faults: &mut Vec<String>,
) {
    for (name, &claimed) in &certificate.measured.reached {
        let found = verdicts
            .iter()
            .find(|verdict| verdict.name == *name)
            .and_then(|verdict| verdict.reached);
        let found = match found {
            Some(Amount::Count(count)) => Some(count as f64),
            Some(Amount::Number(number) | Amount::Share(number) | Amount::Recursive(number, _)) => {
                Some(number)
            }
            Some(Amount::Unbounded(_)) | None => None,
        };
        if found != Some(claimed) {
            faults.push(format!(
                "what the certificate says was reached of {name} is not what the release reaches"
            ));
        }
    }
}

pub(super) fn compare_measures(
    certificate: &Certificate,
    classes: &Classes,
    records: usize,
    faults: &mut Vec<String>,
) {
    let measured = &certificate.measured;
    let smallest = classes.smallest().unwrap_or(0);
    if measured.k != smallest {
        faults.push(format!(
            "the smallest class has {smallest} records where the certificate says {}",
            measured.k
        ));
    }
    if measured.classes != classes.number() {
        faults.push(format!(
            "the release has {} classes where the certificate says {}",
            classes.number(),
            measured.classes
        ));
    }
    let number = classes.number() as f64;
    let records = records as f64;
    let k = f64::from(certificate.requirement.least_size());
    let squares: f64 = classes
        .sizes()
        .map(|size| (size as f64) * (size as f64))
        .sum();
    for (name, &claimed) in &certificate.metrics {
        let found = match name.as_str() {
            "dm" => squares,
            "cavg" => records / number / k,
            "prosecutor_max" | "journalist_max" => 1.0 / f64::from(smallest),
            "prosecutor_avg" | "marketer" => number / records,
            // The others need the original data.
            _ => continue,
        };
        let near = (found - claimed).abs() <= 1e-9 * found.abs();
        if !near {
            faults.push(format!(
                "the certificate's {name} is not that of the release"
            ));
        }
    }
}
