//! The record that stays in house, beside the release folder and not in it: how to repeat the release, and
//! who was left out.

use super::story::{Exposure, Stories};
use super::trace::Trace;
use cloakroom_core::io::loaded::Preparation;
use cloakroom_core::io::packed::Packed;
use cloakroom_core::prepare::StepTold;
use cloakroom_core::spelling::Told;
use cloakroom_core::{CheckAnswer, Failure, Loaded, Measures, Progress, Recipe};
use serde::Serialize;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

#[derive(Debug, Serialize)]
pub struct Audit<'a> {
    pub tool: &'static str,
    /// Day and time in UTC.
    pub written: String,
    pub input: AuditedInput,
    /// The full recipe as TOML, roles of all columns included.
    pub recipe: &'a str,
    pub seed: u64,
    /// Of the data as they were read, before the method.
    pub before: &'a CheckAnswer,
    pub records_released: usize,
    /// Data rows of the input, counted from 0.
    pub left_out_rows: &'a [u32],
    pub release_sha256: &'a str,
    /// All of them; the certificate holds those that follow from the release.
    pub metrics: &'a Measures,
    /// How well records hid before, and how well they hide now.
    pub exposure: BeforeAndAfter<'a>,
    /// What became of every column; of ratings, of every issue; of transactions, of the items.
    pub columns: &'a Stories,
    /// Somebody took what the method had before it came to its end: the recipe alone does not repeat the release.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ended_early: bool,
    pub seconds: Vec<Timing>,
    /// What the release tells of every record; see [`Trace`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<&'a Trace>,
}

#[derive(Debug, Serialize)]
pub struct BeforeAndAfter<'a> {
    pub before: &'a Exposure,
    pub after: &'a Exposure,
}

#[derive(Debug, Serialize)]
pub struct AuditedInput {
    pub path: PathBuf,
    pub bytes: u64,
    pub sha256: String,
    pub records: usize,
    /// Columns whose values are spelled in another way than in the file, in counts.
    pub folded: Vec<Told>,
    /// Values that became missing because they are not what their column was said to hold, as was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unfit: Vec<AuditedMisfits>,
    /// What was done to the table before roles, step by step in counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prepared: Option<AuditedPreparation>,
}

#[derive(Debug, Serialize)]
pub struct AuditedMisfits {
    pub column: String,
    /// What the column was said to hold.
    pub said: &'static str,
    pub count: usize,
    /// Records of the file as it was read, counted from 0.
    pub rows: Packed,
}

#[derive(Debug, Serialize)]
pub struct AuditedPreparation {
    pub steps: Vec<StepTold>,
    /// Other files that were looked at; keys are told by nobody.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<AuditedFile>,
    /// Of what came of it: records, and the rows that are told by number, are those of this table.
    pub sha256: String,
}

#[derive(Debug, Serialize)]
pub struct AuditedFile {
    pub path: PathBuf,
    pub bytes: u64,
    pub sha256: String,
}

#[derive(Clone, Debug, Serialize)]
pub struct Timing {
    pub stage: &'static str,
    pub seconds: f64,
}

impl AuditedInput {
    pub fn of(loaded: &Loaded, progress: &Progress) -> Result<Self, Failure> {
        let unfit = loaded.understood.misfits.iter().map(|misfits| {
            Ok(AuditedMisfits {
                column: misfits.column.clone(),
                said: misfits.of.name(),
                count: misfits.records,
                rows: Packed::of(&misfits.rows, progress)?,
            })
        });
        Ok(Self {
            path: loaded.source.path.clone(),
            bytes: loaded.source.bytes,
            sha256: loaded.source.sha256.clone(),
            records: loaded.dataset.records(),
            folded: loaded.folded.clone(),
            unfit: unfit.collect::<Result<_, Failure>>()?,
            prepared: loaded.prepared.as_deref().map(AuditedPreparation::of),
        })
    }
}

impl AuditedPreparation {
    fn of(preparation: &Preparation) -> Self {
        let files = preparation.files.iter().map(|file| AuditedFile {
            path: file.path.clone(),
            bytes: file.bytes,
            sha256: file.sha256.clone(),
        });
        Self {
            steps: preparation.told.clone(),
            files: files.collect(),
            sha256: preparation.sha256.clone(),
        }
    }
}

/// The recipe with the reading options that were found and the roles that hold, so that it repeats the
/// release even where the file leaves room for guesses.
pub fn full_recipe(loaded: &Loaded, recipe: &Recipe) -> Recipe {
    Recipe {
        load: loaded.options.clone(),
        ..recipe.clone()
    }
}

/// `DIR.audit.json` for the folder `DIR` and the ending `.audit.json`.
pub fn path_beside(folder: &Path, ending: &str) -> Option<PathBuf> {
    let mut name: OsString = folder.file_name()?.to_owned();
    name.push(ending);
    Some(folder.with_file_name(name))
}

pub fn to_json(audit: &Audit<'_>) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(audit).map(|text| text + "\n")
}

/// `2024-02-29T12:30:00Z`.
pub fn utc(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    let seconds = since.as_secs();
    let (year, month, day) = civil(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// The Gregorian day that lies so many days after 1970-01-01, found by walking through years and months.
fn civil(mut days: u64) -> (u64, u64, u64) {
    let leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    loop {
        let length = if leap(year) { 366 } else { 365 };
        if days < length {
            break;
        }
        days -= length;
        year += 1;
    }
    let mut month = 1;
    for length in [
        31,
        if leap(year) { 29 } else { 28 },
        31,
        30,
        31,
        30,
        31,
        31,
        30,
        31,
        30,
    ] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_utc_days() {
        let at = |seconds| utc(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00:00:00Z");
        assert_eq!(at(951_827_696), "2000-02-29T12:34:56Z");
        assert_eq!(at(1_735_689_599), "2024-12-31T23:59:59Z");
    }

    #[test]
    fn the_record_lies_beside_the_folder() {
        let beside = |path: &str| path_beside(Path::new(path), ".audit.json");
        assert_eq!(beside("out/may"), Some(PathBuf::from("out/may.audit.json")));
        assert_eq!(beside("may.v1/"), Some(PathBuf::from("may.v1.audit.json")));
        assert_eq!(beside("/"), None);
    }
}
