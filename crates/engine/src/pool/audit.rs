//! An audit file read again: what is needed of it to count a release together with others.

use crate::report::audit::path_beside;
use crate::report::trace::Trace;
use cloakroom_core::io::recipe::parse_recipe;
use cloakroom_core::io::source::read_source;
use cloakroom_core::settings::ReleaseFormat;
use cloakroom_core::{Failure, Kind, Problem, Progress, Recipe};
use serde::Deserialize;
use std::path::{Path, PathBuf};

const ENDING: &str = ".audit.json";

/// What one release told, and of whom.
#[derive(Clone, Debug)]
pub struct Audited {
    /// The audit file.
    pub file: PathBuf,
    /// The release folder that it belongs to.
    pub folder: PathBuf,
    /// Day and time in UTC.
    pub written: String,
    pub input: Input,
    /// As it was released, with the role of every column.
    pub recipe: Recipe,
    pub trace: Trace,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Input {
    pub path: PathBuf,
    pub sha256: String,
    pub records: usize,
    /// If the table was prepared, its records are those of what came of it.
    #[serde(default)]
    pub prepared: Option<Prepared>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Prepared {
    pub sha256: String,
}

/// The parts of the file that count here.
#[derive(Deserialize)]
struct AuditFile {
    written: String,
    input: Input,
    recipe: String,
    release_sha256: String,
    trace: Option<Trace>,
}

impl Audited {
    pub fn kind(&self) -> Kind {
        self.trace.kind()
    }
}

/// Reads the audit file of a release folder; `place` may also be the audit file itself.
pub fn read_audit(place: &Path, progress: &Progress) -> Result<Audited, Failure> {
    let (folder, file) = places(place)?;
    if !file.exists() {
        return Err(Problem::in_file(
            &file,
            "there is no audit file; it is written beside every release folder, and releases are counted together \
             from these",
        )
        .into());
    }
    let source = read_source(&file, progress)?;
    let read: AuditFile = serde_json::from_slice(&source.bytes).map_err(|error| {
        Problem::in_file(&file, "this is not an audit file of a release")
            .at(error.line() as u64, error.column() as u64)
    })?;
    let Some(trace) = read.trace else {
        return Err(Problem::in_file(
            &file,
            "this audit file does not tell of every record, so that the release cannot be counted together with \
             others: it was written by an earlier version, or of a table that is read in batches",
        )
        .into());
    };
    refuse_another(&folder, &file, &read.release_sha256, progress)?;
    let recipe = parse_recipe(&read.recipe, &file).map_err(|problem| {
        Problem::in_file(
            &file,
            format!("the recipe in it cannot be read: {}", problem.message),
        )
    })?;
    Ok(Audited {
        file,
        folder,
        written: read.written,
        input: read.input,
        recipe,
        trace,
    })
}

/// The folder of a release and its audit file.
fn places(place: &Path) -> Result<(PathBuf, PathBuf), Problem> {
    let name = place.file_name().map(|name| name.to_string_lossy());
    if let Some(name) = name.as_deref().and_then(|name| name.strip_suffix(ENDING))
        && !name.is_empty()
        && !place.is_dir()
    {
        return Ok((place.with_file_name(name), place.to_owned()));
    }
    match path_beside(place, ENDING) {
        Some(file) => Ok((place.to_owned(), file)),
        None => Err(Problem::in_file(
            place,
            "expected the name of a release folder, with its audit file beside it",
        )),
    }
}

/// A folder that has moved away is no matter; one with another release in it is.
fn refuse_another(
    folder: &Path,
    file: &Path,
    sha256: &str,
    progress: &Progress,
) -> Result<(), Failure> {
    for format in ReleaseFormat::ALL {
        let released = folder.join(format!("release.{}", format.extension()));
        if released.is_file() && read_source(&released, progress)?.file.sha256 != sha256 {
            return Err(Problem::in_file(
                file,
                format!(
                    "this audit file is not that of {}, which is another or was changed",
                    released.display()
                ),
            )
            .into());
        }
    }
    Ok(())
}
