//! Tables of R: `.rds`, and workspaces (`.RData`) with a single table in them. Factors are shown by their levels, numbers and
//! texts with labels by those; what `haven` keeps of missing values is missing.

mod column;
mod object;

use super::bytes::Bytes;
use super::{Fault, Found, placed};
use crate::io::placed::PlacedTable;
use crate::load_options::LoadOptions;
use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use column::Made;
use object::{Object, Reader, Value};
use std::path::Path;

const TITLE: &str = "R";

/// What a file begins with: a workspace, or an object.
const WORKSPACES: [&[u8]; 2] = [b"RDX2\nX\n", b"RDX3\nX\n"];
const OBJECTS: [(&[u8], bool); 4] = [
    (b"X\n\0\0\0\x02", true),
    (b"X\n\0\0\0\x03", true),
    (b"B\n\x02\0\0\0", false),
    (b"B\n\x03\0\0\0", false),
];

pub fn begins(bytes: &[u8]) -> bool {
    let objects = OBJECTS.iter().map(|(mark, _)| *mark);
    let mut marks = WORKSPACES.into_iter().chain(objects);
    marks.any(|mark| bytes.starts_with(mark))
}

pub fn read_r<'a>(
    file: &'a Path,
    bytes: Vec<u8>,
    options: LoadOptions,
    progress: &Progress,
) -> Result<PlacedTable<'a>, Failure> {
    if !begins(&bytes) {
        let message = match bytes.starts_with(b"A\n") || bytes.starts_with(b"RDA") {
            true => {
                "this file of R is written as text, which is not read; in R, saveRDS(x, \"FILE.rds\") writes it again"
            }
            false => "this is no file of R, whatever it is called",
        };
        return Err(Problem::in_file(file, message).into());
    }
    progress.stage("reading records", 0);
    let found = read(&bytes, progress).map_err(|fault| fault.told(file, TITLE))?;
    drop(bytes);
    placed(file, TITLE, found, options)
}

fn told(message: impl Into<String>) -> Fault {
    Fault::Told(Problem::new(message))
}

fn read(bytes: &[u8], progress: &Progress) -> Result<Found, Fault> {
    let mut from = Bytes::new(bytes);
    let is_workspace = WORKSPACES.iter().any(|mark| bytes.starts_with(mark));
    if is_workspace {
        from.take(5)?;
    }
    from.is_big = from.take(2)? == b"X\n";
    let is_big = from.is_big;
    let object = Reader::begin(from, progress)?.read()?;
    if !is_workspace {
        let other = "the file holds an object of R that is no data.frame; in R, saveRDS(as.data.frame(x), \"FILE.rds\") may \
                     write it as one";
        return match object.is("data.frame") {
            true => table(object, is_big, progress),
            false => Err(told(other)),
        };
    }
    let Value::Pairs(all) = object.value else {
        return Err(Fault::Damaged);
    };
    let mut tables = all.into_iter().map(|(_, object)| object);
    let mut tables = tables.by_ref().filter(|object| object.is("data.frame"));
    match (tables.next(), tables.count()) {
        (Some(object), 0) => table(object, is_big, progress),
        (None, _) => Err(told("the workspace of R holds no data.frame")),
        (Some(_), more) => Err(told(format!(
            "the workspace of R holds {} tables; in R, saveRDS(x, \"FILE.rds\") writes one of them to a file of its own",
            more + 1
        ))),
    }
}

fn table(object: Object<'_>, is_big: bool, progress: &Progress) -> Result<Found, Fault> {
    let names = object.attribute("names").and_then(Object::texts);
    let names: Vec<String> = names
        .unwrap_or_default()
        .iter()
        .map(|name| name.map_or_else(String::new, |name| name.shown().into_owned()))
        .collect();
    let has_row_names = object.attribute("row.names").is_some_and(has_texts);
    let Value::List(columns) = object.value else {
        return Err(Fault::Damaged);
    };
    if columns.len() != names.len() {
        return Err(Fault::Damaged);
    }
    let mut found = Found::default();
    if has_row_names {
        let note = "The names of the rows are left out; in R, cbind(name = rownames(x), x) makes a column of them.";
        found.notes.push(note.to_owned());
    }
    for (object, name) in columns.into_iter().zip(names) {
        progress.check()?;
        let Made {
            column,
            labels,
            notes,
        } = column::of(&name, &object, is_big, progress)?;
        if !found.columns.is_empty() && column.len() != found.records {
            return Err(Fault::Damaged);
        }
        found.records = column.len();
        found.notes.extend(notes);
        let about = object.attribute("label").and_then(Object::texts);
        let about = about.and_then(|about| about.first().copied().flatten());
        let about = about.map(|about| about.shown()).unwrap_or_default();
        found.push(name, column, &labels, &about);
    }
    Ok(found)
}

/// Other names than the numbers of the rows.
fn has_texts(names: &Object<'_>) -> bool {
    let names = names.texts().unwrap_or_default().iter().zip(1..);
    let mut names = names.map(|(name, number)| (name.map(|name| name.shown()), number));
    names.any(|(name, number)| name.is_none_or(|name| name != number.to_string()))
}
