//! The files of programs for statistics: SPSS, Stata, R, and SAS transport files. Read by readers of our own that take
//! memory for what a file holds and not for what it claims.

mod bytes;
mod dates;
mod labels;
pub mod r;
pub mod spss;
pub mod stata;
#[cfg(test)]
pub mod tests;
pub mod transport;

use super::keyed::{Keyed, Texts};
use super::named::{names_of, refuse_size};
use super::placed::PlacedTable;
use crate::codebook::{AboutColumn, Codebook};
use crate::column::Column;
use crate::dictionary::DictionaryFull;
use crate::load_options::LoadOptions;
use crate::problem::{Failure, Problem};
use crate::progress::{Progress, Stopped};
use crate::table::Table;
use labels::Labels;
use std::path::Path;

/// Cells between two looks at the progress.
const BLOCK: usize = 1 << 13;

/// Why a file cannot be read.
enum Fault {
    Stopped(Stopped),
    /// It is not as such a file must be, or ends too early.
    Damaged,
    /// A sentence of its own.
    Told(Problem),
}

impl From<Stopped> for Fault {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

impl From<DictionaryFull> for Fault {
    fn from(full: DictionaryFull) -> Self {
        Self::Told(Problem::new(full.to_string()))
    }
}

impl Fault {
    fn told(self, file: &Path, title: &str) -> Failure {
        match self {
            Self::Stopped(stopped) => stopped.into(),
            Self::Told(problem) => problem.of(file).into(),
            Self::Damaged => Problem::in_file(
                file,
                format!("the {title} file is damaged or cut off and cannot be read"),
            )
            .into(),
        }
    }
}

/// The cells of a column on their way.
enum Cells {
    /// The bits of numbers.
    Numbers(Keyed<u64>),
    Texts(Texts),
}

/// One look at the progress, and one at the memory, every so many cells.
struct Pace<'p> {
    progress: &'p Progress,
    columns: usize,
    cells: usize,
}

impl<'p> Pace<'p> {
    fn new(progress: &'p Progress, columns: usize) -> Self {
        Self {
            progress,
            columns,
            cells: 0,
        }
    }

    /// A record is done.
    fn record(&mut self, records: usize) -> Result<(), Fault> {
        self.cells += self.columns.max(1);
        if self.cells >= BLOCK {
            self.cells = 0;
            self.progress.check()?;
            refuse_size(Path::new(""), self.columns, records)
                .map_err(|problem| Fault::Told(Problem::new(problem.message)))?;
        }
        Ok(())
    }
}

/// What a reader found.
#[derive(Default)]
struct Found {
    names: Vec<String>,
    columns: Vec<Column>,
    /// Of every column.
    about: Vec<AboutColumn>,
    records: usize,
    notes: Vec<String>,
}

impl Found {
    fn of(records: usize) -> Self {
        Self {
            records,
            ..Self::default()
        }
    }

    /// `about` is what the file says that the column is about; blanks say nothing.
    fn push(&mut self, name: String, column: Column, labels: &Labels, about: &str) {
        let about = about.trim();
        self.about.push(AboutColumn {
            about: (!about.is_empty()).then(|| about.to_owned()),
            codes: labels.codes(),
        });
        self.columns.push(column);
        self.names.push(name);
    }
}

fn placed<'a>(
    file: &'a Path,
    title: &str,
    found: Found,
    options: LoadOptions,
) -> Result<PlacedTable<'a>, Failure> {
    let in_file = found.names.iter().map(String::as_str);
    let (names, tidied) = names_of(file, title, in_file, found.records, &options)?;
    let about = names.iter().cloned().zip(found.about);
    let codebook = Codebook {
        columns: about.filter(|(_, about)| !about.is_empty()).collect(),
    };
    let columns = found.columns.into_iter().zip(&names);
    let columns = columns.map(|(column, name)| column.renamed(name)).collect();
    let table = Table::new(columns).map_err(|error| Problem::in_file(file, error.to_string()))?;
    let notes = tidied.into_iter().chain(found.notes).collect();
    Ok(PlacedTable {
        file,
        table,
        options,
        notes,
        folded: Vec::new(),
        sheets: Vec::new(),
        is_text: false,
        codebook,
    })
}
