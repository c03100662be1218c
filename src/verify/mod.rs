//! The independent checker: decides from the files of a release folder alone whether its promise holds.
//!
//! It trusts nothing that was computed before and shares no code with the methods and profiles: classes
//! are found by sorting the released texts and counting equal neighbours, people with close ratings by
//! boxes within boxes, rare sets of items by the baskets that are most like the one with the set.

mod batches;
mod classes;
mod distance;
mod exact;
mod models;
mod promise;
mod ratings;
mod sensitive;
pub mod transactions;

use crate::io::load::{in_batches, load};
use crate::model::certificate::{Certificate, REPORT_FILE};
use crate::model::column::Column;
use crate::model::dataset::Dataset;
use crate::model::kind::Kind;
use crate::model::load_options::{LoadOptions, TextEncoding};
use crate::model::problem::{Failure, Problem};
use crate::model::pulse::Pulse;
use crate::model::settings::ReleaseFormat;
use crate::model::spelling::Fold;
use crate::model::table::Table;
use crate::model::verdict::{Amount, CheckAnswer, RequirementVerdict};
use classes::Classes;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// What `verify` answers: the check of the released file, and whether the files belong together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VerifyAnswer {
    /// `satisfied` only if every promise holds, the hash agrees and nothing else is wrong.
    #[serde(flatten)]
    pub check: CheckAnswer,
    pub file: String,
    /// Of the file as it is now.
    pub sha256: String,
    pub hash_matches: bool,
    /// Everything that is wrong besides the requirements, one sentence each.
    pub faults: Vec<String>,
    /// What to know of promises that hold, one sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// Re-checks the release in `folder`. A folder that holds no release is a problem; a release that does not
/// keep its promise is an answer.
pub fn verify(folder: &Path, pulse: &Pulse) -> Result<VerifyAnswer, Failure> {
    pulse.stage("verifying", 0);
    let certificate = promise::read(folder)?;
    let path = folder.join(&certificate.release.file);
    // A Parquet file that is not the one promised is not even decoded: damage there can ask for any amount of
    // memory.
    if certificate.release.format == ReleaseFormat::Parquet && path.is_file() {
        let sha256 = hash_of(&path, pulse)?;
        if sha256 != certificate.release.sha256 {
            return Ok(not_the_file(&certificate, sha256));
        }
    }
    let options = reading_options(&certificate);
    if is_table(&certificate) && in_batches(&path, &options, pulse)? {
        return verify_records_in_batches(folder, &certificate, pulse);
    }
    let loaded = match load(&path, &options, pulse) {
        Ok(loaded) => loaded,
        Err(Failure::Problem(problem)) => return unreadable(&certificate, &path, problem, pulse),
        Err(stopped) => return Err(stopped),
    };
    let mut answer = begun(&certificate, loaded.dataset.records(), loaded.source.sha256);
    if let Some(fault) = other_report(&certificate, folder, pulse)? {
        answer.faults.push(fault);
    }
    match (
        &loaded.dataset,
        &certificate.ratings,
        &certificate.transactions,
    ) {
        (Dataset::Microdata(table), None, None) => {
            let names: Vec<&str> = table.columns().iter().map(Column::name).collect();
            decide(&certificate, table, &names, &mut answer, pulse)?;
        }
        (Dataset::Microdata(table), Some(described), None) => {
            ratings::decide(&certificate, described, table, &mut answer, pulse)?;
        }
        (Dataset::Transactions(shown), None, Some(described)) => {
            transactions::answer(&certificate, described, shown, &mut answer, pulse)?;
        }
        _ => return Err(Problem::in_file(&path, "expected a table of records").into()),
    }
    conclude(&certificate, &mut answer);
    Ok(answer)
}

fn begun(certificate: &Certificate, records: usize, sha256: String) -> VerifyAnswer {
    let mut answer = VerifyAnswer {
        check: CheckAnswer {
            kind: certificate.kind,
            records,
            satisfied: false,
            requirements: Vec::new(),
            violating_rows: Vec::new(),
            unlisted_rows: 0,
        },
        file: certificate.release.file.clone(),
        hash_matches: sha256 == certificate.release.sha256,
        sha256,
        faults: Vec::new(),
        notes: Vec::new(),
    };
    if !answer.hash_matches {
        answer.faults.push(other_bytes(certificate));
    }
    answer
}

fn conclude(certificate: &Certificate, answer: &mut VerifyAnswer) {
    // What was left out must have been allowed, also where nothing was.
    if certificate.requirement.suppression > 0.0 || certificate.measured.left_out > 0 {
        let left_out = left_out_verdict(certificate, answer.check.records);
        answer.check.requirements.push(left_out);
    }
    let promises = answer
        .check
        .requirements
        .iter()
        .all(|verdict| verdict.satisfied);
    answer.check.satisfied = promises && answer.faults.is_empty();
}

/// The same for a release that may be larger than the memory: its classes are counted while it is read.
pub fn verify_in_batches(folder: &Path, pulse: &Pulse) -> Result<VerifyAnswer, Failure> {
    pulse.stage("verifying", 0);
    let certificate = promise::read(folder)?;
    if !is_table(&certificate) {
        return verify(folder, pulse);
    }
    verify_records_in_batches(folder, &certificate, pulse)
}

fn is_table(certificate: &Certificate) -> bool {
    certificate.kind == Kind::Microdata
        && certificate.ratings.is_none()
        && certificate.transactions.is_none()
}

fn verify_records_in_batches(
    folder: &Path,
    certificate: &Certificate,
    pulse: &Pulse,
) -> Result<VerifyAnswer, Failure> {
    let path = folder.join(&certificate.release.file);
    if certificate.release.format == ReleaseFormat::Parquet && path.is_file() {
        let sha256 = hash_of(&path, pulse)?;
        if sha256 != certificate.release.sha256 {
            return Ok(not_the_file(certificate, sha256));
        }
    }
    let counted = match batches::count(certificate, &path, &reading_options(certificate), pulse) {
        Ok(counted) => counted,
        Err(Failure::Problem(problem)) => return unreadable(certificate, &path, problem, pulse),
        Err(stopped) => return Err(stopped),
    };
    let mut answer = begun(certificate, counted.records, counted.sha256);
    if let Some(fault) = other_report(certificate, folder, pulse)? {
        answer.faults.push(fault);
    }
    let names: Vec<&str> = counted.names.iter().map(String::as_str).collect();
    decide(certificate, &counted.table, &names, &mut answer, pulse)?;
    conclude(certificate, &mut answer);
    Ok(answer)
}

/// Nothing is guessed: the release was written in one way, and a text that looks like a missing value to
/// others is a text here.
fn reading_options(certificate: &Certificate) -> LoadOptions {
    if let Some(described) = &certificate.transactions {
        let options = table_options(certificate.release.format, Kind::Transactions);
        return LoadOptions {
            kind: Some(Kind::Transactions),
            ..transactions::reading_options(certificate, described, options)
        };
    }
    table_options(certificate.release.format, Kind::Microdata)
}

fn table_options(format: ReleaseFormat, kind: Kind) -> LoadOptions {
    let options = LoadOptions {
        kind: Some(kind),
        nulls: Some(vec![String::new()]),
        fold: Fold::NOTHING,
        ..LoadOptions::default()
    };
    match format {
        ReleaseFormat::Parquet => options,
        ReleaseFormat::Csv | ReleaseFormat::Dat => LoadOptions {
            delimiter: Some(",".to_owned()),
            encoding: Some(TextEncoding::Utf8),
            header: Some(true),
            ..options
        },
    }
}

/// The report is what gets signed. It may be left out of what is passed on, but not changed.
fn other_report(
    certificate: &Certificate,
    folder: &Path,
    pulse: &Pulse,
) -> Result<Option<String>, Failure> {
    let path = folder.join(REPORT_FILE);
    let Some(promised) = certificate.report_sha256.as_ref().filter(|_| path.exists()) else {
        return Ok(None);
    };
    let differs = hash_of(&path, pulse)? != *promised;
    Ok(differs.then(|| {
        format!("{REPORT_FILE} is not the page that the certificate describes: its SHA-256 differs")
    }))
}

fn other_bytes(certificate: &Certificate) -> String {
    format!(
        "{} is not the file that the certificate describes: its SHA-256 differs",
        certificate.release.file
    )
}

/// A file that cannot be read is damaged if it should have been readable, and foreign otherwise.
fn unreadable(
    certificate: &Certificate,
    path: &Path,
    problem: Problem,
    pulse: &Pulse,
) -> Result<VerifyAnswer, Failure> {
    let sha256 = hash_of(path, pulse)?;
    if sha256 == certificate.release.sha256 {
        return Err(problem.into());
    }
    let mut answer = not_the_file(certificate, sha256);
    answer.faults.push(problem.to_string());
    Ok(answer)
}

/// The file has other bytes than promised, and nothing else is known about it.
fn not_the_file(certificate: &Certificate, sha256: String) -> VerifyAnswer {
    VerifyAnswer {
        check: CheckAnswer {
            kind: certificate.kind,
            records: 0,
            satisfied: false,
            requirements: Vec::new(),
            violating_rows: Vec::new(),
            unlisted_rows: 0,
        },
        file: certificate.release.file.clone(),
        sha256,
        hash_matches: false,
        faults: vec![other_bytes(certificate)],
        notes: Vec::new(),
    }
}

/// Lower-case hexadecimal SHA-256 of a file.
pub fn hash_of(path: &Path, pulse: &Pulse) -> Result<String, Failure> {
    let unreadable = |error| Problem::from_io(path, "read", &error);
    let mut file = File::open(path).map_err(unreadable)?;
    let mut hasher = Sha256::new();
    let mut block = vec![0; 1 << 20];
    loop {
        pulse.check()?;
        let read = file.read(&mut block).map_err(unreadable)?;
        if read == 0 {
            break;
        }
        hasher.update(&block[..read]);
    }
    Ok(hasher
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect())
}

/// Every requirement of the certificate on microdata, from its definition. The table may lack columns that no
/// promise is about; `names` are those of the file.
fn decide(
    certificate: &Certificate,
    table: &Table,
    names: &[&str],
    answer: &mut VerifyAnswer,
    pulse: &Pulse,
) -> Result<(), Failure> {
    let records = answer.check.records;
    promise::compare_columns(certificate, names, records, &mut answer.faults);
    let columns: Vec<&Column> = certificate
        .roles
        .quasi
        .iter()
        .filter_map(|name| table.column(name))
        .collect();
    let classes = Classes::count(&columns, table.rows(), pulse)?;
    let held = sensitive::read(certificate, table, &mut answer.faults);
    let (verdicts, violating) = models::decide(&certificate.requirement, &classes, &held, pulse)?;
    promise::compare_reached(certificate, &verdicts, &mut answer.faults);
    answer.check.requirements = verdicts;
    if table.is_counted() {
        answer.check.unlisted_rows = classes.records(&violating);
    } else {
        answer.check.violating_rows = violating;
    }
    promise::compare_measures(certificate, &classes, records, &mut answer.faults);
    Ok(())
}

/// The release cannot show how many records are missing from it; the certificate's own count must at
/// least stay within the certificate's own limit.
fn left_out_verdict(certificate: &Certificate, released: usize) -> RequirementVerdict {
    let left_out = certificate.measured.left_out;
    let all = released.saturating_add(left_out);
    let allowed = certificate.requirement.may_leave_out(all);
    RequirementVerdict {
        name: "suppression".to_owned(),
        wanted: Amount::Share(certificate.requirement.suppression),
        reached: (all > 0).then(|| Amount::Share(left_out as f64 / all as f64)),
        satisfied: left_out <= allowed,
        violations: left_out.saturating_sub(allowed),
    }
}
