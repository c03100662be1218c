//! One door for every kind of data file.

use super::baskets;
use super::csv::{self, CsvTable};
use super::guess::{extension, guess, ratings_layout};
use super::loaded::{Loaded, SourceFile};
use super::parquet::{ParquetTable, is_parquet, read_parquet};
use super::placed::{PlacedTable, Read};
use super::ratings;
use super::source::{SourceBytes, read_source};
use crate::model::dataset::Dataset;
use crate::model::kind::Kind;
use crate::model::load_options::{Layout, LoadOptions};
use crate::model::problem::{Failure, Problem};
use crate::model::pulse::Pulse;
use std::path::Path;

/// Reads a file as what the options say it is; what they leave open is found out and noted.
pub fn load(path: &Path, options: &LoadOptions, pulse: &Pulse) -> Result<Loaded, Failure> {
    let SourceBytes { file, bytes } = read_source(path, pulse)?;
    let mut options = options.clone();
    let mut notes = Vec::new();
    let binary = is_parquet(&bytes) || extension(path) == "parquet";
    if options.kind.is_none() {
        if binary {
            options.kind = Some(Kind::Microdata);
        } else {
            let guess = guess(path, &bytes);
            options.kind = Some(guess.kind);
            options.layout = options.layout.or(guess.layout);
            notes.extend(guess.note.map(str::to_owned));
        }
    }
    let kind = options.kind.unwrap_or(Kind::Microdata);
    let layout = layout(kind, &options, binary, &bytes).map_err(|problem| problem.of(path))?;
    options.layout = layout;
    if layout == Some(Layout::Basket) {
        let read = baskets::read_baskets(path, bytes, &options, pulse)?;
        return Ok(finish(file, read, notes, Dataset::Transactions));
    }
    let mut placed = read_as_table(path, bytes, options, binary, pulse)?;
    notes.append(&mut placed.notes);
    placed.notes = notes;
    let none = Vec::new();
    Ok(match (kind, layout) {
        (Kind::Ratings, Some(Layout::Long)) => finish(
            file,
            ratings::read_long(placed, pulse)?,
            none,
            Dataset::Ratings,
        ),
        (Kind::Ratings, _) => finish(
            file,
            ratings::read_wide(placed, pulse)?,
            none,
            Dataset::Ratings,
        ),
        (Kind::Transactions, Some(Layout::List)) => finish(
            file,
            baskets::read_list(placed, pulse)?,
            none,
            Dataset::Transactions,
        ),
        (Kind::Transactions, _) => finish(
            file,
            baskets::read_long(placed, pulse)?,
            none,
            Dataset::Transactions,
        ),
        (Kind::Microdata, _) => {
            let read = Read {
                data: placed.table,
                options: placed.options,
                notes: placed.notes,
            };
            finish(file, read, none, Dataset::Microdata)
        }
    })
}

fn finish<T>(
    source: SourceFile,
    read: Read<T>,
    mut notes: Vec<String>,
    wrap: impl Fn(T) -> Dataset,
) -> Loaded {
    notes.extend(read.notes);
    Loaded {
        dataset: wrap(read.data),
        source,
        options: read.options,
        notes,
    }
}

/// The layout that was asked for, if the kind has it, or the one that the other options and the file
/// suggest.
fn layout(
    kind: Kind,
    options: &LoadOptions,
    binary: bool,
    bytes: &[u8],
) -> Result<Option<Layout>, Problem> {
    let refused = |expected: &str| {
        Err(Problem::new(format!(
            "the layout does not fit {}; expected {expected}",
            kind.name()
        )))
    };
    match (kind, options.layout) {
        (Kind::Microdata, None) => Ok(None),
        (Kind::Microdata, Some(_)) => refused("none"),
        (Kind::Ratings, Some(Layout::Wide | Layout::Long)) => Ok(options.layout),
        (Kind::Ratings, Some(_)) => refused("wide or long"),
        (Kind::Ratings, None) => Ok(Some(if options.columns.is_some() {
            Layout::Long
        } else if binary {
            Layout::Wide
        } else {
            ratings_layout(bytes)
        })),
        (Kind::Transactions, Some(Layout::Basket)) if binary => {
            refused("long or list, since Parquet files have no lines")
        }
        (Kind::Transactions, Some(Layout::Wide)) => refused("basket, long or list"),
        (Kind::Transactions, Some(layout)) => Ok(Some(layout)),
        (Kind::Transactions, None) => Ok(Some(if options.columns.is_some() {
            Layout::Long
        } else if options.column.is_some() {
            Layout::List
        } else if binary {
            Layout::Long
        } else {
            Layout::Basket
        })),
    }
}

fn read_as_table<'a>(
    path: &'a Path,
    bytes: Vec<u8>,
    options: LoadOptions,
    binary: bool,
    pulse: &Pulse,
) -> Result<PlacedTable<'a>, Failure> {
    if binary {
        let ParquetTable { table, notes } = read_parquet(path, &bytes, &options, pulse)?;
        return Ok(PlacedTable {
            file: path,
            table,
            options,
            notes,
            is_text: false,
        });
    }
    let CsvTable {
        table,
        options,
        notes,
    } = csv::read_table(path, bytes, &options, pulse)?;
    Ok(PlacedTable {
        file: path,
        table,
        options,
        notes,
        is_text: true,
    })
}
