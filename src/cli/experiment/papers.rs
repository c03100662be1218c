//! `cloakroom experiment papers --data FOLDER --out PAGE`: all experiments on published data, as one page with its drawings
//! and recipes.

use super::drawing::Drawn;
use super::peak::peak;
use crate::cli::DONE;
use crate::cli::output::Answer;
use crate::cli::watch::watched;
use clap::Args;
use cloakroom_core::io::atomic_file::write_text_whole;
use cloakroom_core::io::making::{DirectoryInMaking, refuse_nowhere, refuse_taken};
use cloakroom_core::{Failure, Problem, Progress};
use cloakroom_engine::open::{Opened, open_recipe};
use cloakroom_papers::document::{Care, Found, PARTS, Part, Source, drawing, page};
use cloakroom_papers::ratings::TRIALS;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What the command line asks for.
#[derive(Debug, Args)]
pub struct Asked {
    /// Holds the data under the names that the recipes have for them
    #[arg(long, value_name = "FOLDER")]
    pub data: PathBuf,
    /// The page, such as docs/papers.md; drawings and recipes go into a folder of the same name beside it
    #[arg(long, value_name = "PAGE")]
    pub out: PathBuf,
    /// Only this paper: 000, 001, 002 (the thesis), 003 or 004; may be repeated
    #[arg(long, value_name = "NUMBER")]
    pub paper: Vec<String>,
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many pairs of training and test sets learners on ratings are given
    #[arg(long, default_value_t = TRIALS, value_parser = clap::value_parser!(u32).range(1..))]
    pub trials: u32,
    #[arg(long)]
    pub json: bool,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Told {
    page: PathBuf,
    parts: usize,
    figures: usize,
    claims: Claims,
}

#[derive(Serialize)]
struct Claims {
    hold: usize,
    do_not_hold: usize,
    cannot_be_told: usize,
}

pub fn run(asked: &Asked) -> Result<Answer, Failure> {
    let parts = parts(&asked.paper)?;
    let folder = beside(&asked.out)?;
    refuse_nowhere(&folder)?;
    refuse_taken(&folder)?;
    refuse_missing(&parts, &asked.data)?;
    let care = Care {
        seed: asked.seed,
        trials: asked.trials,
        peak: &peak,
    };
    let found = watched(|progress| all(&parts, &asked.data, care, progress))?;
    write(&found, &asked.out, &folder)?;
    let claims = || {
        found.iter().flat_map(|found| {
            let own = found.table.iter().flat_map(|(_, claims)| claims);
            own.chain(found.figures.iter().flat_map(|figure| &figure.claims))
        })
    };
    let count = |wanted: Option<bool>| claims().filter(|claim| claim.holds == wanted).count();
    let told = Told {
        page: asked.out.clone(),
        parts: found.len(),
        figures: found.iter().map(|found| found.figures.len()).sum(),
        claims: Claims {
            hold: count(Some(true)),
            do_not_hold: count(Some(false)),
            cannot_be_told: count(None),
        },
    };
    Ok(Answer::new(DONE, asked.json, &told, || {
        format!(
            "{}: {} figures; {} claims hold here, {} do not, {} cannot be told\n",
            told.page.display(),
            told.figures,
            told.claims.hold,
            told.claims.do_not_hold,
            told.claims.cannot_be_told
        )
    })?)
}

fn parts(papers: &[String]) -> Result<Vec<Part>, Problem> {
    let known: BTreeSet<&str> = PARTS.iter().map(|part| part.paper).collect();
    if let Some(unknown) = papers.iter().find(|paper| !known.contains(paper.as_str())) {
        let known: Vec<&str> = known.into_iter().collect();
        return Err(Problem::new(format!(
            "--paper: there is no paper \"{unknown}\"; expected one of {}",
            known.join(", ")
        )));
    }
    let is_wanted =
        |part: &&Part| papers.is_empty() || papers.iter().any(|paper| paper == part.paper);
    Ok(PARTS.iter().filter(is_wanted).copied().collect())
}

/// The folder of the page: its name without the ending.
fn beside(page: &Path) -> Result<PathBuf, Problem> {
    if page.exists() {
        let message =
            "there is such a file already, and nothing is overwritten: choose another name";
        return Err(Problem::in_file(page, message));
    }
    match (page.file_stem(), page.extension()) {
        (Some(_), Some(_)) => Ok(page.with_extension("")),
        _ => Err(Problem::new(
            "--out: expected the name of a page, such as papers.md",
        )),
    }
}

/// Before anything long begins.
fn refuse_missing(parts: &[Part], data: &Path) -> Result<(), Problem> {
    let needed = parts
        .iter()
        .filter_map(|part| Source::find(part.source))
        .flat_map(|source| source.needs);
    let missing: BTreeSet<&str> = needed
        .copied()
        .filter(|file| !data.join(file).is_file())
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let missing: Vec<&str> = missing.into_iter().collect();
    Err(Problem::in_file(
        data,
        format!("the data are not all here; expected {}", missing.join(", ")),
    ))
}

fn all(
    parts: &[Part],
    data: &Path,
    care: Care<'_>,
    progress: &Progress,
) -> Result<Vec<Found>, Failure> {
    let cannot =
        |error: std::io::Error| Problem::from_io(&std::env::temp_dir(), "make a folder in", &error);
    let work = tempfile::tempdir().map_err(cannot)?;
    let data = data
        .canonicalize()
        .map_err(|error| Problem::from_io(data, "find", &error))?;
    parts
        .iter()
        .map(|part| {
            progress.check()?;
            let opened = open(part, &data, work.path(), progress)?;
            part.run(&opened, care, progress)
        })
        .collect()
}

fn open(part: &Part, data: &Path, work: &Path, progress: &Progress) -> Result<Opened, Failure> {
    let folder = work.join(part.source);
    let source = Source::find(part.source)
        .ok_or_else(|| Problem::new(format!("there is no source {}", part.source)))?;
    fs::create_dir_all(&folder)
        .map_err(|error| Problem::from_io(&folder, "make the folder", &error))?;
    for file in source.files {
        let path = folder.join(file.path);
        let text = Source::with_data(file, &data.to_string_lossy());
        fs::write(&path, text).map_err(|error| Problem::from_io(&path, "write", &error))?;
    }
    open_recipe(&folder.join("recipe.toml"), progress)
}

/// The folder whole, and then the page that refers to it.
fn write(found: &[Found], out: &Path, folder: &Path) -> Result<(), Problem> {
    let making = DirectoryInMaking::begin(folder)?;
    let used: BTreeSet<&str> = found.iter().map(|found| found.part.source).collect();
    for source in used.into_iter().filter_map(Source::find) {
        let own = making.path().join(source.name);
        fs::create_dir_all(&own)
            .map_err(|error| Problem::from_io(&own, "make the folder", &error))?;
        for file in source.files {
            write_text_whole(&own.join(file.path), file.text)?;
        }
    }
    for (at, found) in found.iter().enumerate() {
        for figure in &found.figures {
            let file = making.path().join(drawing(at, figure));
            write_text_whole(&file, &figure.chart().to_svg())?;
        }
    }
    making.finish()?;
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    write_text_whole(out, &page(found, &name))
}
