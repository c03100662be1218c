//! The files of a release: written under another name, verified there, and then all at once in place.

use super::leftovers::clear_beside;
use super::release::Clock;
use super::released_table::ReleasedTable;
use crate::io::csv::write::{self as csv, WriteOptions, write_table};
use crate::io::loaded::Loaded;
use crate::io::parquet::write_parquet;
use crate::io::paths::folder_of;
use crate::io::recipe::write_recipe;
use crate::io::whole::{
    DirectoryInMaking, WriteError, write_file_whole, write_new_private, write_text_whole,
};
use crate::metrics::Measures;
use crate::model::certificate::{
    CERTIFICATE_FILE, CertifiedBaskets, CertifiedDegree, CertifiedRatings, CertifiedSensitive,
    Measured, REPORT_FILE, ReleasedFile,
};
use crate::model::column::Column;
use crate::model::load_options::Layout;
use crate::model::problem::{Failure, Problem};
use crate::model::pulse::Pulse;
use crate::model::recipe::Recipe;
use crate::model::settings::ReleaseFormat;
use crate::model::verdict::CheckAnswer;
use crate::report::TOOL;
use crate::report::audit::{self, Audit, AuditedInput};
use crate::report::certificate::{self, Findings, certify};
use crate::report::html::{Report, page};
use crate::verify;
use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// How many lines are written between two looks at the pulse.
const LINES: usize = 1 << 12;

/// What is to be written.
pub(super) struct Release<'a> {
    pub loaded: &'a Loaded,
    pub recipe: &'a Recipe,
    pub before: &'a CheckAnswer,
    pub released: &'a ReleasedTable,
    /// Released records; of ratings: people; of transactions: baskets.
    pub records: usize,
    pub measured: Measured,
    /// Of all classes; of ratings: how many people are close to each released one; of transactions: how many are
    /// equal, for every different one.
    pub sizes: &'a [u32],
    pub measures: &'a Measures,
    pub left_out: &'a [u32],
    pub sensitive: Vec<CertifiedSensitive>,
    pub ratings: Option<CertifiedRatings>,
    pub transactions: Option<CertifiedBaskets>,
    pub degree: Option<CertifiedDegree>,
}

/// Writes the folder `out` and the audit file beside it; gives the place of the latter. On any failure
/// neither is there.
pub(super) fn write(
    release: Release<'_>,
    out: &Path,
    mut clock: Clock,
    pulse: &Pulse,
) -> Result<PathBuf, Failure> {
    let audit_path = audit::path_beside(out)
        .ok_or_else(|| Problem::in_file(out, "expected the name of a new folder"))?;
    clear_beside(out);
    let making = DirectoryInMaking::begin(out)?;
    refuse_occupied(out, &audit_path)?;
    let retold = |failure| tell_of(out, making.path(), failure);
    let sha256 = fill(&release, making.path(), pulse).map_err(retold)?;
    clock.lap("writing");

    let verdict = verify::verify(making.path(), pulse).map_err(retold)?;
    if !verdict.check.satisfied {
        let why = verdict.faults.join("; ");
        return Err(Problem::in_file(
            out,
            format!(
                "the files did not pass their own verification, so nothing was released: {why}"
            ),
        )
        .into());
    }
    clock.lap("verifying");

    pulse.check()?;
    let record = record(&release, &sha256, clock)?;
    write_new_private(&audit_path, &record)?;
    if let Err(problem) = making.finish() {
        // The record of a release that did not happen must not stay. If even this fails, the problem that led
        // here is the one to tell.
        let _ = fs::remove_file(&audit_path);
        return Err(problem.into());
    }
    Ok(audit_path)
}

/// Told before the work and not after it.
fn refuse_occupied(out: &Path, audit_path: &Path) -> Result<(), Problem> {
    if fs::symlink_metadata(audit_path).is_ok() {
        return Err(Problem::in_file(
            audit_path,
            "the audit file of an earlier release is there and is never overwritten; move it or choose another \
             folder",
        ));
    }
    let parent = folder_of(out);
    if parent.join(CERTIFICATE_FILE).exists() {
        return Err(Problem::in_file(
            out,
            "the place is inside a release folder, where the audit file would be passed on; choose another",
        ));
    }
    Ok(())
}

/// The user chose `out`; the temporary folder means nothing to her.
fn tell_of(out: &Path, making: &Path, failure: Failure) -> Failure {
    match failure {
        Failure::Problem(mut problem) => {
            if let Some(inside) = problem
                .file
                .as_deref()
                .and_then(|file| file.strip_prefix(making).ok())
            {
                problem.file = Some(out.join(inside));
            }
            problem.into()
        }
        stopped => stopped,
    }
}

/// The three files of the folder; gives the hash of the released one.
fn fill(release: &Release<'_>, folder: &Path, pulse: &Pulse) -> Result<String, Failure> {
    let settings = &release.recipe.settings;
    let format = written_format(release);
    let name = format!("release.{}", format.extension());
    let path = folder.join(&name);
    pulse.stage("writing", 0);
    write_file_whole(&path, |file| write_records(release, format, file, pulse))?;
    let sha256 = verify::hash_of(&path, pulse)?;
    let table = &release.released.table;
    let findings = Findings {
        kind: release.loaded.dataset.kind(),
        file: ReleasedFile {
            file: name,
            format,
            sha256: sha256.clone(),
            records: release.records,
            columns: table
                .columns()
                .iter()
                .map(|column| column.name().to_owned())
                .collect(),
        },
        roles: release.released.roles.clone(),
        measured: release.measured.clone(),
        sensitive: release.sensitive.clone(),
        ratings: release.ratings,
        transactions: release.transactions.clone(),
        degree: release.degree.clone(),
        measures: release.measures,
    };
    let mut certificate = certify(settings, findings);
    let report = page(Report {
        certificate: &certificate,
        sizes: release.sizes,
        formula_cells: release.released.formula_cells,
    });
    let report_path = folder.join(REPORT_FILE);
    write_text_whole(&report_path, &report)?;
    certificate.report_sha256 = Some(verify::hash_of(&report_path, pulse)?);
    let text = certificate::to_json(&certificate).map_err(unwritable)?;
    write_text_whole(&folder.join(CERTIFICATE_FILE), &text)?;
    Ok(sha256)
}

/// Baskets that came one a line leave so.
fn written_format(release: &Release<'_>) -> ReleaseFormat {
    let format = release.recipe.settings.release.format;
    let lines = release
        .transactions
        .as_ref()
        .is_some_and(|described| described.layout == Layout::Basket);
    if lines && format == ReleaseFormat::Csv {
        ReleaseFormat::Dat
    } else {
        format
    }
}

fn write_records(
    release: &Release<'_>,
    format: ReleaseFormat,
    file: &mut BufWriter<&mut fs::File>,
    pulse: &Pulse,
) -> Result<(), WriteError> {
    let table = &release.released.table;
    let columns: Vec<&Column> = table.columns().iter().collect();
    let rows = 0..table.rows();
    match format {
        ReleaseFormat::Csv => {
            let options = WriteOptions::default();
            write_table(file, &columns, rows, &options, pulse).map_err(|error| match error {
                csv::WriteError::Stopped(stopped) => stopped.into(),
                csv::WriteError::Io(error) => error.into(),
            })
        }
        ReleaseFormat::Dat => write_lines(file, columns.first().copied(), pulse),
        ReleaseFormat::Parquet => write_parquet(file, &columns, rows, pulse),
    }
}

/// A column's texts, one a line.
fn write_lines(
    file: &mut BufWriter<&mut fs::File>,
    column: Option<&Column>,
    pulse: &Pulse,
) -> Result<(), WriteError> {
    let Some(column) = column else {
        return Ok(());
    };
    for part in column.codes().chunks(LINES) {
        pulse.check()?;
        for &code in part {
            writeln!(file, "{}", column.dictionary().get(code))?;
        }
    }
    Ok(())
}

fn record(release: &Release<'_>, sha256: &str, clock: Clock) -> Result<String, Problem> {
    let recipe = write_recipe(&audit::full_recipe(release.loaded, release.recipe));
    audit::to_json(&Audit {
        tool: TOOL,
        written: audit::utc(SystemTime::now()),
        input: AuditedInput::of(release.loaded),
        recipe: &recipe,
        seed: release.recipe.settings.method.seed,
        before: release.before,
        records_released: release.records,
        left_out_rows: release.left_out,
        release_sha256: sha256,
        metrics: release.measures,
        seconds: clock.timings,
    })
    .map_err(unwritable)
}

fn unwritable(error: serde_json::Error) -> Problem {
    Problem::new(format!("cannot write JSON: {error}"))
}
