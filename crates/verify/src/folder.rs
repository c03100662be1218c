//! What lies in a release folder: the released file, its certificate and its report, and nothing else.

use crate::certificate::{CERTIFICATE_FILE, Certificate, REPORT_FILE};
use crate::problem::{Failure, Problem, harmless};
use crate::read::hash_of;
use crate::watch::Watch;
use std::fs;
use std::path::Path;

/// Names of foreign files that are told.
const SHOWN: usize = 5;

/// Whatever is in the folder and belongs to no release: it would travel with it, and nothing vouches for it.
pub(crate) fn foreign(folder: &Path, certificate: &Certificate) -> Result<Option<String>, Failure> {
    let unreadable = |error| Problem::from_io(folder, &error);
    let known = [
        CERTIFICATE_FILE,
        REPORT_FILE,
        certificate.declared.file.as_str(),
    ];
    let mut names = Vec::new();
    let mut count = 0usize;
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        // A link leads out of the folder: what it names does not travel, and may be another file tomorrow.
        let is_link = entry.file_type().map_err(unreadable)?.is_symlink();
        if is_link || !known.contains(&&*name) {
            count += 1;
            let what = if is_link { " (a link)" } else { "" };
            names.push(format!("\"{}\"{what}", harmless(&name)));
            names.sort();
            names.truncate(SHOWN);
        }
    }
    if count == 0 {
        return Ok(None);
    }
    let more = match count - names.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Ok(Some(format!(
        "the folder holds what belongs to no release: {}{more}",
        names.join(", ")
    )))
}

/// The report is what gets signed: it must be there, and be the page that was written.
pub(crate) fn other_report(
    folder: &Path,
    certificate: &Certificate,
    watch: &dyn Watch,
) -> Result<Option<String>, Failure> {
    let path = folder.join(REPORT_FILE);
    if !path.is_file() {
        return Ok(Some(format!("{REPORT_FILE} is missing")));
    }
    let differs = hash_of(&path, watch)? != certificate.report_sha256;
    Ok(differs.then(|| {
        format!("{REPORT_FILE} is not the page that the certificate describes: its SHA-256 differs")
    }))
}
