//! Projects of ARX (`.deid`): an archive of XML and CSV beside what its program writes for itself, which is not looked at.
//! Opened as data they are the table that was imported into ARX; [`read_project`] tells what was decided about it.

mod xml;

use super::csv::{self, Limits};
use super::placed::PlacedTable;
use super::source::{largest_unpacked, read_source};
use crate::codebook::Codebook;
use crate::guard::guarded;
use crate::load_options::{LoadOptions, TextEncoding};
use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use crate::roles::Role;
use std::io::{Cursor, Read};
use std::path::Path;
use zip::ZipArchive;

const ZIP: &[u8] = b"PK\x03\x04";
/// Where the name of the first part begins.
const FIRST_NAME: usize = 30;
/// ARX writes it first.
const METADATA: &str = "metadata.xml";
const TABLE: &str = "data/input.csv";
const DEFINITION: &str = "input/definition.xml";
const CONFIGURATION: &str = "input/config.xml";
const PROJECT: &str = "project.xml";
/// What ARX made of the table.
const RESULT: &str = "data/output.dat";

/// Descriptions are not longer.
const LONGEST_XML: u64 = 64 << 20;
/// Bytes between two looks at the progress.
const BLOCK: usize = 1 << 20;

pub fn begins(bytes: &[u8]) -> bool {
    bytes.starts_with(ZIP)
        && bytes
            .get(FIRST_NAME..)
            .is_some_and(|rest| rest.starts_with(METADATA.as_bytes()))
}

/// What was decided in ARX.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ArxProject {
    /// Of ARX.
    pub version: String,
    pub columns: Vec<ArxColumn>,
    /// The largest share of records that may be left out.
    pub suppression: Option<f64>,
    /// Privacy models as ARX words them.
    pub models: Vec<String>,
    /// How ARX measures what is lost, in its words.
    pub metric: Option<String>,
    /// Weights of columns that are not all the same.
    pub has_weights: bool,
    /// What else was set in ARX, by the names that it has there, each once.
    pub others: Vec<String>,
    /// Whether ARX has anonymized the table already.
    pub has_result: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ArxColumn {
    pub name: String,
    pub role: Option<Role>,
    /// The type in words of ARX, and how it is written.
    pub datatype: String,
    pub format: Option<String>,
    /// The least and the most that it may be generalized, by level.
    pub levels: (Option<u32>, Option<u32>),
    /// How values of a class are put together, if they are.
    pub microaggregation: Option<String>,
    /// What is to be predicted.
    pub is_response: bool,
    /// A chain for every value.
    pub hierarchy: Vec<Vec<String>>,
}

/// The table of a project.
pub fn read_deid<'a>(
    file: &'a Path,
    bytes: Vec<u8>,
    options: LoadOptions,
    progress: &Progress,
) -> Result<PlacedTable<'a>, Failure> {
    let mut parts = Parts::open(file, bytes, progress)?;
    let table = parts.table()?;
    let options = LoadOptions {
        delimiter: Some(parts.delimiter()?),
        encoding: Some(TextEncoding::Utf8),
        header: Some(true),
        ..options
    };
    drop(parts);
    let limits = Limits::for_kind(options.kind);
    let read = csv::read_table_within(file, table, &options, limits, progress)?;
    Ok(PlacedTable {
        file,
        table: read.table,
        options: read.options,
        notes: read.notes,
        folded: Vec::new(),
        sheets: Vec::new(),
        is_text: false,
        codebook: Codebook::default(),
    })
}

/// The table of a project as it lies in it.
pub fn table_of(file: &Path, progress: &Progress) -> Result<Vec<u8>, Failure> {
    let bytes = read_source(file, progress)?.bytes;
    Parts::open(file, bytes, progress)?.table()
}

/// What was decided in ARX about the table of a project.
pub fn read_project(file: &Path, progress: &Progress) -> Result<ArxProject, Failure> {
    let bytes = read_source(file, progress)?.bytes;
    if !begins(&bytes) {
        return Err(Problem::in_file(file, "this is no project of ARX").into());
    }
    let mut parts = Parts::open(file, bytes, progress)?;
    let delimiter = parts.delimiter()?;
    let mut project = ArxProject {
        has_result: parts.has(RESULT),
        ..ArxProject::default()
    };
    if let Some(text) = parts.text(METADATA)? {
        project.version = xml::first(&text, "version").unwrap_or_default();
    }
    if let Some(text) = parts.text(CONFIGURATION)? {
        let told = parts.described(CONFIGURATION, xml::leaves(&text))?;
        let mut weights = Vec::new();
        for leaf in told {
            match leaf.name.as_str() {
                "relativeMaxOutliers" => project.suppression = leaf.text.parse().ok(),
                "criterion" => project.models.push(leaf.text),
                "metric" => project.metric = Some(leaf.text),
                "weight" => weights.push(leaf.text),
                // Whose weight it is.
                "attribute" => {}
                _ if !project.others.contains(&leaf.name) => project.others.push(leaf.name),
                _ => {}
            }
        }
        project.has_weights = weights.windows(2).any(|pair| pair[0] != pair[1]);
    }
    let text = parts.text(DEFINITION)?;
    let text =
        text.ok_or_else(|| Problem::in_file(file, "the project of ARX describes no table"))?;
    let mut column = ArxColumn::default();
    for leaf in parts.described(DEFINITION, xml::leaves(&text))? {
        let text = leaf.text;
        match leaf.name.as_str() {
            // The name comes first.
            "name" => {
                let begun = std::mem::take(&mut column);
                project
                    .columns
                    .extend(Some(begun).filter(|column| !column.name.is_empty()));
                column.name = text;
            }
            "type" => column.role = role_of(&text),
            "datatype" => column.datatype = text,
            "format" => column.format = Some(text),
            "min" => column.levels.0 = text.parse().ok(),
            "max" => column.levels.1 = text.parse().ok(),
            name if name.eq_ignore_ascii_case("microAggregationFunction") => {
                column.microaggregation = Some(text);
            }
            name if name.to_lowercase().starts_with("response") => {
                column.is_response = text == "true";
            }
            _ => {}
        }
    }
    project
        .columns
        .extend(Some(column).filter(|column| !column.name.is_empty()));
    for column in &mut project.columns {
        progress.check()?;
        let path = format!("input/hierarchies/{}.csv", column.name);
        if let Some(bytes) = parts.read(&path, LONGEST_XML)? {
            let text = String::from_utf8(bytes).map_err(|_| parts.damaged())?;
            column.hierarchy = csv::rows_of(&text, &delimiter);
        }
    }
    Ok(project)
}

fn role_of(words: &str) -> Option<Role> {
    Some(match words {
        "IDENTIFYING_ATTRIBUTE" => Role::Identifier,
        "QUASI_IDENTIFYING_ATTRIBUTE" => Role::Quasi,
        "SENSITIVE_ATTRIBUTE" => Role::Sensitive,
        "INSENSITIVE_ATTRIBUTE" => Role::Insensitive,
        _ => return None,
    })
}

/// The parts of the archive.
struct Parts<'a> {
    file: &'a Path,
    archive: ZipArchive<Cursor<Vec<u8>>>,
    /// Bytes that all parts together may have.
    left: usize,
    progress: &'a Progress,
}

impl<'a> Parts<'a> {
    fn open(file: &'a Path, bytes: Vec<u8>, progress: &'a Progress) -> Result<Self, Failure> {
        let left = largest_unpacked(bytes.len());
        let archive = guarded(|| ZipArchive::new(Cursor::new(bytes)).ok()).flatten();
        let archive = archive.ok_or_else(|| damaged(file))?;
        Ok(Self {
            file,
            archive,
            left,
            progress,
        })
    }

    fn damaged(&self) -> Problem {
        damaged(self.file)
    }

    fn has(&self, name: &str) -> bool {
        self.archive.index_for_name(name).is_some()
    }

    /// `None` if there is no such part.
    fn read(&mut self, name: &str, most: u64) -> Result<Option<Vec<u8>>, Failure> {
        let Some(at) = self.archive.index_for_name(name) else {
            return Ok(None);
        };
        let damaged = damaged(self.file);
        let mut part = self.archive.by_index(at).map_err(|_| damaged.clone())?;
        let mut bytes = Vec::new();
        loop {
            self.progress.check()?;
            let read = part.by_ref().take(BLOCK as u64).read_to_end(&mut bytes);
            let read = read.map_err(|_| damaged.clone())?;
            if read == 0 {
                return Ok(Some(bytes));
            }
            if read > self.left || bytes.len() as u64 > most {
                let message = "the project of ARX unpacks to more than a project does";
                return Err(Problem::in_file(self.file, message).into());
            }
            self.left -= read;
        }
    }

    fn table(&mut self) -> Result<Vec<u8>, Failure> {
        let table = self.read(TABLE, u64::MAX)?;
        let message = "the project of ARX has no data: import a table in ARX first";
        Ok(table.ok_or_else(|| Problem::in_file(self.file, message))?)
    }

    fn text(&mut self, name: &str) -> Result<Option<String>, Failure> {
        let Some(bytes) = self.read(name, LONGEST_XML)? else {
            return Ok(None);
        };
        let text = String::from_utf8(bytes).map_err(|_| self.damaged())?;
        Ok(Some(text))
    }

    fn described<T>(&self, name: &str, read: Option<T>) -> Result<T, Problem> {
        let message = format!("the part {name} of the project of ARX is damaged");
        read.ok_or_else(|| Problem::in_file(self.file, message))
    }

    /// What stands between the fields of its tables.
    fn delimiter(&mut self) -> Result<String, Failure> {
        let text = self.text(PROJECT)?;
        let separator = text.and_then(|text| xml::first(&text, "separator"));
        Ok(separator
            .filter(|separator| separator.chars().count() == 1)
            .unwrap_or_else(|| ";".to_owned()))
    }
}

fn damaged(file: &Path) -> Problem {
    Problem::in_file(
        file,
        "the project of ARX is damaged or cut off and cannot be read",
    )
}

#[cfg(test)]
pub mod tests;
