//! `certificate.json`: what was declared, what was measured, and the hashes of the files that belong to it.

use crate::declaration::Declaration;
use crate::figures::Figures;
use crate::measure::refuse_foreign;
use crate::problem::Problem;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

/// The name of the file in a release folder.
pub const CERTIFICATE_FILE: &str = "certificate.json";

/// The page for the person who signs.
pub const REPORT_FILE: &str = "report.html";

/// The edition of the format that is written and read.
pub const CERTIFICATE_EDITION: u32 = 2;

/// A certificate holds names and numbers; anything larger is something else.
const LARGEST: u64 = 64 << 20;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The edition of this format.
    pub certificate: u32,
    pub declared: Declaration,
    pub measured: Figures,
    /// Lower-case hexadecimal SHA-256 of the released file.
    pub release_sha256: String,
    /// Likewise of `report.html`.
    pub report_sha256: String,
}

/// What every edition begins with.
#[derive(Deserialize)]
struct Edition {
    certificate: u32,
}

impl Certificate {
    /// The text of the file, laid out for people.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }

    /// Of the release in `folder`. A certificate that promises nothing that can be checked is refused.
    pub(crate) fn read(folder: &Path) -> Result<Self, Problem> {
        let metadata = fs::metadata(folder).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Problem::in_file(folder, "there is no such folder"),
            _ => Problem::from_io(folder, &error),
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
            .and_then(|file| file.take(LARGEST + 1).read_to_end(&mut text))
            .map_err(|error| Problem::from_io(&path, &error))?;
        if text.len() as u64 > LARGEST {
            return Err(Problem::in_file(
                &path,
                "this is not a certificate: it is too large",
            ));
        }
        let certificate = Self::parse(&text).map_err(|problem| problem.of(&path))?;
        refuse_foreign(&certificate.declared).map_err(|problem| problem.of(&path))?;
        if !folder.join(&certificate.declared.file).is_file() {
            return Err(Problem::in_file(
                folder,
                format!("the released file {} is missing", certificate.declared.file),
            ));
        }
        Ok(certificate)
    }

    fn parse(text: &[u8]) -> Result<Self, Problem> {
        // The message of the parser may quote the file; its place is enough to find the fault.
        let unreadable = |error: serde_json::Error| {
            Problem::new("this is not a certificate that this version can read")
                .at(error.line().max(1) as u64, error.column().max(1) as u64)
        };
        let edition: Edition = serde_json::from_slice(text).map_err(unreadable)?;
        if edition.certificate != CERTIFICATE_EDITION {
            return Err(Problem::new(format!(
                "this certificate has edition {}, and this version reads edition {CERTIFICATE_EDITION}",
                edition.certificate
            )));
        }
        serde_json::from_slice(text).map_err(unreadable)
    }
}
