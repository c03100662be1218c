//! `cloakroom prepare RECIPE`.

use super::DONE;
use super::output::{Answer, noted};
use super::watch::watched;
use clap::Args;
use cloakroom_core::codebook::Codebook;
use cloakroom_core::io::atomic_file::write_file_private;
use cloakroom_core::io::format::Format;
use cloakroom_core::prepare::StepTold;
use cloakroom_core::words::{counted, either, grouped};
use cloakroom_core::{Column, Failure, Problem, Progress, Table};
use cloakroom_engine::open::open_prepared;
use serde::Serialize;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub struct Asked {
    recipe: PathBuf,
    /// Where to write the prepared table, for its owner alone; the ending says the format
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Make the key files that are missing
    #[arg(long)]
    make_keys: bool,
    #[arg(long)]
    json: bool,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Prepared {
    steps: Vec<StepTold>,
    rows: usize,
    columns: Vec<String>,
    keys_made: Vec<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<PathBuf>,
}

pub fn run(asked: &Asked) -> Result<Answer, Failure> {
    let format = asked.out.as_deref().map(format_of).transpose()?;
    let (prepared, notes) = watched(|progress| {
        let (loaded, made) = open_prepared(&asked.recipe, asked.make_keys, progress)?;
        let told = loaded.prepared.as_ref();
        let steps = told.map_or_else(Vec::new, |prepared| prepared.told.clone());
        let codebook = loaded.understood.codebook;
        let table = loaded.dataset.into_records_table().unwrap_or_default();
        if let (Some(path), Some(format)) = (&asked.out, format) {
            write(&table, &codebook, path, format, progress)?;
        }
        let columns = table.columns().iter();
        let prepared = Prepared {
            steps,
            rows: table.rows(),
            columns: columns.map(|column| column.name().to_owned()).collect(),
            keys_made: made,
            written: asked.out.clone(),
        };
        Ok((prepared, loaded.notes))
    })?;
    Ok(Answer::new(DONE, asked.json, &prepared, || {
        in_words(&prepared) + &noted(&notes)
    })?)
}

fn in_words(prepared: &Prepared) -> String {
    let mut words = String::new();
    for step in &prepared.steps {
        words += &format!(
            "{}\n  {} became {}, {} {}\n",
            step.step,
            counted(step.rows_before, "row", "rows"),
            grouped(step.rows_after),
            counted(step.columns_before, "column", "columns"),
            grouped(step.columns_after)
        );
    }
    words += &format!(
        "{} with {}: {}\n",
        counted(prepared.rows, "row", "rows"),
        counted(prepared.columns.len(), "column", "columns"),
        prepared.columns.join(", ")
    );
    for key in &prepared.keys_made {
        words += &format!(
            "Made the key {}; nobody can make these values again without it.\n",
            key.display()
        );
    }
    if let Some(path) = &prepared.written {
        words += &format!("Written to {}\n", path.display());
    }
    words
}

fn format_of(path: &Path) -> Result<Format, Problem> {
    let ending = path
        .extension()
        .map(|ending| ending.to_string_lossy().to_lowercase());
    let mut chosen = Format::chosen();
    let found = chosen.find(|format| Some(format.extension()) == ending.as_deref());
    found.ok_or_else(|| {
        let names: Vec<&str> = Format::chosen().map(Format::extension).collect();
        Problem::in_file(
            path,
            format!(
                "tables are not written so; expected a file that ends in {}",
                either(&names)
            ),
        )
    })
}

fn write(
    table: &Table,
    codebook: &Codebook,
    path: &Path,
    format: Format,
    progress: &Progress,
) -> Result<(), Failure> {
    let columns: Vec<&Column> = table.columns().iter().collect();
    let codes = format.labels();
    let codes = codes.map(|limits| codebook.codes_of(&columns, limits));
    let codes = codes.unwrap_or_default();
    write_file_private(path, |file| format.write(file, &columns, &codes, progress))
}
