//! The files of a release: written under another name, verified there, and then all at once in place.

use super::declared::Declared;
use super::in_house::Kept;
use super::internal_paths::{InternalPaths, Placed, in_place_of, refuse_occupied};
use super::release::{Clock, plan};
use super::released_table::{ReleasedTable, released_text};
use crate::report::TOOL;
use crate::report::audit::{self, Audit, AuditedInput, BeforeAndAfter};
use crate::report::html::page;
use crate::report::internal::{self, InternalReport};
use crate::report::public::Public;
use cloakroom_core::codebook::Codes;
use cloakroom_core::io::atomic_file::{WriteError, write_file_whole, write_text_whole};
use cloakroom_core::io::making::DirectoryInMaking;
use cloakroom_core::io::memory;
use cloakroom_core::io::recipe::write_recipe;
use cloakroom_core::settings::{CodesFrom, ReleaseFormat};
use cloakroom_core::{CheckAnswer, Column, Failure, Loaded, Measures, Problem, Progress, Recipe};
use cloakroom_verify::declaration::{Counts, Layout};
use cloakroom_verify::{
    CERTIFICATE_EDITION, CERTIFICATE_FILE, Certificate, Declaration, Found, REPORT_FILE, Room,
    check_folder, decide_units, hash_of, measure,
};
use std::fs;
use std::io::BufWriter;
use std::path::Path;
use std::time::SystemTime;

/// What is to be written.
pub(super) struct Release<'a> {
    pub loaded: &'a Loaded,
    pub recipe: &'a Recipe,
    /// The recipe that gives the same release again.
    pub repeated_by: &'a Recipe,
    pub before: &'a CheckAnswer,
    pub released: &'a ReleasedTable,
    /// Released records; of ratings: people; of transactions: baskets. Some of these may show nothing at all.
    pub records: usize,
    pub measures: &'a Measures,
    pub left_out: &'a [u32],
    /// All that is told to others besides what the released file shows.
    pub declared: Declared,
    /// What stays in house.
    pub kept: Kept,
    /// The method was not run to its end.
    pub ended_early: bool,
    /// The unit of every released row, in the order of the file, where people or groups are counted.
    pub units: Option<&'a [u32]>,
    /// Who writes the records of a table that is not held; its names and roles are those of `released`.
    pub batches: Option<&'a WriteBatches<'a>>,
}

/// Writes the records in a format; the folder is there for what must lie on the disk meanwhile.
pub(crate) type WriteBatches<'a> =
    dyn Fn(&mut BufWriter<&mut fs::File>, ReleaseFormat, &Path) -> Result<Written, WriteError> + 'a;

/// What is known once the records are written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Written {
    /// As in [`ReleasedTable`].
    pub formula_cells: usize,
    /// Rows of the input, ascending.
    pub left_out: Vec<u32>,
}

/// Writes the folder `out` and what belongs beside it; tells where the latter is, and what was found out while the
/// records were written. On any failure nothing of all this is there. Once it returns, the release exists: nothing that
/// can fail or be stopped may come after it.
pub(super) fn write(
    release: Release<'_>,
    out: &Path,
    mut clock: Clock,
    progress: &Progress,
) -> Result<(InternalPaths, Written), Failure> {
    let paths = InternalPaths::of(out, &release.recipe.settings.release)?;
    let making = DirectoryInMaking::begin(out)?;
    refuse_occupied(out)?;
    let retold = |failure| tell_of(out, making.path(), failure);
    progress.up_to(plan::WRITTEN);
    let filled = fill(&release, making.path(), &mut clock, progress).map_err(retold)?;
    let (certificate, found, written) = filled;
    progress.up_to(plan::VERIFIED);
    let verdict = check_folder(making.path(), &found, progress);
    let verdict = verdict.map_err(|failure| retold(failure.into()))?;
    if !verdict.satisfied {
        let broken = verdict.requirements.iter().filter(|line| !line.satisfied);
        let broken = broken.map(|line| format!("{} does not hold", line.name));
        let why: Vec<String> = verdict.faults.into_iter().chain(broken).collect();
        let why = why.join("; ");
        return Err(Problem::in_file(
            out,
            format!(
                "the files did not pass their own verification, so nothing was released: {why}"
            ),
        )
        .into());
    }
    progress.check()?;
    let mut placed = Placed::beside(making);
    let told = (&certificate, &found);
    place(
        &release,
        told,
        &written,
        &paths,
        clock,
        &mut placed,
        progress,
    )?;
    progress.check()?;
    placed.finish()?;
    Ok((paths, written))
}

/// What stays in house. The audit file comes last: where it is, the others are.
fn place(
    release: &Release<'_>,
    (certificate, found): (&Certificate, &Found),
    written: &Written,
    paths: &InternalPaths,
    clock: Clock,
    placed: &mut Placed,
    progress: &Progress,
) -> Result<(), Failure> {
    if let (Some(folder), Some(files)) = (&paths.mapping, &release.kept.mapping) {
        placed.mapping(folder, files)?;
    }
    if let (Some(path), Some(sql)) = (&paths.sql, &release.kept.sql) {
        placed.file(path, sql)?;
    }
    let in_house = &release.kept.in_house;
    let recipe = write_recipe(&audit::full_recipe(release.loaded, release.repeated_by));
    let audit = Audit {
        tool: TOOL,
        written: audit::utc(SystemTime::now()),
        input: AuditedInput::of(release.loaded, progress)?,
        recipe: &recipe,
        seed: release.recipe.settings.method.seed,
        before: release.before,
        records_released: release.records,
        left_out_rows: &written.left_out,
        release_sha256: &certificate.release_sha256,
        metrics: release.measures,
        exposure: BeforeAndAfter {
            before: &in_house.before,
            after: &in_house.after,
        },
        columns: &in_house.stories,
        ended_early: release.ended_early,
        seconds: clock.timings,
        trace: release.kept.trace.as_ref(),
    };
    let report = internal::page(InternalReport {
        public: Public {
            declared: &certificate.declared,
            figures: &certificate.measured,
            sha256: &certificate.release_sha256,
            empty: &found.empty,
        },
        audit: &audit,
        in_house,
        context: &release.recipe.settings.report,
        earlier: &release.recipe.earlier,
        beside: &paths.names(),
    });
    placed.file(&paths.report, &report)?;
    let record = audit::to_json(&audit).map_err(unwritable)?;
    Ok(placed.file(&paths.audit, &record)?)
}

/// The user chose `out`; the temporary folder means nothing to her.
fn tell_of(out: &Path, making: &Path, failure: Failure) -> Failure {
    match failure {
        Failure::Problem(problem) => in_place_of(problem, making, out).into(),
        stopped => stopped,
    }
}

/// The three files of the folder. What is told is made of the written file and of what is declared, and of nothing
/// else.
fn fill(
    release: &Release<'_>,
    folder: &Path,
    clock: &mut Clock,
    progress: &Progress,
) -> Result<(Certificate, Found, Written), Failure> {
    let settings = &release.recipe.settings;
    let format = written_format(release);
    let mut declared = release
        .declared
        .with(settings, release.recipe.load.fold, format);
    declared.codes = codes_of(release, format);
    let path = folder.join(&declared.file);
    progress.stage("writing", 0);
    let written = write_file_whole(&path, |file| match release.batches {
        Some(write) => write(file, format, folder),
        None => {
            write_records(release, format, &declared.codes, file, progress)?;
            Ok(Written {
                formula_cells: release.released.formula_cells,
                left_out: release.left_out.to_vec(),
            })
        }
    })?;
    clock.lap("writing");
    let room = Room(memory::room());
    let found = measure(&path, &declared, room, progress)?;
    refuse_broken_units(release, &path, &declared, room, progress)?;
    clock.lap("verifying");
    let public = Public {
        declared: &declared,
        figures: &found.figures,
        sha256: &found.sha256,
        empty: &found.empty,
    };
    let report_path = folder.join(REPORT_FILE);
    write_text_whole(&report_path, &page(public, &settings.report))?;
    let certificate = Certificate {
        certificate: CERTIFICATE_EDITION,
        declared,
        measured: found.figures.clone(),
        release_sha256: found.sha256.clone(),
        report_sha256: hash_of(&report_path, progress)?,
    };
    let text = certificate.to_json().map_err(unwritable)?;
    write_text_whole(&folder.join(CERTIFICATE_FILE), &text)?;
    Ok((certificate, found, written))
}

/// Of people and groups the written file alone cannot tell whether the promises hold: they are decided in it with the unit of
/// every row in hand, by the same code that decides a release from its files.
fn refuse_broken_units(
    release: &Release<'_>,
    path: &Path,
    declared: &Declaration,
    room: Room,
    progress: &Progress,
) -> Result<(), Failure> {
    let verdicts = match release.units {
        None if declared.counts == Counts::Records => return Ok(()),
        None => Vec::new(),
        Some(units) => decide_units(path, declared, units, room, progress)?,
    };
    if !verdicts.is_empty() && verdicts.iter().all(|line| line.satisfied) {
        return Ok(());
    }
    let broken = verdicts.iter().filter(|line| !line.satisfied);
    let broken: Vec<String> = broken
        .map(|line| format!("{} does not hold of {}", line.name, declared.counts.name()))
        .collect();
    Err(Problem::new(format!(
        "the released file did not pass its verification, so nothing was released: {}",
        broken.join("; ")
    ))
    .into())
}

/// Baskets that came one a line leave so.
fn written_format(release: &Release<'_>) -> ReleaseFormat {
    let format = release.recipe.settings.release.format;
    let lines = release
        .declared
        .transactions
        .as_ref()
        .is_some_and(|described| described.layout == Layout::Basket);
    if lines && format == ReleaseFormat::Csv {
        ReleaseFormat::Dat
    } else {
        format
    }
}

/// The codes of the file that was read, for the values that are released and no others, where they are wanted and the format
/// has labels.
fn codes_of(release: &Release<'_>, format: ReleaseFormat) -> Codes {
    let options = &release.recipe.settings.release;
    let limits = format.labels().filter(|_| {
        let is_held = release.batches.is_none();
        is_held && options.codes == CodesFrom::File
    });
    let Some(limits) = limits else {
        return Codes::new();
    };
    let escaped = |text: &str| released_text(text, options.escape_formulas).into_owned();
    let book = release.loaded.understood.codebook.clone();
    let book = book.spelled(escaped, |_, label| escaped(label));
    let columns: Vec<&Column> = release.released.table.columns().iter().collect();
    book.codes_of(&columns, limits)
}

fn write_records(
    release: &Release<'_>,
    format: ReleaseFormat,
    codes: &Codes,
    file: &mut BufWriter<&mut fs::File>,
    progress: &Progress,
) -> Result<(), WriteError> {
    let table = &release.released.table;
    let columns: Vec<&Column> = table.columns().iter().collect();
    format.write(file, &columns, codes, progress)
}

fn unwritable(error: serde_json::Error) -> Problem {
    Problem::new(format!("cannot write JSON: {error}"))
}
